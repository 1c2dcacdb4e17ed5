"""Reading input from outside: typed entries whose errors name the place, the problem and what is allowed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from fractions import Fraction
from typing import Annotated, Any, ClassVar, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from fireline.game.errors import BattleFileError, Code

E = TypeVar("E", bound="FileEntry")

NAME_LIMIT = 60
LIST_LIMIT = 200
LONGEST_NUMBER = 40
"""The most characters of a number that is typed."""
_LARGE_POWER = re.compile(r"[eE][-+]?\d{3}")
EMPTY: tuple[object, ...] = (None, "", [], {})
Name = Annotated[str, Field(min_length=1, max_length=NAME_LIMIT, pattern=r"^[^\p{C}\p{Zl}\p{Zp}]+$")]
"""An id or a name: not empty, at most 60 characters, none that breaks a line or turns its direction."""


class FileEntry(BaseModel):
    """A mapping in a battle file: only known keys, and no silent conversions."""

    DECLARED: ClassVar[Any] = None
    """The class or the table of facts whose declaration it says, None where it declares its fields itself."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False, defer_build=True)


def nothing() -> list[Any]:
    """The empty list of an entry that says nothing.

    Pydantic asks what a default takes, and of `list` itself Python would find that out by parsing a text.
    """
    return []


def read_entry(kind: type[E], data: object, place: str = "") -> E:
    """Check data against an entry; raises `BattleFileError` for the first thing wrong in it."""
    try:
        return kind.model_validate(data)
    except ValidationError as wrong:
        raise _explain(kind, wrong).inside(place) from None


def one_of(given: str, known: Collection[str], what: str, place: str) -> str:
    """Make sure that a name is known.

    Args:
        given: The name.
        known: The names that there are.
        what: What they name, for the error: "terrain".
        place: Where the name stands, for the error: "board.terrain.E5".

    Returns:
        The name.

    Raises:
        BattleFileError: It is not known; the error has the nearest names that are.

    >>> one_of("forrest", ["forest", "hill"], "terrain", "board.terrain.E5")
    Traceback (most recent call last):
    ...
    fireline.game.errors.BattleFileError: board.terrain.E5: 'forrest' is no terrain; did you mean 'forest'?
    """
    if given in known:
        return given
    problem = f"{shown(given)} is no {what}; {suggestion(given, known)}"
    raise BattleFileError(Code.UNKNOWN_NAME, problem, place, meant=nearest(given, known))


def suggestion(given: object, known: Iterable[str]) -> str:
    """The nearest known word as a question, or what is allowed: the words that begin so, else all."""
    known = list(known)
    if near := nearest(given, known):
        return f"did you mean {shown(near)}?"
    return f"allowed: {first_of(_begun(given, known) or known)}" if known else "none is allowed here"


def first_of(names: Iterable[object]) -> str:
    """Names with commas, as many as a message has room for.

    >>> first_of(range(1, 100))[-20:]
    ', 49, 50, 51, 52 ...'
    """
    text = ", ".join(map(str, names))
    return text if len(text) <= LIST_LIMIT else text[:LIST_LIMIT].rpartition(", ")[0] + " ..."


def nearest(given: object, known: Iterable[str]) -> str:
    """The known word nearest to the one given: the same in other letters, the only one that begins so, or alike.

    "" where several begin so, or none is alike.
    """
    if not isinstance(given, str):
        return ""
    known = list(known)
    same = [one for one in known if one.casefold() == given.strip().casefold()]
    near = same or _begun(given, known) or get_close_matches(given, known, n=1, cutoff=0.6)
    return near[0] if len(near) == 1 or same else ""


def _begun(given: object, known: Iterable[str]) -> list[str]:
    """The known words that begin as the one given, if it has at least three letters."""
    typed = given.strip().casefold() if isinstance(given, str) else ""
    return [one for one in known if len(typed) > 2 and one.casefold().startswith(typed)]


def fraction_of(text: str) -> Fraction:
    """A number as people type it; raises `ValueError` for what is none, and for one of a length that nobody types.

    >>> fraction_of("1/2"), fraction_of("0.5"), fraction_of("5e-1")
    (Fraction(1, 2), Fraction(1, 2), Fraction(1, 2))
    """
    if len(text) > LONGEST_NUMBER or _LARGE_POWER.search(text):  # one of ten to 999999999 alone would take hours
        raise ValueError(f"{text[:LONGEST_NUMBER]} is too long for a number")
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise ValueError(f"{text} is no number") from None


def plain(number: Fraction) -> int | float:
    """A number as files and answers write it: a whole one without a point.

    >>> plain(Fraction(30)), plain(Fraction(5, 2))
    (30, 2.5)
    """
    return number.numerator if number.denominator == 1 else float(number)


def shown(value: object, limit: int = 60) -> str:
    """A value from outside as it may stand in a one-line message: true, false and null as files have them."""
    try:
        text = json.dumps(value) if value is None or isinstance(value, bool) else repr(value)
    except (ValueError, RecursionError):  # a whole number of thousands of digits, lists in lists in lists
        return "a value too long to show"
    return text if len(text) <= limit else text[: limit - 3] + "..."


def _place(path: Iterable[int | str]) -> str:
    place = ""
    for part in path:
        word = part if isinstance(part, int) or part.isprintable() else shown(part)
        place += f"[{word}]" if isinstance(part, int) else f".{word}" if place else str(word)
    return place if len(place) <= 2 * NAME_LIMIT else place[: 2 * NAME_LIMIT] + "..."


class NotText(BattleFileError):
    """A value that should be text: YAML reads an unquoted 1 or no as a number or a boolean."""

    def inside(self, place: str = "", *, file: str = "") -> NotText:
        """The same error seen from further out."""
        return NotText(*super().inside(place, file=file).args)


def _explain(kind: type[FileEntry], wrong: ValidationError) -> BattleFileError:
    errors = wrong.errors(include_url=False)
    # A key written wrongly explains why another is missing.
    error = next((one for one in errors if one["type"] == "extra_forbidden"), errors[0])
    path = error["loc"]
    if error["type"] == "extra_forbidden":
        known = _keys_at(kind, path[:-1])
        key, place = path[-1], _place(part for part in path[:-1] if not _is_tag(part))
        problem = f"unknown key {shown(key)}; {suggestion(key, known)}"
        return BattleFileError(Code.UNKNOWN_KEY, problem, place, key=str(key), meant=nearest(key, known))
    if path and path[-1] == "[key]":
        wrong_key = error_at(error, _place(path[:-2]))
        return BattleFileError(wrong_key.code, f"the key {wrong_key.problem}", wrong_key.place)
    if error["type"] == "string_type":
        return NotText(*error_at(error, _place(part for part in path if not _is_tag(part))).args)
    return error_at(error, _place(part for part in path if not _is_tag(part)))


def error_at(error: ErrorDetails, place: str) -> BattleFileError:
    """What is wrong with a value, in words for people."""
    wrong = _KNOWN.get(error["type"], _UNKNOWN)
    return BattleFileError(wrong.code, wrong.tell(error["input"], error.get("ctx", {})), place)


_PLAIN = {"str", "int", "float", "bool", "constrained-float", "constrained-int", "constrained-str"}


def _is_tag(part: int | str) -> bool:
    """Pydantic puts the name of the tried type into the path of a union."""
    return isinstance(part, str) and (part.endswith("Entry") or part in _PLAIN or "[" in part)


def _keys_at(kind: type[FileEntry], path: Iterable[int | str]) -> list[str]:
    """The keys known at a path inside an entry; what is no field in it is an index, a key, or the name of a type."""
    entries: list[type[BaseModel]] = [kind]
    for part in path:
        inner = [found for entry in entries for found in _entries_in(_fields_of(entry).get(str(part)))]
        entries = inner or [entry for entry in entries if entry.__name__ == part] or entries
    return [key for entry in entries for key in _fields_of(entry)]


def _fields_of(entry: type[BaseModel]) -> dict[str, Any]:
    """The fields of an entry by their keys in the file, each with its type."""
    return {field.alias or name: field.annotation for name, field in entry.model_fields.items()}


def _entries_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in getattr(annotation, "__args__", ()):
        yield from _entries_in(inner)


def _number(limit: float) -> str:
    return f"{limit:.0f}" if limit == round(limit) else str(limit)


def _entries(context: Mapping[str, Any]) -> str:
    count = context["actual_length"]
    return f"{count} {'entry' if count == 1 else 'entries'}"


def _literals(expected: str) -> str:
    """What pydantic expects as files have it, without its quotes and the names of enumerated words."""
    return re.sub(r"<[^:<]*: (.*?)>|\b(True|False)\b", lambda one: one[1] or one[0].lower(), expected).replace("'", "")


class _Wrong(NamedTuple):
    """One kind of error that pydantic finds: what it says of a value and of the bounds, and its code."""

    tell: Callable[[object, Mapping[str, Any]], str]
    code: Code = Code.WRONG_TYPE


def _wanted(what: str, code: Code = Code.WRONG_TYPE) -> _Wrong:
    return _Wrong(lambda given, _: f"{shown(given)} is not {what}", code)


def _beyond(bound: str, limit: str) -> _Wrong:
    return _Wrong(lambda given, c: f"{shown(given)} {bound} {_number(c[limit])}", Code.OUT_OF_RANGE)


def _is_no_text(given: object, _: Mapping[str, Any]) -> str:
    quotes = "; put it in quotes" if isinstance(given, bool | int | float) else ""
    return f"{shown(given)} is not a text{quotes}"


_KNOWN = {
    "missing": _Wrong(lambda *_: "is missing", Code.MISSING),
    "int_type": _wanted("a whole number"),
    "tuple_type": _wanted("a list"),
    "string_unicode": _wanted("a text that can be written down", Code.MALFORMED),
    "invalid_key": _Wrong(lambda *_: "is a key, which must be a text"),
    "int_from_float": _wanted("a whole number"),
    "int_parsing": _wanted("a whole number"),
    "int_parsing_size": _wanted("a whole number of sensible size", Code.OUT_OF_RANGE),
    "float_type": _wanted("a number"),
    "finite_number": _wanted("a finite number", Code.OUT_OF_RANGE),
    "string_type": _Wrong(_is_no_text),
    "bool_type": _wanted("true or false"),
    "list_type": _wanted("a list"),
    "dict_type": _wanted("a mapping of keys to values"),
    "model_type": _wanted("a mapping of keys to values"),
    "model_attributes_type": _wanted("a mapping of keys to values"),
    "none_required": _wanted("empty"),
    "greater_than_equal": _beyond("is too small; at least", "ge"),
    "greater_than": _beyond("is too small; more than", "gt"),
    "less_than_equal": _beyond("is too large; at most", "le"),
    "less_than": _beyond("is too large; less than", "lt"),
    "literal_error": _Wrong(lambda given, c: f"{shown(given)} is not {_literals(c['expected'])}", Code.UNKNOWN_NAME),
    "string_too_short": _wanted("a text of at least one character", Code.OUT_OF_RANGE),
    "string_too_long": _Wrong(
        lambda given, c: f"{shown(given)} is too long; at most {c['max_length']} characters", Code.OUT_OF_RANGE
    ),
    "string_pattern_mismatch": _wanted("written as it must be here (no control characters)", Code.MALFORMED),
    "too_short": _Wrong(lambda _, c: f"has {_entries(c)}; at least {c['min_length']}", Code.OUT_OF_RANGE),
    "too_long": _Wrong(lambda _, c: f"has {_entries(c)}; at most {c['max_length']}", Code.OUT_OF_RANGE),
}
_UNKNOWN = _Wrong(lambda given, _: f"{shown(given)} cannot be used here")
