"""A picture of a board: its canvas, the shot it tells of with the card beside it, and what a threat map draws into."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from fireline.draw.canvas import Canvas, Pen, Point
from fireline.draw.card import describe_shot, title_of_shot
from fireline.game.battle import Battle
from fireline.game.odds import Odds
from fireline.game.shot import Shot
from fireline.ruling import Ruling


class Judged(NamedTuple):
    """A shot with its ruling, and its odds where it is legal."""

    shot: Shot
    ruling: Ruling
    odds: Odds[Any] | None

    @classmethod
    def of(cls, battle: Battle, shot: Shot) -> Judged:
        """The shot as this battle judges it; raises `BattleFileError` for one that cannot be declared."""
        ruling = battle.check(shot)
        return cls(shot, ruling, battle.odds(shot) if ruling.legal else None)

    def canvas(self) -> Canvas:
        """An empty picture with the ruling and the odds as its title and description."""
        return Canvas(title_of_shot(self.ruling, self.odds), describe_shot(self.ruling, self.odds))


@dataclass
class BoardPicture:
    """A board as it is drawn, before the picture is finished; places in pixels.

    Cells of a threat map go directly above `ground`; their large numbers keep clear of `tokens`, and stand `drop`
    below the middle of a cell, where nothing else is drawn, or `below` it where a token stands in the cell.
    """

    canvas: Canvas
    ground: Pen
    width: float
    low: float
    tokens: Sequence[Point] = ()
    drop: float = 7
    below: float = 45

    def finish(self) -> str:
        """The picture as SVG."""
        return self.canvas.finish(self.width, self.low + 24)
