"""The steps: who acts and reacts, moves space by space, Slip Away, and how the round ends."""

from typing import Any

import pytest

from duel_table import among, gun, hero, patch, read, rules_against, ruling, state_of
from fireline.chance import SeededDice
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase, NextTurn, Place, Shoot, Shot
from fireline.game.errors import IllegalCommand
from fireline.rulesets.duel_of_ages.commands import Act, Move, SlipAway

FENCE = [[0.45, -0.2], [0.55, -0.2], [0.55, 0.2], [0.45, 0.2]]


def field(*more: dict[str, Any], walls: Any = (), **data: Any) -> Battle:
    """White's Action step: `s` on 0,0 and `t` on 3,0."""
    heroes = [hero("s", "white", "0,0", cards=[gun()]), hero("t", "black", "3,0", cards=[gun("Bow")]), *more]
    board = {"spaces": patch(4), "walls": list(walls)} | data.pop("board", {})
    return read({"step": "action", "team": "white", "board": board, "heroes": heroes} | data)


def play(battle: Battle, *commands: Command) -> Battle:
    for number, command in enumerate(commands):
        battle = battle.play(command, SeededDice(number)).battle
    return battle


def refused(battle: Battle, command: Command) -> list[str]:
    with pytest.raises(IllegalCommand) as wrong:
        battle.play(command, SeededDice(1))
    return [str(one) for one in wrong.value.refusals]


@pytest.mark.rule("DOA-1.1")
def test_steps_alternate_and_a_round_taken_up_in_the_middle_ends_where_it_should() -> None:
    battle, steps = field(), []
    while not state_of(battle).over:
        steps.append((str(state_of(battle).step), str(state_of(battle).team)))
        assert battle.ruleset.shooters(battle.state) == (("s",) if state_of(battle).team == "white" else ("t",))
        battle = play(battle, EndPhase())
    assert steps == [("action", "white"), ("reaction", "black"), ("action", "black"), ("reaction", "white")]
    assert refused(battle, EndPhase()) == ["The round is over. DOA-1.1"]
    battle = field(step="reaction", team="black")
    assert state_of(battle).first == "white"
    assert state_of(play(battle, EndPhase())).team == "black"
    last = field(step="reaction", team="black", first="black")
    assert state_of(play(last, EndPhase())).over
    assert state_of(play(among(hero("s", "white", "0,0")), EndPhase())).over


@pytest.mark.rule("DOA-1.1")
@pytest.mark.parametrize("first", ["white", "black"])
def test_round_follows_round_and_the_same_team_begins(first: str) -> None:
    battle = field(team=first)
    assert refused(battle, NextTurn()) == ["The round is not over. DOA-1.1"]
    battle = play(battle, Act("s" if first == "white" else "t", "other"), *[EndPhase()] * 4)
    assert battle.legal() == (NextTurn(),)
    assert battle.ruleset.label(battle.state, NextTurn()) == f"Begin the next round, {first} first"
    turned = battle.play(NextTurn(), SeededDice(1))
    assert [str(step) for step in turned.story] == [f"A new round begins with the Action step of {first}. DOA-1.1"]
    state = state_of(turned.battle)
    assert (state.step, state.team, state.first, state.over) == ("action", first, first, False)
    assert not any(hero.done for hero in state.units)
    again = play(turned.battle, *[EndPhase()] * 4)
    assert again.legal() == (NextTurn(),)


@pytest.mark.rule("DOA-1.1", "DOA-1.5")
def test_where_no_team_is_named_everybody_acts_and_then_everybody_reacts() -> None:
    battle = field(team=None)
    moved = play(battle, Move("s", "0,1"), EndPhase(), NextTurn())
    assert (state_of(moved).step, state_of(moved).team) == ("reaction", None)
    assert rules_against(moved, "t", "s", space="0,1") == []
    acting = play(moved, EndPhase(), NextTurn())
    assert state_of(acting).step == "action"
    assert all(hero.last_action is None and not hero.done for hero in state_of(acting).units)


@pytest.mark.rule("DOA-4.4")
def test_when_a_team_has_nobody_left_the_round_ends_with_the_step_and_none_follows() -> None:
    data = field().data()
    data["heroes"][1] |= {"wounds": 5, "ratings": {"stealth": 0, "armor": 0}}
    killed = (Battle.read(data).play(Shoot(Shot("s", "t")), SeededDice(seed)) for seed in range(20))
    turned = next(one for one in killed if state_of(one.battle).find("t") is None)
    assert str(turned.story[-1]) == "Black has no hero left on the map. DOA-4.4"
    assert not state_of(turned.battle).over
    over = play(turned.battle, EndPhase())
    assert state_of(over).over
    assert over.legal() == ()
    assert refused(over, NextTurn()) == ["Black has no hero left, so no round follows. DOA-4.4"]


@pytest.mark.rule("DOA-1.1", "DOA-1.5")
def test_a_move_ends_when_somebody_else_does_something_and_one_action_a_hero() -> None:
    shot = Shoot(Shot("s", "t"))
    battle = play(field(), shot)
    assert refused(battle, shot) == ["s has already taken its action in this step. DOA-1.1"]
    assert refused(battle, Move("s", "0,1")) == ["s has already taken its action in this step. DOA-1.1"]
    assert refused(battle, Act("s", "fight")) == ["s has already taken its action in this step. DOA-1.1"]
    later = play(battle, EndPhase(), EndPhase(), EndPhase())
    assert not state_of(later).unit("s").done
    battle = play(field(hero("friend", "white", "0,3")), Move("s", "0,1"), Move("friend", "0,2"))
    assert refused(battle, Move("s", "0,0")) == ["s has already taken its action in this step. DOA-1.1"]
    assert play(battle, Move("friend", "1,1")) != battle


@pytest.mark.rule("DOA-1.5")
def test_a_move_is_recorded_space_by_space_and_may_be_shot_at() -> None:
    battle = play(field(), Move("s", "0,1"), Move("s", "0,2"), Move("s", "1,2"))
    action = state_of(battle).unit("s").last_action
    assert action is not None
    assert battle.data()["heroes"][0]["last_action"] == {"kind": "move", "path": ["0,0", "0,1", "0,2", "1,2"]}
    reaction = play(battle, EndPhase())
    assert rules_against(reaction, "t", "s", space="0,0") == ["DOA-1.5"]
    assert not any(rules_against(reaction, "t", "s", space=space) for space in ("0,1", "0,2", "1,2"))
    shots = [c.shot for c in reaction.legal() if isinstance(c, Shoot)]
    assert [shot.details["space"] for shot in shots] == ["0,1", "0,2", "1,2"]


@pytest.mark.rule("DOA-1.5", "DOA-3.7")
def test_moves_and_slip_away_go_through_archways_but_no_wall() -> None:
    battle = field(walls=[FENCE])
    assert refused(battle, Move("s", "4,0")) == ["4,0 is 5 spaces away; s may enter 4. DOA-1.5"]
    old = field(hero("old", "white", "0,3", ratings={"speed": 2}))
    assert refused(old, Move("old", "1,0")) == ["1,0 is 3 spaces away or more; old may enter 2. DOA-1.5"]
    assert refused(battle, Move("s", "9,9")) == ["'9,9' is no space of this map. DOA-1.5"]
    around = play(battle, Move("s", "2,0")).data()["heroes"][0]["last_action"]
    assert around["path"] == ["0,0", "0,1", "1,1", "2,0"], "the shortest way past the wall"
    straight = play(field(), Move("s", "2,0")).data()["heroes"][0]["last_action"]
    assert straight["path"] == ["0,0", "1,0", "2,0"]
    behind = play(battle, Move("s", "1,0")).data()["heroes"][0]["last_action"]
    assert behind["path"] == ["0,0", "0,1", "1,0"], "the wall is between neighbours"
    way = [Move("s", space) for space in ("0,1", "0,2", "0,3", "0,4")]
    assert refused(play(battle, *way), Move("s", "1,3")) == ["s has already taken its action in this step. DOA-1.1"]
    beside = field(hero("friend", "white", "0,1"))
    assert refused(beside, Move("s", "0,1")) == ["0,1 is occupied by friend. DOA-1.5"]
    slow = field(hero("snail", "white", "0,3", ratings={"speed": 0}))
    assert refused(slow, Move("snail", "0,2")) == ["snail has no Speed, so it may enter no space. DOA-1.5"]
    battle = field(hero("x", "black", "1,0"), walls=[FENCE], board={"archways": [["0,0", "1,0"]]})
    assert rules_against(battle, "s", "x") == ["DOA-3.7"]
    assert play(battle, SlipAway("s", "x")) != battle
    battle = field(hero("friend", "white", "0,1"))
    assert refused(battle, SlipAway("s", "t")) == ["t (3,0) is not next to s (0,0), or behind a wall. DOA-1.5"]
    assert refused(battle, SlipAway("s", "friend")) == [
        "friend is of the hero's own team; Slip Away switches with an enemy. DOA-1.5"
    ]


@pytest.mark.rule("DOA-1.4", "DOA-1.5", "DOA-1.6")
def test_slip_away_moves_both_and_both_teams_shoot_where_they_are_now() -> None:
    friend = hero("friend", "white", "-3,0", cards=[gun("Arrow", max_range=3)])
    beside = hero("x", "black", "1,0", cards=[gun("Dart", max_range=3)])
    start = field(friend, beside)
    assert rules_against(start, "friend", "x") == ["DOA-2.1"]
    slipped = play(start, SlipAway("s", "x"))
    assert state_of(slipped).unit("x").space == (0, 0)
    assert ruling(slipped, "friend", "x").legal, "later shots aim at its new space"
    assert rules_against(slipped, "friend", "x", space="1,0") == ["DOA-1.4", "DOA-2.1"]
    shifted = play(slipped, Move("s", "1,1"), Move("s", "0,2"))
    assert refused(shifted, Move("s", "0,3")) == ["s has already taken its action in this step. DOA-1.1"]
    reaction = play(shifted, EndPhase())
    fired_from = ruling(reaction, "x", "s", space="0,2")
    assert fired_from.legal
    assert fired_from.title == "x (0,0) with Dart > s (0,2)"
    assert fired_from.summary["distance"] == 2
    assert rules_against(reaction, "x", "s", space="0,0") == ["DOA-1.5", "DOA-2.1", "DOA-3.1"]
    assert not any(rules_against(reaction, "x", "s", space=space) for space in ("1,0", "1,1"))


@pytest.mark.rule("DOA-1.5", "DOA-1.1")
def test_who_acts_on_the_spot_is_safe_and_a_reaction_keeps_the_last_action() -> None:
    battle = play(field(), Act("s", "unleash"))
    assert rules_against(play(battle, EndPhase()), "t", "s") == ["DOA-1.5"]
    assert refused(field(), Act("s", "dance")) == [
        "'dance' is no such action; there is unleash, fight and other. DOA-1.1"
    ]
    old = field()
    data = old.data()
    data["heroes"][1]["last_action"] = {"kind": "move", "path": ["2,0", "3,0"]}
    later = play(Battle.read(data), EndPhase(), EndPhase(), EndPhase())
    assert rules_against(later, "s", "t") == ["DOA-1.5"], "t did nothing in its Action step"
    battle = play(field(), Move("s", "0,1"), EndPhase())
    assert refused(battle, Move("t", "2,0")) == ["In the Reaction step heroes only shoot. DOA-1.1"]
    shot = Shoot(Shot("t", "s", space="0,1"))
    after = play(battle, shot)
    assert state_of(after).unit("t").last_action is None
    assert refused(after, shot) == ["t has already taken its reaction in this step. DOA-1.1"]


@pytest.mark.rule("DOA-1.5")
def test_whoever_is_switched_or_moved_by_hand_is_still_shot_at_where_he_moved() -> None:
    data = field(hero("x", "black", "1,0"), team=None).data()
    data["heroes"][2]["last_action"] = {"kind": "move", "path": ["2,0", "1,0"]}
    start = Battle.read(data)
    switched, put = play(start, SlipAway("s", "x")), play(start, Place("x", "0,2"))
    for battle in (switched, put):
        assert state_of(battle).unit("x").displaced
        assert battle.data()["heroes"][2]["last_action"]["displaced"] is True
        assert Battle.read(battle.data()) == battle
    reaction = play(put, EndPhase(), NextTurn())
    assert rules_against(reaction, "s", "x", space="1,0") == []
    assert rules_against(reaction, "s", "x", space="0,2") == ["DOA-1.5"]


def test_menus_and_stories_are_sentences() -> None:
    battle = field(hero("x", "black", "1,0"))
    said = {battle.ruleset.label(battle.state, command) for command in battle.legal()}
    assert {
        "s (0,0) shoots at t (3,0) with Gun",
        "s (0,0) moves into 0,1",
        "s (0,0) slips away from x (1,0)",
        "s (0,0) uses Unleash",
        "End the Action step",
    } <= said
    told = [str(step) for step in battle.play(SlipAway("s", "x"), SeededDice(1)).story]
    assert told == ["s (0,0) slips away and switches with x (1,0). DOA-1.5", "x stands on 0,0 now. DOA-1.6"]
    assert [str(step) for step in battle.play(EndPhase(), SeededDice(1)).story] == [
        "The Action step ends; now the Reaction step of black. DOA-1.1"
    ]
