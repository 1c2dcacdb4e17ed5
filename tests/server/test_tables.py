"""Tables over HTTP: seats and what each may say, dice, undo, override, and what is kept."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from battles import examples
from fireline.server.store.jsonl import Exported, read_export
from fireline.server.store.rows import KeptEvent
from fireline.server.tables.game import Replay
from server.clients import API, BOW, Client, Table, logged, served, shoot

FIRE = shoot("bow", "ax")
END = {"command": "EndPhase"}


def refused(answer: Any) -> tuple[int, str, str]:
    told = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    return answer.status_code, told["why"], told["detail"]


# --- seats ---------------------------------------------------------------------------


def test_a_table_has_a_seat_for_each_side_and_every_seat_its_own_secret(table: Table) -> None:
    assert [*table.tokens] == ["gm", "bottom", "top", "spectator"]
    assert len(set(table.tokens.values())) == 4
    assert all(len(token) >= 22 for token in table.tokens.values())  # 128 bits in base64
    found = table.get("top").json()
    assert found["seat"] == {"name": "top", "sides": ["top"], "may": found["seat"]["may"]}
    assert "command" in found["seat"]["may"]
    assert table.get("spectator").json()["seat"]["may"] == []
    assert found["battle"]["units"][0]["id"] == "bow"
    assert found["commit"] is not None
    assert "token" not in json.dumps(found)


ROUTES = [
    ("GET", "", None),
    ("GET", "/events", None),
    ("GET", "/at/1", None),
    ("GET", "/export", None),
    ("POST", "/commands", {"cmd_id": "x", "kind": "chat", "body": {"text": "hi"}}),
    ("POST", "/seats", {"seat": "top", "action": "rotate"}),
    ("POST", "/targets", {"shooter": "bow"}),
    ("POST", "/check", {"shot": {"shooter": "bow", "target": "ax"}}),
    ("POST", "/odds", {"shot": {"shooter": "bow", "target": "ax"}}),
]


@pytest.mark.parametrize(("method", "path", "body"), ROUTES)
def test_without_a_good_token_no_route_opens(method: str, path: str, body: Any, table: Table) -> None:
    address, client = f"{API}/tables/{table.id}{path}", table.client
    for headers in (
        {},
        {"Authorization": "Bearer "},
        {"Authorization": "Bearer nonsense"},
        {"Authorization": f"Basic {table.tokens['gm']}"},
        {"Authorization": f"Bearer {table.tokens['gm'][:-1]}"},
        {"Authorization": f"Bearer {Table(client, BOW).tokens['gm']}"},
    ):
        answer = client.request(method, address, json=body, headers=headers)
        assert answer.status_code == 401, headers
        assert answer.headers["www-authenticate"] == "Bearer"
        assert table.tokens["gm"] not in answer.text
    elsewhere = client.request(method, f"{API}/tables/nowhere{path}", json=body, headers=table.headers("gm"))
    assert elsewhere.status_code == 401
    assert elsewhere.json()["detail"] == answer.json()["detail"]
    table.post("gm", "/seats", {"seat": "top", "action": "revoke"})
    answer = client.request(method, address, json=body, headers=table.headers("top"))
    assert answer.status_code == 403
    assert "no longer good" in answer.json()["detail"]


def test_the_game_master_rotates_revokes_and_adds_seats(table: Table) -> None:
    assert table.post("top", "/seats", {"seat": "top", "action": "rotate"}).status_code == 403
    new = table.post("gm", "/seats", {"seat": "top", "action": "rotate"}).json()
    assert new["url"] == f"/t/{table.id}#seat={new['token']}"
    assert table.get("top").status_code == 401
    table.tokens["top"] = new["token"]
    assert table.get("top").status_code == 200
    added = table.post("gm", "/seats", {"seat": "both", "action": "add", "sides": ["top", "bottom"]}).json()
    table.tokens["both"] = added["token"]
    assert table.get("both").json()["seat"]["sides"] == ["top", "bottom"]
    assert table.command("both", FIRE).status_code == 200
    for asked, status in (
        ({"seat": "gm", "action": "revoke"}, 409),
        ({"seat": "top", "action": "add"}, 409),
        ({"seat": "tpo", "action": "revoke"}, 422),
        ({"seat": "left", "action": "add", "sides": ["lft"]}, 422),
    ):
        assert table.post("gm", "/seats", asked).status_code == status
    told = [event["body"] for event in table.events("gm") if event["kind"] == "seats"]
    assert [body["action"] for body in told] == ["rotate", "add"]
    assert {one["name"]: sorted(one["sides"]) for one in told[-1]["seats"]} == {
        "gm": ["bottom", "top"], "top": ["top"], "bottom": ["bottom"], "both": ["bottom", "top"], "spectator": [],
    }  # fmt: skip


def test_seats_may_be_asked_for(client: Client) -> None:
    table = Table(client, BOW, seats=[{"seat": "ann", "sides": ["top", "bottom"]}], name="Ours")
    assert [*table.tokens] == ["gm", "ann", "spectator"]
    assert table.get("ann").json()["name"] == "Ours"
    for seats, problem in (
        ([{"seat": "ann", "sides": ["tpo"]}], "seats[0].sides: 'tpo' is no side of this battle; did you mean 'top'?"),
        ([{"seat": "gm", "sides": ["top"]}], "seats: two seats would be called 'gm'"),
    ):
        wrong = client.post(f"{API}/tables", json={"battle": BOW, "seats": seats})
        assert (wrong.status_code, wrong.json()["detail"]) == (422, problem)


# --- who may say what ----------------------------------------------------------------


def test_a_seat_says_what_is_its_sides_to_say(table: Table) -> None:
    assert refused(table.command("top", FIRE)) == (403, "forbidden", "That is for bottom to say.")
    assert refused(table.command("top", END)) == (403, "forbidden", "That is for bottom to say.")
    assert refused(table.command("spectator", FIRE)) == (403, "forbidden", "Whoever looks on says nothing.")
    assert refused(table.say("spectator", "chat", {"text": "hi"}))[0] == 403
    assert refused(table.say("bottom", "faces", {"command": FIRE, "faces": ["blue"]}))[:2] == (403, "forbidden")
    assert refused(table.command("bottom", shoot("bow", "bow")))[:2] == (422, "illegal")
    retreat = {"command": "Retreat", "unit": "ax", "ignored": 0, "path": []}
    assert refused(table.command("bottom", retreat))[1] == "forbidden"
    assert refused(table.command("top", retreat))[1] == "illegal"
    assert table.command("bottom", FIRE).json()["seq"] == table.head
    assert table.head == 3


def test_who_owes_an_answer_gives_it_and_nobody_else(client: Client) -> None:
    table = Table(client, BOW, dice="real")
    fired = table.say("bottom", "faces", {"command": FIRE, "faces": ["flag", "flag"]})
    assert fired.status_code == 200, fired.text
    found = table.get("top").json()
    assert found["to_decide"] == "top"
    answer = found["commands"][0]["command"]
    assert refused(table.command("bottom", answer)) == (403, "forbidden", "That is for top to say.")
    assert table.command("top", answer).status_code == 200
    assert table.get("top").json()["to_decide"] is None


OVERRIDE: dict[str, Any] = {"cmd_id": "a", "kind": "override", "expect": 2}


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ({"cmd_id": "a", "kind": "chta", "body": {}}, "kind"),
        ({"cmd_id": "a b", "kind": "chat", "body": {}}, "cmd_id"),
        ({"cmd_id": "a" * 65, "kind": "chat", "body": {}}, "cmd_id"),
        ({"kind": "chat", "body": {}}, "cmd_id"),
        ({"cmd_id": "a", "kind": "chat", "body": {"text": ""}}, "body.text"),
        ({"cmd_id": "a", "kind": "chat", "body": {"text": "a\u202eb"}}, "body.text"),
        ({"cmd_id": "a", "kind": "chat", "body": []}, "body"),
        ({"cmd_id": "a", "kind": "command", "body": {"command": END}}, "expect"),
        ({"cmd_id": "a", "kind": "command", "expect": 2, "body": {}}, "body.command"),
        ({"cmd_id": "a", "kind": "command", "expect": 2, "body": {"command": {"command": "Edn"}}}, "body.command"),
        (OVERRIDE | {"body": {"reason": "x"}}, "body"),
        (OVERRIDE | {"body": {"reason": "x", "battle": {}}}, "body.battle.fireline"),
        (OVERRIDE | {"body": {"reason": "x", "faces": [1]}}, "body.faces"),
        ({"cmd_id": "a", "kind": "undo_request", "body": {"seq": 1}}, "body.seq"),
        ({"cmd_id": "a", "kind": "undo_answer", "body": {"seq": 3, "agree": True}}, "body.seq"),
        ({"cmd_id": "a", "kind": "client_seed", "body": {"seed": ""}}, "body.seed"),
    ],
)
def test_what_is_no_command_is_refused_with_its_place(said: dict[str, Any], place: str, table: Table) -> None:
    answer = table.post("gm", "/commands", said)
    assert answer.status_code == 422
    assert answer.json()["place"] == place
    assert "\n" not in answer.json()["detail"]
    assert table.head == 2


def test_the_same_command_is_carried_out_once_and_one_about_another_battle_is_stale_but_talk_never_is(
    table: Table,
) -> None:
    said = {"cmd_id": "once", "expect": 2, "kind": "command", "body": {"command": FIRE}}
    first = table.post("bottom", "/commands", said).json()
    again = table.post("bottom", "/commands", said).json()
    assert again == first | {"dup": True}
    assert table.head == 3
    assert refused(table.post("top", "/commands", said))[:2] == (403, "forbidden")
    assert table.say("top", "chat", {"text": "ready?"}, expect=None).json()["seq"] == 4
    for expect in (2, 9):
        assert refused(table.say("bottom", "command", {"command": END}, expect=expect))[:2] == (409, "stale")


# --- dice, undo, override ------------------------------------------------------------


def test_real_dice_are_asked_for_one_by_one(client: Client) -> None:
    table = Table(client, BOW, dice="real")
    assert table.get("gm").json()["commit"] is None
    asked = table.command("bottom", FIRE)
    assert asked.status_code == 422
    assert asked.json()["type"] == "urn:fireline:faces"
    faces = ["green", "blue", "red", "leader", "swords", "flag"]
    assert asked.json()["needs"] == {"die": "battle die", "faces": faces, "given": 0}
    assert table.say("bottom", "faces", {"command": FIRE, "faces": ["blue"]}).json()["needs"]["given"] == 1
    assert "is no face" in refused(table.say("bottom", "faces", {"command": FIRE, "faces": ["x"]}))[2]
    done = table.say("bottom", "faces", {"command": FIRE, "faces": ["green", "blue"]})
    assert done.json()["result"]["faces"] == ["green", "blue"]
    assert "proof" not in table.events("gm")[-1]["body"]
    assert refused(table.say("gm", "rotate_dice", {}))[1] == "bad"
    assert table.command("bottom", END).status_code == 200


def test_the_servers_dice_are_committed_to_seeded_by_the_seats_and_revealed(table: Table, tmp_path: Path) -> None:
    from fireline.cli import run

    assert table.say("top", "client_seed", {"seed": "ours"}).status_code == 200
    assert {seat["name"] for seat in table.get("gm").json()["seats"] if seat["client_seed_set"]} == {"top"}
    fired = table.say("bottom", "command", {"command": FIRE, "client_seed": "mine"})
    assert fired.status_code == 200
    body = table.events("spectator")[-1]["body"]
    assert body["proof"]["seeds"] == {"bottom": "mine", "top": "ours"}
    assert [throw["sides"] for throw in body["throws"]] == [6, 6]
    assert refused(table.say("top", "client_seed", {"seed": "late"}))[1] == "bad"
    assert table.get("top", "/export").status_code == 403
    assert table.say("bottom", "rotate_dice", {}).status_code == 200
    assert refused(table.say("bottom", "reveal", {}))[:2] == (403, "forbidden")
    assert table.say("gm", "reveal", {}).status_code == 200
    assert refused(table.say("gm", "reveal", {}))[1] == "bad"
    export = tmp_path / "export.jsonl"
    export.write_text(table.get("top", "/export").text)
    assert run(["verify-dice", str(export)]) == 0
    following = table.get("gm").json()["commands"][0]["command"]
    assert table.command("gm", following).status_code == 200  # dice thrown after all of it have a new commitment
    assert [event["kind"] for event in table.events("gm")[-2:]] == ["rotate_dice", "command"]


def test_free_undo_before_the_dice_and_by_consent_after_them(client: Client) -> None:
    table = Table(client, BOW)
    start = table.get("gm").json()["battle"]
    assert table.command("bottom", END).status_code == 200
    assert table.say("bottom", "undo_request", {"seq": 3}).json()["result"]["kind"] == "undone"
    assert table.get("gm").json()["battle"] == start
    assert table.command("bottom", FIRE).json()["seq"] == 5
    asked = table.say("bottom", "undo_request", {"seq": 5, "reason": "wrong unit"})
    assert asked.json()["result"]["kind"] == "undo_request"
    request = {"seq": 5, "by": "bottom", "event": 6, "kind": "undo_request", "asked": ["top"], "agreed": []}
    what = "a step that is taken back"
    assert table.get("top").json()["request"] == request | {"what": what, "reason": "wrong unit"}
    assert refused(table.say("bottom", "undo_answer", {"seq": 5, "agree": True}))[1] == "forbidden"
    assert table.say("top", "undo_answer", {"seq": 5, "agree": True}).json()["result"]["kind"] == "undo_answer"
    assert {key: table.events("gm")[-1][key] for key in ("kind", "actor")} == {"kind": "undone", "actor": "bottom"}
    assert table.get("gm").json()["battle"] == start
    struck = table.events("gm")
    assert [event["kind"] for event in struck[4:]] == ["command", "undo_request", "undo_answer", "undone"]
    assert struck[4]["shown"]["faces"]  # struck through, never deleted


def test_of_three_players_both_others_agree_to_an_undo(client: Client) -> None:
    seats = [{"seat": name, "sides": ["bottom", "top"]} for name in ("ann", "bob", "cid")]
    table = Table(client, BOW, seats=seats)
    start = table.get("gm").json()["battle"]
    assert table.command("ann", FIRE).status_code == 200
    assert table.say("ann", "undo_request", {"seq": 3}).json()["result"]["kind"] == "undo_request"
    assert table.agree("bob").json()["result"]["kind"] == "undo_answer"
    request = table.get("ann").json()["request"]
    assert (request["asked"], request["agreed"]) == (["bob", "cid"], ["bob"])
    assert table.get("gm").json()["battle"] != start
    assert table.agree("cid").status_code == 200
    assert table.events("gm")[-1]["body"]["agreed"] == ["bob", "cid"]
    assert table.get("gm").json()["battle"] == start


def test_an_undo_that_is_refused_or_overtaken_is_no_longer_asked_for(client: Client) -> None:
    table = Table(client, BOW, undo="consent")
    assert table.command("bottom", FIRE).json()["seq"] == 3
    assert table.say("bottom", "undo_request", {"seq": 3}).json()["result"]["kind"] == "undo_request"
    assert table.say("top", "undo_answer", {"seq": 3, "agree": False}).status_code == 200
    assert refused(table.say("top", "undo_answer", {"seq": 3, "agree": True}))[1] == "bad"
    assert table.say("bottom", "undo_request", {"seq": 3}).status_code == 200
    answer = table.get("top").json()
    command = answer["commands"][0]["command"]
    assert table.command("gm", command).status_code == 200
    assert table.get("gm").json()["request"] is None
    assert refused(table.say("gm", "undo_request", {"seq": 3}))[:2] == (422, "bad")  # the game master says why
    back = table.say("gm", "undo_request", {"seq": 3, "reason": "a mistake"})
    assert back.json()["result"]["undoes"] == 3  # with all that came after it
    kinds = [event["body"].get("undoes") for event in table.events("gm") if event["kind"] == "undone"]
    assert kinds == [*sorted(kinds, reverse=True)]
    assert table.get("gm").json()["battle"] == table.get("gm", "/at/0").json()["battle"]


def test_the_game_masters_word_is_an_event_of_its_own(table: Table) -> None:
    assert table.command("bottom", FIRE).status_code == 200
    old = table.events("gm")[-1]["shown"]["faces"]
    new = ["blue", "blue"] if old != ["blue", "blue"] else ["green", "green"]
    assert table.say("gm", "override", {"reason": "cocked dice", "faces": new}).status_code == 200
    undone, override = table.events("top")[-2:]
    assert (undone["kind"], undone["body"]["undoes"]) == ("undone", 3)
    said = override["body"]
    assert (said["who"], said["reason"], said["agreed"]) == ("gm", "cocked dice", [])
    assert override["shown"]["faces"] == new
    assert said["events"][0]["faces"] == new
    battle = table.get("gm").json()["battle"]
    battle["units"][0]["hex"] = "E6"
    assert table.say("gm", "override", {"reason": "misplaced", "battle": battle}).status_code == 200
    told = table.events("spectator")[-1]
    assert told["body"]["changes"] == [{"place": "units[bow].hex", "old": "F5", "new": "E6"}]
    assert (told["units"], told["changed"]) == (["bow"], 'units[bow].hex "F5" → "E6"')
    other = json.loads(json.dumps(next(iter(examples("endless-horizons").values()))))
    wrong = refused(table.say("gm", "override", {"reason": "x", "battle": other}))
    assert "but the game is of ancients" in wrong[2]


# --- what is kept --------------------------------------------------------------------


def test_the_log_folds_to_every_state_and_its_export_is_a_chain(table: Table) -> None:
    table.command("bottom", FIRE)
    table.say("bottom", "chat", {"text": "well shot"})
    table.say("gm", "undo_request", {"seq": 3, "reason": "so"})
    course = Replay()
    for event in table.events("gm"):
        after = course.take(KeptEvent(**logged(event)))
        at = table.get("gm", f"/at/{event['seq']}").json()
        assert (at["state"], at["battle"]) == (after.fingerprint, after.data())
    assert table.get("gm", "/at/99").status_code == 404
    assert len(table.get("gm", "/events?after=2").json()) == 3
    (exported,) = read_export(table.get("gm", "/export").content.splitlines(keepends=True))
    assert isinstance(exported, Exported)
    assert [event.data() for event in exported.events] == [logged(event) for event in table.events("gm")]


def test_only_hashes_of_tokens_are_kept_and_a_table_is_there_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        table = Table(client, BOW)
        table.command("bottom", FIRE)
        before = {seat: (table.get(seat).json(), table.events(seat)) for seat in table.tokens}
    with served(tmp_path) as client:
        table.client = client
        assert {seat: (table.get(seat).json(), table.events(seat)) for seat in table.tokens} == before
        assert table.command("bottom", before["bottom"][0]["commands"][0]["command"]).status_code in {200, 403}
        export = table.get("gm", "/export").text
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert not [token for token in table.tokens.values() if token.encode() in kept or token in export]


def test_a_game_in_three_dimensions_is_played_in_other_processes(client: Client) -> None:
    table = Table(client, examples("blightmeer@2026-07")["blightmeer-village.yaml"])
    assert table.command("red", shoot("lookout", "brute")).status_code == 200
    found = table.get("blue").json()
    assert found["to_decide"] == "blue"
    assert [one["command"]["command"] for one in found["commands"]] == ["Protect"] * len(found["commands"])
    for one in found["commands"]:  # what each answer costs those who give it
        assert 0 < Fraction(one["odds"]["p"]) < 1
        assert "brute" in one["cost"]
    done = table.command("blue", {"command": "Protect", "unit": ""})
    assert done.status_code == 200
    assert table.events("gm")[-1]["body"]["throws"]


def test_questions_about_a_shot_are_answered_from_the_seats_view(table: Table) -> None:
    shot = {"shooter": "bow", "target": "ax"}
    for path, asked in (("check", {"shot": shot}), ("odds", {"shot": shot}), ("targets", {"shooter": "bow"})):
        told = table.post("spectator", f"/{path}", asked)
        assert told.json() == table.client.post(f"{API}/{path}", json={"battle": BOW, **asked}).json()
