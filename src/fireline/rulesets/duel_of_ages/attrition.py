"""The same shot again and again from one deck, until its target is defeated (DOA-4.4, DOA-4.5).

A card that was drawn in a Hit Challenge has shown only whether it hits, one drawn in a Damage Challenge only how many
wounds it leaves. So the chance of any course of shots is the number of ways in which different cards can show it, and
whenever the deck is shuffled, all that counts of what went before is how many wounds more defeat the target.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb, factorial, perm
from typing import NamedTuple

from fireline.game.command import Shot
from fireline.game.planning import Attrition
from fireline.rulesets.duel_of_ages.legality import declare
from fireline.rulesets.duel_of_ages.resolution import CardDraws, draws
from fireline.rulesets.duel_of_ages.state import State

NONE, ALL = Fraction(0), Fraction(1)
Rest = tuple[int, bool]
"""The wounds that still defeat the target when the deck is shuffled, and whether it is shuffled for a second card."""


class Cards(NamedTuple):
    """How many cards hit and how many miss, of those that leave so many wounds as the second of a shot."""

    by_wounds: tuple[tuple[int, int, int], ...]

    @classmethod
    def read(cls, cards: CardDraws, names: Iterable[str]) -> Cards:
        """The cards of these names as a shot reads them."""
        counted = dict[int, list[int]]()
        for name in names:
            reading = cards.readings[name]
            counted.setdefault(max(cards.least, cards.wounds + reading.damage), [0, 0])[not reading.hit] += 1
        return cls(tuple((wounds, hit, miss) for wounds, (hit, miss) in sorted(counted.items())))

    @property
    def can_wound(self) -> bool:
        """Whether a shot can wound, sooner or later, if the deck is whole."""
        return any(hit for _, hit, _ in self.by_wounds) and any(wounds for wounds, _, _ in self.by_wounds)


class After(NamedTuple):
    """So many shots since the deck was shuffled, of which some hit, with these wounds in all, and its chance."""

    shots: int
    wounds: int
    chance: Fraction
    drawn: int
    """How many cards were drawn."""
    hits: int


@dataclass(frozen=True)
class Course:
    """What can happen from one shuffle to the next while the target stands.

    `second` says that the first card drawn is the second of a shot whose first one was the last before the shuffle.
    """

    cards: Cards
    health: int
    second: bool = False
    wider: Course | None = None
    """The same course of a target with more health, which has every state of this one."""

    @cached_property
    def number(self) -> int:
        """How many cards there are."""
        return self._hit + self._miss

    @cached_property
    def states(self) -> tuple[After, ...]:
        """Everything that can stand after a shot with the target undefeated, until the deck is used up."""
        if self.wider is not None:
            return tuple(one for one in self.wider.states if one.wounds < self.health)
        return tuple(self._states())

    @cached_property
    def ends(self) -> tuple[tuple[int, Rest, Fraction], ...]:
        """How the deck is used up with the target undefeated: after how many shots, what is left, and its chance."""
        found = []
        for one in self.states:
            left = self.health - one.wounds
            if one.drawn == self.number:
                found.append((one.shots, (left, False), one.chance))
            elif one.drawn == self.number - 1:
                chance = (self.wider or self).chance(one.shots, one.hits, one.wounds, 1)
                found.append((one.shots + 1, (left, True), chance))
        return tuple(found)

    def _states(self) -> Iterator[After]:
        for shots in range(self.number + 1):
            for hits in range(min(shots, self.number - shots - self.second) + 1):
                for wounds in range(self.health):
                    chance = self.chance(shots, hits, wounds) if (hits + self.second, wounds) in self._chosen else NONE
                    if chance:
                        yield After(shots, wounds, chance, shots + hits + self.second, hits)

    def chance(self, shots: int, hits: int, wounds: int, more: int = 0) -> Fraction:
        """The chance of so many shots with so many hits and wounds in any order, and then of so many more hits."""
        seconds, ways = hits + self.second, 0
        for of_hits, chosen in self._chosen.get((seconds, wounds), {}).items():
            hit, miss = self._hit - of_hits, self._miss - (seconds - of_hits)
            ways += chosen * perm(hit, hits + more) * perm(miss, shots - hits)
        whole = perm(self.number, shots + seconds + more)
        return Fraction(ways * comb(shots, hits) * factorial(seconds), whole)

    @cached_property
    def _chosen(self) -> dict[tuple[int, int], Counter[int]]:
        """How many sets of so many cards leave so many wounds in all, by how many of the cards hit."""
        found = {(0, 0): Counter({0: 1})}
        for leaves, hit, miss in self.cards.by_wounds:
            onward = dict[tuple[int, int], Counter[int]]()
            for (number, wounds), by_hits in found.items():
                for a, b in product(range(hit + 1), range(miss + 1)):
                    if wounds + leaves * (a + b) >= self.health:
                        continue
                    into = onward.setdefault((number + a + b, wounds + leaves * (a + b)), Counter())
                    for of_hits, ways in by_hits.items():
                        into[of_hits + a] += ways * comb(hit, a) * comb(miss, b)
            found = onward
        return found

    @cached_property
    def _hit(self) -> int:
        return sum(hit for _, hit, _ in self.cards.by_wounds)

    @cached_property
    def _miss(self) -> int:
        return sum(miss for _, _, miss in self.cards.by_wounds)


@dataclass(frozen=True)
class Courses:
    """The courses from shuffle to shuffle: the first with the cards that are left, then with the whole deck."""

    left: Cards
    whole: Cards
    health: int
    _whole: dict[Rest, Course] = field(default_factory=dict)
    _undefeated: dict[tuple[Rest, int], Fraction] = field(default_factory=dict)
    _shots: dict[Rest, Fraction] = field(default_factory=dict)

    @cached_property
    def first(self) -> Course:
        """The course that begins now."""
        return Course(self.left, self.health)

    def undefeated(self, shots: int) -> Fraction:
        """The chance that so many shots do not defeat the target."""
        return self._undefeated_in(self.first, shots)

    @cached_property
    def shots(self) -> Fraction:
        """The average number of shots until it is defeated."""
        for health in range(1, self.health + 1):
            self._solve(health)
        return self._after(self.first, self._shots)

    def _course(self, rest: Rest) -> Course:
        if rest not in self._whole:
            widest = None if rest[0] == self.health else self._course((self.health, rest[1]))
            self._whole[rest] = Course(self.whole, *rest, widest)
        return self._whole[rest]

    def _undefeated_in(self, course: Course, shots: int) -> Fraction:
        now = sum((one.chance for one in course.states if one.shots == shots and one.drawn < course.number), NONE)
        for used_up, rest, chance in course.ends:
            if used_up <= shots:
                key = rest, shots - used_up
                if key not in self._undefeated:
                    self._undefeated[key] = self._undefeated_in(self._course(rest), shots - used_up)
                now += chance * self._undefeated[key]
        return now

    def _after(self, course: Course, shots: Mapping[Rest, Fraction]) -> Fraction:
        """The average number of shots from the beginning of a course, by those from each shuffle; 0 where unknown."""
        within = sum((one.chance for one in course.states if one.drawn < course.number), NONE)
        return within + sum((chance * shots.get(rest, NONE) for _, rest, chance in course.ends), NONE)

    def _solve(self, health: int) -> None:
        """The numbers of shots from the two shuffles at which so many wounds are left, of which each leads to both."""
        rests: tuple[Rest, Rest] = ((health, False), (health, True))
        known = [self._after(self._course(rest), self._shots) for rest in rests]
        (a, b), (c, d) = ([self._leading(rest, onward) for onward in rests] for rest in rests)
        whole = (1 - a) * (1 - d) - b * c
        self._shots[rests[0]] = ((1 - d) * known[0] + b * known[1]) / whole
        self._shots[rests[1]] = ((1 - a) * known[1] + c * known[0]) / whole

    def _leading(self, rest: Rest, onward: Rest) -> Fraction:
        return sum((chance for _, end, chance in self._course(rest).ends if end == onward), NONE)


def attrition(state: State, shots: Sequence[Shot]) -> Attrition | None:
    """Legal shots again and again until their target is defeated; None unless all read the cards of one deck alike."""
    shooting, *others = [declare(state, one) for one in shots]
    cards, team = draws(shooting), shooting.shooter.team
    if shooting.fresh or any((one.shooter.team, draws(one)) != (team, cards) for one in others):
        return None
    whole = Cards.read(cards, cards.readings.list.names)
    if cards.lethal is None or not whole.can_wound:
        return Attrition(lambda _: NONE, ALL, None)
    courses = Courses(Cards.read(cards, cards.left) if len(cards.left) else whole, whole, cards.lethal)
    return Attrition(lambda shots: 1 - courses.undefeated(shots), NONE, courses.shots)
