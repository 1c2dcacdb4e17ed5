"""The line of sight as a ruling shows it: marks in order, blockers by name, reasons under their rules."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from fireline.geometry.hexes import Hex
from fireline.rulesets.duel_of_ages.board import space_name
from fireline.rulesets.duel_of_ages.sight import CORNER, EDGE, GRENADE, MAP_EDGE, WALL, Effect, Look, Met, WallMet
from fireline.ruling import Sight, SightMark


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
        leaves = line.met[0].start
        marks.append(SightMark("crosses", (space_name(line.start),), Fraction(0), leaves, (_own(line),), blocks=True))
    for wall in line.walls:
        name, contact = f"wall {wall.number}", wall.contacts[0]
        marks.append(SightMark("wall", (name,), contact.start, contact.end, (f"wall {wall.number}",), wall.blocks))
    return sorted(marks, key=lambda mark: (mark.start, mark.end))


def _chosen(line: Look, one: Met) -> str:
    """The side of an edge run that counts, "" where there is no choice to be made."""
    if one.kind != "edge" or one.counts is None or all(effect.blocks for effect in one.effects):
        return ""
    return place(line, one.spaces[one.counts])


def _own(line: Look) -> str:
    return f"{line.own.what} on {space_name(line.start)}"


def _shown(line: Look, space: Hex, effect: Effect) -> str:
    """What a space does, "" for nothing."""
    if effect.cost == (False, 0):
        return ""
    return on(line, space, effect) if effect.blocks else f"{on(line, space, effect)} +{effect.stealth}"
