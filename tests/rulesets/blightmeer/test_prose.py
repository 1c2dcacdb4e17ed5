"""Rulings and stories in words, as a player reads them."""

from typing import Any

import pytest

from blightmeer_table import Data, archer, battle, enemy, hedge, mill, shot, unit, wall
from fireline.chance import FixedDice
from fireline.game.answers import TargetAnswer
from fireline.game.battle import Battle
from fireline.game.command import EndPhase, NextTurn, Shoot, Shot
from fireline.rulesets.blightmeer.protect import Protect
from fireline.rulesets.blightmeer.scene import called

CHART = "14 or less Dazed, 15 to 17 Stunned, 18 or more Incapacitated."
BARE: Data = {"improvements": {"deck": []}}
"""No card is drawn where the faces are laid down."""


def steps(game: Battle, which: Shot | None = None) -> list[str]:
    return [str(step) for step in game.check(which or shot()).steps]


def step(game: Battle, rule: str, which: Shot | None = None) -> list[str]:
    """The steps under one rule."""
    return [one.text for one in game.check(which or shot()).steps if one.rule == rule]


def refusals(game: Battle, which: Shot | None = None) -> list[str]:
    return [str(one) for one in game.check(which or shot()).refusals]


def story(game: Battle, *faces: object, **details: Any) -> list[str]:
    """The story of a shot with its dice laid down."""
    return [str(one) for one in game.shoot(shot(**details), dice=faces).story]


# --- rulings --------------------------------------------------------------------------------


def test_a_unit_is_called_by_its_id_and_weapon() -> None:
    game = battle(archer(), enemy(weapon=None))
    assert game.check(shot()).title == "archer (Long Bow) > orc"
    assert game.title("nobody") == "nobody"


@pytest.mark.rule("BLM-7.5")
@pytest.mark.parametrize(
    ("injury", "roll"),
    [(2, "A roll of 18 or more, hit or miss,"), (-1, "No roll"), (20, "A roll of 1 or more, hit or miss,")],
)
def test_what_is_critical_by_value_is_told_as_a_roll(injury: int, roll: str) -> None:
    game = battle(archer(weapon={"range": 30, "injury": injury}), enemy(), edition="2026-07")
    assert step(game, "BLM-7.5") == [f"{roll} gives one more attack, which cannot be critical."]


@pytest.mark.rule("BLM-3.1")
def test_why_it_may_not_be_targeted_in_the_first_edition() -> None:
    game = battle(archer(), enemy("a", 14, 10), enemy("b", 22, 10.5), enemy(), edition="2025-11", terrain=[hedge()])
    assert refusals(game) == ["a and b are closer than orc, which is in Cover itself. BLM-3.1"]
    told = {seen.target: TargetAnswer(seen).bar.text for seen in game.targets("archer")}
    assert told["a"].endswith(f". {game.check(Shot('archer', 'a')).allowed}")
    assert told["orc"] == f"not legal: {refusals(game)[0]}"
    open_ = battle(archer(), enemy("one and another", 14, 10), enemy(), edition="2025-11")
    assert refusals(open_) == ["one and another is closer than orc and not in Cover. BLM-3.1"]


@pytest.mark.rule("BLM-6.1", "BLM-7.2")
def test_disadvantage_is_told_and_that_it_cancels_advantage() -> None:
    high = battle(archer(at=(18, 6, 2), status=["staggered"]), enemy("orc", 18, 18, 0))
    assert step(high, "BLM-6.1") == ['orc is 2" below; half the range is 15": Advantage.']
    assert step(high, "BLM-7.2") == ["Ranged Check: 14 or more on a d20 (Advantage and Disadvantage cancel)."]
    level = battle(archer(status=["staggered"]), enemy())
    assert step(level, "BLM-7.2") == ["Ranged Check: 14 or more on a d20 with Disadvantage."]


@pytest.mark.rule("BLM-7.2", "BLM-7.3")
@pytest.mark.parametrize(
    ("edition", "ranged", "text"),
    [
        ("2026-01", 21, "Ranged Check: 21 or more on a d20, so only a natural 20 passes."),
        ("2026-07", 21, "Ranged Check: 21 or more on a d20, which no roll is."),
        ("2026-07", 20, "Ranged Check: 20 or more on a d20."),
        ("2026-07", 3, "Ranged Check: 3 or more on a d20, but a natural 1 to 4 fails."),
        ("2026-07", 5, "Ranged Check: 5 or more on a d20."),
        ("2025-11", 1, "Ranged Check: 1 or more on a d20, but a natural 1 fails."),
    ],
)
def test_where_natural_rolls_matter_it_is_told(edition: str, ranged: int, text: str) -> None:
    assert step(battle(archer(ranged=ranged), enemy(), edition=edition), "BLM-7.2") == [text]


@pytest.mark.rule("BLM-2.3", "BLM-7.3")
@pytest.mark.parametrize(
    ("orc", "more", "text"),
    [
        (
            {"defence": 1},
            {"moved": True},
            "Defence Check: −2 or more on a d20, but a natural 1 fails (Defence 1, net pierce −3).",
        ),
        (
            {"defence": 19},
            {"weapon": "Rifle"},
            "Defence Check: 22 or more on a d20, so only a natural 20 passes (Defence 19, net pierce +3).",
        ),
    ],
)
def test_what_a_defence_check_needs_and_why(orc: Data, more: Data, text: str) -> None:
    assert step(battle(archer(**more), enemy(**orc)), "BLM-7.3") == [text]


@pytest.mark.rule("BLM-7.6", "BLM-7.9")
def test_wounds_and_injuries_that_are_there_already() -> None:
    game = battle(archer(), enemy(wounds=0, status=["stunned"]))
    assert step(game, "BLM-7.6") == [
        "Each Defence Check that fails takes a Wound; orc has 0 Wounds, which counts as 1."
    ]
    assert step(game, "BLM-7.8") == ["At 0 Wounds the highest value of those that got through injures."]
    assert step(game, "BLM-7.9") == [f"{CHART} It is Stunned already: only what is worse counts."]
    staggered = battle(archer(), enemy(status=["staggered"]), options={"staggered_defends_worse": True})
    assert step(staggered, "BLM-7.3") == ["Defence Check: 15 or more on a d20 with Disadvantage."]
    assert step(staggered, "BLM-7.9") == [CHART]


@pytest.mark.rule("BLM-4.2", "BLM-4.3")
def test_protect_in_a_ruling() -> None:
    units = archer(moved=True), enemy(), enemy("ally", 19.5, 18, gear=["shield"]), enemy("guard", 16.5, 18, morale="-")
    game = battle(*units)
    assert step(game, "BLM-4.2")[0].startswith("The opponent may Protect with ally or guard. Best for him is ")
    assert step(game, "BLM-4.2", shot(protector="ally")) == [
        "ally tries to Protect, Morale Check: 12 or more on a d20."
    ]
    (passed,) = step(game, "BLM-4.3", shot(protector="ally"))
    assert passed == (
        "If it passes, ally is the target, without Cover. Defence Check: 8 or more on a d20 "
        "(Defence 15, shield −4, net pierce −3); ally has 1 Wound."
    )
    assert step(game, "BLM-4.2", shot(protector="guard")) == [
        "guard tries to Protect, but has a Morale of - and fails."
    ]
    assert step(game, "BLM-4.3", shot(protector="guard")) == []


@pytest.mark.rule("BLM-4.4")
def test_a_window_in_a_ruling() -> None:
    told = steps(battle(archer(), enemy(), terrain=[mill()]), shot(peer="north"))
    assert told[0] == (
        "Line of sight from the window north clear: 100.0% of the body is seen, "
        'from 0.50" along the opening and 0.50" above its sill. BLM-4.4'
    )
    assert told[-1] == ("Until the next turn of archer starts, any enemy that sees the window may target it. BLM-4.4")
    named = steps(battle(archer(), enemy(), terrain=[mill("north window")]), shot(peer="north window"))
    assert named[0].startswith("Line of sight from the north window clear")
    assert called("Big Window") == "the Big Window"


def test_what_was_not_given_is_told_as_it_is() -> None:
    lines = list(battle(archer(weapon=None), enemy()).check(shot()).lines())
    assert lines == [
        "archer > orc (Long Bow)",
        "NOT LEGAL",
        "  archer has no ranged weapon. BLM-1.1",
        "  Line of sight clear: 100.0% of the body is seen. BLM-5.1",
        "  - -3 target has Cover (nothing hides any part of its body) BLM-7.3",
        "  - -3 shooter moved (it has not moved this turn) BLM-7.3",
    ]
    assert refusals(battle(archer(), enemy()), shot("archer")) == ["Nobody shoots at himself. BLM-4.1"]
    assert refusals(battle(archer(), unit("friend", "red", 18, 12), enemy()), shot("friend")) == [
        "friend is on the shooter's own side. BLM-4.1"
    ]
    assert refusals(battle(archer(), enemy(status=["incapacitated"]))) == [
        "orc is Incapacitated and out of the game. BLM-4.1"
    ]


@pytest.mark.rule("BLM-1.1", "BLM-1.2", "BLM-1.3", "BLM-2.5", "BLM-2.6", "BLM-4.1", "BLM-5.1")
def test_every_reason_in_words() -> None:
    game = battle(
        archer(weapon="Rifle", shot_last_turn=True, engaged=True, loaded=False),
        enemy(engaged=True),
        terrain=[wall("rampart", (10, 12), (26, 12))],
        turn={"side": "blue", "number": 1, "first_player": "blue"},
    )
    assert refusals(game) == [
        "archer is engaged in melee. BLM-1.1",
        "It is the turn of blue; archer is of red. BLM-1.2",
        "It is the first turn of blue, the first player: there is no ranged phase in it. BLM-1.3",
        "The Rifle is not loaded. BLM-2.5",
        "The Rifle has Long Reload and shot in the previous turn. BLM-2.6",
        "orc is engaged in melee. BLM-4.1",
        "archer sees no part of orc's body: blocked by rampart (100.0%). BLM-5.1",
    ]


# --- stories --------------------------------------------------------------------------------


@pytest.mark.rule("BLM-7.4", "BLM-7.7", "BLM-7.8")
def test_two_checks_of_a_critical_and_two_attacks_removed() -> None:
    told = story(battle(archer(), enemy(wounds=3), **BARE), 20, 3, 20, 4, 14, 4, 2, 2)
    assert told[-2:] == [
        f"orc had 3 Wounds, so 2 of the 3 {GOT} are removed at random: {GONE}{LEFT} 20, injures. BLM-7.8",
        "orc is Incapacitated. BLM-7.9",
    ]
    game = battle(archer(), enemy(wounds=2), edition="2025-11", **BARE)
    assert story(game, 20, 3, 4) == [
        "archer shoots at orc and rolls 20 (critical), needing 14: a hit. BLM-7.2",
        "orc defends with 3, needing 15: it gets through. BLM-7.3",
        "orc defends with 4, needing 15: it gets through. BLM-7.3",
        "orc loses 2 Wounds and has 0 Wounds left. BLM-7.6",
        "orc is Incapacitated. BLM-7.9",
    ]


GOT, LEFT = "attacks that got through", "; the highest left,"
GONE = "number 2 (20) and number 3 (14)"


@pytest.mark.rule("BLM-7.5", "BLM-7.8")
def test_a_chain_of_criticals_and_what_is_removed_of_the_pool() -> None:
    assert story(battle(archer(weapon="Crossbow"), enemy(wounds=2)), 20, 3, 20, 18, 14, 4, 1) == [
        "archer shoots at orc and rolls 20 (critical), needing 14: a hit. BLM-7.2",
        "orc defends with 3, needing 15: it gets through. BLM-7.3",
        "For injury the roll counts 22. BLM-2.4",
        "archer shoots at orc once more and rolls 20 (critical), needing 14: a hit. BLM-7.2",
        "orc defends with 18, needing 15: it is defended. BLM-7.3",
        "archer shoots at orc once more and rolls 14, needing 14: a hit. BLM-7.2",
        "orc defends with 4, needing 15: it gets through. BLM-7.3",
        "For injury the roll counts 16. BLM-2.4",
        "orc loses 2 Wounds and has 0 Wounds left. BLM-7.6",
        f"orc had 2 Wounds, so 1 of the 2 {GOT} is removed at random: number 1 (22){LEFT} 16, injures. BLM-7.8",
        "orc is Stunned. BLM-7.9",
    ]


@pytest.mark.rule("BLM-7.5")
def test_a_critical_by_value_on_a_miss() -> None:
    weapon = {"name": "heavy bow", "range": 30, "injury": 4}
    game = battle(archer(weapon=weapon, ranged=19), enemy(), edition="2026-07", **BARE)
    assert story(game, 16, 20, 3) == [
        "archer shoots at orc and rolls 16 (critical), needing 19: a miss. BLM-7.2",
        "archer shoots at orc once more and rolls 20, needing 19: a hit. BLM-7.2",
        "orc defends with 3, needing 15: it gets through. BLM-7.3",
        "For injury the roll counts 24. BLM-2.4",
        "orc loses 1 Wound and has 0 Wounds left. BLM-7.6",
        "orc is Incapacitated. BLM-7.9",
    ]


@pytest.mark.rule("BLM-6.1", "BLM-7.2")
def test_of_two_dice_the_one_that_counts_is_told() -> None:
    worse = battle(archer(status=["staggered"]), enemy(status=["staggered"]), options={"staggered_defends_worse": True})
    assert story(worse, 16, 15, 18, 3)[:2] == [
        "archer shoots at orc and rolls 16 and 15 (15 counts), needing 14: a hit. BLM-7.2",
        "orc defends with 18 and 3 (3 counts), needing 15: it gets through. BLM-7.3",
    ]


@pytest.mark.rule("BLM-4.2")
def test_protect_in_a_story() -> None:
    game = battle(archer(), enemy(), enemy("ally", 19.5, 18))
    assert story(game, 15, 16, 4, protector="ally") == [
        "ally tries to Protect orc, rolls 15, needing 12, and steps in front. BLM-4.2",
        "archer shoots at ally and rolls 16, needing 14: a hit. BLM-7.2",
        "ally defends with 4, needing 15: it gets through. BLM-7.3",
        "ally loses 1 Wound and has 0 Wounds left. BLM-7.6",
        "ally is Stunned. BLM-7.9",
    ]
    assert story(game, 3, 5, protector="ally") == [
        "ally tries to Protect orc, rolls 3, needing 12, and fails to step in. BLM-4.2",
        "archer shoots at orc and rolls 5, needing 14: a miss. BLM-7.2",
    ]
    timid = battle(archer(), enemy(), enemy("ally", 19.5, 18, morale="-"))
    assert story(timid, 5, protector="ally")[0] == (
        "ally tries to Protect orc, but has a Morale of - and fails. BLM-4.2"
    )


@pytest.mark.rule("BLM-2.2", "BLM-7.9")
def test_other_stories() -> None:
    assert story(battle(archer(weapon="Throwing Stars"), enemy())) == [
        'archer shoots at orc, who is 11.02" away, beyond the range of the Throwing Stars: the shot misses. BLM-2.2'
    ]
    assert story(battle(archer(), enemy(wounds=0, status=["stunned"])), 16, 3)[-1] == (
        "orc is Stunned already, and is no worse off. BLM-7.9"
    )


@pytest.mark.rule("BLM-2.5", "BLM-7.9", "BLM-1.2")
def test_the_upkeep_in_words() -> None:
    game = battle(
        archer(),
        enemy(status=["stunned"]),
        enemy("b", 20, 18, status=["dazed"]),
        enemy("c", 22, 18, status=["staggered"]),
        enemy("d", 24, 18, status=["incapacitated"]),
    )
    ended = game.play(EndPhase(), FixedDice())
    assert [str(one) for one in ended.story] == ["The ranged phase is over. BLM-1.2"]
    assert [str(one) for one in ended.battle.play(NextTurn(), FixedDice()).story] == [
        "Turn 2 of blue begins; its weapons are loaded. BLM-2.5",
        "orc was Stunned and is now Dazed. BLM-7.9",
        "b was Dazed and is now Staggered. BLM-7.9",
        "c was Staggered and is fit again. BLM-7.9",
    ]


# --- menus ----------------------------------------------------------------------------------


@pytest.mark.rule("BLM-4.2")
def test_commands_as_a_menu_shows_them() -> None:
    game = battle(archer(), enemy(), enemy("ally", 19.5, 18, defence=10), terrain=[mill()])

    def menu(game: Battle) -> list[str]:
        return [game.ruleset.label(game.state, command) for command in game.legal()]

    assert "archer shoots at orc through the window north" in menu(game)
    assert menu(game)[-1] == "End the ranged phase"
    asked = game.play(Shoot(shot()), FixedDice())
    assert [str(one) for one in asked.story] == [
        "archer declares a shot at orc; the opponent may name an ally to Protect it. BLM-4.2"
    ]
    assert menu(asked.battle) == [
        "Nobody tries to Protect: Incapacitated 10.7%, 0.25 Wounds expected",
        "ally tries to Protect: Incapacitated 9.0%, 0.21 Wounds expected",
    ]
    assert menu(game.play(EndPhase(), FixedDice()).battle) == ["Begin the turn of blue"]
    assert game.ruleset.label(game.state, Protect("ally")) == "ally tries to Protect"
