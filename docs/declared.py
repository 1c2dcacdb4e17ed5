"""What is declared once, as pages of the site: every command, every field of a battle file, every code of an error.

A page has a line such as `<!-- declared: commands -->` or `<!-- declared: fields GAME -->`, which this replaces.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, get_args

from fireline.cli.app import MERGED, commands
from fireline.game.entries import FileEntry
from fireline.game.errors import Code
from fireline.game.facts import declared, entry_of
from fireline.game.registry import ruleset

if TYPE_CHECKING:
    from sphinx.application import Sphinx

LINE = re.compile(r"^<!-- declared: (.+) -->$", re.MULTILINE)
ALIKE = {
    "id": "Yours to choose.",
    "name": "What it is called.",
    "side": "Its side.",
    "team": "Its team.",
    "house": "Numbers of the rules that this table changes, by their addresses.",
    "over": "Whether play is over.",
    "width": "How wide it is.",
    "height": "How high it is.",
    "thickness": "How thick it is.",
    "shooter": "Who shoots.",
    "target": "At whom.",
}
KINDS = {"string": "text", "boolean": "true or false", "integer": "whole number", "number": "number"}


def told(what: str) -> str:
    """The text that stands for a line."""
    kind, *names = what.split()
    return "\n".join(TEXTS[kind](*names))


def every_command() -> Iterator[str]:
    """Each command that help lists, with its arguments and options."""
    group = commands()
    for name in group.list_commands(None):
        if name not in MERGED:
            yield from _command(f"fireline {name}", group.get_command(None, name))


def _command(name: str, command: Any) -> Iterator[str]:
    yield from (f"### {name}", "", " ".join((command.help or "").replace("\\", "").split()), "")
    for one in command.params:
        if one.name != "help" and not getattr(one, "hidden", False):
            words = [f"`{word}`" for word in (*one.opts, *one.secondary_opts)]
            called = f"`{one.metavar}`" if one.param_type_name == "argument" else ", ".join(words)
            yield f"- {called}: {(getattr(one, 'help', '') or '').replace(chr(92), '')}".removesuffix(": ")
    yield ""
    for inner, more in getattr(command, "commands", {}).items():
        yield from _command(f"{name} {inner}", more)


def every_field(id_: str) -> Iterator[str]:
    """Each entry of a game's battle files, with its fields."""
    game = ruleset(id_)
    options = {one.name: f"{one.says} {one.rule}" for one in game.rulebook.options}
    seen: set[type[FileEntry]] = set()
    waiting = [("", game.entry)]
    while waiting:
        path, entry = waiting.pop(0)
        if entry in seen:
            continue
        seen.add(entry)
        if path:
            yield from (f"### {path}", "", " ".join((entry.__doc__ or "").split()), "")
        properties = entry.model_json_schema()
        said = words(entry) | (options if path == "options" else {})
        for name, field in entry.model_fields.items():
            key = field.alias or name
            inner = [*_entries(field.annotation), *_unseen(entry, name)]
            here = f"{path}.{key}".lstrip(".")
            waiting += [(here, one) for one in inner]
            about = said.get(name) or next((_first(one) for one in inner), "") or ALIKE.get(name) or _told(entry, name)
            yield _line(key, properties["properties"][key], about, needed=field.is_required())
        yield ""


def _told(entry: type[FileEntry], name: str) -> str:
    """The text about the property that tells what a field says."""
    told = getattr(entry.DECLARED, name, None)
    return (told.__doc__ or "") if isinstance(told, property) else ""


def _first(entry: type[FileEntry]) -> str:
    """The first sentence about an entry."""
    return (entry.__doc__ or "").partition("\n")[0]


def _line(key: str, schema: Mapping[str, Any], about: str, *, needed: bool) -> str:
    may, usual = _kind(schema), schema.get("default")
    usual = str(usual).lower() if isinstance(usual, bool) else usual
    after = "needed" if needed else f"usually {usual}" if usual not in (None, "", [], {}) and _plain(usual) else ""
    facts = ", ".join(filter(None, (may, after)))
    return f"- `{key}`{f' ({facts})' if facts else ''}: {about}".removesuffix(": ")


def _plain(usual: object) -> bool:
    return not isinstance(usual, dict | list)


def _kind(schema: Mapping[str, Any]) -> str:
    """What a field may be, in words."""
    if "anyOf" in schema or "oneOf" in schema:
        kinds = (_kind(one) for one in schema.get("anyOf", schema.get("oneOf", ())) if one.get("type") != "null")
        return " or ".join(dict.fromkeys(filter(None, kinds)))
    if "enum" in schema:
        return " or ".join(map(str, schema["enum"]))
    if "const" in schema:
        return str(schema["const"])
    least = schema.get("minimum", schema.get("exclusiveMinimum"))
    if least is not None and "maximum" in schema:
        return f"{_short(least)} to {_short(schema['maximum'])}"
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}".removesuffix(" of ") if "items" in schema else "list"
    return KINDS.get(schema.get("type", ""), "")


def _short(number: float) -> str:
    return f"{number:g}" if number < 1_000_000 else f"{number:,.0f}"


@cache
def words(entry: type[FileEntry]) -> dict[str, str]:
    """What the declaration of an entry says of its fields: the text below each, or what a table tells of it."""
    found: dict[str, str] = {}
    for kind in reversed(entry.__mro__):
        if not issubclass(kind, FileEntry) or kind is FileEntry:
            continue
        source = vars(kind).get("DECLARED")
        if isinstance(source, Mapping):
            found |= {name: _sentence(one.about) for name, one in source.items() if one.about}
        elif source is not None:
            below = _below(source)
            found |= {one.key: below[name] for name, one in declared(source).items() if name in below}
        else:
            found |= _below(kind)
    return found


def _sentence(about: str) -> str:
    text = about.replace("of the {name}", "").replace("the {name}", "the weapon").strip()
    return f"{text[:1].upper()}{' '.join(text[1:].split())}."


@cache
def _below(kind: type) -> dict[str, str]:
    """The text below each field of a class."""
    try:
        (made,) = ast.parse(inspect.cleandoc(f"\n{inspect.getsource(kind)}")).body
    except (OSError, TypeError, SyntaxError):
        return {}
    body = made.body if isinstance(made, ast.ClassDef) else []
    return {
        one.target.id: " ".join(str(text.value.value).split())
        for one, text in pairwise(body)
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
    }


def _entries(annotation: Any) -> Iterator[type[FileEntry]]:
    """The entries within an annotation."""
    if isinstance(annotation, type) and issubclass(annotation, FileEntry):
        yield annotation
    for one in get_args(annotation):
        yield from _entries(one)


def _unseen(entry: type[FileEntry], name: str) -> Iterator[type[FileEntry]]:
    """The entries of pieces that a field reads one by one, and of which its schema says nothing."""
    if isinstance(entry.DECLARED, type):
        fact = next((one for one in declared(entry.DECLARED).values() if one.key == name and not one.is_mapping), None)
        if fact is not None and fact.type is not None and not [*_entries(entry.model_fields[name].annotation)]:
            yield from (entry_of(one) for one in _pieces(fact.hint) if declared(one))


def _pieces(hint: Any) -> Iterator[type]:
    if isinstance(hint, type) and is_dataclass(hint):
        yield hint
    for one in get_args(hint):
        yield from _pieces(one)


def every_code() -> Iterator[str]:
    """Each code of an error, and what it means."""
    yield from ("## Codes", "", *(f"- `{code}`: {code.meaning}" for code in Code))


TEXTS: dict[str, Callable[..., Iterator[str]]] = {
    "commands": every_command,
    "fields": every_field,
    "errors": every_code,
}


def _put(_: Sphinx, __: str, source: list[str]) -> None:
    source[0] = LINE.sub(lambda line: told(line[1]), source[0])


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx what to put where."""
    app.connect("source-read", _put)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
