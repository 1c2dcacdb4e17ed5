"""A declared shot on the table: who fires at whom, from where, how far, and what is seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from fireline.game.command import Shot, ShotWords
from fireline.game.entries import one_of, read_entry
from fireline.geometry.bases import Gap
from fireline.rulesets.blightmeer import scene
from fireline.rulesets.blightmeer.editions import NUMBERS, RULES, check_known
from fireline.rulesets.blightmeer.pieces import Check, Injury, Special, Weapon
from fireline.rulesets.blightmeer.state import State, Unit
from fireline.ruling import Visibility, is_active

PROTECTS_WITHIN = NUMBERS.cite("BLM-4.2.within")
HEIGHT, CHECK = RULES.cite("BLM-6.1"), RULES.cite("BLM-7.2")
SPECIAL, VALUE = RULES.cite("BLM-2.1"), RULES.cite("BLM-2.4")
BELOW, SHARE = NUMBERS.cite("BLM-6.1.below"), NUMBERS.cite("BLM-6.1.share")


class ShotEntry(ShotWords):
    """What a shot may say in this game."""

    protector: str | None = None
    peer: str | None = None


@dataclass(frozen=True)
class Shooting:
    """A shot with everything the rules ask about it; `target` is the one declared, whoever may protect it."""

    state: State
    shooter: Unit
    target: Unit
    protector: Unit | None = None
    peer: str | None = None
    undecided: bool = False
    """Whether the shot leaves it to the opponent who Protects."""

    @property
    def weapon(self) -> Weapon | None:
        """The shooter's weapon."""
        return self.shooter.weapon

    @property
    def measured_to(self) -> Unit:
        """The unit that range and height are measured to."""
        return self.target

    def special(self, check: Check) -> tuple[Special, ...]:
        """The special rules of the weapon that change a check and stand (BLM-2.1)."""
        rules = self.weapon.special if self.weapon else ()
        return tuple(one for one in rules if one.check is check and is_active(SPECIAL, one.name))

    @cached_property
    def ranged_needed(self) -> int | None:
        """What the Ranged Check needs, None for a Ranged stat of -."""
        stat = self.shooter.ranged
        return None if stat is None else stat - sum(one.value for one in self.special(Check.RANGED))

    @cached_property
    def injury_modifier(self) -> int:
        """What is added to the value of the Ranged Check for injury (BLM-2.4)."""
        weapon = self.weapon
        own = weapon.injury if weapon and weapon.injury and is_active(VALUE, f"injury modifier of the {weapon}") else 0
        return own + sum(one.value for one in self.special(Check.INJURY))

    @cached_property
    def gap(self) -> Gap:
        """The distance that counts (BLM-2.2)."""
        return distance(self.state, self.shooter, self.measured_to)

    @cached_property
    def in_range(self) -> bool:
        """Whether the target is within the weapon's range (BLM-2.2)."""
        return self.weapon is not None and self.gap.within(self.weapon.range)

    @cached_property
    def sight(self) -> Visibility:
        """What the shooter sees of the target, or of the window it has peered through (BLM-5.1, BLM-4.4).

        A shot declared through a window of the shooter's own is judged from there alone, any other from its eyes alone.
        """
        return scene.line_of_sight(self.state, self.shooter, self.target, self.peer)

    @property
    def clear(self) -> bool:
        """Whether the shooter has a line of sight to the target (BLM-5.1)."""
        return self._seen[0]

    @property
    def covered(self) -> bool:
        """Whether the target has Cover: any part of its body is hidden (BLM-5.2)."""
        return self._seen[1]

    @cached_property
    def _seen(self) -> tuple[bool, bool]:
        """Whether the target is seen and whether it has Cover; most of `sight` need not be known for that."""
        if self.target.peering is None:
            return scene.glimpse(self.state, self.shooter, self.target, self.peer)
        sight, uncovered = self.sight, not self.state.edition.peering_gives_cover
        return sight.clear, bool(sight.hidden) and not (sight.window and uncovered)

    @cached_property
    def elevated(self) -> bool:
        """Whether the target is well below the shooter (BLM-6.1)."""
        return self.shooter.above(self.measured_to) >= self.state.edition.house.value(BELOW)

    @cached_property
    def advantage(self) -> bool:
        """Whether height gives Advantage: the target well below and within half the range (BLM-6.1)."""
        if not self.elevated or self.near is None or not self.gap.within(self.near):
            return False
        return is_active(HEIGHT, "Advantage from above")

    @property
    def near(self) -> Fraction | None:
        """The part of the weapon's range within which height gives Advantage, in inches; None without a weapon."""
        return self.weapon.range * self.state.edition.house.value(SHARE) if self.weapon else None

    @property
    def disadvantage(self) -> bool:
        """Whether the shooter checks with Disadvantage (BLM-7.2)."""
        return self.shooter.injury is Injury.STAGGERED and is_active(CHECK, "Disadvantage of the Staggered shooter")

    @cached_property
    def protectors(self) -> tuple[Unit, ...]:
        """Every ally of the target that the opponent may name (BLM-4.2, BLM-4.3)."""
        state, target, edition = self.state, self.target, self.state.edition
        if not edition.protect:
            return ()
        reach = edition.house.value(PROTECTS_WITHIN)
        near = (ally for ally in state.allies(target) if distance(state, target, ally).within(reach))
        return tuple(ally for ally in near if not any(why_not_protect(state, target, ally)))

    def at_protector(self) -> Shooting:
        """The shot once Protect has passed: it hits the protector, who never has Cover (BLM-4.3)."""
        assert self.protector is not None, "somebody protects"  # noqa: S101
        return Protected(self.state, self.shooter, self.protector, None, self.peer, declared=self.target)


@dataclass(frozen=True)
class Protected(Shooting):
    """A shot that a protector takes in place of the target declared."""

    declared: Unit | None = None

    @property
    def measured_to(self) -> Unit:
        """The target declared, unless the table measures to the protector (BLM-4.2)."""
        return self.target if self.declared is None or self.state.edition.measure_to_protector else self.declared

    @property
    def covered(self) -> bool:
        """Never (BLM-4.3)."""
        return False


def distance(state: State, one: Unit, other: Unit) -> Gap:
    """The distance between two units as the table measures it: with the height between them, or seen from above."""
    gap = one.gap(other)
    return gap if state.edition.measure_height else replace(gap, height=Fraction())


def why_not_protect(state: State, target: Unit, ally: Unit) -> Iterator[tuple[str, str]]:
    """The rule and the sentence for each reason why an ally cannot Protect a target (BLM-4.2, BLM-4.3)."""
    if ally.side != target.side or ally.id == target.id:
        yield "BLM-4.2", f"{ally} is no ally of {target}; only an ally protects."
        return
    gap, edition = distance(state, target, ally), state.edition
    reach = edition.house.value(PROTECTS_WITHIN)
    if not gap.within(reach):
        yield "BLM-4.2", f'{ally} is {gap.shown(reach)} from {target}; a protector is within {float(reach):g}".'
    if ally.out or (ally.injury.lies and not edition.injured_may_protect):
        yield "BLM-4.2", f"{ally} is {ally.injury.capitalize()} and cannot Protect."
    if ally.engaged and edition.protector_must_be_unengaged:
        yield "BLM-4.2", f"{ally} is engaged and cannot Protect."
    if not scene.glimpse(state, ally, target).clear:
        yield "BLM-4.3", f"{ally} does not see {target}, the ally it would protect."


def declare(state: State, shot: Shot) -> Shooting:
    """The shot on the table; raises `BattleFileError` where it names somebody or something that is not there."""
    entry = read_entry(ShotEntry, shot.data(), "shot")
    shooter, target = state.parties(entry)
    protector = None if entry.protector is None else state.named(entry.protector, "shot.protector")
    if protector:
        check_known(state.edition, "protect", "nobody can Protect", "shot.protector")
    if entry.peer is not None:
        check_known(state.edition, "windows", "nobody can peer through windows", "shot.peer")
        one_of(entry.peer, state.terrain.windows, "window of this table", "shot.peer")
    return Shooting(state, shooter, target, protector, entry.peer, undecided="protector" not in shot.details)
