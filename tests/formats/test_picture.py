import itertools
import json
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

import endless_horizons_field
from fireline.chance import Dist
from fireline.formats.picture import draw, draw_odds, palette, rangeband, save_picture, terrain
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError
from fireline.game.odds import Headline, Odds
from fireline.game.shot import Shot
from fireline.rulesets.ancients.pieces import TERRAIN, UNITS
from fireline.rulesets.duel_of_ages import pieces as duel_of_ages
from fireline.ruling import Modifier, Refusal, Ruling, Sight
from svg import SVG, boxes, contrast, note, of_kind, parsed, words

AWAY = "tank <&'\" \U0001f600" + "W" * 40
HOSTILE = "W<&\"'>]]>\U0001f600" + "W" * 50


def battle(*units: dict[str, Any], **more: Any) -> Battle:
    common = {"fireline": 1, "ruleset": "ancients", "turn": {"side": "bottom"}}
    return Battle.read({**common, "units": list(units), **more})


def unit(id_: str, side: str, type_: str, hex_: str, **more: Any) -> dict[str, Any]:
    return {"id": id_, "side": side, "type": type_, "hex": hex_, **more}


def bow_and(*others: dict[str, Any], at: str = "F5", **more: Any) -> Battle:
    bow, target = unit("bow", "bottom", "light_bow_infantry", at), unit("hi", "top", "heavy_infantry", "C5", blocks=3)
    return battle(bow, target, *others, **more)


SHOT = Shot("bow", "hi")
CLEAR = bow_and()
BLOCKED = bow_and(unit("camel", "top", "camel", "D5"))
EDGE = bow_and(at="E5")
EDGE_BLOCKED = bow_and(unit("camel", "top", "camel", "D4"), at="E5", board={"terrain": {"D5": "forest"}})
CORNER = battle(unit("bow", "bottom", "heavy_war_machine", "E3"), unit("hi", "top", "medium_cavalry", "F7"))
CROWD = battle(
    *(
        unit(f"{name}-{n}", ("top", "bottom")[n % 2], name, f"{'BD'[n // 12]}{n % 12 + 1}", moved=1, battled=n % 3 == 0)
        for n, name in enumerate(UNITS)
    ),
    leaders=[{"id": "hannibal barca", "side": "top", "hex": "B1"}, {"id": "scipio", "side": "bottom", "hex": "I7"}],
    board={
        "terrain": {f"{'ACEGI'[n % 5]}{n + 1}": name for n, name in enumerate(TERRAIN)},
        "ramparts": {"B1": ["NE", "SW", "E"]},
    },
)
SIX_REASONS = battle(
    unit("bow", "bottom", "light_war_machine", "E5", moved=1, battled=True, ordered=False),
    unit("near", "top", "elephant", "E6"),
    unit("friend", "bottom", "camel", "D4"),
    unit("host", "top", "light_cavalry", "A1"),
    leaders=[{"id": "hi", "side": "top", "hex": "A1"}],
)
NASTY = battle(
    unit(HOSTILE, "bottom", "light_bow_infantry", "E5", moved=1, battled=True, ordered=False),
    unit("W" * 60, "top", "light_barbarian_chariot", "E6"),
    leaders=[{"id": "Ж" * 60, "side": "bottom", "hex": "E5"}, {"id": "<svg onload=x>", "side": "top", "hex": "G2"}],
    name="<script>alert('&')</script>\x00\u202e" + "W" * 200,
)
SCENARIO = battle(
    unit("a", "bottom", "light_infantry", "E5", name=AWAY),
    unit("b", "bottom", 'own"<type>', "G5", missiles={"range": 4, "dice": [3, 1]}),
    unit("c", "top", "elephant", "C5", blocks=12),
    types={
        'own"<type>': {"name": "M" * 60, "short": "WWWW", "class": "blue", "blocks": 4, "retreat": 1, "move": 2},
        "elephant": {"blocks": 99},
    },
    terrain_types={'own"<ground>': {"name": "W" * 60, "letter": "<"}, "hill": {"name": "dunes"}},
    armies={"top": "W" * 60, "bottom": AWAY},
    board={"terrain": {"E5": 'own"<ground>', "E6": "hill"}},
)
YARD = Battle.read(
    {
        "fireline": 1,
        "ruleset": "endless-horizons",
        "units": [
            {
                "id": "jack",
                "stance": "standing",
                "check": {"dexterity": 1, "perception": 1, "skill": 3},
                "weapon": {"name": "Glock 18", "effective_range": 300, "recoil": 2},
            },
            {"id": "drone", "size": "small"},
            {"id": AWAY, "size": "huge"},
            *({"id": f"walker {n}"} for n in range(30)),
        ],
        "distances": {"jack>drone": 100, f"jack>{AWAY}": 4000.5} | {f"jack>walker {n}": 100 + n for n in range(30)},
        "environment": [{"name": "low light & <fog> " + "W" * 40, "penalty": 1}],
    }
)
SCENES = {
    "clear": (CLEAR, SHOT),
    "blocked": (BLOCKED, SHOT),
    "edge": (EDGE, SHOT),
    "edge blocked": (EDGE_BLOCKED, SHOT),
    "corner": (CORNER, SHOT),
    "crowd": (CROWD, None),
    "six reasons": (SIX_REASONS, SHOT),
    "nasty": (NASTY, Shot(HOSTILE, "W" * 60)),
    "scenario": (SCENARIO, Shot("b", "c")),
    "tiny": (battle(board={"rows": 1, "columns": 2}), None),
    "large": (battle(board={"rows": 26, "columns": 60}), None),
    "firearm": (YARD, Shot("jack", "drone", bullets=3)),
    "firearm long burst": (YARD, Shot("jack", "drone", bullets=9, aim_actions=4)),
    "firearm beyond range": (YARD, Shot("jack", AWAY, bullets=9, aim_actions=2)),
    "no firearm": (YARD, Shot("drone", "jack")),
    "field": (YARD, None),
}


# --- what a picture says --------------------------------------------------------------------


@pytest.mark.parametrize(("field", "shot"), [(CLEAR, SHOT), (BLOCKED, SHOT), (SIX_REASONS, SHOT)])
def test_title_and_description_come_first_and_read_as_the_ruling(field: Battle, shot: Shot) -> None:
    svg, ruling = parsed(draw(field, shot)), field.check(shot)
    title, description = svg[0], svg[1]
    assert (title.tag, description.tag) == (f"{SVG}title", f"{SVG}desc")
    assert svg.get("role") == "img"
    assert svg.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert (title.text or "").startswith(f"{ruling.title}: {'LEGAL' if ruling.legal else 'NOT LEGAL'}")
    assert (description.text or "").split("\n")[: len(list(ruling.lines()))] == list(ruling.lines())


def test_the_card_of_a_legal_shot_shows_verdict_sum_and_headline() -> None:
    svg = parsed(draw(CLEAR, SHOT))
    [card], [verdict] = of_kind(svg, "card"), of_kind(svg, "verdict")
    assert verdict.text == "LEGAL"
    assert [element.text for element in of_kind(svg, "total")] == ["2"]
    assert [element.text for element in of_kind(svg, "headline")] == ["30.6 %"]
    for shown in ("Light Bow (F5) > Heavy Infantry (C5)", "11/36", "held its position", "CCA-4.1", "clear: E5, D5"):
        assert shown in words(card)


def test_a_modifier_that_does_not_apply_stands_in_grey_with_the_reason() -> None:
    svg = parsed(draw(CLEAR, SHOT))
    [line] = [text for text in svg.iter(f"{SVG}text") if text.text == "moved: it held its position"]
    assert line.get("fill") == palette.MUTED


def test_a_forbidden_shot_shows_every_reason_with_its_rule_and_no_odds() -> None:
    svg, ruling = parsed(draw(SIX_REASONS, SHOT)), SIX_REASONS.check(SHOT)
    assert len(ruling.refusals) >= 6
    assert [element.text for element in of_kind(svg, "verdict")] == ["NOT LEGAL"]
    assert all(str(refusal) in words(svg) for refusal in ruling.refusals)
    assert not of_kind(svg, "headline")


# --- the line of sight ----------------------------------------------------------------------


@pytest.mark.parametrize(("field", "shot"), [scene for scene in SCENES.values() if scene[1] and scene[0] is not YARD])
def test_what_is_drawn_on_the_line_is_what_the_ruling_marks(field: Battle, shot: Shot) -> None:
    svg, sight = parsed(draw(field, shot)), field.check(shot).line_of_sight
    assert isinstance(sight, Sight)
    kinds = [mark.kind for mark in sight.marks]
    crossed = {mark.places[0] for mark in sight.marks if mark.kind == "crosses" and not mark.blocks}
    assert {note(element).split()[-1] for element in of_kind(svg, "crossed")} == crossed
    assert len(of_kind(svg, "edge-run")) == kinds.count("edge")
    assert len(of_kind(svg, "corner")) == kinds.count("corner")
    crosses = [element for element in of_kind(svg, "cross") if note(element)]
    assert len(crosses) == sum(mark.blocks for mark in sight.marks)


def test_a_clear_line_is_solid_and_joins_the_centres() -> None:
    svg = parsed(draw(CLEAR, SHOT))
    [line] = of_kind(svg, "sight")
    assert line.get("stroke-dasharray") == "none"
    names = {note(element).split(":")[0]: element for element in of_kind(svg, "hex")}
    for place, x, y in (("F5", "x1", "y1"), ("C5", "x2", "y2")):
        corners = [tuple(map(float, point.split(","))) for point in names[place].get("points", "").split()]
        centre = tuple(sum(values) / 6 for values in zip(*corners, strict=True))
        assert (float(line.get(x, "0")), float(line.get(y, "0"))) == pytest.approx(centre, abs=0.02)


def test_a_blocked_line_is_dashed_and_names_its_blocker() -> None:
    svg = parsed(draw(BLOCKED, SHOT))
    assert {line.get("stroke-dasharray") for line in of_kind(svg, "sight")} == {"11 7"}
    assert "blocked by Camel Riders on D5" in words(svg)
    assert [note(element) for element in of_kind(svg, "blocker")] == ["blocked by Camel Riders on D5"]
    [cross] = [element for element in of_kind(svg, "cross") if note(element)]
    assert note(cross) == "blocked by Camel Riders on D5"


def test_an_edge_run_is_doubled_alongside_the_edge() -> None:
    [run] = of_kind(parsed(draw(EDGE, SHOT)), "edge-run")
    lines = of_kind(run, "clear")
    assert note(run) == "the line runs along the edge D4 | D5"
    assert len(lines) == 2
    assert abs(float(lines[0].get("x1", "0")) - float(lines[1].get("x1", "0"))) == pytest.approx(8, abs=0.1)


def test_both_sides_of_a_blocked_edge_are_outlined_as_blockers() -> None:
    blockers = of_kind(parsed(draw(EDGE_BLOCKED, SHOT)), "blocker")
    assert {note(element) for element in blockers} == {"blocked by Camel Riders on D4", "blocked by forest on D5"}


def test_corner_touches_are_open_rings_at_the_corners() -> None:
    svg = parsed(draw(CORNER, SHOT))
    rings = of_kind(svg, "corner")
    corners = {
        point
        for element in of_kind(svg, "hex")
        for point in (tuple(map(float, pair.split(","))) for pair in element.get("points", "").split())
    }
    assert len(rings) == 2
    for ring in rings:
        at = float(ring.get("cx", "0")), float(ring.get("cy", "0"))
        assert ring.get("fill") == "none"
        assert any(at == pytest.approx(corner, abs=0.02) for corner in corners)


def test_range_is_an_outline_and_fills_nothing() -> None:
    [ring] = of_kind(parsed(draw(CLEAR, SHOT)), "range")
    assert ring.get("fill") == "none"
    assert ring.get("d", "").count("M") == 1


# --- the board ------------------------------------------------------------------------------


def test_the_board_shows_every_hex_unit_leader_and_rampart() -> None:
    svg = parsed(draw(CROWD))
    assert len(of_kind(svg, "hex")) == len(CROWD.state.board.hexes)
    assert len(of_kind(svg, "unit")) == len(UNITS)
    assert [note(element) for element in of_kind(svg, "alone")] == ["Leader scipio, bottom, alone"]
    assert len(of_kind(svg, "attached")) == 1
    assert len(of_kind(svg, "rampart")) == 3
    assert {text.text for text in of_kind(svg, "hex-name")} == set(CROWD.state.board.hexes)
    legend = words(of_kind(svg, "legend")[0])
    assert all(name in legend for name in [*(u.name for u in UNITS.values()), *(t.name for t in TERRAIN.values())])


def test_blocks_are_pips_filled_as_far_as_they_are_left() -> None:
    [target] = [element for element in of_kind(parsed(draw(CLEAR)), "unit") if note(element).startswith("hi:")]
    fills = [pip.get("fill") for pip in of_kind(target, "pip")]
    assert fills == [palette.VERMILLION] * 3 + [palette.WHITE]


def test_sides_and_terrain_are_told_apart_without_colour() -> None:
    svg = parsed(draw(CLEAR))
    assert len({element.get("d") for element in of_kind(of_kind(svg, "pieces")[0], "token")}) == 2
    drawn_alone = duel_of_ages.TERRAIN.keys() - {"clear"}
    assert set(terrain.LOOKS) == TERRAIN.keys() | drawn_alone
    for kinds in (TERRAIN.keys(), drawn_alone):
        looks = [terrain.LOOKS[kind] for kind in kinds]
        assert len({(look.tile, look.lines, look.dots) for look in looks}) == len(kinds)
    for game in (TERRAIN.values(), duel_of_ages.TERRAIN.values()):
        assert len({kind.letter for kind in game}) == len(game)


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_no_text_is_tiny_or_runs_out_of_the_picture_or_the_card(scene: tuple[Battle, Shot | None]) -> None:
    svg = parsed(draw(*scene))
    whole = [float(number) for number in svg.get("viewBox", "").split()]
    assert [svg.get("width"), svg.get("height")] == [f"{number:g}" for number in whole[2:]]
    assert min(float(text.get("font-size", "0")) for text in svg.iter(f"{SVG}text")) >= 11
    for box in boxes(svg):
        assert 0 <= box.left <= box.right <= whole[2], box
        assert 0 <= box.top <= box.bottom <= whole[3], box
    for card in of_kind(svg, "card"):
        left, wide = float(card[0].get("x", "0")), float(card[0].get("width", "0"))
        assert all(left <= box.left and box.right <= left + wide for box in boxes(card))


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_no_text_covers_another(scene: tuple[Battle, Shot | None]) -> None:
    svg = parsed(draw(*scene))
    for part in ("card", "legend", "pieces", "names", "bands", "parties", "waterfall", "faces", "list"):
        for one in of_kind(svg, part):
            pairs = itertools.combinations(sorted(boxes(one), key=lambda box: box.top), 2)
            assert [(a.text, b.text) for a, b in pairs if a.overlaps(b)] == []


def test_hostile_names_are_escaped_shortened_and_kept_whole_in_the_note() -> None:
    text = draw(NASTY, Shot(HOSTILE, "W" * 60))
    svg = parsed(text)
    assert not list(svg.iter(f"{SVG}script"))
    assert "<script" not in text
    assert any(note(element).startswith(f"{HOSTILE}: ") for element in of_kind(svg, "unit"))
    shown = [element.text or "" for element in of_kind(svg, "unit-id")]
    assert all("…" in name and len(name) < 12 for name in shown)


def test_text_and_marks_have_contrast() -> None:
    assert all(contrast(text, ground) >= 4.5 for text, grounds in palette.TEXT_ON.items() for ground in grounds)
    assert all(contrast(mark, ground) >= 3 for mark, grounds in palette.MARKS_ON.items() for ground in grounds)
    assert all(contrast(look.text, look.tint) >= 4.5 for look in terrain.LOOKS.values())


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_texts_use_only_the_colours_that_were_checked(scene: tuple[Battle, Shot | None]) -> None:
    fills = {text.get("fill") for text in parsed(draw(*scene)).iter(f"{SVG}text")}
    assert fills <= set(palette.TEXT_ON)


def test_the_same_battle_gives_the_same_bytes_and_loads_no_plotting_library() -> None:
    program = (
        "import json, sys; from fireline.game.battle import Battle; from fireline.formats.picture import draw;"
        "from fireline.game.shot import Shot; svg = draw(Battle.read(json.load(sys.stdin)), Shot('bow', 'hi'));"
        "print(sorted({'matplotlib', 'resvg', 'numpy'} & set(sys.modules)), end=''); print(svg, end='')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=json.dumps(CLEAR.data()), capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]" + draw(CLEAR, SHOT)


# --- files ----------------------------------------------------------------------------------


def test_a_picture_is_written_as_svg_and_as_png(tmp_path: Any) -> None:
    text = draw(CLEAR, SHOT)
    save_picture(text, tmp_path / "a.svg")
    save_picture(text, str(tmp_path / "a.PNG"))
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == text
    raw = (tmp_path / "a.PNG").read_bytes()
    assert raw[:8] == b"\x89PNG\r\n\x1a\n"
    svg = parsed(text)
    assert struct.unpack(">II", raw[16:24]) == (2 * int(svg.get("width", "")), 2 * int(svg.get("height", "")))


@pytest.mark.parametrize("name", ["a.jpg", "a", "a.svg.gz"])
def test_any_other_name_is_refused_and_nothing_written(tmp_path: Any, name: str) -> None:
    with pytest.raises(BattleFileError, match=r"name it \.svg or \.png"):
        save_picture(draw(CLEAR), tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_shot_of_nobody_is_refused() -> None:
    with pytest.raises(BattleFileError, match="shooter"):
        draw(CLEAR, Shot("nobody", "hi"))


# --- charts ---------------------------------------------------------------------------------


class Wounds(NamedTuple):
    wounds: int
    state: str = "none"


def some_odds(weights: dict[int, int]) -> Odds[Any]:
    dist = Dist.from_weights(
        {Wounds(n) if isinstance(n, int) else n: w for n, w in weights.items()}, sum(weights.values())
    )
    return Odds(CLEAR.check(SHOT), dist, Headline("at least one hit", Fraction(1, 2)))


def test_a_chart_tells_every_chance_exactly_and_at_least() -> None:
    svg = parsed(draw_odds(CLEAR.odds(SHOT), "Light Bow at three hexes"))
    assert (svg[0].tag, svg[1].tag) == (f"{SVG}title", f"{SVG}desc")
    assert svg[0].text == "Light Bow at three hexes"
    assert "hits: 0 69.4 % (25/36), 1 27.8 % (5/18), 2 2.8 % (1/36)" in (svg[1].text or "")
    for shown in ("27.8 % (5/18)", "30.6 % (11/36)", "100.0 % (1)", "eliminated", "leader killed"):
        assert shown in words(svg)


def test_charts_are_the_same_bytes_every_time_and_hold_no_date() -> None:
    first, second = (draw_odds({"a": CLEAR.odds(SHOT)}, "Title") for _ in range(2))
    assert first == second
    assert "metadata" not in first
    assert "<style" not in first


def test_another_process_draws_the_same_chart_without_pyplot_or_the_users_settings(tmp_path: Any) -> None:
    (tmp_path / "matplotlibrc").write_text("axes.facecolor: red\nfont.size: 30\n", encoding="utf-8")
    program = (
        "import json, sys; from fireline.game.battle import Battle; from fireline.formats.picture import draw_odds;"
        "from fireline.game.shot import Shot; odds = Battle.read(json.load(sys.stdin)).odds(Shot('bow', 'hi'));"
        "svg = draw_odds(odds, 'Title'); print('matplotlib.pyplot' in sys.modules, end=''); print(svg, end='')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(CLEAR.data()),
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert done.stdout == "False" + draw_odds(CLEAR.odds(SHOT), "Title")


def test_several_odds_stand_under_their_labels_and_hostile_ones_are_plain_text() -> None:
    svg = parsed(draw_odds({HOSTILE: CLEAR.odds(SHOT), "$x$ 中": CLEAR.odds(SHOT)}, "<b>&"))
    assert svg[0].text == "<b>&"
    assert "$x$ 中" in words(svg)
    assert any((text.text or "").endswith("…") for text in svg.iter(f"{SVG}text")) or HOSTILE in words(svg)


def test_a_long_row_of_values_ends_in_or_more() -> None:
    svg = parsed(draw_odds(some_odds(dict.fromkeys(range(40), 1)), "Many"))
    assert "24 or more" in words(svg)
    assert "39" not in words(svg).split()


def test_a_chart_becomes_png(tmp_path: Any) -> None:
    save_picture(draw_odds(CLEAR.odds(SHOT), "Title"), tmp_path / "odds.png")
    assert (tmp_path / "odds.png").read_bytes().startswith(b"\x89PNG")


# --- range bands ----------------------------------------------------------------------------


def firearm_ruling(distance: float, category: str | None, refusals: tuple[Refusal, ...] = ()) -> Ruling:
    modifiers = (
        Modifier("EHZ-1.1", "base", 5),
        Modifier("EHZ-3.2", "small at far range", 8),
        Modifier("EHZ-4.2", "standing", -1),
        Modifier("EHZ-4.3", "aim", 0, applies=False, because="no action was spent"),
    )
    summary = {"distance": distance, "range_category": category, "size": "small", "difficulty": 12, "bonus": 5}
    return Ruling("jack > drone", refusals, None, None, modifiers, summary, (), "difficulty")


def band_picture(ruling: Ruling, reach: float, odds: Odds[Any] | None = None) -> ET.Element:
    diagram = rangeband.diagram_of(ruling, Shot("jack", "drone"), reach, (8, 10, 12))
    return parsed(rangeband.compose(diagram, ruling, odds, "Endless Horizons"))


def place_of(svg: ET.Element, kind: str) -> float:
    [party] = [element for element in of_kind(svg, kind) if element.tag == f"{SVG}g"]
    return float(party.get("transform", "").split("(")[1].split()[0])


def test_the_four_bands_are_to_scale_and_the_target_stands_in_its_own() -> None:
    svg = band_picture(firearm_ruling(100, "far"), 300)
    bands = [(element.get("class", "").split()[1], float(element.get("width", ""))) for element in of_kind(svg, "band")]
    assert [name for name, _ in bands] == ["close", "medium", "far", "maximum"]
    widths = [width for _, width in bands]
    assert [width / widths[0] for width in widths] == pytest.approx([1, 1, 2, 4])
    assert (place_of(svg, "target") - place_of(svg, "shooter")) / sum(widths) == pytest.approx(100 / 300, abs=0.001)
    [marked] = of_kind(svg, "category")
    left = float(marked.get("x", ""))
    assert left < place_of(svg, "target") < left + float(marked.get("width", ""))
    assert "drone, small, 100 m" in words(svg)
    for limit in ("37.5 m", "75 m", "150 m", "300 m"):
        assert limit in words(svg)


def test_a_target_beyond_range_stands_outside_the_bands_with_its_distance() -> None:
    refusal = Refusal("EHZ-2.1", "The target is beyond the effective range.")
    svg = band_picture(firearm_ruling(5000, None, (refusal,)), 300)
    last = of_kind(svg, "band")[-1]
    assert place_of(svg, "target") > float(last.get("x", "")) + float(last.get("width", ""))
    assert "5000 m" in words(svg)
    assert str(refusal) in words(svg)
    assert not of_kind(svg, "category")


def test_the_waterfall_runs_from_sum_to_sum_and_ends_in_the_difficulty() -> None:
    svg = band_picture(firearm_ruling(100, "far"), 300)
    steps = of_kind(svg, "step")
    assert [element.get("class") for element in steps] == ["step more", "step more", "step less"]
    ends = [(float(s.get("x", "")), float(s.get("x", "")) + float(s.get("width", ""))) for s in steps]
    assert ends[0][1] == pytest.approx(ends[1][0], abs=0.02)
    assert ends[1][1] == pytest.approx(ends[2][1], abs=0.02)
    [whole] = of_kind(svg, "whole")
    assert float(whole.get("x", "")) + float(whole.get("width", "")) == pytest.approx(ends[2][0], abs=0.02)
    assert [element.text for element in of_kind(svg, "whole-value")] == ["12"]
    assert steps[2].get("fill", "").startswith("url(#less-")


def test_the_faces_that_hit_are_filled_for_every_bullet() -> None:
    svg = band_picture(firearm_ruling(100, "far"), 300)
    assert [element.text for element in of_kind(svg, "needs")] == ["8 or more", "10 or more", "no face"]
    assert [len(of_kind(bullet, "hits")) for bullet in of_kind(svg, "bullet")] == [3, 1, 0]


def test_a_firearm_shot_is_drawn_with_the_numbers_of_its_ruling() -> None:
    shot = Shot("jack", "drone", bullets=3)
    svg, ruling = parsed(draw(YARD, shot)), YARD.check(shot)
    assert [element.text for element in of_kind(svg, "whole-value")] == [str(ruling.summary["difficulty"])]
    assert [element.text for element in of_kind(svg, "needs")] == ["8 or more", "10 or more", "no face"]
    assert [element.text for element in of_kind(svg, "headline")] == ["30.0 %"]
    assert (svg[0].text or "").startswith(f"{ruling.title}: LEGAL")


def test_a_field_without_a_shot_numbers_everybody_whose_distance_is_known() -> None:
    svg = parsed(draw(YARD))
    assert len(of_kind(svg, "target")) == 32
    assert next(element.text for element in of_kind(svg, "unit-id")) == "drone"
    assert f"{AWAY}, huge, 4000.5 m, beyond range" in (svg[1].text or "")


def test_a_field_of_unarmed_people_asks_for_a_shot() -> None:
    unarmed = Battle.read({"fireline": 1, "ruleset": "endless-horizons", "units": [{"id": "jack"}]})
    with pytest.raises(BattleFileError, match="say who shoots at whom"):
        draw(unarmed)


def test_a_game_without_pictures_says_so() -> None:
    other = replace(CLEAR, ruleset=replace(CLEAR.ruleset, id="chess"))
    with pytest.raises(BattleFileError, match="no picture is drawn of chess yet"):
        draw(other)


def test_bullets_that_cannot_hit_share_a_line_and_a_forbidden_shot_needs_no_face() -> None:
    burst = parsed(draw(YARD, Shot("jack", "drone", bullets=9)))
    assert [element.text for element in of_kind(burst, "needs")] == ["8 or more", "10 or more"]
    assert [element.text for element in of_kind(burst, "rest")] == ["bullets 3 to 9: no face"]
    assert not of_kind(parsed(draw(YARD, Shot("jack", AWAY))), "faces")


def test_a_knife_has_no_range_to_draw() -> None:
    armed = {"weapon": "Knife"}
    with pytest.raises(BattleFileError, match="nobody has a firearm in hand"):
        rangeband.draw(endless_horizons_field.field(armed))
    assert "no weapon in hand" in rangeband.draw(endless_horizons_field.field(armed), endless_horizons_field.shot())
