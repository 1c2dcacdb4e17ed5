"""The example battles: shipped in the package, or the folder of the source tree."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from fireline.formats.folder import Folder
from fireline.formats.parsing import read_data, read_text
from fireline.game.entries import one_of


class Example(NamedTuple):
    """An example battle: its name, the data of its file, and what its first lines say about it."""

    name: str
    data: dict[str, Any]
    words: str


def folder() -> Path:
    """Where the examples are; in an editable install the `examples` of the source tree."""
    shipped = Path(str(files("fireline"))) / "examples"
    return shipped if shipped.is_dir() else shipped.parents[2] / "examples"


@cache
def example_files() -> Folder:
    """The one folder whose files a battle on the server may name."""
    return Folder(folder())


@cache
def examples() -> dict[str, Example]:
    """Every example battle by its name, which is that of its file less the ending."""
    found: dict[str, Example] = {}
    for file in sorted(folder().glob("*.yaml")):
        data = read_data(file)
        if isinstance(data, dict) and "fireline" in data and "ruleset" in data:
            found[file.stem] = Example(file.stem, data, _words(read_text(file)))
    return found


def example(name: str) -> Example:
    """The example of this name; raises `BattleFileError` for an unknown one."""
    return examples()[one_of(name, examples(), "example", "name")]


def _words(text: str) -> str:
    """The paragraph of comment with which a file begins, on one line."""
    comment = takewhile(lambda line: line.strip("# "), text.splitlines())
    return " ".join(line.lstrip("# ") for line in comment if line.startswith("#"))
