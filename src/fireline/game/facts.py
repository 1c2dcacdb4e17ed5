"""What a piece of a game may have, each declared once in the game's data: type, bounds, default, words and form.

`pieces.toml` says it in `[fields.TABLE]`, beside the table of the pieces themselves. What a battle file may say, its
JSON Schema, the editor's form and the addresses of house rules follow from that.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Annotated, Any, TypeVar

from pydantic import Field, create_model

from fireline.game.editing import FormField
from fireline.game.entries import FileEntry, Name

Entry = TypeVar("Entry", bound=FileEntry)
TYPES: Mapping[str, Any] = {"whole": int, "number": float, "word": Name, "yes": bool}


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a piece may have: a whole number, any number, a word, or yes or no.

    `rule` is for a number that a table may set as a house rule; `about` then says what it is, with the piece's {name}.
    """

    name: str
    type: str
    usual: Any = None
    """What a piece has that says nothing of it; None where `needed`, or where something else says it."""
    needed: bool = False
    """Whether a piece of one's own must say it."""
    least: float | None = None
    most: float | None = None
    above: float | None = None
    """What a number in a battle file is above, where that is less than the least of a house rule."""
    rule: str = ""
    about: str = ""
    title: str = ""
    """What people call it, "" if its name says it."""
    unit: str = ""

    @property
    def said(self) -> Any:
        """Its type in a battle file, with its bounds."""
        least = self.least if self.above is None else None
        said: Any = Annotated[TYPES[self.type], Field(gt=self.above, ge=least, le=self.most)]
        return said

    @property
    def form(self) -> FormField:
        """What the editor's form says of it."""
        return FormField(title=self.title, unit=self.unit)


@lru_cache(maxsize=32)
def facts(package: str, table: str) -> Mapping[str, Fact]:
    """What the pieces of a table may have, by name, in the order in which the game's data declares it."""
    tables = tomllib.loads(files(package).joinpath("pieces.toml").read_text(encoding="utf-8"))
    return {name: Fact(name, **said) for name, said in tables["fields"][table].items()}


def with_facts(base: type[Entry], declared: Mapping[str, Fact], *, whole: bool = False) -> type[Entry]:
    """An entry of a battle file that may say these besides what it says already.

    What it leaves out is None; a `whole` entry stands by itself: it must say what is needed, and has the rest as usual.
    """
    fields: dict[str, Any] = {
        one.name: (one.said, ... if one.needed else one.usual) if whole else (one.said | None, None)
        for one in declared.values()
    }
    made: type[Entry] = create_model(f"{base.__name__}WithFacts", __base__=base, **fields)
    return made
