"""Ask the registries of Python and of JavaScript whether anything we install is known to be unsafe.

A registry that gives no advisories looks like one that knows of nothing bad. So each is asked about a package that is
known to be unsafe, too: only one that knows of it is believed about the others.

Run: python scripts/audit.py; needs pip-audit and npm. Exit status: 0 nothing known, 1 something found, 2 not looked at.
"""

# ruff: noqa: INP001, S603 - a script, not a package; it runs the auditors

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

WEB = Path(__file__).parent.parent / "web"
UNSAFE = {"Python": ("jinja2", "2.4.1"), "JavaScript": ("minimist", "0.0.8")}
"""A package of each language with advisories that are years old."""
FINE, FOUND, NOT_LOOKED_AT = 0, 1, 2


class Audit(NamedTuple):
    """What an auditor said: how many packages it looked at, what is unsafe, and what it could not look at."""

    packages: int
    unsafe: Sequence[str] = ()
    unseen: Sequence[str] = ()
    failed: str = ""
    """Why it said nothing at all."""


def read_pip(text: str) -> Audit:
    """What pip-audit said, as JSON."""
    try:
        packages = json.loads(text)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return Audit(0, failed=_line(text))
    unsafe = [
        f"{one['name']} {one['version']}: {bad['id']}, mended in {', '.join(bad['fix_versions']) or 'no version'}"
        for one in packages
        for bad in one.get("vulns", ())
    ]
    unseen = [one["name"] for one in packages if "skip_reason" in one]
    return Audit(len(packages) - len(unseen), unsafe, unseen)


def read_npm(text: str) -> Audit:
    """What npm audit said, as JSON."""
    try:
        told: dict[str, Any] = json.loads(text)
        unsafe = [f"{name} {bad['range']}: {bad['severity']}" for name, bad in told["vulnerabilities"].items()]
        return Audit(told["metadata"]["dependencies"]["total"], unsafe)
    except (ValueError, KeyError, TypeError):
        return Audit(0, failed=_line(text))


def verdict(language: str, audit: Audit, known: Audit) -> tuple[int, list[str]]:
    """The status and the lines to print; `known` is what was said of the package that is known to be unsafe."""
    if not known.unsafe:
        name = " ".join(UNSAFE[language])
        why = known.failed or audit.failed or f"it knows nothing bad of {name}"
        return NOT_LOOKED_AT, [f"{language}: NOTHING WAS LOOKED AT, for the registry gives no advisories ({why})"]
    if audit.failed:
        return NOT_LOOKED_AT, [f"{language}: NOTHING WAS LOOKED AT ({audit.failed})"]
    lines = [f"{language}: {one}" for one in audit.unsafe]
    if audit.unseen:
        lines.append(f"{language}: NOT LOOKED AT, for the registry does not know them: {', '.join(audit.unseen)}")
    if not audit.unsafe:
        lines.append(f"{language}: nothing bad is known of {audit.packages} packages")
    return FOUND if audit.unsafe else NOT_LOOKED_AT if audit.unseen else FINE, lines


def _line(text: str) -> str:
    """An answer that is no report, as one line."""
    with suppress(ValueError, KeyError, TypeError):
        text = str(json.loads(text)["message"])
    return " ".join(text.split())[:200] or "no answer"


def _run(command: Sequence[str], folder: Path) -> str:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return f"{command[0]} is not installed"
    return done.stdout or done.stderr


def _pip(packages: str, folder: Path) -> Audit:
    (folder / "requirements.txt").write_text(packages, "utf-8")
    command = "-m pip_audit --no-deps --disable-pip --progress-spinner off --format json -r requirements.txt"
    return read_pip(_run([sys.executable, *command.split()], folder))


def _npm(folder: Path) -> Audit:
    return read_npm(_run(["npm", "audit", "--package-lock-only", "--json"], folder))


def main() -> int:
    """Ask both registries, print what they say, and give the worst status."""
    status = FINE
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        installed = _run([sys.executable, "-m", "pip", "freeze", "--exclude-editable"], folder)
        name, version = UNSAFE["JavaScript"]
        package = {"name": "known", "version": "1.0.0", "dependencies": {name: version}}
        modules = {"": package, f"node_modules/{name}": {"version": version}}
        lock = {"name": "known", "version": "1.0.0", "lockfileVersion": 3, "requires": True, "packages": modules}
        (folder / "package.json").write_text(json.dumps(package), "utf-8")
        (folder / "package-lock.json").write_text(json.dumps(lock), "utf-8")
        for language, audit, known in (
            ("Python", _pip(installed, folder), _pip("{}=={}\n".format(*UNSAFE["Python"]), folder)),
            ("JavaScript", _npm(WEB), _npm(folder)),
        ):
            worst, lines = verdict(language, audit, known)
            print("\n".join(lines))
            status = max(status, worst)
    return status


if __name__ == "__main__":
    sys.exit(main())
