"""Pictures for a chat: how long the PNG of a shot takes over HTTP from a server that is warm, one question at a time.

Each question is about a battle of another name, so that none is answered from what was answered before. The time is
that of the clock, from the question to the last byte, client and server on the same machine.

Run: python benchmarks/bench_chat.py
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import fireline
from fireline.client import Client
from fireline.client.answers import BattleData

GOAL = 100.0
WARM, ASKED = 4, 20
EXAMPLES = ("ancients-ranged-combat", "blightmeer-village", "duel-of-ages-tommy-gun", "endless-horizons-alley")
PICTURES: dict[str, dict[str, Any]] = {
    "board with card": {"kind": "board"},
    "card": {"kind": "card", "zoom": 2.0},
    "odds": {"kind": "odds"},
}


@contextmanager
def serving(database: Path) -> Iterator[str]:
    """A server's address, as long as the block runs."""
    command = [sys.executable, "-m", "fireline", "serve", "--no-browser", "--port", "0", "--database", str(database)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.communicate()


def times(server: Client, battle: BattleData, shot: fireline.Shot, how: dict[str, Any]) -> list[float]:
    """Milliseconds of each question after those that warm the server."""
    found = []
    for n in range(WARM + ASKED):
        named = battle.model_copy(update={"name": f"number {n} {how}"[:60]})
        start = time.perf_counter()
        picture = server.picture_png(named, shot, **how)
        found.append((time.perf_counter() - start) * 1e3)
        assert picture.startswith(b"\x89PNG")
    return sorted(found[WARM:])


def main() -> None:
    """Print the figures."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder, "tables.db")) as url,
        Client(url, timeout=60) as server,
    ):
        for name in EXAMPLES:
            battle = fireline.example(name).battle
            shot, sent = battle.survey().legal[0], BattleData.model_validate(battle.data())
            for kind, how in PICTURES.items():
                found = times(server, sent, shot, how)
                middle = statistics.median(found)
                met = "met" if middle <= GOAL else "MISSED"
                told = f"{middle:4.0f} ms (fastest {found[0]:.0f}, slowest {found[-1]:.0f})"
                print(f"  {name:25} {kind:16} {told}, goal {GOAL:g}: {met}")


if __name__ == "__main__":
    main()
