"""What the cards do: the Hit Challenge, then the Damage Challenge, from one deck without putting back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from fireline.chance import Deck, Dice, chance
from fireline.rulesets.duel_of_ages.deck import Reading, Readings, limited
from fireline.rulesets.duel_of_ages.editions import NUMBERS, RULES
from fireline.rulesets.duel_of_ages.modifiers import modifiers
from fireline.rulesets.duel_of_ages.shot import Shooting
from fireline.ruling import total

RULES.cite("DOA-4.5")
HIT_LIMIT, DAMAGE_LIMIT = NUMBERS.cite("DOA-4.2.limit"), NUMBERS.cite("DOA-4.3.limit")
LEAST = NUMBERS.cite("DOA-4.4.least")


class Outcome(NamedTuple):
    """What a shot comes to: wounds before they reach the target's Health, whether it hit, whether it defeats."""

    wounds: int
    hit: bool
    defeated: bool


@dataclass(frozen=True, slots=True)
class CardDraws:
    """All that the cards need to know: those that are left, what each shows, wounds, Health left."""

    left: Deck[str]
    readings: Readings
    wounds: int
    lethal: int | None
    least: int = 0
    """The wounds of a hit at least."""


def differences(shooting: Shooting) -> tuple[int, int]:
    """Attack less defence, and Power less Armor, as the cards know them; 0 where there is no weapon (DOA-4.2)."""
    if shooting.weapon is None or shooting.attack is None:
        return 0, 0
    armor, house = shooting.target.rating("armor"), shooting.state.edition.house
    hit_at = limited(shooting.attack - total(modifiers(shooting)), house[HIT_LIMIT])
    return hit_at, limited(shooting.weapon.power - armor, house[DAMAGE_LIMIT])


def draws(shooting: Shooting) -> CardDraws:
    """What the cards need to know of a shot."""
    pile = shooting.state.pile(shooting.shooter.team)
    return CardDraws(
        left=pile.list.whole if shooting.fresh else pile.left,
        readings=pile.list.readings(*differences(shooting)),
        wounds=shooting.weapon.wounds if shooting.weapon else 0,
        lethal=shooting.target.health_left,
        least=shooting.state.edition.house[LEAST],
    )


def top_card(dice: Dice, left: Deck[str], readings: Readings) -> tuple[Reading, Deck[str]]:
    """The top card as the shot reads it, and the deck without it; an empty deck is reshuffled first (DOA-4.5)."""
    card, rest = (left if len(left) else readings.list.whole).draw(dice, alike=readings.__getitem__)
    return readings[card], rest


@chance(rule=RULES.cite("DOA-4.3"))
def damage(dice: Dice, left: Deck[str], readings: Readings) -> int:
    """The Damage Challenge: the change of wounds on the top card."""
    reading, _ = top_card(dice, left, readings)
    return reading.damage


@chance(rule=RULES.cite("DOA-4.2"), faces_matter=True)
def fire(dice: Dice, draws: CardDraws) -> Outcome:
    """The Hit Challenge and, on a hit, the Damage Challenge; wounds are never less than none (DOA-4.4)."""
    reading, rest = top_card(dice, draws.left, draws.readings)
    if not reading.hit:
        return Outcome(0, hit=False, defeated=False)
    wounds = max(draws.least, draws.wounds + damage(dice, rest, draws.readings))
    return Outcome(wounds, hit=True, defeated=draws.lethal is not None and wounds >= draws.lethal)
