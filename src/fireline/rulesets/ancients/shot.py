"""A declared shot on the board: the two parties, their distance, and the line of sight between them (CCA-3)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from pydantic import Field

from fireline.game.command import Shot, ShotWords
from fireline.game.entries import read_entry, shown, suggestion
from fireline.game.errors import BattleFileError, Code
from fireline.geometry.hexes import Block, Corners, EdgeRun, Edges, Hex, blocks, distance, trace
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
    def line(self) -> Line:
        """The line between the two (CCA-3)."""
        return Line(self.state, self.shooter.hex, self.target.hex)


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


# --- the line of sight ---------------------------------------------------------------


class Line:
    """The line from centre to centre of two hexes: what it meets, and what of that blocks it (CCA-3)."""

    def __init__(self, state: State, start: Hex, end: Hex) -> None:
        self.state = state
        self.trace = trace(start, end)

    @cached_property
    def hill(self) -> frozenset[Hex]:
        """The hill that the whole line stays on, empty where it leaves it or there is none (CCA-3.4)."""
        hill = self.state.board.hills.get(self.trace.crossed[0].hex, NO_HILL)
        stays = bool(hill) and all(
            part.left in hill or part.right in hill if isinstance(part, EdgeRun) else part.hex in hill
            for part in self.trace.segments
        )
        return hill if stays else NO_HILL

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Everything that blocks it, by how edge runs and corner touches block at this table."""
        board, edition, hill = self.state.board, self.state.edition, self.hill
        edges = Edges.SIDES if edition.staggered_edges_block else Edges.BOTH
        corners = Corners.COUNT if edition.corner_touch_blocks else Corners.IGNORE

        def obstructs(hex_: Hex) -> bool:
            return in_the_way(self.state, hex_, hill) is not None if hex_ in board else edition.half_hexes_block

        return blocks(self.trace, obstructs, edges=edges, corners=corners)

    @property
    def clear(self) -> bool:
        """Whether nothing blocks it."""
        return not self.blocks

    @property
    def reasons(self) -> tuple[tuple[str, str], ...]:
        """The rule and the sentence for each thing that blocks."""
        return tuple(map(self._reason, self.blocks))

    @cached_property
    def sight(self) -> Sight:
        """The line of sight in words, with everything that it meets."""
        blockers = dict.fromkeys(self._place(hex_) for block in self.blocks for hex_ in block.hexes)
        return Sight(self.clear, tuple(blockers), self._marks(), self.reasons)

    def _obstruction(self, hex_: Hex) -> str:
        """What stands in the way in a hex, "" for nothing."""
        if hex_ not in self.state.board:
            return BOARD_EDGE if self.state.edition.half_hexes_block else ""
        match in_the_way(self.state, hex_, self.hill):
            case None:
                return ""
            case Unit() as unit:
                return f"{unit.type.name} on {hex_name(hex_)}"
            case Leader() as leader:
                return f"leader {leader.id} on {hex_name(hex_)}"
            case terrain:
                return f"{terrain.name} on {hex_name(hex_)}"

    def _place(self, hex_: Hex) -> str:
        return hex_name(hex_) if hex_ in self.state.board else BOARD_EDGE

    def _reason(self, block: Block) -> tuple[str, str]:
        what = [self._obstruction(hex_) for hex_ in block.hexes]
        match block.kind:
            case "crossing":
                on_hill = self.state.board.is_hill(block.hexes[0]) and what[0].startswith("hill")
                return (HILL if on_hill else OBSTRUCTION), f"The line of sight is blocked by the {what[0]}."
            case "corner":
                place = self._place(block.hexes[0])
                return CORNER, f"The line of sight touches a corner of {place} and is blocked by the {what[0]}."
            case "edge" | "sides":
                runs = "runs along an edge" if block.kind == "edge" else "runs along edges"
                return ALONG_EDGE, f"The line of sight {runs} with obstructions on both sides: {what[0]}, {what[1]}."

    def _marks(self) -> tuple[SightMark, ...]:
        guilty = {(block.kind in {"edge", "sides"}, hex_) for block in self.blocks for hex_ in block.hexes}
        marks: list[SightMark] = []
        for part in self.trace.segments[1:-1]:
            edge = isinstance(part, EdgeRun)
            hexes = (part.left, part.right) if isinstance(part, EdgeRun) else (part.hex,)
            marks.append(
                SightMark(
                    kind="edge" if edge else "crosses",
                    places=tuple(map(self._place, hexes)),
                    start=part.enter,
                    end=part.leave,
                    obstructions=tuple(map(self._obstruction, hexes)),
                    blocks=any((edge, hex_) in guilty for hex_ in hexes),
                )
            )
        for touch in self.trace.touches:
            blocking = any(block.kind == "corner" and touch.hex in block.hexes for block in self.blocks)
            place, what = self._place(touch.hex), self._obstruction(touch.hex)
            marks.append(SightMark("corner", (place,), touch.at, touch.at, (what,), blocking))
        return tuple(sorted(marks, key=lambda mark: (mark.start, mark.end)))


def in_the_way(state: State, hex_: Hex, hill: frozenset[Hex]) -> Unit | Leader | Terrain | None:
    """What obstructs a line in a hex of the board, but for the hill that the whole line stays on (CCA-3.2, CCA-3.4)."""
    if piece := state.standing_at(hex_):
        return piece
    terrain = state.board.terrain_at(hex_)
    return terrain if terrain and terrain.blocks and hex_ not in hill else None
