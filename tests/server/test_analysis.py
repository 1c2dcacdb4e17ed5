"""Analysis over HTTP: what the library says, line by line where it takes long, and ended by who hangs up."""

import json
import re
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import pytest

import fireline
from fireline.analysis.compare import compare
from fireline.analysis.goal import goal_of
from fireline.analysis.luck import luck
from fireline.analysis.matchups import matchups
from fireline.analysis.paired import paired
from fireline.analysis.plan import Planner
from fireline.analysis.reply import ReplySearch
from fireline.analysis.simulate import simulate
from fireline.analysis.solve import solve
from fireline.analysis.threatmap import ThreatMap, enemies
from fireline.analysis.vary import vary
from fireline.analysis.worth import worth
from fireline.chance import FixedDice, SeededDice
from fireline.formats.logfile import load_log
from fireline.game.battle import Battle
from fireline.game.command import Shoot, Shot
from fireline.game.log import GameLog, LogEntry, header
from fireline.questions import questions
from fireline.server.api.shaping import answer_of, line_of
from server.clients import API, BOW, SHOT, Client, plain
from server.played import MIXED
from server.serving import serving
from server.sockets import PATIENCE


def lines(answer: Any) -> list[dict[str, Any]]:
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


TABLE = MIXED.read_text(encoding="utf-8")
FIELD = Battle.read(BOW)
HELD = vary(FIELD.data(), shot=Shot.read(SHOT))
MOVED = HELD.vary("units[bow].moved=1")
COLUMNS = [{"changes": {"units[bow].moved": 1}}, {"label": "nearer", "changes": {"units[ax].hex": "D5"}}]
LABELS = ["as it stands", "units[bow].moved=1", "nearer"]
PAIRS = {"phases": 20, "seed": 3, "against": {"units[bow].moved": 1}, "common_dice": True}
SOLVED = {"shot": SHOT, "field": "shooter.moved", "goal": "11/36", "of": "hits=1"}
PLANNED = {"goal": "kills", "seconds": 30}


@pytest.mark.parametrize(
    ("path", "more", "answer"),
    [
        (
            "compare",
            {"shot": SHOT, "columns": COLUMNS},
            lambda: compare(HELD, MOVED, HELD.vary("units[ax].hex=D5"), labels=LABELS),
        ),
        ("worth", {"shot": SHOT}, lambda: worth(HELD)),
        ("simulate", {"phases": 20, "seed": 3}, lambda: simulate(FIELD, phases=20, seed=3)),
        ("simulate", PAIRS, lambda: paired(FIELD, MOVED.battle, phases=20, seed=3, common_dice=True)),
        ("solve", SOLVED, lambda: solve(HELD, "shooter.moved", "11/36", of="hits=1")),
        ("matchups", {"answers": "worst"}, lambda: matchups(FIELD.with_answers("worst"))),
        ("matchups", {"distance": 2}, lambda: matchups(FIELD, Fraction(2))),
        ("plan", PLANNED, lambda: planner().answer()),
        ("plan", PLANNED | {"reply": True}, lambda: ReplySearch(FIELD, planner().goal).run()),
    ],
)
def test_the_answer_is_that_of_the_library_in_the_shape_that_is_described(
    client: Client, path: str, more: dict[str, Any], answer: Callable[[], Any]
) -> None:
    told = client.post(f"{API}/{path}", json={"battle": BOW, **more})
    if path in {"simulate", "plan"}:
        progress, *_, last = lines(told)
        assert progress == {"progress": 0.0}
        line_of(questions()[path]).model_validate(last)
        assert last["result"] == plain(answer().data())
    else:
        assert told.json() == plain(answer().data())
        answer_of(questions()[path]).model_validate(told.json())


def planner() -> Planner:
    made = Planner(FIELD, goal_of("kills", FIELD, ()))
    made.run()
    return made


def test_a_threat_map_comes_with_word_of_how_far_it_is(client: Client) -> None:
    *progress, last = lines(client.post(f"{API}/threat", json={"battle": BOW, "unit": "ax", "seconds": 100}))
    shares = [line["progress"] for line in progress]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    threat = ThreatMap(FIELD, "ax", enemies(FIELD, "ax"))
    assert last["result"]["cells"] == plain([cell.data() for cell in threat.cells()])
    glimpsed = [cell for line in progress for cell in line.get("cells", ())]
    assert [cell["place"] for cell in glimpsed] == threat.nearest_first(threat.everywhere())
    assert glimpsed[0]["place"] == "C4", "where it stands comes first"
    known = {cell["place"]: cell for cell in last["result"]["cells"]}
    assert all(cell.items() <= known[cell["place"]].items() for cell in glimpsed)
    line_of(questions()["threat"]).model_validate(progress[-1])
    assert (last["result"]["here"], last["result"]["measure"]) == ("C4", "hexes")


def test_a_threat_map_of_the_fire_by_one_unit(client: Client) -> None:
    asked = {"battle": BOW, "unit": "bow", "direction": "by", "seconds": 100}
    further: list[dict[str, Any]] = [{}, {"target": "ax"}, {"target": "ax", "at_least": 2}]
    told = [lines(client.post(f"{API}/threat", json=asked | more))[-1]["result"] for more in further]
    assert told[0] == told[1]
    assert (told[0]["unit"], told[0]["shooters"]) == ("ax", ["bow"])
    for result, at_least in ((told[1], None), (told[2], 2)):
        threat = ThreatMap(FIELD, "ax", ("bow",), at_least)
        assert result["cells"] == plain([cell.data() for cell in threat.cells()])
        assert result["svg"].startswith("<svg")


def test_the_luck_of_a_game_kept_as_steps_is_that_of_its_log(client: Client) -> None:
    game, steps = GameLog(FIELD, 7), []
    before, command = BOW, {"command": "Shoot", "shot": SHOT}
    for seed in (7, 8):
        played = client.post(f"{API}/play", json={"battle": before, "command": command, "seed": seed}).json()
        steps.append({key: played[key] for key in ("command", "events", "faces")})
        game, turned = game.play(Shoot(Shot.read(SHOT)), SeededDice.for_event(seed, 0))
        assert played["battle"] == turned.battle.data()
        assert played["faces"] == game.entries[-1].data()["faces"]
        state = {"battle": turned.battle.data() | {"units": BOW["units"], "due": []}}  # put right by hand
        steps.append(state)
        before = Battle.read(state["battle"]).data()
        entry = LogEntry(game.next_seq, {}, (), (), "", Battle.read(before))
        game = replace(game, entries=(*game.entries, entry), next_seq=game.next_seq + 1)
    told = client.post(f"{API}/luck", json={"battle": BOW, "steps": steps}).json()
    assert told == plain(luck(game).data())
    assert told["tallies"][0]["rolls"] == 2


NO_GAME = "request: give either file, or log, the lines, or battle and steps"
LOST = {"event": "blocks_lost", "unit": "no", "blocks": 1, "rule": ""}
ALONE = BOW | {"units": BOW["units"][:1]}
HORIZONS = {"fireline": 1, "ruleset": "endless-horizons", "units": []}
HEADER = plain(header(GameLog(FIELD, 7)))


@pytest.mark.parametrize(
    ("path", "asked", "detail"),
    [
        ("compare", {"battle": BOW, "shot": SHOT, "columns": [{"changes": {"units[b].x": 1}}]}, ".*'b'"),
        ("threat", {"battle": ALONE, "unit": "bow", "direction": "by"}, "unit: bow has no en"),
        ("simulate", {"battle": BOW, **PAIRS, "against": {"units[bo].moved": 1}}, ".*there is no entry 'bo'"),
        ("plan", {"battle": BOW, **PLANNED, "seconds": 0}, ".*0 is too small"),
        ("luck", {"log": [HEADER, HEADER]}, "line 2: should be entry 1"),
        ("luck", {}, NO_GAME),
        ("luck", {"battle": BOW, "log": [{}]}, NO_GAME),
        ("luck", {"battle": BOW, "steps": [{}]}, "steps.0.: a step has either a command or a battle"),
        ("luck", {"battle": BOW, "steps": [{"command": 7}]}, "steps.0..command: is no command"),
        ("luck", {"battle": BOW, "steps": [{"battle": {}}]}, "steps.0..battle"),
        ("luck", {"battle": BOW, "steps": [{"battle": HORIZONS}]}, "steps.0..battle"),
        ("luck", {"battle": BOW, "steps": [{"command": {}, "events": [{"event": "Nothing"}]}]}, "steps.0..events.0."),
        ("luck", {"battle": BOW, "steps": [{"command": {}, "events": [LOST]}]}, "steps.0..events: they do not fit"),
    ],
)
def test_what_cannot_be_answered_is_refused(client: Client, path: str, asked: dict[str, Any], detail: str) -> None:
    wrong = client.post(f"{API}/{path}", json=asked)
    assert wrong.status_code == 422
    assert re.match(detail, wrong.json()["detail"]), wrong.json()["detail"]


@pytest.mark.whole("long")
def test_who_hangs_up_ends_the_work_and_a_long_answer_stalls_nobody(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as url, httpx.Client(base_url=url, timeout=PATIENCE) as client:
        asked = {"battle": BOW, "phases": 10_000_000}
        for _ in range(4):  # more than there are processes
            with client.stream("POST", f"{API}/simulate", json=asked) as answer:
                assert json.loads(next(answer.iter_lines())) == {"progress": 0.0}
                with httpx.Client(base_url=url, timeout=PATIENCE) as other:
                    told = other.post(f"{API}/odds", json={"battle": BOW, "shot": SHOT})
                    assert told.status_code == 200
        end = time.monotonic() + PATIENCE
        while (told := client.post(f"{API}/worth", json={"battle": BOW, "shot": SHOT})).status_code != 200:
            assert time.monotonic() < end, told.text


def test_a_game_is_recalled_step_by_step_and_as_its_log(client: Client, tmp_path: Path) -> None:
    game = GameLog(fireline.load("examples/ancients-ranged-combat.yaml"))
    game, shot = game.play(Shoot(Shot("bow", "warriors")), FixedDice("blue", "red"))
    rows = [header(game), *(entry.data() for entry in game.entries)]
    told = client.post(f"{API}/recall", json={"log": rows}).json()
    assert told["battle"] == game.start.data()
    [step] = told["steps"]
    assert (step["battle"], step["faces"]) == (game.battle.data(), ["blue", "red"])
    assert step["story"] == [str(line) for line in shot.story]
    assert step["outcome"] in step["story"][-1]
    assert step["units"] == ["bow", "warriors"]
    file = tmp_path / "game.jsonl"
    file.write_text(told["log"], encoding="utf-8")
    assert load_log(file) == game
    assert client.post(f"{API}/recall", json={"file": told["log"]}).json() == told
    put = {"battle": game.start.data(), "steps": [{"battle": game.battle.data()}]}
    told = client.post(f"{API}/recall", json=put).json()
    assert (told["steps"][0]["battle"], told["log"]) == (game.battle.data(), None)
    head = {"fireline_game": 1, "battle": put["battle"]}
    written = "".join(f"{json.dumps(row)}\n" for row in (head, *put["steps"]))
    assert client.post(f"{API}/recall", json={"file": written}).json() == told


def test_what_stands_of_a_table_is_recalled_from_its_export(client: Client) -> None:
    rows = [json.loads(line) for line in TABLE.splitlines()]
    told = client.post(f"{API}/recall", json={"file": TABLE}).json()
    assert sum("undoes" in row["body"] for row in rows[1:]) == 2
    assert len(told["steps"]) == sum("events" in row["body"] for row in rows[1:]) - 2
    assert Battle.read(told["steps"][-1]["battle"]).fingerprint == rows[-1]["state"]
    assert told["battle"] == rows[1]["body"]["battle"]


@pytest.mark.parametrize(
    ("file", "detail"),
    [
        ('{"fireline_game": 1}\n{', "line 2, column 2: is not well-formed JSON"),
        ('{"fireline_game": 1}\n[]', "line 2: .* is no line of a game"),
        ('{"fireline_table": 1}', "battle"),
        ("{}", "line 1: is no Fireline log"),
        (TABLE * 2, "line [0-9]+: begins a second table; export the one that is asked about"),
    ],
)
def test_what_is_no_game_is_not_recalled(client: Client, file: str, detail: str) -> None:
    wrong = client.post(f"{API}/recall", json={"file": file})
    assert wrong.status_code == 422
    assert re.match(detail, wrong.json()["detail"]), wrong.json()["detail"]


def test_an_error_names_the_field_of_the_body(client: Client) -> None:
    asked = {"battle": BOW, "shot": SHOT, "field": "shooter.moved", "goal": "1/2"}
    places = [
        client.post(f"{API}/solve", json=asked | wrong).json()["place"] for wrong in ({"goal": "half"}, {"of": "nix"})
    ]
    assert places == ["goal", "of"]
