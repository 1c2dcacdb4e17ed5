"""Planning: what a search over a whole phase, or a shot out of turn, must know about a game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from fireline.game.command import Command, Shot
from fireline.game.errors import BattleFileError
from fireline.game.places import Places
from fireline.ruling import Rulebook

S = TypeVar("S")


class Equivalence(NamedTuple, Generic[S]):
    """What no remaining shot can tell apart: a key for each face, and one state for all that play out alike."""

    face: Callable[[Any], Hashable]
    state: Callable[[S], S]


def still_by(places: Places[S], **marks: bool | int | str) -> Callable[[S, str], S | None]:
    """The state with these marks on a unit, `Planning.still` of a game whose marks say who has moved: `moved=0`."""

    def still(state: S, unit: str) -> S | None:
        known = {mark.name: mark.value for mark in places.marks(state, unit)}
        if all(known.get(name) == value for name, value in marks.items()):
            return state
        try:
            return places.mark(state, unit, marks)
        except BattleFileError:  # a piece without such marks
            return None

    return still


ALL_DIFFERENT: Equivalence[Any] = Equivalence(lambda face: face, lambda state: state)
"""Where everything may be told apart."""


class Attrition(NamedTuple):
    """When the same attacks, made again and again, put their target out of play."""

    out: Callable[[int], Fraction]
    """The chance that it is out after so many attacks or fewer."""
    never: Fraction | None
    """The chance that it never is; None where nobody followed the attacks so far."""
    expected: Fraction | None
    """The average number of attacks until it is out; None where it may never be, or nobody knows."""
    followed: int | None = None
    """How many attacks were followed; None for as many as there can be."""
    why: str = ""
    """Why no more were."""


class OpenField(NamedTuple, Generic[S]):
    """Two units alone in the open, as far apart as somebody asks."""

    put: Callable[[S, str, str, Fraction], S]
    """The state in which a second unit stands at this distance from a first one, in the measure of `Places`. Raises
    `BattleFileError` for a distance that there is not."""
    reach: Callable[[S, str], Fraction]
    """How far anything reaches that a unit shoots with."""
    without: str
    """What such a field lacks, in words."""
    armed: Callable[[S, str], Mapping[str, S]] = lambda state, _: {"": state}
    """By the name of each of a unit's weapons the state in which it shoots with that one alone; "" where weapons have
    no names."""
    names: tuple[str, ...] = ()
    """The details of a shot that name what such a field does not have: a window, a space, an ally of the target."""


class Planning(NamedTuple, Generic[S]):
    """What a game knows about the rest of its phase, for plans, threat maps and advice."""

    upper_bound: Callable[[S, str], Mapping[str, Fraction]]
    """The most that one shot of a unit is expected to gain in this phase, whatever has happened before: proven bounds
    for "losses", "kills" and each numeric field of outcomes. A plan may count only what is bounded."""
    with_turn_of: Callable[[S, str], S]
    """The state as if a unit's side had its turn to fire, for what an enemy might do; the same state if it has, and for
    a unit that is not there."""
    contact: Callable[[S, str], Iterable[str]] = lambda _state, _unit: ()
    """The enemies who are in contact with a unit where it stands, so that it is in danger of more than fire."""
    shots_left: Callable[[S, str], int | None] = lambda _state, _unit: None
    """The most shots that a unit, if armed, may still take in this phase; None if the rules do not count them, and then
    policies take one."""
    handing_on: Callable[[S], Command | None] = lambda _: None
    """The command that ends one unit's turn within the phase and begins another's, without dice; None if no other turn
    follows. For a unit whose turn is still to come, `shots_left` counts the shots that it will have then."""
    preparing: Callable[[S, str], Iterable[Command]] = lambda _state, _unit: ()
    """What a unit may do to make its later shots possible or better (aim, reload, kneel), legal or not; each takes of
    what it has (an action, fire that goes on), so nobody prepares for ever."""
    left_out: Callable[[S, str], Iterable[str]] = lambda _state, _unit: ()
    """What else a unit may do before its shots, moves aside, that can make them better and is not in `preparing`: each
    in a few words. A plan of this unit is the best only of those without it."""
    equivalence: Callable[[S], Equivalence[S]] = lambda _: ALL_DIFFERENT
    """What no remaining shot of the phase can tell apart, seen from a state."""
    alike_for: Callable[[S, Sequence[Shot]], Equivalence[S]] = lambda _state, _shots: ALL_DIFFERENT
    """What none of these shots can tell apart, which are all that follow in the phase: more than for any shot."""
    missing: Callable[[S, Sequence[tuple[Shot, ...]]], Fraction | None] | None = None
    """The chance that all of these units miss their target, who fire one after another: that no shot achieves the
    headline while owed answers are the customary ones. For each unit its legal shots; it takes the one with the best
    headline. None where a shot that misses may change more than is known here: each is then followed step by step."""
    attrition: Callable[[S, Sequence[Shot]], Attrition | None] | None = None
    """What these attacks on one target come to, legal ones made again and again by shooters who are ready every time;
    None where each has to be followed battle by battle, as in a game without this."""
    apart: Callable[[S, str, str, Fraction], S] | None = None
    """The state with a second unit at this distance from a first, in the measure of `Places`, on the nearest place that
    can hold it, and everything else as it was. Raises `BattleFileError` if it can stand nowhere at that distance; None
    for a game that cannot do this."""
    in_the_open: OpenField[S] | None = None
    """How two units stand apart where nothing else is; None for a game that cannot say it."""
    aimed: Callable[[Shot], Shot] | None = None
    """A shot with one more action of aim declared; None for a game without aim."""
    still: Callable[[S, str], S | None] = lambda _state, _unit: None
    """The state as if a unit had not moved in its turn: the same state where it has not, None where it may not move, or
    where nobody knows. `still_by` makes it of marks."""

    def under(self, rulebook: Rulebook) -> Planning[S]:
        """The same without what a game knows of its own rules alone, where somebody has added others.

        Args:
            rulebook: The rules that are in force.

        Returns:
            The planning, without a bound or a quicker way that an added rule could break.
        """
        if not rulebook.added:
            return self
        return self._replace(
            equivalence=lambda _: ALL_DIFFERENT,
            alike_for=lambda _state, _shots: ALL_DIFFERENT,
            missing=None,
            attrition=None,
        )
