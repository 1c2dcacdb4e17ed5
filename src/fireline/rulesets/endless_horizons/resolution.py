"""What the dice do: one roll for a burst, and what a natural 1 or 10 may bring on."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from fireline.chance import Dice, chance, d10, pick
from fireline.rulesets.endless_horizons.editions import NUMBERS, RULES, Malfunctions
from fireline.rulesets.endless_horizons.modifiers import modifiers, thresholds
from fireline.rulesets.endless_horizons.pieces import Jam
from fireline.rulesets.endless_horizons.shot import Shooting
from fireline.ruling import is_active

COVER = RULES.cite("EHZ-9.1")
NONE = "none"
CATASTROPHE = "catastrophe"
LOWEST, HIGHEST = d10.faces[0], d10.faces[-1]
MOST_DICE = NUMBERS.cite("EHZ-8.2.dice")


class Outcome(NamedTuple):
    """What a shot comes to: bullets that hit, bullets fired, what went wrong, and the effect (-3 to 3)."""

    hits: int
    fired: int
    malfunction: str = NONE
    effect: int = 0


@dataclass(frozen=True, slots=True)
class Burst:
    """All that the dice need to know: how many bullets, and the face that each needs which can hit at all."""

    bullets: int
    needed: tuple[int, ...]
    malfunctions: Malfunctions | None = None
    """What negative effects are, where a 1 or 10 escalates."""
    squib: bool = False
    """Whether a bullet is stuck in the barrel already."""
    tenths: int | None = None
    """How often in ten a bullet fired into a stuck one is a catastrophe, None for always."""
    dice: int = int(NUMBERS[MOST_DICE].value)
    """How many dice an escalation takes at most."""


def burst(shooting: Shooting, first: int | None = None) -> Burst:
    """What the dice need to know of a shot; *first* is its difficulty where that is known already."""
    edition = shooting.state.edition
    cover = None if shooting.penetrates else shooting.full_cover
    stopped = cover is not None and is_active(COVER, f"{cover} before all of {shooting.target}")
    first = modifiers.sum(shooting) if first is None else first
    needed = () if stopped else faces_needed(thresholds(shooting, first), shooting.bonus)
    malfunctions = edition.malfunctions if edition.escalation else None
    tenths, most = edition.squib_bursts, edition.house[MOST_DICE]
    return Burst(shooting.bullets, needed, malfunctions, squib=shooting.squib, tenths=tenths, dice=most)


def faces_needed(thresholds: Iterable[int], bonus: int) -> tuple[int, ...]:
    """The lowest face with which each bullet hits, less those that no face makes hit.

    >>> faces_needed((13, 15, 17), bonus=5)
    (8, 10)
    """
    return tuple(max(dc - bonus, LOWEST) for dc in thresholds if dc - bonus <= HIGHEST)


@chance(rule=RULES.cite("EHZ-5.1"))
def fire(dice: Dice, burst: Burst) -> Outcome:
    """One roll for the whole burst; the first bullet is the likeliest to hit, the next ones less by recoil."""
    if burst.squib:
        fired, malfunction = meets_squib(dice, burst.bullets, burst.tenths)
        return Outcome(hits=0, fired=fired, malfunction=malfunction)
    face = dice.roll(d10)
    hits = bisect_right(burst.needed, face)
    if burst.malfunctions is None or LOWEST < face < HIGHEST:
        return Outcome(hits, burst.bullets)
    effect = escalates(dice, face, burst.dice)
    malfunction = burst.malfunctions.of(-effect) if effect < 0 else NONE
    if malfunction == NONE:
        return Outcome(hits, burst.bullets, NONE, effect)
    hits, fired, malfunction = fails(dice, malfunction, burst.bullets, burst.tenths, hits)
    return Outcome(hits, fired, malfunction, effect)


@chance(rule=RULES.cite("EHZ-8.2"))
def escalates(dice: Dice, first: int, most: int) -> int:
    """A natural 1 or 10 is rolled on: tens less ones, over up to three dice."""
    effect = _sign(first)
    for _ in range(most - 1):
        sign = _sign(dice.roll(d10))
        if not sign:
            break
        effect += sign
    return effect


@chance(rule=RULES.cite("EHZ-8.1"))
def fails(dice: Dice, malfunction: str, bullets: int, tenths: int | None, hits: int) -> tuple[int, int, str]:
    """A malfunction at one bullet of the burst, drawn fairly: how many hit, how many are fired, what it comes to.

    *hits* of the bullets, the first ones, hit unless the malfunction comes before them.
    """
    at = dice.roll(pick(bullets)) + 1 if bullets > 1 else 1
    if malfunction != Jam.SQUIB:
        return min(hits, at), at, malfunction
    more, malfunction = meets_squib(dice, bullets - at, tenths)
    return min(hits, at - 1), at + more, malfunction


@chance(rule=RULES.cite("EHZ-8.1"))
def meets_squib(dice: Dice, bullets: int, tenths: int | None) -> tuple[int, str]:
    """Bullets fired into one that is stuck: how many, and whether one of them is the catastrophe.

    Each is one in so many tenths; otherwise it stays in the barrel, too. The first that is one ends the burst. One half
    of the bullets is fired after the other, so that odds weigh each number of bullets once.
    """
    if bullets <= 1:
        return bullets, CATASTROPHE if bullets and wrecks(dice, tenths) else str(Jam.SQUIB)
    half = bullets // 2
    fired, malfunction = meets_squib(dice, half, tenths)
    if malfunction == CATASTROPHE:
        return fired, malfunction
    more, malfunction = meets_squib(dice, bullets - half, tenths)
    return fired + more, malfunction


@chance(rule=RULES.cite("EHZ-8.1"))
def wrecks(dice: Dice, tenths: int | None) -> bool:
    """Whether a bullet fired into a stuck one is the catastrophe: one d10 for each, none where it always is."""
    return tenths is None or dice.roll(d10) <= tenths


@chance(rule=RULES.cite("EHZ-1.2"))
def check(dice: Dice, bonus: int) -> int:
    """The result of a check: one d10 and the bonus."""
    return dice.roll(d10) + bonus


def rolled_on(faces: tuple[int, ...], most: int) -> tuple[int, ...]:
    """Of the faces of a shot those that an escalation of so many dice threw: one more after each one or ten.

    >>> rolled_on((1, 4, 2), 3), rolled_on((1, 1, 2), 3), rolled_on((1, 1, 2), 2), rolled_on((7,), 3)
    ((4,), (1, 2), (1,), ())
    """
    more = faces[1:most]
    return more if more and _sign(more[0]) else more[:1]


def _sign(face: int) -> int:
    return -1 if face == LOWEST else 1 if face == HIGHEST else 0
