"""What one unit may do to each of its enemies, judged once for all of them that the rules cannot tell apart."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from fireline.game.command import Command
from fireline.game.kept import Kept
from fireline.game.shot import Shot
from fireline.rulesets.endless_horizons import legality
from fireline.rulesets.endless_horizons.board import Distance
from fireline.rulesets.endless_horizons.commands import Aim, Suppress
from fireline.rulesets.endless_horizons.pieces import borders
from fireline.rulesets.endless_horizons.shot import Shooting
from fireline.rulesets.endless_horizons.state import State, Unit
from fireline.rulesets.endless_horizons.ways import Ways, may_suppress, shot_of, suppressions, ways
from fireline.ruling import Asks, all_stand

MOST_ROWS = 1 << 11
NOWHERE = Distance(Fraction(0))
"""Stands for any distance where only the shooter is asked about."""


class Target(NamedTuple):
    """An enemy with nothing but what a shot at it can ask, and its kind: the same without name and place."""

    unit: Unit
    kind: Unit


class Offer(NamedTuple):
    """What one may do to another."""

    shots: tuple[Shot, ...] = ()
    aim: Command | None = None
    suppressions: tuple[Command, ...] = ()
    known: bool = False
    """Whether anybody knows how far off he is."""
    suppressed: bool = False
    """Whether suppressing fire at him is allowed with any number of bullets."""


NO_OFFER = Offer()
Alike = tuple[int, int, str]
"""What a unit cannot tell apart: the range, the kind of target by its identity, and its name where that matters."""


@dataclass
class Row:
    """What one unit may do to some enemies, in their order."""

    unit: Unit
    targets: tuple[Target, ...]
    offers: tuple[Offer, ...]
    _others: tuple[Command, ...] | None = None

    @cached_property
    def shots(self) -> tuple[Shot, ...]:
        """Every legal shot in the lengths worth choosing."""
        return tuple(chain.from_iterable(offer.shots for offer in self.offers))

    def others(self, state: State) -> tuple[Command, ...]:
        """Aim at one of them, suppressing fire at one, or at all whose distance is known."""
        if self._others is None:
            aims = [offer.aim for offer in self.offers if offer.aim]
            fire = (offer.suppressions for offer in self.offers)
            self._others = (*aims, *chain.from_iterable(fire), *self._at_all(state))
        return self._others

    def _at_all(self, state: State) -> Iterator[Command]:
        known = [(target.unit.id, one) for target, one in zip(self.targets, self.offers, strict=True) if one.known]
        group = tuple(id_ for id_, _ in known)
        # What forbids fire at one of them forbids it at all of them, and is known already.
        if len(group) > 1 and all(one.suppressed for _, one in known) and may_suppress(state, self.unit, group):
            yield from suppressions(state, self.unit, group)


class _Known:
    """What was found out about one unit while nothing that it depends on changes: of kinds of target, and its row."""

    def __init__(self) -> None:
        self.ways: dict[Alike, tuple[Unit, Ways]] = {}
        self.misses: dict[Alike, tuple[Unit, Fraction]] = {}
        """The chance that the best of its shots does not hit."""
        self.alike: dict[int, Callable[[str, Unit, int], Alike]] = {}
        """How it tells targets apart, by the parts that a square metre is cut into."""
        self.row: Row | None = None
        """Of all its enemies, as last asked for."""
        self.part: Row | None = None
        """Of some of them."""
        self.barred: bool | None = None
        """Whether it may shoot at nobody, through its own fault."""


_known = Kept[_Known](most=MOST_ROWS)
_targets = Kept[Target]()
_kinds = Kept[None]()
_rows_of = Kept[tuple[Target, ...]](most=MOST_ROWS)


class Rows:
    """What everybody may do to everybody in one state, or to those of some ids, kept by all that it depends on."""

    def __init__(self, state: State, at: Collection[str] | None = None) -> None:
        self.state, self.at = state, at
        self.units = state.units if at is None else state.named(at)
        self.kept = all_stand()
        self.common = tuple(map(_known.same, (state.edition, state.environment, state.distances)))
        named = chain.from_iterable(one.pair or (one.unit,) for one in state.environment)
        self.named = frozenset(name for name in named if name is not None)
        self._foes: dict[str | None, tuple[Target, ...]] = {}

    def of(self, unit: Unit) -> Row:
        """What a unit may do to its enemies."""
        return self._row(unit, self._known_of(unit))

    def shots(self, unit: Unit) -> tuple[Shot, ...]:
        """The legal shots of a unit."""
        known = self._known_of(unit)
        if known.barred is None:
            known.barred = legality.refusals.bar(Shooting(self.state, unit, unit, NOWHERE), Asks.SHOOTER)
        return () if known.barred else self._row(unit, known).shots

    def misses(self, unit: Unit, target: str, best: Callable[[], Fraction]) -> Fraction:
        """The chance that a unit misses with the best of its legal shots at a target, as worked out or as kept."""
        known, (_, kind) = self._known_of(unit), _target(self.state.unit(target))
        (far,) = self.state.squares(unit, (target,))
        assert far is not None, "a legal shot has a distance"  # noqa: S101
        alike = self._alike(unit, known)(target, kind, far)
        if alike not in known.misses:
            known.misses[alike] = kind, best()
        return known.misses[alike][1]

    def _alike(self, unit: Unit, known: _Known) -> Callable[[str, Unit, int], Alike]:
        parts = self.state.parts
        if parts not in known.alike:
            border = borders(unit.gun.model.effective_range, parts) if unit.gun else ()
            named = {*self.named, unit.aimed_at, *(unit.suppressing.targets if unit.suppressing else ())}
            kept = self.kept
            known.alike[parts] = lambda id_, kind, far: (
                bisect_right(border, far),
                id(kind),
                id_ if id_ in named or not kept else "",
            )
        return known.alike[parts]

    def _row(self, unit: Unit, known: _Known) -> Row:
        targets = self._enemies(unit)
        row = known.row if self.at is None else known.part
        if row is not None and row.targets is targets:
            return row
        had = dict(zip(map(id, row.targets), row.offers, strict=True)) if row else {}
        new = self._offers(unit, [target for target in targets if id(target) not in had], known)
        row = Row(unit, targets, tuple([had.get(id(target)) or next(new) for target in targets]))
        if self.at is None:
            known.row = row
        else:
            known.part = row
        return row

    def _known_of(self, unit: Unit) -> _Known:
        if not self.kept:
            return _Known()
        now = (self.state.over, legality.not_the_turn_of(self.state, unit) is None)
        return _known.of((*self.common, *now, _known.same(unit)), _Known)

    def _enemies(self, unit: Unit) -> tuple[Target, ...]:
        side = unit.side
        if side not in self._foes:
            foes = (one for one in self.units if not one.out and (side is None or one.side != side))
            self._foes[side] = _same(map(_target, foes))
        if side is not None:
            return self._foes[side]
        return _same(target for target in self._foes[side] if target.unit.id != unit.id)

    def _offers(self, unit: Unit, targets: Collection[Target], known: _Known) -> Iterator[Offer]:
        state, judged, id_ = self.state, known.ways, unit.id
        alike_of = self._alike(unit, known)
        squares = state.squares(unit, (target.unit.id for target in targets))
        for (enemy, kind), far in zip(targets, squares, strict=True):
            if far is None:
                yield NO_OFFER
                continue
            target = enemy.id
            alike = alike_of(target, kind, far)
            if alike not in judged:
                judged[alike] = kind, ways(state, unit, enemy)  # the kind is held, so that no other gets its identity
            shots, aim, fire, suppressed = judged[alike][1]
            alone = (target,)
            yield Offer(
                tuple([shot_of(id_, target, bullets) for bullets in shots]),
                Aim(id_, 1, target) if aim else None,
                tuple([Suppress(id_, alone, bullets) for bullets in fire]),
                known=True,
                suppressed=suppressed,
            )


def _target(unit: Unit) -> Target:
    """A unit as a target; equal ones are one and the same."""
    return _targets.of((unit,), lambda: _targets.same(_as_target(unit)))


def _as_target(unit: Unit) -> Target:
    kind = Unit("", unit.side, unit.stance, unit.movement, unit.own_size, cover=unit.cover, showing=unit.showing)
    return Target(replace(kind, id=unit.id, at=unit.at), _kinds.same(kind))


def _same(targets: Iterator[Target]) -> tuple[Target, ...]:
    """These targets, the same tuple whenever they are the same."""
    found = tuple(targets)
    return _rows_of.of(found, lambda: found)
