"""Plant faults in copies of the project, one at a time, and tell which suite of tests finds each.

Run: python scripts/faults [--each 12] [--seed 1] [--quick] [--only WORDS] [--write]

The copies are clones of the last commit, in out/faults. One run of all tests with a mark at every place tells which
tests reach it; then each fault is planted, and the tests that reach it are run until one fails, those of the quick
suite first. What was found stays in out/faults, be it stopped in between, so that `--only` looks again at some faults
alone and watches only the tests that changed since; `--quick` asks the quick suite alone, in a quarter of an hour
instead of an hour; `--write` puts the table into found.md.
"""

from __future__ import annotations

import argparse
import json
import queue
import sys
import threading
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from faults import page, sites
from faults.hunt import Copy, Watched
from faults.sites import Fault

ROOT = Path(__file__).parents[2]
OUT = ROOT / "out/faults"
FOUND, WATCHED = OUT / "found.json", OUT / "watched.json"
NONE = Path(__file__).with_name("no-faults.toml")
"""Changes of the engine that are shown to be no faults, each with the reason."""
REPORT = Path(__file__).with_name("found.md")
BEGIN, END = "<!-- faults: begin -->", "<!-- faults: end -->"
COPIES = 2
Found = dict[str, dict[str, Any]]


def main(arguments: Sequence[str] | None = None) -> None:
    """Hunt, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--each", type=int, default=12, metavar="NUMBER", help="faults of each room")
    parser.add_argument("--seed", type=int, default=1, metavar="NUMBER", help="which faults")
    parser.add_argument(
        "--only", metavar="WORDS", help="look again at those whose name has these words, or at `missed`"
    )
    parser.add_argument("--quick", action="store_true", help="ask the quick suite alone")
    parser.add_argument("--write", action="store_true", help=f"put the table into {REPORT.relative_to(ROOT)}")
    given = parser.parse_args(arguments)
    OUT.mkdir(parents=True, exist_ok=True)
    copies = [Copy(ROOT, OUT / str(number)) for number in range(1, COPIES + 1)]
    engine = sites.chosen(copies[0].root, given.each, given.seed)
    faults = engine + page.chosen(copies[0], given.each, given.seed)
    watched = Watched.read(WATCHED) if given.only and WATCHED.is_file() else Watched()
    copies[0].watch(engine, watched, quick=given.quick)
    WATCHED.write_text(watched.text(), encoding="utf-8")
    tests, useless = len(watched.seconds), len(watched.failed)
    print(f"{len(faults)} faults; {tests:,} tests, {useless} of them fail or are skipped in a copy", flush=True)
    known: Found = json.loads(FOUND.read_text(encoding="utf-8")) if given.only and FOUND.is_file() else {}
    for found_by in known.values():  # whose test is gone is asked about again
        for suite in ("quick", "rest"):
            if "::" in (found_by[suite] or "") and found_by[suite] not in watched.seconds:
                found_by[suite] = None
    wanted = [fault for fault in faults if given.only is None or _is_meant(fault, given.only, known)]
    hunt(copies, engine, wanted, watched, known, quick=given.quick)
    found = {fault.key: known[fault.key] for fault in faults if fault.key in known}
    told = table(found, reasons(), quick=given.quick)
    print(told)
    for key, one in found.items():
        if not one["quick"]:
            print(f"{one['room']}: {key}: {one['rest'] or reasons().get(key) or 'MISSED'}")
    if given.write:
        text = REPORT.read_text(encoding="utf-8")
        before, after = text.partition(BEGIN)[0], text.partition(END)[2]
        REPORT.write_text(f"{before}{BEGIN}\n\n{told}\n\n{END}{after}", encoding="utf-8")


def _is_meant(fault: Fault, words: str, known: Found) -> bool:
    if words == "missed":
        return fault.key not in known or not (known[fault.key]["quick"] or known[fault.key]["rest"])
    return words in f"{fault.room}: {fault.key}"


def hunt(
    copies: Sequence[Copy],
    engine: Sequence[Fault],
    wanted: Sequence[Fault],
    watched: Watched,
    found: Found,
    *,
    quick: bool,
) -> None:
    """Find for each fault the test of the quick suite that fails, and else the one of the rest, if it is asked.

    What is found is written down at once, so that `--only missed` goes on where a hunt was stopped.
    """
    of_engine = {fault.key for fault in engine}
    left: queue.SimpleQueue[Fault] = queue.SimpleQueue()
    for fault in wanted:
        left.put(fault)
    writing = threading.Lock()

    def work(copy: Copy) -> None:
        while not left.empty():
            fault = left.get()
            if fault.key in of_engine:
                first, rest = copy.finds(fault, watched.tests(fault, quick=True), watched.seconds), None
                if first is None and not quick:
                    rest = copy.finds(fault, watched.tests(fault, quick=False), watched.seconds)
            else:
                first, rest = page.finds(copy, fault, watched)
            with writing:
                found[fault.key] = {"room": fault.room, "line": fault.line, "quick": first, "rest": rest}
                FOUND.write_text(json.dumps(found, indent=1), encoding="utf-8")
            print(f"{fault.room}: {fault.key}\n  {first or rest or 'MISSED'}", flush=True)

    threads = [threading.Thread(target=work, args=[copy]) for copy in copies]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def reasons() -> dict[str, str]:
    """Why some changes are no faults, by their names."""
    listed = tomllib.loads(NONE.read_text(encoding="utf-8")) if NONE.is_file() else {}
    return {one["change"]: one["because"] for one in listed.get("none", [])}


def table(found: Found, none: Mapping[str, str], *, quick: bool) -> str:
    """How many faults each suite finds, room by room; where the quick one alone was asked, how many that finds."""
    rooms = dict.fromkeys(one["room"] for one in found.values())
    names = ["found by `make test`", "by `make test-all` alone", "by neither", "no fault"]
    if quick:
        names[1:3] = ["not asked", "not by `make test`"]
    lines = [f"| room | faults | {' | '.join(names)} |", "|---|---|---|---|---|---|"]
    total: Counter[str] = Counter()
    for room in rooms:
        counts: Counter[str] = Counter()
        for key, one in found.items():
            if one["room"] == room:
                how = "quick" if one["quick"] else "rest" if one["rest"] else "none" if key in none else "missed"
                counts[how] += 1
        total += counts
        lines.append(_row(room, counts))
    real = total.total() - total["none"]
    both = total["quick"] + total["rest"]
    lines += [_row("**all**", total), ""]
    if quick:
        return "\n".join([*lines, f"`make test` finds {both} of {real} faults ({100 * both / real:.1f}%)."])
    lines.append(
        f"Both suites find {both} of {real} faults ({100 * both / real:.1f}%); `make test` finds "
        f"{total['quick']} of these {both} ({100 * total['quick'] / both:.1f}%)."
    )
    return "\n".join(lines)


def _row(room: str, counts: Mapping[str, int]) -> str:
    cells = [sum(counts.values()) - counts["none"], *(counts[how] for how in ("quick", "rest", "missed", "none"))]
    return f"| {room} | {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    main()
