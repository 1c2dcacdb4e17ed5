"""What may be said now: for each unit every verb once, with its parameters and what they may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase, Move, NextTurn, Place, Shoot, Shot
from fireline.game.commandtext import MARK, Said, said, value_text, verb_of, verbs
from fireline.game.entries import FileEntry, one_of
from fireline.game.errors import BattleFileError
from fireline.game.places import Mark
from fireline.game.preview import ShotPreview
from fireline.game.result import Result
from fireline.game.tools import Strong, Table
from fireline.game.ways import ways
from fireline.ruling import Refusal
from fireline.ruling.told import tells

Data = dict[str, Any]
MOST = 1000
"""Up to so much a number is tried, where nothing else bounds it."""


class ParameterLine(NamedTuple):
    """What a command says beside who acts: a number between two, or a word, a unit or a place, of `values` if named.

    A `list` is said as JSON; `values` then holds examples.
    """

    name: str
    kind: str
    least: int | float | None = None
    most: int | float | None = None
    values: Sequence[str | int | float] | None = None
    default: Any = None

    def __str__(self) -> str:
        if self.kind == "number":
            return f"{self.name} {self.least} {'or more' if self.most is None else f'to {self.most}'}"
        return f"{self.name}: {', '.join(map(str, self.values or (f'a {self.kind}',)))}"


@tells("verb text legal refusals parameters")
class VerbLine(NamedTuple):
    """A verb once, with an example of its text and all its parameters."""

    verb: str
    text: str
    refusals: tuple[Refusal, ...]
    parameters: Sequence[ParameterLine]

    @property
    def legal(self) -> bool:
        """Whether the example may be said."""
        return not self.refusals


class UnitVerbs(NamedTuple):
    """A unit and its verbs."""

    id: str
    side: str
    commands: Sequence[VerbLine]


class LegalAnswer(Result):
    """What may be said now."""

    ruleset: str
    units: Sequence[UnitVerbs]
    turn: Sequence[VerbLine]

    def lists(self) -> Iterator[Table]:
        """What is legal, each with what else it may say."""
        every = (*(line for unit in self.units for line in unit.commands), *self.turn)
        rows = [(Strong(one.text), "; ".join(map(str, one.parameters))) for one in every if one.legal]
        yield Table(("command", "parameters"), rows)


def legal(battle: Battle, unit: str | None = None) -> LegalAnswer:
    """Every unit with its commands, and those of the turn; raises `BattleFileError` for an unknown unit.

    A verb that the rules forbid stands there with every reason, if it can be said at all.
    """
    ids = [one.id for one in battle.units]
    if unit is not None:
        one_of(unit, ids, "unit of this battle", "unit")
    listed: dict[str, list[Command]] = {}
    for command in battle.legal():
        listed.setdefault(command.actor or "", []).append(command)
    asked = [id_ for id_ in ids if unit in {None, id_}]
    units = [UnitVerbs(id_, battle.side(id_), list(_of_unit(battle, id_, listed.get(id_, [])))) for id_ in asked]
    ends = (EndPhase(), NextTurn(), *(one for one in listed.get("", ()) if said(type(one))))
    turn = [_line(battle, command, battle.refusals(command), []) for command in ends]
    return LegalAnswer(battle.ruleset.id, units, turn)


def _of_unit(battle: Battle, unit: str, commands: Sequence[Command]) -> Iterator[VerbLine]:
    yield from _shots(battle, unit, [one.shot for one in commands if isinstance(one, Shoot)])
    for kind in verbs(battle.ruleset.command_types).values():
        if kind in {Shoot, EndPhase, NextTurn, Move, Place}:
            continue
        those = [one for one in commands if type(one) is kind]
        if those:
            yield _line(battle, those[0], (), list(_parameters(battle, those)))
        elif (guess := _guess(kind, unit)) is not None and (why := against(battle, guess)):
            yield _line(battle, guess, why, [])
    if battle.ruleset.places is not None:
        yield from _moves(battle, unit, listed=any(verb_of(type(one)) == verb_of(Move) for one in commands))


def _line(battle: Battle, command: Command, why: tuple[Refusal, ...], parameters: Sequence[ParameterLine]) -> VerbLine:
    return VerbLine(verb_of(type(command)), battle.text(command), why, parameters)


# --- shots ---------------------------------------------------------------------------


def _shots(battle: Battle, unit: str, shots: Sequence[Shot]) -> Iterator[VerbLine]:
    """The verb `>` with whom at, and with the details that the game's shots may say."""
    if not shots:
        try:
            fewest = _least_refused(battle, unit)
        except BattleFileError:  # one that cannot be declared ends it
            return
        if fewest is not None and (why := fewest.refusals or battle.refusals(EndPhase())):
            yield _line(battle, Shoot(fewest.shot), why, [])
        return
    first = shots[0]
    found = [
        ParameterLine("target", "unit", values=list(dict.fromkeys(one.target for one in shots)), default=first.target)
    ]
    fields = _fields(battle.ruleset.shot_entry)
    for name in dict.fromkeys((*(name for one in shots for name in one.details), *fields)):
        if name in {"shooter", "target"}:
            continue
        given = [one.details[name] for one in shots if name in one.details]
        found.append(_detail(battle, shots, name, fields.get(name, {}), given))
    yield _line(battle, Shoot(first), (), found)


@cache
def _fields(entry: type[FileEntry] | None) -> Mapping[str, Data]:
    """What a shot may say beside who shoots at whom, each field as JSON Schema describes it."""
    return entry.model_json_schema().get("properties", {}) if entry else {}


def _least_refused(battle: Battle, unit: str) -> ShotPreview | None:
    """The shot of a unit that has none which the fewest rules forbid, the first of those with equally many."""
    fewest, least = None, 0 if battle.owing else 1  # nothing may be against what only waits for an answer
    for target in battle.ruleset.targets(battle.state, unit):
        seen = ways(battle, unit, target)[0]
        if fewest is None or len(seen.refusals) < len(fewest.refusals):
            fewest = seen
            if len(seen.refusals) <= least:
                break
    return fewest


def _detail(battle: Battle, shots: Sequence[Shot], name: str, schema: Data, given: Sequence[Any]) -> ParameterLine:
    known = next((one for one in (schema, *schema.get("anyOf", ())) if "type" in one or "enum" in one), schema)
    plain = (one if isinstance(one, str | int | float | None) else value_text(one) for one in given)
    values: list[Any] | None = list(dict.fromkeys(plain)) or known.get("enum")
    default = schema.get("default")
    if known.get("type") == "array":
        examples = [value_text(one) for one in schema.get("examples", ())]
        return ParameterLine(name, "list", values=examples or None, default=default)
    if known.get("type") not in {"integer", "number"} and not all(type(one) is int for one in given or "?"):
        if known.get("type") == "boolean":
            values = ["yes", "no"]
        usual = value_text(default) if isinstance(default, bool) else default
        return ParameterLine(name, "word", values=values, default=usual)

    def may(number: int) -> bool:
        details = dict(shots[0].details) | {name: number}
        return not against(battle, Shoot(Shot(shots[0].shooter, shots[0].target, **details)))

    seen = given or [default if isinstance(default, int) else known.get("minimum", 0)]
    least, most = _range(may, seen, known.get("minimum"), known.get("maximum"))
    return ParameterLine(name, "number", least, most, default=seen[0] if default is None else default)


# --- what else a unit does -----------------------------------------------------------


def _parameters(battle: Battle, those: Sequence[Command]) -> Iterator[ParameterLine]:
    first = those[0]
    for one in said(type(first))[1:]:
        now, seen = getattr(first, one.field), [getattr(command, one.field) for command in those]
        if one.type is int:
            yield _number(battle, first, one, seen)
            continue
        if one.type is bool:
            yield ParameterLine(one.name, "word", values=["yes", "no"], default=value_text(now))
            continue
        words = [word for value in seen for word in (value if one.many else [value])]
        others = [unit.id for unit in battle.units if unit.id != first.actor] if one.kind == "unit" else []
        more = (word for word in one.known.values if word in words or _may_say(battle, first, one, word))
        values = list(dict.fromkeys((*words, *more))) if any(words) or not others else others
        default = ",".join(now) if one.many else now
        words = [word for word in values or () if word]
        yield ParameterLine(one.name, one.kind, values=words or None, default=default or None)


def _may_say(battle: Battle, command: Command, one: Said, word: str) -> bool:
    """Whether a command may say this word too."""
    return not against(battle, replace(command, **{one.field: (word,) if one.many else word}))


def _number(battle: Battle, command: Command, one: Said, seen: Sequence[int]) -> ParameterLine:
    """What may be said instead in this command, and what others of its verb say."""

    def may(number: int) -> bool:
        return not against(battle, replace(command, **{one.field: number}))

    least, most = _range(may, seen, one.known.least, one.known.most)
    return ParameterLine(one.name, "number", least, most, default=seen[0])


def _range(may: Any, seen: Sequence[int], least: int | None, most: int | None) -> tuple[int, int]:
    """The least and the greatest number that is seen, or may be said around the first of these, with all between."""
    now = seen[0]
    low, high = (least or 0), (MOST if most is None else most)
    while low < now and not may(low):
        low += 1
    step, top = 1, now
    while top < high and may(min(top + step, high)):
        top, step = min(top + step, high), step * 2
    while step > 1:
        step //= 2
        if top + step <= high and may(top + step):
            top += step
    return min(low, *seen), max(top, *seen)


def _guess(kind: type[Command], unit: str) -> Command | None:
    """A command that says no more than it must, with the first of the words that it may say; None for others."""
    values: Data = {}
    for n, one in enumerate(said(kind)):
        if not n:
            values[one.field] = unit
        elif one.bare and one.known.values:
            values[one.field] = (one.known.values[0],) if one.many else one.known.values[0]
        elif one.bare:
            return None
    try:
        return kind(**values)
    except TypeError:
        return None


def against(battle: Battle, command: Command) -> tuple[Refusal, ...]:
    """Every reason against a command, also where no battle file could say what it leads to."""
    try:
        return battle.refusals(command)
    except BattleFileError as wrong:
        return (Refusal("", wrong.problem),)


# --- where it stands -----------------------------------------------------------------


def _moves(battle: Battle, unit: str, *, listed: bool) -> Iterator[VerbLine]:
    """Moving, placing and marking a unit; a game may list moves of its own."""
    places, state = battle.places, battle.state
    try:
        here, marks = places.at(state, unit), places.marks(state, unit)
    except BattleFileError:
        return
    to = ParameterLine("to", "place", default=here)
    if not listed and (known := places.distances(state, unit)):
        numbers = [ParameterLine(other, "number", 0, default=far) for other, far in known]
        yield _line(battle, same := Move(unit, "", known), against(battle, same), numbers)
    elif not listed:
        steps = [Move(unit, place) for place in places.steps(state, unit) or (here,)]
        move, why = min(((one, against(battle, one)) for one in steps), key=_in_the_way)
        numbers = [ParameterLine(one.name, "number", one.least, one.most) for one in places.numbers(state, unit)]
        yield _line(battle, move, why, [to, *numbers])
    yield _line(battle, Place(unit, here), against(battle, Place(unit, here)), [to])
    if marks:
        line = _line(battle, Place(unit, "", ((marks[0].name, marks[0].value),)), against(battle, Place(unit)), [])
        yield line._replace(verb=MARK, parameters=[_mark(one) for one in marks])


def _in_the_way(asked: tuple[Command, tuple[Refusal, ...]]) -> tuple[bool, int]:
    """What is against a step, for the best of them: fewer reasons, and rather those of rules than of this one place."""
    _, why = asked
    return any(not one.rule for one in why), len(why)


def _mark(mark: Mark) -> ParameterLine:
    if mark.allowed or isinstance(mark.value, bool | str):
        values = list(mark.allowed) or (["yes", "no"] if isinstance(mark.value, bool) else None)
        return ParameterLine(mark.name, "word", values=values, default=value_text(mark.value))
    return ParameterLine(mark.name, "number", mark.least, mark.most, default=mark.value)
