"""What one point of a stat is worth: the shot with each number of shooter, weapon and target one up and one down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fireline.analysis.causes import Effect
from fireline.analysis.paths import FieldPath, at
from fireline.analysis.vary import Change, Variant, entry_of
from fireline.game.errors import BattleFileError
from fireline.game.preview import ShotPreview
from fireline.game.result import Result


@dataclass(frozen=True)
class StatSide(Result):
    """The shot with one point more or less, and what that adds to the headline; None if one of the two is illegal."""

    told = "legal=preview.ruling.legal headline=preview.odds.headline.chance gain"

    preview: ShotPreview
    gain: Fraction | None
    changes: bool
    """Whether the verdict or the odds differ."""


@dataclass(frozen=True)
class Stat(Result):
    """One number of the shooter or the target, and the shot with it one more and one less.

    `more` and `less` are None if a battle cannot have that number.
    """

    role: str
    name: str
    path: str
    now: int | float
    more: StatSide | None
    less: StatSide | None

    @property
    def weight(self) -> Fraction:
        """The greater of what the two are worth, either way."""
        return max(abs(side.gain or Fraction(0)) if side else Fraction(0) for side in (self.more, self.less))


def stats(variant: Variant) -> tuple[Stat, ...]:
    """Every number of shooter and target for which one point changes the shot, the greatest gain first."""
    now, shot, found = variant.preview, variant.declared, list[Stat]()
    for role, who in (("shooter", shot.shooter), ("target", shot.target)):
        entry = entry_of(variant.data, who)
        full = _in_full(variant, entry, who)
        known = at(_usual(full), FieldPath.read(entry).parts)
        for parts, value in _numbers(known, variant.battle.ruleset.arms if role == "target" else ()):
            path = FieldPath.read(entry + "".join(f"[{part}]" for part in parts))
            sides = [_side(now, full, path, value + step) for step in (1, -1)]
            if any(side and side.changes for side in sides):
                found.append(Stat(role, ".".join(parts), str(path), value, *sides))
    return tuple(sorted(found, key=lambda one: -one.weight))


def _in_full(variant: Variant, entry: str, who: str) -> Variant:
    """The same battle with everything of a unit written out that a list of its game has."""
    battle = variant.battle
    for key, value in battle.ruleset.expanded_entry(battle.state, who).items():
        variant = variant.put(Change(FieldPath.read(f"{entry}.{key}"), value))
    return variant


def _usual(variant: Variant) -> Mapping[str, Any]:
    """The battle as its file has it, with the defaults written out."""
    rules = variant.battle.ruleset
    said = {key: value for key, value in variant.data.items() if key not in {"fireline", "ruleset"}}
    return rules.entry.model_validate(said).model_dump(mode="json", warnings=False)


def _numbers(entry: Any, without: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], int | float]]:
    """Every number in an entry by its path; coordinates, which are lists of numbers, are none."""
    if isinstance(entry, list):
        named = [one for one in entry if isinstance(one, Mapping)]
        entry = {str(one.get("id") or one.get("name") or ""): one for one in named}
    if not isinstance(entry, Mapping):
        return
    for key, value in entry.items():
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield (str(key),), value
        elif key and key not in without:
            yield from (((str(key), *parts), number) for parts, number in _numbers(value))


def _side(now: ShotPreview, variant: Variant, path: FieldPath, value: float) -> StatSide | None:
    """The shot with another number; None if a battle cannot have it."""
    try:
        asked = variant.put(Change(path, int(value) if value == int(value) else value)).preview
    except BattleFileError:
        return None
    effect = Effect.of(now, asked)
    return StatSide(asked, effect.chance, effect.changes)
