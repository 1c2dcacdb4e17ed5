"""A game of your own to start from: a Python package with one rule that keeps the whole contract.

The package lies in `template` as plain files; `$name` and its like stand where each game differs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import PurePosixPath
from string import Template
from typing import TYPE_CHECKING

from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.registry import names

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LONGEST = 30
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
ENDING = ".template"
"""Behind the name of every template, so that no tool takes it for the Python, TOML or Markdown that it becomes."""


def check_name(name: str) -> None:
    """Raise `BattleFileError` for what cannot be the id of a new game and the name of its package."""
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        problem = f"{shown(name)} is no name for a game; a name begins with a letter and has small letters a to z, "
        problem += f"digits and single hyphens, at most {LONGEST} in all, e.g. last-stand"
        raise BattleFileError(Code.MALFORMED, problem, "NAME")
    if name in names():
        problem = f"{shown(name)} is a game already; `fireline rules` lists them"
        raise BattleFileError(Code.DUPLICATE, problem, "NAME")
    package = _package(name)
    if iskeyword(package):
        raise BattleFileError(Code.CONFLICT, f"{shown(name)} is a word of Python, so no package can have it", "NAME")
    found = find_spec(package)
    if found is not None and found.origin is not None:  # a mere folder of that name takes nothing away
        problem = f"{shown(package)} is a Python package that is installed already; choose another name"
        raise BattleFileError(Code.CONFLICT, problem, "NAME")


def package_of(name: str) -> Iterator[tuple[PurePosixPath, str]]:
    """Every file of the package of a game, by its path in there."""
    package = _package(name)
    prefix = f"{re.sub('[^a-z]', '', name).upper()}XX"[:3]  # of the ids of its rules, which have three letters
    words = {"name": name, "package": package, "title": name.replace("-", " ").capitalize(), "prefix": prefix}
    for path, template in _templates(files(__name__) / "template", PurePosixPath()):
        parts = (package if part == "package" else part for part in path.parts)
        text = Template(template.read_text(encoding="utf-8")).substitute(words)
        yield PurePosixPath(*parts).with_suffix(""), text


def _package(name: str) -> str:
    return name.replace("-", "_")


def _templates(folder: Traversable, path: PurePosixPath) -> Iterator[tuple[PurePosixPath, Traversable]]:
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.is_dir():
            yield from _templates(one, path / one.name)
        elif one.name.endswith(ENDING):
            yield path / one.name, one
