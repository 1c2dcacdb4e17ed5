"""A declared shot on the board: the two parties, their distance, and the line of sight between them (CCA-3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from pydantic import Field

from fireline.game.command import Shot, ShotWords
from fireline.game.entries import read_entry, shown, suggestion
from fireline.game.errors import BattleFileError, Code
from fireline.geometry.hexes import Block, Corners, EdgeRun, Edges, Hex, Trace, blocks, distance, trace
from fireline.rulesets.ancients.board import hex_name
from fireline.rulesets.ancients.editions import RULES
from fireline.rulesets.ancients.pieces import MOST_EXTRA_DICE, Terrain
from fireline.rulesets.ancients.state import Leader, State, Unit
from fireline.ruling import Sight, SightMark

OBSTRUCTION = RULES.cite("CCA-3.2")
ALONG_EDGE = RULES.cite("CCA-3.3")
HILL = RULES.cite("CCA-3.4")
CORNER = RULES.cite("CCA-3.1")

BOARD_EDGE = "edge of the battlefield"
NO_HILL: frozenset[Hex] = frozenset()


class ShotEntry(ShotWords):
    """What a shot may say in this game."""

    extra_dice: Annotated[int, Field(title="How many dice does a command card add?", ge=0, le=MOST_EXTRA_DICE)] = 0


@dataclass(frozen=True)
class Shooting:
    """A shot with everything the rules ask about it; distance in hexes."""

    state: State
    shooter: Unit
    target: Unit | Leader
    extra_dice: int = 0
    """Dice that a command card adds (CCA-4.6)."""

    @cached_property
    def distance(self) -> int:
        """Hexes from firer to target, the target's included and the firer's not (CCA-2.1)."""
        return distance(self.shooter.hex, self.target.hex)

    @cached_property
    def clear(self) -> bool:
        """Whether nothing blocks that line, without saying what, unless somebody has asked what."""
        if "sight" in vars(self):
            return self.sight.clear
        return is_clear(self.state, self.shooter.hex, self.target.hex)

    @cached_property
    def sight(self) -> Sight:
        """The line of sight between the two (CCA-3)."""
        return line_of_sight(self.state, self.shooter.hex, self.target.hex)


def declare(state: State, shot: Shot) -> Shooting:
    """The shot on the board; raises `BattleFileError` where it names no unit of the side that fires, or no target."""
    plain = not shot.details and type(shot.shooter) is str and type(shot.target) is str
    extra_dice = 0 if plain else read_entry(ShotEntry, shot.data(), "shot").extra_dice
    shooter, target = state.find(shot.shooter), state.find(shot.target)
    if not isinstance(shooter, Unit):
        what = "is a leader; leaders do not fire" if shooter else "is no unit of this battle"
        instead = suggestion(shot.shooter, _firing(state))
        raise BattleFileError(Code.UNKNOWN_NAME, f"{shown(shot.shooter)} {what}; {instead}", "shot.shooter")
    if shooter.side is not state.turn.side:
        turn = f"it is the turn of {state.turn.side} to fire; {suggestion(shot.shooter, _firing(state))}"
        problem = f"{shooter.id!r} belongs to {shooter.side}, but {turn}"
        raise BattleFileError(Code.NOT_NOW, problem, "shot.shooter")
    if target is None:
        known = [piece.id for piece in state.pieces if piece.side is not state.turn.side]
        problem = f"{shown(shot.target)} is no unit or leader of this battle; {suggestion(shot.target, known)}"
        raise BattleFileError(Code.UNKNOWN_NAME, problem, "shot.target")
    return Shooting(state, shooter, target, extra_dice)


def should_ask(state: State, _shot: Shot, _detail: str) -> bool:
    """Whether command cards are played, so that one may add dice."""
    return state.cards


def _firing(state: State) -> list[str]:
    return [unit.id for unit in state.units if unit.side is state.turn.side]


# --- the line of sight: what the line from centre to centre meets, and what of that blocks it ---


def line_of_sight(state: State, start: Hex, end: Hex) -> Sight:
    """The line of sight between two hexes, with everything it meets and every reason that blocks it."""
    line = trace(start, end)
    obstruction, found = obstructions(state, line), _blocks(state, line)
    blockers = dict.fromkeys(_place(state, hex_) for block in found for hex_ in block.hexes)
    reasons = tuple(_reason(state, block, obstruction) for block in found)
    return Sight(not found, tuple(blockers), _marks(state, line, obstruction, found), reasons)


def is_clear(state: State, start: Hex, end: Hex) -> bool:
    """Whether nothing blocks the line of sight: the answer of `line_of_sight`, without its words."""
    return not _blocks(state, trace(start, end))


def _blocks(state: State, line: Trace) -> tuple[Block, ...]:
    """Everything that blocks a line, by how edge runs and corner touches block at this table."""
    board, edition, hill = state.board, state.edition, one_hill(state, line)
    edges = Edges.SIDES if edition.staggered_edges_block else Edges.BOTH
    corners = Corners.COUNT if edition.corner_touch_blocks else Corners.IGNORE

    def obstructs(hex_: Hex) -> bool:
        return in_the_way(state, hex_, hill) is not None if hex_ in board else edition.half_hexes_block

    return blocks(line, obstructs, edges=edges, corners=corners)


def obstructions(state: State, line: Trace) -> Callable[[Hex], str]:
    """What stands in the way in a hex on this line, "" for nothing (CCA-3.2, CCA-3.4)."""
    hill = one_hill(state, line)

    def obstruction(hex_: Hex) -> str:
        if hex_ not in state.board:
            return BOARD_EDGE if state.edition.half_hexes_block else ""
        match in_the_way(state, hex_, hill):
            case None:
                return ""
            case Unit() as unit:
                return f"{unit.type.name} on {hex_name(hex_)}"
            case Leader() as leader:
                return f"leader {leader.id} on {hex_name(hex_)}"
            case terrain:
                return f"{terrain.name} on {hex_name(hex_)}"

    return obstruction


def in_the_way(state: State, hex_: Hex, hill: frozenset[Hex]) -> Unit | Leader | Terrain | None:
    """What obstructs a line in a hex of the board, but for the hill that the whole line stays on (CCA-3.2, CCA-3.4)."""
    if piece := state.standing_at(hex_):
        return piece
    terrain = state.board.terrain_at(hex_)
    return terrain if terrain and terrain.blocks and hex_ not in hill else None


def one_hill(state: State, line: Trace) -> frozenset[Hex]:
    """The hill that the whole line stays on, empty where it leaves it or there is none (CCA-3.4)."""
    hill = state.board.hills.get(line.crossed[0].hex, NO_HILL)
    stays = bool(hill) and all(
        part.left in hill or part.right in hill if isinstance(part, EdgeRun) else part.hex in hill
        for part in line.segments
    )
    return hill if stays else NO_HILL


def _place(state: State, hex_: Hex) -> str:
    return hex_name(hex_) if hex_ in state.board else BOARD_EDGE


def _reason(state: State, block: Block, obstruction: Callable[[Hex], str]) -> tuple[str, str]:
    what = [obstruction(hex_) for hex_ in block.hexes]
    places = [_place(state, hex_) for hex_ in block.hexes]
    match block.kind:
        case "crossing":
            on_hill = state.board.is_hill(block.hexes[0]) and what[0].startswith("hill")
            return (HILL if on_hill else OBSTRUCTION), f"The line of sight is blocked by the {what[0]}."
        case "corner":
            return (
                CORNER,
                f"The line of sight touches a corner of {places[0]} and is blocked by the {what[0]}.",
            )
        case "edge":
            return (
                ALONG_EDGE,
                f"The line of sight runs along an edge with obstructions on both sides: {what[0]}, {what[1]}.",
            )
        case "sides":
            return (
                ALONG_EDGE,
                f"The line of sight runs along edges with obstructions on both sides: {what[0]}, {what[1]}.",
            )


def _marks(
    state: State, line: Trace, obstruction: Callable[[Hex], str], found: tuple[Block, ...]
) -> tuple[SightMark, ...]:
    guilty = {(block.kind in {"edge", "sides"}, hex_) for block in found for hex_ in block.hexes}
    marks: list[SightMark] = []
    for part in line.segments[1:-1]:
        edge = isinstance(part, EdgeRun)
        hexes = (part.left, part.right) if isinstance(part, EdgeRun) else (part.hex,)
        marks.append(
            SightMark(
                kind="edge" if edge else "crosses",
                places=tuple(_place(state, hex_) for hex_ in hexes),
                start=part.enter,
                end=part.leave,
                obstructions=tuple(obstruction(hex_) for hex_ in hexes),
                blocks=any((edge, hex_) in guilty for hex_ in hexes),
            )
        )
    for touch in line.touches:
        blocking = any(block.kind == "corner" and touch.hex in block.hexes for block in found)
        place, what = _place(state, touch.hex), obstruction(touch.hex)
        marks.append(SightMark("corner", (place,), touch.at, touch.at, (what,), blocking))
    return tuple(sorted(marks, key=lambda mark: (mark.start, mark.end)))
