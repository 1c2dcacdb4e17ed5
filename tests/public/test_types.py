"""The public names as type checkers see them: everything typed, nothing `Any`, misspelt names found."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import fireline

Checker = Callable[[str, Path], list[str]]
ROOT = Path(__file__).parents[2]
USER_CODE = Path(__file__).with_name("user_code.py").read_text(encoding="utf-8")
MISTAKES = """
import fireline

fireline.lod("battle.yaml")
fireline.Shott("bow", "warriors")
print(fireline.load("battle.yaml").chek)
chances: float = fireline.load("battle.yaml").odds(fireline.Shot("bow", "warriors"))
"""
KNOWN = """
from pathlib import Path

import fireline

battle, shot = fireline.load("battle.yaml"), fireline.Shot("bow", "warriors")
variant, log = fireline.vary(battle, shot=shot), fireline.load_log("game.jsonl")
"""
ASKED = {
    "battle": "Battle",
    "battle.check(shot)": "Ruling",
    "battle.check(shot).refusals": "tuple[Refusal, ...]",
    "battle.check(shot).modifiers": "tuple[Modifier, ...]",
    "battle.odds(shot)": "Odds[Outcome]",
    "battle.odds(shot).outcomes": "Dist[Outcome]",
    "battle.odds(shot).marginal('hits')": "Dist[int | str]",
    "battle.odds(shot).numeric_marginal('hits')": "Dist[int]",
    "battle.odds(shot).headline.chance": "Fraction",
    "battle.targets('bow')": "Targets",
    "battle.targets('bow')[0]": "ShotPreview",
    "battle.shoot(shot, seed=1)": "PlayResult",
    "battle.shoot(shot, dice=['blue']).story": "tuple[Explained, ...]",
    "battle.play(fireline.EndPhase(), seed=1).events": "tuple[Event, ...]",
    "battle.legal()": "tuple[Command, ...]",
    "battle.refusals(fireline.NextTurn())": "tuple[Refusal, ...]",
    "battle.units": "tuple[UnitView, ...]",
    "battle.sides": "tuple[str, ...]",
    "battle.turn": "Turn",
    "fireline.loads('')": "Battle",
    "fireline.example('a').battle": "Battle",
    "fireline.picture(battle, shot)": "str",
    "variant": "Variant",
    "fireline.compare(variant, variant)": "Comparison",
    "fireline.compare(variant, variant).columns[0].odds": "Odds[Outcome] | None",
    "fireline.worth(variant)": "WorthReport",
    "fireline.threat(battle, 'bow')": "ThreatMap",
    "fireline.threat(battle, 'bow').cell('A1')": "ThreatCell",
    "fireline.plan(battle)": "PlanNode",
    "fireline.plan(battle).best": "PlanChoice | None",
    "log": "GameLog",
    "fireline.luck(log)": "LuckReport",
    "fireline.simulate(battle, phases=1, seed=1)": "SimulationResult",
    "fireline.sweep(Path(), Path())": "SweepResult",
    "fireline.ruleset_ids()": "tuple[str, ...]",
    "fireline.SeededDice(7)": "SeededDice",
    "fireline.FixedDice(7)": "FixedDice",
}


def mypy(code: str, folder: Path) -> list[str]:
    """What mypy --strict says of user code, line by line."""
    file = folder / "user.py"
    file.write_text(code, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--no-pretty", str(file)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False, encoding="utf-8").stdout.splitlines()


def pyright(code: str, folder: Path) -> list[str]:
    """What pyright says of user code in its strict mode."""
    (folder / "user.py").write_text(code, encoding="utf-8")
    environment = {"venvPath": str(ROOT), "venv": ".venv", "extraPaths": [str(ROOT / "src")]}
    config = {"typeCheckingMode": "strict", "pythonVersion": "3.11"} | environment
    (folder / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "--outputjson", "--project", str(folder)]
    done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")
    return [found["message"] for found in json.loads(done.stdout)["generalDiagnostics"]]


@pytest.mark.parametrize("checked", [mypy, pyright])
@pytest.mark.slow(seconds=2)
def test_user_code_is_typed(checked: Checker, tmp_path: Path) -> None:
    assert checked(USER_CODE, tmp_path) == []


@pytest.mark.parametrize("checked", [mypy, pyright])
@pytest.mark.slow(seconds=2)
def test_mistakes_are_found(checked: Checker, tmp_path: Path) -> None:
    said = "\n".join(checked(MISTAKES, tmp_path))
    for mistake in ("lod", "Shott", "chek", "float"):
        assert mistake in said


def test_user_code_runs(tmp_path: Path) -> None:
    scope: dict[str, object] = {"__name__": "user_code"}
    exec(compile(USER_CODE, "user_code.py", "exec"), scope)  # noqa: S102
    main = scope["main"]
    assert callable(main)
    main(tmp_path)


NAMED_TUPLE = re.compile(r"tuple\[(?:[^\[\]]|\[[^\[\]]*\])*, fallback=(\w+)\]")
"""How mypy writes one."""
REVEALED = [(mypy, r'Revealed type is "(.*)"'), (pyright, r'Type of ".*" is "(.*)"')]


@pytest.mark.parametrize(("checked", "told"), REVEALED)
@pytest.mark.slow(seconds=2)
def test_every_answer_has_a_type_of_its_own(checked: Checker, told: str, tmp_path: Path) -> None:
    names = "\n".join(f"reveal_type(fireline.{name})" for name in fireline.__all__)
    code = KNOWN + "\n".join(f"reveal_type({asked})" for asked in ASKED) + "\n" + names
    said = [found.group(1) for line in checked(code, tmp_path) if (found := re.search(told, line, re.DOTALL))]
    plain = [NAMED_TUPLE.sub(r"\1", re.sub(r"(\w+\.)+", "", one)) for one in said]
    assert dict(zip(ASKED, plain, strict=False)) == ASKED
    assert len(plain) == len(ASKED) + len(fireline.__all__)
    assert not [one for one in plain[len(ASKED) :] if one in {"Any", "Unknown"}]
