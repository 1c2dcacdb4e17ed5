"""Line of sight: what the line from dot to dot meets, what that costs, and what the shooter chooses (DOA-3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Literal

from fireline.geometry.hexes import EdgeRun, Hex
from fireline.geometry.polygons import Contact, Polygon, contacts
from fireline.rulesets.duel_of_ages.board import Board, space_name
from fireline.rulesets.duel_of_ages.editions import RULES, USUAL, Edition

CORNER, OWN_SPACE, EDGE = RULES.cite("DOA-3.1"), RULES.cite("DOA-3.2"), RULES.cite("DOA-3.3")
CAMOUFLAGE, BUILDING, DOME = RULES.cite("DOA-3.4"), RULES.cite("DOA-3.5"), RULES.cite("DOA-3.6")
WALL, MAP_EDGE, GRENADE = RULES.cite("DOA-3.7"), RULES.cite("DOA-3.8"), RULES.cite("DOA-3.9")

KEPT = 1 << 13
"""How many lines of sight a board remembers; all are forgotten when there are more."""
NO_EDGES: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Effect:
    """What one space does to the line: blocks it, or adds so much to the target's Stealth."""

    what: str
    rule: str
    stealth: int = 0
    blocks: bool = False

    @property
    def cost(self) -> tuple[bool, int]:
        """What the shooter wants least of: to be blocked, then Stealth."""
        return self.blocks, self.stealth

    def __str__(self) -> str:
        does = "blocks" if self.blocks else f"+{self.stealth}" if self.stealth else "no effect"
        return f"{self.what}: {does}"


@dataclass(frozen=True, slots=True)
class Met:
    """One thing the line meets: the spaces, what each does, and which of them counts (None: it is left out)."""

    kind: Literal["crosses", "edge", "corner"]
    spaces: tuple[Hex, ...]
    start: Fraction
    end: Fraction
    effects: tuple[Effect, ...]
    counts: int | None = 0

    @property
    def effect(self) -> Effect | None:
        """The effect that counts."""
        return None if self.counts is None else self.effects[self.counts]

    @property
    def names(self) -> tuple[str, ...]:
        """The spaces by name."""
        return tuple(map(space_name, self.spaces))


@lru_cache(maxsize=1 << 14)  # the same lines are asked about again and again as a round goes on
def _contacts(start: Hex, end: Hex, wall: Polygon) -> tuple[Contact, ...]:
    return contacts(start, end, wall)


@dataclass(frozen=True)
class WallMet:
    """A drawn wall, by its number from 1, that the line from `start` to `end` touches, and whether that blocks."""

    number: int
    wall: Polygon
    start: Hex
    end: Hex
    blocks: bool

    @cached_property
    def contacts(self) -> tuple[Contact, ...]:
        """Every stretch of the line in the wall, in order."""
        return _contacts(self.start, self.end, self.wall)


@dataclass(frozen=True)
class Look:
    """One line of sight: from the shooter's space to the target's, with everything it meets between and at the end."""

    board: Board
    start: Hex
    end: Hex
    grenade: bool
    own: Effect
    """The shooter's own space: only a Dome does anything (DOA-3.6), or Wall, which is drawn."""
    met: tuple[Met, ...]
    walls: tuple[WallMet, ...]

    @property
    def stealth(self) -> int:
        """What the terrain adds to the target's Stealth."""
        return sum(one.effect.stealth for one in self.met if one.effect and not one.effect.blocks)

    @cached_property
    def clear(self) -> bool:
        """Whether nothing blocks."""
        return not (
            self.own.blocks
            or any(one.effect.blocks for one in self.met if one.effect)
            or any(wall.blocks for wall in self.walls)
        )

    @property
    def choices(self) -> tuple[Met, ...]:
        """The edge runs: each is a choice of the shooter's (DOA-3.3)."""
        return tuple(one for one in self.met if one.kind == "edge")


def look(
    board: Board,
    start: Hex,
    end: Hex,
    *,
    grenade: bool = False,
    edition: Edition = USUAL,
    edges: frozenset[str] = NO_EDGES,
) -> Look:
    """The line of sight from one space to another; at each edge run the side best for the shooter counts.

    A side whose space is named in `edges` counts instead. Nobody is in the way of a line, so a board remembers it.
    """
    looks, key = board.looks, (start, end, grenade, edition, edges)
    found: Look | None = looks.get(key)
    if found is None:
        if len(looks) >= KEPT:
            looks.clear()
        found = looks[key] = _look(board, start, end, grenade=grenade, edition=edition, edges=edges)
    return found


def _look(board: Board, start: Hex, end: Hex, *, grenade: bool, edition: Edition, edges: frozenset[str]) -> Look:
    line = board.line(start, end)

    def effect(space: Hex) -> Effect:
        return effect_of(board, space, at_end=space == end, grenade=grenade)

    met: list[Met] = []
    for part in line.segments[1:]:
        if isinstance(part, EdgeRun):
            sides = (part.left, part.right)
            effects = (effect(part.left), effect(part.right))
            met.append(Met("edge", sides, part.enter, part.leave, effects, _choice(sides, effects, edges)))
        else:
            met.append(Met("crosses", (part.hex,), part.enter, part.leave, (effect(part.hex),)))
    if line.touches:
        counts = 0 if edition.corner_touch_counts else None
        met += [Met("corner", (t.hex,), t.at, t.at, (effect(t.hex),), counts) for t in line.touches]
        met.sort(key=lambda one: (one.start, one.end))
    walls = tuple(_walls(board, start, end, edition)) if board.walls else ()
    return Look(board, start, end, grenade, _own(board, start, grenade=grenade), tuple(met), walls)


def effect_of(board: Board, space: Hex, *, at_end: bool, grenade: bool) -> Effect:
    """What a space that the line touches does: one on the way, or the target's own (`at_end`)."""
    terrain = board.terrain_at(space)
    if terrain is None:
        return Effect("edge of the map", MAP_EDGE, blocks=True)
    name = terrain.name
    match terrain.blocks:
        case "wholly" if at_end or not grenade:
            return Effect(name, GRENADE if grenade else DOME, blocks=True)
        case "beyond" if not at_end and not grenade:
            return Effect(name, BUILDING, blocks=True)
        case "wholly" | "beyond" if grenade:
            return Effect(name, GRENADE, terrain.lobbed)
        case "beyond":
            return Effect(name, BUILDING, terrain.hides)
        case _:
            return Effect(name, CAMOUFLAGE, terrain.stealth)


def survey(board: Board, start: Hex, *, grenade: bool = False, edition: Edition = USUAL) -> dict[Hex, int | None]:
    """Every other space of the map as seen from one: what it adds to a target's Stealth, None where it is not seen."""
    seen = ((space, look(board, start, space, grenade=grenade, edition=edition)) for space, _ in board.spaces)
    return {space: line.stealth if line.clear else None for space, line in seen if space != start}


def _choice(sides: tuple[Hex, Hex], effects: tuple[Effect, Effect], edges: frozenset[str]) -> int:
    named = [n for n, side in enumerate(sides) if edges and space_name(side) in edges]
    return named[0] if named else min((0, 1), key=lambda n: effects[n].cost)


def _own(board: Board, start: Hex, *, grenade: bool) -> Effect:
    """The shooter's space: its terrain is left out (DOA-3.2), but nobody shoots out of a Dome."""
    terrain = board.terrain_at(start)
    if terrain is not None and terrain.blocks == "wholly":
        return Effect(terrain.name, GRENADE if grenade else DOME, blocks=True)
    return Effect(terrain.name if terrain else "", OWN_SPACE)


def _walls(board: Board, start: Hex, end: Hex, edition: Edition) -> Iterator[WallMet]:
    for number in board.walls_on(start, end):
        met = WallMet(number + 1, board.walls[number], board.dot_of(start), board.dot_of(end), blocks=True)
        only_touched = not edition.wall_touch_blocks and not any(one.inside for one in met.contacts)
        yield replace(met, blocks=False) if only_touched else met
