"""The chance by distance in the open: against battle files in which the two stand so far apart, alone."""

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

import ancients_table
import blightmeer_table
import duel_table
import endless_horizons_field
from fireline.analysis.ranges import RangeCurve, Ranges, ranges
from fireline.analysis.vary import vary
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.errors import BattleFileError
from fireline.game.ways import ways
from fireline.rulesets.endless_horizons import modifiers
from fireline.ruling import ModifierChange
from fireline.ruling.prose import exactly, percent

GLOCK, G36 = {"name": "Glock 17", "where": "holster"}, {"name": "G36", "loaded": 3}
PISTOL, TOMMY = (
    duel_table.gun("Pistol", max_range=2, power=6),
    duel_table.gun("Tommy Gun", min_range=2, max_range=5, power=2, wounds=1),
)
BASE = {"base": 25.4}
"""A base of an inch, so that a file can say exactly where two stand apart."""


def ancients(far: int) -> Battle:
    """The same two in the middle of a usual board, each with his leader."""
    leaders = ["l bottom E2", f"m top E{far + 2}"]
    return ancients_table.lay("a bottom light_sling_infantry E2 moved=1", f"z top warrior E{far + 2}", leaders=leaders)


def duel(far: int, weapon: str) -> Battle:
    spaces = {f"{q},0": "clear" for q in range(far + 1)}
    return duel_table.duel("0,0", f"{far},0", spaces, weapon={"Pistol": PISTOL, "Tommy Gun": TOMMY}[weapon])


def blightmeer(far: int) -> Battle:
    archer, orc = blightmeer_table.archer(at=(1, 6), **BASE), blightmeer_table.enemy("orc", 2 + far, 6, **BASE)
    return blightmeer_table.battle(archer, orc, table={"width": 90, "depth": 36})


def endless(far: int, weapon: Any) -> Battle:
    return endless_horizons_field.field({"weapon": weapon, "actions": 2}, metres=far)


WOOD = {"material": "wood", "full": True}
CROWDED: Mapping[str, tuple[Battle, str, str, Mapping[str, Callable[[int], Battle]], range]] = {
    "ancients": (
        ancients_table.lay(
            "z top warrior D5", "a bottom light_sling_infantry F5 moved=1", "y top elephant C5", "b bottom auxilia E5",
            leaders=["l bottom F5", "m top D5"], terrain={"D5": "forest", "F5": "hill"}, ramparts={"D5": ["SE"]},
        ),
        "a", "z", {"as it stands": ancients}, range(1, 5),
    ),
    "duel-of-ages": (
        duel_table.duel(
            "0,0", "2,0", duel_table.patch(3, _2_0="woods", _1_0="water"), [[0.4, 0.1], [0.6, 0.1], [0.6, 0.9]],
            weapon=PISTOL,
            heroes=[
                duel_table.hero("r", "white", "0,1", cards=[PISTOL, TOMMY]),
            ],
            step="reaction", team="white",
        ),
        "r", "t", {name: partial(duel, weapon=name) for name in ("Pistol", "Tommy Gun")}, range(1, 7),
    ),
    "blightmeer": (
        blightmeer_table.battle(
            blightmeer_table.enemy("orc", 18, 18, **BASE), blightmeer_table.archer(**BASE),
            blightmeer_table.enemy("goblin", 18, 12), terrain=[blightmeer_table.wall("w", (10, 15), (26, 15))],
        ),
        "archer", "orc", {"Long Bow": blightmeer}, range(1, 32),
    ),
    "endless-horizons": (
        endless_horizons_field.field(
            {"weapon": G36, "carried": [GLOCK], "actions": 2, "cover": WOOD}, {"cover": WOOD},
            {"id": "other", "weapon": "MP5", "suppressing": {"bullets": 2, "targets": ["jack"]}},
        ),
        "jack", "drone",
        {"G36": partial(endless, weapon=G36), "Glock 17": partial(endless, weapon="Glock 17")},
        range(1, 611),
    ),
}  # fmt: skip
"""Of each game a battle full of others and terrain, who shoots, and by weapon the two alone in a file of their own."""


def asked(game: str, **how: Any) -> Ranges:
    battle, shooter, target, *_ = CROWDED[game]
    return ranges(vary(battle, shot=Shot(shooter, target)), labels=["as it stands"], **how)


def figure(battle: Battle, shooter: str, target: str) -> Fraction | None:
    """The greatest chance of a legal shot, in every way."""
    every = [battle.preview(Shot(shooter, target, **way.shot.details)) for way in ways(battle, shooter, target)]
    return max((one.odds.headline.chance for one in every if one.odds), default=None)


def at(curve: RangeCurve, distance: int) -> Fraction | None:
    """The chance that a curve says of a distance: that of the stretch in which it lies."""
    return next(one.p for one in curve.stretches if one.least <= distance <= one.most)


@pytest.mark.parametrize("game", CROWDED)
def test_every_distance_is_that_of_a_file_with_the_two_alone(game: str) -> None:
    *_, files, distances = CROWDED[game]
    found, who = asked(game), {"duel-of-ages": ("s", "t"), "ancients": ("a", "z")}
    assert [curve.label for curve in found.curves] == list(files)
    assert found.complete
    for curve, (name, file) in zip(found.curves, files.items(), strict=True):
        assert curve.points[-1].distance >= distances[-1], "one step beyond the reach"
        for far in distances:
            alone = file(far)
            shooter, target = who.get(game, (found.shot.shooter, found.shot.target))
            assert at(curve, far) == figure(alone, shooter, target), (name, far)


def test_what_is_told_of_the_field_and_where_nothing_can_be_done() -> None:
    for game in CROWDED:
        found = asked(game)
        assert found.stands_on.startswith("In the open: without ")
        assert found.best[-1].curves == ()
        if len(found.curves) == 1:
            most = max(one.p for one in found.curves[0].stretches if one.p is not None)
            assert f" has at most {percent(most)}, at " in found.sentence
        told = json.loads(json.dumps(found.data()))
        assert [one["from"] for one in told["best"]] == [one.least for one in found.best]
        assert told["curves"][0]["points"][0]["p"] == (None if (p := found.curves[0].points[0].p) is None else str(p))
        assert told["curves"][0]["steps"][-1]["to"] == found.tried[-1]
        (table,) = found.in_full()
        written = {chance for row in table.rows for chance in row[1:]}
        stretches = [one.p for curve in found.curves for one in curve.stretches]
        assert written == {"no shot" if p is None else exactly(p) for p in stretches}


def test_an_added_rule_makes_a_step_of_its_own_and_a_bonus_counts_in_every_shot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def flares(shooting: Any, _: int) -> ModifierChange | None:
        return ModifierChange("flares", -1) if shooting.distance.squared > 437**2 else None

    plain, game = at(asked("endless-horizons").curves[0], 500), modifiers
    assert plain is not None
    battle, *_ = CROWDED["endless-horizons"]
    assert at(ranges(vary(battle, shot=Shot("jack", "drone", effort=1))).curves[0], 500) == plain + Fraction(1, 10)
    monkeypatch.setattr(game.modifiers, "_entries", [*game.modifiers._entries])
    game.modifiers.rule("EHZ-2.1")(flares)
    curve = asked("endless-horizons").curves[0]
    assert [at(curve, far) for far in (437, 438, 600)] == [plain, plain + Fraction(1, 10), plain + Fraction(1, 10)]


def test_time_that_is_up_leaves_out_distances_and_says_so() -> None:
    heard = list[tuple[float, int]]()
    found = asked("endless-horizons", seconds=1e-9, heard=lambda share, far: heard.append((share, len(far.tried))))
    assert (found.complete, found.tried) == (False, (1,))
    assert found.sentence.endswith(" (so far, of 1 distance)."), "nothing is said of the others"
    alone = vary(ancients(3), shot=Shot("a", "z"))
    assert "at any distance (so far, of 1 distance): " in ranges(alone, seconds=0).sentence, "the first is too near"
    tired = ancients_table.lay("a bottom light_sling_infantry E2 battled=yes", "z top warrior E5")
    told = ranges(vary(tired, shot=Shot("a", "z"))).sentence
    assert "at any distance: " in told
    assert "adjacent" not in told, "that is so at one distance alone"
    pistol = vary(duel(2, "Pistol"), shot=Shot("s", "t"))
    assert ranges(pistol, seconds=0).sentence.endswith("at 1 space (so far, of 1 distance).")
    assert ranges(pistol).sentence.endswith("; no shot beyond 2 spaces.")
    whole = asked("endless-horizons", heard=lambda share, far: heard.append((share, len(far.tried))))
    assert sorted(set(heard[1:])) == heard[1:], "ever further, and ever more is known"
    assert heard[1] == (heard[1][0], 1)
    assert 0 < heard[-1][0] <= 1
    assert heard[-1][1] <= len(whole.tried)


def test_a_shot_that_names_what_the_field_has_not_is_asked_about_without_that() -> None:
    archer, orc = blightmeer_table.archer(), blightmeer_table.enemy("orc", 18, 15)
    mill = blightmeer_table.battle(
        archer, orc, blightmeer_table.enemy("goblin", 19, 16), terrain=[blightmeer_table.mill()]
    )
    path = ["1,1", "2,0"]
    ran = duel_table.hero("t", "black", "2,0", last_action={"kind": "move", "path": ["0,2", *path]})
    heroes = [duel_table.hero("s", "white", "0,0", cards=[duel_table.gun()]), ran]
    reaction = duel_table.read(
        {"board": {"spaces": duel_table.patch()}, "heroes": heroes, "step": "reaction", "team": "white"}
    )
    for battle, plain, more in (
        (mill, Shot("archer", "orc"), {"peer": "north"}),
        (mill, Shot("archer", "orc"), {"protector": "goblin"}),
        *((reaction, Shot("s", "t"), {"space": space}) for space in path),
    ):
        named = Shot(plain.shooter, plain.target, **more)
        assert battle.check(named).legal
        assert ranges(vary(battle, shot=named)).curves == ranges(vary(battle, shot=plain)).curves


@pytest.mark.parametrize("game", CROWDED)
def test_whoever_is_not_there_is_named(game: str) -> None:
    battle, shooter, target, *_ = CROWDED[game]
    assert battle.with_turn_of("nobody") is battle
    for shot, place in ((Shot("nobody", target), "shooter"), (Shot(shooter, "nobody"), "target")):
        with pytest.raises(BattleFileError, match=rf"^shot\.{place}: 'nobody' is no "):
            ranges(vary(battle, shot=shot))
