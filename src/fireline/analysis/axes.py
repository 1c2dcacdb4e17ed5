"""Axes of a grid: which fields take which values, as they are typed or as a file says them, and the cases they make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from fireline.analysis.paths import FieldPath
from fireline.analysis.vary import Variant, path_of
from fireline.formats.parsing import typed_value
from fireline.game.entries import plain, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.preview import ShotPreview

MOST_VALUES = 1000
WORD_ROLES = ("shooter", "target", "shot")
"""The roles in which a single word is looked up."""
RANGES = "write 2..20, or 2..20 step 3"
"""How a range is written."""
_NUMBER = r"\s*([-+]?\d{1,9}(?:\.\d{1,9})?)\s*"
_RANGE = re.compile(rf"{_NUMBER}\.\.{_NUMBER}(?:step\s{_NUMBER})?")
_BARE = re.compile(r"\w+")


@dataclass(frozen=True)
class Axis:
    """Fields that vary together, mostly a single one: their paths, and row by row their values."""

    name: str
    """The field as it was asked for."""
    paths: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    @classmethod
    def of(cls, name: str, path: FieldPath | str, values: Iterable[Any]) -> Axis:
        """The axis of a single field."""
        return cls(name, (str(path),), tuple((value,) for value in values))

    @property
    def path(self) -> str:
        """The path of the first field, mostly the only one."""
        return self.paths[0]

    @property
    def values(self) -> tuple[Any, ...]:
        """The values of the first field."""
        return tuple(row[0] for row in self.rows)


@dataclass(frozen=True)
class Cases:
    """Every combination of the rows of axes, the last axis varying fastest."""

    axes: tuple[Axis, ...]

    @property
    def paths(self) -> tuple[str, ...]:
        """Every varied field, axis by axis."""
        return tuple(path for axis in self.axes for path in axis.paths)

    def __len__(self) -> int:
        return prod(len(axis.rows) for axis in self.axes)

    def __getitem__(self, case: int) -> dict[str, Any]:
        """The varied fields of a case, which is numbered from 0, and their values.

        >>> Cases((Axis.of("a", "a", (1, 2)), Axis("", ("b", "c"), ((3, 4), (5, 6)))))[2]
        {'a': 2, 'b': 3, 'c': 4}
        """
        values: dict[str, Any] = {}
        for axis in reversed(self.axes):
            case, row = divmod(case, len(axis.rows))
            values = dict(zip(axis.paths, axis.rows[row], strict=True)) | values
        return values


def read_axes(text: str) -> dict[str, tuple[Any, ...]]:
    """Read axes as typed; raises `BattleFileError`.

    >>> read_axes("ranged=2..5,weapon=Bow|Rifle,shot.bullets=1..9 step 4")
    {'ranged': (2, 3, 4, 5), 'weapon': ('Bow', 'Rifle'), 'shot.bullets': (1, 5, 9)}
    """
    axes: dict[str, tuple[Any, ...]] = {}
    for part in re.split(r",(?=[^,=]+=)", text):
        name, equals, values = part.partition("=")
        name = name.strip()
        if not equals or not name:
            raise BattleFileError(Code.MALFORMED, f"{shown(part)} is not NAME=VALUES, e.g. ranged=2..20", "grid")
        if name in axes:
            raise BattleFileError(Code.DUPLICATE, f"{shown(name)} is given twice", "grid")
        axes[name] = read_values(values.strip(), f"grid: {name}")
    return axes


def read_values(text: str, place: str) -> tuple[Any, ...]:
    """Read the values of an axis as typed; decimal steps are exact. Raises `BattleFileError`.

    >>> read_values("2..3 step 0.5", ""), read_values("Bow|Rifle", "")
    ((2, 2.5, 3), ('Bow', 'Rifle'))
    """
    if (numbers := read_range(text, place)) is not None:
        return numbers
    values = tuple(typed_value(one, place) for one in text.split("|"))
    if not text or len(values) > MOST_VALUES:
        problem = f"more than {MOST_VALUES:,} values" if text else "no value"
        raise BattleFileError(Code.OUT_OF_RANGE, f"there is {problem}; write 2..20, or values as 2|5|9", place)
    return values


def read_rising(text: str, place: str) -> tuple[Any, ...]:
    """The same values, numbers from the least to the greatest, each once: between neighbours lies no other.

    >>> read_rising("6|1|3", ""), read_rising("E6|E5", "")
    ((1, 3, 6), ('E6', 'E5'))
    """
    values = read_values(text, place)
    is_number = all(isinstance(one, int | float) and not isinstance(one, bool) for one in values)
    return tuple(sorted(set(values))) if is_number else values


def read_range(text: str, place: str, most: int = MOST_VALUES) -> tuple[int | float, ...] | None:
    """The numbers of a range as typed, both ends included, no step lost to rounding; None for text that is no range.

    Raises `BattleFileError` for a range that is empty or has more than so many numbers.

    >>> read_range("0..1 step 0.25", ""), read_range("Bow", "")
    ((0, 0.25, 0.5, 0.75, 1), None)
    """
    found = _RANGE.fullmatch(text)
    if found is None:
        return None
    first, last, step = (Fraction(part or 1) for part in found.groups())
    if step <= 0:
        raise BattleFileError(Code.OUT_OF_RANGE, f"the step of {shown(text)} is not more than 0; {RANGES}", place)
    count = (last - first) // step + 1
    if count < 1:
        raise BattleFileError(Code.OUT_OF_RANGE, f"{shown(text)} is empty: it ends before it begins; {RANGES}", place)
    if count > most:
        raise BattleFileError(Code.TOO_LARGE, f"{shown(text)} has {count:,} values; at most {most:,}", place)
    return tuple(plain(first + n * step) for n in range(count))


def place_axis(name: str, values: Sequence[Any], variant: Variant) -> Axis:
    """An axis with its path: `shooter.moved`, `target.defence`, `weapon.range`, `shot.bullets`, any path, or a word.

    A single word is the field of shooter, target or shot that changes the answer; raises `BattleFileError` if none
    does, or more than one.
    """
    if not values:
        raise BattleFileError(Code.MISSING, "there is no value", f"grid: {name}")
    if whole(name, variant):
        return Axis.of(name, path_of(name, variant), values)
    known, matter, wrong, now = False, [], None, None
    for role in WORD_ROLES:
        axis = Axis.of(name, path_of(f"{role}.{name}", variant), values)
        try:
            now = now or _answer(variant)
            if any(_answer(variant.having({axis.path: value})) != now for value in values):
                matter.append((role, axis))
            known = True
        except BattleFileError as refused:
            if wrong is None or refused.meant:
                wrong = refused
    if len(matter) == 1:
        return matter[0][1]
    if matter:
        choice = " or ".join(f"{role}.{name}" for role, _ in matter)
        raise BattleFileError(Code.CONFLICT, f"more than one {shown(name)} changes this shot; write {choice}", "grid")
    if wrong is not None and not known:
        raise wrong.at(f"grid: {name}")
    raise BattleFileError(
        Code.UNKNOWN_NAME, f"{shown(name)} changes nothing in this shot, of shooter, target or shot", "grid"
    )


def whole(name: str, variant: Variant) -> bool:
    """Whether this is a path as it stands: more than a word, or a key of the battle file itself."""
    return not _BARE.fullmatch(name) or name in {"ruleset", "edition", *variant.data}


def _answer(variant: Variant) -> tuple[Any, Any]:
    """The verdict and the odds, without the words of a ruling."""
    asked = ShotPreview(variant.battle, variant.declared)
    return asked.refusals, None if asked.refusals else asked.attack.outcomes
