"""Threat maps: for every place where a unit might stand, the exact chance of what enemies would do to it there.

Several shooters fire one after another, each in the battle that the ones before have left: wounds, blocks and retreats
carry over, so shots are never treated as independent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain
from typing import Any, NamedTuple, overload

from fireline.analysis.deadline import go_on
from fireline.analysis.goal import planning_of
from fireline.chance import Dist
from fireline.game import drawing
from fireline.game.battle import Battle
from fireline.game.command import Shoot, Shot
from fireline.game.drawing import ThreatCell
from fireline.game.entries import one_of
from fireline.game.errors import BattleFileError, Code
from fireline.game.event import Kind, number_of
from fireline.game.places import Places
from fireline.game.planning import ALL_DIFFERENT, Equivalence
from fireline.game.preview import ShotPreview
from fireline.game.standing import Answers
from fireline.game.transitions import Transition, enumerate_outcomes, moved_to, reply, shot_transitions, unresolved
from fireline.game.ways import best_of, legal_shots
from fireline.ruling import nothing_set_aside
from fireline.ruling.prose import listing


class Sentences(Sequence[str]):
    """Sentences as a tuple has them, made when they are first read; a copy in another process is that tuple."""

    def __init__(self, make: Callable[[], Iterable[str]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> tuple[str, ...]:
        return tuple(self._make())

    @overload
    def __getitem__(self, number: int) -> str: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[str, ...]: ...
    def __getitem__(self, number: int | slice) -> str | tuple[str, ...]:
        return self._made[number]

    def __len__(self) -> int:
        return len(self._made)

    def __eq__(self, other: object) -> bool:
        return self._made == (other._made if isinstance(other, Sentences) else other)

    def __hash__(self) -> int:
        return hash(self._made)

    def __repr__(self) -> str:
        return repr(self._made)

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (self._made,)


class _Fate(NamedTuple):
    """A battle in which the unit still stands where it was put, and what it has lost there so far."""

    battle: Battle
    lost: int = 0


@dataclass(frozen=True)
class ThreatMap:
    """What shooters would do to a unit, in their order, as if it were their turn to fire now.

    The chance is that at least one shot achieves the game's headline (a hit, a Wound or an injury) or, with `at_least`,
    that the unit loses that many blocks, Wounds or hits. Each shooter shoots in the best way (`game/ways.py`). Nobody
    shoots at a unit that has retreated or is gone. Raises `BattleFileError` for units that are not in the battle.
    """

    battle: Battle
    unit: str
    shooters: tuple[str, ...]
    at_least: int | None = None
    _hits: dict[object, bool] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        known = [unit for unit in (self.unit, *enemies(self.battle, self.unit)) if unit]
        self.places.at(self.battle.state, self.unit)
        for shooter in self.shooters:
            one_of(shooter, known[1:], f"enemy of {self.unit}", "shooter")
        planning_of(self.battle)
        if self.at_least is not None:
            self.battle.ruleset.needs(self.battle.ruleset.losses, "counts no losses, so there is no chance to lose any")
        if self.at_least is not None and self.at_least < 1:
            raise BattleFileError(Code.OUT_OF_RANGE, f"{self.at_least} is too small; at least 1", "at_least")

    def __repr__(self) -> str:
        return f"<ThreatMap {self.unit} {self.what} by {', '.join(self.shooters) or 'nobody'}>"

    @property
    def places(self) -> Places[Any]:
        """The places of the game; raises `BattleFileError` for a game that names none."""
        return places_of(self.battle)

    @cached_property
    def here(self) -> str:
        """Where the unit stands."""
        return self.places.at(self.battle.state, self.unit)

    @cached_property
    def _in_turn(self) -> Battle:
        """The battle in which the unit may move: as it stands if it is its turn, else the next turn of its side."""
        return self.battle.with_turn_of(self.unit)

    @property
    def what(self) -> str:
        """What the chance is of, in words."""
        return "is hit" if self.at_least is None else f"loses {self.at_least} or more"

    @property
    def title(self) -> str:
        """What the map is of."""
        return f"Chance that {self.battle.title(self.unit)} {self.what}, by place"

    @property
    def about(self) -> str:
        """Who fires, and when, as a sentence."""
        return f"Fire of {listing(self.shooters) or 'nobody'}, were it their turn now."

    def everywhere(self, step: Fraction | None = None) -> tuple[str, ...]:
        """Every place where the unit might stand.

        Args:
            step: How far apart places are, in inches or metres; as the game has them if nothing is said.

        Returns:
            The places, in the words of the game.
        """
        return self.places.all(self.battle.state, self.unit, step)

    def nearest_first(self, places: Sequence[str]) -> list[str]:
        """Places by how far they are from where the unit stands; by what it tells, where that is a distance."""
        state, between = self.battle.state, self.places.between
        try:
            far: dict[str, float] = {place: between(state, self.here, place) for place in places}
        except BattleFileError:  # places that are distances themselves
            far = {place: self._gap(place) for place in places}
        return sorted(places, key=far.__getitem__)

    def _gap(self, place: str) -> float:
        """By how much any distance of the unit is another at a place that tells them."""
        state, places = self.battle.state, self.places
        there = dict(places.distances(places.put(state, self.unit, place), self.unit))
        return max(abs(there[other] - now) for other, now in places.distances(state, self.unit))

    def cells(self, step: Fraction | None = None) -> Iterator[ThreatCell]:
        """Every place with its chance, one after another.

        Args:
            step: As in `everywhere`.

        Yields:
            The places, each when it has been worked out.
        """
        return map(self.cell, self.everywhere(step))

    def drawn(self, cells: Sequence[ThreatCell], about: str = "") -> str:
        """These places over the board, as SVG; `about` is what is said below the title."""
        from fireline.draw import threat_map

        return threat_map(self.battle, drawing.ThreatMap(self.title, about or self.about, self.unit, cells))

    def _repr_svg_(self) -> str:
        return self.drawn(list(self.cells()))

    def cell(self, place: str) -> ThreatCell:
        """One place with its chance.

        Args:
            place: A place of the board.

        Returns:
            The place, with the chance and the reason if nobody can stand there.
        """
        try:
            state = self.places.put(self.battle.state, self.unit, place)
        except BattleFileError as wrong:
            return ThreatCell(place, Fraction(0), stands=False, why=(wrong.problem,))
        contact = tuple(planning_of(self.battle).contact(state, self.unit))
        found = self._under_fire(place, _Fate(self.battle.with_state(state)))
        reach = place == self.here or moved_to(self._in_turn, self.unit, place) is not None
        return replace(found, contact=contact, reach=reach)

    def _under_fire(self, place: str, start: _Fate) -> ThreatCell:
        """What fire does to it there."""
        first = self._able(start.battle, self.shooters)
        missing = self._missing(first)
        if missing is not None:
            return ThreatCell(place, 1 - missing)
        fates, chance, sure, fired = Dist.certain(start), Fraction(0), Fraction(1), False
        able, anybody = {start: first}, set(first)
        for n, shooter in enumerate(self.shooters):
            if shooter not in anybody:
                continue
            left: dict[_Fate, Fraction] = {}
            then = self.shooters[n + 1 :]
            alike = self._alike(next(able[fate][shooter][0] for fate in fates if shooter in able[fate]), then)
            for fate, p in fates.items():
                go_on()
                shots = able[fate].get(shooter)
                if shots is None:
                    left[fate] = left.get(fate, Fraction(0)) + sure * p
                    continue
                fired = True
                best = best_of([ShotPreview(shots[0], shot) for shot in shots[1]])
                hit, onward = self._fire(fate, best, alike, last=not then)
                chance += sure * p * hit
                for after, q in onward.items():
                    if self._stands(after, place):
                        left[after] = left.get(after, Fraction(0)) + sure * p * q
            sure = sum(left.values(), Fraction(0))
            if not sure:
                break
            fates = Dist({fate: p / sure for fate, p in left.items()})
            able = {fate: able.get(fate) or self._able(fate.battle, then) for fate in fates}
            anybody = set(chain.from_iterable(able.values()))
        return ThreatCell(place, chance, why=() if fired else self.why(place))

    def why(self, place: str) -> Sequence[str]:
        """The reasons against every shot at the unit somewhere, put into words when they are read.

        Args:
            place: A place where it might stand.

        Returns:
            The reasons, as sentences.
        """
        why = Sentences(partial(self._reasons, place))
        return why if nothing_set_aside() else tuple(why)

    def _able(self, battle: Battle, shooters: Sequence[str]) -> dict[str, tuple[Battle, tuple[Shot, ...]]]:
        """Who may shoot at the unit, with the battle in which it is its turn, and its legal shots."""
        found = dict[str, tuple[Battle, tuple[Shot, ...]]]()
        for ready, together in battle.turns_of(shooters):
            for shot in legal_shots(ready, together, (self.unit,)):
                found[shot.shooter] = ready, (*found.get(shot.shooter, (ready, ()))[1], shot)
        return found

    def _missing(self, able: Mapping[str, tuple[Battle, tuple[Shot, ...]]]) -> Fraction | None:
        """The chance that everybody misses, where the game knows it at once."""
        missing = planning_of(self.battle).missing
        if missing is None or not able or self.at_least is not None or not nothing_set_aside():
            return None
        if self.battle.answers is not Answers.CUSTOMARY:
            return None
        ready, _ = next(iter(able.values()))
        if any(battle is not ready for battle, _ in able.values()):
            return None
        return missing(ready.state, [able[shooter][1] for shooter in self.shooters if shooter in able])

    def _alike(self, ready: Battle, then: Sequence[str]) -> Equivalence[Any] | None:
        """What the shooters who follow cannot tell apart in the same turn; None where everything may be."""
        if not all(map(ready.has_turn, then)):
            return None
        rules = ready.ruleset
        shots = [shot for shooter in then for shot in rules.shots(ready.state, shooter, self.unit)]
        alike = planning_of(self.battle).alike_for(ready.state, shots)
        return None if alike is ALL_DIFFERENT else alike

    def _reasons(self, place: str) -> Iterator[str]:
        """Every reason against every shot at the unit there, each once."""
        battle = self.battle.with_state(self.places.put(self.battle.state, self.unit, place))
        found = dict[str, None]()
        for shooter in self.shooters:
            ready = battle.with_turn_of(shooter)
            for shot in battle.ruleset.shots(ready.state, shooter, self.unit):
                found |= dict.fromkeys(f"{shooter}: {refusal}" for refusal in ready.refusals(Shoot(shot)))
        return iter(found)

    def _fire(
        self, fate: _Fate, best: ShotPreview, alike: Equivalence[Any] | None, *, last: bool
    ) -> tuple[Fraction, dict[_Fate, Fraction]]:
        """The chance that the shot brings about what is asked, and what is left to whoever follows."""
        decisions, face = best.battle.ruleset.decisions, alike and alike.face
        if last and self.at_least is None:
            return best.attack.outcomes.probability(self._is_hit), {}
        left: dict[_Fate, Fraction] = {}
        if decisions is not None and decisions.ended is not None:  # answers after the dice belong to the outcome
            hit, waiting = Fraction(0), [*shot_transitions(best.battle, best.shot).items()][::-1]
        else:
            hit, happened = enumerate_outcomes(best, self._is_hit, face)
            waiting = list(happened.items())
        while waiting:
            one, p = waiting.pop()
            if (self.at_least is not None and self._lost(fate, one) >= self.at_least) or self._is_hit(one.outcome):
                hit += p
            elif unresolved(one):
                ended, onward = enumerate_outcomes(one.battle.put(reply(one.battle)), self._is_hit, face)
                hit += p * ended
                waiting += [(one.then(more), p * q) for more, q in onward.items()]
            else:
                after = self._after(fate, one, alike)
                left[after] = left.get(after, Fraction(0)) + p
        return hit, left

    def _lost(self, fate: _Fate, one: Transition) -> int:
        return fate.lost + number_of(Kind.HARM, one.losses, lambda unit: unit == self.unit)

    def _after(self, fate: _Fate, one: Transition, alike: Equivalence[Any] | None) -> _Fate:
        """The state of the unit then."""
        battle = one.battle.with_state(alike.state(one.battle.state)) if alike else one.battle
        return _Fate(battle, 0 if self.at_least is None else self._lost(fate, one))

    def _is_hit(self, outcome: Any) -> bool:
        """Whether an outcome is the headline of its game."""
        if self.at_least is not None or not hasattr(outcome, "_asdict"):
            return False
        if outcome not in self._hits:
            self._hits[outcome] = self.battle.ruleset.headline(Dist.certain(outcome)).chance == 1
        return self._hits[outcome]

    def _stands(self, fate: _Fate, place: str) -> bool:
        try:
            return self.places.at(fate.battle.state, self.unit) == place
        except BattleFileError:  # it is gone
            return False


def places_of(battle: Battle) -> Places[Any]:
    """The places of a battle's game; raises `BattleFileError` for a game that names none."""
    return battle.ruleset.needs(battle.ruleset.places, "names no places, so there is no threat map")


def enemies(battle: Battle, unit: str) -> tuple[str, ...]:
    """The enemies of a unit who could fire on their turn, in the order of the file; raises `BattleFileError`."""
    places_of(battle).steps(battle.state, unit)
    rules = battle.ruleset
    planning_of(battle)
    every = rules.targets(battle.state, unit)
    return tuple(one for one in every if one in rules.shooters(battle.with_turn_of(one).state))
