"""What heroes do beside shooting: moves space by space, Slip Away, and actions that leave them where they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from fireline.game.command import Command, Parameter
from fireline.game.entries import shown
from fireline.game.event import Event
from fireline.geometry.hexes import Hex, distance, neighbours, way
from fireline.rulesets.duel_of_ages.board import space_name
from fireline.rulesets.duel_of_ages.editions import RULES
from fireline.rulesets.duel_of_ages.events import ActionTaken, HeroesSwitched, HeroMoved
from fireline.rulesets.duel_of_ages.state import Hero, State, StepKind
from fireline.ruling import Checks
from fireline.ruling.prose import listing

OTHER_ACTIONS = ("unleash", "fight", "other")


class Move(Command):
    """Move a hero into the next space, or the shortest way to one farther off.

    Its move goes on until somebody else does something, or its Speed is used up.
    """

    hero: str
    space: Annotated[str, Parameter(kind="place")]


class SlipAway(Command):
    """Change places with an enemy next to the hero."""

    hero: str
    enemy: Annotated[str, Parameter(kind="unit")]


class Act(Command):
    """Take another action: `unleash`, `fight` or `other`."""

    hero: str
    action: Annotated[str, Parameter(values=OTHER_ACTIONS)]


Doing = Move | SlipAway | Act
MOVES, ONE_ACTION = RULES.cite("DOA-1.5"), RULES.cite("DOA-1.1")


@dataclass(frozen=True)
class Acting:
    """A command with everything the rules ask about it."""

    state: State
    command: Doing

    @property
    def hero(self) -> Hero:
        """Who is to do it; raises `BattleFileError`."""
        return self.state.named(self.command.hero, "command.hero")

    @property
    def going_on(self) -> bool:
        """Whether this goes on with a move that has begun."""
        moving = self.state.moving
        return isinstance(self.command, Move) and moving is not None and moving.hero == self.command.hero

    @property
    def reach(self) -> int:
        """How many spaces the hero may still enter."""
        moving = self.state.moving
        kind = "slip_away" if isinstance(self.command, SlipAway) else "move"
        return moving.left if self.going_on and moving else self.hero.reach(kind, self.state.edition.house) or 0

    @property
    def path(self) -> tuple[Hex, ...]:
        """The spaces that a move enters, on the shortest way past walls and other heroes; () where there is none."""
        state = self.state
        there = state.board.by_name.get(self.command.space) if isinstance(self.command, Move) else None

        def free(here: Hex) -> Iterator[Hex]:
            return (step for step in state.board.steps(here) if not state.hero_at(step))

        return (way(self.hero.space, there, free) if there is not None else None) or ()


refusals = Checks[Acting](RULES)


@refusals.rule(ONE_ACTION)
def it_is_an_action_step_of_the_hero(acting: Acting) -> str | None:
    """Actions are for the Action step of the hero's team, one each; a move that has begun may go on."""
    state, hero = acting.state, acting.hero
    if state.over:
        return "The round is over."
    if state.step is StepKind.REACTION:
        return "That is no reaction: in the Reaction step heroes only shoot."
    if state.team not in {None, hero.team}:
        return f"It is the Action step of {state.team}, and {hero.id} is of {hero.team}."
    return f"{hero.id} has already taken its action in this step." if hero.done and not acting.going_on else None


@refusals.rule(MOVES)
def can_enter(acting: Acting) -> str | None:
    """A way leads from one free space to the next, through no wall, as far as Speed reaches."""
    if not isinstance(acting.command, Move):
        return None
    state, here, name = acting.state, acting.hero.space, acting.command.space
    space = state.board.by_name.get(name)
    if space is None:
        return f"{shown(name)} is no space of this map."
    if other := state.hero_at(space):
        return f"{name} is occupied by {other.id}."
    spaces, reach = len(acting.path), acting.reach
    if not spaces:
        return f"No way leads from {space_name(here)} to {name} past walls and other heroes."
    if reach and spaces > reach:
        return f"{name} is {spaces} spaces away; {acting.hero.id} may enter {reach}."
    return None if reach else f"{acting.hero.id} may enter no more spaces."


@refusals.rule(MOVES)
def can_switch(acting: Acting) -> str | None:
    """A switch is with an enemy next to the hero, and no wall between."""
    if not isinstance(acting.command, SlipAway):
        return None
    hero, enemy = acting.hero, acting.state.named(acting.command.enemy, "command.enemy")
    if enemy.team is hero.team:
        return f"{enemy.id} is of the hero's own team; Slip Away switches with an enemy."
    if distance(hero.space, enemy.space) != 1 or acting.state.board.walled_off(hero.space, enemy.space):
        return f"{enemy} is not next to {hero}, or behind a wall."
    return None


@refusals.rule(ONE_ACTION)
def is_an_action(acting: Acting) -> str | None:
    """The actions that a hero takes on the spot."""
    if not isinstance(acting.command, Act) or acting.command.action in OTHER_ACTIONS:
        return None
    return f"{shown(acting.command.action)} is no such action; there is {listing(OTHER_ACTIONS)}."


def decide(acting: Acting) -> tuple[Event, ...]:
    """What a legal command makes happen."""
    match acting.command:
        case Move(hero):
            return tuple(HeroMoved(hero, space_name(space), acting.reach - n) for n, space in enumerate(acting.path, 1))
        case SlipAway(hero, enemy):
            return (HeroesSwitched(hero, enemy, acting.reach - 1),)
        case Act(hero, action):
            return (ActionTaken(hero, action),)


def doings(state: State, hero: Hero) -> Iterator[Doing]:
    """What a hero might do beside shooting; what it may not is sorted out afterwards."""
    for space in neighbours(hero.space):
        if space in state.board and not state.board.walled_off(hero.space, space):
            yield Move(hero.id, space_name(space))
        if (other := state.hero_at(space)) and other.team is not hero.team:
            yield SlipAway(hero.id, other.id)
    yield from (Act(hero.id, action) for action in OTHER_ACTIONS)
