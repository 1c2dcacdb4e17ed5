"""Analysis over HTTP: what the library says, line by line where it takes long, and ended by who hangs up."""

import json
import time
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
from fireline.analysis.reply import RepliesAnswer, exchanges
from fireline.analysis.simulate import simulate
from fireline.analysis.solve import solve
from fireline.analysis.threat import ThreatMap, enemies
from fireline.analysis.vary import vary
from fireline.analysis.worth import worth
from fireline.chance import FixedDice, SeededDice
from fireline.formats.logfile import load_log
from fireline.game.battle import Battle
from fireline.game.command import Shoot
from fireline.game.log import GameLog, LogEntry, header
from fireline.game.shot import Shot
from fireline.questions import questions
from fireline.server.api.shaping import answer_of, line_of
from server.clients import API, BOW, SHOT, Client
from server.serving import serving
from server.sockets import PATIENCE


def plain(answer: Any) -> Any:
    return json.loads(json.dumps(answer))


def lines(answer: Any) -> list[dict[str, Any]]:
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


def test_columns_beside_the_shot_as_it_is(client: Client) -> None:
    columns = [{"changes": {"units[bow].moved": 1}}, {"label": "nearer", "changes": {"units[ax].hex": "D5"}}]
    told = client.post(f"{API}/compare", json={"battle": BOW, "shot": SHOT, "columns": columns}).json()
    first = vary(Battle.read(BOW).data(), shot=Shot.read(SHOT))
    others = [first.vary("units[bow].moved=1"), first.vary("units[ax].hex=D5")]
    labels = ["as it is", "units[bow].moved=1", "nearer"]
    assert told == plain(compare(first, *others, labels=labels).data())
    wrong = client.post(
        f"{API}/compare", json={"battle": BOW, "shot": SHOT, "columns": [{"changes": {"units[b].x": 1}}]}
    )
    assert wrong.status_code == 422
    assert "'b'" in wrong.json()["detail"]


def test_what_everything_in_a_shot_is_worth(client: Client) -> None:
    told = client.post(f"{API}/worth", json={"battle": BOW, "shot": SHOT}).json()
    assert told == plain(worth(vary(Battle.read(BOW).data(), shot=Shot.read(SHOT))).data())


def test_a_threat_map_comes_with_word_of_how_far_it_is(client: Client) -> None:
    *progress, last = lines(client.post(f"{API}/threat", json={"battle": BOW, "unit": "ax"}))
    shares = [line["progress"] for line in progress]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    battle = Battle.read(BOW)
    threat = ThreatMap(battle, "ax", enemies(battle, "ax"))
    assert last["result"]["cells"] == plain([cell.data() for cell in threat.cells()])
    glimpsed = [cell for line in progress for cell in line.get("cells", ())]
    assert [cell["place"] for cell in glimpsed] == threat.nearest_first(threat.everywhere())
    assert glimpsed[0]["place"] == "C4", "where it stands comes first"
    known = {cell["place"]: cell for cell in last["result"]["cells"]}
    assert all(cell.items() <= known[cell["place"]].items() for cell in glimpsed)
    line_of(questions()["threat"]).model_validate(progress[-1])
    assert (last["result"]["here"], last["result"]["measure"]) == ("C4", "hexes")
    wrong = client.post(f"{API}/threat", json={"battle": BOW, "unit": "xa"})
    assert wrong.status_code == 422
    assert wrong.json()["detail"].startswith("unit: 'xa' is no")


def test_a_threat_map_of_the_fire_by_one_unit(client: Client) -> None:
    asked = {"battle": BOW, "unit": "bow", "direction": "by"}
    further: list[dict[str, Any]] = [{}, {"target": "ax"}, {"target": "ax", "at_least": 2}]
    told = [lines(client.post(f"{API}/threat", json=asked | more))[-1]["result"] for more in further]
    assert told[0] == told[1]
    assert (told[0]["unit"], told[0]["shooters"]) == ("ax", ["bow"])
    for result, at_least in ((told[1], None), (told[2], 2)):
        threat = ThreatMap(Battle.read(BOW), "ax", ("bow",), at_least)
        assert result["cells"] == plain([cell.data() for cell in threat.cells()])
        assert result["svg"].startswith("<svg")
    alone = {**BOW, "units": BOW["units"][:1]}
    wrong = client.post(f"{API}/threat", json={"battle": alone, "unit": "bow", "direction": "by"})
    assert wrong.json()["detail"] == "unit: bow has no enemy here"


def test_the_luck_of_a_log(client: Client) -> None:
    game, _ = GameLog(Battle.read(BOW), 7).play(Shoot(Shot.read(SHOT)), SeededDice(7))
    rows = plain([header(game), *(entry.data() for entry in game.entries)])
    told = client.post(f"{API}/luck", json={"log": [{**row, "check": "x"} for row in rows]}).json()
    assert told == plain(luck(game).data())
    wrong = client.post(f"{API}/luck", json={"log": [rows[0], rows[0]]})
    assert wrong.json()["detail"].startswith("line 2: should be entry 1")


def test_the_luck_of_a_game_kept_as_steps_is_that_of_its_log(client: Client) -> None:
    game, steps = GameLog(Battle.read(BOW), 7), []
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


@pytest.mark.parametrize(
    ("asked", "detail"),
    [
        ({}, "request: give either log, the lines, or battle and steps"),
        ({"battle": BOW, "log": [{}]}, "request: give either log, the lines, or battle and steps"),
        ({"battle": BOW, "steps": [{}]}, "steps[0]: a step has either a command or a battle"),
        ({"battle": BOW, "steps": [{"command": 7}]}, "steps[0].command: is no command"),
        ({"battle": BOW, "steps": [{"battle": {}}]}, "steps[0].battle"),
        (
            {"battle": BOW, "steps": [{"battle": {"fireline": 1, "ruleset": "endless-horizons", "units": []}}]},
            "steps[0].battle",
        ),
        (
            {"battle": BOW, "steps": [{"command": {"command": "Shoot"}, "events": [{"event": "Nothing"}]}]},
            "steps[0].events[0]",
        ),
        (
            {
                "battle": BOW,
                "steps": [{"command": {}, "events": [{"event": "blocks_lost", "unit": "no", "blocks": 1, "rule": ""}]}],
            },
            "steps[0].events: they do not fit the battle before them",
        ),
    ],
)
def test_a_game_that_does_not_fit_together_is_refused(client: Client, asked: dict[str, Any], detail: str) -> None:
    wrong = client.post(f"{API}/luck", json=asked)
    assert wrong.status_code == 422
    assert wrong.json()["detail"].startswith(detail)


def test_phases_are_simulated_as_the_library_does(client: Client) -> None:
    *_, last = lines(client.post(f"{API}/simulate", json={"battle": BOW, "phases": 20, "seed": 3}))
    assert last["result"] == plain(simulate(Battle.read(BOW), phases=20, seed=3).data())
    wrong = client.post(f"{API}/simulate", json={"battle": BOW, "policies": "simpel"})
    assert wrong.status_code == 422


def test_phases_in_pairs_against_the_battle_changed(client: Client) -> None:
    asked = {"battle": BOW, "phases": 20, "seed": 3, "against": {"units[bow].moved": 1}, "common_dice": True}
    *_, last = lines(client.post(f"{API}/simulate", json=asked))
    battle, moved = Battle.read(BOW), vary(BOW, "units[bow].moved=1").battle
    assert last["result"] == plain(paired(battle, moved, phases=20, seed=3, common_dice=True).data())
    wrong = client.post(f"{API}/simulate", json=asked | {"against": {"units[bo].moved": 1}})
    assert wrong.status_code == 422
    assert "units[bo].moved: there is no entry 'bo'" in wrong.json()["detail"]


def test_at_which_value_a_chance_is_what_is_asked_for(client: Client) -> None:
    asked = {"battle": BOW, "shot": SHOT, "field": "shooter.moved", "goal": "11/36", "of": "hits=1"}
    answer = client.post(f"{API}/solve", json=asked)
    told, shot = answer.json(), Shot.read(SHOT)
    found = solve(vary(BOW, shot=shot), "shooter.moved", "11/36", of="hits=1")
    assert told == plain(found.data())
    answer_of(questions()["solve"]).model_validate(told)
    wrong = client.post(f"{API}/solve", json=asked | {"goal": "half"})
    assert (wrong.status_code, wrong.json()["detail"]) == (422, "--is: 'half' is no number; write 1/2, 0.5 or 50%")


@pytest.mark.parametrize("far", [None, 2])
def test_all_against_all(client: Client, far: int | None) -> None:
    told = client.post(f"{API}/matchups", json={"battle": BOW, "distance": far, "answers": "worst"}).json()
    found = matchups(Battle.read(BOW).with_answers("worst"), None if far is None else Fraction(far))
    assert told == plain(found.data())
    answer_of(questions()["matchups"]).model_validate(told)
    if far is not None:
        assert {pair["distance"] for pair in told["pairs"]} == {far}


@pytest.mark.parametrize("reply", [False, True])
def test_a_plan_comes_with_word_of_how_far_it_is(client: Client, reply: bool) -> None:
    asked: dict[str, Any] = {"battle": BOW, "goal": "kills", "seconds": 30, "reply": reply}
    *progress, last = lines(client.post(f"{API}/plan", json=asked))
    battle = Battle.read(BOW)
    planner = Planner(battle, goal_of("kills", battle, ()))
    planner.run()
    exact = RepliesAnswer(battle, exchanges(battle, planner.goal)) if reply else planner.answer()
    assert last["result"] == plain(exact.data())
    line_of(questions()["plan"]).model_validate(last)
    assert progress[0] == {"progress": 0.0}
    assert (client.post(f"{API}/plan", json=asked | {"shooters": ["ax"]})).status_code == 422
    assert (client.post(f"{API}/plan", json=asked | {"seconds": 0})).status_code == 422


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


@pytest.mark.parametrize("path", ["compare", "worth", "threat", "simulate", "solve", "matchups", "plan"])
def test_a_team_is_told_what_it_may_know(path: str, client: Client) -> None:
    from server.test_leaks import CANARIES, duel

    asked: dict[str, Any] = {"battle": duel(), "team": "white"}
    shot = {"shooter": "sanchez", "target": "lazar", "weapon": "Open Gun"}
    more: dict[str, dict[str, Any]] = {
        "compare": {"shot": shot, "columns": [{"changes": {"heroes[lazar].wounds": 1}}]},
        "worth": {"shot": shot},
        "threat": {"unit": "lazar"},
        "simulate": {"phases": 2},
        "solve": {"shot": shot, "field": "heroes[lazar].wounds", "over": "0..1"},
        "matchups": {},
        "plan": {"budget": 1},
    }
    answer = client.post(f"{API}/{path}", json=asked | more[path])
    assert answer.status_code == 200, answer.text
    assert not any(name in answer.text for name in CANARIES["white"])


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
    put = {"battle": game.start.data(), "steps": [{"battle": game.battle.data()}]}
    told = client.post(f"{API}/recall", json=put).json()
    assert (told["steps"][0]["battle"], told["log"]) == (game.battle.data(), None)
