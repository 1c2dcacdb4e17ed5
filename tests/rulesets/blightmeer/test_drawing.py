from base64 import b64decode
from fractions import Fraction
from functools import cache
from io import BytesIO
from math import cos, hypot, radians, sin
from typing import Any
from xml.etree.ElementTree import Element

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

import blightmeer_table
from battles import EXAMPLES, FILES, example
from blightmeer_table import Data
from fireline import draw
from fireline.draw import canvas
from fireline.draw import picture as picture_of
from fireline.draw.eyeview import EyeView, draw_eyeview, window_on
from fireline.draw.relief import Role, Thing, image_of
from fireline.formats.meshes import read_model
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.geometry.bases import Model
from fireline.geometry.shapes import box, cylinder
from fireline.geometry.solids import join
from fireline.rulesets.blightmeer import drawing
from fireline.rulesets.blightmeer.drawing.eyeview import eye_view, things
from fireline.rulesets.blightmeer.drawing.figureview import MOST, draw_figure
from fireline.rulesets.blightmeer.drawing.plan import LOOKS, Plan
from fireline.rulesets.blightmeer.landscape import KINDS
from fireline.rulesets.blightmeer.modelfacts import ModelFacts
from fireline.rulesets.blightmeer.shot import declare
from fireline.ruling import Visibility
from fireline.ruling.prose import percent
from fireline.testing.battery.pictures import SVG, assert_apart, assert_legible, contrast, note, of_kind, parsed, words

eye_picture = cache(draw.eye_view)
"""What a shooter sees, drawn once for all that is asked of it."""

HOSTILE = "W<&\"'>]]>\U0001f600" + "W" * 45
BOW = {"name": "House bow", "range": 20, "pierce": 1}


def unit(id_: str, side: str, at: tuple[float, ...], facing: float, **more: Any) -> Data:
    return blightmeer_table.unit(id_, side, *at, facing=facing, **{"weapon": BOW} | more)


def battle(*units: Data, edition: str = "2026-07", **more: Any) -> Battle:
    usual = {"turn": {"side": "red", "number": 2}}
    return Battle.read(blightmeer_table.data(*units, edition=edition, **usual | more), FILES)


ARCHER, BRIGAND = unit("archer", "red", (12, 6), 90), unit("brigand", "blue", (12, 18), -90, gear=["shield"])
AGNES = unit("Agnes", "red", (12.3, 12), 90)
LOW: Data = {"id": "low wall", "wall": {"from": [9, 17], "to": [15, 17], "height": 0.7, "thickness": 0.2}}
HIGH: Data = {"id": "high wall", "wall": {"from": [6, 12], "to": [18, 12], "height": 6, "thickness": 0.25}}
WINDOW = {"id": "rose window", "along": 5.2, "width": 1.6, "sill": 0.5, "height": 1.5}
CHAPEL: Data = {"id": "chapel", "wall": HIGH["wall"] | {"windows": [WINDOW]}}
DOOR = {"along": 1, "width": 1, "height": 2}
SHOT = Shot("archer", "brigand")
OPEN = battle(ARCHER, BRIGAND)
BEHIND_WALL = battle(ARCHER, BRIGAND, terrain=[LOW])
BLOCKED = battle(ARCHER, BRIGAND, terrain=[HIGH])
THROUGH_WINDOW = battle(ARCHER, BRIGAND, terrain=[CHAPEL])
FRIEND_BLOCKS = battle(ARCHER, BRIGAND, AGNES, edition="2025-11")
FRIEND_ABSENT = battle(ARCHER, BRIGAND, AGNES)
CAMP = battle(
    ARCHER | {"moved": True},
    BRIGAND | {"wounds": 12},
    unit("sleeper", "blue", (20, 20), 200, status=["stunned"], wounds=0),
    unit("dazed", "blue", (6, 24), 30, status=["dazed"]),
    unit("brute", "blue", (26, 10), 180, size="large", wounds=3, model="brute.glb", status=["staggered"]),
    unit("gone", "blue", (30, 30), 0, status=["incapacitated"]),
    unit("sellsword", "green", (3, 3), 45, engaged=True, ran=True, cast=True, shot=True),
    terrain=[
        LOW,
        CHAPEL | {"wall": CHAPEL["wall"] | {"doors": [DOOR]}},
        blightmeer_table.box("crate", (22, 14, 0), (2, 2, 1.5), 30),
        {"id": "pit", "prism": {"outline": [[2, 28], [6, 28], [6, 32], [4, 30], [2, 32]], "height": 2}},
        {"id": "knoll", "hill": {"outline": [[26, 26], [34, 26], [30, 34]], "height": 3, "steps": 3}},
        {"id": "slope", "hill": {"outline": [[10, 26], [18, 26], [14, 34]], "height": 2}},
        {"id": "tower", "mesh": {"file": "tower.glb", "at": [31, 18, 0]}},
    ],
    name="The camp",
)
NASTY = battle(
    unit(HOSTILE, "<svg onload=x>", (12, 8), 90),
    unit("W" * 60, "W" * 60, (12, 18), -90),
    unit("Ж" * 60, "中" * 60, (12.5, 19.5), -90),
    terrain=[{"id": "<script>&" + "W" * 40, "box": {"at": [12, 16], "size": [3, 1, 0.5]}}],
    turn={"side": "<svg onload=x>", "number": 2},
    name="<script>alert('&')</script>" + "W" * 20,
)
EXTREMES = battle(
    unit("a", "red", (0, 0), 0, wounds=30), unit("b", "blue", (1, 1), 0), table={"width": 1, "depth": 1.5}
)
LONG = battle(unit("a", "red", (0, 1), 0), unit("b", "blue", (200, 1), 180), table={"width": 240, "depth": 2})
SCENES = {
    "open": (OPEN, SHOT),
    "behind a wall": (BEHIND_WALL, SHOT),
    "blocked": (BLOCKED, SHOT),
    "window": (THROUGH_WINDOW, SHOT),
    "friend": (FRIEND_BLOCKS, SHOT),
    "absent friend": (FRIEND_ABSENT, SHOT),
    "camp": (CAMP, None),
    "camp, a shot": (CAMP, Shot("archer", "brute")),
    "nasty": (NASTY, Shot(HOSTILE, "W" * 60)),
    "tiny table": (EXTREMES, Shot("a", "b")),
    "long table": (LONG, Shot("a", "b")),
}


def sight(field: Battle, shot: Shot = SHOT) -> Visibility:
    seen = field.check(shot).line_of_sight
    assert isinstance(seen, Visibility)
    return seen


def embedded(element: Element) -> Image.Image:
    kind, _, data = element.get("href", "").partition(",")
    assert kind == "data:image/png;base64"
    return Image.open(BytesIO(b64decode(data, validate=True)))


def place(element: Element) -> tuple[float, float]:
    x, y = element.get("transform", "").removeprefix("translate(").rstrip(")").split()
    return float(x), float(y)


def plan_of(field: Battle) -> Plan:
    return drawing.TableTop(field).plan


def token(svg: Element, id_: str) -> Element:
    [found] = [element for element in of_kind(svg, "unit") if note(element).startswith(f"{id_}: ")]
    return found


# --- the table ------------------------------------------------------------------------------


def test_without_a_shot_the_description_says_who_stands_where_on_what() -> None:
    svg = parsed(picture_of(CAMP))
    told = (svg[1].text or "").split("\n")
    assert svg[0].text == "The camp"
    assert told[0] == 'Turn 2: red shoots. Table 36" by 36".'
    assert "sleeper: blue, 0 Wounds, House bow, Stunned, face down, at 20, 20" in told
    assert "brute: blue, 3 Wounds, House bow, large, Staggered, at 26, 10" in told
    assert 'crate: box, 1.5" high' in told
    assert 'chapel: wall, 6" high, window rose window, door chapel door 1' in told
    assert 'tower: mesh, 5" high' in told


def test_everybody_is_drawn_where_he_is_to_scale_looking_ahead_or_lying_head_or_feet_first() -> None:
    svg, plan = parsed(picture_of(CAMP)), plan_of(CAMP)
    standing = list(CAMP.state.standing)
    assert len(of_kind(svg, "unit")) == len(standing) == 6
    for one in standing:
        drawn = token(svg, one.id)
        assert place(drawn) == pytest.approx(plan.point(one.at), abs=0.01)
        [base] = of_kind(drawn, "base")
        assert float(base.get("r", "")) == pytest.approx(float(one.radius) * plan.scale, abs=0.01)
        ahead = cos(radians(one.facing)), -sin(radians(one.facing))
        if one.injury.lies:
            assert "lying" in drawn.get("class", "")
            assert not of_kind(drawn, "facing")
            head = list(drawn.iter(f"{SVG}circle"))[-1]
            along = float(head.get("cx", "0")) * ahead[0] + float(head.get("cy", "0")) * ahead[1]
            assert (along > 0) == (one.id == "sleeper")
        else:
            [wedge] = of_kind(drawn, "facing")
            x, y = map(float, wedge.get("points", "").split()[0].split(","))
            assert (x / hypot(x, y), y / hypot(x, y)) == pytest.approx(ahead, abs=0.01)


def test_states_are_badges_with_letters_wounds_are_pips_and_both_stand_in_the_legend() -> None:
    svg = parsed(picture_of(CAMP))
    notes = [note(badge) for badge in of_kind(of_kind(svg, "names")[0], "badge")]
    assert sorted(notes) == sorted(
        ["Stunned, face down", "Dazed, face up", "Staggered", "moved", "engaged", "ran", "cast a spell", "fired"]
    )
    letters = [text.text for badge in of_kind(of_kind(svg, "names")[0], "badge") for text in badge.iter(f"{SVG}text")]
    assert sorted(filter(None, letters)) == sorted("SDsMERCF")
    legend = words(of_kind(svg, "legend")[0])
    assert all(text in legend for text in notes)
    names = of_kind(svg, "names")[0]
    fills = [pip.get("fill") for pip in of_kind(names, "pip")]
    assert (len(fills), fills.count(canvas.WHITE)) == (8, 1), "a Wound is a pip, none is a white one"
    assert "× 12" in words(names), "many are a number"


def test_sides_are_told_apart_by_colour_and_ring_and_a_side_named_after_a_colour_has_it() -> None:
    svg = parsed(picture_of(OPEN))
    for id_, colour, rings in (("archer", canvas.VERMILLION, 2), ("brigand", canvas.BLUE, 1)):
        drawn = token(svg, id_)
        assert of_kind(drawn, "base")[0].get("stroke") == colour
        assert len(list(drawn.iter(f"{SVG}circle"))) == rings
    plain = battle(ARCHER | {"side": "north"}, BRIGAND | {"side": "south"}, turn={"side": "north", "number": 2})
    strokes = [base.get("stroke") for base in of_kind(parsed(picture_of(plain)), "base")]
    assert strokes == [canvas.BLUE, canvas.VERMILLION]


def test_terrain_has_its_kind_its_name_and_its_height() -> None:
    svg = parsed(picture_of(CAMP))
    drawn = {note(element).split(":")[0]: element for element in of_kind(svg, "terrain")}
    assert [drawn[piece.id].get("class", "").split()[1] for piece in CAMP.state.terrain] == [
        *("wall", "wall", "box", "block", "hill", "hill", "mesh")
    ]
    assert [len(of_kind(drawn[name], "contour")) for name in ("knoll", "slope", "pit")] == [2, 1, 0]
    assert [len(of_kind(drawn[name], "opening")) for name in ("chapel", "low wall")] == [2, 0]
    labels = {text.text for text in of_kind(svg, "terrain-id")}
    assert {'W low wall, 0.7"', 'B crate, 1.5"', 'P pit, 2"', 'H knoll, 3"', 'M tower, 5"'} <= labels
    assert [text.text for text in of_kind(svg, "window-id")] == ["rose window"]
    legend = words(of_kind(svg, "legend")[0])
    assert all(f"{kind.letter} {name}" in legend for name, kind in KINDS.items())
    assert len({(look.tile, look.lines) for look in LOOKS.values()}) == len(LOOKS)


def test_a_mesh_is_drawn_in_relief_where_it_stands() -> None:
    svg, plan = parsed(picture_of(CAMP)), plan_of(CAMP)
    [mesh] = of_kind(svg, "view")
    left, top, size = (float(mesh.get(name, "")) for name in ("x", "y", "width"))
    (x0, y0, _), (x1, y1, _) = CAMP.state.terrain[-1].solid.bounds
    assert left <= plan.point((x0, y1))[0]
    assert top <= plan.point((x0, y1))[1]
    assert left + size >= plan.point((x1, y0))[0]
    assert top + size >= plan.point((x1, y0))[1]
    image = embedded(mesh)
    assert image.mode == "RGBA"
    alpha = np.array(image)[..., 3]
    assert alpha[0, 0] == 0
    assert 0.6 < (alpha == 255).mean() < 0.9


# --- a shot on it ---------------------------------------------------------------------------


def test_a_line_runs_from_the_eye_to_the_target_blocked_it_is_dashed_with_a_cross_where_it_meets_the_blocker() -> None:
    [clear] = of_kind(parsed(picture_of(OPEN, SHOT)), "sight")
    assert clear.get("stroke-dasharray") == "none"
    svg, plan = parsed(picture_of(BLOCKED, SHOT)), plan_of(BLOCKED)
    [line] = of_kind(svg, "sight")
    assert line.get("stroke-dasharray") != "none"
    ends = [float(line.get(name, "")) for name in ("x1", "y1", "x2", "y2")]
    assert ends == pytest.approx([*plan.point(sight(BLOCKED).eye), *plan.point((12, 18))], abs=0.01)
    assert [note(element) for element in of_kind(svg, "blocker")] == ["high wall hides 100.0%"]
    [cross] = [element for element in of_kind(svg, "cross") if note(element)]
    assert note(cross) == "blocked by high wall"
    numbers = [float(word.strip("ML")) for word in cross[1].get("d", "").split()]
    middle = sum(numbers[::2]) / 4, sum(numbers[1::2]) / 4
    assert middle == pytest.approx(plan.point((12, 12 - 0.125)), abs=0.2)


@pytest.mark.parametrize("name", ["open", "behind a wall", "blocked", "window", "friend", "camp, a shot"])
def test_what_hides_is_outlined_and_how_much_is_seen_is_a_ring_in_two_parts(name: str) -> None:
    field, shot = SCENES[name]
    assert shot is not None
    svg, seen = parsed(picture_of(field, shot)), sight(field, shot)
    notes = {note(element) for element in of_kind(svg, "blocker")}
    assert notes == {f"{blocker} hides {percent(share)}" for blocker, share in seen.hidden}
    [gauge] = of_kind(svg, "gauge")
    assert note(gauge) == f"{percent(seen.visible)} of {shot.target}'s body is seen"
    colours = [part.get("stroke") for part in gauge if part.tag != f"{SVG}title"][1:]
    assert colours == [canvas.GREEN] * (seen.visible > 0) + [canvas.VERMILLION] * (seen.visible < 1)


def test_what_stands_on_something_low_is_drawn_over_it_with_its_rim() -> None:
    stage = {"id": "stage", "box": {"at": [12, 17], "size": [10, 8, 0.1]}}
    svg = parsed(picture_of(battle(ARCHER, BRIGAND | {"at": [12, 18]}, terrain=[LOW, stage]), SHOT))
    ground = of_kind(svg, "pieces")[0]
    assert [note(element).split()[0] for element in ground] == ["stage:", "low", "low"]
    assert ground[1].get("class") == "blocker"


def test_range_is_an_outline_from_base_to_base_that_ends_at_the_tables_edge() -> None:
    svg, plan = parsed(picture_of(OPEN, SHOT)), plan_of(OPEN)
    [ring] = of_kind(svg, "range")
    assert ring.get("fill") == "none"
    r = (20 + 25 / 2 / 25.4) * plan.scale
    x, y = plan.point(OPEN.state.unit("archer").at)
    (left, top), (wide, high) = plan.at, plan.size
    arcs = [part.split("A") for part in ring.get("d", "").split("M") if part]
    assert arcs
    for first, *rest in arcs:
        for radius in (float(number) for arc in rest for number in arc.split()[:2]):
            assert radius == pytest.approx(r, abs=0.01)
        ends = [first.split(), *(arc.split()[-2:] for arc in rest)]
        for end in ends:
            a, b = map(float, end)
            assert hypot(a - x, b - y) == pytest.approx(r, abs=0.02)
            assert left - 0.02 <= a <= left + wide + 0.02
            assert top - 0.02 <= b <= top + high + 0.02
    assert not list(svg.iter(f"{SVG}clipPath")), "to clip a whole ring takes longer than all the rest of a picture"


def test_a_protector_is_marked_in_the_picture_and_in_the_legend() -> None:
    guard = unit("guard", "blue", (13.4, 18.6), -90)
    field = battle(ARCHER, BRIGAND, guard)
    svg = parsed(picture_of(field, Shot("archer", "brigand", protector="guard")))
    assert [note(element) for element in of_kind(svg, "protector")] == ["guard tries to Protect brigand"]
    assert "tries to Protect" in words(of_kind(svg, "legend")[0])
    assert not of_kind(parsed(picture_of(field, SHOT)), "protector")


# --- what holds for all pictures ------------------------------------------------------------

EYES = {name: scene for name, scene in SCENES.items() if scene[1]}
PICTURES = [*(f"table, {name}" for name in SCENES), *(f"eye, {name}" for name in EYES)]


@cache
def picture(name: str) -> str:
    kind, _, scene = name.partition(", ")
    field, shot = SCENES[scene]
    return eye_picture(field, shot) if kind == "eye" and shot else picture_of(field, shot)


@pytest.mark.whole("long")
@pytest.mark.parametrize("name", PICTURES)
def test_texts_are_legible_stay_in_the_picture_and_cover_no_other(name: str) -> None:
    svg = parsed(picture(name))
    assert_legible(svg)
    if "nasty" not in name and "tiny" not in name:
        assert_apart(svg, "card", "legend", "names", "panel")


@pytest.mark.whole("long")
@pytest.mark.parametrize("name", ["table, nasty", "eye, nasty"])
def test_hostile_names_are_escaped_and_kept_whole_where_there_is_room(name: str) -> None:
    text = picture(name)
    svg = parsed(text)
    assert "<script" not in text
    assert not list(svg.iter(f"{SVG}script"))
    assert HOSTILE in (svg[0].text or "")
    assert any((element.text or "").endswith("…") or "…" in (element.text or "") for element in svg.iter(f"{SVG}text"))


def test_grounds_give_text_and_marks_contrast() -> None:
    assert min(contrast(text, drawing.GROUND) for text in (canvas.INK, canvas.MUTED)) >= 4.5
    assert all(contrast(canvas.INK, look.tint) >= 4.5 for look in LOOKS.values())
    assert all(contrast(mark, drawing.GROUND) >= 3 for mark in canvas.MARKS_ON)


# --- from the eye ---------------------------------------------------------------------------


@pytest.mark.whole("long")
@pytest.mark.parametrize("name", [name for name in EYES if name != "tiny table"])
def test_the_image_hides_as_much_as_the_ruling_says_and_tells_seen_from_hidden(name: str) -> None:
    field, shot = EYES[name]
    assert shot is not None
    svg, seen = parsed(eye_picture(field, shot)), sight(field, shot)
    assert [element.text for element in of_kind(svg, "headline")] == [percent(seen.visible)]
    table = field.state.table.width, field.state.table.depth
    shooting = declare(field.state, shot)
    scene = EyeView(seen, tuple(things(shooting)), table)
    image = image_of(window_on(scene), scene.things, table, 350)
    assert image.hidden.sum() / image.body.sum() == pytest.approx(1 - float(seen.visible), abs=0.02)
    assert not (image.hidden & ~image.body).any()
    [view] = of_kind(svg, "view")
    shown = embedded(view)
    assert shown.mode == "RGB"
    assert shown.width == shown.height >= 500
    assert has_colour(np.array(shown), canvas.VERMILLION) == (seen.visible < 1)
    legend = words(of_kind(svg, "panel")[0])
    assert ("the target's body, seen" in legend) == (seen.visible > 0)
    assert ("the target's body, hidden" in legend) == (seen.visible < 1)


def has_colour(pixels: NDArray[np.uint8], colour: str) -> bool:
    return bool((pixels == np.array(canvas.rgb(colour), dtype=np.uint8)).all(axis=-1).any())


@pytest.mark.whole("long")
def test_blockers_parts_and_their_shares_stand_beside_the_image() -> None:
    svg, seen = parsed(eye_picture(BEHIND_WALL, SHOT)), sight(BEHIND_WALL)
    panel = words(of_kind(svg, "panel")[0])
    assert 0.3 < seen.visible < 0.7
    for name, share in (*seen.parts, *seen.hidden):
        assert f"{name} {percent(share)}" in panel
    names = {element.text for group in of_kind(svg, "name") for element in group.iter(f"{SVG}text")}
    assert names == {"brigand", "low wall"}
    assert "The target has Cover." in words(svg)


@pytest.mark.whole("long")
def test_the_names_in_the_image_stay_clear_of_the_target() -> None:
    field, shot = EYES["friend"]
    assert shot is not None
    svg, seen = parsed(picture("eye, friend")), sight(field)
    scene = EyeView(seen, tuple(things(declare(field.state, SHOT))), (36, 36))
    image = image_of(window_on(scene), scene.things, (36, 36), 560)
    for group in of_kind(svg, "name"):
        x, y, wide, high = (round(float(group[0].get(key, "")) or 0) for key in ("x", "y", "width", "height"))
        assert not image.body[y : y + high, x : x + wide].any()


@pytest.mark.whole("long")
def test_who_is_treated_as_absent_hides_nothing_and_who_peers_looks_from_the_window() -> None:
    svg = parsed(eye_picture(FRIEND_ABSENT, SHOT))
    assert sight(FRIEND_ABSENT).visible == 1
    assert "the shooter's allies: do not block" in words(svg)
    assert sight(FRIEND_BLOCKS).visible < 1
    assert "the shooter's allies: do not block" not in words(parsed(eye_picture(FRIEND_BLOCKS, SHOT)))
    beside = battle(ARCHER | {"at": [12, 11.2]}, BRIGAND, terrain=[CHAPEL])
    peering = parsed(eye_picture(beside, Shot("archer", "brigand", peer="rose window")))
    assert "Seen from the window (rose window)" in words(peering)


@pytest.mark.whole("long")
def test_what_the_target_wears_shows_its_body_behind_it_and_does_not_count() -> None:
    svg = parsed(eye_picture(OPEN, SHOT))
    assert "equipment: neither seen nor hidden" in words(svg)
    raised = battle(ARCHER, BRIGAND | {"pose": ["raised_arms"], "gear": []})
    panel = words(of_kind(parsed(eye_picture(raised, SHOT)), "panel")[0])
    assert "there only by its pose: does not count" in panel
    assert "arm" not in panel


def test_a_close_call_is_said_to_be_one() -> None:
    shooting = declare(BEHIND_WALL.state, SHOT)
    ruling, close = BEHIND_WALL.check(SHOT), shooting.sight._replace(close=True)
    assert len(eye_view(shooting, ruling).notes) == 1
    shooting.__dict__["sight"] = close
    assert "too close to call" in eye_view(shooting, ruling).notes[1]


@pytest.mark.whole("long")
def test_a_body_of_many_parts_lists_the_first_of_them() -> None:
    parts = tuple((f"part {n}", Fraction(n, 30)) for n in range(30))
    target = (post("post", Role.TARGET, (0, 10, 0)),)
    svg = parsed(draw_eyeview(EyeView(Visibility(Fraction(1), (), parts, (0, 0, 1), 128), target, (9, 9))))
    assert "and 18 more" in words(svg)
    assert "part 11" in words(svg)
    assert "part 12" not in words(svg)


def post(name: str, role: Role, at: tuple[float, float, float], tags: tuple[str, ...] = ("body",)) -> Thing:
    return Thing(name, role, box((1, 1, 2)).placed(at), tags)


# --- places and names -----------------------------------------------------------------------


def test_a_table_keeps_its_shape_and_y_points_up() -> None:
    plan = Plan((10, 20), 36, 24)
    assert plan.point((0, 24)) == (10, 20)
    right, low = plan.point((36, 0, 5))
    assert (right - 10, low - 20) == pytest.approx(plan.size)
    assert plan.size[0] / plan.size[1] == pytest.approx(36 / 24)


# --- one model ------------------------------------------------------------------------------


def facts(name: str) -> ModelFacts:
    return ModelFacts.of(read_model(EXAMPLES / name))


def test_a_model_is_drawn_from_three_sides_with_what_its_parts_count_as() -> None:
    brute = facts("brute.glb")
    svg = parsed(draw_figure(brute))
    assert (svg[0].text, svg[1].text) == ("brute", str(brute))
    images = [embedded(element) for element in of_kind(svg, "view")]
    assert len(images) == 3
    assert all(image.mode == "RGBA" and image.width == image.height for image in images)
    assert len(of_kind(svg, "eyes")) == 3
    parts = [text.text for text in of_kind(svg, "part-name")]
    assert parts == [part.name for part in brute.parts]
    assert {text.text for text in of_kind(svg, "tag")} == {"body", "equipment", "pose"}
    assert_legible(svg)


def test_the_three_sides_are_what_they_say() -> None:
    arrow = join([box((4, 1, 1), "body"), box((1, 2, 3), "flag").placed((-1.5, 0, 0))])
    svg = parsed(draw_figure(ModelFacts.of(Model("arrow", arrow, ("body", "equipment"), 1.0))))
    front, side, above = (np.array(embedded(element))[..., 3] > 128 for element in of_kind(svg, "view"))
    shapes = [(np.ptp(np.nonzero(mask)[1]) + 1, np.ptp(np.nonzero(mask)[0]) + 1) for mask in (front, side, above)]
    scale = shapes[1][0] / 4
    for (wide, high), expected in zip(shapes, ((2, 3), (4, 3), (4, 2)), strict=True):
        assert (wide / scale, high / scale) == pytest.approx(expected, abs=0.05)
    assert np.nonzero(side[: len(side) // 2])[1].mean() < len(side) / 2


def test_a_model_of_many_parts_lists_the_first_of_them() -> None:
    many = join([cylinder(1, 1, f"part {n}").placed((3 * n, 0, 0)) for n in range(30)])
    svg = parsed(draw_figure(ModelFacts.of(Model("crowd", many, ("body",) * 30))))
    assert len(of_kind(svg, "part-name")) == MOST - 1
    assert f"and {30 - MOST + 1} more parts" in words(svg)
    assert "units of the file" in words(svg)


# --- what a page finds -----------------------------------------------------------------------


def test_a_table_says_where_its_places_lie() -> None:
    field = example("blightmeer-protect")
    root = parsed(picture_of(field))
    left, low, across, up = map(float, root.attrib["data-measure"].split())
    plan = plan_of(field)
    for x, y in ((0, 0), (12.5, 8), (field.state.table.width, field.state.table.depth)):
        assert plan.point((x, y)) == pytest.approx((left + x * across, low + y * up), abs=0.3)


def test_a_viewer_has_its_range_drawn_if_it_has_a_weapon() -> None:
    assert 'class="range"' in picture_of(example("blightmeer-village"), viewer="archer")
    everywhere = example("blightmeer-protect")
    for viewer in ("marksman", "hound"):  # his rifle reaches beyond the table; it has none
        assert 'class="range"' not in picture_of(everywhere, viewer=viewer)
