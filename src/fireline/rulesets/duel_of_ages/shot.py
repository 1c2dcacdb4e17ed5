"""A declared shot on the map: hero, weapon, target, the space aimed at, and the line between."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field

from fireline.game.command import Shot, ShotWords
from fireline.game.entries import Name, read_entry, shown, suggestion
from fireline.game.errors import BattleFileError, Code
from fireline.geometry.hexes import Hex
from fireline.rulesets.duel_of_ages.board import space_name
from fireline.rulesets.duel_of_ages.editions import NUMBERS, RULES
from fireline.rulesets.duel_of_ages.pieces import Weapon
from fireline.rulesets.duel_of_ages.sight import NO_EDGES, Look, look, sight_of
from fireline.rulesets.duel_of_ages.state import Hero, State, StepKind
from fireline.ruling import Sight, is_active

HIT = RULES.cite("DOA-4.1")
SYMBOL = NUMBERS.cite("DOA-4.1.symbol")
MOST_NAMED = 50


class ShotEntry(ShotWords):
    """What a shot may say in this game."""

    weapon: Name | None = None
    space: str | None = None
    edges: str | Annotated[list[str], Field(max_length=MOST_NAMED)] = Field("", title="Which spaces count along edges?")
    deck: Literal["now", "fresh"] = "now"


@dataclass(frozen=True)
class Shooting:
    """A shot with everything the rules ask about it; distance in spaces."""

    state: State
    shooter: Hero
    target: Hero
    weapon: Weapon | None
    space: Hex
    edges: frozenset[str] = NO_EDGES
    fresh: bool = False
    """Whether the odds are asked for against the whole deck."""

    @cached_property
    def distance(self) -> int | None:
        """Spaces from the shooter to the space aimed at (DOA-2.1); None where ways on foot count and there is none."""
        on_foot = self.state.edition.walls_lengthen_range
        return self.state.board.distance(self.shooter.space, self.space, on_foot=on_foot)

    @cached_property
    def look(self) -> Look | None:
        """The line of sight (DOA-3); None at one's own space."""
        if self.space == self.shooter.space:
            return None
        grenade = self.weapon is not None and self.weapon.grenade
        board, edition, start = self.state.board, self.state.edition, self.shooter.space
        return look(board, start, self.space, grenade=grenade, edition=edition, edges=self.edges)

    @cached_property
    def sight(self) -> Sight | None:
        """The line of sight as the ruling shows it."""
        return sight_of(self.look) if self.look else None

    @property
    def matching(self) -> bool:
        """Whether the shooter has the weapon's bonus symbol (DOA-4.1)."""
        return self.weapon is not None and self.weapon.symbol in self.shooter.bonus_symbols

    @property
    def attack(self) -> int | None:
        """The shooter's rating with the weapon, symbol included (DOA-4.1)."""
        if self.weapon is None:
            return None
        symbol = self.matching and is_active(HIT, f"{self.weapon.symbol} symbol")
        return self.shooter.rating(self.weapon.rating) + self.state.edition.house[SYMBOL] * symbol


def meanings(state: State, shot: Shot) -> tuple[Shooting, ...]:
    """Every shot that the declared one may mean: each weapon and each space where it names none.

    Raises `BattleFileError` where it names nobody, or nothing there is.
    """
    entry = read_entry(ShotEntry, shot.data(), "shot")
    shooter, target = state.parties(entry)
    weapons = _weapons(shooter, entry.weapon)
    space = None if entry.space is None else state.board.named(entry.space, "shot.space")
    edges = frozenset(entry.edges.split() if isinstance(entry.edges, str) else entry.edges)
    meant = tuple(
        Shooting(state, shooter, target, weapon, aim, edges, entry.deck == "fresh")
        for weapon in weapons
        for aim in ([space] if space else open_spaces(state, target))
    )
    fitting = tuple(shooting for shooting in meant if not _misfit(shooting))
    if not fitting:
        raise BattleFileError(Code.UNKNOWN_NAME, _misfit(meant[0]), "shot.edges")
    return fitting


def should_ask(state: State, shot: Shot, _detail: str) -> bool:
    """Whether the spaces along edges can matter: there is a choice of the shooter's."""
    return any(one.look.choices for one in meanings(state, shot) if one.look)


def open_spaces(state: State, target: Hero) -> tuple[Hex, ...]:
    """The spaces to aim at: in the Reaction step those that the target moved into (DOA-1.5), else where it stands."""
    if state.step is StepKind.ACTION or target.last_action is None:
        return (target.space,)
    start = target.last_action.path[:1]
    entered = dict.fromkeys(space for space in target.last_action.entered if space not in start)
    return tuple(entered) or (target.space,)


def _weapons(shooter: Hero, name: str | None) -> tuple[Weapon | None, ...]:
    if name is None:
        return shooter.weapons or (None,)
    weapon = shooter.weapon(name)
    if weapon is None:
        known = [one.name for one in shooter.weapons]
        problem = f"{shown(name)} is no weapon of {shooter.id} that is known here"
        raise BattleFileError(Code.UNKNOWN_NAME, f"{problem}; {suggestion(name, known)}", "shot.weapon")
    return (weapon,)


def _misfit(shooting: Shooting) -> str:
    """Why the spaces named for edge runs are none, or not one of two; "" where they fit."""
    runs = shooting.look.choices if shooting.edges and shooting.look else ()
    both = next((run for run in runs if shooting.edges >= set(run.names)), None)
    if both:
        return f"{both.names[0]} and {both.names[1]} lie on the two sides of one edge; name one of them"
    sides = [name for run in runs for name in run.names]
    lost = sorted(shooting.edges - set(sides))
    if not lost:
        return ""
    beside = f"the line to {space_name(shooting.space)} runs along no edge of it"
    return f"{shown(lost[0])} is none of the spaces to choose: {beside}; {suggestion(lost[0], sides)}"
