"""What takes long and says how far it is: where it is safe, what is best, how it goes on."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from fireline.analysis.deadline import USUAL, Deadline, seldom
from fireline.analysis.paired import PairedResult, paired
from fireline.analysis.plan import Planner, planner_for
from fireline.analysis.plananswer import PlanAnswer
from fireline.analysis.policy import policy_of
from fireline.analysis.reply import RepliesAnswer, ReplySearch
from fireline.analysis.simulate import simulate as simulated
from fireline.analysis.simulated import SimulationResult
from fireline.analysis.threat import ThreatAnswer, ThreatGlimpse
from fireline.analysis.threatmap import ThreatMap, enemies
from fireline.analysis.vary import Variant
from fireline.game.commandtext import unit_meant
from fireline.game.drawing import ThreatCell
from fireline.game.entries import Name
from fireline.game.errors import BattleFileError, Code
from fireline.questions import LINES, PNG, Report, question, unheard
from fireline.questions.answering.files import files
from fireline.questions.answering.seen import far, seen
from fireline.questions.columns import changed
from fireline.questions.forms.requests import Begins, Changes, OfBattle, Policies, Seed, Unit

LONGEST = 240.0
"""Seconds that a plan may be looked for, or places be asked about."""


class ThreatRequest(OfBattle):
    """A map of the fire against a unit, of all its enemies or of these in their order; or of the fire by a unit.

    `at_least` asks for so many losses and not for a hit; fire by a unit is at `target`, or at its first enemy.
    """

    unit: Unit
    direction: Literal["against", "by"] = "against"
    target: Annotated[Unit | None, Field(description="At whom one unit fires; its first enemy if nobody is named.")] = (
        None
    )
    shooters: Annotated[
        list[Name] | None, Field(max_length=50, description="Who fires, in this order; all enemies if nobody is named.")
    ] = None
    at_least: Annotated[
        int | None, Field(ge=1, le=99, description="Show the chance to lose so many or more, not that to be hit.")
    ] = None
    step: Annotated[float | None, Field(gt=0, le=1e6, description="How far apart places are, in inches or metres.")] = (
        None
    )
    seconds: Annotated[
        float | None,
        Field(gt=0, le=LONGEST, description="How long to ask, the nearest places first: 5 seconds if nothing is said."),
    ] = None


class Planning(OfBattle):
    """The best shots of these units, or of the side that fires, found in so much time and so many battles.

    `reply` asks instead for each shot with the best reply to it.
    """

    goal: Annotated[
        str,
        Field(
            min_length=1,
            max_length=200,
            description="What counts: net (harm to enemies minus one's own), losses, kills, a field of outcomes or a "
            "unit's id; combine several as NAME=WEIGHT,...",
        ),
    ] = "net"
    shooters: Annotated[
        list[Name] | None, Field(max_length=50, description="The units that may fire; the whole side if none is named.")
    ] = None
    seconds: Annotated[
        float | None,
        Field(gt=0, le=LONGEST, description="How long to search: 5 seconds, or as long as a budget takes."),
    ] = None
    budget: Annotated[
        int | None, Field(ge=1, le=10_000_000, description="How many battles to look at; as many as time allows.")
    ] = None
    reply: Annotated[bool, Field(description="Value each shot together with the enemy's best reply instead.")] = False


class Simulating(OfBattle):
    """A battle to be played so many times by these policies, alone or in pairs `against` it with something changed."""

    against: Changes | None = None
    common_dice: Annotated[bool, Field(description="Throw the same dice in every battle of this seed.")] = False
    phases: Annotated[
        int,
        Field(ge=1, le=10_000_000, description="How many phases to play, or whole games if `turns` is given."),
    ] = 1000
    turns: Annotated[
        int | None,
        Field(ge=1, le=1000, description="Play whole games, each until one side is left or this many turns are over."),
    ] = None
    begins: Begins = None
    seconds: Annotated[
        float | None,
        Field(
            gt=0,
            le=86_400,
            description="How long it may take; then it answers what it knows. Default: 5 for whole games, else no end.",
        ),
    ] = None
    seed: Seed = 0
    policies: Policies = "simple"


@question(media=LINES, example={"unit": "bow"}, tag="analysis", known={"cells": tuple[ThreatGlimpse, ...]})
def threat(asked: ThreatRequest, report: Report = unheard) -> ThreatAnswer:
    """Give the exact chance that a unit is hit, for every place of the board, if it were the enemy's turn to fire.

    Line by line: `progress` with the `cells` found since, nearest first, then `result`. Hanging up stops the work.
    """
    deadline, found = Deadline.of_answer(asked.seconds or USUAL), threat_of(asked)
    report(0.0)
    fresh, tell = list[dict[str, Any]](), seldom(lambda share, cells: report(share, cells=cells))

    def told(share: float, cell: ThreatCell) -> None:
        fresh.append({"place": cell.place, "p": str(cell.chance), "stands": cell.stands})
        tell(share, lambda: [fresh.pop(0) for _ in range(len(fresh))])

    return ThreatAnswer.within(found, deadline.left, far(asked.step), told).drawn


@question(name="threat.png", media=PNG, example={"unit": "bow"}, tag="analysis", tool="")
def threat_png(asked: ThreatRequest, report: Report = unheard) -> bytes:
    """The same map as PNG, once it is there."""
    from fireline.draw.png import png

    return png(threat(asked, report).svg or "")


@question(media=LINES, example={"seconds": 1}, tag="analysis")
def plan(asked: Planning, report: Report = unheard) -> PlanAnswer | RepliesAnswer:
    """Find the best order and targets for a side's shots in this phase, with a decision after every outcome.

    Line by line: `progress`, then `result`, exact or between two proven bounds.
    """
    deadline = Deadline.of_answer(asked.seconds or (LONGEST if asked.budget else USUAL))
    search = search_of(asked)
    report(0.0)
    tell = seldom(lambda share, _: report(share))
    search.run(asked.budget, deadline.left, lambda share, _: tell(share, lambda: None))
    return search.answer()


@question(media=LINES, example={"phases": 100, "seed": 7}, tag="analysis")
def simulate(asked: Simulating, report: Report = unheard) -> SimulationResult | PairedResult:
    """Play whole phases or games many times by simple policies, and count with intervals.

    Line by line: `progress`, then `result`. Hanging up stops the work.
    """
    battle, phases = seen(asked), asked.phases
    how: dict[str, Any] = {"policies": asked.policies, "turns": asked.turns, "seed": asked.seed}
    how |= {"common_dice": asked.common_dice, "phases": phases, "heard": report, "seconds": time_for(asked)}
    other = None if asked.against is None else changed(Variant.of(battle, files=files()), asked.against)
    for one in (battle, *([other.battle] if other else [])):
        policy_of(asked.policies, one)
    report(0.0)
    if other is None:
        return simulated(battle, **how, begins=asked.begins)
    if asked.begins is not None:
        raise BattleFileError(Code.UNSUPPORTED, "is for games of one battle; leave out `against`", "begins")
    return paired(battle, other.battle, **how)


def time_for(asked: Simulating) -> float | None:
    """How many seconds the games may take, None for as long as they need."""
    return asked.seconds or (None if asked.turns is None else USUAL)


def search_of(asked: Planning) -> Planner | ReplySearch:
    """The search for the plan of the units that may fire, or for the replies; raises `BattleFileError`."""
    battle = seen(asked)
    named = dict.fromkeys(unit_meant(battle, one) for one in asked.shooters or ())
    planner = planner_for(battle, asked.goal, tuple(named))
    return ReplySearch(planner.battle, planner.goal, planner.shooters) if asked.reply else planner


def threat_of(asked: ThreatRequest) -> ThreatMap:
    """Against a unit all its enemies fire, or those named; by a unit it alone, at whom it is asked to or may first."""
    battle = seen(asked)
    unit = unit_meant(battle, asked.unit)
    if asked.direction == "against":
        named = [unit_meant(battle, one) for one in asked.shooters or ()]
        return ThreatMap(battle, unit, tuple(dict.fromkeys(named or enemies(battle, unit))), asked.at_least)
    at = unit_meant(battle, asked.target or next(iter(enemies(battle, unit)), ""))
    if not at:
        raise BattleFileError(Code.UNSUPPORTED, f"{unit} has no enemy here", "unit")
    return ThreatMap(battle, at, (unit,), asked.at_least)
