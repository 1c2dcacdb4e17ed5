"""How a battle is edited: heroes with their cards, terrain by the space."""

from __future__ import annotations

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
from fireline.geometry.hexes import distance
from fireline.rulesets.duel_of_ages.board import Team
from fireline.rulesets.duel_of_ages.library import heroes, lands
from fireline.rulesets.duel_of_ages.masonry import archway, corners, dot, line, solid
from fireline.rulesets.duel_of_ages.pieces import RATINGS, TERRAIN
from fireline.rulesets.duel_of_ages.roster import space_named
from fireline.rulesets.duel_of_ages.state import State


def _card(name: str, rating: str, reach: tuple[int, int], power: int, wounds: int, **more: Any) -> Ready:
    card = {"name": name, "rating": rating, "min_range": reach[0], "max_range": reach[1]}
    return Ready(name, card | {"power": power, "wounds": wounds} | more)


CARDS = (
    _card("Rifle", "aim", (2, 6), 4, 3, symbol="rifle"),
    _card("Bow", "aim", (2, 5), 3, 2, symbol="bow"),
    _card("Pistol", "aim", (1, 3), 3, 2),
    _card("Throwing Knife", "point", (1, 2), 3, 2),
    _card("Grenade", "point", (2, 4), 6, 4, grenade=True),
)
"""Fireline's own cards, to begin with."""
HEALTH = 6
STEADY = {"speed": 4, "aim": 6, "point": 6, "stealth": 5, "armor": 3}
"""Ratings of a hero who is neither good nor bad at anything that shooting asks for; Fireline's own."""


def _hero(title: str, *cards: Ready) -> Piece:
    held = {"cards": [card.value for card in cards]} if cards else {}
    return Piece(title, {"health": HEALTH, "ratings": dict(STEADY)} | held)


def _on(entry: Data, place: str) -> Data:
    """What a hero did before ended where it stood then."""
    return {**{key: value for key, value in entry.items() if key != "last_action"}, "space": place}


ROWS, COLUMNS = 7, 9


def _blank() -> dict[str, Any]:
    """A map of clear spaces, its rows one above the other."""
    spaces = {f"{q - r // 2},{r}": "clear" for r in range(ROWS) for q in range(COLUMNS)}
    return {"step": "action", "team": str(Team.WHITE), "board": {"spaces": spaces}, "heroes": []}


def _apart(state: State, one: str, other: str) -> float:
    return distance(space_named(state.board, one, "place"), space_named(state.board, other, "place"))


EDITING = Editing(
    blank=_blank,
    apart=_apart,
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
            pieces=(
                *(_hero(f"Hero, {card.title}", card) for card in CARDS),
                _hero("Hero, no card"),
                *heroes({card.title: card for card in CARDS}),
            ),
            placed=standing("heroes", _on),
            place=("space",),
            side="team",
            fields={
                "ratings": FormField(ready=tuple(Ready(name, name) for name in RATINGS if name != "health")),
                "cards": FormField(title="Ranged cards", ready=CARDS),
                "done": FormField(title="Has acted"),
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
