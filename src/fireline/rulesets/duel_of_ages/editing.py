"""How a battle is edited: ready cards and heroes, terrain by the space, and stretches of map in one stroke."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from importlib.resources import files
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
    Ready,
    Shape,
    standing,
)
from fireline.game.facts import forms
from fireline.geometry.hexes import HEXSIDES, Hex, distance
from fireline.rulesets.duel_of_ages.board import Team, space_name
from fireline.rulesets.duel_of_ages.masonry import archway, corners, dot, line, solid, space_at
from fireline.rulesets.duel_of_ages.pieces import RATINGS, TERRAIN
from fireline.rulesets.duel_of_ages.state import Hero

_PACKAGE = files("fireline.rulesets.duel_of_ages")
_READY: dict[str, Any] = tomllib.loads(_PACKAGE.joinpath("ready.toml").read_text(encoding="utf-8"))
CARDS = tuple(Ready(card["name"], card) for card in _READY["card"])
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
        return {**data, "board": {**data["board"], "spaces": spaces}}

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
    return {**data, "board": {**board, "walls": known, "archways": archways}}


def _sides(space: Hex) -> list[tuple[str, str]]:
    """The two ends of the wall on each side of a space."""
    ends = [f"{float(space.q + Fraction(q, 3)):.4f},{float(space.r + Fraction(r, 3)):.4f}" for q, r in CORNERS.values()]
    return list(pairwise([*ends, ends[0]]))


def _terrain(given: Any) -> Any:
    return given if isinstance(given, str) else given["terrain"]


def _on(entry: Data, place: str) -> Data:
    """What a hero did before ended where it stood then."""
    return {**{key: value for key, value in entry.items() if key != "last_action"}, "space": place}


ROWS, COLUMNS = 7, 9


def _blank() -> dict[str, Any]:
    """A map of clear spaces, its rows one above the other."""
    spaces = {f"{q - r // 2},{r}": "clear" for r in range(ROWS) for q in range(COLUMNS)}
    return {"step": "action", "team": str(Team.WHITE), "board": {"spaces": spaces}, "heroes": []}


EDITING = Editing(
    blank=_blank,
    apart=lambda state, *places: distance(*(state.board.named(one, "place") for one in places)),
    snap=1 / 6,
    brushes=(
        Brush(name="wall", title="Wall", shape=Shape.LINE, drawn=line, sample=("1,1.5", "3,1.5")),
        Brush(name="solid", title="Solid wall", shape=Shape.POLYGON, drawn=solid, sample=("1,2", "2,2", "1,3")),
        Brush(name="archway", title="Archway", shape=Shape.BETWEEN, drawn=archway, sample=("4,2", "5,2")),
        Brush(name="dot", title="Dot, moved", shape=Shape.SPOT, drawn=dot, sample=("5.25,3",)),
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
                "ratings": FormField(ready=tuple(Ready(name, name) for name in RATINGS if name != "health")),
                "cards": FormField(title="Ranged cards", ready=CARDS),
                **forms(Hero),
            },
        ),
    ),
    ground=Ground(
        beyond=True,
        title="Terrain",
        kinds=tuple(Ready(kind.name, id_) for id_, kind in TERRAIN.items()),
        bare="off the map",
        paths=(("board", "spaces", "{place}", "terrain"), ("board", "spaces", "{place}")),
    ),
)
