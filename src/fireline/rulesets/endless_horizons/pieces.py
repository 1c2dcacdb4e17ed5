"""Firearms and tables: the facts of `pieces.toml` as a table plays them, typed."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

from fireline.game.facts import facts
from fireline.game.numbers import House
from fireline.rulesets.endless_horizons.editions import NUMBERS

USUAL_BURST, RELOAD = NUMBERS.cite("EHZ-5.2.burst"), NUMBERS.cite("EHZ-7.1.reload")
SHARES = tuple(NUMBERS.cite(f"EHZ-2.1.{band}") for band in ("close", "medium", "far"))
ARMOUR_PIERCING = NUMBERS.cite("EHZ-9.1.armour_piercing")
FACTS = facts("fireline.rulesets.endless_horizons", "weapons")
"""What a weapon may have: see `[fields.weapons]` in `pieces.toml`."""
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


BANDS = tuple(Band)
"""Every category, the nearest first."""


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
    def read(cls, text: str, house: House = NUMBERS.printed) -> Modes:
        """The modes of a text such as SB(2)A; raises `ValueError`."""
        letters = re.sub(r"\(\d+\)", "", text)
        if not _MODES.fullmatch(text) or len(set(letters)) < len(letters):
            raise ValueError("is not a row of modes: S, B or B(2), A, R, each at most once")
        found = _BURST.search(text)
        burst = int(found[1] or house[USUAL_BURST]) if found else 0
        if found and not 2 <= burst <= LONGEST_BURST:
            raise ValueError(f"has a burst of {burst}; a burst has 2 to {LONGEST_BURST} bullets")
        return cls(text, burst, "A" in letters, letters == "R")

    @property
    def longest(self) -> int | None:
        """The most bullets it fires at once, None for any number."""
        return None if self.automatic else max(self.burst, 1)


NO_MODES = Modes("", 0, automatic=False, by_hand=False)
"""What has none is no firearm: a knife."""


@dataclass(frozen=True)
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
    reload_actions: int = int(NUMBERS[RELOAD].value)
    small: bool = False
    kind: str = ""
    more: tuple[tuple[str, Any], ...] = ()
    """What else it has that is declared, by name."""
    house: House = NUMBERS.printed
    """The numbers that it is played with."""

    def fact(self, name: str) -> Any:
        """What it has of anything that the data declares of weapons; raises `KeyError` for anything else."""
        usual = FACTS[name].usual
        return getattr(self, name) if name in TYPED else dict(self.more).get(name, usual)

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
        return pieces(self.house).cartridges.get(self.cartridge) if self.stopped_by is None else self.stopped_by

    def band_of(self, squared: Fraction) -> Band | None:
        """The range category of a distance, given squared; None beyond the effective range (EHZ-2.1)."""
        *ends, farthest = self._ends
        return None if squared > farthest else BANDS[bisect_right(ends, squared)]

    @cached_property
    def _ends(self) -> tuple[Fraction, ...]:
        """Where its range categories end, the effective range last, all squared."""
        far = self.effective_range
        return *((far * share) ** 2 for share in self.house.made(band_ends)), far**2


def band_ends(house: House) -> tuple[Fraction, ...]:
    """Where each range category but the last ends, as shares of the effective range (EHZ-2.1)."""
    return tuple(accumulate(map(house.value, SHARES), max))


TYPED = {field.name for field in fields(Model)}
"""What a model has as a field of its own: what else is declared, `Model.fact` knows."""


def model_of(house: House, entry: Mapping[str, Any]) -> Model:
    """A model that has what an entry says, each as it is declared, and all else as usual."""
    typed = {name: value for name, value in entry.items() if name in TYPED}
    more = sorted((name, value) for name, value in entry.items() if name not in TYPED and value != FACTS[name].usual)
    return Model(**{"reload_actions": house[RELOAD], **typed}, more=tuple(more), house=house)


class StanceRow(NamedTuple):
    """What a stance does to one's own shot, and the size it makes one as a target."""

    penalty: int
    size: Size


class Pieces:
    """The tables with the numbers that a table plays."""

    def __init__(self, house: House) -> None:
        tables = house.tables
        self.kinds: dict[str, list[str]] = tables["kinds"]
        """The kinds of weapon, each with a skill of its own (EHZ-1.5), and the listed weapons of each."""
        self.cartridges: dict[str, int] = tables["cartridges"]
        self.materials: dict[str, int] = tables["materials"]
        self.penalties: dict[tuple[Size, Band], int] = {
            (Size(s), band): row[n] for s, row in tables["sizes"].items() for n, band in enumerate(Band)
        }
        self.movements = {Movement(name): int(penalty) for name, penalty in tables["movements"].items()}
        self.stances = {
            Stance(name): StanceRow(row["penalty"], Size(row["size"])) for name, row in tables["stances"].items()
        }
        self.draws = {Place(name): int(actions) for name, actions in tables["draws"].items()}
        self.weapons = {name: self._model(name, dict(entry), house) for name, entry in tables["weapons"].items()}

    def _model(self, name: str, entry: dict[str, Any], house: House) -> Model:
        modes = Modes.read(entry.pop("modes"), house) if "modes" in entry else NO_MODES
        kind = next(kind for kind, names in self.kinds.items() if name in names)
        far = Fraction(str(entry.pop("effective_range", 0)))
        return model_of(house, {"name": name, "modes": modes, "effective_range": far, "kind": kind, **entry})


def pieces(house: House) -> Pieces:
    """The tables with the numbers that a table plays."""
    return house.made(Pieces)


def played_with(model: Model, house: House) -> Model:
    """A model with other numbers: what it has as its table says it follows that table, the rest is its own."""
    was, now = (
        pieces(one).weapons.get(model.name) or Model("", reload_actions=one[RELOAD], house=one)
        for one in (model.house, house)
    )
    names = [field.name for field in fields(Model) if field.name != "house"]
    own = {name: value for name in names if (value := getattr(model, name)) != getattr(was, name)}
    if "modes" in own and model.fires:
        own["modes"] = Modes.read(model.modes.text, house)
    return replace(now, **own)


_PRINTED = pieces(NUMBERS.printed)
KINDS, WEAPONS, MATERIALS = _PRINTED.kinds, _PRINTED.weapons, _PRINTED.materials
STANCES = _PRINTED.stances
ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII")
NO_CLASS = len(ROMAN)
"""Above the last protection class: nothing stops such bullets, and nothing goes through such cover (EHZ-9.1)."""
