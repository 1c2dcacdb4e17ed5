"""A plain install runs wherever Python does: what it needs is pure Python, or compiled for Pyodide too."""

from __future__ import annotations

import tomllib
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYODIDE = tomllib.loads((Path(__file__).parent / "pyodide.toml").read_text(encoding="utf-8"))
THERE = {
    "sys_platform": "emscripten",
    "platform_system": "Emscripten",
    "platform_machine": "wasm32",
    "os_name": "posix",
    "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
    "python_version": ".".join(PYODIDE["python"].split(".")[:2]),
    "python_full_version": PYODIDE["python"],
}
LIBRARIES = {".so", ".pyd", ".dylib", ".dll"}


def needed() -> set[str]:
    """What the core needs in Pyodide, and what that needs."""
    waiting = [(Requirement(line), "") for line in PROJECT["dependencies"]]
    found: set[tuple[str, str]] = set()
    while waiting:
        one, extra = waiting.pop()
        if one.marker is not None and not one.marker.evaluate(THERE | {"extra": extra}):
            continue
        name = canonicalize_name(one.name)
        for asked in {"", *one.extras} - {extra for known, extra in found if known == name}:
            found.add((name, asked))
            waiting += [(Requirement(line), asked) for line in distribution(name).requires or ()]
    return {name for name, _ in found}


def is_pure(installed: Distribution) -> bool:
    """Whether nothing of it is compiled."""
    return not any(file.suffix in LIBRARIES or ".so." in file.name for file in installed.files or ())


@pytest.mark.parametrize("name", sorted(needed()))
def test_what_the_core_needs_is_pure_python_or_compiled_for_pyodide(name: str) -> None:
    assert is_pure(distribution(name)) or name in PYODIDE["packages"]


@pytest.mark.parametrize("line", PROJECT["dependencies"])
def test_what_pyodide_ships_is_new_enough(line: str) -> None:
    asked = Requirement(line)
    shipped = PYODIDE["packages"].get(canonicalize_name(asked.name))
    assert shipped is None or shipped in asked.specifier


def test_the_core_is_small_and_known() -> None:
    assert {"pydantic", "pydantic-core", "pyyaml", "rich", "typer", "filelock"} <= needed()
    assert not needed() & {"numpy", "numba", "llvmlite", "matplotlib", "pillow", "sqlalchemy", "fastapi"}
    assert PYODIDE["python"] in SpecifierSet(PROJECT["requires-python"])


def test_everything_is_in_all_but_what_tests_need() -> None:
    extras = PROJECT["optional-dependencies"]
    (everything,) = map(Requirement, extras["all"])
    assert everything.name == PROJECT["name"]
    assert everything.extras == extras.keys() - {"all", "testing"}
