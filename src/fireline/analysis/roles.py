"""Who is who in a shot, as paths into the battle file: shooter, target, weapon, the shot itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fireline.analysis.paths import FieldPath
from fireline.analysis.vary import Change, Variant
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code


def path_of(name: str, variant: Variant) -> FieldPath:
    """A path that may begin with a role: `shooter.moved`, `target.defence`, `weapon.range`, `shot.bullets`.

    Raises `BattleFileError` for text that is no path.
    """
    role, dot, rest = name.partition(".")
    shot = variant.shot
    if role == "weapon" and dot and shot is not None and (weapon := variant.battle.ruleset.weapon):
        return path_of(f"{weapon}.{rest}", variant)
    if role not in {"shooter", "target"} or not dot or shot is None:
        return FieldPath.read(name)
    who = shot.target if role == "target" else shot.shooter
    return FieldPath.read(f"{entry_of(variant.data, who)}.{rest}")


def entry_of(data: Mapping[str, Any], id_: str) -> str:
    """The path of the entry with this id, `units[bow]`; raises `BattleFileError`."""
    for key, entries in data.items():
        if isinstance(entries, list) and any(isinstance(one, Mapping) and one.get("id") == id_ for one in entries):
            return f"{key}[{id_}]"
    raise BattleFileError(Code.UNKNOWN_NAME, f"there is nobody called {shown(id_)} in this battle", "shot")


def armed(variant: Variant, weapon: str) -> Variant:
    """The same shot with another weapon: the one that the shot names, or the shooter's own.

    Raises `BattleFileError` for an unknown weapon, and for a game whose shots do not choose one.
    """
    rules = variant.battle.ruleset
    if not rules.weapon:
        raise BattleFileError(Code.UNSUPPORTED, f"a shot of {rules.name} has no weapon to choose", "--weapon")
    changed = variant.put(Change(path_of(rules.weapon, variant), weapon))
    _ = changed.preview
    return changed
