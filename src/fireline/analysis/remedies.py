"""What one change does to a shot: what would help, the cheapest first, and what one point of each stat is worth.

A step aside is a move, so that it costs what the rules count of moves; and nothing is advised that is likelier to
succeed but worth less in the net ledger.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from enum import IntEnum
from fractions import Fraction
from typing import Any, Literal

from fireline.analysis.causes import Effect
from fireline.analysis.paths import FieldPath, at
from fireline.analysis.vary import Change, Variant, entry_of
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.errors import BattleFileError
from fireline.game.preview import ShotPreview
from fireline.game.result import Result
from fireline.game.transitions import legal_steps
from fireline.game.ways import other_shots

OF_A_KIND = 3
"""How many of one kind are named, the best first."""


class Kind(IntEnum):
    """Kinds of changes, the cheapest first."""

    DECLARE = 0
    """The same target, declared differently: another weapon, window, space or number of bullets."""
    AIM = 1
    """One more action of aim."""
    TARGET = 2
    """Another target."""
    STILL = 3
    """Not having moved."""
    STEP = 4
    """Standing a step from where it stands."""


class Remedy(Result):
    """One change, in words, and the shot after it; `gain` is what it adds to the headline, from nothing if illegal."""

    told = "kind text shot headline=chance gain net move"

    kind: Kind
    text: str
    shot: Shot
    preview: ShotPreview
    gain: Fraction
    move_counts: bool = False
    """Whether it is a move that left a mark on the unit, with which the shot is judged."""

    @property
    def chance(self) -> Fraction:
        """The headline chance after the change."""
        return self.preview.odds.headline.chance if self.preview.odds else Fraction(0)

    @property
    def move(self) -> Literal["counted", "not counted"]:
        """Whether it is a move that is charged as the rules do."""
        return "counted" if self.move_counts else "not counted"

    @property
    def net(self) -> Fraction:
        """The net ledger of the shot after the change."""
        return self.preview.attack.net


def remedies(variant: Variant) -> tuple[Remedy, ...]:
    """Every single change that helps, the cheapest kind first and of each kind that with the best net ledger."""
    battle, shot = variant.battle, variant.shot
    if shot is None:
        return ()
    before = variant.preview.odds
    now, net = (before.headline.chance, variant.preview.attack.net) if before else (Fraction(0), Fraction(0))
    found: dict[Kind, list[Remedy]] = {kind: [] for kind in Kind}
    for kind, text, changed, other, counts in _changes(battle, shot):
        preview = changed.preview(other)
        if preview.odds is None:
            continue
        one = Remedy(kind, text, other, preview, preview.odds.headline.chance - now, counts)
        if before is None or (one.gain > 0 and one.net >= net):
            found[kind].append(one)
    best_first = {kind: sorted(ones, key=lambda one: (-one.net, -one.chance)) for kind, ones in found.items()}
    return tuple(one for kind in Kind for one in best_first[kind][:OF_A_KIND])


def _changes(battle: Battle, shot: Shot) -> Iterator[tuple[Kind, str, Battle, Shot, bool]]:
    """Every change to try: its kind, what it is in words, the battle and the shot with it, and whether it is a move
    that counts. One that cannot be declared, or that nobody can make from where they stand, is none.
    """
    yield from ((*_told(battle, shot, other), battle, other, False) for other in other_shots(battle, shot))
    planning, places, state, shooter = battle.ruleset.planning, battle.ruleset.places, battle.state, shot.shooter
    if planning is not None and planning.aimed is not None:
        with suppress(BattleFileError):
            battle.check(aimed := planning.aimed(shot))
            yield Kind.AIM, "aim for one more action", battle, aimed, False
    if planning is not None:
        with suppress(BattleFileError):
            if (still := planning.still(state, shooter)) not in {None, state}:
                yield Kind.STILL, f"{battle.title(shooter)} held still", battle.with_state(still), shot, False
    if places is not None:
        with suppress(BattleFileError):
            here = places.at(state, shooter)
            for move, moved in legal_steps(battle, shooter):
                counts = moved.state != places.put(state, shooter, move.to)
                yield Kind.STEP, f"stand on {move.to} instead of {here}", moved, shot, counts


def _told(battle: Battle, shot: Shot, other: Shot) -> tuple[Kind, str]:
    """What another shot changes, in words."""
    old, new = dict(shot.details), dict(other.details)
    differ = [key for key in {**new, **old} if old.get(key) != new.get(key)]
    details = ", ".join(f"{key} {new[key]}" if key in new else f"no {key} named" for key in differ)
    if other.target != shot.target:
        title = battle.title(other.target)
        return Kind.TARGET, f"shoot at {title}" + (f" with {details}" if details else "")
    return Kind.DECLARE, f"shoot with {details}"


class StatSide(Result):
    """The shot with one point more or less, and what that adds to the headline; None if one of the two is illegal."""

    told = "legal=preview.ruling.legal headline=preview.odds.headline.chance gain"

    preview: ShotPreview
    gain: Fraction | None
    changes: bool
    """Whether the verdict or the odds differ."""


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
