"""Many requests, one a line."""

import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from fireline.cli import run
from fireline.cli.batch import LINE_LIMIT, answer_lines, lines_of
from fireline.game.errors import Code
from server.clients import BOW, SHOT


def answers(*lines: bytes | dict[str, Any]) -> list[dict[str, Any]]:
    out = io.StringIO()
    answer_lines((line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_answers_come_in_order_and_an_illegal_shot_leaves_the_battle_as_it_was() -> None:
    first, second, third = answers(
        {"ask": "check", "battle": BOW, "shot": SHOT},
        {"ask": "odds", "battle": BOW, "shot": SHOT},
        {"ask": "shoot", "battle": BOW, "shot": SHOT, "seed": 3},
    )
    assert "odds" not in first
    assert second["odds"]["marginals"]["hits"]["1"] == "5/18"
    assert third["seed"] == 3
    assert third["battle"]["units"][0]["battled"] is True
    (answer,) = answers({"ask": "shoot", "battle": BOW, "shot": {"shooter": "bow", "target": "bow"}})
    assert (answer["legal"], answer["events"], answer["odds"]) == (False, [], None)


GOOD: dict[str, Any] = {"ask": "check", "battle": BOW, "shot": SHOT}


@pytest.mark.parametrize(
    ("line", "message", "code"),
    [
        (b"{", "column 2: is not well-formed JSON", Code.MALFORMED),
        (b"\xff{}", "is not UTF-8 text", Code.UNREADABLE),
        (b"[]", "[] is not a request", Code.WRONG_TYPE),
        (GOOD | {"ask": "guess"}, "ask: 'guess' is no question", Code.UNKNOWN_NAME),
        (GOOD | {"ask": ["odds"]}, "ask: \"['odds']\" is no question", Code.UNKNOWN_NAME),
        ({}, "ask: is missing; say which question, such as odds", Code.MISSING),
        ({"ask": "odds", "shot": SHOT}, "battle: is missing", Code.MISSING),
        ({"ask": "odds", "battle": BOW}, "shot: is missing", Code.MISSING),
        (GOOD | {"battle": "nowhere.yaml"}, "nowhere.yaml: cannot be read", Code.NOT_FOUND),
        (GOOD | {"battle": {"fireline": 2}}, "fireline: 2 is not 1", Code.UNSUPPORTED),
        (GOOD | {"sed": 1}, "unknown key 'sed'; did you mean 'seed'?", Code.UNKNOWN_KEY),
        (GOOD | {"ask": "shoot", "seed": "x"}, "seed: 'x' is not a whole number", Code.WRONG_TYPE),
        (GOOD | {"shot": "bow"}, "shot: 'bow' is not a mapping with shooter and target", Code.WRONG_TYPE),
        (GOOD | {"shot": SHOT | {"shooter": 1}}, "shot.shooter: 1 is not an id", Code.WRONG_TYPE),
        (GOOD | {"shot": SHOT | {"shooter": "nobody"}}, "shot.shooter: 'nobody' is no unit", Code.UNKNOWN_NAME),
        (GOOD | {"shot": SHOT | {"extra_die": 1}}, "shot: unknown key 'extra_die'; did you mean", Code.UNKNOWN_KEY),
    ],
)
def test_a_bad_line_gets_an_error_with_its_code_and_the_rest_go_on(
    line: bytes | dict[str, Any], message: str, code: Code
) -> None:
    before, bad, after = answers(GOOD, line, GOOD)
    assert before["legal"] is after["legal"] is True
    assert bad["error"].startswith(f"line 2: {message}")
    assert "\n" not in bad["error"]
    assert bad["code"] == code


def test_every_question_may_be_asked() -> None:
    compared, worth, threat, board = answers(
        {"ask": "compare", "battle": BOW, "shot": SHOT, "columns": [{"changes": {"units[bow].moved": 1}}]},
        {"ask": "worth", "battle": BOW, "shot": SHOT},
        {"ask": "threat", "battle": BOW, "unit": "ax"},
        {"ask": "picture", "battle": BOW},
    )
    assert compared["differences"][0]["headline"] == "-5/36"
    assert worth["legal"] is True
    assert threat["cells"]
    assert board["text"].startswith("<svg")


def test_the_command_reads_a_file_and_paths_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    battle, requests = tmp_path / "battle.json", tmp_path / "requests.jsonl"
    battle.write_text(json.dumps(BOW))
    requests.write_text("\n" + json.dumps({"ask": "odds", "battle": str(battle), "shot": SHOT}) + "\n")
    assert run(["batch", str(requests)]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["legal"] is True


def test_a_line_that_never_ends_is_told_so_and_not_kept() -> None:
    stream = io.BytesIO(b"x" * (3 * LINE_LIMIT) + b"\n" + json.dumps(GOOD).encode() + b"\n")
    out = io.StringIO()
    answer_lines(lines_of(stream), out)
    bad, after = [json.loads(line) for line in out.getvalue().splitlines()]
    assert bad["error"] == "line 1: is longer than 1024 KiB"
    assert after["legal"] is True


@pytest.mark.skipif(os.name != "posix", reason="named pipes are of POSIX systems")
def test_a_pipe_for_a_battle_does_not_keep_the_rest_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    bad, after = answers(GOOD | {"battle": str(tmp_path / "pipe")}, GOOD)
    assert bad["error"] == f"line 1: {tmp_path / 'pipe'}: is no regular file"
    assert after["legal"] is True


def test_what_the_reader_cannot_read_is_escaped() -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="latin-1")
    answer_lines([json.dumps(GOOD | {"shot": {**SHOT, "target": "✓"}}).encode()], out)
    assert "'✓' is no unit" in json.loads(raw.getvalue().decode("latin-1"))["error"]
