"""The text of commands: `bow > warriors extra_dice=1`, `bow move E5`, `sup suppress runner bullets=2`, `end`.

The verb and the parameters of a command are the name of its class and its declared fields. The first field, who acts,
stands before the verb; words that a command always says stand behind it; all else is said as NAME=VALUE.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import MISSING, Field, fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple, get_args, get_origin, get_type_hints

from fireline.game.command import EVERYWHERE, Command, Parameter, Place, Shoot, Shot, read_command
from fireline.game.entries import one_of, shown, suggestion
from fireline.game.errors import BattleFileError, Code
from fireline.game.event import snake_case

if TYPE_CHECKING:
    from fireline.game.battle import Battle
    from fireline.game.ruleset import UnitView

AT, MARK, NOTHING = ">", "mark", '""'
FORM = "UNIT VERB, such as bow move E5, or UNIT > TARGET"
LONGEST = 10_000
WORDS = {"yes": True, "no": False, "true": True, "false": False, "null": None}
_TOKEN = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^\s"])+|"')
_NAMED = re.compile(r'("(?:[^"\\]|\\.)*"|[^\s"=]+)=(.*)', re.DOTALL)
_ITEM = re.compile(r'"(?:[^"\\]|\\.)*"|[^,"]+')
_BARE = re.compile(r'[^\s"=]+')


class Said(NamedTuple):
    """A field of a command, as its text says it: by name, or standing by itself if it is `bare`."""

    field: str
    name: str
    type: Any
    bare: bool
    default: Any
    known: Parameter

    @property
    def kind(self) -> str:
        """What it names: number, word, unit or place."""
        return self.known.kind or ("number" if self.type in {int, float} else "word")

    @property
    def many(self) -> bool:
        """Whether it is a list of words."""
        return get_origin(self.type) is tuple and not self.pairs

    @property
    def pairs(self) -> bool:
        """Whether it takes every NAME=VALUE that no other field takes."""
        return get_origin(self.type) is tuple and any(get_origin(one) is tuple for one in get_args(self.type))


def verb_of(kind: type[Command]) -> str:
    """The verb of a kind of command.

    >>> verb_of(Place), verb_of(Shoot)
    ('place', 'shoot')
    """
    return kind.verb or snake_case(kind)


def verbs(kinds: Iterable[type[Command]]) -> dict[str, type[Command]]:
    """The commands of a game by their verbs; a game's own stands for one of the same verb that every game has."""
    return {verb_of(kind): kind for kind in (*EVERYWHERE, *kinds)}


def said(kind: type[Command]) -> tuple[Said, ...]:
    """What a command says, in order; the first is who acts."""
    if kind not in _SAID:
        hints = get_type_hints(kind, include_extras=True)
        _SAID[kind] = tuple(_said(one, hints[one.name]) for one in fields(kind))
    return _SAID[kind]


_SAID: dict[type[Command], tuple[Said, ...]] = {}


def _said(one: Field[Any], hint: Any) -> Said:
    known = next((more for more in getattr(hint, "__metadata__", ()) if isinstance(more, Parameter)), Parameter())
    kind = get_args(hint)[0] if hasattr(hint, "__metadata__") else hint
    bare = known.bare or (one.default is MISSING and (kind is str or get_origin(kind) is tuple))
    return Said(one.name, known.name or one.name, kind, bare, one.default, known)


def places_in(command: Command) -> tuple[str, ...]:
    """The places that a command names, in their order.

    >>> places_in(Place("bow", "E5")), places_in(Place("bow", "", (("moved", 1),)))
    (('E5',), ())
    """
    named = (getattr(command, one.field) for one in said(type(command)) if one.kind == "place")
    return tuple(place for one in named for place in ((one,) if isinstance(one, str) else one) if place)


def text_of(command: Command, kinds: Iterable[type[Command]] = ()) -> str:
    """A command as a text that `read_text` reads back.

    >>> text_of(Place("bow", "E5")), text_of(Place("bow", "", (("moved", 1), ("ordered", True))))
    ('bow place E5', 'mark bow moved=1 ordered=yes')
    """
    taken = {*verbs(kinds), MARK, AT}

    def word(text: str) -> str:
        return text if _BARE.fullmatch(text) and text not in taken else json.dumps(text, ensure_ascii=False)

    if isinstance(command, Shoot):
        shot = command.shot
        more = (f"{word(name)}={value_text(value)}" for name, value in shot.details.items())
        return " ".join((word(shot.shooter), AT, word(shot.target), *more))
    verb, (first, *rest) = verb_of(type(command)), said(type(command)) or (None,)
    if first is None:
        return verb
    actor = word(getattr(command, first.field)) if getattr(command, first.field) else ""
    start = [actor, verb] if actor else [verb]
    if isinstance(command, Place) and command.marks and not command.to:
        start = [MARK, actor]
    return " ".join((*start, *(text for one in rest for text in _parts(one, getattr(command, one.field), word))))


def _parts(one: Said, value: Any, word: Any) -> Iterator[str]:
    if one.pairs:
        yield from (f"{word(name)}={value_text(number)}" for name, number in value)
    elif value == one.default:
        return
    elif one.bare:
        yield _written(value, word) or one.known.none or NOTHING
    else:
        yield f"{one.name}={_written(value, word)}"


def _written(value: Any, word: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(word(item) if "," not in item else json.dumps(item, ensure_ascii=False) for item in value)
    if isinstance(value, str):
        return word(value) if value else ""
    return value_text(value)


def value_text(value: Any) -> str:
    """A value behind a `=`: yes, no, a number, a word, or JSON for anything else.

    >>> value_text(True), value_text(3), value_text("north"), value_text("3"), value_text([1, "a b"])
    ('yes', '3', 'north', '"3"', '[1,"a b"]')
    """
    if isinstance(value, bool):
        return ("no", "yes")[value]
    if isinstance(value, str) and _BARE.fullmatch(value) and read_value(value) == value:
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def read_value(text: str) -> Any:
    """The value that a text stands for.

    >>> read_value("yes"), read_value("2.5"), read_value("north"), read_value("12,5")
    (True, 2.5, 'north', '12,5')
    """
    if text in WORDS:
        return WORDS[text]
    try:
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return text


def _no_number(text: str) -> Any:
    raise ValueError(text)


def read_any(given: object, kinds: Iterable[type[Command]], place: str = "command") -> Command:
    """A command from its data, its text, or the JSON of its data; raises `BattleFileError`."""
    if isinstance(given, Command):
        return given
    if not isinstance(given, str):
        return read_command(given, kinds, place)
    if given.lstrip().startswith("{"):
        try:
            return read_command(json.loads(given), kinds, place)
        except (ValueError, RecursionError) as wrong:
            if isinstance(wrong, BattleFileError):
                raise
            raise BattleFileError(Code.MALFORMED, f"{shown(given)} is no JSON", place) from None
    return read_text(given, kinds, place)


def read_text(text: str, kinds: Iterable[type[Command]], place: str = "command") -> Command:
    """The command that a text says; raises `BattleFileError` with what it should have said.

    >>> read_text("bow place E5", ()), read_text("bow > hi extra_dice=1", ())
    (Place(unit='bow', to='E5', marks=()), Shoot(shot=Shot('bow', 'hi', extra_dice=1)))
    """
    kinds = tuple(kinds)
    tokens, known = _TOKEN.findall(text[:LONGEST]), verbs(kinds)
    if not tokens or len(text) > LONGEST or '"' in tokens:
        raise BattleFileError(Code.MALFORMED, f"{shown(text)} is no command; a command is {FORM}", place)
    second = tokens[1] if len(tokens) > 1 else ""
    if second == AT:
        second = verb_of(Shoot)
    if second in known:
        actor, verb, rest = _plain(tokens[0]), second, tokens[2:]
    elif tokens[0] == MARK and second:
        actor, verb, rest = _plain(second), verb_of(Place), tokens[2:]
    elif tokens[0] in known and known[tokens[0]] is not Shoot:
        actor, verb, rest = "", tokens[0], tokens[1:]
    elif not second or "=" in second:
        every = (AT, *known, MARK)
        remedy = f"say whom to {tokens[0]}" if tokens[0] in every else suggestion(tokens[0], every)
        raise BattleFileError(Code.UNKNOWN_NAME, f"{shown(text)} is no command; a command is {FORM}; {remedy}", place)
    else:
        every = (AT, *known, MARK)
        if second not in every and (verb := next((one for one in tokens[2:] if one in every), "")):
            name = " ".join(tokens[: tokens.index(verb)])
            quoted = json.dumps(name, ensure_ascii=False)
            raise BattleFileError(Code.MALFORMED, f"a name with spaces is said in quotes: {quoted} {verb} ...", place)
        one_of(second, every, "command of this game", place)
        raise BattleFileError(Code.MALFORMED, f"{shown(second)} stands before a unit, not behind it", place)
    kind = known[verb]
    if kind is Shoot:
        return read_command({"command": Shoot.__name__, "shot": _shot(actor, rest, place)}, kinds, place)
    first = next(iter(said(kind)), None)
    if first is not None and not actor and first.default is MISSING:
        raise BattleFileError(Code.MISSING, f"{shown(text)} names nobody; say {_form(kind)}", place)
    who = {first.field: actor} if first is not None and actor else {}
    if first is None and actor:
        raise BattleFileError(Code.MALFORMED, f"{verb} is said without a unit", place)
    return read_command({"command": kind.__name__} | who | _values(kind, rest, place), kinds, place)


def _shot(shooter: str, rest: list[str], place: str) -> dict[str, Any]:
    if not rest or _NAMED.fullmatch(rest[0]):
        raise BattleFileError(Code.MISSING, f"whom {shooter} shoots at is missing; say {shooter} > TARGET", place)
    shot: dict[str, Any] = {"shooter": shooter, "target": _plain(rest[0])}
    for token in rest[1:]:
        found = _NAMED.fullmatch(token)
        if found is None:
            problem = f"{shown(token)} is not NAME=VALUE; say {shooter} > TARGET NAME=VALUE"
            raise BattleFileError(Code.MALFORMED, problem, place)
        name = _plain(found[1])
        if name in shot:
            raise BattleFileError(Code.MALFORMED, f"{shown(name)} is said twice", place)
        shot[name] = read_value(found[2])
    return shot


def _values(kind: type[Command], rest: list[str], place: str) -> dict[str, Any]:
    """What stands behind the verb, by the fields of the command."""
    _, *known = said(kind) or (None,)
    bare, named = [one for one in known if one.bare], {one.name: one for one in known if not one.pairs}
    pairs = next((one for one in known if one.pairs), None)
    values: dict[str, Any] = {}
    more: dict[str, Any] = {}
    for token in rest:
        found = _NAMED.fullmatch(token)
        if found is None:
            if not bare:
                raise BattleFileError(Code.MALFORMED, f"{shown(token)} is too much; say {_form(kind)}", place)
            one = bare.pop(0)
            values[one.field] = _value(one, token, place)
            continue
        name = _plain(found[1])
        if name not in named and pairs is not None:
            if name in more:
                raise BattleFileError(Code.MALFORMED, f"{shown(name)} is said twice", place)
            more[name] = read_value(found[2])
            continue
        one = named[one_of(name, named, f"word of {verb_of(kind)}", place)]
        if one.field in values:
            raise BattleFileError(Code.MALFORMED, f"{shown(name)} is said twice", place)
        values[one.field] = _value(one, found[2], place)
        bare = [left for left in bare if left is not one]
    for one in known:
        if one.field not in values and one.default is MISSING and not one.pairs:
            raise BattleFileError(Code.MISSING, f"{one.name} is missing; say {_form(kind)}", place)
    return values | ({pairs.field: [list(one) for one in more.items()]} if pairs and more else {})


def _value(one: Said, text: str, place: str) -> Any:
    if text in {NOTHING, one.known.none} and (one.many or one.type is str):
        return [] if one.many else ""
    if one.many:
        items = _ITEM.findall(text)
        if ",".join(items) != text:
            raise BattleFileError(Code.MALFORMED, f"{shown(text)} is no list; write a,b", place)
        return [_plain(item) for item in items]
    return _plain(text) if one.type is str else read_value(text)


def _plain(token: str) -> str:
    """A word without its quotes."""
    if token.startswith('"'):
        try:
            return str(json.loads(token))
        except ValueError:
            return token
    return token


def _form(kind: type[Command]) -> str:
    """How a command is said: `UNIT retreat PATH ignored=NUMBER`."""
    _, *known = said(kind) or (None,)
    known.sort(key=lambda one: (one.pairs, not one.bare))
    parts = (one.name.upper() if one.bare else "NAME=VALUE" if one.pairs else f"{one.name}=VALUE" for one in known)
    return " ".join(("UNIT", verb_of(kind), *parts))


# --- who is meant ---------------------------------------------------------------------------


def unit_meant(battle: Battle, text: str, among: Callable[[], Collection[str]] = tuple) -> str:
    """The id of the only unit that this names: `bow`, `F5`, `Light Bow` or `light bow (F5)`.

    Of several that it names, the only one `among` these is meant. A text that names nobody, or several, stays
    as it is, so that whoever reads it says what is wrong with it.
    """
    if any(unit.id == text for unit in battle.units):
        return text
    typed = text.strip().casefold()
    found = [unit.id for unit in battle.units if not unit.out and typed and typed in _names(unit)]
    if len(found) > 1:
        found = [id_ for id_ in found if id_ in among()]
    return found[0] if len(found) == 1 else text


def shot_meant(battle: Battle, shot: Shot) -> Shot:
    """The same shot with the ids of shooter and target."""
    rules, state = battle.ruleset, battle.state
    shooter = unit_meant(battle, shot.shooter, lambda: rules.shooters(state))
    target = unit_meant(battle, shot.target, lambda: rules.targets(state, shooter))
    return Shot(shooter, target, **shot.details)


def command_meant(battle: Battle, command: Command) -> Command:
    """The same command with the ids of whoever acts, and of other units that it names."""
    if isinstance(command, Shoot):
        return Shoot(shot_meant(battle, command.shot))
    values: dict[str, Any] = {}
    for n, one in enumerate(said(type(command))):
        value = getattr(command, one.field)
        if (not n or one.kind == "unit") and isinstance(value, str) and value:
            values[one.field] = unit_meant(battle, value)
    init = {field.name for field in fields(command) if field.init}
    return replace(command, **{name: value for name, value in values.items() if name in init})


def _names(unit: UnitView) -> Iterator[str]:
    """What a unit is called besides its id, in small letters: the title with and without the place behind it."""
    for name in (unit.place, unit.title, unit.title.rpartition(" (")[0]):
        if name:
            yield name.casefold()
