"""A shot on the map of Duel of Ages: the line from dot to dot, what each space costs, and the sides chosen."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from fireline.draw.canvas import Pen, Point
from fireline.draw.hexes import HexGrid
from fireline.draw.marks import cross, ring
from fireline.draw.palette import GREEN, INK, MUTED, PURPLE, VERMILLION, WHITE
from fireline.draw.sightline import APART, Line, draw_ends, draw_line, draw_range
from fireline.game.battle import Battle
from fireline.game.shot import Shot
from fireline.geometry.grid import GRID
from fireline.geometry.hexes import Hex, distance
from fireline.rulesets.duel_of_ages.board import Board, space_name
from fireline.rulesets.duel_of_ages.legality import disambiguated
from fireline.rulesets.duel_of_ages.shot import Shooting
from fireline.rulesets.duel_of_ages.sight import Look, Met, survey
from fireline.rulesets.duel_of_ages.state import State, StepKind

TAG = 15.0
"""How far a cost stands from the line, in pixels."""


def seen_from(state: State, shot: Shot) -> frozenset[Hex]:
    """The spaces that the shooter sees with this weapon, its own included."""
    shooting = disambiguated(state, shot)
    grenade = shooting.weapon is not None and shooting.weapon.grenade
    return spaces_seen(state, shooting.shooter.space, grenade=grenade)


def spaces_seen(state: State, start: Hex, *, grenade: bool = False) -> frozenset[Hex]:
    """The spaces that are seen from one of them, itself included."""
    seen = survey(state.board, start, grenade=grenade, edition=state.edition)
    return frozenset([start, *(space for space, stealth in seen.items() if stealth is not None)])


def draw_shot(layers: tuple[Pen, Pen, Pen], grid: HexGrid, battle: Battle, shot: Shot) -> None:
    """Range, path, line and marks of a shot: what lies under the walls, under the heroes, and over everything."""
    under, beneath, over = layers
    shooting = disambiguated(battle.state, shot)
    _draw_range(under, grid, shooting)
    draw_ends(under, grid, shooting.shooter.space, shooting.space)
    if battle.state.step is StepKind.REACTION:
        _draw_path(beneath, over, grid, battle, shooting)
    look, sight = shooting.look, shooting.sight
    if look is None or sight is None:
        return
    line = Line(dot_at(grid, look.board, look.start), dot_at(grid, look.board, look.end))
    draw_line(beneath, line, sight)
    for one in look.met:
        _draw_crossed(under, grid, look, one)
        _draw_met(over, grid, line, look, one)
    for wall in look.walls:
        at = line.at(wall.contacts[0].start)
        if wall.blocks:
            cross(over, at, note=f"blocked by wall {wall.number}", data_blocker=f"wall {wall.number}")
        else:
            ring(over, at, f"the line only touches wall {wall.number}")
    if look.own.blocks:
        cross(over, line.at(Fraction(0)), note=f"blocked by the {look.own.what} of the shooter")


def _draw_crossed(pen: Pen, grid: HexGrid, look: Look, one: Met) -> None:
    """The outline of a space that the line crosses on its way."""
    if one.kind != "crosses" or one.spaces == (look.end,) or one.effect is None:
        return
    colour, dashes = (VERMILLION, "7 4") if one.effect.blocks else (GREEN, "none")
    hook: dict[str, Any] = {"data_blocker": one.names[0]} if one.effect.blocks else {}
    edge = pen.group(kind="crossed", note=f"the line crosses {one.names[0]}", **hook)
    corners = grid.corners(one.spaces[0], 0.92)
    edge.polygon(corners, fill="none", stroke=colour, stroke_width=3, stroke_dasharray=dashes)


def _draw_range(pen: Pen, grid: HexGrid, shooting: Shooting) -> None:
    """The outline of the spaces within the weapon's range."""
    weapon, start = shooting.weapon, shooting.shooter.space
    if weapon is None:
        return
    spaces = [space for space, _ in shooting.state.board.spaces]
    draw_range(pen, grid, [one for one in spaces if weapon.min_range <= distance(start, one) <= weapon.max_range])


def _draw_path(under: Pen, over: Pen, grid: HexGrid, battle: Battle, shooting: Shooting) -> None:
    """The target's last move, numbered space by space from 1, its start: open to the reaction or closed."""
    action = shooting.target.last_action
    if action is None or not action.entered:
        return
    board = battle.state.board
    places = [dot_at(grid, board, space) for space in action.path]
    for a, b in pairwise(places):
        under.line(a, b, kind="path", stroke=MUTED, stroke_width=3, stroke_dasharray="3 6", stroke_linecap="round")
    for number, (space, (x, y)) in enumerate(zip(action.path, places, strict=True), 1):
        aimed = Shot(shooting.shooter.id, shooting.target.id, space=space_name(space))
        open_ = battle.check(aimed).legal
        note = f"{number}: {space_name(space)}, {'open' if open_ else 'closed'}"
        mark = over.group(kind="reaction open" if open_ else "reaction closed", note=note, at=(x + 26, y - 12))
        draw_number(mark, str(number), open_=open_)


def _draw_met(pen: Pen, grid: HexGrid, line: Line, look: Look, one: Met) -> None:
    """What one thing that is met costs; a cross where it blocks."""
    middle = (one.start + one.end) / 2
    if one.kind == "corner":
        ring(pen, line.at(one.start), f"the line touches a corner of {one.names[0]}")
    if one.kind == "edge":
        for n, (space, effect) in enumerate(zip(one.spaces, one.effects, strict=True)):
            side = line.side_of(grid.centre(space))
            chosen = n == one.counts
            note = f"{one.names[n]}, {effect}{': chosen' if chosen else ''}"
            _tag(pen, line.at(middle, side * (TAG + 7)), _cost(effect.blocks, effect.stealth), note, chosen=chosen)
            if chosen:
                _arrow(pen, line, middle, side)
    elif one.effect and one.effect.stealth:
        x, y = grid.centre(one.spaces[0])
        at = (x, y - 19) if one.spaces == (look.end,) else line.at(middle, -TAG)
        _tag(pen, at, _cost(one.effect.blocks, one.effect.stealth), f"{one.names[0]}, {one.effect}")
    if one.effect and one.effect.blocks:
        inside = Fraction(1, 8) if one.kind == "crosses" else Fraction(1, 2)
        at = line.at(one.start + inside * (one.end - one.start))
        pairs = zip(one.names, one.effects, strict=True)
        blockers = ", ".join(f"{effect.what} on {name}" for name, effect in pairs if effect.blocks)
        cross(pen, at, note=f"blocked by {blockers}")


def _cost(blocks: bool, stealth: int) -> str:  # noqa: FBT001 - the two halves of a cost
    return "\N{MULTIPLICATION SIGN}" if blocks else f"+{stealth}"


def _tag(pen: Pen, at: Point, text: str, note: str, *, chosen: bool = True) -> None:
    """A cost beside the line; of a side not chosen it is pale and smaller."""
    tag = pen.group(kind="cost" if chosen else "cost left-out", note=note, at=at)
    colour = INK if chosen else MUTED
    tag.rect((-11, -8), (22, 16), rx=4, fill=WHITE, stroke=colour, stroke_width=1.4 if chosen else 0.8)
    tag.text((0, 4), text, 11, bold=chosen, anchor="middle", fill=colour)


def _arrow(pen: Pen, line: Line, place: Fraction, side: int) -> None:
    """A wedge from an edge run to the side chosen."""
    dx, dy = (line.bx - line.ax) / line.length, (line.by - line.ay) / line.length
    (x, y), (tx, ty) = line.at(place, side * (APART + 2)), line.at(place, side * (APART + 10))
    corners = [(x - 5 * dx, y - 5 * dy), (x + 5 * dx, y + 5 * dy), (tx, ty)]
    pen.polygon(corners, kind="chosen", note="the side chosen", fill=PURPLE, stroke=INK, stroke_width=1)


def dot_at(grid: HexGrid, board: Board, space: Hex) -> Point:
    """Where a space's dot lies in the picture."""
    dot = board.dot_of(space)
    return grid.point(dot.q / GRID, dot.r / GRID)


def draw_number(pen: Pen, number: str, *, open_: bool) -> None:
    """A space of a move: a solid ring where it is open to a reaction, a dashed one where it is closed."""
    colour, dashes = (GREEN, "none") if open_ else (VERMILLION, "3 2.5")
    pen.circle((0, 0), 9, fill=WHITE, stroke=colour, stroke_width=2.6, stroke_dasharray=dashes)
    pen.text((0, 4), number, 11, bold=True, anchor="middle")
