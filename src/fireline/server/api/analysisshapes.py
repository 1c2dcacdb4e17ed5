"""The shapes of answers of analysis."""

from __future__ import annotations

from pydantic import Field, JsonValue

from fireline.server.api.shape import BattleData, CommandData, EventData, Shape, ShotData
from fireline.server.api.shapes import NamedChance, Reason

Chance = str
"""An exact fraction, reduced: "11/36"."""


class CurvePoint(Shape):
    """A value of the field and the figure there; null where the shot may not be made."""

    value: JsonValue
    figure: Chance | None


class SolveAnswer(Shape):
    """The curve of a figure over a field, and where it is what was asked for: at values, between two, or nearest."""

    ruleset: str
    shot: ShotData
    field: str
    path: str
    measure: str
    stands_on: str
    wanted: Chance = Field(alias="is")
    course: str
    monotone: bool
    exactly: list[JsonValue]
    crossings: list[list[CurvePoint]]
    nearest: list[JsonValue]
    points: list[CurvePoint]


class MatchupLine(Shape):
    """One unit's shot at one enemy."""

    side: str
    shooter: str
    target: str
    legal: bool
    distance: int | float | str | None
    headline: NamedChance | None
    means: dict[str, Chance]
    refusals: list[Reason]


class MatchupsAnswer(Shape):
    """Everybody against every enemy; `apart` is how far off every target was put, null for none."""

    ruleset: str
    stands_on: str
    apart: str | None
    pairs: list[MatchupLine]


class RecalledStep(Shape):
    """A step of a game: its command and what came of it, or nothing but the battle that was put in place."""

    battle: BattleData
    command: CommandData | None
    events: list[EventData]
    faces: list[int | str]
    story: list[str]
    outcome: str
    units: list[str]


class RecalledAnswer(Shape):
    """A game step by step; `log` is the text of its log file, null where a battle was put in another's place.

    `picture` is the picture underneath that was asked for, as base64.
    """

    battle: BattleData
    steps: list[RecalledStep]
    log: str | None
    picture: str | None


class PlanBranch(Shape):
    """A way on from a command: its chance, what happened, and the number of the situation after it."""

    p: Chance
    what: str
    to: int


class PlanSituation(Shape):
    """A situation that the plan may come to: who is still to fire, its value, and the command to give then."""

    to_fire: list[str]
    least: Chance
    most: Chance
    shot: ShotData | None
    command: CommandData | None
    then: list[PlanBranch]


class ReplyLine(Shape):
    """A best reply with the chance that it is the best; no shot where there is none."""

    shot: ShotData | None
    p: Chance


class ExchangeLine(Shape):
    """A shot with the best reply to it."""

    shot: ShotData
    gain: Chance
    reply: Chance
    value: Chance
    replies: list[ReplyLine]


class PlanAnswer(Shape):
    """A plan with its value, between `least` and `most`, exact where they meet."""

    ruleset: str
    goal: dict[str, Chance]
    shooters: list[str]
    stands_on: str
    in_turns: bool = Field(description="Units act in their turns of the round; enemies between do nothing.")
    exact: bool
    least: Chance
    most: Chance
    simple: Chance | None
    looked_at: int
    first: ShotData | CommandData | None
    situations: list[PlanSituation]


class RepliesAnswer(Shape):
    """Every shot with the best reply to it, the best first."""

    ruleset: str
    stands_on: str
    exchanges: list[ExchangeLine]
