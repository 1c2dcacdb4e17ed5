"""The ranged phase and the turns after it: who may still do what, upkeep, the Improvement Deck."""

from collections import Counter
from typing import Any

import pytest

from blightmeer_table import EDITIONS, Data, archer, battle, enemy, mill, refused, shot, state, unit
from fireline.chance import FixedDice, SeededDice
from fireline.game.battle import Battle, PlayResult
from fireline.game.command import Command, EndPhase, Move, NextTurn, Shoot, Shot
from fireline.game.errors import IllegalCommand
from fireline.rulesets.blightmeer.events import ImprovementDrawn, PhaseEnded, ShotFired, TurnBegan
from fireline.rulesets.blightmeer.pieces import PRINTED, Injury
from fireline.rulesets.blightmeer.places import Run
from fireline.rulesets.blightmeer.protect import drawn_for
from fireline.rulesets.blightmeer.resolution import cards
from fireline.rulesets.blightmeer.state import DrawnCard, Improvements

every_edition = pytest.mark.parametrize("edition", EDITIONS)
HURT = ("none", "staggered", "dazed", "stunned", "incapacitated")


def say(game: Battle, *commands: Command, seed: int = 1) -> Battle:
    """The battle after these commands."""
    for command in commands:
        game = game.play(command, SeededDice(seed=seed)).battle
    return game


def against(game: Battle, command: Command) -> list[str]:
    return [str(one) for one in game.refusals(command)]


def rolled(game: Battle, *faces: object, target: str = "orc") -> PlayResult:
    """The archer's shot with the dice laid down."""
    return game.shoot(shot(target, protector=None) if game.state.edition.protect else shot(target), dice=faces)


def turn(side: str, number: int = 2, first: str = "red") -> Data:
    return {"side": side, "number": number, "first_player": first}


# --- the phase ------------------------------------------------------------------------------


@pytest.mark.rule("BLM-1.2")
def test_only_who_is_in_the_game_and_whose_turn_it_is_moves_or_runs() -> None:
    down = [unit(hurt, "red", 24 + x, 6, status=[hurt]) for x, hurt in ((0, "dazed"), (3, "stunned"), (6, "staggered"))]
    game = battle(archer(), unit("gone", "red", 20, 6, status=["incapacitated"]), *down, enemy())
    for kind in (Move, Run):
        assert against(game, kind("dazed", "24,8")) == ["dazed is Dazed and cannot act. BLM-1.2"]
        assert against(game, kind("stunned", "27,8")) == ["stunned is Stunned and cannot act. BLM-1.2"]
        assert against(game, kind("staggered", "30,8")) == []
        assert against(game, kind("archer", "11,8")) == []
        assert against(game, kind("gone", "21,6")) == ["gone is Incapacitated and out of the game. BLM-1.2"]
        assert against(game, kind("orc", "1,1")) == [f"It is the turn of red; orc is of {game.side('orc')}. BLM-1.2"]
        assert against(say(game, EndPhase()), kind("archer", "11,8")) == ["The ranged phase is over. BLM-1.2"]


@pytest.mark.rule("BLM-1.1", "BLM-1.2")
@every_edition
def test_each_unit_attacks_once_and_the_player_may_stop_at_any_time(edition: str) -> None:
    other = unit("other", "red", 20, 6)
    game = battle(archer(), other, enemy(defence=1, wounds=9), edition=edition)
    assert game.legal() == (Shoot(shot()), Shoot(Shot("other", "orc")), EndPhase())
    once = say(game, Shoot(shot()))
    assert once.legal() == (Shoot(Shot("other", "orc")), EndPhase())
    assert against(once, Shoot(shot())) == ["archer has already made a ranged attack this turn. BLM-1.1"]
    both = say(once, Shoot(Shot("other", "orc")))
    assert both.legal() == (EndPhase(),)
    stopped = game.play(EndPhase(), FixedDice())
    assert stopped.events == (PhaseEnded(),)
    assert stopped.battle.legal() == (NextTurn(),)


@pytest.mark.rule("BLM-1.2")
def test_after_the_phase_only_the_next_turn_is_left() -> None:
    over = say(battle(archer(), enemy()), EndPhase())
    assert against(over, EndPhase()) == ["The ranged phase is over. BLM-1.2"]
    assert "The ranged phase is over. BLM-1.2" in against(over, Shoot(shot()))
    assert against(over, NextTurn()) == []
    assert against(battle(archer(), enemy()), NextTurn()) == ["The ranged phase is not over. BLM-1.2"]
    with pytest.raises(IllegalCommand, match="The ranged phase is not over"):
        battle(archer(), enemy()).play(NextTurn(), FixedDice())


@pytest.mark.rule("BLM-4.4")
def test_shots_through_a_window_are_on_the_menu_of_who_is_next_to_it() -> None:
    peering = Shoot(shot(peer="north"))
    by_it = battle(archer(at=(18, 2)), enemy(), terrain=[mill("north", 3)])
    assert by_it.legal() == (Shoot(shot()), peering, EndPhase())
    away = battle(archer(), enemy(), terrain=[mill("north", 3)])
    assert away.legal() == (Shoot(shot()), EndPhase())


def test_a_command_of_another_game_is_none_of_this_one() -> None:
    assert against(battle(archer()), Command()) == ["That is no command of this game. BLM-1.2"]


@pytest.mark.rule("BLM-1.2")
def test_who_is_out_of_the_game_neither_shoots_nor_is_shot_at() -> None:
    fallen = ["incapacitated"]
    game = battle(archer(), unit("gone", "red", 20, 6, status=fallen), enemy(), enemy("dead", 20, 18, status=fallen))
    assert game.ruleset.shooters(game.state) == ("archer",)
    assert game.ruleset.targets(game.state, "archer") == ("orc",)
    assert game.ruleset.targets(game.state, "nobody") == ("orc",)


@pytest.mark.rule("BLM-1.3")
@every_edition
def test_in_the_first_players_first_turn_there_is_only_its_end(edition: str) -> None:
    game = battle(archer(), enemy(), edition=edition, turn=turn("red", 1))
    assert game.legal() == (EndPhase(),)
    blue = say(game, EndPhase(), NextTurn())
    assert Shoot(Shot("orc", "archer")) in blue.legal()
    red = say(blue, EndPhase(), NextTurn())
    assert Shoot(shot()) in red.legal()


@pytest.mark.rule("BLM-1.3")
@every_edition
def test_where_nobody_says_who_went_first_the_ruling_says_that_the_exception_is_not_applied(edition: str) -> None:
    def told(**turn: Any) -> list[str]:
        ruling = battle(archer(), enemy(), edition=edition, turn={"side": "red"} | turn).check(shot())
        assert ruling.legal
        return [step.text for step in ruling.steps if step.rule == "BLM-1.3"]

    said = "Nobody is known to have gone first: that the first player's first turn has no ranged phase is not applied."
    assert told() == told(number=1) == [said]
    assert told(number=2) == told(first_player="blue") == []


@pytest.mark.rule("BLM-7.3", "BLM-7.9")
@pytest.mark.parametrize(
    ("edition", "options", "moved", "why"),
    [
        ("2025-11", {}, False, "; getting up from Dazed is none by ruling (getting_up_is_no_move)"),
        ("2025-11", {"getting_up_is_no_move": False}, True, ""),
        ("2026-01", {}, False, "; getting up from Dazed is none"),
        ("2026-07", {}, False, "; getting up from Dazed is none"),
    ],
)
def test_getting_up_is_no_move_by_the_rules_or_by_ruling(edition: str, options: Data, moved: bool, why: str) -> None:
    units = archer(status=["dazed"]), unit("well", "red", 14, 6), unit("low", "red", 10, 6, status=["stunned"]), enemy()
    game = battle(*units, edition=edition, options=options, turn=turn("blue", 1))
    red = say(game, EndPhase(), NextTurn())
    assert [state(red).unit(one).moved for one in ("archer", "well", "low")] == [moved, False, False]
    lines = {one: red.check(Shot(one, "orc")).modifiers[-1] for one in ("archer", "well")}
    still = "it has not moved this turn"
    assert (lines["well"].applies, lines["well"].because) == (False, still)
    assert (lines["archer"].applies, lines["archer"].because) == (moved, "" if moved else still + why)


# --- what a shot changes --------------------------------------------------------------------


@pytest.mark.rule("BLM-7.6", "BLM-7.9", "BLM-2.5")
@every_edition
def test_a_shot_takes_wounds_and_injures(edition: str) -> None:
    game = battle(archer(), enemy(wounds=1), edition=edition)
    turned = rolled(game, 16, 5)
    (fired,) = turned.events
    assert isinstance(fired, ShotFired)
    assert (fired.attacks, fired.removed, fired.protecting) == ((((16,), ((5,),)),), (), ())
    assert (fired.hit, fired.wounds_lost, fired.injury) == ("orc", 1, "stunned")
    here = state(turned.battle)
    assert (here.unit("orc").wounds, here.unit("orc").injury) == (0, Injury.STUNNED)
    assert (here.unit("archer").shot, here.unit("archer").loaded) == (True, False)
    missed = state(rolled(game, 13).battle)
    assert missed.unit("orc") == state(game).unit("orc")
    assert missed.unit("archer").shot


@pytest.mark.rule("BLM-7.9")
@pytest.mark.parametrize("before", HURT[:-1])
@pytest.mark.parametrize(("face", "brings"), [(14, "dazed"), (16, "stunned"), (19, "incapacitated")])
def test_the_worse_injury_stands(before: str, face: int, brings: str) -> None:
    status = [before] if before != "none" else []
    turned = rolled(battle(archer(weapon="Bow"), enemy(wounds=0, status=status), improvements={"deck": []}), face, 2)
    (fired,) = turned.events
    assert isinstance(fired, ShotFired)
    worse = max(before, brings, key=HURT.index)
    assert str(state(turned.battle).unit("orc").injury) == worse
    assert fired.injury == (brings if worse != before else "none")


# --- turns ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "sides"), [("red", ["red", "blue"]), ("blue", ["blue", "red"]), (None, ["red", "blue"])]
)
def test_the_sides_take_turns_and_the_first_player_begins_each_round(first: str | None, sides: list[str]) -> None:
    game = battle(archer(), enemy(), turn={"side": sides[1], "number": 4, "first_player": first})
    seen = []
    for _ in range(4):
        turned = say(game, EndPhase()).play(NextTurn(), FixedDice())
        (began,) = turned.events
        assert isinstance(began, TurnBegan)
        seen.append((began.side, began.number))
        game = turned.battle
        assert (state(game).turn.side, state(game).turn.number, state(game).over) == (began.side, began.number, False)
    assert seen == [(sides[0], 5), (sides[1], 5), (sides[0], 6), (sides[1], 6)]
    three = say(
        battle(archer(), enemy(), unit("elf", "green", 30, 30), turn=turn("red", 2, "blue")), EndPhase(), NextTurn()
    )
    assert (state(three).turn.side, state(three).turn.number) == ("green", 2)
    assert state(say(three, EndPhase(), NextTurn())).turn.number == 3


@pytest.mark.rule("BLM-7.9")
def test_injuries_pass_in_the_upkeep_of_the_injured() -> None:
    game = battle(
        archer(),
        enemy(status=["stunned"], wounds=0),
        enemy("dead", 20, 18, status=["incapacitated"]),
        unit("reeling", "red", 20, 6, status=["dazed"]),
    )
    seen = []
    for _ in range(5):
        game = say(game, EndPhase(), NextTurn())
        here = state(game)
        seen.append((here.turn.side, *(str(here.unit(id_).injury) for id_ in ("orc", "reeling"))))
        assert here.unit("dead").out
        assert here.unit("orc").wounds == 0
    assert seen == [
        ("blue", "dazed", "dazed"),
        ("red", "dazed", "staggered"),
        ("blue", "staggered", "staggered"),
        ("red", "staggered", "none"),
        ("blue", "none", "none"),
    ]


@pytest.mark.rule("BLM-2.5", "BLM-2.6", "BLM-1.1")
@every_edition
@pytest.mark.parametrize(("weapon", "every"), [("Rifle", 2), ("Long Bow", 1)])
def test_long_reload_shoots_every_other_turn(edition: str, weapon: str, every: int) -> None:
    game = battle(archer(weapon=weapon), enemy(defence=1, wounds=30), edition=edition)
    shots = []
    for _ in range(6):
        legal = not refused(game, shot())
        shots.append(legal)
        if legal:
            game = rolled(game, 5).battle
            assert not state(game).unit("archer").loaded
        game = say(game, EndPhase(), NextTurn())
        assert not state(game).unit("archer").loaded or not legal, "it is loaded in his own upkeep"
        game = say(game, EndPhase(), NextTurn())
        one = state(game).unit("archer")
        assert (one.loaded, one.shot, one.shot_last_turn) == (True, False, legal)
    assert shots == [n % every == 0 for n in range(6)]


@pytest.mark.rule("BLM-2.5")
def test_what_was_done_is_forgotten_in_the_units_own_upkeep_only() -> None:
    done: Data = {"moved": True, "ran": True, "cast": True, "shot": True, "loaded": False, "engaged": True}
    game = say(battle(archer(**done), enemy(**done)), EndPhase(), NextTurn())
    here = state(game)
    orc, one = here.unit("orc"), here.unit("archer")
    assert not any((orc.moved, orc.ran, orc.cast, orc.shot))
    assert (orc.loaded, orc.shot_last_turn, orc.engaged) == (True, True, True)
    assert all((one.moved, one.ran, one.cast, one.shot))
    assert (one.loaded, one.shot_last_turn) == (False, False)


# --- the Improvement Deck -------------------------------------------------------------------


@pytest.mark.rule("BLM-7.10")
@every_edition
def test_only_who_puts_an_enemy_out_draws_a_card(edition: str) -> None:
    game = battle(archer(), enemy(), edition=edition, improvements={"deck": ["Iron Will"]})
    assert len(rolled(game, 17, 5).events) == 1
    turned = rolled(game, 19, 5, "Iron Will")
    assert turned.events[1] == ImprovementDrawn("red", "Iron Will")
    here = state(turned.battle)
    assert here.improvements == Improvements((), (DrawnCard("red", "Iron Will"),))
    assert turned.battle.data()["improvements"] == {"deck": [], "drawn": [{"side": "red", "card": "Iron Will"}]}
    assert len(rolled(battle(archer(), enemy(), improvements={"deck": []}), 19, 5).events) == 1, "the deck is empty"


@pytest.mark.rule("BLM-7.10")
def test_without_a_deck_in_the_file_firelines_own_is_used_up_card_by_card() -> None:
    game = battle(archer(), enemy(), unit("other", "red", 20, 6))
    assert Counter(cards(state(game))) == PRINTED.improvements
    drawn: list[str] = []
    here = state(game)
    for n in range(sum(PRINTED.improvements.values())):
        (event,) = drawn_for(here, ("red", "blue")[n % 2], SeededDice(seed=n))
        drawn.append(event.card)
        here = event.after(here)
        assert here.improvements.deck is not None
        assert len(here.improvements.deck) == sum(PRINTED.improvements.values()) - n - 1
    assert Counter(drawn) == PRINTED.improvements
    assert tuple(drawn_for(here, "red", SeededDice(seed=0))) == ()
    assert here.improvements.drawn == tuple(DrawnCard(("red", "blue")[n % 2], card) for n, card in enumerate(drawn))


@pytest.mark.rule("BLM-1.1")
@every_edition
@pytest.mark.parametrize(
    ("more", "because"),
    [
        ({"weapon": None}, "archer has no ranged weapon."),
        ({"ranged": "-"}, "archer has a Ranged stat of -."),
        ({"engaged": True}, "archer is engaged in melee."),
        ({"ran": True}, "archer has run this turn."),
        ({"cast": True}, "archer has cast a spell this turn."),
        ({"status": ["stunned"]}, "archer is Stunned."),
        ({"status": ["dazed"]}, "archer is Dazed."),
        ({"shot": True}, "archer has already made a ranged attack this turn."),
    ],
)
def test_who_may_not_shoot(edition: str, more: dict[str, Any], because: str) -> None:
    ruling = battle(archer(**more), enemy(), edition=edition).check(shot())
    assert [(one.rule, one.because) for one in ruling.refusals] == [("BLM-1.1", because)]
