"""Where pieces stand on the board, and the battle with one of them elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

from fireline.game.entries import one_of
from fireline.game.errors import BattleFileError
from fireline.game.places import Mark, check_marks, marked, put_first, refused, whole
from fireline.geometry.hexes import distance, neighbours
from fireline.rulesets.ancients.board import hex_name
from fireline.rulesets.ancients.editions import RULES
from fireline.rulesets.ancients.roster import MOST_BATTLES, check_places, hex_named, longest_move
from fireline.rulesets.ancients.state import Leader, State, Unit

P = TypeVar("P", Unit, Leader)


class Hexes:
    """Places are hexes; a leader attached to a unit goes with it, and one who is put elsewhere leaves it."""

    measure = "hexes"
    rule = RULES.cite("CCA-1.6")

    def everybody(self, state: State) -> tuple[str, ...]:
        """Every unit and every leader."""
        return tuple([piece.id for piece in state.pieces])

    def at(self, state: State, unit: str) -> str:
        """The hex it stands on."""
        return hex_name(_piece(state, unit).hex)

    def all(self, state: State, unit: str, step: Fraction | None = None) -> tuple[str, ...]:
        """Every hex of the board, row by row."""
        _piece(state, unit)
        return tuple(state.board.hexes)

    def steps(self, state: State, unit: str) -> tuple[str, ...]:
        """The neighbours on the board."""
        here = _piece(state, unit).hex
        return tuple(hex_name(hex_) for hex_ in neighbours(here) if hex_ in state.board)

    def put(self, state: State, unit: str, place: str) -> State:
        """The battle with it on another hex: one unit and one leader a hex, none on terrain that stops it.

        What is owed in mid-attack hangs on who stands where, so nobody is put anywhere until it is answered.
        """
        piece, hex_ = _piece(state, unit), hex_named(state.board, place, "place")
        if hex_ == piece.hex:
            return state
        if state.due:
            raise refused(unit, place, f"{state.due[0].id} must {state.due[0].what} first")
        if terrain := state.board.bars(hex_, piece.type if isinstance(piece, Unit) else None):
            raise refused(unit, place, f"{terrain.name} stops it")
        moved = {piece.id, leader.id} if isinstance(piece, Unit) and (leader := state.leader_of(piece)) else {piece.id}
        units = tuple([replace(one, hex=hex_) if one.id in moved else one for one in state.units])
        leaders = tuple([replace(one, hex=hex_) if one.id in moved else one for one in state.leaders])
        if state.unit_at(hex_) or state.leader_at(hex_):
            try:
                check_places(_last(units, moved), _last(leaders, moved))  # so that whoever is there already is named
            except BattleFileError as wrong:
                raise refused(unit, place, wrong.problem) from None
        return state.rearranged(piece.hex, hex_, units=units, leaders=leaders)

    def marks(self, state: State, unit: str) -> tuple[Mark, ...]:
        """Whether a unit is ordered, how far it has moved, its battles done and allowed (CCA-1.4); of a leader none."""
        piece = _piece(state, unit)
        if isinstance(piece, Leader):
            return ()
        return (
            Mark("moved", piece.moved, least=0, most=longest_move(piece.type)),
            Mark("ordered", piece.ordered),
            Mark("battled", bool(piece.battled)),
            Mark("battles", piece.battles, least=max(1, piece.battled), most=MOST_BATTLES),
        )

    def mark(self, state: State, unit: str, marks: Mapping[str, Any]) -> State:
        """The battle with these marks on a unit."""
        piece, known = _piece(state, unit), self.marks(state, unit)
        if isinstance(piece, Leader):
            check_marks(known, marks)
            return state
        changed = marked(piece, known, marks)
        return replace(state, units=tuple(changed if one.id == unit else one for one in state.units))


PLACES = Hexes()


def apart(state: State, one: str, other: str, far: Fraction) -> State:
    """The battle with a second piece so many hexes from a first: on the free hex nearest to where it stands."""
    middle, here, hexes = _piece(state, one).hex, _piece(state, other).hex, whole(far, PLACES.measure)
    ring = (name for name, hex_ in state.board.hexes.items() if distance(middle, hex_) == hexes)
    nearest = sorted(ring, key=lambda name: distance(here, state.board.hexes[name]))
    return put_first(PLACES, state, other, nearest, f"{hexes} hexes from {one}")


def _last(pieces: tuple[P, ...], moved: set[str]) -> tuple[P, ...]:
    return tuple(sorted(pieces, key=lambda piece: piece.id in moved))


def _piece(state: State, id_: str) -> Unit | Leader:
    found = state.find(id_)
    if found is None:
        one_of(id_, PLACES.everybody(state), "unit or leader of this battle", "unit")
    assert found is not None, "one_of raises for any other"  # noqa: S101
    return found
