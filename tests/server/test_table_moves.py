"""What players do at a table besides the rules: units moved by hand and brought, names, luck, the scenario."""

from typing import Any

import pytest

import fireline
from fireline.analysis.luck import luck
from fireline.chance import FixedDice
from fireline.game.battle import Battle
from fireline.game.command import Shoot
from fireline.game.log import GameLog
from server.clients import BOW, Client, Table, shoot
from server.test_leaks import duel
from server.test_tables import refused

RANGED = fireline.load("examples/ancients-ranged-combat.yaml")
DUEL = fireline.load("examples/duel-of-ages-tommy-gun.yaml")
MISSING = "body.reason: is missing; what the rules do not know the game master does with a reason, which the log keeps"
SLINGERS = {"side": "top", "type": "light_sling_infantry"}


def move(unit: str, to: str = "", **marks: Any) -> dict[str, Any]:
    """A move by hand as a command."""
    return {"command": "Place", "unit": unit, "to": to, "marks": [[*mark] for mark in marks.items()]}


def add(table: Table, seat: str, piece: dict[str, Any], to: str = "C6", stem: str = "slingers") -> Any:
    """Bring a unit to the table."""
    why = {"reason": "late"} if seat == "gm" else {}
    return table.say(seat, "add", {"piece": piece, "to": to, "stem": stem, **why})


def placed(table: Table, seat: str, unit: str) -> Any:
    return next(one["place"] for one in table.get(seat).json()["units"] if one["id"] == unit)


@pytest.fixture
def table(client: Client) -> Table:
    return Table(client, BOW, undo="free-before-dice")


def test_what_is_put_by_hand_needs_everybodys_yes_or_the_game_masters_reason(table: Table) -> None:
    assert refused(table.command("bottom", move("ax", "C5"))) == (403, "forbidden", "That is for top to say.")
    assert refused(table.command("spectator", move("ax", "C5")))[:2] == (403, "forbidden")
    for by_hand in (move("ax", "C5", moved=1), move("ax", battled=False)):
        asked = table.command("top", by_hand)
        assert asked.json()["result"]["kind"] == "consent_request"
        assert placed(table, "gm", "ax") == "C4"
        assert table.agree("bottom", agree=False).status_code == 200
        assert table.get("gm").json()["request"] is None
    table.command("top", move("ax", "C5", moved=1))
    assert refused(table.agree("top"))[1] == "forbidden"
    assert table.agree("bottom").status_code == 200
    told = table.events("spectator")[-1]
    assert (told["kind"], told["actor"]) == ("command", "top")
    assert (told["body"]["who"], told["body"]["agreed"]) == ("top", ["bottom"])
    assert told["shown"]["story"][0].startswith("Auxilia (C4) is put on C5 by hand: moved 1.")
    assert told["shown"]["outcome"] in told["shown"]["story"][0]
    assert "throws" not in told["body"]
    assert refused(table.command("gm", move("ax", "D5")))[::2] == (422, MISSING)
    assert table.say("gm", "command", {"command": move("ax", "D5"), "reason": "it slipped"}).status_code == 200
    assert placed(table, "spectator", "ax") == "D5"
    table.command("top", move("ax", "C6"))
    assert refused(table.agree("gm"))[::2] == (422, MISSING)
    assert table.agree("gm", reason="bottom is on the phone").status_code == 200
    body = table.events("gm")[-1]["body"]
    assert (body["who"], body["agreed"], body["reason"]) == ("top", ["gm"], "bottom is on the phone")


def test_a_mark_that_forbids_a_shot_is_not_cleared_alone(client: Client) -> None:
    table, shots = Table(client, BOW, dice="real"), 0
    for _ in range(3):
        fired = table.say("bottom", "faces", {"command": shoot("bow", "ax"), "faces": ["green", "green"]})
        shots += fired.status_code == 200
        table.command("bottom", move("bow", battled=False))
    assert shots == 1
    assert table.get("gm").json()["request"]["kind"] == "command"


@pytest.mark.parametrize("said", ["mark bow battled=yes", "bow place F6"])
def test_what_is_done_by_hand_may_be_said_as_a_text(table: Table, said: str) -> None:
    assert table.command("bottom", said).json()["result"]["kind"] == "consent_request"  # type: ignore[arg-type]
    assert table.agree("top").status_code == 200
    table.say("gm", "reveal", {})
    verdict = table.verdict()
    kinds = {"mark bow battled=yes": "mark", "bow place F6": "placed"}
    assert [one.act.kind for one in verdict.found.irregular] == [kinds[said]]
    assert verdict.found.irregular[0].agreed == ("top",)
    assert "1 " in verdict.line


def test_moves_out_of_turn_and_what_a_battle_file_could_not_say_are_refused_and_change_nothing(table: Table) -> None:
    before = table.head
    for wrong in (move("ax", "Z9"), move("ax", "F5"), move("ax", "C5", moved=-1), move("nobody", "C5")):
        assert refused(table.say("gm", "command", {"command": wrong, "reason": "so"}))[:2] == (422, "bad")
    assert refused(table.command("top", move("ax", "Z9")))[:2] == (422, "bad")  # before anybody is asked
    assert table.head == before
    step = {"command": "Move", "unit": "ax", "to": "C5"}
    status, why, told = refused(table.command("top", step))
    assert (status, why) == (422, "illegal")
    assert "It is the turn of bottom." in told
    assert "CCA-4.1" in told
    assert table.command("bottom", {"command": "Move", "unit": "bow", "to": "F6"}).status_code == 200


def test_nobody_moves_while_an_answer_is_owed(client: Client) -> None:
    battle = BOW | {"units": [BOW["units"][0] | {"hex": "C5"}, BOW["units"][1] | {"hex": "A5"}]}
    table = Table(client, battle, dice="real")
    assert table.say("bottom", "faces", {"command": shoot("bow", "ax"), "faces": ["flag", "blue"]}).status_code == 200
    assert table.get("gm").json()["to_decide"] == "top"
    status, why, detail = refused(table.command("gm", move("bow", "F6")))
    assert (status, why) == (422, "illegal")
    assert detail.startswith("top owes an answer first.")


def test_a_move_in_a_game_with_hidden_cards_tells_nobody_anything_else(client: Client) -> None:
    table = Table(client, duel())
    assert table.command("white", move("sanchez", "1,0")).status_code == 200
    assert table.agree("black").status_code == 200
    assert refused(table.command("black", move("sanchez", "1,0")))[:2] == (403, "forbidden")
    assert placed(table, "black", "sanchez") == "1,0"
    assert "Canary of white" not in str(table.events("black"))


# --- units and names that players bring ----------------------------------------------


def test_a_player_adds_units_of_the_own_side_and_what_is_not_theirs_players_add_not(table: Table) -> None:
    assert add(table, "top", SLINGERS).json()["result"]["kind"] == "consent_request"
    assert table.agree("bottom").status_code == 200
    event = table.events("spectator")[-1]
    assert (event["kind"], event["actor"]) == ("add", "top")
    assert event["body"]["added"] == event["units"] == ["slingers"]
    assert [change["place"] for change in event["body"]["changes"]] == ["units[slingers]"]
    assert placed(table, "bottom", "slingers") == "C6"
    head = table.head
    assert refused(add(table, "bottom", SLINGERS, "D7")) == (403, "forbidden", "You may add units of bottom alone.")
    assert refused(add(table, "spectator", SLINGERS, "D7"))[:2] == (403, "forbidden")
    assert refused(add(table, "top", SLINGERS, to="Z9"))[:2] == (422, "bad")
    assert refused(add(table, "top", SLINGERS | {"blocks": 40}, "D7"))[:2] == (422, "bad")
    assert table.head == head
    assert add(table, "gm", SLINGERS | {"side": "bottom"}, "D7").status_code == 200


def test_the_game_master_may_keep_it_to_himself(client: Client) -> None:
    table = Table(client, BOW, adding="gm")
    assert table.get("top").json()["adding"] == "gm"
    told = "At this table only the game master adds units."
    assert refused(add(table, "top", SLINGERS)) == (403, "forbidden", told)
    assert add(table, "gm", SLINGERS).status_code == 200


@pytest.mark.parametrize("step", ["move", "add"])
def test_a_step_by_hand_is_taken_back_like_any_other(table: Table, step: str) -> None:
    done = table.command("top", move("ax", "C5")) if step == "move" else add(table, "top", SLINGERS)
    assert done.status_code == 200
    assert table.agree("bottom").status_code == 200
    assert table.say("top", "undo_request", {"seq": table.head}).status_code == 200
    assert table.get("gm").json()["battle"] == Battle.read(BOW).data()


def test_players_have_names_and_a_table_tells_what_its_scenario_says(table: Table, client: Client) -> None:
    assert table.say("top", "player", {"name": "Anna"}).status_code == 200
    seats = {one["name"]: one["player"] for one in table.get("spectator").json()["seats"]}
    assert seats == {"gm": None, "bottom": None, "top": "Anna", "spectator": None}
    assert table.say("top", "player", {"name": "Anna\u202e"}).status_code == 422
    assert table.say("spectator", "player", {"name": "Eve"}).status_code == 403
    assert table.get("top").json()["about"] == ""
    told = Table(client, BOW, about="Hold the ford until dusk.").get("spectator").json()
    assert told["about"] == "Hold the ford until dusk."


def test_the_cards_of_a_hero_that_is_added_stay_hidden(client: Client) -> None:
    table = Table(client, DUEL.data())
    card = {"name": "Canary Blade", "rating": "aim", "symbol": "rifle", "min_range": 1, "max_range": 9}
    cards = [card | {"power": 4, "wounds": 3}]
    hero = {"team": "black", "ratings": {"stealth": 5, "armor": 4}, "health": 6, "cards": cards}
    assert add(table, "black", hero, "0,2", "rook").status_code == 200
    assert "Canary" not in str(table.events("white")) + str(table.events("black"))  # nor what is asked for
    assert table.agree("white").status_code == 200
    assert "Canary" in str(table.events("black")[-1])
    for seat in ("white", "spectator"):
        assert table.events(seat)[-1]["body"]["added"] == ["rook"]
        assert "Canary" not in str(table.events(seat)[-1]) + table.get(seat).text


# --- luck ----------------------------------------------------------------------------


def test_luck_counts_the_steps_that_stand_and_nothing_that_the_master_laid_down(client: Client) -> None:
    table = Table(client, RANGED.data(), dice="real")
    fire = shoot("bow", "warriors")

    def tallies(seat: str) -> Any:
        return table.get(seat, "/luck").json()["tallies"]

    assert tallies("top") == []
    table.say("gm", "faces", {"command": fire, "faces": ["blue", "blue"]})
    table.say("gm", "undo_request", {"seq": 2, "reason": "so"})
    table.say("gm", "faces", {"command": fire, "faces": ["blue", "red"]})
    played, _ = GameLog(RANGED).play(Shoot(fireline.Shot("bow", "warriors")), FixedDice("blue", "red"))
    expected = luck(played).data()
    assert table.get("spectator", "/luck").json() == table.get("bottom", "/luck").json() == expected
    assert [one["count"] for one in expected["tallies"] if one["kind"] == "hits"] == [1]
    table.say("gm", "override", {"reason": "a cocked die", "faces": ["red", "red"]})
    assert tallies("top") == []
    export = {"file": table.get("gm", "/export").text}  # and its export tells the same
    assert client.post("/api/v1/luck", json=export).json() == table.get("top", "/luck").json()


def test_a_seat_that_does_not_see_every_card_is_told_no_odds(client: Client) -> None:
    table = Table(client, DUEL.data(), dice="real")
    answer = table.get("white", "/luck")
    assert answer.status_code == 403
    assert "hidden cards" in answer.json()["detail"]
    assert table.get("gm", "/luck").status_code == 200
