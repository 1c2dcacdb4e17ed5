"""Every benchmark, one after the other, and what they print as one page: `python benchmarks`, best on a quiet machine.

`python benchmarks odds walls` runs those alone and leaves the others as the page has them.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import time
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
PAGE = HERE / "figures.md"
PEERS = ("dyce", "embreex", "icepool", "numba", "numpy", "resvg_py", "shapely", "fastapi", "uvicorn")
MET, MISSED = re.compile(r"\bmet\b|: yes$", re.MULTILINE), re.compile(r"\bMISSED\b|: NO$", re.MULTILINE)
SECTION = re.compile(r"^## (\w+)\n\n\*([^\n]+)\*\n\n```text\n(.*?)```\n", re.MULTILINE | re.DOTALL)


class Report(NamedTuple):
    """What a benchmark printed, and when and where."""

    when: str
    text: str

    @property
    def counts(self) -> str:
        """How many of its goals are met."""
        met, missed = len(MET.findall(self.text)), len(MISSED.findall(self.text))
        return f"{met} | {missed}" if met or missed else "no goals | "


def machine() -> str:
    """The kind of machine, and the versions that the figures hang on."""
    cpu = Path("/proc/cpuinfo")
    found = re.search(r"model name\s*: (.+)", cpu.read_text(encoding="utf-8")) if cpu.exists() else None
    kind = found[1] if found else platform.machine()
    today = datetime.now(UTC).date()
    return f"{today}, {os.cpu_count()} cores ({kind}), {platform.system()}, Python {platform.python_version()}"


def versions() -> str:
    """The peers' versions, of those that are installed."""
    told = []
    for name in PEERS:
        try:
            told.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            told.append(f"{name} missing")
    return ", ".join(told)


def measured(file: Path) -> Report:
    """Run a benchmark and show what it prints; what fails is a part of its report."""
    begun = time.monotonic()
    lines = []
    command = [sys.executable, "-u", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
        assert running.stdout is not None
        for line in running.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    text = "".join(lines).rstrip() + "\n"
    if running.returncode:
        text += f"MISSED: it ended with status {running.returncode}\n"
    return Report(f"{machine()}; {time.monotonic() - begun:.0f} s", text)


def known() -> dict[str, Report]:
    """The reports that the page has."""
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    return {name: Report(when, said) for name, when, said in SECTION.findall(text)}


def page(reports: dict[str, Report]) -> str:
    """The page with all reports."""
    table = "\n".join(f"| [{name}](#{name}) | {reports[name].counts} |" for name in sorted(reports))
    sections = "\n".join(
        f"## {name}\n\n*{reports[name].when}*\n\n```text\n{reports[name].text}```\n" for name in sorted(reports)
    )
    return f"""# Figures

What Fireline takes, as `make bench` printed it: each figure beside its goal and, where there is one, beside a named
peer that did the same work in the same run and gave the same answers. A goal that is missed stays here as missed.

Peers: {versions()}.

| benchmark | goals met | missed |
|---|---|---|
{table}

{sections}"""


def main() -> None:
    """Run them all, or those that are named, and write the page after each."""
    wanted = {f"bench_{name}" for name in sys.argv[1:]}
    files = [file for file in sorted(HERE.glob("bench_*.py")) if not wanted or file.stem in wanted]
    reports = known()
    for file in files:
        print(f"== {file.name}", flush=True)
        reports[file.stem.removeprefix("bench_")] = measured(file)
        PAGE.write_text(page(reports), encoding="utf-8")


if __name__ == "__main__":
    main()
