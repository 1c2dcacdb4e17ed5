"""Ways: everything that one unit can declare to shoot at another, and which of it is best.

Whatever lists or ranks shots asks here, so that the same pair has the same way everywhere: the legal way with the best
headline, of those the one with the best net ledger, of those the first in the order of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from fireline.game.entries import one_of
from fireline.game.preview import ShotPreview
from fireline.game.shot import Shot

if TYPE_CHECKING:
    from fireline.game.battle import Battle


def ways(battle: Battle, shooter: str, target: str) -> tuple[ShotPreview, ...]:
    """Every way to declare a shot of one unit at another, legal or not: by window, weapon, space and bullets.

    A plain shot where the game has no way at all, so that its ruling says why. Raises `BattleFileError` for a unit that
    the battle does not have.
    """
    known = [unit.id for unit in battle.units]
    for unit, place in ((shooter, "shot.shooter"), (target, "shot.target")):
        one_of(unit, known, "unit of this battle", place)
    shots = tuple(battle.ruleset.shots(battle.state, shooter, target))
    return tuple(ShotPreview(battle, shot) for shot in shots or (Shot(shooter, target),))


def best_way(battle: Battle, shooter: str, target: str) -> ShotPreview:
    """The best legal way of one unit to shoot at another; the first way where none is legal."""
    every = ways(battle, shooter, target)
    return best_of([one for one in every if one.is_legal] or every[:1])


def best_of(found: Sequence[ShotPreview]) -> ShotPreview:
    """The best of some legal ways: by the headline, then the net ledger, then the order."""
    if len(found) == 1:
        return found[0]
    chances = [chance_of(one) for one in found]
    most = max(chances)
    best = [one for one, chance in zip(found, chances, strict=True) if chance == most]
    return best[0] if len(best) == 1 else max(best, key=lambda one: one.attack.net)


def better_way(asked: ShotPreview) -> ShotPreview | None:
    """A legal way to declare the same shot that has a better headline; None where there is none, or it is illegal.

    Everything else that the shot declares (aim, effort, modifiers) stays as it is.
    """
    if asked.odds is None:
        return None
    battle, shot = asked.battle, asked.shot
    known = ways(battle, shot.shooter, shot.target)
    names = {name for one in known for name in one.shot.details}
    rest = {name: value for name, value in shot.details.items() if name not in names}
    if rest:
        details = ({**rest, **one.shot.details} for one in known)
        known = tuple(ShotPreview(battle, Shot(shot.shooter, shot.target, **told)) for told in details)
    legal = [one for one in known if one.shot != shot and one.is_legal]
    best = best_of(legal) if legal else None
    return best if best is not None and chance_of(best) > chance_of(asked) else None


def chance_of(one: ShotPreview) -> Fraction:
    """The headline chance of a legal shot."""
    return one.battle.ruleset.headline(one.attack.outcomes).chance
