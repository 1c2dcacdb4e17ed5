"""The numbers of a game's rules, each under an address, and the same as one table plays them: house rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar, cast

from pydantic import Field

from fireline.game.entries import plain, shown
from fireline.game.errors import BattleFileError, Code
from fireline.ruling import (
    Difference,
    Explained,
    Modifier,
    Refusal,
    Rulebook,
    Ruling,
    data_file,
    entry_at,
    nothing_set_aside,
)

if TYPE_CHECKING:
    from fireline.game.battle import Battle
    from fireline.game.command import Shot

HouseRules = dict[str, float]
"""The `house` of a battle file: numbers by their addresses."""
Made = TypeVar("Made")
Cell = tuple[str | int, ...]
"""A place in the tables of a game: the table, its row, and where there are any the column and the number in a list."""


class UnknownNumber(LookupError):
    """Code asks for a number that its game does not have; raised at import, so it never reaches a player."""

    code = "unknown-name"


class Number(NamedTuple):
    """One number of a rule: where it is found, between which bounds a table may set it, and what it is."""

    address: str
    rule: str
    value: Fraction
    least: Fraction
    most: Fraction
    about: str
    whole: bool = True
    cell: Cell = ()
    """Where the tables of the game hold it, () for a number that stands by itself."""

    def data(self) -> dict[str, Any]:
        """The number as it stands in a JSON answer."""
        bounds = {name: plain(getattr(self, name)) for name in ("value", "least", "most")}
        return {"address": self.address, "rule": self.rule, **bounds, "about": self.about}

    def difference(self, before: House, after: House) -> Difference:
        """What it is at two tables that play it otherwise."""
        mine, theirs = (str(plain(house.value(self.address))) for house in (before, after))
        return Difference((self.rule,), self.about, mine, theirs)

    def read(self, given: float, place: str) -> Fraction:
        """Another value for it, within its bounds; raises `BattleFileError`."""
        if isinstance(given, float) and not isfinite(given):
            raise BattleFileError(Code.OUT_OF_RANGE, f"{given} is not a finite number", place)
        value = Fraction(str(given))
        if self.whole and value.denominator != 1:
            raise BattleFileError(Code.WRONG_TYPE, f"{shown(given)} is not a whole number", place)
        if not self.least <= value <= self.most:
            problem = f"{plain(value)} is too small; at least {plain(self.least)}"
            if value > self.most:
                problem = f"{plain(value)} is too large; at most {plain(self.most)}"
            raise BattleFileError(Code.OUT_OF_RANGE, problem, place)
        return value


class Numbers(Mapping[str, Number]):
    """Every number of a game by its address, read from the data of the game, from where the rules read them, too.

    `numbers.toml` has them in `[numbers]`, or says in `[columns]` what the columns of the tables of `pieces.toml` hold;
    a table whose fields are declared (`fireline.game.facts`) says it there.
    An address begins with the ID of its rule.
    """

    def __init__(self, package: str, every: Mapping[str, Number], tables: Mapping[str, Any], edition: str) -> None:
        self._named = package, edition
        self._numbers = {address: number for address, number in every.items() if number.rule}
        self.every = every
        """These, and those that other editions alone have: what an option of theirs needs where it is tried here."""
        self.tables = tables
        """The tables as printed."""

    @classmethod
    def load(cls, package: str, edition: str = "") -> Numbers:
        """The numbers of a game's package, or of one edition of it; a malformed entry is a bug and raises an error."""
        return _loaded(package, edition)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, self._named

    def __getitem__(self, address: str) -> Number:
        return self._numbers[address]

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def cite(self, address: str) -> str:
        """The address itself, once it is known to be one; for citing at import.  Raises `UnknownNumber`."""
        if address not in self._numbers:
            near = get_close_matches(address, self._numbers, n=1, cutoff=0)
            raise UnknownNumber(f"{self._named[0]} has no number {address!r}; nearest: {', '.join(near) or 'none'}")
        return address

    @cached_property
    def printed(self) -> House:
        """All of them as printed."""
        return House(self)

    def house(self, changes: Mapping[str, float]) -> House:
        """The numbers with those of a battle file's `house`; raises `BattleFileError`."""
        read: dict[str, Fraction] = {}
        for address, given in changes.items():
            number = self._numbers.get(address)
            if number is None:
                game = Rulebook.load(self._named[0]).title + (self._named[1] and f"@{self._named[1]}")
                near = get_close_matches(address, self._numbers, n=1, cutoff=0)
                problem = f"there is no number of this address; nearest: {near[0]}" if near else "this game has none"
                known = f"{problem}; `fireline rules {game} --numbers` lists them"
                raise BattleFileError(Code.UNKNOWN_NAME, known, f"house.{address}", meant=near[0] if near else "")
            if (value := number.read(given, f"house.{address}")) != number.value:
                read[address] = value
        return House(self, tuple(sorted(read.items()))) if read else self.printed

    @property
    def said(self) -> Any:
        """The type of `house` in a battle file, with what its JSON Schema says of every number."""
        known = {address: _schema(number) for address, number in self._numbers.items()}
        more: Any = {"properties": known, "additionalProperties": False}
        return Annotated[HouseRules, Field(json_schema_extra=more)]


@dataclass(frozen=True)
class House:
    """The numbers of a game as one table plays them: those that it changes, and all others as its edition has them."""

    numbers: Numbers = field(repr=False)
    changes: tuple[tuple[str, Fraction], ...] = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, House):
            return NotImplemented
        return self is other or (self.numbers is other.numbers and self.changes == other.changes)

    def __hash__(self) -> int:
        return hash(self.changes)

    def __getstate__(self) -> dict[str, Any]:
        return {"numbers": self.numbers, "changes": self.changes}

    @cached_property
    def _values(self) -> dict[str, Fraction]:
        return {address: number.value for address, number in self.numbers.every.items()} | dict(self.changes)

    @cached_property
    def _whole(self) -> dict[str, int]:
        return {address: int(value) for address, value in self._values.items() if value.denominator == 1}

    def __getitem__(self, address: str) -> int:
        """A whole number by its address."""
        return self._whole[address]

    def value(self, address: str) -> Fraction:
        """A number that need not be whole."""
        return self._values[address]

    @cached_property
    def _made(self) -> dict[Callable[[House], Any], Any]:
        return {}

    def made(self, make: Callable[[House], Made]) -> Made:
        """What a game makes of these numbers and tables alone, made when it is first asked for."""
        if make not in self._made:
            self._made[make] = make(self)
        return cast(Made, self._made[make])

    def kinds(self, table: str, kind: Callable[..., Made]) -> Mapping[str, Made]:
        """The rows of a table with these numbers as values of a class, which has an `id`, by their ids."""
        key: Any = (table, kind)
        if key not in self._made:
            self._made[key] = {id_: kind(id=id_, **row) for id_, row in self.tables[table].items()}
        return cast(Mapping[str, Made], self._made[key])

    @cached_property
    def tables(self) -> Mapping[str, Any]:
        """The tables of the game with these numbers."""
        tables = self.numbers.tables
        for address, _ in self.changes:
            if cell := self.numbers[address].cell:
                tables = _put(tables, cell, plain(self._values[address]))
        return tables

    def data(self) -> dict[str, Any]:
        """What a battle file says of them."""
        return {address: plain(value) for address, value in self.changes}

    def put(self, address: str, value: Fraction) -> House:
        """The same with one number changed, or put back to what is printed."""
        others = [one for one in self.changes if one[0] != address]
        changed = [] if value == self.numbers[address].value else [(address, value)]
        return House(self.numbers, tuple(sorted([*others, *changed])))

    def without(self, address: str) -> House:
        """The same with one number as printed."""
        return self.put(address, self.numbers[address].value)

    def only(self, address: str) -> House:
        """The same with all other numbers as printed."""
        return House(self.numbers, tuple(one for one in self.changes if one[0] == address))


def _schema(number: Number) -> dict[str, Any]:
    bounds = {"minimum": plain(number.least), "maximum": plain(number.most), "default": plain(number.value)}
    return {"type": "integer" if number.whole else "number", "description": number.about, **bounds}


def _put(here: Any, cell: Cell, value: Any) -> Any:
    """The tables with another value in one cell; what they were stays as it was."""
    head, *rest = cell
    inner = _put(here[head], tuple(rest), value) if rest else value
    if isinstance(here, list):
        return [inner if n == head else one for n, one in enumerate(here)]
    return {**here, head: inner}


@lru_cache(maxsize=32)
def _loaded(package: str, edition: str) -> Numbers:
    """The numbers that a package's data hold: said once, and the same object wherever they are asked for."""
    book = Rulebook.load(package)
    said, tables = data_file(package, "numbers.toml"), _tables(package)
    book = book.of(edition) if edition else book
    found = {
        address: _number(package, address, next((id_ for id_ in _rules(address) if id_ in book), ""), row)
        for address, row in said.get("numbers", {}).items()
    }
    for table, columns in (*said.get("columns", {}).items(), *_declared(tables)):
        for number in _in_table(package, table, columns, tables[table]):
            found[number.address] = number
    for address, values in said.get("editions", {}).items():
        if edition in values:
            found[address] = found[address]._replace(value=Fraction(str(values[edition])))
    every = {address: number if number.rule in book else number._replace(rule="") for address, number in found.items()}
    return Numbers(package, every, tables, edition)


def _tables(package: str) -> Mapping[str, Any]:
    """The tables of a game; none where all its numbers stand by themselves."""
    try:
        return data_file(package, "pieces.toml")
    except FileNotFoundError:
        return {}


def _declared(tables: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The columns of the tables whose fields the pieces themselves declare (`fireline.game.facts`)."""
    for table, fields in tables.get("fields", {}).items():
        ruled = {name: one for name, one in fields.items() if "rule" in one}
        yield table, {name: one | {"whole": one["type"] == "whole"} for name, one in ruled.items()}


def _rules(address: str) -> Iterator[str]:
    """The IDs with which an address may begin, the longest first."""
    parts = address.split(".")
    return (".".join(parts[:n]) for n in range(len(parts) - 1, 0, -1))


def _in_table(package: str, table: str, columns: Mapping[str, Any], rows: Mapping[str, Any]) -> Iterator[Number]:
    """The numbers of a table, row by row."""
    for id_, row in rows.items():
        name = (row.get("name") if isinstance(row, dict) else "") or id_.replace("_", " ")
        slug = re.sub(r"[^a-z0-9]+", "_", id_.lower()).strip("_")
        for column, said in columns.items():
            value, cell = (row, (table, id_)) if column == "" else (row.get(column), (table, id_, column))
            if value is None:
                continue
            about = {"rule": said["rule"], "as": said.get("as", column), **said}
            many = list(zip(said["each"], value, strict=True)) if "each" in said else [("", value)]
            for n, (one, of_it) in enumerate(many):
                address = ".".join(part for part in (about["rule"], slug, about["as"], one) if part)
                entry = {**about, "value": of_it, "about": about["about"].format(name=name, each=one)}
                yield _number(package, address, about["rule"], entry)._replace(cell=(*cell, n) if one else cell)


def _number(package: str, address: str, rule: str, row: Mapping[str, Any]) -> Number:
    with entry_at(address, "the numbers", package):
        given = (row[key] for key in ("value", "least", "most"))
        value, least, most = (Fraction(one if isinstance(one, int) else str(one)) for one in given)
        if not least <= value <= most:
            raise ValueError(f"{value} is not between {least} and {most}")
        return Number(address, rule, value, least, most, row["about"], row.get("whole", True))


# --- in a ruling ----------------------------------------------------------------------------
# A line is made by a house rule if it would be another, or none, with that number as printed; so each ruling is asked
# for once more without each of them, and no rule keeps a record of what it reads.


AnyLine = Modifier | Explained


def house_of(battle: Battle) -> House | None:
    """The numbers that a battle is played with; None for a game that lists none."""
    game = battle.ruleset
    if game.numbers is None or game.versions is None:
        return None
    found: House = game.versions.played(battle.state).house
    return found


def with_house(battle: Battle, house: House) -> Battle:
    """The same battle where its table plays with other numbers."""
    versions = battle.ruleset.versions
    assert versions is not None, "what has numbers has versions"  # noqa: S101
    rules = replace(versions.played(battle.state), house=house)
    return battle.with_state(versions.under(battle.state, rules))


def marked_ruling(battle: Battle, shot: Shot, ruling: Ruling) -> Ruling:
    """The ruling on a shot with the house rules that made its lines."""

    def lines(other: Battle) -> Iterable[AnyLine]:
        found = other.ruleset.rule(other.ruleset.declare(other.state, shot))
        return *found.modifiers, *found.steps, *found.refusals, *([found.allowed] if found.allowed else [])

    made_by = _maker(battle, lines)
    if made_by is None:
        return ruling
    return ruling._replace(
        modifiers=tuple(one._replace(house=made_by(one)) for one in ruling.modifiers),
        steps=tuple(replace(one, house=made_by(one)) for one in ruling.steps),
        refusals=tuple(replace(one, house=made_by(one)) for one in ruling.refusals),
        allowed=ruling.allowed and replace(ruling.allowed, house=made_by(ruling.allowed)),
    )


def marked_refusals(
    battle: Battle, refusals: tuple[Refusal, ...], against: Callable[[Battle], tuple[Refusal, ...]]
) -> tuple[Refusal, ...]:
    """The reasons against something in a battle with the house rules that decided them."""
    made_by = _maker(battle, against) if refusals else None
    return refusals if made_by is None else tuple(replace(one, house=made_by(one)) for one in refusals)


def moved_by(battle: Battle, answer: Callable[[Battle], object]) -> tuple[str, ...]:
    """The addresses of the house rules that move an answer: it is another with any of them as printed."""
    house = house_of(battle)
    if house is None or not house.changes or not nothing_set_aside():
        return ()
    here = answer(battle)
    return tuple(one for one, _ in house.changes if answer(with_house(battle, house.without(one))) != here)


def _maker(battle: Battle, lines: Callable[[Battle], Iterable[AnyLine]]) -> Callable[[AnyLine], str] | None:
    """What tells who made a line of a question; None where no house rule is in force, or lines are set aside or noted.

    It gives the addresses of those without any of which the line is gone or, if there are none, with one alone of which
    it is there.
    """
    house = house_of(battle)
    if house is None or not house.changes or not nothing_set_aside():
        return None

    def asked(numbers: House) -> Collection[AnyLine]:
        try:
            return set(lines(with_house(battle, numbers)))
        except BattleFileError:  # with the number as printed there is no such shot
            return ()

    without = {address: asked(house.without(address)) for address, _ in house.changes}
    only = cache(lambda address: asked(house.only(address)))

    def made_by(line: AnyLine) -> str:
        made = [address for address, known in without.items() if line not in known]
        if not made and len(without) > 1 and line not in only(""):
            made = [address for address in without if line in only(address)]
        return ", ".join(made)

    return made_by
