"""A shot beside others: what makes a difference, what a thing is worth, at which value or distance it is even."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from fireline.analysis.compare import Comparison, Problems, is_version, label_of_changes, labels_of
from fireline.analysis.compare import compare as compared
from fireline.analysis.deadline import USUAL, Listener, tell_nobody
from fireline.analysis.houserules import HouseRules, NamedBattle, ShotChange, house_rules
from fireline.analysis.kills import Kills
from fireline.analysis.kills import kills as attacks_to_kill
from fireline.analysis.matchups import Matchups
from fireline.analysis.matchups import matchups as all_against_all
from fireline.analysis.paths import FieldPath
from fireline.analysis.ranges import Best, Ranges
from fireline.analysis.ranges import ranges as by_distance
from fireline.analysis.solve import Solution
from fireline.analysis.solve import solve as solved
from fireline.analysis.vary import Change, Variant, armed
from fireline.analysis.worth import WorthReport
from fireline.analysis.worth import worth as weighed
from fireline.formats.examples import Example, listed
from fireline.formats.folder import Folder
from fireline.formats.parsing import parse
from fireline.game.command import Shot
from fireline.game.commandtext import shot_meant
from fireline.game.entries import FileEntry, Name, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.registry import starter
from fireline.questions import LINES, question
from fireline.questions.answering.seen import example_named, far, files, seen, shot_of
from fireline.questions.forms.requests import (
    LOG,
    Apart,
    BattleData,
    BattleRequest,
    Changes,
    Seconds,
    ShotData,
    ShotRequest,
)


class ColumnRequest(FileEntry):
    """One column: the same shot with something changed, and perhaps with another weapon."""

    label: Annotated[str, Field(max_length=60)] | None = None
    changes: Changes = Field(default_factory=dict)
    weapon: Name | None = None


class CompareRequest(ShotRequest):
    """One shot, and columns in which something is different."""

    columns: Annotated[list[ColumnRequest], Field(min_length=1, max_length=20)]


class FieldRequest(FileEntry):
    """At which value of a field is something what is asked for?"""

    field: Annotated[
        str, Field(min_length=1, max_length=200, description="The field to vary.", examples=["units[bow].blocks"])
    ]
    goal: Annotated[str, Field(max_length=40, description="The chance, or average, to find: 1/2, 0.5 or 50%.")] = "1/2"
    over: Annotated[
        str,
        Field(
            max_length=1000,
            description="The values to try: 1..6, 0.5..4 step 0.5 or E5|E6. Default: every whole "
            "number that the field can have, or parts where it has few; of games, some around its value.",
        ),
    ] = ""


class SolveRequest(FieldRequest, ShotRequest):
    """At which value of `field` is a figure of the shot what is asked for? As `fireline solve` takes them."""

    of: Annotated[
        str, Field(max_length=100, description="The figure: headline, a MARGINAL for its mean, or MARGINAL=VALUE.")
    ] = "headline"


class MatchupsRequest(BattleRequest):
    """Everybody against every enemy, from where they stand or with each target so far off."""

    distance: Apart = None


class KillsRequest(ShotRequest):
    """After how many attacks is the target out of play? `then`: others who attack it in turn after the first."""

    then: Annotated[list[ShotData] | None, Field(max_length=20)] = None
    seconds: Seconds = USUAL


class RangesRequest(ShotRequest):
    """How likely is this shot at every distance, with each weapon of the shooter? `columns`: with something changed."""

    columns: Annotated[list[ColumnRequest] | None, Field(max_length=20)] = None
    seconds: Seconds = USUAL


@question(example={"columns": [{"changes": {"units[bow].moved": 1}}]}, tag="analysis")
def compare(asked: CompareRequest) -> Comparison:
    """Compare a shot under several versions, options, weapons or places, with the rules that make the difference."""
    columns, problems = columns_of(variant_of(asked), asked.columns)
    return compared(*columns.values(), labels=tuple(columns), problems=problems)


@question(example={}, tag="analysis")
def worth(asked: ShotRequest) -> WorthReport:
    """Say what each modifier, rule and option is worth in a shot, exactly, and which single change would help most."""
    return weighed(variant_of(asked))


@question(example={"field": "shooter.moved"}, tag="analysis")
def solve(asked: SolveRequest) -> Solution:
    """Find the value of a field at which a chance is what you ask for, exactly, with the whole curve."""
    return solved(variant_of(asked), asked.field, asked.goal, over=asked.over, of=asked.of)


@question(example={}, tag="analysis")
def matchups(asked: MatchupsRequest) -> Matchups:
    """Show every unit's shot at every enemy, for both sides, from where everybody stands or at one distance."""
    return all_against_all(seen(asked), far(asked.distance))


@question(example={}, tag="analysis")
def kills(asked: KillsRequest) -> Kills:
    """Say exactly after how many attacks the target is out of play; it keeps its losses from one to the next."""
    battle = seen(asked)
    then = (shot_meant(battle, Shot.read(one)) for one in asked.then or ())
    return attacks_to_kill(battle, shot_of(asked, battle), *then, seconds=asked.seconds)


@question(media=LINES, example={}, tag="analysis", known={"best": tuple[Best, ...]})
def ranges(asked: RangesRequest, heard: Listener[Ranges | None] = tell_nobody) -> Ranges:
    """Say how likely a shot is at every distance in the open, exactly: a curve for every weapon of the shooter."""
    columns, problems = columns_of(variant_of(asked), asked.columns or [])
    heard(0.0, None)
    return by_distance(*columns.values(), labels=tuple(columns), problems=problems, seconds=asked.seconds, heard=heard)


def columns_of(
    first: Variant,
    asked: Iterable[ColumnRequest],
    others: Iterable[tuple[str, Callable[[], Variant]]] = (),
    label: str = "",
) -> tuple[dict[str, Variant], Problems]:
    """The shot as it stands, then `others` and what is `asked`, by their labels; and what is wrong with the rest.

    `label` is what the shot as it stands is called.
    """
    problems, read = Problems(), list[tuple[str, Variant]]()
    asked_for: list[tuple[str, Callable[[], Variant]]] = [(_label(one), partial(_column, first, one)) for one in asked]
    for name, made in (*others, *asked_for):
        with problems.of(name):
            read.append((name, made()))
    found = {label or labels_of([first, *(variant for _, variant in read)])[0]: first}
    for name, variant in read:
        if name not in found:
            found[name] = variant
        elif not is_version(variant) or variant.data != found[name].data:
            found[f"{name} ({len(found) + 1})"] = variant
    return found, problems


def variant_of(asked: ShotRequest) -> Variant:
    """The battle and the shot that a question is about, to be changed."""
    battle = seen(asked)
    return Variant.of(battle, shot_of(asked, battle), files())


def changed(variant: Variant, changes: Mapping[str, Any] | str) -> Variant:
    """The same with other values at these paths, or with changes as they are typed; raises `BattleFileError`."""
    if isinstance(changes, str):
        return variant.vary(*_typed(changes))
    return variant.having(changes)


def _column(first: Variant, column: ColumnRequest) -> Variant:
    """A column of a shot; raises `BattleFileError`."""
    variant = changed(first, column.changes)
    return variant if column.weapon is None else armed(variant, column.weapon)


def _label(column: ColumnRequest) -> str:
    """What a column is called, whether or not it can be read."""
    if isinstance(column.changes, str):
        specs = _typed(column.changes)
    else:
        specs = [str(Change(FieldPath((path,), path), value)) for path, value in column.changes.items()]
    return column.label or label_of_changes([*filter(None, [column.weapon]), *specs])


def _typed(changes: str) -> list[str]:
    """The changes of one column as they are typed, PATH=VALUE; PATH=VALUE."""
    return [spec.strip() for spec in changes.split(";") if spec.strip()] or [changes]


class HouseRequest(FileEntry):
    """What do these numbers, by their addresses, change in every shot of these battles, or of the game's examples?"""

    ruleset: Name
    house: Annotated[dict[str, float], Field(min_length=1, max_length=50)]
    battles: Annotated[list[BattleData] | None, Field(max_length=200)] = None
    seconds: Seconds = USUAL


@question(
    media=LINES,
    example={"house": {"CCA-4.1.held": 3}},
    tag="analysis",
    known={"changed": int, "largest": ShotChange | None},
    bound=LOG,
)
def house(asked: HouseRequest, heard: Listener[HouseRules | None] = tell_nobody) -> HouseRules:
    """Say what house rules change, exactly: every shot of a game's examples before and after."""
    given = None if asked.battles is None else [_named(n, data) for n, data in enumerate(asked.battles)]
    named = examples(asked.ruleset) if given is None else given
    heard(0.0, None)
    return house_rules(asked.ruleset, asked.house, named, seconds=asked.seconds, heard=heard)


def examples(game: str) -> list[NamedBattle]:
    """The battles that come with a game in any of its versions, the shortest first; its starter, if no others do."""
    family = game.partition("@")[0]
    mine = [one for one in listed() if str(one.data["ruleset"]).partition("@")[0] == family]
    found = [_of_example(one) for one in sorted(mine, key=lambda one: len(one.text))]
    return found or [NamedBattle("starter", parse(starter(game)))]


def _of_example(one: Example) -> NamedBattle:
    return NamedBattle(one.name, one.data, Folder(one.file.parent))


def _named(number: int, data: Any) -> NamedBattle:
    """One of the battles that are asked about, by its name or its number from 1."""
    if isinstance(data, str):
        return _of_example(example_named(data, f"battles[{number}]"))
    if not isinstance(data, Mapping):
        raise BattleFileError(Code.WRONG_TYPE, f"{shown(data)} is not a battle", f"battles[{number}]")
    return NamedBattle(str(data.get("name", number + 1)), data, files())
