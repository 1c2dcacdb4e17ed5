"""`fireline batch` on ancients odds requests: requests a second on one core, and memory over 100,000 requests.

The peer is the same loop with nothing but the JSON: each line parsed, and an answer of the same size written.
Goals: at least 1,500 requests/s; memory flat (no more than 5 MB growth from request 10,000 to request 100,000).
"""

from __future__ import annotations

import io
import json
import resource
import time
from collections.abc import Iterator
from pathlib import Path

from fireline.cli.batch import answer_lines

GOAL, MOST_GROWTH = 1500, 5.0
REQUESTS = Path(__file__).parent.parent / "tests" / "data" / "ancients.jsonl"
TIMED, WARM, LONG = 3000, 10_000, 100_000


class Sink(io.StringIO):
    """Counts what is written and keeps none of it."""

    size = 0

    def write(self, text: str, /) -> int:
        """Count, and forget."""
        self.size += len(text)
        return len(text)


def requests(count: int) -> Iterator[bytes]:
    """That many requests, no two alike."""
    cases = [json.loads(line)["request"] for line in REQUESTS.read_text(encoding="utf-8").splitlines()]
    for number in range(count):
        request = cases[number % len(cases)]
        request["battle"]["name"] = f"battle {number}"
        yield json.dumps(request).encode() + b"\n"


def memory() -> float:
    """The most memory this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Print the figures."""
    lines = list(requests(TIMED))
    sink = Sink()
    answer_lines(lines[:300], sink)
    sink.size = 0
    start = time.process_time()
    answer_lines(lines, sink)
    ours = TIMED / (time.process_time() - start)

    answer = json.dumps({"text": "x" * (sink.size // TIMED)})
    start = time.process_time()
    for line in lines:
        json.loads(line)
        sink.write(json.dumps(json.loads(answer)))
    peer = TIMED / (time.process_time() - start)
    print(f"  ancients odds requests: {ours:8,.0f}/s, goal {GOAL:,}: {'met' if ours >= GOAL else 'MISSED'}")
    print(f"  the JSON alone:         {peer:8,.0f}/s, so the rulings take {peer / ours:.1f} x the time of the JSON")

    answer_lines(requests(WARM), sink)
    before = memory()
    answer_lines(requests(LONG), sink)
    growth = memory() - before
    told = "flat" if growth <= MOST_GROWTH else "GROWING"
    print(f"  memory: {before:.0f} MB after {WARM:,} requests, {growth:+.1f} MB over {LONG:,} more: {told}")


if __name__ == "__main__":
    main()
