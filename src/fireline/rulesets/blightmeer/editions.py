"""The three versions of the rules, as frozen values: what differs between two of them is what differs here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field

from fireline.game.errors import BattleFileError, Code
from fireline.game.numbers import House, Numbers
from fireline.ruling import Rulebook

PACKAGE = "fireline.rulesets.blightmeer"
RULES, NUMBERS = Rulebook.load(PACKAGE), Numbers.load(PACKAGE)
DICE, FAILS, PASSES = NUMBERS.cite("BLM-7.2.dice"), NUMBERS.cite("BLM-7.2.fails"), NUMBERS.cite("BLM-7.2.passes")
NATURAL, CRITICAL = NUMBERS.cite("BLM-7.4.critical"), NUMBERS.cite("BLM-7.5.critical")
REACH = NUMBERS.cite("BLM-4.4.reach")


ProtectBy = Literal["harm", "weighted"]
"""By what the opponent's best answer is told, where he may Protect."""


class Targeting(StrEnum):
    """Which enemies may be targeted."""

    CLOSEST = "the closest enemy in line of sight, but for four exceptions"
    ANY = "any enemy in line of sight"


class Critical(StrEnum):
    """What a critical does."""

    TWO_CHECKS = "two Defence Checks instead of one"
    CHAIN = "one more attack, which may be critical in turn, without limit"
    ONE_MORE = "one more attack, which cannot be critical"


class GettingUp(StrEnum):
    """Why a unit that gets up from Dazed has not moved."""

    RULING = "a ruling (getting_up_is_no_move)"
    RULES = "the rules say so"


class Injuring(StrEnum):
    """Which of several values injures."""

    EACH = "each failed check by itself; the worse injury stands"
    POOL = "the highest value left of the pool, after random removal for Wounds above 1"


@dataclass(frozen=True, slots=True)
class Edition:
    """One version of the rules with the options of a table; the rulebook tells what each field decides."""

    id: str
    targeting: Targeting = Targeting.CLOSEST
    protect: bool = False
    windows: bool = False
    friends_block: bool = True
    critical: Critical = Critical.TWO_CHECKS
    critical_by_value: bool = False
    injuring: Injuring = Injuring.EACH
    getting_up: GettingUp = GettingUp.RULING
    twenty_hits: bool = True
    # From here on the options of a table.
    natural_20_passes: bool = True
    natural_1_fails: bool = True
    staggered_defends_worse: bool = False
    staggered_protects_worse: bool = False
    protector_must_be_unengaged: bool = False
    measure_to_protector: bool = False
    injured_may_protect: bool = False
    peering_gives_cover: bool = True
    zero_wounds_count_as_one: bool = True
    improves_no_defence: bool = True
    getting_up_is_no_move: bool = True
    measure_height: bool = True
    protect_by: ProtectBy = "harm"
    window_reach: Annotated[float, Field(ge=0, le=12)] = float(NUMBERS[REACH].value)
    house: House = NUMBERS.printed
    """The numbers of the version, with those that the table has changed."""

    def passes(self, face: int, needed: int, *, attack: bool = False) -> bool:
        """Whether a natural roll passes a check that needs so much (BLM-7.2)."""
        if self.natural_1_fails and face <= self.house[FAILS]:
            return False
        if face >= self.house[PASSES] and self.natural_20_passes and (self.twenty_hits or not attack):
            return True
        return face >= needed

    def is_critical(self, face: int, injury: int) -> bool:
        """Whether a natural roll is a critical, given the injury modifier (BLM-7.4, BLM-7.5)."""
        return face + (injury if self.critical_by_value else 0) >= self.critical_from

    @property
    def critical_from(self) -> int:
        """The roll from which on an attack is a critical."""
        return self.house[NATURAL if self.critical is Critical.TWO_CHECKS else CRITICAL]

    @property
    def reach(self) -> Fraction:
        """How near to a window, in inches, a base must be to peer through it (BLM-4.4)."""
        usual = EDITIONS[self.id].window_reach
        return self.house.value(REACH) if self.window_reach == usual else Fraction(str(self.window_reach))


NOVEMBER_2025 = Edition("2025-11", house=Numbers.load(PACKAGE, "2025-11").printed)
JANUARY_2026 = replace(
    NOVEMBER_2025,
    id="2026-01",
    house=Numbers.load(PACKAGE, "2026-01").printed,
    targeting=Targeting.ANY,
    protect=True,
    windows=True,
    friends_block=False,
    critical=Critical.CHAIN,
    injuring=Injuring.POOL,
    getting_up=GettingUp.RULES,
)
JULY_2026 = replace(
    JANUARY_2026,
    id="2026-07",
    house=Numbers.load(PACKAGE, "2026-07").printed,
    critical=Critical.ONE_MORE,
    critical_by_value=True,
    twenty_hits=False,
    protector_must_be_unengaged=True,
)
EDITIONS = {edition.id: edition for edition in (NOVEMBER_2025, JANUARY_2026, JULY_2026)}
OPTIONS = tuple(option.name for option in RULES.options)


def check_known(edition: Edition, what: str, lacks: str, place: str) -> None:
    """Raise `BattleFileError` where a battle file or a shot says what an edition does not know: Protect, windows."""
    if not getattr(edition, what):
        raise BattleFileError(Code.UNSUPPORTED, f"{lacks} in blightmeer@{edition.id}", place)
