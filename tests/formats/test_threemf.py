"""3MF files: what their build puts where, and packages that lie."""

import zipfile
from io import BytesIO

import pytest

from fireline.formats.meshes import threemf
from fireline.formats.meshes.threemf import _placement as placement_of_3mf
from fireline.game.errors import Code
from formats.meshmaking import FACES, RELS, TETRAHEDRON, Read, Refused, corners_of, mesh_xml, model_xml, package

MESH = mesh_xml(TETRAHEDRON.tolist(), FACES.tolist())
ONE = f'<object id="1" name="Scout">{MESH}</object>'
ITEM = '<item objectid="1"/>'
MODEL = "3D/3dmodel.model"


def made(resources: str = ONE, build: str = ITEM, more: str = "") -> bytes:
    return package({MODEL: model_xml(resources, build, more)})


def test_an_object_stands_where_the_build_puts_it(read: Read) -> None:
    turn = '<item objectid="1" transform="0 1 0 -1 0 0 0 0 2 10 20 30"/>'  # rows: where x, y and z go, and the move
    model = read("scout.3mf", made(build=turn))
    assert corners_of(model, "Scout") == {(10, 20, 30), (10, 24, 30), (7, 20, 30), (10, 20, 34)}
    assert (model.closed, model.inches, model.tags) == (True, 1 / 25.4, ("body",))


@pytest.mark.parametrize(("unit", "long"), [("micron", 0.001), ("inch", 25.4), ("meter", 1000)])
def test_the_unit_is_that_of_the_file(read: Read, unit: str, long: float) -> None:
    model = read(
        "scout.3mf", made(build='<item objectid="1" transform="8 0 0 0 8 0 0 0 8 0 0 0"/>', more=f'unit="{unit}"')
    )
    assert model.solid.bounds[1] == pytest.approx([side * long / 25.4 for side in (32, 24, 16)], abs=1e-6)


def test_components_are_placed_by_all_that_they_are_in_and_parts_have_ids_of_their_own(read: Read) -> None:
    inner = model_xml(f'<object id="1" name="Shield">{MESH}</object>')
    resources = (
        ONE + '<object id="2" name="Both"><components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0 5"/>'
        '<component p:path="/3D/more.model" objectid="1" transform="1 0 0 0 1 0 0 0 1 9 0 0"/></components></object>'
    )
    build = '<item objectid="2" transform="2 0 0 0 2 0 0 0 2 0 0 0"/>'
    model = read("scout.3mf", package({MODEL: model_xml(resources, build), "3D/More.model": inner}))
    assert corners_of(model, "Scout") == {(0, 0, 10), (8, 0, 10), (0, 6, 10), (0, 0, 14)}
    assert corners_of(model, "Shield") == {(18, 0, 0), (26, 0, 0), (18, 6, 0), (18, 0, 4)}
    assert model.notes == ()


def test_what_only_supports_the_print_is_left_out_and_told(read: Read) -> None:
    support = f'<object id="2" type="support" name="Prop">{MESH}</object>'
    model = read("scout.3mf", made(ONE + support, ITEM + '<item objectid="2"/>'))
    assert model.solid.parts == ("Scout",)
    assert model.notes == ("What only holds it up while it is printed is left out.",)


def lying() -> bytes:
    """A package whose directory states four bytes for a large part."""
    raw = bytearray(made(f"<!-- {' ' * 5000} -->{ONE}"))
    with zipfile.ZipFile(BytesIO(bytes(raw))) as there:
        size = there.getinfo(MODEL).file_size
    stated = size.to_bytes(4, "little")
    return bytes(raw).replace(stated, (4).to_bytes(4, "little"))


CODED = '<?xml version="1.0" encoding="hex"?>'
BOMB = '<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
DEEP = "".join(
    f'<object id="{n}"><components><component objectid="{n + 1}"/><component objectid="{n + 1}"/></components></object>'
    for n in range(1, 25)
)
LOOP = '<object id="1"><components><component objectid="1"/></components></object>'


@pytest.mark.parametrize(
    ("raw", "code", "why"),
    [
        (b"PK\x03\x04", Code.UNREADABLE, "is no 3MF file, or cut off"),
        (made()[:-30], Code.UNREADABLE, "is no 3MF file, or cut off"),
        (package({}), Code.NOT_FOUND, "'/3D/3dmodel.model' is not in its package"),
        (package({MODEL: model_xml(ONE, ITEM)}, rels="<Relationships/>"), Code.MISSING, "its package names no model"),
        (package({MODEL: model_xml(ONE, ITEM)[:-9]}), Code.UNREADABLE, "is no well-formed XML in line 1"),
        (package({MODEL: BOMB + model_xml(ONE, ITEM)[21:]}), Code.UNSUPPORTED, "has a document type"),
        (package({MODEL: CODED + model_xml(ONE, ITEM)[21:]}), Code.UNKNOWN_NAME, "'hex' is no encoding that is read"),
        (package({MODEL: model_xml(ONE, ITEM)}, rels=CODED + RELS[21:]), Code.UNKNOWN_NAME, "'hex' is no encoding"),
        (lying(), Code.UNREADABLE, ""),
        (made(build=""), Code.MISSING, "has no triangles"),
        (made(build='<item objectid="9"/>'), Code.UNKNOWN_NAME, "the object '9' is put somewhere, but not there"),
        (made(build='<item objectid="1" transform="1 2 3"/>'), Code.MALFORMED, "twelve numbers are needed"),
        (made(build='<item objectid="1" transform="nan 0 0 0 1 0 0 0 1 0 0 0"/>'), Code.MALFORMED, "is not finite"),
        (made(build="<item/>"), Code.MALFORMED, "a number or a name is missing or wrong"),
        (made(ONE + ONE), Code.DUPLICATE, "two objects of '/3D/3dmodel.model' have the id '1'"),
        (made(ONE.replace('v1="0"', 'v1="4"', 1)), Code.UNKNOWN_NAME, "has a triangle with a corner that is not there"),
        (
            made(ONE.replace('v1="0"', 'v1="-1"', 1)),
            Code.UNKNOWN_NAME,
            "has a triangle with a corner that is not there",
        ),
        (made(ONE.replace('v1="0"', f'v1="{10**30}"', 1)), Code.MALFORMED, "is missing or wrong"),
        (made(ONE.replace('x="4.0"', 'x="four"')), Code.MALFORMED, "is missing or wrong"),
        (made(ONE.replace('x="4.0"', 'x="1e400"')), Code.MALFORMED, "is not finite"),
        (made(more='unit="league"'), Code.UNKNOWN_NAME, "'league' is no unit of a 3MF file"),
        (made(more='requiredextensions="z"'), Code.UNSUPPORTED, "needs the extension 'z', which is not read"),
        (made(more='xmlns:b="http://b/lattice" requiredextensions="p b"'), Code.UNSUPPORTED, "'http://b/lattice'"),
        (made(LOOP), Code.MALFORMED, "has objects in each other more than 30 deep"),
        (made("<a>" * 100 + "</a>" * 100), Code.TOO_LARGE, "101 elements in each other; at most 100"),
        (made(f'<a b="{" " * 5_000_000}"/>'), Code.TOO_LARGE, "bytes in one tag; at most 4,194,304"),
        (made("".join(f"<a{n}/>" for n in range(150_000))), Code.TOO_LARGE, "names in its XML; at most 100,000"),
        (made(DEEP + f'<object id="25">{MESH}</object>'), Code.TOO_LARGE, "objects put together; at most 10,000"),
    ],
)
def test_a_package_that_cannot_be_relied_on_is_refused(refused: Refused, raw: bytes, code: Code, why: str) -> None:
    assert why in refused("scout.3mf", raw, code=code)


def test_objects_lie_in_each_other_as_deep_as_is_said(read: Read, refused: Refused) -> None:
    def nested(deep: int) -> bytes:
        """Objects in each other, the innermost with triangles."""
        inner = f'<object id="{deep}">{MESH}</object>'
        outer = (
            f'<object id="{n}"><components><component objectid="{n + 1}"/></components></object>'
            for n in range(deep - 1, 0, -1)
        )
        return made("".join((inner, *outer)))

    assert len(read("scout.3mf", nested(30)).solid) == len(FACES)
    assert "more than 30 deep" in refused("scout.3mf", nested(31), code=Code.MALFORMED)


def test_what_is_unpacked_is_counted(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threemf, "XML_LIMIT", 1_000_000)
    bomb = made(f"<!--{' ' * 20_000_000}-->{ONE}")
    assert len(bomb) < 50_000
    assert "of XML when it is unpacked" in refused("scout.3mf", bomb, code=Code.TOO_LARGE)


def test_a_placement_of_3mf_moves_a_row_of_three_numbers_and_1() -> None:
    written = [[2, 3, 5], [7, 11, 13], [17, 19, 23], [29, 31, 37]]
    rows = placement_of_3mf(" ".join(str(number) for row in written for number in row))
    point = (1, 10, 100, 1)
    moved = [sum(p * row[axis] for p, row in zip(point, written, strict=True)) for axis in range(3)]
    assert [sum(p * number for p, number in zip(point, row, strict=True)) for row in rows] == moved
