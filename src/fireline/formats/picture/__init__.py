"""Pictures: a battle, a shot or its odds as SVG, and PNG from that."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fireline.formats.battlefile import write_atomically
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code

if TYPE_CHECKING:
    from fireline.formats.modelfacts import ModelFacts
    from fireline.game.battle import Battle
    from fireline.game.odds import Odds
    from fireline.game.shot import Shot

__all__ = ["draw", "draw_eye", "draw_figure", "draw_odds", "save_picture"]

_DRAWN_BY = {
    "ancients": "fireline.formats.picture.hexboard",
    "blightmeer@2025-11": "fireline.formats.picture.tabletop",
    "blightmeer@2026-01": "fireline.formats.picture.tabletop",
    "blightmeer@2026-07": "fireline.formats.picture.tabletop",
    "duel-of-ages": "fireline.formats.picture.dotmap",
    "endless-horizons": "fireline.formats.picture.rangeband",
}


def draw(battle: Battle, shot: Shot | None = None, *, viewer: str = "") -> str:
    """The battle as SVG, with a shot's line of sight, ruling and odds if one is given; raises `BattleFileError`.

    `viewer` is the unit whose range, or sight, it shows where there is no shot.
    """
    module = _DRAWN_BY.get(battle.ruleset.id)
    if module is None:
        raise BattleFileError(
            Code.UNSUPPORTED, f"no picture is drawn of {battle.ruleset.id} yet; of these: {', '.join(_DRAWN_BY)}"
        )
    svg: str = import_module(module).draw(battle, shot, viewer)
    return svg


def draw_eye(battle: Battle, shot: Shot) -> str:
    """What the shooter sees of the target, and what hides the rest, as SVG; raises `BattleFileError`."""
    if _DRAWN_BY.get(battle.ruleset.id) != _DRAWN_BY["blightmeer@2026-07"]:
        raise BattleFileError(
            Code.UNSUPPORTED, f"{battle.ruleset.id} is no game in three dimensions; nobody's eye sees in it", "--eye"
        )
    from fireline.formats.picture.eyescene import draw as drawn  # paints in three dimensions

    return drawn(battle, shot)


def draw_figure(facts: ModelFacts) -> str:
    """A mesh file's model from three sides with what its parts count as, as SVG."""
    from fireline.formats.picture.figureview import draw_figure as drawn  # paints in three dimensions

    return drawn(facts)


def draw_odds(odds: Odds[Any] | Mapping[str, Odds[Any]], title: str) -> str:
    """Bars of the odds of one shot, or of several by their labels, as SVG."""
    from fireline.formats.picture.chart import draw_odds as chart  # draws with matplotlib

    return chart(odds if isinstance(odds, Mapping) else {"": odds}, title)


def save_picture(svg: str, path: str | os.PathLike[str]) -> None:
    """Write a picture as its name says, `.svg` or `.png`; raises `BattleFileError` for any other name."""
    file = Path(path)
    match file.suffix.lower():
        case ".svg":
            write_atomically(file, svg)
        case ".png":
            from fireline.formats.picture.png import png  # draws with resvg

            write_atomically(file, png(svg))
        case _:
            raise BattleFileError(
                Code.UNSUPPORTED, f"{shown(file.suffix)} is no kind of picture; name it .svg or .png", file=str(file)
            )
