"""The ranged phase and the turns: who may say what, what it makes happen, and what plans must know of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import prod
from typing import Any

from fireline.chance import Dice
from fireline.game.command import Command, Shot
from fireline.game.entries import plain
from fireline.game.event import Event
from fireline.game.facts import data_of, flags_of, view_of
from fireline.game.facts import declared as declared_of
from fireline.game.planning import Equivalence
from fireline.game.ruleset import Phases, Turn, UnitView
from fireline.rulesets.blightmeer import legality
from fireline.rulesets.blightmeer.editions import Critical
from fireline.rulesets.blightmeer.events import PhaseEnded, ShotDeclared, TurnBegan
from fireline.rulesets.blightmeer.legality import NOBODY_FIRST, nobody_first
from fireline.rulesets.blightmeer.pieces import FACTS, Injury
from fireline.rulesets.blightmeer.places import PHASE, PLACES, UNRESOLVED
from fireline.rulesets.blightmeer.prose import headline, title
from fireline.rulesets.blightmeer.protect import Protect, fired, odds
from fireline.rulesets.blightmeer.resolution import CHECKS
from fireline.rulesets.blightmeer.scene import called, windows_of
from fireline.rulesets.blightmeer.shot import Shooting, declare
from fireline.rulesets.blightmeer.state import Improvements, State, Unit
from fireline.rulesets.blightmeer.terrain import FOOT, Mesh
from fireline.ruling import Refusal
from fireline.ruling.prose import listing

FLAGS = (*(injury for injury in Injury if injury), *(one.flag for one in declared_of(Unit).values() if one.flag))


def view(state: State, one: Unit) -> UnitView:
    """A unit, out of the game or not."""
    place, words = PLACES.at(state, one.id), (*one.status, *flags_of(one))
    return view_of(one, one.side, place, one.wounds, title=title(state, one.id), out=one.out, flags=words)


def turn(state: State) -> Turn:
    """The side whose ranged phase it is."""
    now = state.turn
    words = f"turn {now.number} of {now.side}"
    return Turn(now.side, words, over=state.over, data=data_of(now), number=now.number)


def shot_label(state: State, shot: Shot) -> str:
    """A shot as a menu shows it."""
    window = shot.details.get("peer")
    return f"{shot.shooter} shoots at {shot.target}{f' through {called(window)}' if window else ''}"


def _next_turn(state: State) -> TurnBegan:
    following = state.side_after(state.turn.side)
    return TurnBegan(following, state.turn.number + (following == state.sides[0]))


PHASES = Phases[State](
    name="ranged phase",
    rule=PHASE,
    end=lambda _: "End the ranged phase",
    ended=lambda _: (PhaseEnded(),),
    unfinished=lambda state: (Refusal(PHASE, UNRESOLVED),) if state.due else (),
    next=lambda state: f"Begin the turn of {_next_turn(state).side}",
    begun=lambda state: (_next_turn(state),),
)


def warnings(state: State) -> Iterator[str]:
    """Every slip, as a sentence."""
    if nobody_first(state):
        yield f"turn.first_player is missing. {NOBODY_FIRST} (BLM-1.3)"
    for one, other in combinations(sorted(state.sides), 2):
        if one.casefold().strip() == other.casefold().strip():
            yield f"{one!r} and {other!r} are two sides, enemies of each other."
    if len(state.sides) > 2:
        yield f"There are {len(state.sides)} sides: {listing(state.sides)}; each is an enemy of all others."
    for unit in state.standing:
        below = _floors_under(state, unit)
        if not any(abs(floor - unit.at[2]) <= FOOT for floor in below):
            nearest = max((floor for floor in below if floor < unit.at[2]), default=0.0)
            yield f'{unit} stands {unit.at[2]:g}" up over nothing: the next surface under it is at {nearest:g}".'
    for piece in state.terrain:
        if isinstance(piece, Mesh) and not piece.model.closed:
            lacks = f"{piece.model.leaks} edges of one triangle only, {piece.model.crowded} of more than two"
            yield f"{piece.id} has no closed surface ({lacks}): it hides what is behind it, but has no inside."


def _floors_under(state: State, unit: Unit) -> set[float]:
    """Every surface under its base, at its middle and around its rim."""
    x, y, _ = unit.at
    places = ((x, y), *((x + dx, y + dy) for dx, dy in unit.base.shape))
    beside = state.terrain.over((x, y), float(unit.radius))
    return {0.0} | {floor for piece in beside for place in places for floor in piece.floors(place)}


def expanded_entry(state: State, id_: str) -> dict[str, Any]:
    """The weapon of a unit with every field."""
    weapon = state.unit(id_).weapon
    facts = weapon and {name: weapon.fact(name) for name in FACTS} | {"range": plain(weapon.range)}
    return {"weapon": {"name": weapon.name, **facts}} if weapon and facts else {}


def decision_owner(state: State) -> str | None:
    """The side that must say whether somebody protects."""
    return state.unit(state.due.target).side if state.due else None


def shots(state: State, shooter: str, target: str) -> Iterator[Shot]:
    """From the eyes, and from each window that the shooter may peer through."""
    ways = (None, *windows_of(state, state.unit(shooter)))
    return (Shot(shooter, target, **_through(peer)) for peer in ways)


def _through(peer: str | None) -> dict[str, str]:
    """What a shot says of the window that it is fired through."""
    return {"peer": peer} if peer else {}


def shot_with_answer(state: State, command: Command) -> Shot:
    """The shot that waits, with the ally declared that an answer names (BLM-4.2)."""
    waiting = state.due
    assert waiting is not None and isinstance(command, Protect), "a shot waits for a protector"  # noqa: PT018, S101
    return Shot(waiting.shooter, waiting.target, protector=command.unit or None, **_through(waiting.peer))


def shoot(shooting: Shooting, dice: Dice) -> Iterable[Event]:
    """What a legal shot makes happen: it waits where somebody may Protect and nobody has said who does (BLM-4.2)."""
    if shooting.undecided and shooting.in_range and shooting.protectors:
        return (ShotDeclared(shooting.shooter.id, shooting.target.id, shooting.peer),)
    return fired(shooting, dice)


# --- what a plan of the rest must know ---------------------------------------------------


def with_turn_of(state: State, shooter: str) -> State:
    """The next turn of a unit's side, upkeep and all; where nobody has had a ranged phase, its second."""
    unit = state.find(shooter)
    if unit is None or (unit.side == state.turn.side and not state.over and state.due is None):
        return state
    following = TurnBegan(unit.side, max(state.turn.number, state.edition.house[legality.TURNS] + 1))
    return following.after(state.but(due=None))


def equivalence(state: State) -> Equivalence[State]:
    """No shot asks which improvements were drawn, nor what is left of their deck."""
    return Equivalence(lambda face: face, lambda after: after.but(improvements=Improvements(())))


TOUCH = Fraction(1, 100)
"""So near, in inches, do bases touch."""


def upper_bound(state: State, shooter: str) -> Mapping[str, Fraction]:
    """Bounds on the expected fields of an outcome, losses and kills: what no throw can surpass.

    One unit is hit, loses no more Wounds than it has, and leaves the game at most once. Wounds only grow less.
    A critical gives two attacks, or a chain whose hits are counted to one more than the target's Wounds.
    """
    unit = state.find(shooter)
    armed = unit is not None and unit.weapon is not None and unit.ranged is not None
    wounds = max((one.wounds for one in state.standing if unit and one.side != unit.side), default=0) if armed else 0
    edition = state.edition
    checks = edition.house[CHECKS] if edition.critical is Critical.TWO_CHECKS else 2
    return {
        "wounds_lost": Fraction(wounds),
        "attacks_hit": Fraction(max(checks, wounds + 1) if armed else 0),
        "losses": Fraction(wounds),
        "kills": Fraction(armed),
    }


def contact(state: State, unit: str) -> Iterator[str]:
    """The enemies whose bases touch a model's, as nearly as places are written, with whom it is in melee (BLM-1.1)."""
    model = state.unit(unit)
    enemies = (other for other in state.standing if other.side != model.side)
    yield from (other.id for other in enemies if model.gap(other).within(TOUCH))


def missing(state: State, ways: Sequence[tuple[Shot, ...]]) -> Fraction:
    """The chance that nobody hurts the target, whom nobody Protects.

    A shot that does not hurt changes nothing but its shooter, so that the shots are independent of each other.
    """
    misses = ([1 - headline(odds(declare(state, shot))).chance for shot in shots] for shots in ways)
    return prod(map(min, misses), start=Fraction(1))
