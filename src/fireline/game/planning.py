"""Planning: what a search over a whole phase, and a shot out of turn, must be told of a game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from fireline.game.command import Command
from fireline.game.shot import Shot

S = TypeVar("S")


class Equivalence(NamedTuple, Generic[S]):
    """What no shot left in a phase can tell apart: a key of each face, and one state for all that play out alike."""

    face: Callable[[Any], Hashable]
    state: Callable[[S], S]


@dataclass(frozen=True, kw_only=True, slots=True)
class Planning(Generic[S]):
    """What a game knows about the rest of its phase, for plans, threat maps and advice."""

    upper_bound: Callable[[S, str], Mapping[str, Fraction]]
    """What one shot of a unit is expected to come to at most in this phase, whatever has happened before it: proven
    bounds by "losses", "kills" and each field of outcomes that is a number. A plan may count only what is bounded."""
    with_turn_of: Callable[[S, str], S]
    """The state were it the turn of a unit's side to fire now, the same where it is; for what an enemy might do."""
    shots_left: Callable[[S, str], int | None] = lambda _state, _unit: None
    """How many shots a unit may still take in this phase at most, were it armed; None where the rules do not count
    them, so that whoever plays for it takes one."""
    handing_on: Callable[[S], Command | None] = lambda _: None
    """The command that ends one unit's turn and begins another's within the phase, without dice; None where there is
    no other turn in it. Of a unit whose turn is still to come `shots_left` counts the shots that it will have then."""
    preparing: Callable[[S, str], Iterable[Command]] = lambda _state, _unit: ()
    """What a unit may do that makes later shots of it possible or better (aim, reload), legal or not; each takes away
    from its `shots_left`, so that nobody prepares for ever."""
    equivalence: Callable[[S], Equivalence[S]] = lambda _: Equivalence(lambda face: face, lambda state: state)
    """What no shot left in the phase can tell apart, seen from a state."""
    apart: Callable[[S, str, str, Fraction], S] | None = None
    """The state with a second unit so far from a first, in the measure of `Places`, and all else as it was: on the
    nearest place that will hold it. Raises `BattleFileError` for a distance at which it can stand nowhere; None for a
    game that puts nobody at a distance."""
    aimed: Callable[[Shot], Shot] | None = None
    """A shot with one more action of aim declared; None for a game without aim."""
    still: Mapping[str, bool | int | str] = field(default_factory=dict)
    """The marks of a unit that has not moved, as `Places.marks` has them: {"moved": 0}."""
