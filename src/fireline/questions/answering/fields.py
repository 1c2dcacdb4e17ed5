"""Forms: the fields of an entry of a battle file, or of what is declared of a shot, and schemas: how each is filled in.

A field follows from the JSON Schema of the entry, its value, and the words and ready values that the game adds to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

from fireline.analysis.paths import FieldPath, at
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.editing import FormField, Preset
from fireline.game.entries import FileEntry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.odds import spelled
from fireline.game.ruleset import Ruleset
from fireline.ruling.prose import capital

Schema = Mapping[str, Any]
Game = Ruleset[Any, Any, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_of_battles(game: Game) -> dict[str, Any]:
    """The JSON Schema of a game's battle files: what each entry may say, less what depends on other entries."""
    schema = dict(_schema_of(game.entry))
    newest = game.versions.ids[-1:] if game.versions else ()
    ids = [game.id, game.id.partition("@")[0]] if newest == (game.id,) else [game.id]
    named = {"fireline": {"const": 1, "description": "The format."}, "ruleset": {"enum": ids}}
    schema["properties"] = named | schema["properties"]
    schema["required"] = [*named, *schema.get("required", ())]
    return {"$schema": DIALECT, **schema, "title": f"Battle file of {game.name}"}


class QuestionLine(NamedTuple):
    """A detail of a shot that is asked for at the table, with the JSON Schema of its answer, {} where that is open."""

    name: str
    question: str
    form: Mapping[str, Any]


def questions_of(game: Game) -> list[QuestionLine]:
    """What is asked of a shot beside who shoots at whom."""
    schema: Schema = _schema_of(game.shot_entry) if game.shot_entry else {"properties": {}}
    inner = {"$defs": schema["$defs"]} if "$defs" in schema else {}
    whole = {name: one | (inner if "$ref" in str(one) else {}) for name, one in schema["properties"].items()}
    return [QuestionLine(name, question, whole.get(name, {})) for name, question in game.shot_questions.items()]


CLASSES = {r"\p{C}": r"\x00-\x1f\x7f-\x9f", r"\p{Zl}": r"\u2028", r"\p{Zp}": r"\u2029"}
"""What patterns name by a class of Unicode, and what every dialect reads: never more than the class."""


def portable(schema: Any) -> Any:
    r"""A JSON Schema whose patterns every dialect of regular expressions reads; none refuses what the server takes.

    >>> portable({"pattern": r"^[^\p{C}]*$", "patternProperties": {r"^\p{Zl}$": {}}})
    {'pattern': '^[^\\x00-\\x1f\\x7f-\\x9f]*$', 'patternProperties': {'^\\u2028$': {}}}
    """
    if isinstance(schema, list):
        return [portable(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: portable(value) for key, value in schema.items()}
    if isinstance(pattern := found.get("pattern"), str):
        found["pattern"] = _in_every_dialect(pattern)
    if isinstance(keys := found.get("patternProperties"), dict):
        found["patternProperties"] = {_in_every_dialect(key): value for key, value in keys.items()}
    return found


def _in_every_dialect(pattern: str) -> str:
    for name, plain in CLASSES.items():
        pattern = pattern.replace(name, plain)
    return pattern


_NUMBER = re.compile(r"\[\d*\]")
MOST_NUMBERS = 3
"""A longer row of numbers is drawn, not typed."""


class Kind(StrEnum):
    """How a field is filled in."""

    FLAG = "flag"
    NUMBER = "number"
    CHOICE = "choice"
    TEXT = "text"
    ANY = "any"
    """Anything that a battle file can say, as JSON or as a text."""
    NUMBERS = "numbers"
    """A short row of numbers."""
    SOME = "some"
    """Some of a few words."""
    LIST = "list"
    """A list of entries; the fields inside `path[]` are those of one more."""
    GROUP = "group"
    """Fields of its own."""


class FormLine(NamedTuple):
    """A field: the path at which it stands, what people call it, and how it is filled in.

    `inside` is the path of the group or list that it is part of, "" for none; `said` whether the entry says it, else
    `value` is the usual one; `optional` whether it may be left out; `ready` the values to choose from.
    """

    path: str
    inside: str
    title: str
    unit: str
    kind: Kind
    value: Any
    said: bool
    optional: bool
    ready: Sequence[Preset]
    least: float | None
    most: float | None
    whole: bool


class FormAnswer(NamedTuple):
    """The fields of a form in their order; what a group or a list holds follows it."""

    fields: Sequence[FormLine]


def form_of(battle: Battle, path: str) -> FormAnswer:
    """The form of the entry at a path of the battle file, or of the battle as a whole for "".

    Raises `BattleFileError` for a path at which no piece stands.
    """
    game, data = battle.ruleset, battle.data()
    editing = game.needs(game.editing, "says nothing of editing, so there are no forms")
    schema, lists = _schema_of(game.entry), {one.name: one for one in editing.lists}
    if not path:
        hidden = {"fireline", "ruleset", *lists}
        house = {
            f"house.{address}": FormField(title=capital(spelled(one.about)))
            for address, one in (game.numbers or {}).items()
        }
        return FormAnswer([*_Form(schema, data, {**house, **editing.fields}, hidden).fields(schema, data)])
    (name, *_), entry = (parts := FieldPath.read(path).parts), at(data, parts)
    if len(parts) != 2 or name not in lists or not isinstance(entry, Mapping):
        raise BattleFileError(Code.UNKNOWN_NAME, f"no piece stands at {shown(path)}", "path")
    form = _Form(schema, data, lists[name].fields, {"id", *lists[name].place})
    each = form.resolved(form.resolved(schema["properties"][name])["items"])
    return FormAnswer([*form.fields(each, entry)])


def details_of(game: Game, shot: Shot) -> FormAnswer:
    """The form of what is declared of a shot beside who shoots at whom."""
    if game.shot_entry is None:
        return FormAnswer(())
    asked, schema = game.shot_questions, _schema_of(game.shot_entry)
    order = {"properties": {name: schema["properties"].get(name, {}) for name in asked}}
    facts = {name: FormField(title=question) for name, question in asked.items()}
    return FormAnswer([*_Form(schema, {}, facts, (), every=True).fields(order, shot.details)])


@cache
def _schema_of(entry: type[FileEntry]) -> Schema:
    schema: Schema = portable(entry.model_json_schema())
    return schema


@dataclass(frozen=True)
class _Form:
    """What every field of a form is read with."""

    root: Schema
    battle: Mapping[str, Any]
    facts: Mapping[str, FormField]
    hidden: Sequence[str] | set[str]
    every: bool = False
    """Whether lists that are empty are shown as well."""

    def fields(self, schema: Schema, data: Any, inside: str = "", path: str = "") -> Iterator[FormLine]:
        """The fields of an object; `path` is what its entries are named after, `inside` the field that it is."""
        data, needed = data if isinstance(data, Mapping) else {}, schema.get("required", ())
        for name, one in schema.get("properties", {}).items():
            if name not in self.hidden:
                where = f"{path}.{name}" if path else name
                yield from self._field(one, name, data.get(name), where, inside, needed=name in needed)

    def _field(
        self, schema: Schema, name: str, given: Any, path: str, inside: str, *, needed: bool = False
    ) -> Iterator[FormLine]:
        """A field and all in it; nothing where the entry is silent, and the game has nothing ready for it."""
        value = schema.get("default") if given is None else given
        one, nullable, listed = self._branch(schema, value)
        fact = self.facts.get(_NUMBER.sub("", path), FormField())
        ready = self._ready(fact)

        def line(kind: Kind, choices: Sequence[Preset] = ready) -> FormLine:
            bounds = one.get("items", {}) if kind is Kind.NUMBERS else one
            return FormLine(
                path=path,
                inside=inside,
                title=fact.title or capital(spelled(name)),
                unit=fact.unit,
                kind=kind,
                value=value,
                said=given is not None,
                optional=nullable or not needed,
                ready=choices,
                least=bounds.get("minimum", bounds.get("exclusiveMinimum")),
                most=bounds.get("maximum"),
                whole=bounds.get("type") == "integer",
            )

        if words := _words(one):
            yield line(Kind.CHOICE, words)
        elif one.get("type") == "boolean" and nullable:
            yield line(Kind.CHOICE, (Preset("yes", True), Preset("no", False)))  # noqa: FBT003 - values of a form
        elif one.get("type") == "string":
            yield line(Kind.CHOICE if ready else Kind.ANY if listed else Kind.TEXT)
        elif one.get("type") == "object":
            yield from self._group(one, value, line, nullable=nullable)
        elif one.get("type") == "array":
            yield from self._several(one, value, line)
        else:
            yield line(_PLAIN.get(str(one.get("type")), Kind.ANY))

    def _group(
        self, schema: Schema, value: Any, line: Callable[..., FormLine], *, nullable: bool
    ) -> Iterator[FormLine]:
        """Fields of its own: those that the schema names, or the keys that the game has ready."""
        own = line(Kind.GROUP)
        if "properties" in schema:
            if not isinstance(value, Mapping) and nullable:
                if own.ready:
                    yield line(Kind.CHOICE)
                return
            yield own
            yield from self.fields(schema, value, own.path, own.path)
            return
        each, data = schema.get("additionalProperties"), value if isinstance(value, Mapping) else {}
        form = each if isinstance(each, Mapping) else {}
        keys = dict.fromkeys([*(str(one.value) for one in own.ready), *data])
        fields = [self._field(form, key, data.get(key), f"{own.path}.{key}", own.path) for key in keys]
        if inner := [field for found in fields for field in found]:
            yield line(Kind.GROUP, ())
            yield from inner

    def _several(self, schema: Schema, value: Any, line: Callable[..., FormLine]) -> Iterator[FormLine]:
        """A list: some of a few words, a short row of numbers, or entries with fields of their own."""
        each, *_ = self._branch(schema.get("items", {}), None)
        own, entries = line(Kind.LIST), value if isinstance(value, list | tuple) else ()
        if words := _words(each):
            yield line(Kind.SOME, words)
        elif each.get("type") == "string" and own.ready:
            yield line(Kind.SOME)
        elif each.get("type") in {"number", "integer"}:
            if 0 < len(entries) <= MOST_NUMBERS:
                yield line(Kind.NUMBERS)
        elif entries or own.ready or (self.every and "properties" in each):
            yield own
            for n, entry in enumerate(entries):
                if isinstance(entry, Mapping) and "properties" in each:
                    path = f"{own.path}[{n}]"
                    title = str(entry.get("name") or entry.get("id") or n + 1)
                    yield own._replace(path=path, inside=own.path, title=title, kind=Kind.GROUP, value=entry, ready=())
                    yield from self.fields(each, entry, path, path)
            if not own.ready:
                yield from self.fields(each, {}, f"{own.path}[]")

    def _branch(self, schema: Schema, value: Any) -> tuple[Schema, bool, bool]:
        """Of all that a schema allows what the value is one of, else the first; whether it may be null, or a list."""
        every = [*self._flat(schema)]
        some = [one for one in every if one.get("type") != "null"]
        wanted = _type_of(value)
        fits = [one for one in some if one.get("type") == wanted or (wanted, one.get("type")) == ("integer", "number")]
        listed = any(one.get("type") == "array" for one in some)
        return (*fits, *some, {})[0], len(some) < len(every), listed

    def _flat(self, schema: Schema) -> Iterator[Schema]:
        one = self.resolved(schema)
        several = one.get("anyOf") or one.get("oneOf")
        if not several:
            yield one
        for inner in several or ():
            yield from self._flat(inner)

    def resolved(self, schema: Schema) -> Schema:
        """What a schema refers to, or itself."""
        name = schema.get("$ref", "").rpartition("/")[2]
        found: Schema = self.root["$defs"][name] if name else schema
        return found

    def _ready(self, fact: FormField) -> Sequence[Preset]:
        """Values to choose from: those of the game, and the kinds that the battle names for itself."""
        named, known = self.battle.get(fact.own) if fact.own else None, {str(one.value) for one in fact.ready}
        own = named if isinstance(named, Mapping) else ()
        return (*fact.ready, *(Preset(capital(spelled(name)), name) for name in own if name not in known))


_PLAIN = {"boolean": Kind.FLAG, "integer": Kind.NUMBER, "number": Kind.NUMBER}


def _words(schema: Schema) -> tuple[Preset, ...]:
    """The few words that a schema allows, () where it allows others."""
    words = schema.get("enum", [schema["const"]] if "const" in schema else ())
    return tuple(Preset(capital(spelled(word)), word) for word in words)


def _type_of(value: Any) -> str:
    """What JSON Schema calls the type of a value, "" for none."""
    types = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", tuple: "array"}
    return "object" if isinstance(value, Mapping) else types.get(type(value), "")
