"""What heroes do beside shooting: moves space by space, Slip Away, and actions that leave them where they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, TypeVar

from fireline.chance import Dice
from fireline.game.command import Command, Parameter
from fireline.game.entries import shown
from fireline.game.event import Event
from fireline.geometry.hexes import Hex, distance, neighbours, way
from fireline.rulesets.duel_of_ages.board import space_name
from fireline.rulesets.duel_of_ages.editions import RULES
from fireline.rulesets.duel_of_ages.events import ActionTaken, HeroesSwitched, HeroMoved
from fireline.rulesets.duel_of_ages.pieces import ACTIONS
from fireline.rulesets.duel_of_ages.state import Hero, State, StepKind
from fireline.ruling import Checks, Refusal
from fireline.ruling.prose import listing

OTHER_ACTIONS = ("unleash", "fight", "other")
MOVES, ONE_ACTION = RULES.cite("DOA-1.5"), RULES.cite("DOA-1.1")


class Doing(Command):
    """Base of everything that a hero does beside shooting."""

    kind: ClassVar[str] = ""
    """The action that tells how many spaces a hero may enter, "" for one that moves nobody."""
    checks: ClassVar[Checks[Acting[Any]]]
    """The reasons against it, beside those against every action."""

    hero: str

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.checks = Checks(RULES)

    def refusals(self, state: State) -> tuple[Refusal, ...]:
        acting = Acting(state, self)
        return (*common(acting), *self.checks(acting))


C = TypeVar("C", bound=Doing)


class Acting(NamedTuple, Generic[C]):
    """A command with everything the rules ask about it."""

    state: State
    command: C

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
        if self.going_on and self.state.moving:
            return self.state.moving.left
        return self.hero.reach(self.command.kind, self.state.edition.house) or 0


common = Checks[Acting[Any]](RULES)


@common.rule(ONE_ACTION)
def it_is_an_action_step_of_the_hero(acting: Acting[Any]) -> str | None:
    """Actions are for the Action step of the hero's team, one each; a move that has begun may go on."""
    state, hero = acting.state, acting.hero
    if state.over:
        return "The round is over."
    if state.step is StepKind.REACTION:
        return "In the Reaction step heroes only shoot."
    if state.team not in {None, hero.team}:
        return f"It is the Action step of {state.team}, and {hero.id} is of {hero.team}."
    return f"{hero.id} has already taken its action in this step." if hero.done and not acting.going_on else None


class Move(Doing):
    """Move a hero into the next space, or the shortest way to one farther off.

    Its move goes on until somebody else does something, or its Speed is used up.
    """

    kind = "move"

    space: Annotated[str, Parameter(kind="place")]

    def label(self, state: State) -> str:
        return f"{state.title(self.hero)} moves into {self.space}"

    def path(self, state: State) -> tuple[Hex, ...]:
        """The spaces that it enters, on the shortest way past walls and other heroes; () where there is none."""
        here, there = state.unit(self.hero).space, state.board.by_name.get(self.space)

        def free(here: Hex) -> Iterator[Hex]:
            return (step for step in state.board.steps(here) if not state.hero_at(step))

        if there is None:
            return ()
        if distance(here, there) == 1 and not state.board.walled_off(here, there):
            return () if state.hero_at(there) else (there,)
        return way(here, there, free) or ()

    def entered(self, state: State) -> tuple[Event, ...]:
        """Each space, one after the other, without any dice."""
        reach, path = Acting(state, self).reach, self.path(state)
        return tuple(HeroMoved(self.hero, space_name(space), reach - n) for n, space in enumerate(path, 1))

    def happens(self, state: State, dice: Dice) -> tuple[Event, ...]:
        return self.entered(state)


@Move.checks.rule(MOVES)
def can_enter(acting: Acting[Move]) -> str | None:
    """A way leads from one free space to the next, through no wall, as far as Speed reaches."""
    state, here, name = acting.state, acting.hero.space, acting.command.space
    space = state.board.by_name.get(name)
    if space is None:
        return f"{shown(name)} is no space of this map."
    if other := state.hero_at(space):
        return f"{name} is occupied by {other.id}."
    reach, least = acting.reach, distance(here, space)
    if 0 < reach < least:  # no way is shorter, and the search for one looks at half the map
        return f"{name} is {least} spaces away or more; {acting.hero.id} may enter {reach}."
    spaces = len(acting.command.path(state))
    if not spaces:
        return f"No way leads from {space_name(here)} to {name} past walls and other heroes."
    if reach and spaces > reach:
        return f"{name} is {spaces} spaces away; {acting.hero.id} may enter {reach}."
    return None if reach else f"{acting.hero.id} has no Speed, so it may enter no space."


class SlipAway(Doing):
    """Change places with an enemy next to the hero."""

    kind = "slip_away"

    enemy: Annotated[str, Parameter(kind="unit")]

    def label(self, state: State) -> str:
        return f"{state.title(self.hero)} slips away from {state.title(self.enemy)}"

    def happens(self, state: State, dice: Dice) -> tuple[Event, ...]:
        return (HeroesSwitched(self.hero, self.enemy, Acting(state, self).reach - 1),)


@SlipAway.checks.rule(MOVES)
def can_switch(acting: Acting[SlipAway]) -> str | None:
    """A switch is with an enemy next to the hero, and no wall between."""
    hero, enemy = acting.hero, acting.state.named(acting.command.enemy, "command.enemy")
    if enemy.team is hero.team:
        return f"{enemy.id} is of the hero's own team; Slip Away switches with an enemy."
    if distance(hero.space, enemy.space) != 1 or acting.state.board.walled_off(hero.space, enemy.space):
        return f"{enemy} is not next to {hero}, or behind a wall."
    return None


class Act(Doing):
    """Take another action: `unleash`, `fight` or `other`."""

    action: Annotated[str, Parameter(values=OTHER_ACTIONS)]

    def label(self, state: State) -> str:
        return f"{state.title(self.hero)} uses {ACTIONS[self.action].name}"

    def happens(self, state: State, dice: Dice) -> tuple[Event, ...]:
        return (ActionTaken(self.hero, self.action),)


@Act.checks.rule(ONE_ACTION)
def is_an_action(acting: Acting[Act]) -> str | None:
    """The actions that a hero takes on the spot."""
    action = acting.command.action
    return None if action in OTHER_ACTIONS else f"{shown(action)} is no such action; there is {listing(OTHER_ACTIONS)}."


def doings(state: State, id_: str) -> Iterator[Command]:
    """What a hero may do besides shooting; nothing where it may not even go on with a move."""
    hero = state.unit(id_)
    if common.bar(Acting(state, Move(id_, space_name(hero.space)))):
        return
    for one in _thinkable(state, hero):
        acting = Acting(state, one)
        if not common.bar(acting) and not one.checks.bar(acting):
            yield one


def _thinkable(state: State, hero: Hero) -> Iterator[Doing]:
    """What it might do, allowed or not."""
    for space in neighbours(hero.space):
        if space in state.board and not state.board.walled_off(hero.space, space):
            yield Move(hero.id, space_name(space))
        if (other := state.hero_at(space)) and other.team is not hero.team:
            yield SlipAway(hero.id, other.id)
    yield from (Act(hero.id, action) for action in OTHER_ACTIONS)
