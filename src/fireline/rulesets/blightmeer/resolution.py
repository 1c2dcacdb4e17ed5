"""What the dice do: Protect, Ranged Checks, Defence Checks, Wounds and injury, in all editions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, groupby
from typing import NamedTuple

from fireline.chance import CappedCount, Deck, Dice, Die, chance, d20, repeated
from fireline.game.errors import BattleFileError, Code
from fireline.rulesets.blightmeer.editions import CRITICAL, DICE, NUMBERS, RULES, Critical, Edition, Injuring
from fireline.rulesets.blightmeer.modifiers import defence_needed
from fireline.rulesets.blightmeer.pieces import Injury, injury_of, pieces
from fireline.rulesets.blightmeer.shot import Shooting
from fireline.rulesets.blightmeer.state import State

CHECKS, WOUNDS = NUMBERS.cite("BLM-7.4.checks"), NUMBERS.cite("BLM-7.6.wounds")
MANY = 8
"""So many attacks of the worst injury in a pool, and as many as the target has Wounds, are not told apart by a die."""


class Outcome(NamedTuple):
    """What a ranged attack comes to.

    `injury` is the state that it leaves the target in, if worse than before, else "none". `attacks_hit` counts the
    Ranged Checks that passed, a critical of 2025-11 as two; in a chain without limit the highest number stands for
    that many or more. `target_hit` is who was shot at in the end.
    """

    wounds_lost: int
    injury: Injury
    attacks_hit: int
    target_hit: str


class AttackResult(NamedTuple):
    """An outcome as far as statlines tell it: whoever they belong to, the odds are the same."""

    wounds_lost: int
    injury: Injury
    attacks_hit: int
    protected: bool = False


@dataclass(frozen=True, slots=True)
class WoundMark:
    """Somebody to be shot at: what the dice need to know of the target, and of the shot that is aimed at it."""

    defence: int | None
    """What its Defence Check needs, None for none."""
    wounds: int
    injury: Injury = Injury.NONE
    worse: bool = False
    """Whether it defends with Disadvantage."""
    advantage: int = 0
    """1 for Advantage of the Ranged Check, -1 for Disadvantage."""
    in_range: bool = True
    zero_counts: bool = True
    """Whether it counts as having 1 Wound where it has none."""
    each: int = 1
    """How many Wounds a failed check takes."""

    @property
    def pool(self) -> int:
        """How many attacks must get through to injure it (BLM-7.6), 0 for a target that nothing injures."""
        counted = max(self.wounds, 1) if self.zero_counts else self.wounds
        return -(-counted // self.each)

    @property
    def told(self) -> int:
        """So many of the worst injury in a chain are told apart: more come to the same."""
        return 1 if self.pool <= 1 else max(self.pool, MANY)


@dataclass(frozen=True)
class Volley:
    """All that the dice need to know of a ranged attack."""

    edition: Edition
    ranged: int
    injury: int
    target: WoundMark
    protector: WoundMark | None = None
    morale: int | None = None
    unsteady: bool = False
    """Whether the protector takes its Morale Check with Disadvantage."""

    @cached_property
    def mixes(self) -> bool:
        """Whether criticals in a chain without limit differ in their injury, as house rules may have it."""
        return self.edition.critical is Critical.CHAIN and self.edition.critical_from < self.alike_from

    @cached_property
    def alike_from(self) -> int:
        """The natural roll from which on every roll that hits brings the injury of the highest."""
        hits = (face for face in d20.faces if self.edition.passes(face, self.ranged, attack=True))
        injuries = {face: injury_of(face + self.injury, self.edition.house) for face in hits}
        worst = max(injuries.values(), default=Injury.NONE)
        return 1 + max((face for face, injury in injuries.items() if injury is not worst), default=0)


class Aimed(NamedTuple):
    """A Ranged Check as far as it matters: how many hits, the injury that its value is, whether it is critical."""

    hits: int
    injury: Injury
    critical: bool


class Attack(NamedTuple):
    """One attack: how many hits it counts as, the injuries of those that got through, whether it was a critical."""

    hits: int
    through: tuple[Injury, ...]
    critical: bool


class AttackPool(NamedTuple):
    """How far a ranged attack has come: attacks that hit, what got through, whether one more attack is owed.

    `through` is in the order rolled. `may_be_critical` says so of the attack owed. More of the worst injury than could
    matter are not told apart: see `attacks`.
    """

    hits: int = 0
    through: tuple[Injury, ...] = ()
    owed: bool = True
    may_be_critical: bool = True


def volley(shooting: Shooting) -> Volley:
    """What the dice need to know of a legal shot."""
    ranged, ally, edition = shooting.ranged_needed, shooting.protector, shooting.state.edition
    assert ranged is not None, "a legal shot has a Ranged stat"  # noqa: S101
    plain = Volley(edition, ranged, shooting.injury_modifier, _mark(shooting))
    if ally is None:
        return plain
    unsteady = edition.staggered_protects_worse and ally.injury is Injury.STAGGERED
    return replace(plain, protector=_mark(shooting.at_protector()), morale=ally.morale, unsteady=unsteady)


def _mark(shooting: Shooting) -> WoundMark:
    target = shooting.target
    return WoundMark(
        defence=defence_needed(shooting),
        wounds=target.wounds,
        injury=target.injury,
        worse=shooting.state.edition.staggered_defends_worse and target.injury is Injury.STAGGERED,
        advantage=shooting.advantage - shooting.disadvantage,
        in_range=shooting.in_range,
        zero_counts=shooting.state.edition.zero_wounds_count_as_one,
        each=shooting.state.edition.house[WOUNDS],
    )


@chance(rule=RULES.cite("BLM-7.1"))
def fire(dice: Dice, volley: Volley, target: str, protector: str) -> Outcome:
    """A whole ranged attack at a unit that another may Protect, by their names."""
    lost, injury, hits, protected = shoot(dice, volley)
    return Outcome(lost, injury, hits, protector if protected else target)


@chance(rule="")
def shoot(dice: Dice, volley: Volley) -> AttackResult:
    """Out of range it misses; else Protect, then the attacks, then Wounds and injury."""
    target = volley.target
    ally = volley.protector if target.in_range else None
    protected = ally is not None and protects(dice, volley.edition, volley.morale, worse=volley.unsteady)
    if ally is not None and protected:
        target = ally
    if not target.in_range:
        return AttackResult(0, Injury.NONE, 0, protected)
    pool = attacks(dice, AttackPool(), volley, target)
    injury = injures(dice, volley.edition, pool.through, target.pool)
    worse = injury if injury > target.injury else Injury.NONE
    return AttackResult(min(len(pool.through) * target.each, target.wounds), worse, pool.hits, protected)


@chance(rule=RULES.cite("BLM-4.2"))
def protects(dice: Dice, edition: Edition, morale: int | None, *, worse: bool) -> bool:
    """The Morale Check of an ally that puts itself in the way."""
    return morale is not None and edition.passes(check(dice, edition, -1 if worse else 0), morale)


@chance(rule=RULES.cite("BLM-7.2"))
def check(dice: Dice, edition: Edition, advantage: int) -> int:
    """The die that counts: of two the better with Advantage, the worse with Disadvantage."""
    return dice.kept(d20, edition.house[DICE] if advantage else 1, max if advantage > 0 else min)


def kept(faces: Sequence[int], advantage: int) -> int:
    """The face that counts of those thrown."""
    return max(faces) if advantage > 0 else min(faces)


@chance(rule="")
def aims(dice: Dice, edition: Edition, ranged: int, injury: int, advantage: int) -> Aimed:
    """A Ranged Check: what it needs, and what its roll means, with this injury modifier."""
    face = check(dice, edition, advantage)
    critical = edition.is_critical(face, injury)
    hits = int(edition.passes(face, ranged, attack=True))
    if critical and edition.critical is Critical.TWO_CHECKS:
        hits *= edition.house[CHECKS]
    return Aimed(hits, injury_of(face + injury, edition.house) if hits else Injury.NONE, critical)


@chance(rule=RULES.cite("BLM-7.3"))
def defends(dice: Dice, edition: Edition, needed: int | None, *, worse: bool) -> bool:
    """A Defence Check; without one it fails."""
    return needed is not None and edition.passes(check(dice, edition, -1 if worse else 0), needed)


@chance(rule=RULES.cite("BLM-7.4"))
def attack(dice: Dice, volley: Volley, target: WoundMark) -> Attack:
    """A Ranged Check and, if it passes, a Defence Check, or two for a critical that counts as two."""
    edition = volley.edition
    hits, injury, critical = aims(dice, edition, volley.ranged, volley.injury, target.advantage)
    failed = sum(not defends(dice, edition, target.defence, worse=target.worse) for _ in range(hits))
    return Attack(hits, (injury,) * failed, critical)


def _alike(pool: AttackPool, volley: Volley, target: WoundMark) -> AttackPool:
    """The pool that stands for all that come to the same, for odds, which do not tell how attacks are removed.

    Attacks too few to injure are counted only. As many of the worst injury as the pool must have leave one of it
    whatever is removed; in a chain that goes on, none that follows is worse, or one is enough to injure. Raises
    `BattleFileError` where neither is so: of a pool of any size, the chance that an injury is left is no fraction.
    """
    hits, through, owed, may_be_critical = pool
    needed = target.pool
    if owed and needed > 1 and volley.mixes:
        raise BattleFileError(
            Code.UNSUPPORTED,
            f"criticals from {volley.edition.critical_from} on bring several injuries with this weapon, so the chances "
            f"of a target with {target.wounds} Wounds are no fractions; {volley.alike_from} or more has exact odds",
            f"house.{CRITICAL}",
        )
    if not owed and len(through) < max(needed, 1):
        through = (Injury.NONE,) * min(len(through), needed)
    elif needed and len(through) > needed and through.count(worst := max(through)) >= needed:
        through = (worst,) * needed
    else:
        return pool
    return AttackPool(hits, through, owed, may_be_critical)


@repeated(attack, rule=RULES.cite("BLM-7.5"), done=lambda pool: not pool.owed, alike=_alike)
def attacks(pool: AttackPool, one: Attack, volley: Volley, target: WoundMark) -> AttackPool:
    """One attack more; a critical may owe the next.

    All attacks of a chain without limit but the last were criticals, with the worst injury of them all: natural 20s. Of
    as many of these as the target has Wounds one is left whatever is removed at random, so that further ones change
    nothing. Where one attack is enough to injure, the worst so far stands for all. Hits are counted up to one more than
    that. So a chain has finitely many states.
    """
    hits, through, critical = one
    further = volley.edition.critical
    owed = critical and pool.may_be_critical and further is not Critical.TWO_CHECKS
    hits, through = pool.hits + hits, pool.through + through
    if further is not Critical.CHAIN:
        return AttackPool(hits, through, owed, may_be_critical=False)
    most = max(target.pool, 1) + 1
    if owed and through:
        through = (max(through),) if target.pool <= 1 else through if volley.mixes else through[-target.told :]
    return AttackPool(hits if hits < most else CappedCount(most), through, owed)


@chance(rule=RULES.cite("BLM-7.7"))
def injures(dice: Dice, edition: Edition, through: tuple[Injury, ...], pool: int) -> Injury:
    """What the attacks that got through do to a target with so many Wounds: nothing while it has Wounds left."""
    if not pool or len(through) < pool:
        return Injury.NONE
    if through.count(max(through)) >= max(pool, MANY):
        return max(through)
    left = remains(dice, through, pool - 1) if edition.injuring is Injuring.POOL else through
    return max(left)


def which(*runs: int) -> Die[int]:
    """The die that says which attack of these runs of equal ones is removed, counted from 1 in the order rolled.

    Whichever of a run is removed leaves the same behind, so the first stands for it in odds.
    """
    count = sum(runs)
    name = f"d{count} for the attack that is removed, counted as rolled"
    firsts = tuple(accumulate(runs[:-1], initial=1))
    return Die(name, tuple(range(1, count + 1)), merged=Die(name, firsts, runs))


@chance(rule=RULES.cite("BLM-7.8"))
def remains(dice: Dice, through: tuple[Injury, ...], removed: int) -> tuple[Injury, ...]:
    """The pool after so many attacks are removed from it at random."""
    if not removed:
        return through
    out = dice.roll(which(*(len([*run]) for _, run in groupby(through)))) - 1
    return remains(dice, through[:out] + through[out + 1 :], removed - 1)


def cards(state: State) -> tuple[str, ...]:
    """The cards left in the Improvement Deck (BLM-7.10)."""
    left = state.improvements.deck
    return tuple(Deck(pieces(state.edition.house).improvements)) if left is None else left


@chance(rule=RULES.cite("BLM-7.10"))
def draw(dice: Dice, deck: Deck[str]) -> str:
    """The top card of the Improvement Deck, for an enemy Incapacitated."""
    return deck.draw(dice)[0]
