"""What an editor relies on, and what set-ups promise: every piece finds a place, and each set-up can be played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import pairwise
from operator import getitem
from random import Random
from typing import Any

import pytest

from fireline.chance import SeededDice
from fireline.draw import plan
from fireline.formats.examples import Example, setups
from fireline.game.battle import Battle
from fireline.game.editing import Editing, PieceList, Shape, with_entry
from fireline.game.errors import BattleFileError
from fireline.game.log import GameLog
from fireline.game.registry import ruleset
from fireline.testing import battles


def editing_of(id_: str) -> Editing:
    """How the game is edited; a game without an editor promises nothing."""
    editing = ruleset(id_).editing
    if editing is None:
        pytest.skip(f"{id_} says nothing of editing")
    return editing


def read(id_: str, data: dict[str, Any]) -> Battle | None:
    """The battle, None where the game refuses it."""
    try:
        return Battle.read(data, battles.files(id_))
    except BattleFileError:
        return None


def spots(battle: Battle, one: PieceList) -> Iterator[str]:
    """Places where a piece might be put, "" for none; last a point, for a plan that the starter lacks."""
    if not one.needs_place:
        yield ""
    places = battle.ruleset.places
    yield from places.all(battle.state, battle.units[0].id) if places else ()
    yield "1,1"


def placed(battle: Battle, one: PieceList, entry: dict[str, Any], place: str) -> Battle | None:
    """The battle with an entry more, None where it cannot stand there."""
    data = battle.data()
    try:
        after = one.placed(data, entry, place) if place else with_entry(data, one.name, entry)
    except BattleFileError:
        return None
    return read(battle.ruleset.id, after)


def test_outlines_are_drawn_anew(id_: str) -> None:
    editing, battle = editing_of(id_), blank_of(id_)
    lines = editing.outlines
    if lines is None:
        pytest.skip(f"{id_} has no outlines without ids")
    for brush in editing.brushes:
        if brush.shape is Shape.POLYGON:
            data = brush.drawn(battle.data(), brush.sample)
            (outline,) = reduce(getitem, lines.path, data)
            assert lines.written([",".join(map(str, corner)) for corner in outline]) == outline


def painted(data: Mapping[str, Any], path: tuple[str, ...], kind: object) -> dict[str, Any]:
    """The data with a kind of ground at a path; None leaves it bare."""
    key, *rest = path
    within = painted(data.get(key, {}), tuple(rest), kind) if rest else kind
    return {**{name: value for name, value in data.items() if name != key}, **({} if within is None else {key: within})}


def test_every_piece_of_every_palette_finds_a_place(id_: str) -> None:
    editing, battle = editing_of(id_), Battle.read(battles.starter(id_), battles.files(id_))
    for one in editing.lists:
        side = {one.side: (editing.sides or battle.sides)[-1]} if one.side else {}
        for piece in one.pieces:
            entry = {"id": "newcomer", **side, **piece.entry}
            found = (placed(battle, one, entry, place) for place in spots(battle, one))
            after = next(filter(None, found), None)
            assert after is not None, f"{piece.title} can be placed nowhere"
            assert "newcomer" in {known["id"] for known in after.data()[one.name]}


def test_every_ground_is_painted_and_bared(id_: str) -> None:
    ground, battle = editing_of(id_).ground, Battle.read(battles.starter(id_), battles.files(id_))
    if ground is None:
        pytest.skip(f"{id_} has no ground to paint")
    assert battle.ruleset.places is not None, "ground is painted by place"
    places, state = battle.ruleset.places, battle.state
    taken = {places.at(state, unit.id) for unit in battle.units}
    cell = next(cell for cell in places.all(state, battle.units[0].id) if cell not in taken)
    for kind in ground.kinds:
        after = read(id_, painted(battle.data(), ground.path(battle.data(), cell), kind.value))
        assert after is not None, f"{cell} cannot be {kind.title}"
        bare = read(id_, painted(after.data(), ground.path({}, cell), None))
        assert bare is not None
        assert bare.data() != after.data()


def blank_of(id_: str) -> Battle:
    """The battle that a new one begins as."""
    blank = editing_of(id_).blank
    if blank is None:
        pytest.skip(f"{id_} begins with its starter")
    return Battle.read({"fireline": 1, "ruleset": id_, **blank()}, battles.files(id_))


def test_a_new_battle_is_a_battle(id_: str) -> None:
    battle = blank_of(id_)
    assert Battle.read(battle.data(), battles.files(id_)).data() == battle.data()


def test_every_brush_draws_on_a_new_battle_and_takes_away_again(id_: str) -> None:
    battle = blank_of(id_)
    lists = {one.name: one for one in editing_of(id_).lists}
    for brush in editing_of(id_).brushes:
        under = battle
        if brush.onto:
            name, entry = brush.onto
            there = placed(under, lists[name], {"id": "under it", **entry}, brush.sample[0])
            assert there is not None, f"what {brush.title} is drawn on can not stand at {brush.sample[0]}"
            under = there
        drawn = read(id_, brush.drawn(under.data(), brush.sample))
        assert drawn is not None, f"{brush.title} cannot be drawn through {brush.sample}"
        assert drawn.data() != under.data(), f"{brush.title} draws nothing"
        if brush.shape not in {Shape.LINE, Shape.POLYGON}:
            assert read(id_, brush.drawn(drawn.data(), brush.sample)) == under, f"{brush.title} does not go again"


def test_whoever_is_taken_away_leaves_a_battle_behind(name: str) -> None:
    battle = battles.battle(name)
    editing = editing_of(battle.ruleset.id)
    for unit in battle.units[:GOING]:
        if sum(one.side == unit.side for one in battle.units) == 1:  # a game may need somebody on each side
            continue
        data = editing.released(battle.data(), unit.id)
        for one in editing.lists:
            data[one.name] = [entry for entry in data.get(one.name, ()) if entry.get("id") != unit.id]
        left = Battle.read(data, battles.files(battle.ruleset.id))
        assert unit.id not in {one.id for one in left.units}, "and `released` takes away whatever else names it"


# --- set-ups ------------------------------------------------------------------------


COMMANDS, GOING = 20, 8
"""So many commands are said in a set-up, and so many units are taken out of a battle."""


def setups_of(id_: str) -> list[Example]:
    """The set-ups of a game; a game without any promises nothing, and the newest version of a game has them."""
    found = [one for one in setups().values() if ruleset(one.data["ruleset"]).id == id_]
    return found or pytest.skip(f"{id_} gives no set-ups")


@pytest.mark.whole("long")
def test_every_set_up_says_what_it_is_and_looks_like_no_mistake(id_: str) -> None:
    for one in setups_of(id_):
        assert one.data.get("name"), f"{one.file} has no name"
        assert one.words, f"{one.file} does not begin with a comment on what happens"
        assert not one.named(), f"{one.name} names files, which are not there where it is played"
        assert not any(one.battle.ruleset.warnings(one.battle.state))
        assert plan(one.battle).startswith("<svg")


@pytest.mark.whole("long")
def test_set_ups_grow(id_: str) -> None:
    sizes = [len(one.battle.units) for one in setups_of(id_)]
    assert all(less <= more for less, more in pairwise(sizes)), f"their file names put {sizes} in this order"


@pytest.mark.whole("long")
def test_both_sides_of_a_set_up_can_shoot(id_: str) -> None:
    for one in setups_of(id_):
        battle = one.battle
        shooting = {unit.side for unit in battle.units if battles.can_shoot(battle, unit.id)}
        assert len(shooting) > 1, f"in {one.name} only {shooting} can shoot"


@pytest.mark.whole("long")
def test_a_set_up_is_played_without_an_error(id_: str) -> None:
    for one in setups_of(id_):
        log, random = GameLog(one.battle), Random(5)  # noqa: S311 - it chooses commands, it throws no dice
        for _ in range(COMMANDS):
            if not (commands := log.battle.legal()):
                break
            log, _ = log.play(random.choice(commands), SeededDice.for_event(5, log.next_seq))
        assert log.entries, f"nothing can be done in {one.name}"
