"""Grids: every cell is the shot it says, whether put together or read; and where columns part is where they part."""

import json
from fractions import Fraction

import pytest

from battles import EXAMPLES
from blightmeer_table import archer, data, enemy
from fireline.analysis.axes import place_axis, read_axes
from fireline.analysis.grid import ComparisonGrid, grid, heat_map
from fireline.analysis.vary import Variant, vary
from fireline.draw.heatmap import colour
from fireline.game.command import Shot
from fireline.game.errors import BattleFileError
from fireline.testing.battery.pictures import parsed
from refusing import wrong_with

DUEL = data(archer(at=(10, 8), weapon="Rifle"), enemy("brute", 10, 16, defence=12), edition="2025-11")
FIRST = vary(DUEL, shot=Shot("archer", "brute"))
JULY = FIRST.vary("edition=2026-07")
BURST = Variant.of_file(EXAMPLES / "endless-horizons-burst.yaml", Shot("player", "target"))
COLUMN = Variant.of_file(EXAMPLES / "ancients-ranged-combat.yaml", Shot("bow", "warriors"))


def passing(needed: int) -> int:
    """How many of 20 faces pass a check of 2025-11: a 20 always, a 1 never."""
    return sum(face == 20 or (face != 1 and face >= needed) for face in range(1, 21))


def hurts(ranged: int, defence: int) -> Fraction:
    """One attack of 2025-11 against one Wound in closed form: one Defence Check, two on a natural 20."""
    fails = 1 - Fraction(passing(defence), 20)
    return Fraction(passing(ranged) - 1, 20) * fails + Fraction(1, 20) * (1 - (1 - fails) ** 2)


def test_every_cell_is_the_closed_form() -> None:
    found = grid(FIRST, axes="ranged=2..20,defence=2..17")
    assert len(found.cells) == 19 * 16
    for cell in found.cells:
        ranged, defence = cell.at
        assert cell.figures == (hurts(ranged, defence + 3),)


@pytest.mark.parametrize(
    "axes", ["ranged=10|14,defence=3|12", "target.wounds=1..3,weapon=Bow|Rifle", "moved=true|false"]
)
def test_every_cell_is_the_battle_read_with_these_values(axes: str) -> None:
    found = grid(FIRST, JULY, axes=axes)
    for cell in found.cells:
        changes = [
            f"{axis.path}={str(value).lower() if isinstance(value, bool) else value}"
            for axis, value in zip(found.axes, cell.at, strict=True)
        ]
        for number, variant in enumerate((FIRST, JULY)):
            odds = variant.vary(*changes).preview.odds
            assert cell.figures[number] == (odds and odds.headline.chance)


def test_where_two_editions_part_first_and_most_and_in_more_than_the_figure() -> None:
    found = grid(FIRST, JULY, axes="ranged=2..20,defence=2..17")
    brute = [cell for cell in found.cells if cell.figures[0] != cell.figures[1]]
    most = found.most(1)
    assert found.differing(1)[0] == brute[0]
    assert most is not None
    assert abs(most.gain(1) or Fraction(0)) == max(abs(cell.gain(1) or Fraction(0)) for cell in found.cells)
    assert grid(FIRST, FIRST, axes="ranged=2..9").differing(1) == ()
    assert grid(FIRST, FIRST, axes="ranged=2..9").most(1) is None
    found = grid(
        FIRST, FIRST.vary("units[archer].weapon={name: Gun, range: 30, pierce: 3, injury: 4}"), axes="ranged=5..6"
    )
    assert found.most(1) is None
    assert len(found.differing(1)) == 2


@pytest.mark.parametrize(
    ("of", "figure", "words"),
    [
        ("headline", Fraction(11, 36), "at least one block lost"),
        ("hits", Fraction(1, 3), "mean hits"),
        ("hits=2", Fraction(1, 36), "chance of hits 2"),
        ("eliminated=false", Fraction(1), "chance of eliminated false"),
        ("eliminated", Fraction(0), "mean eliminated"),
    ],
)
def test_the_figure_is_the_headline_a_mean_or_the_chance_of_a_value(of: str, figure: Fraction, words: str) -> None:
    found = grid(COLUMN, axes="shooter.moved=0..1", of=of)
    assert found.cells[0].figures == (figure,)
    assert found.figure == words


@pytest.mark.parametrize(
    ("axes", "says"),
    [
        ("ranged", "grid: 'ranged' is not NAME=VALUES"),
        ("=1..2", "grid: '=1..2' is not NAME=VALUES"),
        ("ranged=5..2", "grid: ranged: '5..2' is empty: it ends before it begins; write 2..20, or 2..20 step 3"),
        ("ranged=2..9 step 0", "grid: ranged: the step of '2..9 step 0' is not more than 0"),
        ("ranged=0..99999", "grid: ranged: '0..99999' has 100,000 values; at most 1,000"),
        ("ranged=", "grid: ranged: there is no value"),
        ("ranged=[1", "grid: ranged: is not well-formed YAML"),
        ("ranged=1..2,ranged=3..4", "grid: 'ranged' is given twice"),
        ("a=1,b=2,c=3", "grid: 3 axes are given; one or two"),
        ("rangd=2..9", "grid: rangd: unknown key 'rangd'; did you mean 'ranged'?"),
        ("facing=0|90", "grid: 'facing' changes nothing in this shot"),
        ("ranged=1..900,defence=1..900", "grid: 810,000 cells are more than 20,000; give --yes"),
        ("target.wounds=40", "units[brute].wounds: 40 is too large"),
        ("units[nobody].wounds=1..2", "units[nobody].wounds: there is no entry 'nobody'"),
    ],
)
def test_what_is_no_grid_is_refused_in_one_line(axes: str, says: str) -> None:
    assert wrong_with(grid, FIRST, axes=axes).startswith(says)


@pytest.mark.parametrize(
    ("of", "says"),
    [
        ("wonds", "of: 'wonds' is no marginal of this game; did you mean"),
        ("injury", "of: 'injury' has no exact mean; give one of its values, injury=VALUE"),
        ("injury=ded", "of: 'ded' is no value of injury in this grid; "),
    ],
)
def test_what_is_no_figure_is_refused(of: str, says: str) -> None:
    assert wrong_with(grid, FIRST, axes="ranged=14..15", of=of).startswith(says)


def test_other_refusals_of_a_grid() -> None:
    assert "there is no battle to ask" in wrong_with(grid, axes="ranged=1..2")
    assert "grid: ranged: there is no value" in wrong_with(grid, FIRST, axes={"ranged": []})
    assert "shot: is missing" in wrong_with(grid, vary(DUEL), axes="units[archer].ranged=1..2")
    with pytest.raises(BattleFileError, match="no cell has a shot that may be made"):
        grid(COLUMN.vary("units[bow].ordered=false"), axes="shooter.moved=0..2", of="hits")
    twins = COLUMN.vary("units[bow].hex=E5")
    said = wrong_with(grid, twins, axes="hex=A1|I1")
    assert "more than one 'hex' changes this shot; write shooter.hex or target.hex" in said


def test_axes_as_they_are_typed_and_the_field_that_each_word_means() -> None:
    assert read_axes("a=1..3 step 2,b=x|y|-,c.d=[1, 2]|none") == {
        "a": (1, 3),
        "b": ("x", "y", "-"),
        "c.d": ([1, 2], "none"),
    }
    assert str(place_axis("ranged", (2, 20), FIRST).path) == "units[archer].ranged"
    assert str(place_axis("defence", (2, 20), FIRST).path) == "units[brute].defence"
    assert str(place_axis("bullets", (1, 3), BURST).path) == "shot.bullets"
    assert str(place_axis("weapon.pierce", (1, 3), FIRST).path) == "units[archer].weapon.pierce"
    assert str(place_axis("options.natural_1_fails", (True, False), FIRST).path) == "options.natural_1_fails"
    assert str(place_axis("edition", ("2025-11", "2026-07"), FIRST).path) == "edition"
    found = grid(FIRST, axes={"edition": ["2025-11", "2026-07"], "shooter.ranged": [14]})
    assert [cell.figures[0] for cell in found.cells] == [
        variant.preview.odds.headline.chance for variant in (FIRST, JULY) if variant.preview.odds
    ]


def test_a_grid_is_plain_data_and_what_may_not_be_made_has_no_figure() -> None:
    found = grid(FIRST, JULY, axes="ranged=2..3,defence=2..3", labels=("old", "new"))
    answer = json.loads(json.dumps(found.data()))
    assert answer["columns"] == ["old", "new"]
    assert answer["compared"][0]["differ"] == 4
    assert answer["compared"][0]["first"] == {"ranged": 2, "defence": 2}
    assert answer["cells"][0]["figures"][0] == str(hurts(2, 5))
    same = grid(FIRST, FIRST, axes="ranged=2..3").data()
    assert (same["compared"][0]["first"], same["compared"][0]["most"]) == (None, None)
    found = grid(COLUMN, COLUMN.vary("units[bow].ordered=false"), axes="shooter.moved=0..2")
    assert [cell.figures for cell in found.cells] == [
        (Fraction(11, 36), None),
        (Fraction(1, 6), None),
        (Fraction(1, 6), None),
    ]
    assert found.cells[0].gain(1) is None
    assert len(found.differing(1)) == 3
    assert found.most(1) is None


def drawn(found: ComparisonGrid) -> list[str]:
    return [
        element.text or "" for element in parsed(heat_map(found, "Which bow?")).iter() if element.tag.endswith("text")
    ]


def test_the_heat_map_writes_every_difference_in_its_cell_and_means_and_what_is_illegal() -> None:
    found = grid(FIRST, JULY, axes="ranged=2..4,defence=2..5")
    texts = drawn(found)
    assert "Which bow?" in texts
    assert "2026-07 against 2025-11" in texts
    assert heat_map(found, "").count(f'fill="{colour(-1)}"') == 1, "the cell farthest from nothing, and no other"
    assert sum(text.startswith(("+", "\N{MINUS SIGN}")) for text in texts) == sum(
        bool(cell.gain(1)) for cell in found.cells
    )
    illegal = COLUMN.vary("units[bow].ordered=false")
    assert drawn(grid(COLUMN, illegal, axes="shooter.moved=0..2")).count("–") == 3
    means = heat_map(grid(COLUMN, COLUMN.vary("board.terrain.C5=forest"), axes="shooter.moved=0..1", of="hits"), "")
    assert "as a difference" in means
    assert heat_map(grid(COLUMN, COLUMN, axes="shooter.moved=0..1"), "") == heat_map(
        grid(COLUMN, COLUMN, axes="shooter.moved=0..1"), ""
    )
