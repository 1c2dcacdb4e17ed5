"""The picture of a battle on a board: its grounds and the shot it tells of; the rest each game draws."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from fireline.draw.canvas import INK, MUTED, PAPER, WHITE, BoardPicture, Canvas, Pen, Point, clip
from fireline.draw.card import WIDTH, Card, describe_shot
from fireline.draw.legend import Item, draw_legend
from fireline.draw.threatmap import draw_cells
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.drawing import Drawing, ThreatMap
from fireline.game.odds import Odds
from fireline.ruling import Ruling
from fireline.ruling.prose import percent


class Look(NamedTuple):
    """How a kind of ground is drawn: tint, size of the pattern's tile, lines and dots in it, and their colour."""

    tint: str
    tile: tuple[float, float] = (12, 12)
    lines: str = ""
    dots: tuple[tuple[float, float], ...] = ()
    mark: str = INK
    width: float = 1.4

    @property
    def text(self) -> str:
        """The colour of text on it."""
        return WHITE if self.tint == INK else INK


OPEN = Look(PAPER)


def looks_in(tables: Mapping[str, Any]) -> Mapping[str, Look]:
    """The looks of grounds by their ids, as a game's data has them under `looks`."""
    found = {kind: Look(**row) for kind, row in tables["looks"].items()}
    return {
        kind: look._replace(tile=(look.tile[0], look.tile[1]), dots=tuple((x, y) for x, y in look.dots))
        for kind, look in found.items()
    }


class Patterns:
    """The looks of a picture's grounds by their ids; what has none is open."""

    def __init__(self, canvas: Canvas, looks: Mapping[str, Look]) -> None:
        self._canvas, self._looks = canvas, looks

    def look(self, kind: str | None) -> Look:
        """How a ground is drawn."""
        return self._looks.get(kind or "", OPEN)

    def paint(self, kind: str) -> str:
        """What to fill a cell of this ground with."""
        return f"url(#{self._canvas.id_of(kind)})" if kind in self._looks else PAPER

    def define(self, kinds: Iterable[str]) -> None:
        """Put the patterns of these grounds among the picture's definitions."""
        for kind in kinds:
            if kind in self._looks:
                self._define(kind, self._looks[kind])

    def _define(self, kind: str, look: Look) -> None:
        wide, high = look.tile
        id_ = self._canvas.id_of(kind)
        pattern = self._canvas.defs.add("pattern", id=id_, patternUnits="userSpaceOnUse", width=wide, height=high)
        pattern.rect((0, 0), look.tile, fill=look.tint)
        for dot in look.dots:
            pattern.circle(dot, 1.9, fill=look.mark)
        if look.lines:
            pattern.path(look.lines, fill="none", stroke=look.mark, stroke_width=look.width)

    def cell(self, pen: Pen, name: str, corners: Iterable[Point], kind: str, note: str, what: str) -> None:
        """A cell of a board with its ground; `what` a cell is called, and what it is told with."""
        hooks = {"data_cell": name} | ({"data_terrain": kind} if kind else {})
        look: dict[str, Any] = {"fill": self.paint(kind), "stroke": "#8B919C", "stroke_width": 1}
        pen.polygon(corners, kind=what, note=note, **look, **hooks)

    def letter(self, pen: Pen, kind: str, letter: str, at: Point) -> None:
        """The letter of a ground, on a spot free of its pattern."""
        look = self.look(kind)
        pen.circle(at, 7.5, fill=look.tint)
        pen.text((at[0], at[1] + 4.5), letter, 12.5, bold=True, anchor="middle", fill=look.text, kind="letter")

    def swatch(self, pen: Pen, kind: str, letter: str) -> None:
        """A ground for the legend."""
        pen.rect((-18, -12), (36, 24), fill=self.paint(kind), stroke=MUTED, stroke_width=1)
        self.letter(pen, kind, letter, (0, 0))


S = TypeVar("S")


class RuledShot(NamedTuple):
    """A shot with its ruling, and its odds where it is legal."""

    shot: Shot
    ruling: Ruling
    odds: Odds[Any] | None

    @classmethod
    def of(cls, battle: Battle, shot: Shot) -> RuledShot:
        """The shot as this battle judges it; raises `BattleFileError` for one that cannot be declared."""
        seen = battle.preview(shot)
        return cls(shot, seen.ruling, seen.odds)

    def canvas(self) -> Canvas:
        """An empty picture with the ruling and the odds as its title and description."""
        ruling, odds = self.ruling, self.odds
        chance = f", {odds.headline.name} {percent(odds.headline.chance)}" if odds else ""
        verdict = "LEGAL" if ruling.legal else "NOT LEGAL"
        return Canvas(f"{ruling.title}: {verdict}{chance}", describe_shot(ruling, odds))


class BoardDrawing(ABC, Generic[S]):
    """One picture of a board: of a battle, of a shot in it, or of a threat map over it; places in pixels.

    A game derives its own from it, and offers `drawing()`. A shot is in `judged`, the unit whose range or view the
    picture shows in `viewer`; both are empty in a threat map.
    """

    margin: ClassVar[float] = 36.0
    head: ClassVar[float] = 66.0
    """How far below the top the board begins."""
    gap: ClassVar[float] = 26.0
    """How far below the board the legend begins."""
    narrowest: ClassVar[float] = 420.0
    """The least width, so that heading and legend have room."""
    drop: ClassVar[float] = 7.0
    below: ClassVar[float] = 45.0
    """Where numbers of a threat map stand, as `BoardPicture` has them."""
    looks: ClassVar[Mapping[str, Look]] = {}
    """How each kind of ground is drawn."""

    def __init__(
        self, battle: Battle, shot: Shot | None = None, viewer: str = "", chart: ThreatMap | None = None
    ) -> None:
        self.battle, self.viewer, self.chart = battle, viewer, chart
        self.state: S = battle.state
        self.name: str = battle.data().get("name") or battle.ruleset.name
        self.judged = RuledShot.of(battle, shot) if shot else None
        if self.judged:
            self.canvas = self.judged.canvas()
        else:
            about = (chart.title, chart.described) if chart else (self.name, "\n".join(self.told()))
            self.canvas = Canvas(*about)
        self.patterns = Patterns(self.canvas, self.looks)

    @property
    def ruling(self) -> Ruling | None:
        """The ruling on the shot, None where there is none."""
        return self.judged.ruling if self.judged else None

    @property
    @abstractmethod
    def size(self) -> Point:
        """How wide and high the board is drawn."""

    @abstractmethod
    def facts(self) -> str:
        """The line below the name."""

    @abstractmethod
    def told(self) -> Iterable[str]:
        """Who stands where on which ground, for people who do not see it."""

    @abstractmethod
    def lay(self) -> Pen:
        """Draw the board with everything on it, and say where it lies; answers the layer of its ground."""

    @abstractmethod
    def items(self) -> Iterator[Item]:
        """Labels of the legend with their icons."""

    @abstractmethod
    def tokens(self) -> Sequence[Point]:
        """Where tokens stand."""

    @abstractmethod
    def cells(self, chart: ThreatMap) -> Mapping[str, Sequence[Point]]:
        """The corners of every place of a threat map, by its name."""

    def picture(self) -> BoardPicture:
        """The board with heading, legend and, for a shot, its card."""
        wide = max(self.size[0], self.narrowest)
        facts = clip(self.chart.title, wide, 12.5) if self.chart else self.facts()
        self.canvas.heading(self.margin, self.name, facts, wide)
        ground = self.lay()
        under = (self.margin, self.head + self.size[1] + self.gap)
        low = draw_legend(self.canvas, under, wide, self.items())
        picture = BoardPicture(self.canvas, ground, 2 * self.margin + wide, low, self.tokens(), self.drop, self.below)
        if self.judged:
            card = Card(self.canvas, (picture.width, self.head))
            picture.low = max(picture.low, card.draw(self.judged.ruling, self.judged.odds))
            picture.width += WIDTH + self.margin
        return picture

    @classmethod
    def draw(cls, battle: Battle, shot: Shot | None = None, viewer: str = "") -> str:
        """The board as SVG; with a shot, its line of sight and its card; else the range or the view of a unit."""
        return cls(battle, shot, viewer).picture().finish()

    @classmethod
    def draw_threat(cls, battle: Battle, chart: ThreatMap) -> str:
        """The board with a chance in every place."""
        board = cls(battle, chart=chart)
        return draw_cells(board.picture(), chart, board.cells(chart))

    @classmethod
    def drawing(cls, **more: Any) -> Drawing[S]:
        """What such a game draws, with `more` of what `Drawing` names."""
        return Drawing(board=cls.draw, threat=cls.draw_threat, **more)
