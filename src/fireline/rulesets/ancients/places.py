"""Where pieces stand on the board, and the battle with one of them elsewhere."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from operator import attrgetter
from typing import TypeVar

from fireline.game.command import Move, Parameter
from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.pieces import Pieces
from fireline.game.places import CellPlaces, Mark, Moving, moving, refused, whole
from fireline.game.planning import OpenField, still_by
from fireline.geometry.hexes import Hex, distance, neighbours, to_axial, way
from fireline.rulesets.ancients.battlefile import check_places
from fireline.rulesets.ancients.board import ROW_LETTERS, Board, Side, hex_name
from fireline.rulesets.ancients.editions import RULES
from fireline.rulesets.ancients.state import MOST_BATTLES, Leader, State, Unit, longest_move

P = TypeVar("P", Unit, Leader)


class Hexes(CellPlaces[State, Hex]):
    """Places are hexes; a leader attached to a unit goes with it, and one who is put elsewhere leaves it."""

    def steps(self, state: State, unit: str) -> tuple[str, ...]:
        """The neighbours on the board."""
        here = state.named(unit).hex
        return tuple(hex_name(hex_) for hex_ in neighbours(here) if hex_ in state.board)

    def put(self, state: State, unit: str, place: str) -> State:
        """The battle with it on another hex: one unit and one leader a hex, none on terrain that stops it.

        What is owed in mid-attack hangs on who stands where, so nobody is put anywhere until it is answered.
        """
        piece, hex_ = state.named(unit), state.board.named(place, "place")
        if hex_ == piece.hex:
            return state
        if state.due:
            raise refused(unit, place, f"{state.due[0].id} must {state.due[0].what} first")
        if terrain := state.board.bars(hex_, piece.type):
            raise refused(unit, place, f"{terrain.name} stops it")
        moved = (
            {piece.id, leader.id} if isinstance(piece, Unit) and (leader := state.leader_at(piece.hex)) else {piece.id}
        )
        there = state.put(*(replace(state.named(id_), hex=hex_) for id_ in moved))
        if state.standing_at(hex_):
            try:  # in this order whoever is there already is named
                check_places(_last(there.units, moved), _last(there.leaders, moved))
            except BattleFileError as wrong:
                raise refused(unit, place, wrong.problem) from None
        return there

    def move(self, state: State, move: Move) -> Moving:
        """A unit adds the hexes of its shortest way to those it has moved, or of a detour: `bow move E5 hexes=4`."""
        piece, named = state.named(move.unit), dict(move.distances)
        for name in named:
            one_of(name, (self.measure,), "number of a move", "command")
        if state.over or piece.side is not state.turn.side:
            why = "The ranged phase is over." if state.over else f"It is the turn of {state.turn.side}."
            return moving(self, state, move, why)
        if isinstance(piece, Leader) or not move.to:
            return moving(self, state, move)
        there, most = state.board.named(move.to, "place"), longest_move(piece.type, state.edition)
        least = piece.moved + distance(piece.hex, there)
        if least > most and not named:  # no way is shorter, so nobody needs to look for one
            against = f"{piece} would have moved {least} hexes or more; {most} is the most."
            return moving(self, state, move, against)
        shortest = _way(state, piece, there)
        if shortest is None:
            return moving(
                self, state, move, f"No way leads {piece} to {move.to} past other units, enemy leaders and terrain."
            )
        hexes = named.get(self.measure, shortest)
        back = there == piece.hex and hexes == 1  # whoever comes back has gone out as well
        if not isinstance(hexes, int) or hexes < shortest or back:
            other = ", and the shortest out and back is 2" if back else ""
            problem = f"{shown(hexes)} is no length of a way to {move.to}; the shortest is {shortest}{other}"
            raise BattleFileError(Code.OUT_OF_RANGE, problem, f"command.{self.measure}")
        moved = piece.moved + hexes
        against = f"{piece} would have moved {moved} hexes; {most} is the most." if moved > most else ""
        return moving(self, state, move, against, moved=moved)

    def numbers(self, state: State, unit: str) -> tuple[Parameter, ...]:
        """The length of a detour, up to all that a unit has left of its move."""
        piece = state.named(unit)
        left = 0 if isinstance(piece, Leader) else longest_move(piece.type, state.edition) - piece.moved
        return (Parameter(self.measure, least=1, most=left),) if left > 0 else ()

    def marks(self, state: State, unit: str) -> tuple[Mark, ...]:
        """Whether a unit is ordered, how far it has moved, its battles done and allowed (CCA-1.4); of a leader none."""
        piece = state.named(unit)
        if isinstance(piece, Leader):
            return ()
        return (
            Mark("moved", piece.moved, least=0, most=longest_move(piece.type, state.edition)),
            Mark("ordered", piece.ordered),
            Mark("battled", bool(piece.battled)),
            Mark("battles", piece.battles, least=max(1, piece.battled), most=MOST_BATTLES),
        )


PLACES = Hexes("hexes", RULES.cite("CCA-4.1"), attrgetter("board.hexes"), hex_name, distance)
ROOM = 2
"""Hexes between the edges of an empty board and whoever stands there, so that no line of sight meets them."""


def in_the_open(state: State, one: str, other: str, far: Fraction) -> State:
    """Two pieces in a row so many hexes apart, each with the leader who is with it, and nothing else on the board.

    The board is as large as boards are, and they stand where the second has the most room to retreat.
    """
    hexes = whole(far, PLACES.measure)
    pieces, target = list[Unit | Leader](), state.named(other)
    row = len(ROW_LETTERS) - 1 - ROOM if target.side is Side.TOP else ROOM
    for column, id_ in ((ROOM, one), (ROOM + hexes, other)):
        here = state.named(id_).hex
        pieces += [replace(piece, hex=to_axial(column, row)) for piece in state.pieces.at(here)]
    board = Board(len(ROW_LETTERS), hexes + 2 * ROOM + 1, own=state.board.own, house=state.board.house)
    return state.but(pieces=Pieces(pieces), board=board, due=())


def reach(state: State, unit: str) -> Fraction:
    """The range of a unit's type, 0 where it has no missiles."""
    piece = state.named(unit)
    return Fraction(piece.type.range if isinstance(piece, Unit) and piece.type.fires else 0)


OPEN_FIELD = OpenField(in_the_open, reach, "other units, terrain, ramparts and a near edge of the board")
STILL = still_by(PLACES, moved=0)


def _way(state: State, unit: Unit, there: Hex) -> int | None:
    """The hexes of the shortest way of a unit, past other units, enemy leaders and terrain that stops it, if any."""

    def is_free(hex_: Hex) -> bool:
        if hex_ not in state.board or state.unit_at(hex_) or state.board.bars(hex_, unit.type):
            return False
        leader = state.leader_at(hex_)
        return leader is None or leader.side is unit.side

    if there != unit.hex and not is_free(there):
        return None
    found = way(unit.hex, there, lambda here: filter(is_free, neighbours(here)))
    return None if found is None else len(found)


def _last(pieces: tuple[P, ...], moved: set[str]) -> tuple[P, ...]:
    return tuple(sorted(pieces, key=lambda piece: piece.id in moved))
