"""Starting: `import fireline`, `fireline --version` and a cold `fireline check` of every game, against bare Python.

Goals over bare Python: at most 60 ms to import and for the version; 150 ms for a check, 500 ms where there are solids.
Goal in processor time, which other work on the machine changes less: a check takes at most 1.8 times what importing the
libraries takes that read it, where there are no solids.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

START_GOAL, CHECK_GOAL, SOLIDS_GOAL = 60.0, 150.0, 500.0
LIBRARIES_GOAL = 1.8
EXAMPLES = Path(__file__).parent.parent / "examples"
CHECKS = (
    ("ancients-ranged-combat.yaml", "bow", "warriors", CHECK_GOAL),
    ("duel-of-ages-tommy-gun.yaml", "sanchez", "lazar", CHECK_GOAL),
    ("endless-horizons-burst.yaml", "player", "target", CHECK_GOAL),
    ("blightmeer-village.yaml", "lookout", "brute", SOLIDS_GOAL),
)
FIRELINE = Path(sys.executable).parent / "fireline"


COMPILED = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
"""An installed package has its bytecode compiled; without this a checkout would be compiled at every start."""


class Took(NamedTuple):
    """How long a whole process took, in milliseconds: on the clock, and of the processor."""

    clock: float
    processor: float

    def over(self, bare: Took) -> Took:
        """What comes on top of another."""
        return Took(self.clock - bare.clock, self.processor - bare.processor)


def took(commands: Mapping[str, Sequence[str]], repeats: int = 15) -> dict[str, Took]:
    """The medians of each command, after one that is not counted; they run in turn, so that all meet the same load."""
    times: dict[str, list[Took]] = {name: [] for name in commands}
    for _ in range(repeats + 1):
        for name, command in commands.items():
            start = time.perf_counter()
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=COMPILED)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            assert process.returncode == 0, command
            times[name].append(Took((time.perf_counter() - start) * 1e3, (used.ru_utime + used.ru_stime) * 1e3))
    return {name: Took(*map(statistics.median, zip(*some[1:], strict=True))) for name, some in times.items()}


def main() -> None:
    """Print the figures."""
    python = (sys.executable, "-c")
    commands: dict[str, Sequence[str]] = {
        "bare": (*python, "pass"),
        "libraries": (*python, "import typer, rich.table, pydantic, yaml; pydantic.BaseModel"),
        "import": (*python, "import fireline"),
        "version": (str(FIRELINE), "--version"),
    }
    for name, shooter, target, _ in CHECKS:
        commands[name] = (str(FIRELINE), "check", str(EXAMPLES / name), "--shooter", shooter, "--target", target)
    found = took(commands)
    bare = found.pop("bare")
    more = {name: one.over(bare) for name, one in found.items()}
    libraries = more["libraries"]
    print(f"  bare Python:                                  {bare.clock:6.0f} ms; what follows comes on top of it")
    print(f"  typer, rich, pydantic and yaml:               {libraries.clock:+6.0f} ms")
    report("import fireline", more["import"], START_GOAL)
    report("fireline --version", more["version"], START_GOAL)
    for name, _, _, goal in CHECKS:
        times = more[name].processor / libraries.processor
        told = f", goal {LIBRARIES_GOAL}: {verdict(times, LIBRARIES_GOAL)}" if goal == CHECK_GOAL else ""
        report(f"fireline check {name}", more[name], goal, f"; {times:.2f} x the libraries{told}")


def report(name: str, more: Took, goal: float, beside: str = "") -> None:
    """One figure beside its goal."""
    print(f"  {name + ':':45} {more.clock:+6.0f} ms, goal {goal:g}: {verdict(more.clock, goal)}{beside}")


def verdict(figure: float, goal: float) -> str:
    """Whether a figure meets its goal."""
    return "met" if figure <= goal else "MISSED"


if __name__ == "__main__":
    main()
