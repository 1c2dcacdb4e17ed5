"""A shot beside others: what makes a difference, what a thing is worth, at which value or distance it is even."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from pydantic import Field

from fireline.analysis.compare import Comparison, Problems
from fireline.analysis.compare import compare as compared
from fireline.analysis.deadline import USUAL
from fireline.analysis.kills import Kills
from fireline.analysis.kills import kills as attacks_to_kill
from fireline.analysis.matchups import Matchups
from fireline.analysis.matchups import matchups as all_against_all
from fireline.analysis.paths import FieldPath
from fireline.analysis.ranges import Best, Ranges
from fireline.analysis.ranges import ranges as by_distance
from fireline.analysis.solve import Solution
from fireline.analysis.solve import solve as solved
from fireline.analysis.vary import Change, Variant
from fireline.analysis.worth import WorthReport
from fireline.analysis.worth import worth as weighed
from fireline.game.entries import FileEntry
from fireline.game.naming import shot_meant
from fireline.game.shot import Shot
from fireline.questions import LINES, Report, question, unheard
from fireline.questions.answering.files import files
from fireline.questions.answering.seen import far, seen, shot_of
from fireline.questions.forms.requests import Answering, Apart, BattleData, Seconds, ShotData, Team


class ColumnAsked(FileEntry):
    """One column: values by their paths in the battle file, in `shot.`, or `edition`; null takes an entry away."""

    label: Annotated[str, Field(max_length=60)] | None = None
    changes: Annotated[dict[str, Any], Field(max_length=50)]


class Comparing(FileEntry):
    """One shot, and columns in which something is different."""

    battle: BattleData
    shot: ShotData
    columns: Annotated[list[ColumnAsked], Field(min_length=1, max_length=20)]
    team: Team = None
    answers: Answering = None


class Weighing(FileEntry):
    """One shot."""

    battle: BattleData
    shot: ShotData
    team: Team = None
    answers: Answering = None


class Solving(FileEntry):
    """At which value of `field` is a figure of the shot what is asked for? As `fireline solve` takes them."""

    battle: BattleData
    shot: ShotData
    field: Annotated[
        str, Field(min_length=1, max_length=200, description="The field to vary.", examples=["shooter.moved"])
    ]
    goal: Annotated[str, Field(max_length=40, description="The chance, or average, to find: 1/2, 0.5 or 50%.")] = "1/2"
    over: Annotated[
        str,
        Field(
            max_length=1000,
            description="The values to try: 2..20, 0.5..4 step 0.5 or 1|2|4. Default: all that the field can have.",
        ),
    ] = ""
    of: Annotated[
        str, Field(max_length=100, description="The figure: headline, a MARGINAL for its mean, or MARGINAL=VALUE.")
    ] = "headline"
    team: Team = None
    answers: Answering = None


class Matching(FileEntry):
    """Everybody against every enemy, from where they stand or with each target so far off."""

    battle: BattleData
    distance: Apart = None
    team: Team = None
    answers: Answering = None


class KillsAsked(FileEntry):
    """After how many such attacks is the target out of play? `then`: others who attack it in turn after the first."""

    battle: BattleData
    shot: ShotData
    then: Annotated[list[ShotData] | None, Field(max_length=20)] = None
    team: Team = None
    answers: Answering = None


class RangesAsked(Weighing):
    """How likely is this shot at every distance, with each weapon of the shooter? `columns`: with something changed."""

    columns: Annotated[list[ColumnAsked] | None, Field(max_length=20)] = None
    seconds: Seconds = USUAL


@question(example={"columns": [{"changes": {"units[bow].moved": 1}}]}, tag="analysis")
def compare(asked: Comparing) -> Comparison:
    """Compare a shot under several versions, options, weapons or places, with the rules that make the difference."""
    labels, variants, problems = labelled(variant_of(asked), asked.columns)
    return compared(*variants, labels=labels, problems=problems)


@question(example={}, tag="analysis")
def worth(asked: Weighing) -> WorthReport:
    """Say what each modifier, rule and option is worth in a shot, exactly, and which single change would help most."""
    return weighed(variant_of(asked))


@question(example={"field": "shooter.moved"}, tag="analysis")
def solve(asked: Solving) -> Solution:
    """Find the value of a field at which a chance is as asked, exactly, with the whole curve."""
    return solved(variant_of(asked), asked.field, asked.goal, over=asked.over, of=asked.of)


@question(example={}, tag="analysis")
def matchups(asked: Matching) -> Matchups:
    """Show every unit's shot at every enemy, for both sides, from where everybody stands or at one distance."""
    return all_against_all(seen(asked), far(asked.distance))


@question(example={}, tag="analysis")
def kills(asked: KillsAsked) -> Kills:
    """Say after how many such attacks the target is out of play, exactly, its condition carried over."""
    battle = seen(asked)
    then = (shot_meant(battle, Shot.read(one)) for one in asked.then or ())
    return attacks_to_kill(battle, shot_of(asked, battle), *then)


@question(media=LINES, example={}, tag="analysis", known={"best": tuple[Best, ...]})
def ranges(asked: RangesAsked, report: Report = unheard) -> Ranges:
    """Say how likely a shot is at every distance in the open, exactly: a curve for every weapon of the shooter."""
    labels, variants, problems = labelled(variant_of(asked), asked.columns or [])
    report(0.0)
    return by_distance(
        *variants,
        labels=labels,
        problems=problems,
        seconds=asked.seconds,
        heard=lambda share, found: report(share, found, best=[one.data() for one in found.best]),
    )


def labelled(first: Variant, columns: Iterable[ColumnAsked]) -> tuple[tuple[str, ...], tuple[Variant, ...], Problems]:
    """The labels and the variants of columns, the shot as it is before them; and what is wrong with others."""
    found, problems = [("as it is", first)], Problems()
    for column in columns:
        with problems.of(_label(column)):
            found.append((_label(column), changed(first, column.changes)))
    labels, variants = zip(*found, strict=True)
    return labels, variants, problems


def variant_of(asked: Comparing | Weighing | Solving) -> Variant:
    """The battle and the shot that a question is about, to be changed."""
    battle = seen(asked)
    return Variant.of(battle, shot_of(asked, battle), files())


def changed(variant: Variant, changes: Mapping[str, Any]) -> Variant:
    """The same with other values at these paths."""
    return variant.vary(*(Change(FieldPath.read(path), value) for path, value in changes.items()))


def _label(column: ColumnAsked) -> str:
    changes = (Change(FieldPath((path,), path), value) for path, value in column.changes.items())
    return column.label or "; ".join(map(str, changes)) or "unchanged"
