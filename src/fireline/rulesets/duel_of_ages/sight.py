"""Line of sight: what the line from dot to dot meets, what that costs, and how a ruling shows it (DOA-3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple

from fireline.geometry.hexes import EdgeRun, Hex
from fireline.geometry.polygons import Contact, Polygon, contacts
from fireline.rulesets.duel_of_ages.board import Board, space_name
from fireline.rulesets.duel_of_ages.editions import RULES, USUAL, Edition
from fireline.ruling import Sight, SightMark

CORNER, OWN_SPACE, EDGE = RULES.cite("DOA-3.1"), RULES.cite("DOA-3.2"), RULES.cite("DOA-3.3")
CAMOUFLAGE, BUILDING, DOME = RULES.cite("DOA-3.4"), RULES.cite("DOA-3.5"), RULES.cite("DOA-3.6")
WALL, MAP_EDGE, GRENADE = RULES.cite("DOA-3.7"), RULES.cite("DOA-3.8"), RULES.cite("DOA-3.9")

NO_EDGES: frozenset[str] = frozenset()


class Effect(NamedTuple):
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


class Met(NamedTuple):
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
        return contacts(self.start, self.end, self.wall)


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

    A side whose space is named in `edges` counts instead. Nobody is in the way of a line.
    """
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
    return Look(board, start, end, grenade, _own_space(board, start, grenade=grenade), tuple(met), walls)


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


def _own_space(board: Board, start: Hex, *, grenade: bool) -> Effect:
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


def sight_of(line: Look) -> Sight:
    """What the ruling says of a line of sight."""
    reasons = tuple(_reasons(line))
    return Sight(line.clear, tuple(dict.fromkeys(_blockers(line))), tuple(_marks(line)), reasons)


def place(line: Look, space: Hex) -> str:
    """A space of the line by name; one that the map lacks is its edge."""
    return space_name(space) if space in line.board else f"{space_name(space)} off the map"


def on(line: Look, space: Hex, effect: Effect) -> str:
    """What stands in a space, and where."""
    return effect.what if effect.rule == MAP_EDGE else f"{effect.what} on {place(line, space)}"


def _reasons(line: Look) -> Iterator[tuple[str, str]]:
    if line.own.blocks:
        what = "throws out of" if line.grenade else "shoots out of"
        yield line.own.rule, f"The shooter is in the {line.own.what} on {space_name(line.start)}; nobody {what} one."
    for one in line.met:
        if one.effect and one.effect.blocks:
            yield _reason(line, one, one.effect)
    for wall in line.walls:
        if wall.blocks:
            yield WALL, f"The line of sight touches wall {wall.number}{_where(line, wall)}."


def _reason(line: Look, one: Met, effect: Effect) -> tuple[str, str]:
    things = [on(line, space, each) for space, each in zip(one.spaces, one.effects, strict=True)]
    if one.kind == "edge":
        if all(each.blocks for each in one.effects):
            return EDGE, f"The line of sight runs along an edge with no way on either side: {things[0]}, {things[1]}."
        chosen = things[one.counts or 0]
        return effect.rule, f"Along an edge the shooter chose the {chosen}, which blocks the line of sight."
    if one.kind == "corner":
        return CORNER, f"The line of sight touches a corner of the {things[0]}, which blocks it."
    if one.spaces == (line.end,):
        verb = "throws" if effect.rule == GRENADE else "shoots"
        return effect.rule, f"The target is in the {things[0]}; nobody {verb} into one."
    return effect.rule, f"The line of sight is blocked by the {things[0]}."


def _where(line: Look, wall: WallMet) -> str:
    """In whose space a wall is met, where that is the shooter's or the target's."""
    first = line.met[0].start if line.met else 1
    if wall.contacts[0].start < first:
        return ", in the shooter's own space"
    last = line.met[-1].start if line.met else 0
    return ", in the target's space" if wall.contacts[0].start > last else ""


def _blockers(line: Look) -> Iterator[str]:
    if line.own.blocks:
        yield space_name(line.start)
    for one in line.met:
        if one.effect and one.effect.blocks:
            for space, effect in zip(one.spaces, one.effects, strict=True):
                if effect.blocks:
                    yield place(line, space)
    yield from (f"wall {wall.number}" for wall in line.walls if wall.blocks)


def _marks(line: Look) -> list[SightMark]:
    marks = [
        SightMark(
            kind=one.kind,
            places=tuple(place(line, space) for space in one.spaces),
            start=one.start,
            end=one.end,
            obstructions=tuple(_shown(line, *pair) for pair in zip(one.spaces, one.effects, strict=True)),
            blocks=one.effect is not None and one.effect.blocks,
            chosen=_chosen(line, one),
        )
        for one in line.met
        if one.spaces != (line.end,) or one.effects[0].cost != (False, 0)
    ]
    if line.own.blocks:
        leaves, here = line.met[0].start, space_name(line.start)
        what = f"{line.own.what} on {here}"
        marks.append(SightMark("crosses", (here,), Fraction(0), leaves, (what,), blocks=True))
    for wall in line.walls:
        name, contact = f"wall {wall.number}", wall.contacts[0]
        marks.append(SightMark("wall", (name,), contact.start, contact.end, (f"wall {wall.number}",), wall.blocks))
    return sorted(marks, key=lambda mark: (mark.start, mark.end))


def _chosen(line: Look, one: Met) -> str:
    """The side of an edge run that counts, "" where there is no choice to be made."""
    if one.kind != "edge" or one.counts is None or all(effect.blocks for effect in one.effects):
        return ""
    return place(line, one.spaces[one.counts])


def _shown(line: Look, space: Hex, effect: Effect) -> str:
    """What a space does, "" for nothing."""
    if effect.cost == (False, 0):
        return ""
    return on(line, space, effect) if effect.blocks else f"{on(line, space, effect)} +{effect.stealth}"
