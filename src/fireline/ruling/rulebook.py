"""The rulebook of a game: every rule under its ID, in the project's own words."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from functools import cache
from pkgutil import get_data
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar

from fireline.ruling.prose import word
from fireline.ruling.told import tells

T = TypeVar("T")
Status = Literal["done", "todo", "out-of-scope"]


class UnknownRule(LookupError):
    """Code cites a rule that the rulebook does not have; raised at import, so it never reaches a player."""

    code = "unknown-name"


@tells("id says source status reading")
class Rule(NamedTuple):
    """One rule: what it says in our words, where it comes from, and our reading where the source is open."""

    id: str
    says: str
    source: str
    status: Status
    reading: str = ""
    editions: tuple[str, ...] = ()
    """The versions of the game that have the rule, () for all of them."""

    @classmethod
    def read(cls, id_: str, entry: Mapping[str, Any]) -> Rule:
        """A rule from its entry in `rulebook.toml`."""
        return cls(**{"id": id_, **entry, "editions": tuple(entry.get("editions", ()))})


@tells("name rule says")
class Option(NamedTuple):
    """A choice between readings of a rule, by its name in a battle file's `options`; or one that versions differ in."""

    name: str
    rule: str = ""
    says: str = ""
    editions: tuple[str, ...] = ()
    """The versions of the game that leave it open, () for all that have the rule."""
    what: str = ""
    """What it decides, as a difference of two ways to play says it."""
    rules: Mapping[str, str] = MappingProxyType({})
    """The rule of each value, where each has one of its own."""
    words: Mapping[str, str] = MappingProxyType({})
    """What a value means, where it does not say so itself."""

    @classmethod
    def read(cls, name: str, entry: Mapping[str, Any]) -> Option:
        """A choice from its entry in `rulebook.toml`."""
        return cls(**{"name": name, **entry, "editions": tuple(entry.get("editions", ()))})

    def difference(self, before: object, after: object) -> Difference:
        """What differs where two tables choose otherwise."""
        values = {getattr(one, "name", str(one)): one for one in (before, after)}
        rules = dict.fromkeys(self.rules.get(value, self.rule) for value in values)
        said = (self.words.get(value) or word(one) for value, one in values.items())
        return Difference(tuple(rules), self.what or f"option {self.name}", *said)


class Difference(NamedTuple):
    """One difference between two versions of a game: its rules, what it is about, and what each of the two says."""

    rules: tuple[str, ...]
    what: str
    before: str
    after: str


class Rulebook(Mapping[str, Rule]):
    """The rules of one game by ID, in the order of the rulebook.

    >>> book = Rulebook("ancients", {"CCA-2.1": Rule("CCA-2.1", "Range counts the target's hex.", "", "done")})
    >>> book.cite("CCA-2.1")
    'CCA-2.1'
    >>> book.cite("CCA-2.7")
    Traceback (most recent call last):
    ...
    fireline.ruling.rulebook.UnknownRule: the ancients rulebook has no rule 'CCA-2.7'; nearest: CCA-2.1
    """

    def __init__(
        self,
        title: str,
        rules: Mapping[str, Rule],
        options: tuple[Option, ...] = (),
        package: str = "",
        choices: Iterable[Option] = (),
    ) -> None:
        self.title = title
        self.package = package
        """The package of the game, "" for rules that no package holds."""
        self.registers: list[Callable[[], Iterable[Callable[..., object]]]] = []
        """What lists the functions that carry out these rules, register by register."""
        self.options = options
        self.choices = {one.name: one for one in (*choices, *options)}
        """The options, and whatever else versions of the game differ in."""
        self._rules = dict(rules)
        for option in options:
            self.cite(option.rule)

    @classmethod
    @cache
    def load(cls, package: str) -> Rulebook:
        """Read `rulebook.toml` of a ruleset's package, once; a malformed entry is a bug and raises `TypeError`."""
        table = data_file(package, "rulebook.toml")

        def read(kind: Callable[[str, Mapping[str, Any]], T], key: str) -> Iterator[T]:
            for id_, entry in table.get(key, {}).items():
                with entry_at(f"{key}.{id_}", "rulebook.toml", package):
                    yield kind(id_, entry)

        rules = {rule.id: rule for rule in read(Rule.read, "rules")}
        choices, options = tuple(read(Option.read, "choices")), tuple(read(Option.read, "options"))
        book = cls(table["title"], rules, options, package, choices)
        for choice in choices:
            for id_ in choice.rules.values() or [choice.rule]:
                book.cite(id_)
        return book

    def of(self, edition: str) -> Rulebook:
        """The rules and options that one version of the game has."""
        rules = {id_: rule for id_, rule in self._rules.items() if not rule.editions or edition in rule.editions}
        options = tuple(
            option
            for option in self.options
            if option.rule in rules and (not option.editions or edition in option.editions)
        )
        book = Rulebook(f"{self.title}@{edition}", rules, options, self.package, self.choices.values())
        book.registers = self.registers
        return book

    @property
    def added(self) -> bool:
        """Whether somebody else than the game has added rules: what they read, no part of the game can know."""
        functions = (function for listed in self.registers for function in listed())
        return any(not function.__module__.startswith(self.package) for function in functions)

    def __getitem__(self, id_: str) -> Rule:
        try:
            return self._rules[id_]
        except KeyError:
            nearest = get_close_matches(id_, self._rules, n=1, cutoff=0)
            message = f"the {self.title} rulebook has no rule {id_!r}; nearest: {', '.join(nearest) or 'none'}"
            raise UnknownRule(message) from None

    def __contains__(self, id_: object) -> bool:
        return id_ in self._rules

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def cite(self, id_: str) -> str:
        """The ID itself, once it is known to be in the rulebook; for citing at import.  Raises `UnknownRule`."""
        return self[id_].id


@contextmanager
def entry_at(place: str, file: str, package: str) -> Iterator[None]:
    """Say of whatever is wrong with an entry of a game's data where it stands, as a `TypeError` for its author."""
    try:
        yield
    except (KeyError, TypeError, ValueError) as wrong:
        why = f"{wrong.args[0]} is missing" if isinstance(wrong, KeyError) else wrong
        raise TypeError(f"{place} in {file} of {package}: {why}") from None


@cache
def data_file(package: str, name: str) -> Mapping[str, Any]:
    """The data of a TOML file that lies in a package, read once: the rulebook, its numbers and its pieces share it."""
    return tomllib.loads((get_data(package, name) or b"").decode())
