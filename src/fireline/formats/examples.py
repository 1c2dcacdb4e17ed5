"""The example battles, shipped in the package or in the folder of the source tree, and the set-ups of every game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from itertools import takewhile
from pathlib import Path
from typing import Any, Literal

from fireline.formats.folder import Folder
from fireline.formats.parsing import parse, read_text
from fireline.formats.writing import write_atomically
from fireline.game import registry
from fireline.game.battle import Battle
from fireline.game.entries import one_of
from fireline.game.errors import BattleFileError, Code, inside
from fireline.game.registry import every, ruleset, starter
from fireline.game.ruleset import texts_in

_BATTLE = re.compile(r"^fireline:", re.MULTILINE)
"""What a battle file says of itself, and a side file does not."""


@dataclass(frozen=True)
class Example:
    """A battle that comes with Fireline or with a game: its name, its file and the text in it, comments and all.

    A set-up is a battle to be played from its beginning; other examples show what the rules say.
    """

    name: str
    file: Path
    text: str = field(repr=False)
    setup: bool = False

    @cached_property
    def data(self) -> dict[str, Any]:
        """The data of its file; raises `BattleFileError` if a game brings a file that cannot be read."""
        data: dict[str, Any] = parse(self.text)
        return data

    @property
    def words(self) -> str:
        """What the first paragraph of comments in its file says about it, on one line."""
        comment = takewhile(lambda line: line.strip("# "), self.text.splitlines())
        return " ".join(line.lstrip("# ") for line in comment if line.startswith("#"))

    @property
    def battle(self) -> Battle:
        """Its battle; raises `BattleFileError` if its game needs libraries that are not installed."""
        with inside(file=str(self.file)):
            return Battle.read(self.data, Folder(self.file.parent))

    @property
    def ruleset(self) -> str:
        """The game that it is of."""
        return ruleset(self.data["ruleset"]).id

    @property
    def title(self) -> str:
        """Its name for people, else that of its game."""
        return self.data.get("name") or ruleset(self.data["ruleset"]).name

    @property
    def kind(self) -> Literal["example", "setup"]:
        """Whether it shows what the rules say, or is to be played."""
        return "setup" if self.setup else "example"

    def named(self) -> tuple[Path, ...]:
        """The files that the battle names, each with the side file that belongs to it."""
        known = {file.name: file for file in self.file.parent.iterdir() if file.is_file()}
        names = {name for name in texts_in(self.data) if name in known}
        beside = {f"{Path(name).stem}.parts.yaml" for name in names}
        return tuple(known[name] for name in sorted(names | beside & known.keys()))

    def write(self, out: Path) -> Path:
        """Write the battle file and the files that it names.

        Args:
            out: The file, or a folder, in which the file keeps its name.

        Returns:
            The battle file.

        Raises:
            BattleFileError: One of them cannot be written or already exists; then nothing is written.
        """
        file = out / f"{self.name}.yaml" if out.is_dir() else out
        _write({file: self.text.encode()} | {file.parent / one.name: one.read_bytes() for one in self.named()})
        return file


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
    """Every example battle by its name, the name of its file without the ending; behind them the set-ups of each game.

    >>> len(examples()) > 20
    True
    """
    files = sorted(folder().glob("*.yaml"), key=lambda file: file.stem)
    known = {file.stem: Example(file.stem, file, read_text(file)) for file in files}
    return {name: one for name, one in known.items() if _BATTLE.search(one.text)} | setups()


def setups() -> dict[str, Example]:
    """The set-ups of every game, under names that begin with that of the game, from the smallest to the largest."""
    newest = {game.package: game.id for game in every()[0]}
    files = {name: file for id_ in newest.values() for name, file in registry.setups(id_).items()}
    return {name: Example(name, file, read_text(file), setup=True) for name, file in files.items()}


def listed() -> list[Example]:
    """Every example whose file can be read: one broken file of a game does not take the others away."""
    return [one for one in examples().values() if _is_whole(one)]


def _is_whole(one: Example) -> bool:
    try:
        _ = one.ruleset, one.title
    except (BattleFileError, AttributeError, KeyError, TypeError):
        return False
    return True


def example(name: str) -> Example:
    """An example that comes with Fireline.

    Args:
        name: Its name: "ancients-ranged-combat".

    Returns:
        The example, with its battle.

    Raises:
        BattleFileError: There is no example of this name.

    >>> example("ancients-ranged-combat").battle
    <Battle 'Who may fire?' ancients: bottom fires, 9 units>
    """
    return examples()[one_of(name, examples(), "example", "name")]


def first_battle(game: str) -> Example:
    """The commented battle file of a game to start from, under the game's name; raises `BattleFileError`."""
    return Example(game, folder() / f"{game}.yaml", starter(game))


def write_all(out: Path) -> None:
    """Write every example with all its files, and every set-up, into a folder; raises like `Example.write`."""
    home = folder()
    found = (file for file in sorted(home.rglob("*")) if file.is_file() and "__pycache__" not in file.parts)
    own = {out / "setups" / f"{name}.yaml": one.file.read_bytes() for name, one in setups().items()}
    _write({out / file.relative_to(home): file.read_bytes() for file in found} | own)


def _write(copies: Mapping[Path, bytes]) -> None:
    for copy in copies:
        if copy.exists():
            raise BattleFileError(Code.UNWRITABLE, "is there already; nothing was written", file=str(copy))
    for copy, content in copies.items():
        try:
            copy.parent.mkdir(parents=True, exist_ok=True)
        except OSError as wrong:
            raise BattleFileError(Code.UNWRITABLE, f"cannot be made: {wrong.strerror}", file=str(copy.parent)) from None
        write_atomically(copy, content)
