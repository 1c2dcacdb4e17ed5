"""What a plan of the rest of a round must know: who may still do what before shots, and how often all miss."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod

from fireline.game.command import Command, EndPhase
from fireline.game.planning import Equivalence
from fireline.game.shot import Shot
from fireline.rulesets.endless_horizons.commands import Doing, allowed
from fireline.rulesets.endless_horizons.handling import Aim, known_enemies
from fireline.rulesets.endless_horizons.pieces import STANCES, Movement, Stance, pieces
from fireline.rulesets.endless_horizons.posture import ChangeMovement, ChangeStance
from fireline.rulesets.endless_horizons.prose import headline, odds
from fireline.rulesets.endless_horizons.resolution import MOST_DICE
from fireline.rulesets.endless_horizons.shot import declare
from fireline.rulesets.endless_horizons.state import Hit, State, Unit, to_act
from fireline.rulesets.endless_horizons.turn import OFFERED


def equivalence(state: State) -> Equivalence[State]:
    """No shot asks who made which hits, nor how many they are of those who take any number."""

    def merged(after: State) -> State:
        for unit in after.units:
            if unit.hits_taken:
                same = (Hit("", "", unit.hits),) if unit.hits_to_stop is not None else ()
                after = after.put(replace(unit, hits_taken=same))
        return after

    return Equivalence(lambda face: face, merged)


def shots_left(state: State, shooter: str) -> int | None:
    """An action for each shot but those at an opening; None where nobody counts actions (EHZ-6.3).

    In an order whoever has yet to act has the actions of that turn, and whoever has acted has none.
    """
    unit = state.unit(shooter)
    openings = len(unit.suppressing.openings) if unit.suppressing else 0
    if unit.out or (state.round.order and unit.id not in to_act(state)):
        return openings
    return None if unit.actions is None else unit.actions + openings


def handing_on(state: State) -> Command | None:
    """The end of a turn that another one follows in the order of the round (EHZ-6.3)."""
    return EndPhase() if len(to_act(state)) > 1 else None


def preparing(state: State, shooter: str) -> Iterator[Command]:
    """What makes a weapon ready, careful aim, a steadier stance and less movement, where that takes counted actions."""
    unit = state.unit(shooter)
    if unit.actions is not None:
        yield from (command for command in _helpful(state, unit) if command.cost(state))


def left_out(state: State, shooter: str) -> Iterator[str]:
    """The same where it takes no action or nobody counts them, so that there is no end to it."""
    unit = state.unit(shooter)
    if unit.gun is None and not unit.carried:
        return
    free = [one for one in _helpful(state, unit) if unit.actions is None or not one.cost(state)]
    words = dict.fromkeys(one.helps for one in allowed(state, unit, free))
    if unit.actions is None:
        yield ", ".join(("one shot only, since nobody counts actions", *(f"no {one}" for one in words)))
    elif words:
        yield f"without {' or '.join(words)}, which takes no action"


def _helpful(state: State, unit: Unit) -> Iterator[Doing]:
    """All that can make a later shot possible or better: cover, suppression and searches cannot (EHZ-4, 6, 7, 8).

    Aim at nobody named counts against anybody, so it is as good as any aim at one of several (EHZ-4.3).
    """
    now, penalties = unit.firing_stance, pieces(state.edition.house).movements
    for one in (one for kind in OFFERED if kind.helps for one in kind.offers(state, unit)):
        match one:
            case ChangeStance(_, stance) if now is None or STANCES[Stance(stance)].penalty >= STANCES[now].penalty:
                continue
            case ChangeMovement(_, movement) if penalties[Movement(movement)] >= penalties[unit.movement]:
                continue
            case Aim() if unit.aimed_at is None and len(known_enemies(state, unit)) > 1:
                if one.target == known_enemies(state, unit)[0]:
                    yield Aim(unit.id)
            case _:
                yield one


def upper_bound(state: State, shooter: str) -> Mapping[str, Fraction]:
    """Bounds on the expected fields of an outcome, losses and kills: what no throw can surpass.

    No more bullets hit than any weapon of the shooter's can hold or holds, for it may reload and draw; the
    effect is at most the number of dice. A shot puts one enemy out of the fight at most, and none of those who take any
    number of hits. There is none on bullets fired: no plan is made to waste them (`turn.lengths`).
    """
    unit = state.find(shooter)
    weapons = (unit.weapon, *(one.weapon for one in unit.carried)) if unit else ()
    loaded = Fraction(max((max(one.loaded, one.model.capacity) for one in weapons if one), default=0))
    kills = Fraction(any(enemy.hits_to_stop is not None for enemy in state.enemies(unit)) if unit else 0)
    return {"hits": loaded, "effect": Fraction(state.edition.house[MOST_DICE]), "losses": loaded, "kills": kills}


def missing(state: State, ways: Sequence[tuple[Shot, ...]]) -> Fraction | None:
    """The chance that nobody hits; None where somebody suppresses, or acts in an order.

    Otherwise a miss changes nothing but its shooter, so that the shots are independent of each other.
    """
    if state.round.order or any(unit.suppressing for unit in state.units):
        return None
    misses = ([1 - headline(odds(declare(state, shot))).chance for shot in shots] for shots in ways)
    return prod(map(min, misses), start=Fraction(1))
