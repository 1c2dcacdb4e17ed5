"""What may be asked of analysis."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from fireline.game.entries import FileEntry, Name
from fireline.server.api.requests import Answering, BattleData, CommandData, EventData, Faces, Seed, ShotData, Team
from fireline.server.api.underlay import Underlay

LONGEST_PLAN = 240.0
"""Seconds that a plan may be looked for; what it is compared with takes some more."""


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


class Fearing(FileEntry):
    """A map of the fire against a unit, of all its enemies or of these in their order; or of the fire by a unit.

    `at_least` asks for so many losses and not for a hit; fire by a unit is at `target`, or at its first enemy.
    """

    battle: BattleData
    unit: Name
    direction: Literal["against", "by"] = "against"
    target: Name | None = None
    shooters: Annotated[list[Name], Field(max_length=50)] | None = None
    at_least: Annotated[int, Field(ge=1, le=99)] | None = None
    team: Team = None
    answers: Answering = None


class StepAsked(FileEntry):
    """A step of a game: a command with its events and faces as `play` answered them, or the battle put in its place."""

    command: CommandData = None
    events: Annotated[list[EventData], Field(max_length=1000, default_factory=list)]
    faces: Annotated[Faces, Field(default_factory=list)]
    battle: BattleData = None


class Recalling(FileEntry):
    """A game: either as the lines of its log, each as data, or as a battle and the steps from there that stand."""

    log: Annotated[list[dict[str, Any]] | None, Field(min_length=1, max_length=10_000)] = None
    battle: BattleData = None
    steps: Annotated[list[StepAsked], Field(max_length=10_000, default_factory=list)]
    underlay: Annotated[Underlay | None, Field(description="The picture underneath, which the log takes along.")] = None
    team: Team = None


class Solving(FileEntry):
    """At which value of `field` is a figure of the shot what is asked for? As `fireline solve` takes them."""

    battle: BattleData
    shot: ShotData
    field: Annotated[str, Field(min_length=1, max_length=200, examples=["shooter.moved"])]
    goal: Annotated[str, Field(max_length=40, description="A fraction, a decimal or a percentage.")] = "1/2"
    over: Annotated[str, Field(max_length=1000, description="Values: 2..20, 1|2|4; none: all round.")] = ""
    of: Annotated[str, Field(max_length=100)] = "headline"
    team: Team = None
    answers: Answering = None


class Matching(FileEntry):
    """Everybody against every enemy, from where they stand or with each target so far off."""

    battle: BattleData
    distance: Annotated[float | None, Field(ge=0, le=1e6, description="In the game's own measure.")] = None
    team: Team = None
    answers: Answering = None


class Planning(FileEntry):
    """The best shots of these units, or of the side that fires, found in so much time and so many battles.

    `reply` asks instead for each shot with the best reply to it.
    """

    battle: BattleData
    goal: Annotated[str, Field(min_length=1, max_length=200)] = "losses"
    shooters: Annotated[list[Name] | None, Field(max_length=50)] = None
    seconds: Annotated[float, Field(gt=0, le=LONGEST_PLAN)] = 10.0
    budget: Annotated[int | None, Field(ge=1, le=10_000_000)] = None
    reply: bool = False
    team: Team = None
    answers: Answering = None


class Simulating(FileEntry):
    """A battle to be played so many times by these policies, alone or in pairs `against` it with something changed."""

    battle: BattleData
    against: Annotated[
        dict[str, Any] | None, Field(max_length=50, description="Values by their paths, as a column of `compare` has.")
    ] = None
    common_dice: Annotated[bool, Field(description="Throw the dice of the seed alone, the same in any battle.")] = False
    phases: Annotated[int, Field(ge=1, le=10_000_000, description="How many: phases, or with `turns` games.")] = 1000
    turns: Annotated[
        int | None,
        Field(ge=1, le=1000, description="Play whole games, until one side is left or so many turns are over."),
    ] = None
    seed: Seed = 0
    policies: Annotated[str, Field(max_length=200)] = "simple"
    team: Team = None
    answers: Answering = None
