"""The example battles: shipped in the package, or the folder of the source tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import takewhile
from pathlib import Path
from typing import Any

from fireline.formats.battlefile import load
from fireline.formats.folder import Folder
from fireline.formats.parsing import read_data, read_text
from fireline.formats.writing import write_atomically
from fireline.game.battle import Battle
from fireline.game.entries import one_of
from fireline.game.errors import BattleFileError, Code
from fireline.game.registry import ruleset


@dataclass(frozen=True, slots=True)
class Example:
    """An example battle: its name, what the first lines of its file say about it, and the data of the file."""

    name: str
    words: str
    data: dict[str, Any] = field(repr=False)

    @property
    def file(self) -> Path:
        """The path of its file."""
        return folder() / f"{self.name}.yaml"

    @property
    def text(self) -> str:
        """The text of its file, comments and all."""
        return read_text(self.file)

    @property
    def battle(self) -> Battle:
        """Its battle; raises `BattleFileError` if its game needs libraries that are not installed."""
        return load(self.file)

    def line(self) -> dict[str, str]:
        """Its entry in a list, as JSON data."""
        game = ruleset(self.data["ruleset"])
        title: str = self.data.get("name") or game.name
        return {"name": self.name, "ruleset": game.id, "title": title, "words": self.words}

    def named(self) -> tuple[Path, ...]:
        """The files that the battle names, each with the side file that belongs to it."""
        known = {file.name: file for file in folder().iterdir() if file.is_file()}
        names = {name for name in _texts(self.data) if name in known}
        beside = {f"{Path(name).stem}.parts.yaml" for name in names}
        return tuple(known[name] for name in sorted(names | beside & known.keys()))

    def write(self, out: Path) -> None:
        """Write the battle file and the files that it names; if `out` is a folder, the file keeps its name.

        Raises `BattleFileError` if one of them cannot be written or already exists; then nothing is written.
        """
        file = out / self.file.name if out.is_dir() else out
        _write([(self.file, file), *((one, file.parent / one.name) for one in self.named())])


def folder() -> Path:
    """The folder of the examples; in an editable install, `examples` in the source tree."""
    shipped = Path(str(files("fireline"))) / "examples"
    return shipped if shipped.is_dir() else shipped.parents[2] / "examples"


@cache
def example_files() -> Folder:
    """The only folder whose files a battle on the server may name."""
    return Folder(folder())


@cache
def examples() -> dict[str, Example]:
    """Every example battle by its name, the name of its file without the ending.

    >>> examples()["ancients-edges"].data["ruleset"]
    'ancients'
    """
    found: dict[str, Example] = {}
    for file in sorted(folder().glob("*.yaml"), key=lambda file: file.stem):
        data = read_data(file)
        if isinstance(data, dict) and "fireline" in data and "ruleset" in data:
            found[file.stem] = Example(file.stem, _words(read_text(file)), data)
    return found


def example(name: str) -> Example:
    """The example of this name; raises `BattleFileError` for an unknown one."""
    return examples()[one_of(name, examples(), "example", "name")]


def write_all(out: Path) -> None:
    """Write every example with all its files into a folder, which is created; raises like `Example.write`."""
    home = folder()
    found = (file for file in sorted(home.rglob("*")) if file.is_file() and "__pycache__" not in file.parts)
    _write([(file, out / file.relative_to(home)) for file in found])


def _write(copies: Iterable[tuple[Path, Path]]) -> None:
    copies = list(copies)
    for _, copy in copies:
        if copy.exists():
            raise BattleFileError(Code.UNWRITABLE, "is there already; nothing was written", file=str(copy))
    for file, copy in copies:
        try:
            copy.parent.mkdir(parents=True, exist_ok=True)
        except OSError as wrong:
            raise BattleFileError(Code.UNWRITABLE, f"cannot be made: {wrong.strerror}", file=str(copy.parent)) from None
        write_atomically(copy, file.read_bytes())


def _texts(data: object) -> Iterator[str]:
    """Every text in the data."""
    match data:
        case str():
            yield data
        case dict():
            for value in data.values():
                yield from _texts(value)
        case list():
            for value in data:
                yield from _texts(value)


def _words(text: str) -> str:
    """The first paragraph of comments in a file, on one line."""
    comment = takewhile(lambda line: line.strip("# "), text.splitlines())
    return " ".join(line.lstrip("# ") for line in comment if line.startswith("#"))
