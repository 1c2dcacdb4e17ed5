"""Protect: who may try, what it comes to, and how the opponent is asked."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from blightmeer_table import Data, archer, battle, box, data, enemy, refused, shot, state, unit, wall
from fireline.chance import Dist, SeededDice
from fireline.game.battle import Battle
from fireline.game.command import EndPhase, Shoot, Shot
from fireline.game.errors import BattleFileError, IllegalCommand
from fireline.game.transitions import reply
from fireline.rulesets.blightmeer import scene
from fireline.rulesets.blightmeer.events import ShotDeclared, ShotFired
from fireline.rulesets.blightmeer.protect import Protect, declared
from fireline.rulesets.blightmeer.shot import Shooting, declare
from fireline.rulesets.blightmeer.state import Declared
from refusing import wrong_with

LATER = ("2026-01", "2026-07")
later = pytest.mark.parametrize("edition", LATER)


def ally(*at: float, **more: Any) -> Data:
    """A friend of the orc, beside him where nothing else is said."""
    return enemy("ally", *(at or (19.5, 18)), **more)


def shooting(game: Battle, which: Shot | None = None) -> Shooting:
    return declare(state(game), which or shot())


def protectors(*units: Data, edition: str = "2026-01", **more: Any) -> list[str]:
    """Who may Protect the orc."""
    game = battle(archer(), *units, edition=edition, **more)
    named = [one.id for one in shooting(game).protectors]
    for one in state(game).units[2:]:
        assert (one.id in named) == (not refused(game, shot(protector=one.id))), "what may be named is legal"
    return named


def why_not(*units: Data, edition: str = "2026-01", **more: Any) -> list[str]:
    ruling = battle(archer(), *units, edition=edition, **more).check(shot(protector="ally"))
    return [str(one) for one in ruling.refusals]


# --- who may try ----------------------------------------------------------------------------


@pytest.mark.rule("BLM-4.2")
def test_an_ally_within_2_inches_of_the_target_may_protect() -> None:
    # 2 inches between the bases are 2 + 25/25.4 between the middles.
    assert protectors(enemy(), ally(18 + 2.98425, 18)) == ["ally"]
    assert protectors(enemy(), ally(18 + 2.98426, 18)) == []
    # On a platform straight above, where the middles are nearer than two radii, the height alone counts.
    assert protectors(enemy(), ally(18.5, 18, 2)) == ["ally"]
    assert protectors(enemy(), ally(18.5, 18, 2.0000001)) == []
    assert why_not(enemy(), ally(18.5, 18, 2.0000001)) == [
        'ally is just over 2" from orc; a protector is within 2". BLM-4.2'
    ]
    assert why_not(enemy(), ally(22, 18)) == ['ally is 3.02" from orc; a protector is within 2". BLM-4.2']


@pytest.mark.rule("BLM-4.2")
@later
@pytest.mark.parametrize(
    ("status", "may"), [("staggered", True), ("dazed", False), ("stunned", False), ("incapacitated", False)]
)
def test_who_cannot_act_cannot_protect(edition: str, status: str, may: bool) -> None:
    assert protectors(enemy(), ally(status=[status]), edition=edition) == (["ally"] if may else [])
    if not may:
        reasons = why_not(enemy(), ally(status=[status]), edition=edition)
        assert reasons == [f"ally is {status.capitalize()} and cannot Protect. BLM-4.2"]


@pytest.mark.rule("BLM-4.2")
@pytest.mark.parametrize(
    ("edition", "option", "may"),
    [
        ("2026-01", {}, True),
        ("2026-07", {}, False),
        ("2026-01", {"protector_must_be_unengaged": True}, False),
        ("2026-07", {"protector_must_be_unengaged": False}, True),
    ],
)
def test_an_engaged_ally_by_edition_and_option(edition: str, option: Data, may: bool) -> None:
    assert protectors(enemy(), ally(engaged=True), edition=edition, options=option) == (["ally"] if may else [])
    assert why_not(enemy(), ally(engaged=True), edition=edition, options=option) == (
        [] if may else ["ally is engaged and cannot Protect. BLM-4.2"]
    )


@pytest.mark.rule("BLM-4.2")
def test_only_an_ally_protects_and_not_himself() -> None:
    assert shooting(battle(archer(), enemy(), ally(), edition="2025-11")).protectors == ()
    with pytest.raises(BattleFileError, match=r"shot\.protector: nobody can Protect in blightmeer@2025-11"):
        battle(archer(), enemy(), ally(), edition="2025-11").check(shot(protector="ally"))
    game = battle(archer(), enemy(), unit("friend", "red", 19.5, 18), unit("stranger", "green", 16.5, 18))
    assert shooting(game).protectors == ()
    for who in ("friend", "stranger", "orc"):
        assert [str(one) for one in game.check(shot(protector=who)).refusals] == [
            f"{who} is no ally of orc; only an ally protects. BLM-4.2"
        ]
    said = wrong_with(game.check, shot(protector="freind"))
    assert said == "shot.protector: 'freind' is no unit of this battle; did you mean 'friend'?"


@pytest.mark.rule("BLM-4.3")
def test_a_protector_sees_its_ally_and_need_not_be_seen_by_the_shooter() -> None:
    before_it = wall("screen", (18.8, 17), (20.4, 17))
    between = wall("screen", (18.75, 17.2), (18.75, 18.8))
    hidden = battle(archer(), enemy(), ally(), terrain=[before_it])
    assert not hidden.check(Shot("archer", "ally")).legal
    assert protectors(enemy(), ally(), terrain=[before_it]) == ["ally"]
    assert protectors(enemy(), ally(), terrain=[between]) == []
    assert why_not(enemy(), ally(), terrain=[between]) == ["ally does not see orc, the ally it would protect. BLM-4.3"]


@pytest.mark.rule("BLM-4.3", "BLM-5.3")
@later
def test_for_a_protector_its_own_side_is_absent_and_the_shooters_is_not(edition: str) -> None:
    def sees(between: Data) -> tuple[str, ...]:
        here = state(battle(archer(), enemy(), ally(19.99, 18), between, edition=edition))
        return scene.line_of_sight(here, here.unit("ally"), here.unit("orc")).blockers

    assert sees(enemy("goblin", 18.995, 18)) == ()
    assert sees(unit("friend", "red", 18.995, 18)) == ("friend",)
    assert protectors(enemy(), ally(19.99, 18), enemy("goblin", 18.995, 18), edition=edition) == ["ally", "goblin"]


# --- what it comes to -----------------------------------------------------------------------


def mixed(chance: Fraction, passed: Dist[Any], failed: Dist[Any]) -> dict[Any, Fraction]:
    """Two distributions as a Morale Check mixes them."""
    found: dict[Any, Fraction] = defaultdict(Fraction)
    for dist, share in ((passed, chance), (failed, 1 - chance)):
        for outcome, p in dist.items():
            found[outcome] += p * share
    return {outcome: p for outcome, p in found.items() if p}


def passes(edition: str, morale: int) -> Fraction:
    """The chance of a Morale Check by hand."""
    lowest = 5 if edition == "2026-07" else 2
    return Fraction(sum(face == 20 or face >= max(morale, lowest) for face in range(1, 21)), 20)


@pytest.mark.rule("BLM-4.2", "BLM-7.1")
@later
@pytest.mark.parametrize("morale", [1, 5, 12, 20, 21])
def test_the_odds_are_mixed_by_the_morale_check(edition: str, morale: int) -> None:
    orc, guard = enemy(defence=16, wounds=2), ally(defence=11, wounds=1, morale=morale, gear=["shield"])
    crate = box("crate", (18.2, 16.8), (0.4, 0.2, 0.7))
    game = battle(archer(weapon="Crossbow"), orc, guard, terrain=[crate], edition=edition)
    assert game.check(shot()).cover
    open_ = battle(archer(weapon="Crossbow"), orc, guard, edition=edition)
    at_guard = open_.odds(Shot("archer", "ally", protector=None)).outcomes
    expected = mixed(passes(edition, morale), at_guard, game.odds(shot(protector=None)).outcomes)
    assert dict(game.odds(shot(protector="ally")).outcomes.items()) == expected


@pytest.mark.rule("BLM-7.2")
def test_a_staggered_protector_has_disadvantage_where_the_table_says_so() -> None:
    def chance(**options: bool) -> Fraction:
        game = battle(archer(), enemy(), ally(status=["staggered"], morale=11), options=options)
        return game.odds(shot(protector="ally")).marginal("target_hit")["ally"]

    assert chance() == Fraction(1, 2)
    assert chance(staggered_protects_worse=True) == Fraction(1, 4)


@pytest.mark.rule("BLM-4.3")
def test_a_protector_never_has_cover() -> None:
    crate = box("crate", (18.7, 16.8), (3, 0.2, 0.8))
    game = battle(archer(moved=True), enemy(), ally(), terrain=[crate])
    assert game.check(shot()).cover
    assert game.check(Shot("archer", "ally")).cover
    assert not shooting(game, shot(protector="ally")).at_protector().covered
    assert game.check(shot(protector="ally")).summary["defence_needed"] == 9, "15 less 3 for Cover and 3 for the move"
    steady = battle(archer(moved=True), enemy(), ally(morale=1), terrain=[crate], options={"natural_1_fails": False})
    protected = steady.odds(shot(protector="ally"))
    assert protected.marginal("target_hit") == {"ally": 1}
    open_ = battle(archer(moved=True), enemy(), ally(), options={"natural_1_fails": False})
    assert protected.outcomes == open_.odds(Shot("archer", "ally", protector=None)).outcomes


# --- what is measured -----------------------------------------------------------------------

TO_PROTECTOR = {"measure_to_protector": True}
SURE: Data = {"morale": 1, "defence": "-"}


@pytest.mark.rule("BLM-4.2", "BLM-2.2")
def test_range_is_measured_to_the_target_declared() -> None:
    # The orc is 11.02 away, his ally behind him 13.02.
    weapon = {"name": "sling", "range": 12}
    units = archer(weapon=weapon), enemy(), ally(18, 20, **SURE)
    assert battle(*units).odds(shot(protector="ally")).headline.chance > 0
    passed = battle(*units, options=TO_PROTECTOR | {"natural_1_fails": False}).odds(shot(protector="ally"))
    assert passed.headline.chance == 0, "it steps in front, and is out of range"
    assert passed.marginal("target_hit") == {"ally": 1}
    # The other way round the target decides before anybody can step in.
    near = archer(weapon=weapon | {"range": 10}), enemy(), ally(18, 16, **SURE)
    for options in ({}, TO_PROTECTOR):
        game = battle(*near, options=options)
        assert game.check(shot()).summary["in_range"] is False
        assert game.odds(shot(protector="ally")).headline.chance == 0
        assert game.odds(shot(protector="ally")).marginal("target_hit") == {"orc": 1}


@pytest.mark.rule("BLM-4.2", "BLM-6.1")
@pytest.mark.parametrize(
    ("orc", "guard", "declared_to", "protector"),
    [
        (0.0, 0.0, True, True),
        (0.0, 1.5, True, False),  # the ally stands on a step
        (1.5, 0.0, False, True),
    ],
)
def test_height_is_measured_to_the_target_declared(
    orc: float, guard: float, declared_to: bool, protector: bool
) -> None:
    units = archer(at=(18, 6, 2.5)), enemy("orc", 18, 18, orc), ally(19.5, 18, guard)
    assert advantage(*units) is declared_to
    assert advantage(*units, options=TO_PROTECTOR) is protector
    # Half of 23 inches lies between the orc and his ally.
    far = archer(at=(18, 6, 2), weapon={"range": 23}), enemy("orc", 18, 18, 0), ally(18, 20, 0)
    assert advantage(*far)
    assert not advantage(*far, options=TO_PROTECTOR)


def advantage(*units: Data, **more: Any) -> bool:
    """Whether a shot at the protector has Advantage."""
    return shooting(battle(*units, **more), shot(protector="ally")).at_protector().advantage


# --- replies --------------------------------------------------------------------------------

FAMILIES: list[tuple[Data, ...]] = [
    (enemy(defence=17), ally(defence=11, morale=8), enemy("guard", 16.5, 18, defence=18, morale=12)),
    (enemy(defence=10, wounds=3), ally(defence=15, morale=8), enemy("guard", 16.5, 18, defence=12, morale=4)),
    (enemy(wounds=1), ally(wounds=4, morale=15), enemy("guard", 16.5, 18, wounds=3, morale=11)),
    (enemy(status=["stunned"]), ally(), enemy("guard", 16.5, 18, gear=["tower_shield"])),
    (enemy(), ally(morale="-"), enemy("guard", 16.5, 18, morale="-")),
    (enemy(wounds=9), ally(wounds=9), enemy("guard", 16.5, 18, wounds=8)),
]


def every_reply(game: Battle) -> Iterator[tuple[str | None, Fraction, Fraction, Fraction]]:
    """Each answer and what it comes to, from the odds of the shot that names it; last what it is expected to lose."""
    for who in (None, "ally", "guard"):
        odds = game.odds(shot(protector=who))
        out = odds.outcomes.probability(lambda one: one.injury == "incapacitated")
        wounds = odds.outcomes.mean(lambda one: one.wounds_lost)
        yield who, out, wounds, wounds + odds.outcomes.mean(partial(weight, game))


def weight(game: Battle, outcome: Any) -> int:
    """How much more an injury weighs than the one there was."""
    weights = {"none": 0, "dazed": 1, "stunned": 2, "incapacitated": 5}
    before = next((one for one in game.state.units if one.id == outcome.target_hit), None)
    assert before is not None
    return weights[outcome.injury] - weights[str(before.injury)] if outcome.injury != "none" else 0


@pytest.mark.whole("long")
@pytest.mark.rule("BLM-4.2")
@later
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("weapon", ["Rifle", "Throwing Stars", "Long Bow"])
@pytest.mark.parametrize("by", [{}, {"protect_by": "weighted"}], ids=str)
def test_replies_and_the_best_of_them_agree_with_every_answer(
    edition: str, family: tuple[Data, ...], weapon: str, by: Data
) -> None:
    game = battle(archer(weapon=weapon, at=(18, 9)), *family, edition=edition, options=by)
    expected = list(every_reply(game))
    told = game.check(shot()).summary["replies"]
    assert [(one["protector"], Fraction(one["incapacitated"]), Fraction(one["wounds"])) for one in told] == [
        one[:3] for one in expected
    ]
    assert [one.get("weighted") for one in told] == [str(one[3]) if by else None for one in expected]
    first = min(expected, key=lambda one: one[3] if by else one[1:3])[0]
    assert [one["protector"] for one in told if one["best"]] == [first]
    waiting = game.play(Shoot(shot()), SeededDice(seed=1)).battle
    assert reply(waiting) == Protect()
    assert reply(waiting.with_answers("best")) == Protect(first or "")
    last = max(expected[::-1], key=lambda one: one[3] if by else one[1:3])[0]
    assert reply(waiting.with_answers("worst")) == Protect(last or "")


@pytest.mark.rule("BLM-4.2")
def test_the_best_answer_spares_a_life_before_wounds_and_the_ruling_prints_what_decides() -> None:
    units = archer(at=(18, 9)), enemy(defence=4, wounds=1), ally(defence="-", wounds=4, morale=2)
    lives, weighed = (battle(*units, options=by) for by in ({}, {"protect_by": "weighted"}))
    nobody, somebody = lives.check(shot()).summary["replies"]
    assert Fraction(nobody["incapacitated"]) > Fraction(somebody["incapacitated"])
    assert Fraction(nobody["wounds"]) < Fraction(somebody["wounds"]), "fewer Wounds, but they may kill"
    text = next(one.text for one in weighed.check(shot()).steps if one.rule == "BLM-4.2")
    assert text.endswith(" expected, Wounds and weighed injuries.")
    assert "Best for him is nobody" in text
    assert weighed.data()["options"] == {"protect_by": "weighted"}


def test_where_nobody_could_protect_no_answers_are_told() -> None:
    assert "replies" not in battle(archer(), enemy(), ally(30, 30)).check(shot()).summary, "there is no other"
    assert "replies" not in battle(archer(weapon={"range": 3}), enemy(), ally()).check(shot()).summary


# --- the opponent is asked ------------------------------------------------------------------


def game(edition: str = "2026-01", **more: Any) -> Battle:
    return Battle.read(data(archer(), enemy(), ally(), edition=edition, **more))


def waiting() -> Battle:
    return game().play(Shoot(shot()), SeededDice(seed=3)).battle


@pytest.mark.rule("BLM-4.2", "BLM-7.1")
@later
def test_a_shot_waits_for_the_opponents_word(edition: str) -> None:
    turned = game(edition).play(Shoot(shot()), SeededDice(seed=3))
    assert turned.events == (ShotDeclared("archer", "orc"),)
    here = state(turned.battle)
    assert here.due == Declared("archer", "orc")
    assert not here.unit("archer").shot
    assert turned.battle.owing == "blue"
    assert turned.battle.legal() == (Protect(), Protect("ally"))
    assert declared(here) == shooting(turned.battle)


@pytest.mark.rule("BLM-4.2")
def test_the_opponent_names_nobody_or_somebody() -> None:
    for who in ("", "ally"):
        turned = waiting().play(Protect(who), SeededDice(seed=3))
        (fired,) = [event for event in turned.events if isinstance(event, ShotFired)]
        assert fired.protector == (who or None)
        assert bool(fired.protecting) is bool(who)
        here = state(turned.battle)
        assert here.due is None
        assert here.unit("archer").shot
        assert turned.battle.owing is None


@pytest.mark.rule("BLM-4.2", "BLM-1.2")
def test_nothing_else_may_be_said_meanwhile() -> None:
    here = waiting()
    assert [str(one) for one in here.ruleset.refusals(here.state, EndPhase())] == [
        "An attack is not resolved yet. BLM-1.2"
    ]
    assert [str(one) for one in here.check(shot()).refusals] == ["The attack on orc is not resolved yet. BLM-1.2"]


@pytest.mark.rule("BLM-4.2")
@pytest.mark.parametrize(
    ("who", "because"),
    [
        ("archer", "archer is no ally of orc; only an ally protects. BLM-4.2"),
        ("nobody", "nobody is not on the table. BLM-4.2"),
    ],
)
def test_answers_that_the_rules_forbid(who: str, because: str) -> None:
    assert [str(one) for one in game().refusals(Protect(who))] == ["No shot waits for a protector. BLM-4.2"]
    assert [str(one) for one in waiting().refusals(Protect(who))] == [because]
    with pytest.raises(IllegalCommand, match="BLM-4"):
        waiting().play(Protect(who), SeededDice(seed=3))


@pytest.mark.rule("BLM-2.2", "BLM-4.2")
def test_a_shot_out_of_range_does_not_wait_either() -> None:
    far = battle(archer(weapon={"range": 3}), enemy(), ally())
    (fired,) = far.play(Shoot(shot()), SeededDice(seed=3)).events
    assert isinstance(fired, ShotFired)
    assert (fired.protector, fired.attacks) == (None, ())
