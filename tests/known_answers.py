"""Cases with known answers: a request and what it must come to, one a line, from other hands than the code's."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from fireline.game.answers import CheckAnswer
from fireline.game.battle import Battle
from fireline.game.command import Shot

DATA = Path(__file__).parent / "data"
Case = dict[str, Any]


def cases(name: str) -> list[Case]:
    """The cases of one file of `tests/data`."""
    lines = (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def each_of(*names: str) -> pytest.MarkDecorator:
    """Every case of these files, one by one, to a test that asks for a `case`."""
    named = ((f"{name}-{n}", case) for name in names for n, case in enumerate(cases(name)))
    return pytest.mark.parametrize("case", [pytest.param(case, id=id_) for id_, case in named])


def answer(case: Case) -> dict[str, Any]:
    """What Fireline answers to the request of a case."""
    request = case["request"]
    battle, shot = Battle.read(request["battle"]), Shot.read(request["shot"])
    asked = battle.preview(shot)
    return CheckAnswer(asked).data() if request["ask"] == "check" else asked.data()


def differences(case: Case) -> list[str]:
    """Where the answer differs from what is known; a rule ID may be given in more detail than expected."""
    expected, given = case["expect"], answer(case)
    found = [
        f"{key} is {given[key]}"
        for key in ("legal", "cover")
        if key in expected and bool(given[key]) is not expected[key]
    ]
    refused = [refusal["rule"] for refusal in given["refusals"]]
    found += [
        f"no refusal under {rule}, only {refused}"
        for rule in expected.get("refusals", [])
        if not any(mine.startswith(rule) for mine in refused)
    ]
    if "clear" in expected and (given["line_of_sight"] or {}).get("clear") is not expected["clear"]:
        found.append(f"line of sight is {given['line_of_sight']}")
    summary = given["summary"]
    found += [
        f"{key} is {summary.get(key)!r}, not {value!r}"
        for key, value in expected.get("summary", {}).items()
        if summary.get(key) != value
    ]
    if "visible" in expected:
        low, high = expected["visible"]
        if not low <= summary["visible"] <= high:
            found.append(f"{summary['visible']} of the body is seen, not {low} to {high}")
    for name, table in expected.get("marginals", {}).items():
        mine = given["odds"]["marginals"].get(name, {"false": "1"})  # what cannot happen may be left out
        if _chances(mine) != _chances(table):
            found.append(f"the odds of {name} are {mine}, not {table}")
    return found


def _chances(table: dict[str, str]) -> dict[str, Fraction]:
    """Chances by outcome, without what never happens."""
    return {outcome: Fraction(p) for outcome, p in table.items() if Fraction(p)}
