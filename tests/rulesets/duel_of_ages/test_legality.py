"""Who may shoot whom, with what and where."""

from typing import Any

import pytest

from duel_table import among, duel, gun, hero, patch, rules_against, ruling
from fireline.game.battle import Battle
from fireline.game.command import Shot
from refusing import wrong_with


def reasons(battle: Battle, **details: Any) -> list[str]:
    return [str(refusal) for refusal in ruling(battle, **details).refusals]


def moved(*path: str, kind: str = "move", **more: Any) -> Battle:
    """White reacts to a black target that went this way."""
    target = hero("t", "black", path[-1], last_action={"kind": kind, "path": list(path)})
    white = hero("s", "white", "-3,0", cards=[gun()])
    return among(white, target, radius=4, step="reaction", team="white", **more)


@pytest.mark.rule("DOA-1.1")
def test_heroes_shoot_in_a_step_of_their_own_team_and_once_in_it() -> None:
    battle = duel("0,0", "3,0", patch())
    assert ruling(battle).legal
    data = battle.data()
    assert ruling(Battle.read(data | {"team": "white"})).legal
    assert reasons(Battle.read(data | {"team": "black"})) == [
        "It is the Action step of black, and s is of white. DOA-1.1"
    ]
    data["heroes"][0]["done"] = True
    assert reasons(Battle.read(data)) == ["s has already taken its action in this step. DOA-1.1"]
    assert "The round is over. DOA-1.1" in reasons(Battle.read(data | {"over": True}))


@pytest.mark.rule("DOA-1.2")
def test_a_ranged_card_or_attack_by_nature_is_needed_and_of_several_weapons_one_is_used() -> None:
    bare = among(hero("s", "white", "0,0"), hero("t", "black", "3,0", cards=[gun()]))
    assert reasons(bare) == ["s has no Ranged card and no ranged attack by nature. DOA-1.2"]
    assert ruling(bare).summary["attack"] is None
    quills = duel("0,0", "3,0", patch(), weapon=gun("Quills", natural=True, revealed=False))
    assert ruling(quills).legal
    assert not any(step.rule == "DOA-1.3" for step in ruling(quills).steps)
    knife, rifle = gun("Knife", rating="point", max_range=2), gun("Rifle", symbol="rifle")
    armed = hero("s", "white", "0,0", cards=[knife, rifle], bonus_symbols=["rifle"], ratings={"point": 9})
    battle = among(armed, hero("t", "black", "2,0"), hero("far", "black", "3,0"))
    assert ruling(battle).summary["weapon"] == "Knife"
    assert ruling(battle).summary["attack"] == 9
    assert ruling(battle, target="far").summary["weapon"] == "Rifle"
    assert rules_against(battle, target="far", weapon="Knife") == ["DOA-2.1"]
    data = battle.data()
    data["heroes"][0] |= {"ratings": {"aim": 11, "point": 14}, "cards": [rifle, knife]}  # both Better By 6
    assert ruling(Battle.read(data)).summary["weapon"] == "Rifle", "a greater difference is none (DOA-4.2)"
    said = wrong_with(ruling, battle, weapon="Rifel")
    assert said == "shot.weapon: 'Rifel' is no weapon of s that is known here; did you mean 'Rifle'?"


@pytest.mark.rule("DOA-1.3", "DOA-1.4")
def test_a_card_face_down_is_turned_up_by_using_it_and_an_enemy_is_shot_where_it_stands() -> None:
    battle = duel("0,0", "3,0", patch(), weapon=gun("Bow", revealed=False))
    assert [step.text for step in ruling(battle).steps if step.rule == "DOA-1.3"] == [
        "The Bow lies face down; shooting turns it up for everybody to see."
    ]
    after = battle.shoot(Shot("s", "t"), seed=3)
    assert str(after.story[0]) == "s turns up the Bow. DOA-1.3"
    assert after.battle.state.unit("s").weapons[0].face_up
    battle = duel("0,0", "3,0", patch(), heroes=[hero("friend", "white", "0,2")])
    assert rules_against(battle, target="friend") == ["DOA-1.4"]
    assert rules_against(battle, target="s") == ["DOA-1.4", "DOA-2.1", "DOA-3.1"]
    assert reasons(battle, space="2,0") == ["t stands on 3,0 now, and not on 2,0. DOA-1.4"]
    assert wrong_with(ruling, battle, space="9,9").startswith("shot.space: '9,9' is no space of this map")


@pytest.mark.rule("DOA-1.5", "DOA-1.2")
def test_in_the_reaction_step_an_enemy_is_shot_where_it_moved_into_but_not_at_its_start() -> None:
    battle = moved("0,2", "0,1", "0,0", "1,0")
    for space in ("0,1", "0,0", "1,0"):
        assert ruling(battle, space=space).legal
    assert reasons(battle, space="0,2") == ["t started its Action on 0,2; it cannot be shot there. DOA-1.5"]
    assert reasons(battle, space="2,0") == ["t did not move into 2,0, only into 0,1, 0,0 and 1,0. DOA-1.5"]
    battle = moved("0,1", "0,0", "0,1")
    assert rules_against(battle, space="0,1") == ["DOA-1.5"]
    assert ruling(battle).summary["space"] == "0,0"
    battle = moved("0,2", "0,1", "0,0", board={"spaces": patch(4, _0_1="woods")})
    assert ruling(battle).summary["space"] == "0,0"
    assert ruling(battle).title == "s (-3,0) with Gun > t (0,0)"
    assert ruling(battle, space="0,1").title == "s (-3,0) with Gun > t (when it was on 0,1)"
    battle = moved("0,2", "0,1", "0,0", board={"spaces": patch(4, m1_1="dome")})
    assert [step.text for step in ruling(battle).steps if step.rule == "DOA-1.5"] == [
        "t started on 0,2: closed.",
        f"t moved into 0,1: {reasons(battle, space='0,1')[0]}",
        "t moved into 0,0: open.",
    ]


@pytest.mark.rule("DOA-1.5")
@pytest.mark.parametrize("kind", ["shoot", "unleash"])
def test_shoot_and_unleash_leave_a_hero_safe(kind: str) -> None:
    battle = moved("0,0", kind=kind)
    used = {"shoot": "Shoot", "unleash": "Unleash"}[kind]
    assert reasons(battle) == [f"t used {used} and moved into no space, so it cannot be shot. DOA-1.5"]
    data = battle.data()
    del data["heroes"][1]["last_action"]
    assert reasons(Battle.read(data)) == ["t took no Action, so it moved into no space. DOA-1.5"]


def test_edges_that_are_none_are_bad_input() -> None:
    battle = duel("0,0", "1,1", patch())
    for edges, problem in (
        ("2,2", "'2,2' is none of the spaces to choose: the line to 1,1 runs along no edge of it; allowed: 1,0, 0,1"),
        ("1,0 0,1", "1,0 and 0,1 lie on the two sides of one edge; name one of them"),
    ):
        assert wrong_with(ruling, battle, edges=edges) == f"shot.edges: {problem}"
