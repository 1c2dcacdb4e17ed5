"""Pictures: a battle, a shot, its odds or a threat map as the text of an SVG.

The package itself knows no game: canvas, card, legend, board, hexes, squares, solids, charts. What a game draws with
it stands in its own `drawing`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fireline.game.errors import BattleFileError, Code

if TYPE_CHECKING:
    from fireline.game.battle import Battle
    from fireline.game.command import Shot
    from fireline.game.drawing import Drawing, Scene, ThreatMap
    from fireline.game.odds import Odds

__all__ = ["eye_view", "odds_chart", "picture", "plan", "scene", "shot_card", "threat_map"]

AROUND = 20.0
"""The room around a card."""


def picture(battle: Battle, shot: Shot | None = None, *, viewer: str = "") -> str:
    """Draw a battle, with a shot's line of sight, ruling and odds if one is given.

    Args:
        battle: The battle.
        shot: Who fires at whom.
        viewer: Whose range, or view, it shows where there is no shot.

    Returns:
        The text of the SVG.

    Raises:
        BattleFileError: The game draws nothing, or the battle has no such unit.

    >>> from fireline.formats.battlefile import load
    >>> picture(load("ancients-ranged-combat"))[:4]
    '<svg'
    """
    return _drawing(battle).board(battle, shot, viewer)


def plan(battle: Battle) -> str:
    """Where everything stands, as SVG; the board, where the game has no picture of its own for that."""
    drawing = _drawing(battle)
    return drawing.plan(battle) if drawing.plan else drawing.board(battle, None, "")


def threat_map(battle: Battle, chart: ThreatMap) -> str:
    """A threat map over the board as SVG; raises `BattleFileError` where the game draws none."""
    return battle.ruleset.needs(_drawing(battle).threat, "draws no threat map")(battle, chart)


def eye_view(battle: Battle, shot: Shot) -> str:
    """What the shooter sees of the target, and what hides the rest, as SVG; raises `BattleFileError`."""
    if (eye := _drawing(battle).eye) is None:
        raise BattleFileError(
            Code.UNSUPPORTED, f"{battle.ruleset.id} is no game in three dimensions; nobody's eye sees in it", "eye"
        )
    return eye(battle, shot)


def scene(battle: Battle) -> Scene:
    """Everything on a table in three dimensions as triangles; raises `BattleFileError` for another game."""
    if (solids := _drawing(battle).scene) is None:
        raise BattleFileError(Code.UNSUPPORTED, f"{battle.ruleset.id} is no game in three dimensions", "battle")
    return solids(battle.state)


def odds_chart(odds: Odds[Any] | Mapping[str, Odds[Any]], title: str) -> str:
    """Bars of the odds of one shot, or of several by their labels, as SVG."""
    from fireline.draw.chances import draw_odds

    return draw_odds(odds if isinstance(odds, Mapping) else {"": odds}, title)


def shot_card(battle: Battle, shot: Shot) -> str:
    """The card of a shot alone as SVG, in any game: verdict with reasons, line of sight, modifiers and odds."""
    from fireline.draw.board import RuledShot
    from fireline.draw.card import WIDTH, Card

    judged = RuledShot.of(battle, shot)
    canvas = judged.canvas()
    low = Card(canvas, (AROUND, AROUND)).draw(judged.ruling, judged.odds)
    return canvas.finish(WIDTH + 2 * AROUND, low + AROUND)


def _drawing(battle: Battle) -> Drawing[Any]:
    """What the game draws."""
    return battle.ruleset.needs(battle.ruleset.drawing, "draws no pictures")
