"""What the command line answers in JSON is what the question of every door comes to."""

import json
from typing import Any

import pytest

from cli.typed import Typed
from fireline import load
from fireline.questions import questions
from fireline.ruling.told import written

BATTLE = "ancients-ranged-combat"
ARCHERY = f"{BATTLE} -s bow -t warriors"
SHOT = {"shot": {"shooter": "bow", "target": "warriors"}}
MOVED = "units[bow].moved=1"
LEVELS = {"field": "units[bow].blocks", "over": "1..2"}
LONG = {"seconds": 99}
GAMES = LONG | {"games": 4, "turns": 2}
PLAYED = f"{BATTLE} --games 4 --turns 2 --seconds 99"
ASKED: dict[str, tuple[str, dict[str, Any]]] = {
    f"check {ARCHERY}": ("check", SHOT),
    f"odds {ARCHERY}": ("odds", SHOT),
    f"shoot {ARCHERY} --seed 1": ("shoot", {**SHOT, "seed": 1}),
    f"targets {BATTLE} -s bow": ("targets", {"shooter": "bow"}),
    f"targets {BATTLE}": ("matchups", {}),
    f"kills {ARCHERY} --seconds 99": ("kills", SHOT | LONG),
    f"ranges {ARCHERY} --seconds 99": ("ranges", SHOT | LONG),
    f"compare {ARCHERY} -c {MOVED}": ("compare", {**SHOT, "columns": [{"changes": MOVED}]}),
    f"worth {ARCHERY}": ("worth", SHOT),
    f"worth {PLAYED} --unit bow": ("unit_worth", {**GAMES, "units": ["bow"]}),
    f"solve {ARCHERY} -f units[bow].moved": ("solve", {**SHOT, "field": "units[bow].moved"}),
    f"solve {PLAYED} --side top -f units[bow].blocks --over 1..2": ("balance", {**GAMES, "side": "top", **LEVELS}),
    f"plan {BATTLE} --shooters bow --seconds 99": ("plan", LONG | {"shooters": ["bow"]}),
    f"plan {BATTLE} --shooters bow --reply --seconds 99": ("plan", LONG | {"shooters": ["bow"], "reply": True}),
    f"threat {BATTLE} --against warriors --seconds 99": ("threat", LONG | {"unit": "warriors"}),
    f"simulate {BATTLE} --phases 5": ("simulate", {"phases": 5}),
    f"simulate {BATTLE} --phases 5 --against {MOVED}": ("simulate", {"phases": 5, "against": MOVED}),
    f"do {BATTLE} end --seed 1": ("do", {"command": "end", "seed": 1}),
    f"legal {BATTLE}": ("legal", {}),
}
"""What is typed, and the question that it is with its fields."""


@pytest.mark.parametrize("line", ASKED)
def test_the_command_line_answers_what_every_door_does(line: str, typed: Typed) -> None:
    name, fields = ASKED[line]
    question = questions()[name]
    asked = question.request.model_validate({"battle": load(BATTLE).data(), **fields})
    answer = json.loads(json.dumps(written(question.function(asked))))
    answer.pop("svg", None)  # a file of its own at the command line
    assert typed.data(*line.split()) == answer
