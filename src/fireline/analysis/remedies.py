"""What would help: single changes that make an illegal shot legal or a legal one likelier, the cheapest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from typing import Any

from fireline.analysis.paths import Path
from fireline.analysis.roles import path_of
from fireline.analysis.vary import Change, Variant
from fireline.game.battle import Battle
from fireline.game.command import Shoot
from fireline.game.errors import BattleFileError
from fireline.game.prospect import Prospect
from fireline.game.shot import Shot

OF_A_KIND = 3
"""So many of one kind are named, the best of them."""


class Kind(IntEnum):
    """What is changed, the cheapest first."""

    DECLARE = 0
    """The same target, otherwise declared: another weapon, window, space or number of bullets."""
    AIM = 1
    """One more action of aim."""
    TARGET = 2
    """Another target."""
    STILL = 3
    """Not having moved."""
    STEP = 4
    """Standing a step from where it stands."""


_STILL: tuple[tuple[str, Any], ...] = (("moved", False), ("moved", 0), ("ran", False), ("movement", "still"))


@dataclass(frozen=True)
class Remedy:
    """One change, in words, and the shot after it; `gain` is what it adds to the headline, from nothing if illegal."""

    kind: Kind
    text: str
    shot: Shot
    prospect: Prospect
    gain: Fraction

    @property
    def chance(self) -> Fraction:
        """The headline chance after the change."""
        return self.prospect.odds.headline.chance if self.prospect.odds else Fraction(0)

    def data(self) -> dict[str, Any]:
        """The remedy as it stands in a JSON answer."""
        return {
            "kind": self.kind.name.lower(),
            "text": self.text,
            "shot": self.shot.data(),
            "headline": str(self.chance),
            "gain": str(self.gain),
        }


def remedies(variant: Variant) -> tuple[Remedy, ...]:
    """Every single change that helps, the cheapest kind first and the best of each kind first."""
    shot = variant.shot
    if shot is None:
        return ()
    before = variant.prospect.odds
    now = before.headline.chance if before else Fraction(0)
    found: dict[Kind, list[Remedy]] = {kind: [] for kind in Kind}
    for kind, text, battle, other in _changes(variant, shot):
        prospect = battle.prospect(other)
        chance = prospect.odds.headline.chance if prospect.odds else None
        if chance is not None and (chance > now or before is None):
            found[kind].append(Remedy(kind, text, other, prospect, chance - now))
    return tuple(one for kind in Kind for one in sorted(found[kind], key=lambda one: -one.chance)[:OF_A_KIND])


def _changes(variant: Variant, shot: Shot) -> Iterator[tuple[Kind, str, Battle, Shot]]:
    battle = variant.battle
    rules, state = battle.ruleset, battle.state
    yield from ((*_told(battle, shot, other), battle, other) for other in _other_shots(battle, shot))
    for changes, kind, text in (([_aim(shot)], Kind.AIM, "aim for one more action"), (_still(variant), Kind.STILL, "")):
        changed = _changed(variant, changes)
        if changed is not None and changed.shot is not None:
            yield kind, text or f"{rules.title(state, shot.shooter)} held still", changed.battle, changed.shot
    for here, place, moved in _steps(battle, shot.shooter):
        yield Kind.STEP, f"stand on {place} instead of {here}", moved, shot


def _other_shots(battle: Battle, shot: Shot) -> Iterator[Shot]:
    """Every other shot of the same shooter that may be made now."""
    for command in battle.ruleset.commands(battle.state):
        if isinstance(command, Shoot) and command.shot.shooter == shot.shooter and command.shot != shot:
            yield command.shot


def _told(battle: Battle, shot: Shot, other: Shot) -> tuple[Kind, str]:
    """What another shot changes, in words."""
    old, new = dict(shot.details), dict(other.details)
    differ = [key for key in {**new, **old} if old.get(key) != new.get(key)]
    details = ", ".join(f"{key} {new[key]}" if key in new else f"no {key} named" for key in differ)
    if other.target != shot.target:
        title = battle.ruleset.title(battle.state, other.target)
        return Kind.TARGET, f"shoot at {title}" + (f" with {details}" if details else "")
    return Kind.DECLARE, f"shoot with {details}"


def _aim(shot: Shot) -> Change:
    now = shot.details.get("aim_actions", 0)
    return Change(Path.read("shot.aim_actions"), now + 1 if isinstance(now, int) else 1)


def _still(variant: Variant) -> list[Change]:
    """The flags of a shooter that has not moved, as far as its game has them."""
    changes = [Change(path_of(f"shooter.{name}", variant), value) for name, value in _STILL]
    return [change for change in changes if _changed(variant, [change]) is not None]


def _changed(variant: Variant, changes: Iterable[Change]) -> Variant | None:
    """The variant with these changes; None where the game does not have them, or they change nothing."""
    try:
        changed = variant.vary(*changes)
        _ = changed.prospect
    except BattleFileError:
        return None
    return None if (changed.battle, changed.shot) == (variant.battle, variant.shot) else changed


def _steps(battle: Battle, shooter: str) -> Iterator[tuple[str, str, Battle]]:
    """Where a unit stands, a place a step away, and the battle with it there; none where nobody knows where it is."""
    places, state = battle.ruleset.places, battle.state
    if places is None:
        return
    with suppress(BattleFileError):
        here = places.at(state, shooter)
        for place in places.steps(state, shooter):
            with suppress(BattleFileError):
                yield here, place, replace(battle, state=places.put(state, shooter, place))
