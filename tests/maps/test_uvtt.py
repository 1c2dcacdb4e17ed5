"""Universal VTT: where walls and portals lie, what the file leaves open, and the picture in it."""

import json
from fractions import Fraction
from typing import Any

import pytest

from drawn_maps import PNG, at, portal, uvtt
from fireline.game.maps import PORTAL, PlainMap
from fireline.maps.importing import import_map
from fireline.maps.reading import read_map
from refusing import wrong_with


def read(file: str = "inn.uvtt", answers: dict[str, str] | None = None, **changed: Any) -> PlainMap:
    return read_map(json.dumps(uvtt(**changed)).encode(), file, answers or {}, {})


def lines(plain: PlainMap) -> set[tuple[tuple[float, float], tuple[float, float]]]:
    """The walls, each from its lesser end."""
    pairs = (sorted((wall.start, wall.end)) for wall in plain.walls)
    return {((float(a[0]), float(a[1])), (float(b[0]), float(b[1]))) for a, b in pairs}


def test_an_oblong_map_lies_from_its_own_corner() -> None:
    plain = read()
    assert (plain.name, float(plain.width), float(plain.height)) == ("inn", 12, 8)
    assert lines(plain) == {
        ((6, 3.5), (6, 6)), ((3.5, 6), (6, 6)), ((2, 6), (2.5, 6)), ((2, 2), (2, 6)), ((2, 2), (6, 2)),
        ((6, 2), (6, 2.5)), ((2.5, 6), (3.5, 6)), ((6, 2.5), (6, 3.5)),
    }  # fmt: skip
    assert [(wall.kind, wall.closed) for wall in plain.walls if wall.kind == PORTAL] == [
        (PORTAL, True),
        (PORTAL, False),
    ]


def test_a_fractional_origin_is_subtracted_exactly() -> None:
    moved = read(resolution={"map_origin": at(1.9, 0.7), "map_size": at(12, 8), "pixels_per_grid": 70})
    assert ((6.1, 3.8), (6.1, 6.3)) in lines(moved)
    assert all(Fraction(10) * wall.start[0] % 1 == 0 for wall in moved.walls)


def test_what_is_not_closed_is_asked_once_and_usually_lets_all_light_through() -> None:
    usual = {
        file: [(one.key, one.usual) for one in read(file).questions] for file in ("a.dd2vtt", "a.uvtt", "a.df2vtt")
    }
    assert usual == {
        "a.dd2vtt": [("closed", "gap")], "a.uvtt": [("closed", "gap")], "a.df2vtt": [("closed", "gap")],
    }  # fmt: skip
    assert read(portals=None).questions == ()


def test_the_picture_is_known_by_how_it_begins() -> None:
    assert read().picture == PNG
    for image in (None, "", 7, "none", "bm9uZQ=="):
        plain = read(image=image)
        assert plain.picture is None
        assert len(plain.walls) == 8
        assert ("the picture, which is no PNG, JPEG or WebP" in plain.unused) is bool(image)


def test_walls_outside_are_counted_and_asked_about() -> None:
    far = [[at(40, 3), at(41, 3), at(42, 4)]]
    plain = read(objects_line_of_sight=far)
    assert len(plain.walls) == 8
    assert plain.unused == ("2 walls outside of the map's own size",)
    kept = read(answers={"outside": "keep"}, objects_line_of_sight=far)
    assert len(kept.walls) == 10
    assert "outside" in [one.key for one in kept.questions]
    assert [one.key for one in read(line_of_sight=far, portals=[]).questions] == ["outside"]
    # Its own edges belong to the map, which lies from (2, 1) to (14, 9); what ends on one is in part on it.
    edges = [[at(2, 1), at(0, 0)], [at(14, 9), at(15, 10)], [at(2, 9), at(14, 9)], [at(3, 8.5), at(4, 8.5)]]
    beyond = [[at(3, 0.9), at(4, 0.9)], [at(3, 9.1), at(4, 9.1)], [at(1.9, 3), at(1.9, 4)], [at(14.1, 3), at(14.1, 4)]]
    assert read(line_of_sight=edges + beyond).unused == ("4 walls outside of the map's own size",)
    # Both ends of these walls lie outside: two cross the map, one touches its corner, one passes by.
    across = [[at(1, 5), at(15, 6)], [at(8, 0), at(8, 20)], [at(1, 2), at(3, 0)], [at(1, 1.9), at(3, -0.1)]]
    assert read(line_of_sight=across).unused == ("1 wall outside of the map's own size",)


def test_the_largest_map_is_read_and_one_known_by_its_portals_alone() -> None:
    data = uvtt(resolution={"map_size": at(1000, 1000)})
    for key in ("line_of_sight", "image"):
        del data[key]
    plain = read_map(json.dumps(data).encode(), "m.uvtt", {}, {})
    assert (float(plain.width), float(plain.height), len(plain.walls)) == (1000, 1000, 2)


def test_an_origin_that_puts_most_walls_beside_the_map_is_doubted() -> None:
    # Written as if nothing had been cropped: all that is subtracted is too much.
    resolution = {"map_origin": at(30, 30), "map_size": at(12, 8), "pixels_per_grid": 70}
    plain = read(resolution=resolution)
    assert ((2, 3), (2, 7)) not in lines(plain)
    assert [one.usual for one in plain.questions if one.key == "origin"] == ["keep"]
    assert ((4, 3), (4, 7)) in lines(plain)
    assert not read(answers={"origin": "subtract"}, resolution=resolution).walls
    half, resolution = [[at(7, 1), at(7, 2)], [at(3, 3), at(3, 4)]], {"map_origin": at(6, 0), "map_size": at(12, 8)}
    questions = read(resolution=resolution, line_of_sight=half, portals=[]).questions
    assert [one.key for one in questions] == ["outside"], "half of them is not most"


def test_a_cave_of_tiny_pieces_is_thinned_and_says_so() -> None:
    points = [at(round(3 + n / 200, 3), 4) for n in range(201)]
    plain = read(line_of_sight=[points], portals=[])
    assert len(plain.walls) == 50
    assert lines(plain) >= {((1, 3), (1.02, 3)), ((1.98, 3), (2, 3))}
    assert plain.unused == ("150 corners less than 0.02 squares from the one before",)


def test_doubles_and_points_are_left_out() -> None:
    twice = [[at(3, 3), at(5, 3)], [at(5, 3), at(3, 3)], [at(4, 4), at(4, 4)]]
    plain = read(line_of_sight=twice, portals=[portal(at(6, 6), at(7, 6), closed=True, freestanding=True)], lights=[{}])
    assert lines(plain) == {((1, 2), (3, 2)), ((4, 5), (5, 5))}
    both = read(line_of_sight=[[at(6, 6), at(7, 6)]], portals=[portal(at(6, 6), at(7, 6), closed=False)])
    assert (len(both.walls), both.unused) == (2, ()), "a portal in a wall is no wall standing twice"
    assert plain.unused == ("1 wall of no length", "1 wall standing twice", "1 light")


def test_points_are_counted_over_all_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = json.dumps(uvtt(line_of_sight=[[at(1, 1), at(2, 1)]] * 4)).encode()
    monkeypatch.setattr("fireline.maps.uvtt.MOST_POINTS", 8)
    assert import_map(raw, "m.uvtt", "duel-of-ages")
    monkeypatch.setattr("fireline.maps.uvtt.MOST_POINTS", 7)
    assert wrong_with(import_map, raw, "m.uvtt", "duel-of-ages") == "m.uvtt: line_of_sight: has more than 7 points"


MANY = [[at(3 + n % 9, 2 + n / 900) for n in range(5200)]]


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"resolution": 3}, "m.uvtt: resolution: 3 is not a mapping of keys to values"),
        ({"resolution": {"map_size": at(0, 8)}}, "m.uvtt: resolution.map_size: is 0 by 8 squares; each must"),
        ({"line_of_sight": {}}, "m.uvtt: line_of_sight: {} is not a list"),
        ({"line_of_sight": [[at(1, 1), {"x": "a", "y": 1}]]}, "m.uvtt: line_of_sight[0][1].x: 'a' is not a number"),
        (
            {"line_of_sight": [[at(1, 1), at(1e300, 1)]]},
            "m.uvtt: line_of_sight[0][1].x: 1e+300 is not between -10,000,000 and 10,000,000",
        ),
        ({"portals": [{"bounds": [at(1, 1)]}]}, "m.uvtt: portals[0].bounds: is not two points"),
        ({"resolution": {"map_size": at(8, 1000.5)}}, "m.uvtt: resolution.map_size: is 8 by 1000.5 squares"),
        ({"resolution": {"map_size": at(1000.5, 8)}}, "m.uvtt: resolution.map_size: is 1000.5 by 8 squares"),
        pytest.param(
            {"line_of_sight": MANY}, "m.uvtt: has 5,201 walls; at most 5,000", marks=pytest.mark.whole("long")
        ),
    ],
)
def test_a_damaged_file_is_told_in_one_line(changed: dict[str, Any], problem: str) -> None:
    assert wrong_with(import_map, json.dumps(uvtt(**changed)).encode(), "m.uvtt", "duel-of-ages").startswith(problem)
