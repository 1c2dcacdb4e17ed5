"""What one point of a stat is worth: the same as the shot asked for with that point more or less."""

from fractions import Fraction

import pytest

from battles import EXAMPLES
from fireline.analysis.remedies import Stat, stats
from fireline.analysis.vary import Variant
from fireline.game.command import Shot

SHOTS = {
    "ancients-ranged-combat": Shot("bow", "warriors"),
    "blightmeer-village": Shot("lookout", "brute"),
    "endless-horizons-burst": Shot("player", "target", bullets=3),
    "duel-of-ages-tommy-gun": Shot("sanchez", "lazar"),
}
EXPECTED = {
    "ancients-ranged-combat": {"shooter moved"},
    "blightmeer-village": {"shooter ranged", "target defence", "shooter weapon.pierce", "shooter weapon.injury"},
    "endless-horizons-burst": {"shooter check.skill", "shooter aimed", "shooter weapon.recoil"},
    "duel-of-ages-tommy-gun": {"shooter ratings.aim", "target ratings.stealth", "shooter cards.Tommy Gun.power"},
}


def shot(name: str) -> Variant:
    return Variant.of_file(EXAMPLES / f"{name}.yaml", SHOTS[name])


def one(found: tuple[Stat, ...], role: str, name: str) -> Stat:
    return next(stat for stat in found if (stat.role, stat.name) == (role, name))


@pytest.mark.whole("long")
@pytest.mark.parametrize("name", SHOTS)
def test_every_stat_that_changes_the_shot_is_told_and_no_other(name: str) -> None:
    found = stats(shot(name))
    assert {f"{stat.role} {stat.name}" for stat in found} >= EXPECTED[name]
    assert [stat.weight for stat in found] == sorted((stat.weight for stat in found), reverse=True)
    now = shot(name).preview.odds
    for stat in found:
        sides = [side.preview for side in (stat.more, stat.less) if side is not None]
        assert any(side.odds is None or now is None or side.odds.outcomes != now.outcomes for side in sides)


@pytest.mark.parametrize(
    ("name", "role", "stat", "change"),
    [
        ("ancients-ranged-combat", "shooter", "moved", "units[bow].moved=1"),
        ("blightmeer-village", "target", "defence", "units[brute].defence=15"),
        ("endless-horizons-burst", "shooter", "check.skill", "units[player].check.skill=4"),
        ("duel-of-ages-tommy-gun", "shooter", "ratings.aim", "heroes[sanchez].ratings.aim=10"),
    ],
)
def test_a_point_more_is_the_shot_with_it(name: str, role: str, stat: str, change: str) -> None:
    base = shot(name)
    before, after = base.preview.odds, base.vary(change).preview.odds
    assert before is not None
    assert after is not None
    more = one(stats(base), role, stat).more
    assert more is not None
    assert more.gain == after.headline.chance - before.headline.chance


def test_a_number_that_cannot_be_and_a_shot_that_becomes_illegal() -> None:
    moved = one(stats(shot("ancients-ranged-combat")), "shooter", "moved")
    assert moved.more is not None
    assert (moved.now, moved.more.gain, moved.less) == (0, Fraction(-5, 36), None)
    assert moved.data()["less"] is None
    near = one(stats(shot("duel-of-ages-tommy-gun")), "shooter", "cards.Tommy Gun.min_range")
    assert near.more is not None
    assert not near.more.preview.ruling.legal
    assert near.more.gain is None
