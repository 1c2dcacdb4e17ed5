"""Reading YAML or JSON from outside with every guard: size, depth, duplicate keys, tags, odd numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import yaml
from yaml.composer import Composer
from yaml.constructor import SafeConstructor
from yaml.resolver import Resolver

from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code, inside

SIZE_LIMIT = 1024 * 1024
"""The largest file that is read, in bytes."""
DEPTH_LIMIT = 30
"""The deepest nesting that is read."""
CONTAINERS = (dict, list)

_DISPUTED = re.compile(r"[\t\ufeff]|[|>][-+0-9]*#|(?m:^(?! *#[^\r\x85\u2028\u2029]*\r?$).*\? )")
"""What the two parsers of YAML read each in its own way: tabs, byte order marks, comments right after | and >, `? `.

A question in a line of comment is none of that.
"""
_SURROGATE = re.compile("[\ud800-\udfff]")


def read_data(file: Path) -> Any:
    """Read the data in a file, JSON if its name says so, otherwise YAML; raises `BattleFileError`."""
    text = read_text(file)
    with inside(file=str(file)):
        return parse(text, json_only=file.suffix == ".json")


def read_text(file: Path) -> str:
    """Read the text of a file of at most `SIZE_LIMIT` bytes of UTF-8; raises `BattleFileError`."""
    return decoded(read_bytes(file, SIZE_LIMIT), file=str(file))


def decoded(raw: bytes, file: str = "") -> str:
    """The text that bytes are in UTF-8; raises `BattleFileError`."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise BattleFileError(Code.UNREADABLE, f"is not UTF-8 text (byte {wrong.start})", file=file) from None


def read_bytes(file: Path, limit: int) -> bytes:
    """Read a file of at most `limit` bytes; raises `BattleFileError`."""
    try:
        with file.open("rb") as stream:
            raw = stream.read(limit + 1)
    except (OSError, ValueError) as wrong:
        reason = wrong.strerror if isinstance(wrong, OSError) else "not a file name"
        code = Code.NOT_FOUND if isinstance(wrong, FileNotFoundError) else Code.UNREADABLE
        raise BattleFileError(code, f"cannot be read: {reason}", file=str(file)) from None
    if len(raw) > limit:
        raise BattleFileError(Code.TOO_LARGE, f"is larger than {limit // 1024:,} KiB", file=str(file))
    return raw


def parse(text: str, *, json_only: bool = False) -> Any:
    """Parse YAML or JSON text; raises `BattleFileError` if it is neither."""
    try:
        return parse_json(text) if json_only else _checked(_parse_yaml(text), text)
    except yaml.MarkedYAMLError as wrong:
        mark = wrong.problem_mark or wrong.context_mark
        problem = wrong.problem or wrong.context or ""
        told = next((words for sign, words in _IN_WORDS.items() if problem.startswith(sign)), problem)
        raise _at(mark, Code.MALFORMED, f"is not well-formed YAML: {told}") from None
    except yaml.YAMLError as wrong:
        raise BattleFileError(Code.MALFORMED, f"is not well-formed YAML: {str(wrong).splitlines()[0]}") from None
    except BattleFileError:
        raise
    except (ValueError, OverflowError):
        raise BattleFileError(
            Code.MALFORMED, "holds a number that is too long, or a character that there is not"
        ) from None


def typed_value(text: str, place: str) -> Any:
    """A value as it is typed: YAML, but that a lone dash is a text (no stat), not a list; raises `BattleFileError`.

    >>> typed_value("[{name: smoke, value: 2}]", ""), typed_value("-", "")
    ([{'name': 'smoke', 'value': 2}], '-')
    """
    try:
        return text.strip() if text.strip() == "-" else parse(text)
    except BattleFileError as wrong:
        raise wrong.at(place) from None


_IN_WORDS = {
    "expected <block end>, but found '<block sequence start>'": "this - is indented otherwise than those above it",
    "expected <block end>, but found '<block mapping start>'": "this key is indented otherwise than those above it",
    "expected <block end>": "this line is indented otherwise than those that it belongs to",
    "mapping values are not allowed here": "a second : in one line, or a line too far in; put a text with : in quotes",
    "could not find expected ':'": "a key without a : behind it",
    "expected ',' or '}'": "a { is not closed, or a comma is missing before this",
    "expected ',' or ']'": "a [ is not closed, or a comma is missing before this",
    "expected the node content, but found '<stream end>'": "a [ or { is not closed",
    "expected the node content": "a value is missing before this",
    "found character '\\t'": "a tab; indent with spaces",
    "found character": "a text that begins with this sign stands in quotes",
    "found unknown escape character": "a \\ before a sign that takes none; write \\\\ for a \\ itself",
    "expected chomping": "a text behind | or > begins on the next line",
    "but found another document": "a second document begins here; a file holds one",
    "found unexpected end of stream": "a quote is not closed",
    "while scanning a quoted scalar": "a quote is not closed",
    "Expecting value": "no value; a text stands in double quotes",
    "Illegal trailing comma": "a comma before the end",
    "Expecting property name": "no key; a key stands in double quotes",
    "Expecting ',' delimiter": "a comma is missing before this, or something is not closed",
    "Expecting ':' delimiter": "a : is missing behind a key",
    "Extra data": "it goes on behind its end",
    "Unterminated string": "a quote is not closed",
    "Invalid control character": "a line break or tab within a text; write \\n or \\t",
    "Invalid \\": "a \\ before a sign that takes none; write \\\\ for a \\ itself",
}
"""What the parsers say of common mistakes, and the same for people."""


def _parse_yaml(text: str) -> Any:
    """The data in a YAML text, by the parser in C where there is one; what that one refuses the other one judges.

    So a file has one answer and one complaint on every machine, and most files are read five times as quickly.
    """
    if _QuickLoader is not None and not _DISPUTED.search(text):
        with suppress(Exception):
            return yaml.load(text, Loader=_QuickLoader)  # noqa: S506 - plain data only
    return yaml.load(text, Loader=_Loader)  # noqa: S506 - plain data only


def parse_json(text: str, *, line: bool = False) -> Any:
    """Parse JSON text, perhaps a line of JSON Lines, of which only the column is told; raises `BattleFileError`."""
    try:
        return _checked(json.loads(text, parse_constant=_no_constant, object_pairs_hook=_no_duplicates), text)
    except json.JSONDecodeError as wrong:
        place = f"column {wrong.colno}" if line else f"line {wrong.lineno}, column {wrong.colno}"
        told = next((words for sign, words in _IN_WORDS.items() if wrong.msg.startswith(sign)), wrong.msg)
        raise BattleFileError(Code.MALFORMED, f"is not well-formed JSON: {told}", place) from None
    except RecursionError:
        raise BattleFileError(Code.TOO_LARGE, f"is nested deeper than {DEPTH_LIMIT}") from None
    except BattleFileError:
        raise
    except ValueError:
        raise BattleFileError(Code.TOO_LARGE, "holds a number that is too long") from None


def parse_row(line: bytes, place: str, of: str) -> dict[str, Any]:
    """The entries in a line of JSON Lines; raises `BattleFileError` at this place for what is no line `of` that."""
    try:
        row = parse_json(decoded(line), line=True)
    except BattleFileError as wrong:
        raise wrong.at(", ".join(filter(None, (place, wrong.place)))) from None
    if not isinstance(row, dict):
        raise BattleFileError(Code.MALFORMED, f"{shown(row)} is no line of {of}", place)
    return row


def _checked(data: Any, text: str) -> Any:
    """Check that data is not too deep and that its texts can be written again; only escapes make half a character."""
    escaped, level = "\\" in text or _SURROGATE.search(text), [data]
    for _ in range(DEPTH_LIMIT):
        if not level:
            break
        if escaped and (
            broken := next((one for one in level if isinstance(one, str) and _SURROGATE.search(one)), None)
        ):
            raise BattleFileError(Code.MALFORMED, f"{shown(broken)} holds half a character")
        inside = [one for one in level if isinstance(one, CONTAINERS)]
        level = [part for one in inside for part in (one.values() if isinstance(one, dict) else one)]
        if escaped:
            level += [key for one in inside if isinstance(one, dict) for key in one]
    if level:
        raise BattleFileError(Code.TOO_LARGE, f"is nested deeper than {DEPTH_LIMIT}")
    return data


def _at(mark: yaml.Mark | None, code: Code, problem: str) -> BattleFileError:
    """The error for a place in a YAML text."""
    return BattleFileError(code, problem, f"line {mark.line + 1}, column {mark.column + 1}" if mark else "")


def _no_constant(name: str) -> NoReturn:
    raise BattleFileError(Code.WRONG_TYPE, f"{name} is not a number that can be used")


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise BattleFileError(Code.DUPLICATE, f"the key {shown(key)} stands twice in one mapping")
        data[key] = value
    return data


class _Guarded(Composer, SafeConstructor, Resolver):
    """Plain data only: no anchors (a small file could expand to a huge one), no tags, no duplicate keys, limited depth.

    Only digits make a number; YAML's dates, clock times (10:30 for 630), octals (010 for 8) and merge keys stay text.
    """

    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event: Any = self.peek_event()  # type: ignore[attr-defined] # what parses has it
        if getattr(event, "anchor", None) is not None:
            raise _at(
                event.start_mark, Code.UNSUPPORTED, "anchors and aliases are not allowed; write out what they stand for"
            )
        if getattr(event, "tag", None) is not None:
            raise _at(event.start_mark, Code.UNSUPPORTED, "tags are not allowed; write the value without its !")
        self.depth += 1
        if self.depth > DEPTH_LIMIT:
            raise _at(event.start_mark, Code.TOO_LARGE, f"is nested deeper than {DEPTH_LIMIT}")
        node: yaml.Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:  # noqa: FBT001, FBT002 - yaml's signature
        keys: set[Hashable] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, Hashable):
                raise _at(key_node.start_mark, Code.WRONG_TYPE, "a key must be a text")
            if key in keys:
                raise _at(key_node.start_mark, Code.DUPLICATE, f"the key {shown(key)} stands twice in one mapping")
            keys.add(key)
        return super().construct_mapping(node, deep=deep)


_Guarded.yaml_implicit_resolvers = {}
for _kind, _pattern, _first in (
    ("null", r"~|null|Null|NULL|", ["", *"~nN"]),
    ("bool", r"yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF", [*"yYnNtTfFoO"]),
    ("int", r"[-+]?(0|[1-9][0-9]*)", [*"-+0123456789"]),
    (
        "float",
        r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+)([eE][-+][0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
        [*"-+.0123456789"],
    ),
):
    _Guarded.add_implicit_resolver(f"tag:yaml.org,2002:{_kind}", re.compile(rf"({_pattern})\Z"), _first)


class _Loader(_Guarded, yaml.SafeLoader):
    """The parser in Python."""


def _quick_loader() -> Any:
    """The parser in C, None where PyYAML was built without it."""
    if not yaml.__with_libyaml__:
        return None

    class QuickLoader(_Guarded, yaml.CSafeLoader):
        def __init__(self, stream: str) -> None:
            Composer.__init__(self)
            yaml.CSafeLoader.__init__(self, stream)

    return QuickLoader


_QuickLoader = _quick_loader()
