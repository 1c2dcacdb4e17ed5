"""Tiled: which rows are indented, the names of tiles, and the ways in which layers are packed."""

import base64
import json
import zlib
from typing import Any

import pytest
import zstandard

from drawn_maps import TILESET, csv, packed, tmj, tmx
from fireline.game.errors import BattleFileError
from fireline.game.maps import HexRows
from fireline.maps import tiled
from fireline.maps import tmx as tmx_maps
from fireline.maps.reading import read_map
from present import present
from refusing import wrong_with

TILES = [1, 2, 1, 1, 1, 3, 2, 1, 1, 1, 1, 2]


def read(raw: bytes, **beside: bytes) -> HexRows:
    hexes = read_map(raw, "ford.tmx", {}, {name.replace("_", "."): text for name, text in beside.items()}).hexes
    return present(hexes)


def names(raw: bytes, **beside: bytes) -> dict[tuple[int, int], str]:
    return {(hex_.column, hex_.row): "+".join(hex_.names) for hex_ in read(raw, **beside).hexes}


EXPECTED = names(tmx(csv(TILES)))


def test_tiles_are_called_by_type_class_or_property() -> None:
    found = " ".join(EXPECTED[at] for at in ((0, 0), (1, 0), (1, 1), (2, 1), (3, 2)))
    assert found == "grass wood swamp wood wood"


@pytest.mark.parametrize("compression", ["", "gzip", "zlib", "zstd"])
def test_every_packing_holds_the_same(compression: str) -> None:
    told = f' compression="{compression}"' if compression else ""
    assert names(tmx(f'<data encoding="base64"{told}>\n {packed(TILES, compression)} </data>')) == EXPECTED
    layer = {"type": "tilelayer", "width": 4, "height": 3, "encoding": "base64", "compression": compression}
    raw = tmj([], layers=[layer | {"data": packed(TILES, compression)}])
    assert {at: name for at, name in names(raw).items() if name != "land 2"} == {
        at: name for at, name in EXPECTED.items() if name != "swamp"
    }


def test_plain_tiles_and_the_four_high_bits() -> None:
    turned = [tile | bit << 28 for tile, bit in zip(TILES, range(12), strict=True)]
    elements = "".join(f'<tile gid="{tile}"/>' for tile in turned)
    assert names(tmx(f"<data>{elements}</data>")) == EXPECTED
    assert names(tmx(csv(turned))) == EXPECTED


def test_chunks_below_nought_count_their_rows_from_nought() -> None:
    def chunk(x: int, y: int, tiles: list[int]) -> str:
        return f'<chunk x="{x}" y="{y}" width="2" height="1">{",".join(map(str, tiles))}</chunk>'

    grid = read(tmx(f'<data encoding="csv">{chunk(-2, -1, [1, 2])}{chunk(0, 0, [0, 2])}</data>'))
    assert (grid.columns, grid.rows, grid.odd_shifted) == (4, 2, False)  # the row -1 is an odd one, and now the first
    assert {(hex_.column, hex_.row): hex_.names[0] for hex_ in grid.hexes} == {
        (0, 0): "grass", (1, 0): "wood", (3, 1): "wood",
    }  # fmt: skip
    chunks = [{"x": -2, "y": -1, "width": 2, "height": 1, "data": [1, 2]}]
    assert read(tmj(None, layers=[{"type": "tilelayer", "chunks": chunks}])).columns == 2


def test_groups_and_layers_lie_on_one_another() -> None:
    layers = [
        {"type": "tilelayer", "width": 2, "height": 1, "data": [1, 1]},
        {"type": "group", "layers": [{"type": "tilelayer", "width": 2, "height": 1, "data": [0, 2]}]},
        {"type": "objectgroup", "name": "units", "objects": []},
    ]
    raw = tmj(None, layers=layers)
    assert names(raw) == {(0, 0): "grass", (1, 0): "grass+wood"}
    assert read_map(raw, "a.tmj", {}, {}).unused == ("the objectgroup 'units'",)


def test_a_tileset_of_its_own_is_taken_from_what_was_given_and_never_opened() -> None:
    raw = tmx(csv(TILES), tileset='<tileset firstgid="1" source="../../etc/land.tsx"/>')
    assert names(raw)[1, 0] == "land 1"
    told = read_map(raw, "a.tmx", {}, {}).unused
    assert told == ("the tileset 'land.tsx', which was not given with the map: its tiles have numbers for names",)
    assert names(raw, land_tsx=TILESET.replace(' firstgid="1"', "").strip().encode()) == EXPECTED
    own = {"name": "land", "tiles": [{"id": 1, "image": "pictures/wood.png"}]}
    assert (
        names(tmj(TILES, tilesets=[{"firstgid": 1, "source": "land.tsj"}]), land_tsj=json.dumps(own).encode())[1, 0]
        == "wood"
    )


def test_a_tile_without_a_word_is_called_after_its_picture() -> None:
    pictures = """<tileset firstgid="1" name="land"><tile id="0" type="grass"><image source="a.png"/></tile>
      <tile id="1"><image source="pictures/wood.png"/></tile></tileset>"""
    found = names(tmx(csv(TILES), tileset=pictures))
    assert (found[0, 0], found[1, 0], found[1, 1]) == ("grass", "wood", "land 2")


def test_the_deepest_map_and_the_most_tiles_are_read_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    for elements, problem in ((39, "layers: has no tile in any layer"), (40, "is nested deeper than 40")):
        with pytest.raises(BattleFileError, match=problem):
            read_map(b'<map orientation="hexagonal">' + b"<a>" * elements + b"</a>" * elements + b"</map>", "a", {}, {})
    for module in (tmx_maps, tiled):
        monkeypatch.setattr(module, "MOST_CELLS", 12)
    layer = csv(TILES)
    between = '</layer><layer id="1" name="ground" width="4" height="3">'
    as_json = {"type": "tilelayer", "width": 4, "height": 3, "data": TILES}
    for layers in (10, 11):
        for raw in (tmx(between.join([layer] * layers)), tmj(None, layers=[as_json] * layers)):
            if layers == 10:
                assert len(read(raw).hexes) == 12
            else:
                assert "120 tiles" in wrong_with(read_map, raw, "a.tmx", {}, {})


BOMB = (
    b'<!DOCTYPE map [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    b'<map orientation="hexagonal"><layer name="&b;"/></map>'
)


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (BOMB, "DOCTYPE: has a document type"),
        (tmx(csv(TILES)).replace(b"UTF-8", b"hex"), "encoding: 'hex' is no encoding that is read"),
        (tmx(csv(TILES)).replace(b"UTF-8", b"big5"), "encoding: 'big5' is no encoding that is read"),
        (tmx(csv(TILES)).replace(b"hexagonal", b"isometric"), "orientation: 'isometric' maps have no hexes"),
        (tmx(csv(TILES))[:-20], "line 10, column 47: is not well-formed XML: unclosed token"),
        (tmx(csv(TILES[1:])), "layer 'ground': has 11 tiles for 12 cells"),
        (tmx('<data encoding="csv">1,x</data>'), "layer 'ground': holds something that is no number of a tile"),
        (tmx('<data encoding="base64">AAAA!</data>'), "layer 'ground': is no base64"),
        (tmx('<data encoding="base64" compression="zlib">AAAA</data>'), "layer 'ground': is not packed with zlib"),
        (tmx('<data encoding="base64" compression="zstd">AAAA</data>'), "layer 'ground': is not packed with zstd"),
        (tmx('<data encoding="base64" compression="lzma">AAAA</data>'), "layer 'ground'.compression: 'lzma' is not"),
        (tmx(csv([0] * 12)), "layers: has no tile in any layer"),
        (tmx(csv(TILES), width=40_000, height=40_000), "layer 'ground': has 40,000 x 40,000 cells"),
        (tmj(TILES, layers=[{"type": "tilelayer", "width": -1, "height": 3}]), "layers[0].width: -1 is not between"),
        (tmj(["a"] * 12), "layers[0].data: holds something that is no number of a tile"),
        (tmj(TILES, staggeraxis="z"), "staggeraxis, staggerindex: must be x or y"),
        (tmx(csv(TILES)).replace(b'tilewidth="', b'tilewidth="x'), "tilewidth: 'x32' is not a number"),
        (tmx(csv(TILES)).replace(b' width="4"', b' width="4_0"'), "layer 'ground'.width: '4_0' is not a number"),
        (b'<map orientation="hexagonal">' + b"<a/>" * 1_000_000, "has more than 1,000,000 elements"),
        (b"<map" + b"<a>" * 100, "line 1, column 5: is not well-formed XML"),
        (b'<map orientation="hexagonal">' + b"<a>" * 100, "is nested deeper than 40"),
    ],
)
def test_a_damaged_or_lying_map_is_told_in_one_line(raw: bytes, problem: str) -> None:
    assert wrong_with(read_map, raw, "ford.tmx", {}, {}).startswith(problem)


@pytest.mark.parametrize("compression", ["zlib", "zstd"])
def test_a_layer_that_unpacks_to_gigabytes_is_left_at_what_is_needed(compression: str) -> None:
    zeros = bytes(50_000_000)
    raw = zlib.compress(zeros) if compression == "zlib" else zstandard.ZstdCompressor().compress(zeros)
    bomb: Any = base64.b64encode(raw).decode()
    with pytest.raises(BattleFileError, match="holds 49 bytes or more; 48 are needed"):
        read_map(tmx(f'<data encoding="base64" compression="{compression}">{bomb}</data>'), "a.tmx", {}, {})


def lines(*objects: dict[str, Any], axis: str = "y", index: str = "odd", **layer: Any) -> bytes:
    """A map of 6 by 5 hexes, 32 pixels wide or high and 28 the other way, with lines over it."""
    ground = {"type": "tilelayer", "width": 6, "height": 5, "data": [1] * 30}
    size = {"tilewidth": 32, "tileheight": 28} if axis == "y" else {"tilewidth": 28, "tileheight": 32}
    over = {"type": "objectgroup", "name": "works", "objects": list(objects)} | layer
    return tmj(None, layers=[ground, over], hexsidelength=12, staggeraxis=axis, staggerindex=index, **size)


def points(*found: tuple[float, float]) -> list[dict[str, float]]:
    return [{"x": x, "y": y} for x, y in found]


def along(raw: bytes) -> set[tuple[str, tuple[int, int], tuple[int, int]]]:
    return {(side.name, side.inner, side.outer) for side in read(raw).sides}


def test_a_line_between_two_rows_runs_along_every_side_between_them() -> None:
    straight = {"name": "ditch", "polyline": points((0, 24), (96, 24))}  # the zigzag goes from 20 to 28
    found = along(lines(straight))
    assert {name for name, *_ in found} == {"ditch"}
    assert {(inner[1], outer[1]) for _, inner, outer in found} == {(0, 1)}  # to its left, as one goes to the right
    assert ((2, 0), (1, 1)) in {(inner, outer) for _, inner, outer in found}
    assert len(found) == 5  # what is left of the first one is no hex of the map
    back = {"name": "ditch", "polyline": points((96, 24), (0, 24))}
    assert {(inner, outer) for _, inner, outer in along(lines(back))} == {(outer, inner) for _, inner, outer in found}
    aside = {"type": "wall", "name": "ditch", "x": 5, "polyline": points((-5, 4), (91, 4))}
    at_its_place = {("wall", inner, outer) for _, inner, outer in found}
    assert along(lines(aside, offsety=20)) == at_its_place
    ground, over = json.loads(lines(aside, offsety=8))["layers"]
    inner = {"type": "group", "layers": [over], "offsety": 2}
    layers = [ground, {"type": "group", "layers": [inner], "offsety": 10.5, "offsetx": -0.5}]
    assert along(json.dumps(json.loads(lines(aside)) | {"layers": layers}).encode()) == at_its_place


def test_a_line_that_turns_back_has_its_own_left_on_each_leg() -> None:
    there, back = points((0, 24), (250, 24)), points((250, 64), (0, 64))
    found = along(lines({"polyline": there + back}))
    assert {(inner[1], outer[1]) for _, inner, outer in found} == {(0, 1), (3, 2)}


def test_a_triangle_of_straight_lines_has_its_six_hexes_inside() -> None:
    # Each side runs through a zigzag, so that some hexes inside lie beyond the ends of a side, seen along a row.
    found = along(lines({"polygon": points((96, 14), (152, 84), (40, 84))}))
    inside = {(2, 1), (2, 2), (3, 2), (1, 3), (2, 3), (3, 3)}
    assert len(found) == 18
    assert {inner for _, inner, _ in found} == inside
    assert not inside & {outer for *_, outer in found}


CORNERS = [(16, 0), (32, 8), (32, 20), (16, 28), (0, 20), (0, 8)]


@pytest.mark.parametrize("axis", ["y", "x"])
@pytest.mark.parametrize("index", ["odd", "even"])
def test_an_outline_round_a_hex_has_it_inside(axis: str, index: str) -> None:
    shift = 16 if index == "even" else 0
    around = [(x + 64 + shift, y + 40) if axis == "y" else (y + 40, x + 64 + shift) for x, y in CORNERS]
    found = along(lines({"polygon": points(*around)}, axis=axis, index=index))
    assert {name for name, *_ in found} == {"works"}
    assert len(found) == 6
    assert {inner for _, inner, _ in found} == {(2, 2)}
    five = {"polyline": points(*around)}
    assert len(along(lines(five, axis=axis, index=index))) == 5


def test_lines_of_both_formats_are_the_same_and_what_is_no_line_is_told() -> None:
    camp = {"class": "camp", "polygon": points(*((x + 64, y + 40) for x, y in CORNERS))}
    rest = [{"name": "spot", "point": True}, {"polyline": points((0, 0), (5, 5)), "rotation": 30}]
    ditches = [{"name": "ditch", "polyline": points((x, y), (x + 20, y))} for x, y in ((300, 9e6), (9e6, 300))]
    plain = read_map(lines(camp, *ditches, *rest), "a.tmj", {}, {})
    assert plain.unused == ("2 objects of 'works', no line", "the line 'ditch', which runs along no hexside")
    text = " ".join(f"{x + 64},{y + 40}" for x, y in CORNERS)
    one = f'<object class="camp"><polygon points="{text}"/></object><object/>'
    objects = f'<objectgroup name="works">{one}</objectgroup>'
    raw = tmx(csv([1] * 30), width=6, height=5).replace(b"</map>", objects.encode() + b"</map>")
    raw = raw.replace(b'tileheight="32"\n', b'tileheight="28"\n').replace(b'hexsidelength="16"', b'hexsidelength="12"')
    assert set(read(raw).sides) == set(present(plain.hexes).sides)
    assert read_map(raw, "a.tmx", {}, {}).unused[0] == "1 object of 'works', no line"
    moved = raw.replace(
        b"<objectgroup", b'<group offsetx="28" offsety="-3"><group offsety="3"><objectgroup offsetx="-28"'
    )
    moved = moved.replace(b"</objectgroup>", b"</objectgroup></group></group>")
    assert read(moved).sides == read(raw).sides


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (lines({"polyline": [5, 6]}), "layers[1].objects[0].points: 5 is not a mapping"),
        (lines({"polyline": points((0, 0), (9e9, 0))}), "layers[1].objects[0].x: 9000000000.0 is not between"),
        (lines({"polyline": points((0, 0), (9e6, 9e6))}), "objects: has a line that reaches too far"),
        (lines(*[{"polyline": points((0, 0), (9_000, 900))}] * 100), "objects: has more lines than can be compared"),
        (lines({"polyline": points(*[(0, 0)] * 20_001)}), "objects: has lines of more than 20,000 points"),
        (
            lines({"polyline": points((0, 0), (9, 9))}).replace(b'"hexsidelength": 12', b'"hexsidelength": 0'),
            "tilewidth, tileheight, hexsidelength: must be from 1 to 10,000",
        ),
    ],
)
def test_damaged_lines_are_told_in_one_line(raw: bytes, problem: str) -> None:
    assert wrong_with(read_map, raw, "ford.tmj", {}, {}).startswith(problem)
