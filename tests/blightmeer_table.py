"""Small Blightmeer battles to test with."""

from typing import Any

from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.geometry.figures import Figure, Posture, human
from fireline.geometry.held import GEAR, held
from fireline.rulesets.blightmeer.pieces import PRINTED, Size
from fireline.rulesets.blightmeer.state import State

Data = dict[str, Any]
EDITIONS = ("2025-11", "2026-01", "2026-07")
STATS: Data = {"ranged": 14, "defence": 15, "morale": 12, "weapon": "Long Bow"}


def unit(id_: str, side: str, *at: float, **more: Any) -> Data:
    """A unit with a long bow and plain stats, facing away for red and nearer for blue."""
    return {"id": id_, "side": side, "at": list(at), "facing": 90 if side == "red" else 270} | STATS | more


def archer(**more: Any) -> Data:
    """The shooter of most tests, of red, at (18, 6)."""
    return unit("archer", "red", *more.pop("at", (18, 6)), **more)


def enemy(id_: str = "orc", *at: float, **more: Any) -> Data:
    """An enemy, of blue, 12 inches beyond the archer where nothing else is said."""
    return unit(id_, "blue", *(at or (18, 18)), **more)


def data(*units: Data, edition: str = "2026-01", **more: Any) -> Data:
    """A battle file in the second turn of red."""
    turn = {"side": "red", "number": 2, "first_player": "red"}
    return {"fireline": 1, "ruleset": f"blightmeer@{edition}", "turn": turn, "units": list(units)} | more


def battle(*units: Data, edition: str = "2026-01", **more: Any) -> Battle:
    """That battle, read."""
    return Battle.read(data(*units, edition=edition, **more))


def state(battle: Battle) -> State:
    """Its state."""
    assert isinstance(battle.state, State)
    return battle.state


def shot(target: str = "orc", **details: Any) -> Shot:
    """A shot of the archer."""
    return Shot("archer", target, **details)


def refused(battle: Battle, shot: Shot) -> list[str]:
    """The rules against a shot."""
    return [one.rule for one in battle.check(shot).refusals]


def wall(id_: str, start: tuple[float, float], end: tuple[float, float], **more: Any) -> Data:
    """A wall 4 inches high and a fifth thick."""
    return {"id": id_, "wall": {"from": list(start), "to": list(end), "height": 4, "thickness": 0.2} | more}


def box(id_: str, at: tuple[float, ...], size: tuple[float, float, float], turn: float = 0) -> Data:
    """A box."""
    return {"id": id_, "box": {"at": list(at), "size": list(size), "turn": turn}}


def hedge(height: float = 0.6, y: float = 17, wide: float = 3) -> Data:
    """A hedge across the line of sight, close before the orc."""
    return box("hedge", (18, y), (wide, 0.2, height))


def mill(id_: str = "north", y: float = 7, *, sill: float = 0.8, **more: Any) -> Data:
    """A wall across the table with a window an inch wide and high."""
    window = {"id": id_, "along": 3.5, "width": 1, "sill": sill, "height": 1}
    return wall(more.pop("name", "mill"), (14, y), (22, y), **{"windows": [window]} | more)


def man(
    large: bool = False,
    gear: tuple[str, ...] = (),
    weapon: str | None = None,
    posture: Posture = Posture.STANDING,
    raised_arms: bool = False,
) -> Figure:
    """A human figure of one of the usual sizes."""
    size = Size.LARGE if large else Size.NORMAL
    base = float(PRINTED.radii[size]), float(PRINTED.radii[size])
    in_hand, worn = None if weapon is None else held(weapon), tuple(GEAR[name] for name in gear)
    return human(float(PRINTED.heights[size]), base, in_hand, worn, posture, raised_arms=raised_arms)
