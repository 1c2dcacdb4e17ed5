"""Moves made by hand at a table: said for one's own units, kept, told to everybody, taken back."""

from __future__ import annotations

from typing import Any

import pytest

from fireline.game.battle import Battle
from server.clients import BOW, Client, Table
from server.test_leaks import duel
from server.test_tables import refused


def move(unit: str, to: str = "", **marks: Any) -> dict[str, Any]:
    """A move by hand as a command."""
    return {"command": "MoveByHand", "unit": unit, "to": to, "marks": [[*mark] for mark in marks.items()]}


@pytest.fixture
def table(client: Client) -> Table:
    return Table(client, BOW, undo="free-before-dice")


def placed(table: Table, seat: str, unit: str) -> Any:
    return next(one["place"] for one in table.get(seat).json()["units"] if one["id"] == unit)


def test_a_side_moves_its_own_units_in_any_turn_and_the_game_master_all(table: Table) -> None:
    assert refused(table.command("bottom", move("ax", "C5"))) == (403, "forbidden", "That is for top to say.")
    assert refused(table.command("spectator", move("ax", "C5")))[:2] == (403, "forbidden")
    assert table.command("top", move("ax", "C5", moved=1)).status_code == 200
    assert table.command("bottom", move("bow", "F6")).status_code == 200
    assert table.command("gm", move("ax", "D5")).status_code == 200
    assert placed(table, "spectator", "ax") == "D5"
    told = table.events("spectator")[-3]["body"]
    assert told["story"][0].startswith("Auxilia (C4) is put on C5 by hand: moved 1.")
    assert told["outcome"] in told["story"][0]
    assert "throws" not in told or told["throws"] == []


def test_what_a_battle_file_could_not_say_is_refused_and_changes_nothing(table: Table) -> None:
    before = table.head
    for wrong in (move("ax", "Z9"), move("ax", "F5"), move("ax", "C5", moved=-1), move("nobody", "C5")):
        assert refused(table.command("gm", wrong))[:2] == (422, "bad")
    assert table.head == before


def test_a_move_is_taken_back_like_any_step(table: Table) -> None:
    table.command("top", move("ax", "C5"))
    assert table.say("top", "undo_request", {"seq": table.head}).status_code == 200
    assert placed(table, "bottom", "ax") == "C4"
    assert table.get("gm").json()["battle"] == Battle.read(BOW).data()


def test_nobody_moves_while_an_answer_is_owed(client: Client) -> None:
    battle = BOW | {"units": [BOW["units"][0] | {"hex": "C5"}, BOW["units"][1] | {"hex": "A5"}]}
    table = Table(client, battle, dice="real")
    shot = {"command": "Shoot", "shot": {"shooter": "bow", "target": "ax"}}
    assert table.say("bottom", "faces", {"command": shot, "faces": ["flag", "blue"]}).status_code == 200
    assert table.get("gm").json()["to_decide"] == "top"
    status, why, detail = refused(table.command("gm", move("bow", "F6")))
    assert (status, why) == (422, "illegal")
    assert detail.startswith("top owes an answer first.")


def test_a_move_in_a_game_with_hidden_cards_tells_nobody_anything_else(client: Client) -> None:
    table = Table(client, duel())
    assert table.command("white", move("sanchez", "1,0")).status_code == 200
    assert refused(table.command("black", move("sanchez", "1,0")))[:2] == (403, "forbidden")
    assert placed(table, "black", "sanchez") == "1,0"
    assert "Canary of white" not in str(table.events("black"))
