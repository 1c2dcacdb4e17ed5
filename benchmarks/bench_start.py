"""Starting: `import fireline`, `fireline --version` and a cold `fireline check` of every game, against bare Python.

Goals over bare Python: at most 60 ms to import and for the version; 150 ms for a check, 500 ms where there are solids.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

START_GOAL, CHECK_GOAL, SOLIDS_GOAL = 60.0, 150.0, 500.0
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


def milliseconds(*command: str, repeats: int = 15) -> float:
    """The median time of a whole process, after one that is not counted."""
    times: list[float] = []
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=COMPILED)
    for _ in range(repeats):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=COMPILED)
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e3


def main() -> None:
    """Print the figures."""
    python = sys.executable
    bare = milliseconds(python, "-c", "pass")
    library = milliseconds(python, "-c", "import typer, rich.table, pydantic, yaml; pydantic.BaseModel") - bare
    print(f"  bare Python:                                  {bare:6.0f} ms; what follows comes on top of it")
    print(f"  typer, rich, pydantic and yaml:               {library:+6.0f} ms")
    report("import fireline", milliseconds(python, "-c", "import fireline") - bare, START_GOAL)
    report("fireline --version", milliseconds(str(FIRELINE), "--version") - bare, START_GOAL)
    for name, shooter, target, goal in CHECKS:
        check = ("check", str(EXAMPLES / name), "--shooter", shooter, "--target", target)
        took = milliseconds(str(FIRELINE), *check) - bare
        report(f"fireline check {name}", took, goal, f"; {took / library:.1f} x the libraries")


def report(name: str, took: float, goal: float, beside: str = "") -> None:
    """One figure beside its goal."""
    print(f"  {name + ':':45} {took:+6.0f} ms, goal {goal:g}: {'met' if took <= goal else 'MISSED'}{beside}")


if __name__ == "__main__":
    main()
