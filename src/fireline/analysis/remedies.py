"""What would help: single changes that make an illegal shot legal or a legal one likelier, the cheapest first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from typing import Any

from fireline.analysis.vary import Variant
from fireline.game.battle import Battle
from fireline.game.command import Shoot
from fireline.game.errors import BattleFileError
from fireline.game.preview import ShotPreview
from fireline.game.shot import Shot

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


@dataclass(frozen=True)
class Remedy:
    """One change, in words, and the shot after it; `gain` is what it adds to the headline, from nothing if illegal."""

    kind: Kind
    text: str
    shot: Shot
    preview: ShotPreview
    gain: Fraction

    @property
    def chance(self) -> Fraction:
        """The headline chance after the change."""
        return self.preview.odds.headline.chance if self.preview.odds else Fraction(0)

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
    battle, shot = variant.battle, variant.shot
    if shot is None:
        return ()
    before = variant.preview.odds
    now = before.headline.chance if before else Fraction(0)
    found: dict[Kind, list[Remedy]] = {kind: [] for kind in Kind}
    for kind, text, changed, other in _changes(battle, shot):
        preview = changed.preview(other)
        chance = preview.odds.headline.chance if preview.odds else None
        if chance is not None and (chance > now or before is None):
            found[kind].append(Remedy(kind, text, other, preview, chance - now))
    return tuple(one for kind in Kind for one in sorted(found[kind], key=lambda one: -one.chance)[:OF_A_KIND])


def _changes(battle: Battle, shot: Shot) -> Iterator[tuple[Kind, str, Battle, Shot]]:
    yield from ((*_told(battle, shot, other), battle, other) for other in _other_shots(battle, shot))
    for aimed in _aimed(battle, shot):
        yield Kind.AIM, "aim for one more action", battle, aimed
    for still in _still(battle, shot.shooter):
        yield Kind.STILL, f"{battle.title(shot.shooter)} held still", still, shot
    for here, place, moved in _steps(battle, shot.shooter):
        yield Kind.STEP, f"stand on {place} instead of {here}", moved, shot


def _other_shots(battle: Battle, shot: Shot) -> Iterator[Shot]:
    """Every other legal shot of the same shooter."""
    for command in battle.ruleset.commands(battle.state):
        if isinstance(command, Shoot) and command.shot.shooter == shot.shooter and command.shot != shot:
            yield command.shot


def _told(battle: Battle, shot: Shot, other: Shot) -> tuple[Kind, str]:
    """What another shot changes, in words."""
    old, new = dict(shot.details), dict(other.details)
    differ = [key for key in {**new, **old} if old.get(key) != new.get(key)]
    details = ", ".join(f"{key} {new[key]}" if key in new else f"no {key} named" for key in differ)
    if other.target != shot.target:
        title = battle.title(other.target)
        return Kind.TARGET, f"shoot at {title}" + (f" with {details}" if details else "")
    return Kind.DECLARE, f"shoot with {details}"


def _aimed(battle: Battle, shot: Shot) -> Iterator[Shot]:
    """The shot with one more action of aim, if there is one."""
    planning = battle.ruleset.planning
    if planning is not None and planning.aimed is not None:
        with suppress(BattleFileError):
            battle.check(aimed := planning.aimed(shot))
            yield aimed


def _still(battle: Battle, shooter: str) -> Iterator[Battle]:
    """The battle as if a unit had not moved, if that differs."""
    planning, places = battle.ruleset.planning, battle.ruleset.places
    if planning is not None and planning.still and places is not None:
        with suppress(BattleFileError):
            still = battle.with_state(places.mark(battle.state, shooter, planning.still))
            if still != battle:
                yield still


def _steps(battle: Battle, shooter: str) -> Iterator[tuple[str, str, Battle]]:
    """Where a unit stands, a place one step away, and the battle with it there; nothing if nobody knows where it is."""
    places, state = battle.ruleset.places, battle.state
    if places is None:
        return
    with suppress(BattleFileError):
        here = places.at(state, shooter)
        for place in places.steps(state, shooter):
            with suppress(BattleFileError):
                yield here, place, replace(battle, state=places.put(state, shooter, place))
