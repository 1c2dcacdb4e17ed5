"""The exact step of every ruleset: all battles that a shot may lead to, against every throw for itself."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import ancients_table
import battles
import blightmeer_table
import duel_table
import endless_horizons_field
from battles import legal_shots
from fireline.analysis.goal import planning_of
from fireline.chance import Dist, FixedDice, Unanswered
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase, Move, Place, Shoot, Shot
from fireline.game.errors import IllegalCommand
from fireline.game.standing import Answers
from fireline.game.transitions import after, resolved, shot_transitions, transitions
from fireline.rulesets.ancients.commands import Retreat

LONGEST = 6
"""Throws that the long way round follows; what goes on longer is weighed and left."""


def every_throw(
    battle: Battle, command: Command, faces: tuple[Any, ...] = ()
) -> Iterator[tuple[Battle | None, Fraction]]:
    """The battle after every row of faces with its chance, None where there are more throws than are followed."""
    try:
        yield battle.play(command, FixedDice(*faces)).battle, Fraction(1)
    except Unanswered as waiting:
        if len(faces) == LONGEST:
            yield None, Fraction(1)
            return
        for face in waiting.die.faces:
            chance = waiting.die.probability(face)
            yield from ((after, chance * p) for after, p in every_throw(battle, command, (*faces, face)))


def brute_force(battle: Battle, command: Command) -> tuple[dict[Battle, Fraction], Fraction]:
    """The chances by the long way round, and the chance of all that was not followed."""
    chances: dict[Battle, Fraction] = {}
    left = Fraction(0)
    for reached, p in every_throw(battle, command):
        if reached is None:
            left += p
        else:
            chances[reached] = chances.get(reached, Fraction(0)) + p
    return chances, left


def ancients() -> tuple[Battle, Command]:
    battle = ancients_table.lay(
        "a bottom light_bow_infantry E5", "z top warrior C5 blocks=2", leaders=["xerxes top C5"]
    )
    return battle, Shoot(Shot("a", "z"))


def retreat() -> tuple[Battle, Command]:
    battle = ancients_table.lay(
        *("a bottom light_bow_infantry D5", "z top warrior A5 blocks=1"), leaders=["xerxes top A5"]
    )
    battle = battle.play(Shoot(Shot("a", "z")), FixedDice("flag", "red")).battle
    return battle, Retreat("z", 0, ())


def blightmeer(edition: str, **target: Any) -> tuple[Battle, Command]:
    usual: dict[str, Any] = {"defence": "-", "wounds": 2}
    archer, orc = blightmeer_table.archer(weapon="Rifle"), blightmeer_table.enemy(**usual | target)
    return blightmeer_table.battle(archer, orc, edition=edition, improvements={"deck": ["a", "b", "b"]}), Shoot(
        blightmeer_table.shot()
    )


def duel(*drawn: str) -> tuple[Battle, Command]:
    cards = ("a", "hit", 0), ("b", "hit", 2), ("c", "miss", 0), ("d", "hit", 0), ("e", "hit", -1)
    white = {"deck": duel_table.deck(*cards), "drawn": list(drawn)}
    return duel_table.duel("0,0", "2,0", duel_table.patch(), decks={"white": white}), Shoot(Shot("s", "t"))


def firearm(**options: Any) -> tuple[Battle, Command]:
    battle = endless_horizons_field.field(options=options)
    return battle, Shoot(endless_horizons_field.shot(bullets=3))


SMALL = {
    "ancients": ancients(),
    "ancients, a retreat off the board": retreat(),
    "blightmeer 2025-11": blightmeer("2025-11"),
    "blightmeer 2026-01, an unlimited chain": blightmeer("2026-01"),
    "blightmeer 2026-07": blightmeer("2026-07"),
    "duel of ages": duel(),
    "duel of ages, the deck runs out": duel("a", "c", "d", "e"),
    "endless horizons": firearm(),
    "endless horizons, escalation": firearm(escalation=True),
}


@pytest.mark.whole("long")
@pytest.mark.parametrize("case", SMALL)
def test_the_step_is_what_every_throw_for_itself_comes_to(case: str) -> None:
    battle, command = SMALL[case]
    exact, (chances, left) = after(battle, command), brute_force(battle, command)
    assert sum(exact.values()) == 1
    assert chances.keys() <= exact.keys()
    assert (left == 0) == ("unlimited" not in case)
    assert all(chances.get(one, 0) <= p <= chances.get(one, 0) + left for one, p in exact.items())


def test_faces_that_are_only_written_down_keep_nothing_apart() -> None:
    battle, command = firearm()
    outcomes = {one.outcome for one in transitions(battle, command)}
    assert len(after(battle, command)) == len({one.hits for one in outcomes}), "hits are kept, the faces are not"
    assert 1 < len(outcomes) < 10


def test_cards_drawn_are_part_of_the_battle_and_of_cards_alike_it_counts_only_how_many() -> None:
    battle, command = duel()
    assert {one.state.decks.white.drawn for one in after(battle, command)} == {
        ("c",),
        *((a, b) for a in "abde" for b in "abcde" if a != b),
    }
    assert isinstance(command, Shoot)
    merged = shot_transitions(battle, command.shot, alike=planning_of(battle).equivalence(battle.state))
    assert {one.battle.state.decks.white.drawn for one in merged} == {
        *(("c",), ("a", "b"), ("a", "c"), ("a", "e"), ("b", "c"), ("b", "e"), ("c", "e"), ("a", "d"))
    }


def test_answers_are_given_as_the_battle_says() -> None:
    strong = blightmeer_table.enemy("strong", 19.2, 18, defence=2, morale=2, wounds=9)
    battle = blightmeer_table.battle(
        blightmeer_table.archer(), blightmeer_table.enemy(defence="-", wounds=1), strong, edition="2026-07"
    )
    shot = blightmeer_table.shot()
    hit = {how: {one.outcome.target_hit for one in shot_transitions(battle.with_answers(how), shot)} for how in Answers}
    assert hit == {"customary": {"orc"}, "best": {"orc", "strong"}, "worst": {"orc"}}


def test_nobody_takes_a_step_that_the_rules_forbid() -> None:
    battle, _ = ancients()
    with pytest.raises(IllegalCommand):
        after(battle, Retreat("z", 0, ()))
    assert after(battle, EndPhase()) == Dist({battle.play(EndPhase(), FixedDice()).battle: Fraction(1)})
    assert resolved(transitions(battle, EndPhase())) == transitions(battle, EndPhase())


@pytest.mark.parametrize("kind", [Move, Place])
def test_a_move_and_an_edit_lead_to_the_battle_with_the_unit_there(kind: type[Move | Place]) -> None:
    battle = battles.battle("ancients-starter")
    there = kind("bow", "F6")
    assert battle.title("bow") != battle.play(there, FixedDice()).battle.title("bow")
    assert after(battle, there) == Dist({battle.play(there, FixedDice()).battle: Fraction(1)})


@pytest.mark.whole("long")
@pytest.mark.parametrize("name", [name for name in battles.WRITTEN if "starter" in name or "tommy" in name])
def test_what_no_later_shot_can_tell_apart_becomes_one_with_the_same_outcomes(name: str) -> None:
    battle = battles.battle(name)
    shot, alike = legal_shots(battle)[0], planning_of(battle).equivalence(battle.state)
    every, merged = shot_transitions(battle, shot), shot_transitions(battle, shot, alike=alike)
    assert len(merged) <= len(every)
    assert merged.map(lambda one: (one.outcome, one.losses)) == every.map(lambda one: (one.outcome, one.losses))
    canonical = every.map(lambda one: Battle(one.battle.ruleset, alike.state(one.battle.state)))
    assert merged.map(lambda one: one.battle) == canonical
