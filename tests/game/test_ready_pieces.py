"""Ready pieces: what is laid in one stroke is whole, stays on the board, and goes again."""

from typing import Any

import pytest

from fireline.game.battle import Battle
from fireline.game.editing import Brush, Shape
from fireline.game.errors import BattleFileError
from fireline.game.registry import ruleset
from fireline.geometry.hexes import distance
from present import present

SMALL = {"rows": 3, "columns": 4}


def brush(game: str, name: str) -> Brush:
    editing = present(ruleset(game).editing)
    return next(one for one in editing.brushes if one.name == name)


def blank(game: str, **more: Any) -> dict[str, Any]:
    editing = present(ruleset(game).editing)
    return Battle.read({"fireline": 1, "ruleset": game, **present(editing.blank)(), **more}).data()


def test_land_at_the_edge_stays_on_the_board_of_whatever_size() -> None:
    data = brush("ancients", "pond").drawn(blank("ancients", board=SMALL), ("A1",))
    assert Battle.read(data).data()["board"]["terrain"] == {"A1": "lake", "A2": "lake", "B1": "lake"}
    data = brush("ancients", "ramparts").drawn(blank("ancients", board={"columns": 15}), ("A14", "A15"))
    assert Battle.read(data).data()["board"]["ramparts"] == {"A14": ["E"]}
    swamp = blank("duel-of-ages", board={"spaces": {"0,0": "swamp", "1,0": {"terrain": "clear", "dot": [1.2, 0]}}})
    mire = brush("duel-of-ages", "mire").drawn
    both = mire(swamp, ("0,0",))
    assert both["board"]["spaces"] == {"0,0": "swamp", "1,0": {"terrain": "swamp", "dot": [1.2, 0]}}
    assert mire(both, ("0,0",))["board"]["spaces"]["0,0"] == "clear"
    data = brush("duel-of-ages", "great dome").drawn(blank("duel-of-ages"), ("0,0",))
    assert set(data["board"]["spaces"]) == set(blank("duel-of-ages")["board"]["spaces"])
    with pytest.raises(BattleFileError, match="does not lie inside a space"):
        brush("duel-of-ages", "grove").drawn(blank("duel-of-ages"), ("40,40",))


def test_two_buildings_of_a_kind_go_one_by_one_and_a_walled_yard_has_an_archway() -> None:
    well = brush("blightmeer", "well").drawn
    one = Battle.read(well(blank("blightmeer"), ("8,8",))).data()
    both = Battle.read(well(one, ("20,8",))).data()
    assert len({entry["id"] for entry in both["terrain"]}) == 2 * len(one["terrain"])
    assert well(both, ("20,8",))["terrain"] == one["terrain"]
    yard = brush("duel-of-ages", "walled yard").drawn
    data = yard(blank("duel-of-ages"), ("3,3",))
    again = yard(yard(data, ("0,3",)), ("0,3",))
    assert (again["board"]["walls"], again["board"]["archways"]) == (data["board"]["walls"], data["board"]["archways"])
    board = Battle.read(data).state.board
    here = board.by_name["3,3"]
    beside = {name: there for name, there in board.by_name.items() if distance(here, there) == 1}
    assert {name for name, there in beside.items() if not board.walled_off(here, there)} == {"4,3"}


def test_ready_heroes_hold_the_cards_of_their_trade() -> None:
    editing = present(ruleset("duel-of-ages").editing)
    held = {one.title: [card["name"] for card in one.entry.get("cards", [])] for one in editing.lists[0].pieces}
    assert (held["Hero, Bow"], held["Duellist"]) == (["Bow"], ["Pistol", "Throwing Knife"])
    assert [title for title, cards in held.items() if not cards] == ["Hero, no card", "Bruiser"]


def test_ids_of_ready_pieces_are_fit_for_battle_files() -> None:
    for game in ("ancients", "blightmeer", "duel-of-ages", "endless-horizons"):
        editing = present(ruleset(game).editing)
        groups = [piece.group for one in editing.lists for piece in one.pieces if piece.group]
        assert groups, f"{game} has no ready pieces"
        assert all(piece.stem for one in editing.lists for piece in one.pieces)
        assert all(one.shape is Shape.POINT for one in editing.brushes if one.group)
