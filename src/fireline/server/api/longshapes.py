"""The shapes of long answers: each is told line by line, how far it is and then what came of it."""

from __future__ import annotations

from fireline.server.api.analysisshapes import Chance, PlanAnswer, RepliesAnswer
from fireline.server.api.shape import Shape
from fireline.server.api.shapes import ProblemDetails


class ThreatGlimpse(Shape):
    """A place, the chance there, and whether the unit can stand there."""

    place: str
    p: Chance
    stands: bool


class ThreatPlace(ThreatGlimpse):
    """The same, and why nobody may shoot at it there."""

    why: list[str]


class ThreatAnswer(Shape):
    """For every place where a unit might stand, what its enemies would do to it there."""

    ruleset: str
    unit: str
    shooters: list[str]
    here: str
    what: str
    measure: str
    stands_on: str
    cells: list[ThreatPlace]
    svg: str


class ShareLine(Shape):
    """How many of the trials had a value, with the interval of their share."""

    share: float
    low: float
    high: float


class CountsLine(Shape):
    """How often each value was counted, and their mean."""

    counts: dict[str, int]
    chances: dict[str, ShareLine]
    mean: float
    standard_error: float | None


class MethodLine(Shape):
    """How an interval was made."""

    method: str
    confidence: float


class SimulationAnswer(Shape):
    """What phases came to: for the whole phase, each side and each unit, every number that was counted."""

    simulated: str
    ruleset: str
    battle: str
    answers: str
    seed: int
    policy: str
    common_dice: bool
    trials: int
    ranges: list[list[int]]
    interval: MethodLine
    phase: dict[str, CountsLine]
    sides: dict[str, dict[str, CountsLine]]
    units: dict[str, dict[str, CountsLine]]
    turns: int | None = None


class IntervalLine(Shape):
    """A range from low to high."""

    low: float
    high: float


class PairedDifference(Shape):
    """One number of both battles: its means, and the mean of the differences, second minus first."""

    kind: str
    who: str
    what: str
    chance: bool
    first: float
    second: float
    difference: float
    standard_error: float | None
    interval: IntervalLine | None
    significant: bool


class PairedAnswer(Shape):
    """Phases of two battles, pair by pair: how they differ."""

    simulated: str
    battles: list[str]
    answers: list[str]
    seed: int
    policy: str
    common_dice: bool
    trials: int
    range: list[int]
    test: MethodLine
    differences: list[PairedDifference]
    turns: int | None = None


class Line(Shape):
    """One line of a long answer: how far it is, from 0 to 1, or as the last one what went wrong."""

    progress: float | None = None
    problem: ProblemDetails | None = None


class PlanLine(Line):
    """The same for a plan, whose last line holds it."""

    result: PlanAnswer | RepliesAnswer | None = None


class ThreatLine(Line):
    """The same for a threat map, whose last line holds it; the lines before it hold the places found since."""

    cells: list[ThreatGlimpse] | None = None
    result: ThreatAnswer | None = None


class SimulationLine(Line):
    """The same for a simulation, whose last line holds what was counted."""

    result: SimulationAnswer | PairedAnswer | None = None
