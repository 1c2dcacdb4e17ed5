"""What takes long and says how far it is: where it is safe, what is best, how it goes on, when it is fair."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from fireline.analysis.balance import Balance, Level
from fireline.analysis.balance import balance as balanced
from fireline.analysis.contest import MOST_GAMES, Playing
from fireline.analysis.deadline import USUAL, Deadline, Done, Listener, tell_nobody
from fireline.analysis.paired import PairedResult, paired
from fireline.analysis.plan import Planner, planner_for
from fireline.analysis.plananswer import PlanAnswer
from fireline.analysis.policy import policy_of
from fireline.analysis.reply import RepliesAnswer, ReplySearch
from fireline.analysis.simulate import USUAL_TURNS
from fireline.analysis.simulate import simulate as simulated
from fireline.analysis.simulated import SimulationResult
from fireline.analysis.threat import ThreatAnswer, ThreatGlimpse
from fireline.analysis.threatmap import ThreatMap, enemies
from fireline.analysis.unitworth import UnitsWorth, UnitWorth, units_worth
from fireline.analysis.vary import Variant
from fireline.game.battle import Battle
from fireline.game.commandtext import unit_meant
from fireline.game.drawing import ThreatCell
from fireline.game.entries import FileEntry, Name
from fireline.game.errors import BattleFileError, Code
from fireline.questions import LINES, PNG, question
from fireline.questions.answering.seen import far, files, seen
from fireline.questions.columns import FieldRequest, changed
from fireline.questions.forms.requests import BattleRequest, Begins, Changes, Policies, Seconds, Seed, Unit

LONGEST = 240.0
"""Seconds that a plan may be looked for, or places be asked about."""


class ThreatRequest(BattleRequest):
    """A map of the fire against a unit, of all its enemies or of these in their order; or of the fire by a unit.

    `at_least` asks for so many losses and not for a hit; fire by a unit is at `target`, or at its first enemy.
    """

    unit: Unit
    direction: Literal["against", "by"] = "against"
    target: Annotated[
        Unit | None, Field(description="The target of a single shooter; its first enemy if nobody is named.")
    ] = None
    shooters: Annotated[
        list[Name] | None, Field(max_length=50, description="Who fires, in this order; all enemies if nobody is named.")
    ] = None
    at_least: Annotated[
        int | None, Field(ge=1, le=99, description="Show the chance of losing this many or more, not that of a hit.")
    ] = None
    step: Annotated[float | None, Field(gt=0, le=1e6, description="How far apart places are, in inches or metres.")] = (
        None
    )
    seconds: Annotated[
        float | None,
        Field(gt=0, le=LONGEST, description="How long it may take; the nearest places come first. Default: 5."),
    ] = None


class PlanRequest(BattleRequest):
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
        Field(gt=0, le=LONGEST, description="How long to search. Default: 5; with a budget, as long as it takes."),
    ] = None
    budget: Annotated[
        int | None,
        Field(ge=1, le=10_000_000, description="How many battles to look at. Default: as many as time allows."),
    ] = None
    reply: Annotated[bool, Field(description="Value each shot together with the enemy's best reply instead.")] = False


class SimulateRequest(BattleRequest):
    """A battle to be played so many times by these policies, alone or in pairs `against` it with something changed."""

    against: Changes | None = None
    common_dice: Annotated[bool, Field(description="Throw the same dice in every battle with this seed.")] = False
    phases: Annotated[
        int,
        Field(ge=1, le=10_000_000, description="How many phases to play; with `turns`, how many whole games."),
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


class Glimpses(NamedTuple):
    """The places that were asked about since somebody was told."""

    cells: tuple[ThreatGlimpse, ...]


@question(media=LINES, example={"unit": "bow"}, tag="analysis", known={"cells": tuple[ThreatGlimpse, ...]})
def threat(asked: ThreatRequest, heard: Listener[Glimpses | None] = tell_nobody) -> ThreatAnswer:
    """Give the exact chance that a unit is hit, for every place of the board, if it were the enemy's turn to fire.

    Line by line: `progress` with the `cells` found since, nearest first, then `result`. Hanging up stops the work.
    """
    deadline, found = Deadline.of_answer(asked.seconds or USUAL, heard), threat_of(asked)
    heard(0.0, None)
    fresh = list[ThreatGlimpse]()

    def told(share: float, cell: ThreatCell) -> None:
        fresh.append(ThreatGlimpse(cell.place, cell.chance, cell.stands))
        deadline.tell(share, lambda: Glimpses(tuple(fresh.pop(0) for _ in range(len(fresh)))))

    return ThreatAnswer.within(found, deadline.left, far(asked.step), told).drawn


@question(name="threat.png", media=PNG, example={"unit": "bow"}, tag="analysis", tool="")
def threat_png(asked: ThreatRequest, heard: Listener[Glimpses | None] = tell_nobody) -> bytes:
    """The same map as PNG, once it is there."""
    from fireline.draw.png import png

    return png(threat(asked, heard).svg or "")


@question(media=LINES, example={"seconds": 1}, tag="analysis")
def plan(asked: PlanRequest, heard: Listener[Planner | ReplySearch | None] = tell_nobody) -> PlanAnswer | RepliesAnswer:
    """Find the best order and targets for a side's shots in this phase, with a decision after every outcome.

    Line by line: `progress`, then `result`, exact or between two proven bounds.
    """
    deadline = Deadline.of_answer(asked.seconds or (LONGEST if asked.budget else USUAL))
    search = search_of(asked)
    heard(0.0, None)
    search.run(asked.budget, deadline.left, heard)
    return search.answer()


@question(media=LINES, example={"phases": 100, "seed": 7}, tag="analysis")
def simulate(asked: SimulateRequest, heard: Listener[Done | None] = tell_nobody) -> SimulationResult | PairedResult:
    """Play whole phases or games many times by simple policies, and count with intervals.

    Line by line: `progress`, then `result`. Hanging up stops the work.
    """
    other = None if asked.against is None else changed(Variant.of(seen(asked), files=files()), asked.against).battle
    return played(asked, heard, other)


def played(
    asked: SimulateRequest,
    heard: Listener[Done | None],
    other: Battle | None = None,
    *,
    first: int = 0,
    workers: int | None = None,
) -> SimulationResult | PairedResult:
    """Phases or games of a battle from a trial on, in pairs with those of the other battle where there is one."""
    battle = seen(asked)
    for one in (battle, *([other] if other else [])):
        policy_of(asked.policies, one)
    if other is not None and asked.begins is not None:
        raise BattleFileError(Code.UNSUPPORTED, "is for games of one battle; leave out `against`", "begins")
    heard(0.0, None)
    how: dict[str, Any] = {"policies": asked.policies, "turns": asked.turns, "seed": asked.seed, "workers": workers}
    how |= {"common_dice": asked.common_dice, "phases": asked.phases, "first": first, "heard": heard}
    how["seconds"] = asked.seconds or (None if asked.turns is None else USUAL)
    if other is None:
        return simulated(battle, **how, begins=asked.begins)
    return paired(battle, other, **how)


def search_of(asked: PlanRequest) -> Planner | ReplySearch:
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


class GamesRequest(FileEntry):
    """How games are played to find something out."""

    games: Annotated[int, Field(ge=1, le=1_000_000, description="How many games of each battle at the most.")] = (
        MOST_GAMES
    )
    turns: Annotated[int, Field(ge=1, le=1000, description="A game of more turns is unfinished; nobody wins it.")] = (
        USUAL_TURNS
    )
    begins: Begins = None
    policies: Policies = "simple"
    seed: Seed = 0
    seconds: Seconds = USUAL

    @property
    def how(self) -> Playing:
        """The same for those who play."""
        return Playing(self.turns, self.begins, self.policies, self.seed, self.games, self.seconds)


class BalanceRequest(GamesRequest, FieldRequest, BattleRequest):
    """With which value of `field` does a side win so many of its games?"""

    side: Annotated[Name, Field(description="The side whose win rate counts.")]


@question(
    media=LINES,
    example={"side": "bottom", "field": "units[bow].blocks", "over": "2|4", "games": 4, "turns": 2, "seconds": 1},
    tag="analysis",
    known={"games": int, "nearest": Level},
)
def balance(asked: BalanceRequest, heard: Listener[Balance | None] = tell_nobody) -> Balance:
    """Find the value of a field with which a side wins as often as asked, by games on the same dice, with intervals."""
    variant = Variant.of(seen(asked), files=files())
    heard(0.0, None)
    return balanced(variant, asked.field, asked.side, asked.goal, over=asked.over, how=asked.how, heard=heard)


class UnitWorthRequest(GamesRequest, BattleRequest):
    """What are these units worth to their sides, or what is everybody?"""

    units: Annotated[
        list[Name] | None,
        Field(max_length=100, description="The units, by id, place or name; everybody in play if nobody is named."),
    ] = None


@question(
    media=LINES,
    example={"units": ["bow"], "games": 4, "turns": 2, "seconds": 1},
    tag="analysis",
    known={"games": int, "units": tuple[UnitWorth, ...]},
)
def unit_worth(asked: UnitWorthRequest, heard: Listener[UnitsWorth | None] = tell_nobody) -> UnitsWorth:
    """Say what units are worth: the win rate that each adds to its side, by games on the same dice, with intervals."""
    variant = Variant.of(seen(asked), files=files())
    heard(0.0, None)
    return units_worth(variant, asked.units or (), how=asked.how, heard=heard)
