"""A battle as it stands: who is where, whose fire it is, and which answers are owed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from fireline.game.command import Command, Shoot
from fireline.game.kept import Kept, Notes
from fireline.geometry.hexes import Hex, distance, neighbours
from fireline.rulesets.ancients.board import Board, Side, hex_name, hexes_within
from fireline.rulesets.ancients.editions import Edition
from fireline.rulesets.ancients.pieces import UnitType


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit on the board; `moved` in hexes this turn, `battled` times of the `battles` it may fight in it."""

    id: str
    side: Side
    type: UnitType
    hex: Hex
    blocks: int
    ordered: bool = True
    moved: int = 0
    battled: int = 0
    battles: int = 1
    name: str = ""

    def __str__(self) -> str:
        return f"{self.name or self.type.name} ({hex_name(self.hex)})"


@dataclass(frozen=True, slots=True)
class Leader:
    """A leader; on the hex of a friendly unit he is attached to it, else he stands alone."""

    id: str
    side: Side
    hex: Hex

    def __str__(self) -> str:
        return f"Leader {self.id} ({hex_name(self.hex)})"


@dataclass(frozen=True, slots=True)
class RetreatDue:
    """A unit owes a retreat: flags rolled against it from a hex; `checked` if its leader had his check."""

    id: str
    flags: int
    origin: Hex
    checked: bool = False
    rampaged: tuple[str, ...] | None = None
    """The leaders whose check its rampage has called for; None where it has not rampaged (CCA-7.1)."""

    @property
    def what(self) -> str:
        """What is owed, as a verb."""
        return "answer its flags"


@dataclass(frozen=True, slots=True)
class FlightDue:
    """A leader without a unit owes his flight (CCA-6)."""

    id: str

    @property
    def what(self) -> str:
        """What is owed, as a verb."""
        return "flee"


ShotsKey = tuple[str, int, bool, int, int]
"""A unit by its id, with how far it has moved, whether it is ordered, and its battles, fought and allowed."""


class Standing:
    """The same pieces on the same hexes, whatever blocks they have and whoever has fired."""

    __slots__ = ("answers", "depends", "shots", "units")

    def __init__(self, shots: Mapping[ShotsKey, tuple[Shoot, ...]] = MappingProxyType({})) -> None:
        self.shots = dict(shots)
        """The legal shots of units, by their ids and all about them that changes but their place."""
        self.answers: dict[tuple[object, ...], tuple[Command, ...]] = {}
        """The answers to what is owed, by that and by the blocks of the unit that owes it."""
        self.units: dict[tuple[object, ...], Unit] = {}
        """The units in every condition that they have been in, by all about them that changes but their place."""
        self.depends: dict[tuple[object, ...], object] = {}
        """What a shot depends on, by the shot, how far the shooter has moved, and the blocks that matter."""

    def __reduce__(self) -> tuple[type[Standing], tuple[()]]:
        return Standing, ()


@dataclass(frozen=True)
class State:
    """A battle as it stands: whose fire it is, who is where, and which answers are owed."""

    turn: Side
    board: Board
    units: tuple[Unit, ...]
    leaders: tuple[Leader, ...] = ()
    edition: Edition = Edition()
    name: str = ""
    banners: tuple[int, int] = (0, 0)
    """Victory Banners of top and bottom."""
    due: tuple[RetreatDue | FlightDue, ...] = ()
    over: bool = False
    types: tuple[UnitType, ...] = ()
    """The unit types that a scenario changes or adds (CCA-4.6)."""
    armies: tuple[str, str] = ("", "")
    """What the armies of top and bottom are called, "" for no name of their own."""
    cards: bool = False
    """Whether command cards are played, so that each shot may have dice of one (CCA-4.6)."""
    starts_ordered: bool = True
    """Whether every unit is ordered when a turn begins (CCA-9)."""

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # The rest is compared.
        return hash((self.turn, self._places, self._conditions, self.leaders, self.due, self.over))

    @cached_property
    def _conditions(self) -> int:
        """The hashes of everybody's condition in one sum, so that a unit that changes is taken out and put in again."""
        return sum([_condition(unit.id, unit.blocks, unit.battled) for unit in self.units])

    @cached_property
    def _places(self) -> int:
        """The hash of who stands where."""
        return hash(tuple([(unit.id, unit.hex) for unit in self.units]))

    def in_place(self, **changes: Any) -> State:
        """The same with these fields changed, everybody staying where they are, and so all that is known of that."""
        self._places  # noqa: B018 - reckoned here, once for all that come of this state
        after = object.__new__(State)
        known = vars(after)
        known.update(vars(self))
        known.pop("_hash", None)
        if "units" in changes:
            known.pop("_conditions", None)
        known.update(changes)
        return after

    def rearranged(self, left: Hex, entered: Hex, **changes: Any) -> State:
        """The same with these fields changed, a piece having left one hex for another."""
        after, known = object.__new__(State), vars(self)
        vars(after).update({name: known[name] for name in IN_ORDER if name in known} | changes)
        before, touched = (self.stood, ()) if self.stood else known.get("_before", (None, ()))
        if before and len(touched) < MOST_TOUCHED:
            vars(after)["_before"] = before, (*touched, left, entered)
        return after

    def marked(self, unit: Unit, *, blocks: int, battled: int) -> State:
        """The same with a unit that has so many blocks and has battled so many times."""
        units = list(self.units)
        units[self._order[unit.id]] = self.again(unit, blocks, unit.ordered, unit.moved, battled, unit.battles)
        before, after = _condition(unit.id, unit.blocks, unit.battled), _condition(unit.id, blocks, battled)
        return self.in_place(units=tuple(units), _conditions=self._conditions - before + after)

    def again(self, unit: Unit, *condition: Any) -> Unit:
        """A unit with these `CONDITION`; where everybody stands alike it is one and the same in all states."""
        known = self.stood.units if self.stood else {}
        key = unit.id, unit.name, *condition
        found = known.get(key)
        if found is None:
            found = known[key] = replace(unit, **dict(zip(CONDITION, condition, strict=True)))
        return found

    @property
    def pieces(self) -> tuple[Unit | Leader, ...]:
        """Every unit and every leader."""
        return (*self.units, *self.leaders)

    @cached_property
    def _units_at(self) -> dict[Hex, int]:
        """The unit on each hex, by its number, which stays the same whatever becomes of it there."""
        return {unit.hex: number for number, unit in enumerate(self.units)}

    @cached_property
    def _leaders_at(self) -> dict[Hex, Leader]:
        return {leader.hex: leader for leader in self.leaders}

    @cached_property
    def _order(self) -> dict[str, int]:
        """The number of each piece by its id; the units come first."""
        return {piece.id: number for number, piece in enumerate(self.pieces)}

    @cached_property
    def unclear(self) -> frozenset[Hex]:
        """Every hex in which anything may be in the way of a line."""
        return self.board.blocking.union(self._units_at, self._leaders_at)

    @cached_property
    def masks(self) -> Notes[frozenset[Hex], int]:
        """What is in the way as bits of a table of lines, by the hill that the lines stay on."""
        return Notes()

    @cached_property
    def standing(self) -> Standing:
        """Who stands where, on which board, by which rules: one and the same for all states that are alike in that."""
        # In rows: thousands are kept, and so many things as there are units would be gone through again and again.
        ids, sides = tuple([unit.id for unit in self.units]), tuple([unit.side for unit in self.units])
        types, hexes = tuple([unit.type for unit in self.units]), tuple([unit.hex for unit in self.units])
        places = _STANDING.like((ids, sides, types, hexes, self.leaders))
        things = places, _STANDING.same(self.board), _STANDING.same(self.edition)
        before, touched = vars(self).pop("_before", (None, ()))
        return _STANDING.of(things, lambda: Standing(self._still_legal(before, touched) if before else {}))

    def _still_legal(self, before: Standing, touched: tuple[Hex, ...]) -> dict[ShotsKey, tuple[Shoot, ...]]:
        """The legal shots known before pieces left and entered these hexes, of the units that reach none of them.

        No line to a hex in reach meets a hex out of it, and only enemies beside a unit keep it from firing.
        """
        far = {
            unit.id: min(distance(unit.hex, hex_) for hex_ in touched) > max(unit.type.range, 1) for unit in self.units
        }
        return {key: shots for key, shots in before.shots.items() if far[key[0]]}

    @property
    def stood(self) -> Standing | None:
        """The same if anybody has asked for it; one question about one shot is answered sooner without."""
        found: Standing | None = vars(self).get("standing")
        return found

    def pieces_within(self, hex_: Hex, reach: int) -> list[Unit | Leader]:
        """The units and the lone leaders up to so many hexes from one, in the order of the battle."""
        units, leaders = self._units_at, self._leaders_at
        numbers = [
            units[here] if here in units else self._order[leaders[here].id]
            for here in hexes_within(self.board.shape, hex_, reach)
            if here in units or here in leaders
        ]
        return [self._piece(number) for number in sorted(numbers)]

    def targets_named(self, ids: frozenset[str] | None) -> list[Unit | Leader]:
        """The units and the lone leaders of these ids, or all of them, in the order of the battle."""
        pieces = self.pieces if ids is None else (piece for id_ in ids if (piece := self.find(id_)))
        named = (piece for piece in pieces if isinstance(piece, Unit) or piece.hex not in self._units_at)
        return sorted(named, key=lambda piece: self._order[piece.id])

    def find(self, id_: str) -> Unit | Leader | None:
        """The unit or leader of this id."""
        number = self._order.get(id_)
        return None if number is None else self._piece(number)

    def unit(self, id_: str) -> Unit:
        """The unit of this id; raises `KeyError` for any other."""
        found = self._piece(self._order[id_])
        if not isinstance(found, Unit):
            raise KeyError(id_)
        return found

    def leader(self, id_: str) -> Leader:
        """The leader of this id; raises `KeyError` for any other."""
        found = self._piece(self._order[id_])
        if not isinstance(found, Leader):
            raise KeyError(id_)
        return found

    def _piece(self, number: int) -> Unit | Leader:
        units = self.units
        return units[number] if number < len(units) else self.leaders[number - len(units)]

    def unit_at(self, hex_: Hex) -> Unit | None:
        """The unit on a hex."""
        number = self._units_at.get(hex_)
        return None if number is None else self.units[number]

    def leader_at(self, hex_: Hex) -> Leader | None:
        """The leader on a hex, attached or alone."""
        return self._leaders_at.get(hex_)

    def lone_leader_at(self, hex_: Hex) -> Leader | None:
        """The leader who stands alone on a hex."""
        return None if hex_ in self._units_at else self._leaders_at.get(hex_)

    def leader_of(self, unit: Unit) -> Leader | None:
        """The leader attached to a unit."""
        return self._leaders_at.get(unit.hex)

    def army(self, side: Side) -> str:
        """What the army of a side is called."""
        return self.armies[side is Side.BOTTOM] or str(side)

    def enemies_beside(self, unit: Unit) -> Iterator[Unit | Leader]:
        """Enemy units and lone enemy leaders in the hexes next to a unit."""
        for hex_ in neighbours(unit.hex):
            piece = self.unit_at(hex_) or self.leader_at(hex_)
            if piece and piece.side is not unit.side:
                yield piece


def _condition(*condition: str | int) -> int:
    return hash(condition)


MOST_TOUCHED = 32
"""After moves over so many hexes no shots are taken over: hardly anybody is far from all of them."""
CONDITION = ("blocks", "ordered", "moved", "battled", "battles")
"""What changes of a unit where it stands."""
IN_ORDER = (*(field.name for field in fields(State)), "_order", "_conditions")
"""The fields of a state, and what is worked out of it that changes only if somebody falls."""
_STANDING: Kept[Standing] = Kept()


def under(state: State, edition: Edition) -> State:
    """The same state where the table plays by other rules."""
    return replace(state, edition=edition)
