"""The shapes of what variants and luck come to: what makes a difference, what each thing is worth, what was rolled."""

from __future__ import annotations

from typing import Literal

from fireline.server.api.analysisshapes import Chance
from fireline.server.api.shape import Shape, ShotData
from fireline.server.api.shapes import NamedChance, OddsAnswer


class EffectLine(Shape):
    """What a change does to a shot."""

    legal_before: bool
    legal_after: bool
    headline: Chance | None
    changes: bool


class CauseLine(Shape):
    """Something in which two rulings differ; `alone` and `last` are told of what was tried by itself."""

    rules: list[str]
    what: str
    before: str
    after: str
    matters: bool
    alone: EffectLine | None = None
    last: EffectLine | None = None


class CompareColumn(OddsAnswer):
    """One column of a comparison."""

    label: str


class CompareDifference(Shape):
    """How a column differs from the first, and why."""

    label: str
    headline: Chance | None
    marginals: dict[str, dict[str, Chance]]
    causes: list[CauseLine]


class CompareAnswer(Shape):
    """One shot in several columns; `problems` says of a column by its label why it cannot be asked."""

    stands_on: str
    columns: list[CompareColumn]
    differences: list[CompareDifference]
    problems: dict[str, str]


class WithoutLine(Shape):
    """The shot without a line."""

    legal: bool
    headline: Chance | None


class WorthLine(Shape):
    """What a line of a ruling, or an option, is worth."""

    rule: str
    name: str
    value: int | None
    headline: Chance | None
    mean: Chance | None
    changes: bool
    without: WithoutLine


class ForbiddenLine(Shape):
    """A rule that forbids the shot, and the headline if nothing else did."""

    rule: str
    messages: list[str]
    headline: Chance | None


class RemedyLine(Shape):
    """A single change that helps."""

    kind: str
    text: str
    shot: ShotData
    headline: Chance
    gain: Chance


class StatSide(Shape):
    """The shot with one point more, or one less."""

    legal: bool
    headline: Chance | None
    gain: Chance | None


class StatLine(Shape):
    """A number of the shooter or the target, and what a point of it is worth."""

    role: Literal["shooter", "target"]
    name: str
    path: str
    now: int | float
    more: StatSide | None
    less: StatSide | None


class WorthAnswer(Shape):
    """What everything in a shot is worth, and what would change it."""

    ruleset: str
    shot: ShotData
    legal: bool
    stands_on: str
    headline: NamedChance | None
    mean_of: str | None
    lines: list[WorthLine]
    options: list[WorthLine]
    forbidden: list[ForbiddenLine]
    unforbidden: Chance | None
    remedies: list[RemedyLine]
    stats: list[StatLine]


class LuckLine(Shape):
    """What a player rolled of one kind against what was to be expected."""

    who: str
    kind: str
    rolls: int
    count: int
    expected: Chance
    fewer: Chance
    same: Chance
    at_most: Chance
    percentile: Chance


class FaceCount(Shape):
    """How often a face fell, and how often it was to be expected."""

    face: str
    count: int
    expected: Chance


class DiceLine(Shape):
    """The faces of a die that a player threw."""

    who: str
    die: str
    thrown: int
    faces: list[FaceCount]
    chi_square: Chance
    approximate_p: float | None


class LuckAnswer(Shape):
    """The luck of a game."""

    tallies: list[LuckLine]
    dice: list[DiceLine]
    uncounted: list[str]
    left_out: int
