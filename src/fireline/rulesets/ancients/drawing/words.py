"""What a picture of a hex board says to those who do not see it."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.rulesets.ancients.board import hex_name
from fireline.rulesets.ancients.state import State


def capital(name: str) -> str:
    """A name as a sentence begins with it."""
    return name[:1].upper() + name[1:]


def describe_board(state: State) -> str:
    """Who stands where on which ground."""
    return "\n".join(_board_lines(state))


def _board_lines(state: State) -> Iterator[str]:
    rows, columns = state.board.shape[:2]
    yield f"{capital(state.army(state.turn))} fires. Board of {rows} rows and {columns} columns."
    for unit in state.units:
        states = [f"moved {unit.moved}"] if unit.moved else []
        states += [f"battled {unit.battled} times" if unit.battled > 1 else "battled"] if unit.battled else []
        states += [] if unit.ordered else ["not ordered"]
        yield ", ".join([f"{unit.id}: {unit}, {unit.side}, {unit.blocks} of {unit.type.blocks} blocks", *states])
    for leader in state.leaders:
        yield f"Leader {leader.id} on {hex_name(leader.hex)}, {leader.side}"
    for hex_, name in state.board.terrain:
        yield f"{hex_name(hex_)}: {state.board.kinds[name].name}"
    for hex_, sides in state.board.ramparts:
        yield f"{hex_name(hex_)}: rampart on {', '.join(sides)}"
