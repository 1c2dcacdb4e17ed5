"""What everything in a shot is worth: the shot with it less the shot without it, in whole fractions."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import ancients_table
import blightmeer_table
import duel_table
import endless_horizons_field
from battles import EXAMPLES, FILES, WRITTEN, battle, every_battle, pairs
from blightmeer_table import archer, data, enemy, mill
from fireline.analysis.remedies import Kind, Stat, remedies, stats
from fireline.analysis.vary import Variant, vary
from fireline.analysis.worth import LineWorth, WorthReport, worth
from fireline.chance import Dice, chance, d20, odds
from fireline.formats.parsing import parse
from fireline.game import ways
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.errors import BattleFileError
from fireline.game.registry import starter
from fireline.game.ways import legal_shots
from fireline.ruling import RuleLine, without_lines

OPEN = data(archer(at=(10, 8), weapon="Rifle"), enemy("brute", 10, 16, defence=12), edition="2025-11")
SHOT = Shot("archer", "brute")


def example(name: str, shooter: str, target: str, **details: Any) -> WorthReport:
    return worth(Variant.of_file(EXAMPLES / name, Shot(shooter, target, **details)))


def named(found: tuple[LineWorth, ...], name: str) -> LineWorth:
    return next(one for one in found if one.name.startswith(name))


@chance(rule="BLM-7.3")
def wounds(dice: Dice, ranged: int, defence: int) -> bool:
    """The rules of 2025-11 against one Wound, written out once more: two Defence Checks on a natural 20."""
    face = dice.roll(d20)
    hits = 0 if face == 1 or (face < ranged and face != 20) else 2 if face == 20 else 1
    saves = [dice.roll(d20) for _ in range(hits)]
    return any(save == 1 or (save < defence and save != 20) for save in saves)


def expected(ranged: int, defence: int) -> Fraction:
    return odds(wounds, ranged, defence).get(True, Fraction(0))


def test_pierce_and_height_are_worth_what_the_shot_is_without_them() -> None:
    found = worth(vary(OPEN, shot=SHOT))
    pierce = named(found.lines, "pierce")
    assert (pierce.rule, pierce.value) == ("BLM-2.3", 3)
    assert found.prospect.odds is not None
    assert found.prospect.odds.headline.chance == expected(14, 15)
    assert pierce.chance == expected(14, 15) - expected(14, 12)
    assert pierce.mean == pierce.chance
    assert found.mean_of == "wounds_lost"
    tower = {"id": "tower", "box": {"at": [10, 8, 0], "size": [2, 2, 3]}}
    found = worth(vary({**OPEN, "terrain": [tower]}, shot=SHOT))
    height = named(found.lines, "Advantage from above")
    assert (height.rule, height.value) == ("BLM-6.1", None)
    assert height.without.preview.odds is not None
    assert height.without.preview.odds.headline.chance == expected(14, 15)
    assert height.changes
    assert height.chance is not None
    assert height.chance > 0


def test_cover_that_stops_all_is_worth_every_hit() -> None:
    hidden = Variant.of_file(EXAMPLES / "endless-horizons-burst.yaml", Shot("player", "target", bullets=3))
    found = worth(hidden.vary("units[target].cover={material: concrete, penetrated_by: 8, full: true}"))
    cover = named(found.lines, "concrete before all of target")
    bare = hidden.preview.odds
    assert bare is not None
    assert cover.rule == "EHZ-9.1"
    assert cover.chance == -bare.headline.chance


@pytest.mark.whole("long")
@every_battle
def test_each_worth_is_the_difference_to_the_shot_ruled_anew_without_it(name: str) -> None:
    every = list(pairs(battle(name)))
    for shot in every[:: max(1, len(every) // 3)][:3]:
        found = worth(Variant(WRITTEN[name](), shot, FILES))
        full = Battle.read(WRITTEN[name](), FILES).preview(shot)
        assert found.prospect.ruling == full.ruling
        for line in found.lines:
            with without_lines(RuleLine(line.rule, line.name)):
                less = Battle.read(WRITTEN[name](), FILES).preview(shot)
            if full.odds and less.odds:
                assert line.chance == full.odds.headline.chance - less.odds.headline.chance
                assert line.changes == (full.odds.outcomes != less.odds.outcomes)
            else:
                assert line.chance is None
        for option in found.options:
            assert (option.chance is None) == (full.odds is None or option.without.preview.odds is None)
        assert {one.rule for one in found.forbidden} == {refusal.rule for refusal in full.ruling.refusals}
        assert found.data()["legal"] == full.ruling.legal
        for odds_ in (found.unforbidden, *(one.alone for one in found.forbidden)):
            assert odds_ is None or sum(odds_.outcomes.values()) == 1


def test_what_forbids_a_shot_says_what_it_would_be_without() -> None:
    found = example("ancients-ranged-combat.yaml", "slingers", "warriors")
    assert [(one.rule, one.alone) for one in found.forbidden] == [("CCA-2.1", None), ("CCA-3.2", None)]
    assert found.unforbidden is not None
    assert found.unforbidden.headline.chance == Fraction(11, 36)
    alone = worth(vary(OPEN, "units[archer].ran=true", shot=SHOT))
    assert alone.forbidden[0].alone is not None
    assert alone.forbidden[0].alone.headline.chance == expected(14, 15)
    found = worth(vary(OPEN, "units[archer].weapon=", shot=SHOT))
    assert [(one.rule, one.alone) for one in found.forbidden] == [("BLM-1.1", None)]
    assert found.unforbidden is None


@pytest.mark.parametrize(
    ("battle", "shooter", "target"),
    [
        (ancients_table.lay("b bottom warrior E6", "y top auxilia C5"), "b", "y"),
        (blightmeer_table.battle(archer(weapon=None), enemy()), "archer", "orc"),
        (duel_table.duel("0,0", "2,0", duel_table.patch(2)), "t", "s"),
        (endless_horizons_field.field({"weapon": None}), "jack", "drone"),
    ],
)
def test_who_has_nothing_to_shoot_with_has_no_shot_without_that_rule_either(
    battle: Battle, shooter: str, target: str
) -> None:
    report = worth(vary(battle, shot=Shot(shooter, target)))
    assert report.forbidden
    assert report.unforbidden is None
    assert all(one.alone is None for one in report.forbidden)
    assert "there would still be no shot" in report.sentence


def test_an_option_is_worth_the_shot_less_the_shot_with_it_flipped_or_taken_out() -> None:
    found = worth(vary(OPEN, "options.natural_20_passes=false", "units[archer].ranged=25", shot=SHOT))
    option = named(found.options, "natural 20 passes is off")
    flipped = worth(vary(OPEN, "units[archer].ranged=25", shot=SHOT)).prospect.odds
    assert option.rule == "BLM-7.2"
    assert flipped is not None
    assert found.prospect.odds is not None
    assert option.chance == found.prospect.odds.headline.chance - flipped.headline.chance
    assert option.changes
    far = Variant.of_file(EXAMPLES / "endless-horizons-burst.yaml", Shot("player", "target"))
    found = worth(far.vary("options.beyond_range_penalty=3", "distances.player>target=400"))
    option = named(found.options, "beyond range penalty is set")
    assert found.prospect.ruling.legal
    assert not option.without.preview.ruling.legal
    assert (option.chance, option.changes) == (None, True)


def test_holding_still_makes_legal_what_running_forbids_and_no_shot_is_helped_by_nothing() -> None:
    found = remedies(vary(OPEN, "units[archer].ran=true", "units[archer].moved=true", shot=SHOT))
    assert [one.kind for one in found] == [Kind.STILL]
    assert found[0].text == "archer (Rifle) held still"
    assert found[0].chance == found[0].gain == expected(14, 15)
    assert remedies(vary(OPEN)) == ()
    with pytest.raises(BattleFileError, match="shot: is missing"):
        worth(vary(OPEN))


def test_aim_is_the_cheapest_help_another_target_or_a_step_aside_where_the_closest_bars_the_shot() -> None:
    variant = Variant.of_file(EXAMPLES / "endless-horizons-burst.yaml", Shot("player", "target", bullets=3))
    aimed = variant.vary("shot.aim_actions=1").preview
    first, *rest = remedies(variant)
    assert (first.kind, first.shot) == (Kind.AIM, Shot("player", "target", bullets=3, aim_actions=1))
    assert aimed.odds is not None
    assert first.chance == aimed.odds.headline.chance
    kinds = [one.kind for one in (first, *rest)]
    assert kinds == sorted(kinds)
    assert all(one.gain > 0 for one in (first, *rest))
    found = example("blightmeer-closest.yaml", "archer", "sixth").remedies
    assert {one.kind for one in found} == {Kind.TARGET, Kind.STEP}
    for one in found:
        assert one.preview.ruling.legal
        assert one.data()["headline"] == str(one.chance)
        assert one.data()["move"] == ("counted" if one.kind is Kind.STEP else "not counted")


@pytest.mark.parametrize("name", ["blightmeer-village", "ancients-leaders", "duel-of-ages-tommy-gun"])
def test_the_path_of_every_stat_is_one_that_every_question_takes(name: str) -> None:
    variant = Variant.of_file(EXAMPLES / f"{name}.yaml")
    variant = replace(variant, shot=next(legal_shots(variant.battle)))
    told = worth(variant).stats
    assert told
    for one in told:
        for step, side in ((1, one.more), (-1, one.less)):
            if side is not None:
                typed, known = variant.vary(f"{one.path}={one.now + step}").preview.odds, side.preview.odds
                assert (typed and typed.outcomes) == (known and known.outcomes), one.path


def helped(battle: Battle, shot: Shot, kind: Kind) -> list[Shot]:
    """The shots of one kind of help; one that is only declared otherwise is as likely as the odds say."""
    found = [one for one in remedies(Variant.of(battle, shot)) if one.kind is kind]
    if kind is not Kind.STILL:
        assert [one.chance for one in found] == [battle.odds(one.shot).headline.chance for one in found]
    return [one.shot for one in found]


def test_a_shot_at_another_keeps_the_aim_the_effort_and_the_card_of_this_one() -> None:
    guard = {"id": "guard", "size": "large"}
    field = endless_horizons_field.field(None, None, guard, metres=200)
    modifiers = [{"name": "wind", "value": 1}]
    shot = endless_horizons_field.shot(aim_actions=1, effort=1, modifiers=modifiers)
    others = helped(field, shot, Kind.TARGET)
    assert others
    assert all(one == Shot("jack", "guard", **{**one.details, **shot.details}) for one in others)
    two = ancients_table.lay(
        "bow bottom light_bow_infantry F5", "legion top heavy_infantry C5", "woods top heavy_infantry C6",
        terrain={"C6": "forest"},
    )  # fmt: skip
    assert helped(two, Shot("bow", "woods", extra_dice=1), Kind.TARGET) == [Shot("bow", "legion", extra_dice=1)]


@pytest.mark.rule("BLM-4.2")
def test_a_protector_is_the_answer_to_a_shot_at_his_friend_alone() -> None:
    units = archer(), enemy("orc", 20.5, 15, defence=12), enemy("goblin", 18.5, 15.5, defence=12), enemy("troll", 4, 9)
    battle = Battle.read(data(*units, terrain=[mill()]))
    shot = Shot("archer", "orc", protector="goblin")
    for kind in (Kind.DECLARE, Kind.TARGET):
        for other in helped(battle, shot, kind):
            assert ("protector" in other.details) is (other.target == "orc")
    better = ways.better_way(battle.preview(shot))
    assert [better.shot] if better else helped(battle, shot, Kind.DECLARE)[:1] == []


@pytest.mark.rule("EHZ-4.1")
def test_nobody_is_advised_to_keep_quite_still_who_cannot() -> None:
    for movement, stops in (("fast", True), ("subtle", False), ("still", False)):
        field = endless_horizons_field.field({"movement": movement}, metres=40)
        assert helped(field, endless_horizons_field.shot(), Kind.STILL) == [endless_horizons_field.shot()] * stops
    walking, stopped = (endless_horizons_field.field({"movement": one}, metres=40) for one in ("slow", "subtle"))
    (advice,) = (one for one in remedies(Variant.of(walking, endless_horizons_field.shot())) if one.kind is Kind.STILL)
    assert advice.chance == stopped.odds(endless_horizons_field.shot()).headline.chance


def test_a_step_aside_is_a_move_and_counts_as_one_so_that_nothing_is_advised_that_costs_more() -> None:
    two = Battle.read(parse(starter("ancients")))
    (shot,) = (one for one in legal_shots(two, ("slingers",)) if one.target == "camels")
    before = two.odds(shot).headline.chance
    for place in two.places.steps(two.state, "slingers"):
        moved = two.do(f"slingers move {place}").battle
        placed = two.with_state(two.places.put(two.state, "slingers", place))
        assert moved.preview(shot).odds is None or moved.odds(shot).headline.chance <= before
        assert placed.preview(shot).odds is None or placed.odds(shot).headline.chance > before, "as nobody may"
    assert not [one for one in remedies(Variant.of(two, shot)) if one.kind is Kind.STEP]
    village = Variant.of_file(EXAMPLES / "blightmeer-village.yaml", Shot("lookout", "brute"))
    now = village.preview.attack.net
    assert all(one.net >= now for one in remedies(village))


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


def test_a_point_more_of_a_number_with_decimals_keeps_them() -> None:
    bow = {"name": "Bow", "range": 10.1, "pierce": 0, "injury": 0, "long_reload": False}
    far = Variant.of(blightmeer_table.battle(archer(weapon=bow), enemy()), blightmeer_table.shot())
    reach = one(stats(far), "shooter", "weapon.range")
    assert reach.more is not None
    assert reach.more.preview.ruling.summary["in_range"], "11.1 inches are enough for 11.02, 11 are not"


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


def test_an_option_that_changes_the_odds_alone_says_so() -> None:
    found = worth(vary("endless-horizons-burst", shot=Shot("player", "target")))
    assert {one.text for one in found.bars() if "escalation" in one.name} == {"other odds, same chance"}
