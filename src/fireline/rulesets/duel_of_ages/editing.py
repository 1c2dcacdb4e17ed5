"""How a battle is edited: ready cards and heroes, terrain by the space, drawn walls, stretches of map in one stroke."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import Any

from fireline.game.editing import (
    Brush,
    Data,
    Editing,
    FormField,
    Ground,
    Outlines,
    Piece,
    PieceList,
    Preset,
    Shape,
    forms,
    standing,
)
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.places import point_named
from fireline.geometry.hexes import HEXSIDES, Hex, hex_around
from fireline.geometry.outlines import Point2, distance_to, inside
from fireline.geometry.polygons import GRID, format_steps
from fireline.rulesets.duel_of_ages.board import Team, space_name
from fireline.rulesets.duel_of_ages.pieces import RATINGS, TERRAIN
from fireline.rulesets.duel_of_ages.state import Hero
from fireline.ruling import data_file

_READY = data_file("fireline.rulesets.duel_of_ages", "ready.toml")
CARDS = tuple(Preset(card["name"], card) for card in _READY["card"])
"""Fireline's own cards, to begin with."""
BY_NAME: Mapping[str, Any] = {card.title: card.value for card in CARDS}
STEADY: Mapping[str, Any] = _READY["steady"]
"""What a hero is who is neither good nor bad at anything that shooting asks for."""
LANDS: Mapping[str, Mapping[str, Sequence[str]]] = _READY["lands"]
STEPS = {"here": Hex(0, 0), **HEXSIDES}
GATE = "E"
"""The side of a walled yard on which its archway is."""
CORNERS = {"E": (1, -2), "SE": (2, -1), "SW": (1, 1), "W": (-1, 2), "NW": (-2, 1), "NE": (-1, -1)}
"""The corners of a space in thirds, each before the side of its name as one walks round."""
_SAMPLES = ((1, 1), (4, 1), (7, 1), (1, 5), (4, 5), (7, 5), (2, 3), (6, 3))
"""Column and row of the blank map where each is shown."""
THICKNESS = 0.1
"""How thick a wall is that is drawn along a line, in spaces; Fireline's own."""
NEAR = 0.25
"""How far from a wall one may point to mean it, in spaces."""


def hero(about: Mapping[str, Any], *cards: str) -> dict[str, Any]:
    """What a battle file says of a hero with these ready cards, by their names."""
    return {**about} | ({"cards": [BY_NAME[name] for name in cards]} if cards else {})


def heroes() -> tuple[Piece, ...]:
    """Heroes for each ready card and for none, and heroes by trade."""
    usual = [Piece(f"Hero, {card.title}", hero(STEADY, card.title)) for card in CARDS]
    trades = [
        Piece(trade, hero(about["is"], *about["holds"]), group="Heroes by trade")
        for trade, about in _READY["trade"].items()
    ]
    return (*usual, Piece("Hero, no card", hero(STEADY)), *trades)


def lands() -> tuple[Brush, ...]:
    """Every stretch of map, to be laid where one points; once more, and it is clear again."""
    drawn = {title: _laid(*one) for title, land in LANDS.items() for one in land.items()} | {"Walled yard": _yard}
    return tuple(
        Brush(
            name=title.lower(), title=title, group="Stretches of map", shape=Shape.POINT, drawn=draw,
            sample=tuple(f"{column + aside - row // 2},{row}" for aside in (0, -1, 1)),
        )
        for (title, draw), (column, row) in zip(drawn.items(), _SAMPLES, strict=True)
    )  # fmt: skip


def _laid(kind: str, sides: Sequence[str]) -> Callable[[Data, Sequence[str]], dict[str, Any]]:
    def drawn(data: Data, places: Sequence[str]) -> dict[str, Any]:
        middle, spaces = space_at(data, places[0]), dict(data["board"]["spaces"])
        around = (space_name(middle.plus(STEPS[side])) for side in sides)
        names = [name for name in around if name in spaces]
        now = "clear" if all(_terrain(spaces[name]) == kind for name in names) else kind
        for name in names:
            given = spaces[name]
            spaces[name] = now if isinstance(given, str) else {**given, "terrain": now}
        return _board(data, spaces=spaces)

    return drawn


def _yard(data: Data, places: Sequence[str]) -> dict[str, Any]:
    """Walls around a space, with an archway in one of them; or none any more, where all of them stand."""
    middle = space_at(data, places[0])
    empty: dict[str, Any] = {"board": {"walls": []}}
    walls = reduce(line, _sides(middle), empty)["board"]["walls"]
    arch = [space_name(middle), space_name(middle.plus(HEXSIDES[GATE]))]
    board = data["board"]
    known, archways = list(board.get("walls", [])), list(board.get("archways", []))
    if all(wall in known for wall in walls):
        known = [wall for wall in known if wall not in walls]
        archways = [pair for pair in archways if set(pair) != set(arch)]
    else:
        known, archways = [*known, *walls], [*archways, arch]
    return _board(data, walls=known, archways=archways)


def _sides(space: Hex) -> list[tuple[str, str]]:
    """The two ends of the wall on each side of a space."""
    ends = [f"{float(space.q + Fraction(q, 3)):.4f},{float(space.r + Fraction(r, 3)):.4f}" for q, r in CORNERS.values()]
    return list(pairwise([*ends, ends[0]]))


def _terrain(given: Any) -> Any:
    return given if isinstance(given, str) else given["terrain"]


def _on(entry: Data, place: str) -> Data:
    """What a hero did before ended where it stood then."""
    return {**{key: value for key, value in entry.items() if key != "last_action"}, "space": place}


def line(data: Data, places: Sequence[str]) -> dict[str, Any]:
    """A thin wall from one point to another; one point alone takes away the wall there."""
    if len(places) == 1:
        return _without(data, places[0])
    (ax, ay), (bx, by) = (_flat(_point(place)) for place in places[:2])
    if not (length := math.hypot(bx - ax, by - ay)):
        raise BattleFileError(Code.CONFLICT, "begins and ends at the same point", "places")
    dx, dy = THICKNESS / 2 * (by - ay) / length, THICKNESS / 2 * (bx - ax) / length
    around = ((ax - dx, ay + dy), (bx - dx, by + dy), (bx + dx, by - dy), (ax + dx, ay - dy))
    return _with(data, [_axial(corner) for corner in around])


def solid(data: Data, places: Sequence[str]) -> dict[str, Any]:
    """A wall that fills an outline; one point alone takes away the wall there."""
    return _without(data, places[0]) if len(places) == 1 else _with(data, [_point(place) for place in places])


def corners(places: Sequence[str]) -> list[list[float | str]]:
    """A wall with these corners, as a battle file says it; whoever reads it checks that it is one."""
    return [_written(_point(place)) for place in places]


def archway(data: Data, places: Sequence[str]) -> dict[str, Any]:
    """An archway between two spaces, or no more where there is one."""
    archways = data["board"].get("archways", [])
    left = [pair for pair in archways if set(pair) != set(places)]
    return _board(data, archways=left if len(left) < len(archways) else [*archways, list(places)])


def dot(data: Data, places: Sequence[str]) -> dict[str, Any]:
    """The dot of a space at a point inside it, back in the middle where it is there already."""
    point, spaces = _point(places[0]), dict(data["board"]["spaces"])
    name = space_name(space_at(data, places[0]))
    given = spaces[name]
    written, terrain = _written(point), _terrain(given)
    there = isinstance(given, dict) and given.get("dot") == written
    spaces[name] = terrain if there else {"terrain": terrain, "dot": written}
    return _board(data, spaces=spaces)


def space_at(data: Data, place: str) -> Hex:
    """The space of a map in which a point lies; raises `BattleFileError`."""
    space = hex_around(Hex(*(round(number * GRID) for number in _point(place))), GRID)
    if space is None or space_name(space) not in data["board"]["spaces"]:
        raise BattleFileError(Code.NO_PLACE, f"{shown(place)} does not lie inside a space of this map", "places")
    return space


def _with(data: Data, points: Sequence[tuple[Fraction, Fraction]]) -> dict[str, Any]:
    wall = [_written(point) for point in points]
    return _board(data, walls=[*data["board"].get("walls", []), wall])


def _without(data: Data, place: str) -> dict[str, Any]:
    """The map without the wall that is meant at a point: the nearest one, if it is near."""
    here = _flat(_point(place))
    walls = [(_far(here, wall), n) for n, wall in enumerate(data["board"].get("walls", []))]
    far, nearest = min(walls, default=(math.inf, -1))
    if far > NEAR:
        raise BattleFileError(Code.NO_PLACE, f"there is no wall at {shown(place)}", "places")
    return _board(data, walls=[wall for n, wall in enumerate(data["board"]["walls"]) if n != nearest])


def _far(here: Point2, wall: Sequence[Sequence[float | str]]) -> float:
    """How far a point is from a wall, 0 inside it."""
    around = tuple([_flat((Fraction(q), Fraction(r))) for q, r in wall])
    return 0.0 if inside(here, around) else distance_to(here, around)


def _board(data: Data, **changed: Any) -> dict[str, Any]:
    return {**data, "board": {**data["board"], **changed}}


def _point(place: str) -> tuple[Fraction, Fraction]:
    q, r = point_named(place, ("q", "r"), "spaces")
    return q, r


def _flat(point: tuple[Fraction, Fraction]) -> Point2:
    """A point as it is drawn, where all steps are equally long."""
    q, r = map(float, point)
    return q + r / 2, r * math.sqrt(3) / 2


def _axial(point: Point2) -> tuple[Fraction, Fraction]:
    """The point of the map nearest to a drawn one, to a hundredth of a space."""
    r = point[1] * 2 / math.sqrt(3)
    return Fraction(round(100 * (point[0] - r / 2)), 100), Fraction(round(100 * r), 100)


def _written(point: tuple[Fraction, Fraction]) -> list[float | str]:
    """A point of the grid of maps, as a battle file says it."""
    return [format_steps(round(number * GRID)) for number in point]


ROWS, COLUMNS = 7, 9


def _blank() -> dict[str, Any]:
    """A map of clear spaces, its rows one above the other."""
    spaces = {f"{q - r // 2},{r}": "clear" for r in range(ROWS) for q in range(COLUMNS)}
    return {"step": "action", "team": str(Team.WHITE), "board": {"spaces": spaces}, "heroes": []}


EDITING = Editing(
    blank=_blank,
    snap=1 / 6,
    brushes=(
        Brush(name="wall", title="Wall", shape=Shape.LINE, drawn=line, sample=("1,0.5", "2,0.5")),
        Brush(name="solid", title="Solid wall", shape=Shape.POLYGON, drawn=solid, sample=("-1,5", "0,5", "-1,6")),
        Brush(name="archway", title="Archway", shape=Shape.BETWEEN, drawn=archway, sample=("6,1", "7,1")),
        Brush(name="dot", title="Dot, moved", shape=Shape.SPOT, drawn=dot, sample=("4.25,4",)),
        *lands(),
    ),
    outlines=Outlines(title="Wall", path=("board", "walls"), written=corners),
    place="a space, such as 2,-1",
    sides=(str(Team.WHITE), str(Team.BLACK)),
    lists=(
        PieceList(
            name="heroes",
            title="Heroes",
            pieces=heroes(),
            placed=standing("heroes", _on),
            place=("space",),
            side="team",
            fields={
                "ratings": FormField(ready=tuple(Preset(name, name) for name in RATINGS if name != "health")),
                "cards": FormField(title="Ranged cards", ready=CARDS),
                **forms(Hero),
            },
        ),
    ),
    ground=Ground(
        beyond=True,
        title="Terrain",
        kinds=tuple(Preset(kind.name, id_) for id_, kind in TERRAIN.items()),
        bare="off the map",
        paths=(("board", "spaces", "{place}", "terrain"), ("board", "spaces", "{place}")),
    ),
)
