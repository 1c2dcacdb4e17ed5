"""User code of the public names and of the client, and what type checkers say of it: one run of each for all of it."""

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import fireline
from client.user_code import MISTAKES as MISTAKES_OF_CLIENT

ROOT = Path(__file__).parents[2]
USER_CODE = Path(__file__).with_name("user_code.py").read_text(encoding="utf-8")
OF_CLIENT = (ROOT / "tests/client/user_code.py").read_text(encoding="utf-8")
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


REVEALING = KNOWN + "\n".join(
    f"reveal_type({asked})" for asked in (*ASKED, *(f"fireline.{name}" for name in fireline.__all__))
)
PROGRAMS = "".join(
    re.findall(r"```python\n(.*?)```", (ROOT / "docs/programs.md").read_text(encoding="utf-8"), re.DOTALL)
)
"""The programs that the documents show."""
PIECES = (USER_CODE, MISTAKES, REVEALING, OF_CLIENT, MISTAKES_OF_CLIENT, PROGRAMS)
"""All user code; a type checker takes as long to start as for all of it."""


def mypy(code: str) -> list[str]:
    """What mypy --strict says of a piece of user code, line by line."""
    return _mypy()[PIECES.index(code)]


@cache
def _mypy() -> list[list[str]]:
    with TemporaryDirectory() as folder:
        files = written(Path(folder))
        command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--no-pretty", *map(str, files)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, encoding="utf-8")
    return of_each(files, [(line.partition(":")[0], line) for line in done.stdout.splitlines()])


def pyright(code: str) -> list[str]:
    """What pyright says of a piece of user code in its strict mode."""
    return _pyright()[PIECES.index(code)]


@cache
def _pyright() -> list[list[str]]:
    environment = {"venvPath": str(ROOT), "venv": ".venv", "extraPaths": [str(ROOT / "src")]}
    config = {"typeCheckingMode": "strict", "pythonVersion": "3.11"} | environment
    with TemporaryDirectory() as folder:
        files = written(Path(folder))
        (Path(folder) / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
        command = [sys.executable, "-m", "pyright", "--outputjson", "--project", folder]
        done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")
    return of_each(files, [(one["file"], one["message"]) for one in json.loads(done.stdout)["generalDiagnostics"]])


def written(folder: Path) -> list[Path]:
    """Every piece of user code in a file of its own."""
    files = [folder / f"user{number}.py" for number in range(len(PIECES))]
    for file, code in zip(files, PIECES, strict=True):
        file.write_text(code, encoding="utf-8")
    return files


def of_each(files: list[Path], said: list[tuple[str, str]]) -> list[list[str]]:
    """What was said of each file; what was said of none of them is of all."""
    by_name = {file.name: list[str]() for file in files}
    for place, line in said:
        for lines in (by_name[Path(place).name],) if Path(place).name in by_name else by_name.values():
            lines.append(line)
    return [*by_name.values()]
