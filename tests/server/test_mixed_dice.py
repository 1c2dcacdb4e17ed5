"""The real server's dice, mixed with values of the seats: who takes part, silence, consent, and what is proven."""

from pathlib import Path
from typing import Any

import pytest

from battles import examples
from fireline.server.tables import routes
from server.clients import BOW, Client, Table, served, shoot
from server.sitting import Sitting, look_round

FIRE = shoot("bow", "ax")
Told = dict[str, Any]


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers over HTTP do not wait for values: the same thread has to bring them."""
    monkeypatch.setattr(routes, "DICE_WAIT", 0)


@pytest.fixture
def bottom(table: Table) -> Sitting:
    return Sitting(table, "bottom").sit()


@pytest.fixture
def top(table: Table, bottom: Sitting) -> Sitting:
    return Sitting(table, "top").sit()


def kinds(table: Table, after: int = 2) -> list[str]:
    return [event["kind"] for event in table.events("gm")[after:]]


def refused(answer: Any) -> tuple[int, str, str]:
    told = answer.json()
    return answer.status_code, told["code"], told["detail"]


def test_a_shot_is_declared_then_mixed_from_everybodys_values(table: Table, bottom: Sitting, top: Sitting) -> None:
    fired = bottom.command(FIRE).json()
    assert fired["result"]["kind"] == "declared"
    waiting = {"roll": 1, "silent": ["bottom", "top"]}
    assert table.get("top").json()["mixing"] == {"roll": 2, "seats": [], "waiting": waiting}
    look_round(bottom, top)
    assert kinds(table) == ["dice_joined", "dice_joined", "declared", "dice_value", "dice_value", "command"]
    *_, declared, _, _, thrown = table.events("top")
    assert thrown["actor"] == "bottom"
    assert thrown["body"]["command"] == declared["body"]["declared"]["command"]
    assert "proof" not in thrown["body"]
    assert (bottom.dice.trouble, top.dice.trouble) == ([], [])
    assert table.get("top").json()["mixing"] == {"roll": 2, "seats": ["bottom", "top"], "waiting": None}
    found = table.verdict(bottom.note())
    assert found.title == f"VERIFIED FOR bottom UP TO EVENT {table.head}"
    assert found.words[1] == (
        "Roll 1 (2 dice) was mixed from fresh values of bottom and top and the server's, all fixed before the "
        "command was declared: none but the server and bottom and top together could choose a face."
    )


def test_the_same_command_is_answered_with_what_came_of_it(table: Table, bottom: Sitting) -> None:
    said = {"cmd_id": "once", "expect": table.head, "kind": "command", "body": {"command": FIRE}}
    first = table.post("bottom", "/commands", said).json()
    bottom.look()
    again = table.post("bottom", "/commands", said).json()
    assert (first["result"]["kind"], again["result"]["kind"], again["dup"]) == ("declared", "command", True)
    assert again["seq"] == first["seq"] + 2
    assert len(again["result"]["faces"]) == 2


def test_what_throws_no_dice_is_not_declared(table: Table, bottom: Sitting) -> None:
    assert bottom.command({"command": "EndPhase"}).json()["result"]["kind"] == "command"
    assert kinds(table) == ["dice_joined", "command"]


def test_without_values_dice_are_thrown_at_once_and_rest_on_the_server(table: Table) -> None:
    assert table.command("bottom", FIRE).json()["result"]["kind"] == "command"
    table.say("gm", "reveal", {})
    assert table.verdict().words[1] == (
        "On the server's word: 1 roll (2 dice, event 3). No seat mixed in a fresh value, so whoever runs the server "
        "could foresee the faces, and with a friend at the table steer them."
    )


def test_nothing_else_happens_while_dice_wait(table: Table, bottom: Sitting) -> None:
    bottom.command(FIRE)
    waits = "Dice are being thrown for bottom; bottom has still to show a value."
    battle = {**BOW, "turn": {"side": "top"}}
    for said in (
        table.command("bottom", {"command": "EndPhase"}),
        table.command("bottom", FIRE),
        table.say("gm", "override", {"reason": "x", "battle": battle}),
        table.say("gm", "undo_request", {"seq": 3}),
        table.say("gm", "reveal", {}),
        table.say("gm", "rotate_dice", {"reason": "x"}),
    ):
        assert refused(said) == (422, "not-now", waits)
    assert table.say("top", "chat", {"text": "well?"}).status_code == 200
    bottom.look()
    assert table.events("gm")[-1]["kind"] == "command"


# --- silence -------------------------------------------------------------------------


def test_a_silent_seat_is_waited_for_until_the_others_go_on_without_it(client: Client) -> None:
    seats = [{"seat": name, "sides": ["bottom", "top"]} for name in ("ann", "bob", "cid")]
    table = Table(client, BOW, seats=seats)
    ann, bob, cid = (Sitting(table, name).sit() for name in ("ann", "bob", "cid"))
    ann.command(FIRE)
    ann.look()
    cid.look()
    assert refused(table.say("ann", "without_seat", {"seats": ["cid"]}))[:2] == (409, "stale")
    asked = table.say("ann", "without_seat", {"seats": ["bob"]}).json()
    assert asked["result"]["kind"] == "without_request"
    assert table.get("bob").json()["going_on"] == ["ann"]
    assert table.say("cid", "without_seat", {"seats": ["bob"]}).json()["result"]["kind"] == "without_seat"
    look_round(ann, cid)
    went_on = "dice_value dice_value without_request without_seat declared dice_value dice_value command"
    assert " ".join(kinds(table, -8)) == went_on
    bob.look()
    assert table.get("ann").json()["mixing"]["seats"] == ["ann", "bob", "cid"]  # he has come back
    found = table.verdict()
    assert found.words[1].startswith("Roll 2 (2 dice) was mixed from fresh values of ann and cid and the server's")
    given_up = "Roll 1 was given up and its command declared again: bob was silent (agreed by ann and cid)."
    assert found.words[2] == given_up


def test_where_nobody_has_shown_a_value_who_is_silent_himself_asks_the_others(
    table: Table, bottom: Sitting, top: Sitting
) -> None:
    bottom.command(FIRE)
    asked = table.say("bottom", "without_seat", {"seats": ["bottom", "top"]}).json()["result"]
    assert asked["kind"] == "without_request"
    assert table.events("gm")[-1]["body"]["asked"] == ["top"]
    top.look()
    assert table.get("top").json()["mixing"]["waiting"]["silent"] == ["bottom"]


def test_the_game_master_says_why_it_goes_on(table: Table, bottom: Sitting, top: Sitting) -> None:
    bottom.command(FIRE)
    bottom.look()
    assert refused(table.say("gm", "without_seat", {"seats": ["top"]}))[:2] == (422, "missing")
    assert table.say("gm", "without_seat", {"seats": ["top"], "reason": "asleep"}).status_code == 200
    bottom.look()
    assert "top was silent (gm said why: 'asleep')." in table.verdict().words[2]
    assert top.look().dice.trouble == []


def test_where_all_are_silent_the_server_throws_alone_and_says_so(table: Table, bottom: Sitting) -> None:
    bottom.command(FIRE)
    assert table.say("top", "without_seat", {"seats": ["bottom"]}).json()["result"]["kind"] == "without_seat"
    table.say("gm", "reveal", {})
    found = table.verdict()
    assert [roll.seats for roll in found.found.thrown] == [()]
    assert found.words[1].endswith("bottom was silent (agreed by top).")
    assert found.words[2].startswith("On the server's word: 1 roll (2 dice, event 6).")


# --- what may not be -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "told"),
    [({"value": "0" * 64}, "value.value: is not the value that was committed to"), ({"value": "x"}, "body.value: ")],
)
def test_a_value_that_does_not_fit_is_refused_and_the_roll_waits_on(change: Told, told: str, bottom: Sitting) -> None:
    bottom.command(FIRE)
    bottom.hear()
    (said,) = bottom.dice.to_say()
    status, _, detail = refused(bottom.table.say("bottom", "dice_value", said["body"] | change))
    assert status == 422
    assert detail.startswith(told)
    bottom.look()
    assert kinds(bottom.table)[-1] == "command"


def test_a_seat_joins_once_and_leaves_when_it_says_so(table: Table, bottom: Sitting) -> None:
    body = {"roll": 1, "commit": bottom.dice.mixing.standing["bottom"]}
    assert table.say("bottom", "dice_value", body).status_code == 200
    assert kinds(table) == ["dice_joined"]
    assert table.say("bottom", "dice_value", {"roll": 1, "commit": None}).status_code == 200
    assert table.get("gm").json()["mixing"]["seats"] == []
    bottom.dice.taking_part = False
    assert bottom.command(FIRE).json()["result"]["kind"] == "command"


def test_a_shot_whose_dice_have_changed_is_stale(table: Table, bottom: Sitting, top: Sitting) -> None:
    bottom.hear()
    seen, expected = table.head, bottom.dice.expected()
    assert expected == {"roll": 1, "seats": ["bottom", "top"]}
    assert table.say("gm", "rotate_dice", {"reason": "new evening"}).status_code == 200
    rotated = table.say("bottom", "command", {"command": FIRE}, expect=seen)
    assert refused(rotated)[:2] == (409, "stale")
    assert table.say("top", "dice_value", {"roll": 1, "commit": None}).status_code == 200
    named = table.say("bottom", "command", {"command": FIRE, "dice": expected})
    assert refused(named) == (409, "stale", "The dice have changed since: look who takes part in the roll.")
    top.dice.taking_part = False
    assert bottom.command(FIRE).status_code == 200


# --- the server's secret -------------------------------------------------------------


def test_a_new_secret_needs_everybody_or_the_game_masters_reason(table: Table) -> None:
    commit = table.get("gm").json()["commit"]
    table.say("top", "client_seed", {"seed": "mine"})
    asked = table.say("bottom", "rotate_dice", {}).json()
    assert asked["result"]["kind"] == "rotate_request"
    assert refused(table.say("gm", "rotate_dice", {}))[:2] == (422, "missing")
    assert table.get("top").json()["commit"] == commit
    assert table.get("top").json()["rotating"] == ["bottom"]
    assert table.say("top", "rotate_dice", {}).json()["result"]["commit"] != commit
    body = table.events("gm")[-1]["body"]
    assert body["rotated"] == {"who": ["bottom", "top"], "why": "agreed"}
    assert body["seeds"] == {"top": "mine"}  # nobody's seed is dropped,
    assert table.say("top", "client_seed", {"seed": "another"}).status_code == 200  # but a new one may take its place
    assert table.say("gm", "rotate_dice", {"reason": "bottom asked"}).json()["result"]["kind"] == "rotate_dice"
    assert table.command("bottom", FIRE).status_code == 200
    assert table.events("gm")[-1]["body"]["proof"]["seeds"] == {"top": "another"}
    table.say("gm", "reveal", {})
    assert table.verdict().words[2:4] == [
        "The server's secret was changed at event 5, agreed by bottom and top.",
        "The server's secret was changed at event 7, gm said why: 'bottom asked'.",
    ]


# --- hidden cards, other processes, restarts -----------------------------------------


def test_where_cards_are_hidden_the_server_keeps_its_value_and_the_hashes(client: Client) -> None:
    table = Table(client, next(iter(examples("duel-of-ages").values())))
    sides = [name for name in table.tokens if name not in {"gm", "spectator"}]
    players = [Sitting(table, name).sit() for name in sides]
    notes = [player.note() for player in players]
    state = table.get("gm").json()
    command = next(one["command"] for one in state["commands"] if one["command"]["command"] == "Shoot")
    speaker = next(name for name in sides if command in [one["command"] for one in table.get(name).json()["commands"]])
    answer = table.say(speaker, "command", {"command": command})
    assert answer.status_code == 200, answer.text
    look_round(*players)
    notes += [player.note() for player in players]
    log = table.events("gm")
    rolls = [event["body"] for event in log if "rolled" in event["body"]]
    assert rolls
    assert all("value" not in body["rolled"] for body in rolls)
    told = "".join(table.get(name, "/events").text + note for name in sides for note in notes)
    assert not any(event["hash"] in told for event in log)
    assert table.verdict(*notes).title == "NOT YET REVEALED"
    table.say("gm", "reveal", {})
    found = table.verdict(*notes)
    last = table.head - 1
    assert found.title == f"VERIFIED FOR {' and '.join(f'{side} UP TO EVENT {last}' for side in sorted(sides))}"
    assert found.found.proven == sum(len(body["throws"]) for body in rolls)


def test_a_roll_that_waits_goes_on_after_a_restart_with_the_same_values(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        table = Table(client, BOW)
        bottom, top = Sitting(table, "bottom").sit(), Sitting(table, "top").sit()
        bottom.command(FIRE)
        bottom.look()
        key = table.get("top").json()["key"]
        bottom.note()
    with served(tmp_path) as client:
        table.client = client
        reloaded = Sitting(table, "top", kept=top.dice.kept)
        reloaded.dice.taking_part = True
        look_round(bottom, reloaded)
        assert kinds(table)[-1] == "command"
        assert table.get("top").json()["key"] == key
        assert reloaded.dice.trouble == []
        assert table.verdict(bottom.note(), reloaded.note()).verified


def test_a_table_may_be_opened_with_patience(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from fireline.server.tables.room import DiceWatch

    class Hasty(DiceWatch):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            self._patience = 0

    monkeypatch.setattr("fireline.server.tables.room.DiceWatch", Hasty)
    table = Table(client, BOW, patience=5)
    Sitting(table, "bottom").sit().command(FIRE)
    while kinds(table)[-1] != "command":
        pass
    table.say("gm", "reveal", {})
    assert "bottom was silent (silent for 5 s)." in table.verdict().words[1]
