"""Many requests, one a line."""

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from fireline.cli import run
from fireline.cli.batch import LINE_LIMIT, answer_lines, lines_of

BATTLE: dict[str, Any] = {
    "fireline": 1,
    "ruleset": "ancients",
    "turn": {"side": "bottom"},
    "units": [
        {"id": "bow", "side": "bottom", "type": "light_bow_infantry", "hex": "F5"},
        {"id": "ax", "side": "top", "type": "auxilia", "hex": "C4"},
    ],
}
SHOT = {"shooter": "bow", "target": "ax"}


def answers(*lines: bytes | dict[str, Any]) -> list[dict[str, Any]]:
    out = io.StringIO()
    answer_lines((line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_answers_come_in_order_and_an_illegal_shot_leaves_the_battle_as_it_was() -> None:
    first, second, third = answers(
        {"ask": "check", "battle": BATTLE, "shot": SHOT},
        {"ask": "odds", "battle": BATTLE, "shot": SHOT},
        {"ask": "shoot", "battle": BATTLE, "shot": SHOT, "seed": 3},
    )
    assert "odds" not in first
    assert second["odds"]["marginals"]["hits"]["1"] == "5/18"
    assert third["seed"] == 3
    assert third["battle"]["units"][0]["battled"] is True
    (answer,) = answers({"ask": "shoot", "battle": BATTLE, "shot": {"shooter": "bow", "target": "bow"}})
    assert (answer["legal"], answer["events"], answer["odds"]) == (False, [], None)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{", "line 2: line 1, column 2: is not well-formed JSON"),
        (b"\xff{}", "line 2: is not UTF-8 text"),
        (b"[]", "line 2: [] is not a request"),
        ({"ask": "guess", "battle": BATTLE, "shot": SHOT}, "line 2: ask: 'guess' is no question"),
        ({"ask": "odds", "shot": SHOT}, "line 2: battle: is missing"),
        ({"ask": "odds", "battle": BATTLE}, "line 2: shot: is missing"),
        ({"ask": "odds", "battle": "nowhere.yaml", "shot": SHOT}, "line 2: nowhere.yaml: cannot be read"),
        (
            {"ask": "odds", "battle": BATTLE, "shot": SHOT, "sed": 1},
            "line 2: unknown key 'sed'; did you mean 'seed'?",
        ),
        ({"ask": "shoot", "battle": BATTLE, "shot": SHOT, "seed": "x"}, "line 2: seed: 'x' is not a whole number"),
        ({"ask": "odds", "battle": {**BATTLE, "units": 3}, "shot": SHOT}, "line 2: units: 3 is not a list"),
    ],
)
def test_a_bad_line_gets_an_error_and_the_rest_go_on(line: bytes | dict[str, Any], message: str) -> None:
    good = {"ask": "check", "battle": BATTLE, "shot": SHOT}
    before, bad, after = answers(good, line, good)
    assert before["legal"] is after["legal"] is True
    assert bad["error"].startswith(message)
    assert "\n" not in bad["error"]


def test_every_question_may_be_asked() -> None:
    compared, worth, threat, board = answers(
        {"ask": "compare", "battle": BATTLE, "shot": SHOT, "columns": [{"changes": {"units[bow].moved": 1}}]},
        {"ask": "worth", "battle": BATTLE, "shot": SHOT},
        {"ask": "threat", "battle": BATTLE, "unit": "ax"},
        {"ask": "picture", "battle": BATTLE},
    )
    assert compared["differences"][0]["headline"] == "-5/36"
    assert worth["legal"] is True
    assert threat["cells"]
    assert board["text"].startswith("<svg")


def test_the_command_reads_a_file_and_paths_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    battle, requests = tmp_path / "battle.json", tmp_path / "requests.jsonl"
    battle.write_text(json.dumps(BATTLE))
    requests.write_text("\n" + json.dumps({"ask": "odds", "battle": str(battle), "shot": SHOT}) + "\n")
    assert run(["batch", str(requests)]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["legal"] is True


def test_a_line_that_never_ends_is_told_so_and_not_kept() -> None:
    good = json.dumps({"ask": "check", "battle": BATTLE, "shot": SHOT}).encode()
    stream = io.BytesIO(b"x" * (3 * LINE_LIMIT) + b"\n" + good + b"\n")
    out = io.StringIO()
    answer_lines(lines_of(stream), out)
    bad, after = [json.loads(line) for line in out.getvalue().splitlines()]
    assert bad["error"] == "line 1: is longer than 1024 KiB"
    assert after["legal"] is True


@pytest.mark.skipif(os.name != "posix", reason="named pipes are of POSIX systems")
def test_a_pipe_for_a_battle_does_not_keep_the_rest_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    good = {"ask": "check", "battle": BATTLE, "shot": SHOT}
    bad, after = answers({**good, "battle": str(tmp_path / "pipe")}, good)
    assert bad["error"] == f"line 1: {tmp_path / 'pipe'}: is no regular file"
    assert after["legal"] is True


def test_what_the_reader_cannot_read_is_escaped() -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="latin-1")
    request = {"ask": "check", "battle": BATTLE, "shot": {**SHOT, "target": "✓"}}
    answer_lines([json.dumps(request).encode()], out)
    assert "'✓' is no unit" in json.loads(raw.getvalue().decode("latin-1"))["error"]
