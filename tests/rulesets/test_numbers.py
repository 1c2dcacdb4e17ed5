"""House rules as numbers: every number of the rules has an address, and every address is a number of the rules."""

from fnmatch import fnmatchcase
from fractions import Fraction
from typing import Any

import pytest

from bare_numbers import bare_numbers, in_source, strings
from battles import in_suite, starter
from fireline.game.battle import Battle
from fireline.game.entries import plain
from fireline.game.errors import BattleFileError
from fireline.game.numbers import Numbers
from fireline.game.registry import ruleset
from house_shown import answer, marks, numbers, rows, unmarked
from refusing import wrong_with

GAMES = {
    "ancients": "ancients",
    "blightmeer": "blightmeer@2025-11",
    "duel_of_ages": "duel-of-ages",
    "endless_horizons": "endless-horizons",
}
"""The package of every game, with the id of one that lists its numbers."""
every_game = pytest.mark.parametrize("package", GAMES)

STRUCTURE = {
    "bounds of what a file or a command may say": "*.*Entry *.MOST* *.LONGEST* *.LARGEST* *.FARTHEST"
    " blightmeer:places.marks blightmeer:openings.FAR blightmeer:openings.SMALLEST blightmeer:openings.Place",
    "somebody as code makes him who says no more; a battle file says what he has": "*:state.Unit blightmeer:state.Table"
    " blightmeer:state.Turn endless_horizons:state.Round endless_horizons:state.Hit *:shot.Shooting"
    " blightmeer:resolution.WoundMark",
    "the usual board, of which a battle file says its own": "ancients:board.ROWS",
    "a piece without blocks is gone when it is hit": "ancients:turn.view ancients:resolution.volley",
    "up or down, with Advantage or without, the lowest face or the highest": "blightmeer:events._protecting"
    " blightmeer:events._counts blightmeer:resolution.* endless_horizons:resolution._sign",
    "one of a pile, of a bullet, of a round, of a turn: counted singly": "*:failing.*"
    " blightmeer:turn.missing duel_of_ages:attrition.*"
    " duel_of_ages:turn.shots_left"
    " endless_horizons:resolution.fails endless_horizons:shot.aimed"
    " endless_horizons:turn.missing"
    " endless_horizons:turn.shot_label"
    " endless_horizons:handling.Aim endless_horizons:handling.offers endless_horizons:suppression.*"
    " duel_of_ages:sight._where",
    "more than any rule lets happen, for the bounds of a plan": "blightmeer:turn.upper_bound"
    " ancients:turn.upper_bound duel_of_ages:planning.upper_bound",
    "geometry: how fine a look is, and what counts as touching": "blightmeer:openings.BEFORE"
    " blightmeer:turn.TOUCH blightmeer:terrain.*",
    "pairs": "blightmeer:battlefile.check_places blightmeer:turn.warnings",
    "places that are offered or tried": "blightmeer:places.USUAL_STEP blightmeer:places.in_the_open"
    " ancients:places.ROOM endless_horizons:places.*",
    "as many digits as a text shows, or holds": "endless_horizons:board.SHOWN_DIGITS duel_of_ages:board._space"
    " endless_horizons:prose.BULLETS_SHOWN",
}  # fmt: skip
"""Numbers in the source that are no rule, by the reason why not: the game's package, the module, and where in it."""
PATTERNS = [pattern for patterns in STRUCTURE.values() for pattern in patterns.split()]


# --- the source ----------------------------------------------------------------------


@every_game
def test_no_rule_holds_a_bare_number(package: str) -> None:
    places = {f"{package}:{one.place} = {one.number}, line {one.line}" for one in bare_numbers(package)}
    bare = {place for place in places if not any(_stands_at(place, pattern) for pattern in PATTERNS)}
    assert not bare, "give it an address in numbers.toml, or say in STRUCTURE why it is no number of a rule"


def test_every_line_of_structure_is_about_something() -> None:
    places = [f"{game}:{one.place} =" for game in GAMES for one in bare_numbers(game)]
    assert [one for one in PATTERNS if not any(_stands_at(place, one) for place in places)] == []


def _stands_at(place: str, pattern: str) -> bool:
    return fnmatchcase(place.split(" ", maxsplit=1)[0], pattern)


def test_a_bare_number_is_found_wherever_it_stands() -> None:
    source = "REACH = 4\ndef cost(n: int = 3):\n    return 2 if n == 1 else rows[1] + 1 + 5\n"
    found = [(one.place, one.number) for one in in_source(source, "rules")]
    assert found == [("rules.REACH", 4), ("rules.cost", 3), ("rules.cost", 2), ("rules.cost", 5)]


# --- the data ------------------------------------------------------------------------


@every_game
def test_every_address_that_stands_by_itself_is_read_by_a_rule(package: str) -> None:
    said = strings(package)
    unread = [one.address for one in _numbers(package).every.values() if not one.cell and not _read(one.address, said)]
    assert not unread


def _read(address: str, said: set[str]) -> bool:
    """Whether the source names it, or the part before its last name where that is put together."""
    return address in said or address[: address.rindex(".") + 1] in said


@every_game
def test_every_number_in_the_tables_of_a_game_has_an_address(package: str) -> None:
    numbers = _numbers(package)
    cells = {one.cell for one in numbers.every.values()}
    bare = [
        cell
        for table in numbers.tables.keys() - {"fields", "looks"}
        for cell in _cells(numbers.tables[table], (table,))
        if cell not in cells
    ]
    assert not bare


def _cells(value: Any, cell: tuple[str | int, ...]) -> list[tuple[str | int, ...]]:
    """Every number of a table, by the way to it."""
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        return [found for key, one in inner for found in _cells(one, (*cell, key))]
    return [cell] if isinstance(value, int | float) and not isinstance(value, bool) else []


def _numbers(package: str) -> Numbers:
    found = ruleset(GAMES[package]).numbers
    assert isinstance(found, Numbers)
    return found


# --- what each of them does ----------------------------------------------------------

NOT_SHOWN = {
    f"EHZ-5.1.{weapon}.recoil": "it fires single shots alone, and recoil is for the bullets after the first"
    for weapon in ("glock_17", "m1911", "desert_eagle", "remington_m870", "svd", "m40a6", "barrett_m82")
}
"""Numbers that no battle can show, each with the reason."""
SHOWN = {row["address"]: row for row in rows()}


def test_every_address_is_shown_or_said_not_to_be() -> None:
    assert sorted({*SHOWN, *NOT_SHOWN}) == sorted(numbers())
    assert not SHOWN.keys() & NOT_SHOWN.keys()


@pytest.mark.parametrize("address", [in_suite(one, quick=n % 8 == 0) for n, one in enumerate(SHOWN)])
def test_another_number_makes_another_answer_that_names_it(address: str) -> None:
    row = SHOWN[address]
    number = numbers()[address][1]
    assert number.least <= Fraction(str(row["value"])) <= number.most
    printed, other = answer(row["battle"], row), answer(row["battle"], row, {address: row["value"]})
    assert "error" not in {*printed, *other}
    assert unmarked(other) != unmarked(printed)
    assert address not in marks(printed)
    if "shot" in row:
        assert address in marks(other), "the ruling names the house rule"


# --- the doors -----------------------------------------------------------------------


@pytest.mark.parametrize("id_", GAMES.values())
def test_the_schema_of_a_battle_file_knows_every_address(id_: str) -> None:
    game = ruleset(id_)
    assert game.entry is not None
    house = game.entry.model_json_schema()["properties"]["house"]
    known = {one.address: one.data() for one in (game.numbers or {}).values()}
    assert house["additionalProperties"] is False
    assert {
        address: (one["default"], one["minimum"], one["maximum"], one["description"])
        for address, one in house["properties"].items()
        if address in known
    } == {address: (one["value"], one["least"], one["most"], one["about"]) for address, one in known.items()}


@every_game
def test_a_number_out_of_its_bounds_is_refused_in_plain_words(package: str) -> None:
    for one in _numbers(package).values():
        for value, said in ((one.least - 1, f"too small; at least {plain(one.least)}"), (one.most + 1, "too large")):
            with pytest.raises(BattleFileError, match=said) as refused:
                _numbers(package).house({one.address: float(value)})
            assert refused.value.place == f"house.{one.address}"
        if one.whole:
            with pytest.raises(BattleFileError, match=r"\.5 is not a whole number"):
                _numbers(package).house({one.address: float(one.least) + 0.5})


@pytest.mark.parametrize("id_", GAMES.values())
def test_an_unknown_address_is_refused_with_the_nearest_and_where_all_are_listed(id_: str) -> None:
    battle = starter(id_)
    address = next(iter(ruleset(id_).numbers or ()))
    said = wrong_with(Battle.read, battle | {"house": {address[:-1]: 1}})
    assert said.startswith(f"house.{address[:-1]}: there is no number of this address; nearest: {address}")
    assert "--numbers` lists them" in said
    assert "house" in wrong_with(Battle.read, battle | {"house": {address: "much"}})
