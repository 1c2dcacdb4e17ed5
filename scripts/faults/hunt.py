"""The copies of the project that faults are planted in, and the tests that run against each until one fails."""

# ruff: noqa: S603, S607 - it runs the project's own commands, git and make

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from faults import watching
from faults.sites import Fault, calls_of_compiled

BATCHES = (4, 30, 10**6)
"""Seconds of tests that are tried at once: the likeliest few, then more, then all that are left."""
LONGEST = 120
"""Seconds beyond ten times what the tests take, after which a fault is found: the tests would not end."""
BROWSER = "tests/browser/"


@dataclass
class Watched:
    """What runs with a mark at every place told: the time of each test, the places that each reaches, the suites."""

    commit: str = ""
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    failed: set[str] = field(default_factory=set)
    """Tests that fail without a fault, because of the marks or of the copy, and skipped ones: they find nothing."""
    quick: set[str] = field(default_factory=set)
    reached: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The tests that reach a fault's place, by the name of the fault."""

    def tests(self, fault: Fault, *, quick: bool) -> list[str]:
        """The tests of a suite that reach a place: those that reach little else and take little time come first."""
        found = [test for test in self.reached[fault.key] if (test in self.quick) == quick]
        places = {test: sum(test in tests for tests in self.reached.values()) for test in found}
        return sorted(found, key=lambda test: ((self.seconds[test] + 0.02) * places[test], test))

    def forget(self, tests: set[str]) -> None:
        """Know no more of these tests, which have changed or are gone."""
        for test in tests:
            del self.seconds[test]
        self.failed -= tests
        self.reached = defaultdict(set, {key: found - tests for key, found in self.reached.items()})

    def text(self) -> str:
        """All of it as JSON."""
        reached = {key: sorted(tests) for key, tests in self.reached.items()}
        plain = {"commit": self.commit, "seconds": self.seconds, "reached": reached}
        return json.dumps(plain | {"failed": sorted(self.failed), "quick": sorted(self.quick)})

    @classmethod
    def read(cls, file: Path) -> Watched:
        """What an earlier run has written."""
        data = json.loads(file.read_text(encoding="utf-8"))
        reached = defaultdict(set, {key: set(tests) for key, tests in data["reached"].items()})
        seconds = defaultdict(float, data["seconds"])
        return cls(data["commit"], seconds, set(data["failed"]), set(data["quick"]), reached)


class Copy:
    """A clone of the project with its own environment, where a fault does no harm."""

    def __init__(self, source: Path, root: Path) -> None:
        self.root = root
        self.python = str(root / ".venv/bin/python")
        if not root.is_dir():
            subprocess.run(["git", "clone", "--quiet", str(source), str(root)], check=True)
        else:
            subprocess.run(["git", "fetch", "--quiet", str(source), "HEAD"], cwd=root, check=True)
            subprocess.run(["git", "reset", "--hard", "--quiet", "FETCH_HEAD"], cwd=root, check=True)
            (root / "src/fireline/reached.py").unlink(missing_ok=True)
        subprocess.run(["make", "--quiet", "ready"], cwd=root, check=True, stdout=subprocess.DEVNULL)

    def pytest(self, *options: str, told: Path | None = None, limit: float | None = None) -> bool:
        """Whether these tests pass; False also where they do not end in time."""
        # A planted file is longer than it was, so what Python compiled of it is never taken for that of another.
        environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        if told is not None:
            told.unlink(missing_ok=True)
            environment[watching.TOLD] = str(told)
        command = [self.python, "-m", "pytest", "-q", "-p", "faults.watching", "-p", "no:cacheprovider", *options]
        return self.run(command, environment, limit)

    def run(
        self, command: Sequence[str], environment: dict[str, str] | None = None, limit: float | None = None
    ) -> bool:
        """Whether a command ends well, in time."""
        running = subprocess.Popen(
            command,
            cwd=self.root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            return running.wait(limit) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            if running.poll() is None:
                os.killpg(running.pid, signal.SIGKILL)
                running.wait()

    def watch(self, faults: Sequence[Fault], watched: Watched, *, quick: bool) -> None:
        """Run the tests with a mark at every place; where they were watched before, those that changed since."""
        told, folder = self.root / "out/told", self.root / "out/reached"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.pytest("--collect-only", "--quick", told=told)
        watched.quick = set(json.loads(told.read_text(encoding="utf-8")))
        since, watched.commit = watched.commit, self._git("rev-parse", "HEAD").strip()
        changed = self._git("diff", "--name-only", since).split() if since else []
        if any(name.startswith("src/") for name in changed):  # then other tests may reach other places
            watched.forget(set(watched.seconds))
            since = ""
        elif since:
            watched.forget({test for test in watched.seconds if test.partition("::")[0] in changed})
        tests = [name for name in changed if name.startswith("tests/") and Path(name).name.startswith("test_")]
        files = [name for name in tests if (self.root / name).is_file()] if since else []
        if since and not files:
            return
        module = self.root / "src/fireline/reached.py"
        module.write_text(watching.MODULE.format(folder=str(folder)), encoding="utf-8")
        originals = _marked(self.root, faults)
        try:
            self.pytest("-n", "2", "--dist", "worksteal", *["--quick"] * quick, *files, told=told)
        finally:
            for file, text in originals.items():
                file.write_text(text, encoding="utf-8")
            module.unlink()
        for line in told.read_text(encoding="utf-8").splitlines():
            test, seconds, failed, skipped = json.loads(line)
            watched.seconds[test] += seconds
            watched.failed |= {test} if failed or skipped else set()
        _note_reached(watched, folder, faults)

    def _git(self, *words: str) -> str:
        return subprocess.run(["git", *words], cwd=self.root, check=True, capture_output=True, text=True).stdout

    def finds(self, fault: Fault, tests: Sequence[str], seconds: Mapping[str, float]) -> str | None:
        """The first of these tests that fails where the fault is planted."""
        file = self.root / fault.file
        text = file.read_text(encoding="utf-8")
        file.write_text(fault.planted(text), encoding="utf-8")
        try:
            return self.first_failed(tests, seconds)
        finally:
            file.write_text(text, encoding="utf-8")

    def first_failed(self, tests: Sequence[str], seconds: Mapping[str, float]) -> str | None:
        """The first of these tests that fails, None where all pass; they are tried in batches."""
        listed, told = self.root / "out/tests", self.root / "out/told"
        for batch in _batches(tests, seconds):
            listed.write_text("\n".join(batch), encoding="utf-8")
            limit = LONGEST + 10 * sum(seconds[test] for test in batch)
            if not self.pytest("-x", f"@{listed}", told=told, limit=limit):
                return _first_failed(told)
        return None


def _first_failed(told: Path) -> str:
    ended = [json.loads(line) for line in told.read_text(encoding="utf-8").splitlines()] if told.is_file() else []
    return next((test for test, _, failed, _ in ended if failed), "the tests do not start, or do not end")


def _marked(root: Path, faults: Sequence[Fault]) -> dict[Path, str]:
    """Put a mark at every place, the last one wherever compiled code is called; gives the files as they were."""
    places: dict[Path, list[tuple[int, int, int]]] = defaultdict(list)
    for number, fault in enumerate(faults):
        if not fault.compiled:
            places[root / fault.file].append((fault.start, fault.end, number))
    for call in calls_of_compiled(root):
        places[root / call.file].append((call.start, call.end, len(faults)))
    originals = {}
    for file, marks in places.items():
        text = originals[file] = file.read_text(encoding="utf-8")
        # Of marks within one another the outer one opens first and closes last.
        cuts = [(start, 1, -end, f"(_reached({number}) or (") for start, end, number in marks]
        cuts += [(end, 0, -start, "))") for start, end, _ in marks]
        marked, done = "", 0
        for cut, _, _, put in sorted(cuts):
            marked, done = marked + text[done:cut] + put, cut
        head = "from __future__ import annotations\n"
        file.write_text((marked + text[done:]).replace(head, head + watching.IMPORT, 1), encoding="utf-8")
    return originals


def _note_reached(watched: Watched, folder: Path, faults: Sequence[Fault]) -> None:
    """Whom each mark belongs to.

    A process that outlives the test which started it knows only that one: what it reaches may belong to any test of
    the same file, and in the browser to any file, since they share a server.
    """
    usable, compiled = watched.seconds.keys() - watched.failed, [fault for fault in faults if fault.compiled]
    by_file: dict[str, set[str]] = defaultdict(set)
    for test in usable:
        by_file[BROWSER if test.startswith(BROWSER) else test.partition("::")[0]].add(test)
    for file in folder.iterdir():
        for line in file.read_text(encoding="utf-8").splitlines():
            place, _, named = line.partition("\t")
            test = named.rpartition(" (")[0]
            home = BROWSER if test.startswith(BROWSER) else test.partition("::")[0]
            met = {test} & usable | (by_file[home] if _is_shared(test) else set())
            for fault in compiled if int(place) == len(faults) else [faults[int(place)]]:
                watched.reached[fault.key] |= met


def _is_shared(test: str) -> bool:
    return test.startswith(("tests/browser/", "tests/server/", "tests/client/", "tests/cli/", "tests/offline/"))


def _batches(tests: Sequence[str], seconds: Mapping[str, float]) -> Iterable[list[str]]:
    left = list(tests)
    for most in BATCHES:
        batch, total = [], 0.0
        while left and total < most:
            batch.append(left.pop(0))
            total += seconds[batch[-1]]
        if batch:
            yield batch
