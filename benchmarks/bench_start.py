"""Starting: `import fireline` against bare Python, and a cold `fireline check` on an ancients file.

Goals: at most 60 ms more than bare Python; at most 300 ms for the check.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

IMPORT_GOAL, CHECK_GOAL = 60.0, 300.0
ROOT = Path(__file__).parent.parent
BATTLE = ROOT / "examples" / "ancients-ranged-combat.yaml"
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
    imported = milliseconds(python, "-c", "import fireline")
    library = milliseconds(python, "-c", "import typer, rich.table, pydantic, yaml; pydantic.BaseModel")
    check = milliseconds(str(FIRELINE), "check", str(BATTLE), "--shooter", "bow", "--target", "warriors")
    met = "met" if imported - bare <= IMPORT_GOAL else "MISSED"
    print(f"  bare Python:                    {bare:6.0f} ms")
    print(f"  import fireline:                {imported - bare:+6.0f} ms, goal {IMPORT_GOAL:g}: {met}")
    print(f"  typer, rich, pydantic and yaml: {library:6.0f} ms")
    met = "met" if check <= CHECK_GOAL else "MISSED"
    ratio = check / library
    print(f"  cold fireline check:            {check:6.0f} ms, goal {CHECK_GOAL:g}: {met}; {ratio:.1f} x the libraries")


if __name__ == "__main__":
    main()
