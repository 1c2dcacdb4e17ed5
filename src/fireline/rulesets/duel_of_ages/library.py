"""A library of ready pieces: heroes of one trade or another, and stretches of map that are laid in one stroke."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import Any

from fireline.game.editing import Brush, Data, Piece, Ready, Shape
from fireline.geometry.hexes import HEXSIDES, Hex
from fireline.rulesets.duel_of_ages.board import space_name
from fireline.rulesets.duel_of_ages.masonry import line, space_at

LANDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "Grove": ("woods", ("", "E", "SE")),
    "Mire": ("swamp", ("", "E", "SW")),
    "Pond": ("water", ("", "W", "NW", "NE")),
    "Rocks": ("rough", ("", "E", "NE")),
    "Long house": ("building", ("W", "", "E")),
    "Burning house": ("fire", ("", "W")),
    "Great dome": ("dome", ("", *HEXSIDES)),
}
"""Stretches of map: a terrain, and where it lies about the space that is pointed at."""
GATE = "E"
"""The side of a walled yard on which its archway is."""
CORNERS = {"E": (1, -2), "SE": (2, -1), "SW": (1, 1), "W": (-1, 2), "NW": (-2, 1), "NE": (-1, -1)}
"""The corners of a space in thirds, each before the side of its name as one walks round."""
_SAMPLES = ((1, 1), (4, 1), (7, 1), (1, 5), (4, 5), (7, 5), (2, 3), (6, 3))
"""Column and row of the blank map where each is shown."""


def heroes(cards: Mapping[str, Ready]) -> tuple[Piece, ...]:
    """Heroes of several trades with the cards of the game's own; ratings are Fireline's own."""
    trades: dict[str, tuple[int, dict[str, int], tuple[str, ...], dict[str, Any]]] = {
        "Marksman": (6, {"aim": 8, "point": 4, "stealth": 6, "armor": 2}, ("Rifle",), {"bonus_symbols": ["rifle"]}),
        "Archer": (6, {"aim": 7, "point": 5, "stealth": 7, "armor": 2}, ("Bow",), {"bonus_symbols": ["bow"]}),
        "Duellist": (6, {"aim": 7, "point": 7, "stealth": 5, "armor": 3}, ("Pistol", "Throwing Knife"), {}),
        "Grenadier": (7, {"aim": 5, "point": 7, "stealth": 4, "armor": 4}, ("Grenade", "Pistol"), {}),
        "Scout": (5, {"speed": 6, "aim": 5, "point": 6, "stealth": 8, "armor": 1}, ("Throwing Knife",), {}),
        "Bruiser": (9, {"speed": 3, "aim": 3, "point": 5, "stealth": 3, "armor": 6}, (), {}),
    }
    return tuple(
        Piece(
            trade,
            {"health": health, "ratings": {"speed": 4} | ratings, **more}
            | ({"cards": [cards[name].value for name in held]} if held else {}),
            group="Heroes by trade",
        )
        for trade, (health, ratings, held, more) in trades.items()
    )


def lands() -> tuple[Brush, ...]:
    """Every stretch of map, to be laid where one points; once more, and it is clear again."""
    drawn = {title: _laid(*land) for title, land in LANDS.items()} | {"Walled yard": _yard}
    return tuple(
        Brush(
            name=title.lower(), title=title, group="Stretches of map", shape=Shape.POINT, drawn=draw,
            sample=tuple(f"{column + aside - row // 2},{row}" for aside in (0, -1, 1)),
        )
        for (title, draw), (column, row) in zip(drawn.items(), _SAMPLES, strict=True)
    )  # fmt: skip


def _laid(kind: str, sides: tuple[str, ...]) -> Callable[[Data, Sequence[str]], dict[str, Any]]:
    def drawn(data: Data, places: Sequence[str]) -> dict[str, Any]:
        middle, spaces = space_at(data, places[0]), dict(data["board"]["spaces"])
        around = (space_name(middle.plus(HEXSIDES[side]) if side else middle) for side in sides)
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
