"""What a picture says to those who do not see it: the ruling, the odds, the board in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fireline.game.odds import Odds
from fireline.rulesets.ancients.board import hex_name
from fireline.rulesets.ancients.state import State
from fireline.ruling import Ruling
from fireline.ruling.prose import percent


def title_of_shot(ruling: Ruling, odds: Odds[Any] | None) -> str:
    """Shooter, target and verdict, and the headline of the odds."""
    verdict = "LEGAL" if ruling.legal else "NOT LEGAL"
    chance = f", {odds.headline.name} {percent(odds.headline.chance)}" if odds else ""
    return f"{ruling.title}: {verdict}{chance}"


def describe_shot(ruling: Ruling, odds: Odds[Any] | None) -> str:
    """The whole ruling line by line, then the odds."""
    return "\n".join([*ruling.lines(), *(describe_odds(odds) if odds else ())])


def describe_odds(odds: Odds[Any]) -> Iterator[str]:
    """The headline and every marginal, percent and exact fraction."""
    yield f"{odds.headline.name}: {percent(odds.headline.chance)} ({odds.headline.chance})"
    for name, dist in odds.marginals.items():
        chances = ", ".join(f"{_value(value)} {percent(p)} ({p})" for value, p in sorted(dist.items()))
        yield f"{name.replace('_', ' ')}: {chances}"


def _value(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def capital(name: str) -> str:
    """A name as a sentence begins with it."""
    return name[:1].upper() + name[1:]


def describe_board(state: State) -> str:
    """Who stands where on which ground."""
    return "\n".join(_board_lines(state))


def _board_lines(state: State) -> Iterator[str]:
    rows, columns = state.board.rows, state.board.columns
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
