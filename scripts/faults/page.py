"""Faults in the page's logic: found by its own tests, else by the flows in a browser."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from faults.hunt import BROWSER, Copy, Watched
from faults.sites import Fault, spread

ROOM = "page"
LONGEST = 600
"""Seconds for a step: building the page, its own tests, a suite's flows."""
VITEST = "node_modules/vitest/vitest.mjs"


def chosen(copy: Copy, number: int, seed: int) -> list[Fault]:
    """So many faults of the page's TypeScript."""
    if not (copy.root / "web/node_modules/typescript").is_dir():  # what checks the page's types reads them too
        copy.run([copy.python, "hatch_build.py", "--check"])
    command = ["node", str(Path(__file__).with_name("page.mjs")), "web"]
    done = subprocess.run(command, cwd=copy.root, check=True, capture_output=True, text=True)  # noqa: S603
    sites = [Fault(room=ROOM, **site | {"file": f"web/{site['file']}"}) for site in json.loads(done.stdout)]
    return spread(sites, number, seed)


def finds(copy: Copy, fault: Fault, watched: Watched) -> tuple[str | None, str | None]:
    """What finds a fault in the quick suite, and where that finds nothing, in the rest."""
    file = copy.root / fault.file
    text = file.read_text(encoding="utf-8")
    file.write_text(fault.planted(text), encoding="utf-8")
    try:
        if not copy.run(["node", f"web/{VITEST}", "run", "--root", "web"], limit=LONGEST):
            return "the page's own tests", None
        if not copy.run([copy.python, "hatch_build.py"], limit=LONGEST):
            return "building the page", None
        flows = [test for test in watched.seconds.keys() - watched.failed if test.startswith(BROWSER)]
        quick = [test for test in flows if test in watched.quick]
        if (found := copy.first_failed(quick, watched.seconds)) is not None:
            return found, None
        return None, copy.first_failed([test for test in flows if test not in watched.quick], watched.seconds)
    finally:
        file.write_text(text, encoding="utf-8")
