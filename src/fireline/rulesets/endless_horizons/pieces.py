"""Firearms and tables: the facts of `pieces.toml`, typed."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

USUAL_BURST = 3
LONGEST_BURST = 99
_MODES = re.compile(r"(?:S|A|R|B(?:\(([0-9]{1,2})\))?)+")
_BURST = re.compile(r"B(?:\(([0-9]{1,2})\))?")


class Size(StrEnum):
    """How big a target is (EHZ-3.1)."""

    TINY = "tiny"
    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"
    HUGE = "huge"


class Band(StrEnum):
    """The range category (EHZ-2.1), in the order of the size table's columns."""

    CLOSE = "close"
    MEDIUM = "medium"
    FAR = "far"
    MAXIMUM = "maximum"


BANDS: tuple[Band | None, ...] = (*Band, None)
"""Every category, the nearest first, and none for what is beyond the effective range."""


class Movement(StrEnum):
    """How somebody moves (EHZ-4.1)."""

    STILL = "still"
    SUBTLE = "subtle"
    SLOW = "slow"
    FAST = "fast"


class Stance(StrEnum):
    """How somebody stands or lies (EHZ-4.2)."""

    STANDING = "standing"
    KNEELING = "kneeling"
    PRONE_FIRING = "prone_firing"
    PRONE = "prone"


class Jam(StrEnum):
    """What can be wrong with a firearm until it is cleared (EHZ-8.1)."""

    FAILURE_TO_FEED = "failure_to_feed"
    FAILURE_TO_EJECT = "failure_to_eject"
    SQUIB = "squib"


class Place(StrEnum):
    """Where a weapon that is not in hand is carried (EHZ-7.2)."""

    HOLSTER = "holster"
    ARMOUR = "armour"
    ELSEWHERE = "elsewhere"


class Modes(NamedTuple):
    """How a firearm can fire (EHZ-5.2); `burst` is the length of its burst mode, 0 without one."""

    text: str
    burst: int
    automatic: bool
    by_hand: bool
    """Whether it must be cycled by hand after each shot."""

    @classmethod
    def read(cls, text: str) -> Modes:
        """The modes of a text such as SB(2)A; raises `ValueError`."""
        letters = re.sub(r"\(\d+\)", "", text)
        if not _MODES.fullmatch(text) or len(set(letters)) < len(letters):
            raise ValueError("is not a row of modes: S, B or B(2), A, R, each at most once")
        found = _BURST.search(text)
        burst = int(found[1] or USUAL_BURST) if found else 0
        if found and not 2 <= burst <= LONGEST_BURST:
            raise ValueError(f"has a burst of {burst}; a burst has 2 to {LONGEST_BURST} bullets")
        return cls(text, burst, "A" in letters, letters == "R")

    @property
    def longest(self) -> int | None:
        """The most bullets it fires at once, None for any number."""
        return None if self.automatic else max(self.burst, 1)


NO_MODES = Modes("", 0, automatic=False, by_hand=False)
"""What has none is no firearm: a knife."""


@dataclass(frozen=True, slots=True)
class Model:
    """A make of weapon; `stopped_by` is a class of its own instead of its cartridge's."""

    name: str
    effective_range: Fraction = Fraction(0)
    modes: Modes = NO_MODES
    capacity: int = 0
    recoil: int = 0
    cartridge: str = ""
    stopped_by: int | None = None
    burst_recoil: int | None = None
    reload_actions: int = 1
    small: bool = False
    kind: str = ""

    @property
    def fires(self) -> bool:
        """Whether it is a firearm: a knife is drawn and hidden like one, and never fired (EHZ-7.2)."""
        return bool(self.modes.text)

    def recoil_of(self, bullets: int) -> int:
        """What each bullet after the first adds to the difficulty, in a burst of so many (EHZ-5.1)."""
        own = self.burst_recoil is not None and bullets <= self.modes.burst
        return self.burst_recoil if own and self.burst_recoil is not None else self.recoil

    @property
    def protection(self) -> int | None:
        """The protection class of the armour that stops its bullets (EHZ-9.1), None where nobody knows."""
        return CARTRIDGES.get(self.cartridge) if self.stopped_by is None else self.stopped_by


class StanceRow(NamedTuple):
    """What a stance does to one's own shot, and the size it makes one as a target."""

    penalty: int
    size: Size


_TABLES: dict[str, Any] = tomllib.loads(
    files("fireline.rulesets.endless_horizons").joinpath("pieces.toml").read_text(encoding="utf-8")
)


def _model(name: str, entry: dict[str, Any]) -> Model:
    modes = Modes.read(entry.pop("modes")) if "modes" in entry else NO_MODES
    kind = next(kind for kind, names in KINDS.items() if name in names)
    far = Fraction(str(entry.pop("effective_range", 0)))
    return Model(name=name, modes=modes, effective_range=far, kind=kind, **entry)


KINDS: dict[str, list[str]] = _TABLES["kinds"]
"""The kinds of weapon, each with a skill of its own (EHZ-1.5), and the listed weapons of each."""
WEAPONS = {name: _model(name, entry) for name, entry in _TABLES["weapons"].items()}
CARTRIDGES: dict[str, int] = _TABLES["cartridges"]
MATERIALS: dict[str, int] = _TABLES["materials"]
PENALTIES: dict[tuple[Size, Band], int] = {
    (Size(s), band): row[n] for s, row in _TABLES["sizes"].items() for n, band in enumerate(Band)
}
MOVEMENTS: dict[Movement, int] = {Movement(name): penalty for name, penalty in _TABLES["movements"].items()}
STANCES = {Stance(name): StanceRow(row["penalty"], Size(row["size"])) for name, row in _TABLES["stances"].items()}
DRAWS: dict[Place, int] = {Place(name): actions for name, actions in _TABLES["draws"].items()}
ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII")


def reaches(effective_range: Fraction, squared: Fraction) -> bool:
    """Whether a distance, given squared, is no more than the effective range."""
    return band_of(squared, effective_range) is not None


def band_of(squared: Fraction, effective_range: Fraction) -> Band | None:
    """The range category of a distance, given squared; None beyond the effective range.

    A border belongs to the farther category, and no root is taken:

    >>> [str(band_of(Fraction(d) ** 2, Fraction(50))) for d in ("6.24", "6.25", "12.5", "25", "50", "50.01")]
    ['close', 'medium', 'far', 'maximum', 'maximum', 'None']
    """
    return BANDS[bisect_right(borders(effective_range, squared.denominator), squared.numerator)]


@lru_cache(maxsize=1 << 12)
def borders(effective_range: Fraction, parts: int) -> tuple[int, ...]:
    """The squared distances at which each farther category begins, counted in parts of a square metre, so many to one.

    `BANDS` has the category before the first border, between the first and the second, and so on.

    >>> borders(Fraction(50), 1)
    (40, 157, 625, 2501)
    """
    far, under = (effective_range**2 * parts).as_integer_ratio()
    return (*(-(-far // (under * part * part)) for part in (8, 4, 2)), far // under + 1)
