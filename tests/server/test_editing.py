"""A battle changed by hand through the API: what fits is a battle file again, what does not says why in one line."""

import json
from dataclasses import replace
from typing import Any

import jsonschema_rs
import pytest

import fireline
from battles import every_ruleset
from fireline.formats.examples import example_files
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError
from fireline.game.registry import ruleset, ruleset_ids
from fireline.questions.answering import changing as editing
from fireline.questions.library import forms as forms_of
from server.clients import API, BOW, Client

TABLE = fireline.load("examples/blightmeer-protect.yaml").data()
HEROES = fireline.load("examples/duel-of-ages-tommy-gun.yaml").data()
FIELD = fireline.load("examples/endless-horizons-alley.yaml").data()
CRATE = {"box": {"at": [0, 0, 0], "size": [2, 2, 1.5]}}
WALL = {"wall": {"from": [0, 0], "to": [1, 0], "height": 4, "thickness": 0.25}}
HILL = {"hill": {"outline": [[0, 0], [1, 0], [0, 1]], "height": 2}}


def edited(client: Client, battle: dict[str, Any], *edits: dict[str, Any]) -> dict[str, Any]:
    told = client.post(f"{API}/edit", json={"battle": battle, "edits": list(edits)})
    assert told.status_code == 200, told.text
    after: dict[str, Any] = told.json()["battle"]
    assert Battle.read(after, example_files()).data() == after
    return after


def refused(client: Client, battle: dict[str, Any], *edits: dict[str, Any]) -> str:
    told = client.post(f"{API}/edit", json={"battle": battle, "edits": list(edits)})
    assert told.status_code == 422
    detail: str = told.json()["detail"]
    assert "\n" not in detail
    return detail


def entry(battle: dict[str, Any], id_: str) -> dict[str, Any]:
    lists = (battle.get(name, ()) for name in ("units", "heroes", "leaders", "terrain"))
    return next(one for entries in lists for one in entries if one["id"] == id_)


def test_units_turn_to_the_left_by_degrees_and_a_wrong_edit_is_named(client: Client) -> None:
    facing, turn = entry(TABLE, "guard")["facing"], {"op": "rotate", "unit": "guard", "value": 60}
    assert entry(edited(client, TABLE, turn, turn), "guard")["facing"] == (facing + 120) % 360
    for wrong in (True, "left", 1000, None):
        told = refused(client, TABLE, turn, turn | {"value": wrong})
        assert told.startswith("edits[1].")
        assert "is no angle" in told


def test_units_come_and_go_and_their_values_are_set(client: Client) -> None:
    newcomer = {"id": "late", "side": "top", "type": "auxilia", "hex": "A1"}
    more = edited(client, BOW, {"op": "place", "value": newcomer})
    assert [unit["id"] for unit in more["units"]] == ["bow", "ax", "late"]
    leader = {"id": "caesar", "side": "top", "hex": "A1"}
    led = edited(client, more, {"op": "place", "path": "leaders", "value": leader})
    assert entry(led, "caesar")["hex"] == "A1"
    fewer = edited(client, led, {"op": "remove", "unit": "caesar"}, {"op": "remove", "path": "units[late]"})
    assert fewer["units"] == edited(client, BOW)["units"]
    woods = edited(client, BOW, {"op": "set", "path": "board.terrain.E5", "value": "forest"})
    assert woods["board"]["terrain"] == {"E5": "forest"}
    bare = edited(client, woods, {"op": "set", "path": "board.terrain.E5", "value": None})
    assert not bare.get("board", {}).get("terrain")
    weak = edited(client, BOW, {"op": "set", "path": "units[bow].blocks", "value": 1})
    assert entry(weak, "bow")["blocks"] == 1


@pytest.mark.parametrize(
    ("battle", "edit", "why"),
    [
        (BOW, {"op": "move", "unit": "bow", "to": "Z9"}, "'Z9'"),
        (BOW, {"op": "move", "unit": "bow", "to": "C4"}, "C4"),
        (BOW, {"op": "move", "unit": "bwo", "to": "C5"}, "'bwo'"),
        (BOW, {"op": "move", "unit": "bow"}, "to: is missing; move needs it, as a text"),
        (BOW, {"op": "remove", "unit": "axe"}, "unit: 'axe' is no unit of this battle; did you mean 'ax'?"),
        (BOW, {"op": "rotate", "unit": "bow", "value": 15}, "unit: 'bow' faces nowhere, so it cannot be turned"),
        (BOW, {"op": "place", "path": "unit", "value": {}}, "did you mean 'units'"),
        (BOW, {"op": "place", "value": 7}, "units[2]"),
        (BOW, {"op": "set", "path": "units[bow].type", "value": "horse"}, "units[0].type: 'horse'"),
        (BOW, {"op": "set", "path": "board.terrain.E5"}, "is not there, so it cannot be taken away"),
        (BOW, {"op": "turn", "unit": "axe"}, "'axe' is no unit"),
        (BOW, {"op": "place", "value": {"id": "ax", "side": "top", "type": "auxilia"}, "to": "A1"}, "already the id"),
        (BOW, {"op": "draw", "path": "ramparts", "places": ["E5", "A1"]}, "not next to each other"),
        (BOW, {"op": "draw", "path": "ramparts"}, "at least one place"),
        (BOW, {"op": "draw", "path": "rampart", "places": ["E5"]}, "brush"),
        (HEROES, {"op": "draw", "path": "wall", "places": ["-20,-20"]}, "no wall"),
        (HEROES, {"op": "draw", "path": "dot", "places": ["90,90"]}, "inside a space"),
        (TABLE, {"op": "draw", "path": "terrain", "places": ["1,1", "2,2"]}, "no entry"),
        (TABLE, {"op": "draw", "path": "terrain", "value": HILL, "places": ["1,1", "2,2"]}, "too few"),
    ],
)
def test_what_does_not_fit_says_why(client: Client, battle: dict[str, Any], edit: dict[str, Any], why: str) -> None:
    assert why in refused(client, battle, edit)


def forms(client: Client, id_: str) -> dict[str, Any]:
    told: dict[str, Any] = client.get(f"{API}/rulesets/{id_}").json()["editing"]
    return told


def test_paint_keeps_what_else_is_said_of_a_space(client: Client) -> None:
    spaces = HEROES["board"]["spaces"] | {"7,0": {"terrain": "clear", "dot": [7.1, 0.0]}}
    off = HEROES | {"board": HEROES["board"] | {"spaces": spaces}}
    painted = edited(client, off, {"op": "paint", "to": "7,0", "value": "woods"})
    assert painted["board"]["spaces"]["7,0"] == {"terrain": "woods", "dot": [7.1, 0]}
    assert "7,0" not in edited(client, painted, {"op": "paint", "to": "7,0", "value": None})["board"]["spaces"]


@every_ruleset
def test_forms_speak_of_fields_that_there_are_and_their_ready_values_fit(id_: str, client: Client) -> None:
    told = forms(client, id_)
    schema = client.get(told["schema_url"]).json()
    for one in told["lists"]:
        each = {"$defs": schema["$defs"], **schema["properties"][one["name"]]["items"]}
        for path, field in one["fields"].items():
            here = [each]
            for key in path.split("."):
                here = [inner for part in here for inner in within(part, key, schema["$defs"])]
            assert here, f"{one['name']}: no field {path}"
            fits = [jsonschema_rs.validator_for({"$defs": schema["$defs"], **part}) for part in here]
            for ready in field["ready"]:
                value = ready["value"]
                assert any(fit.is_valid(v) for fit in fits for v in (value, [value], {str(value): 1})), (path, ready)


def within(schema: dict[str, Any], key: str, defs: dict[str, Any]) -> list[dict[str, Any]]:
    """The schemas of a key in anything that a schema allows."""
    if "$ref" in schema:
        return within(defs[schema["$ref"].rpartition("/")[2]], key, defs)
    branches = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    found = [schema["properties"][key]] if key in schema.get("properties", {}) else []
    return found + [inner for branch in branches for inner in within(branch, key, defs)]


def test_whoever_goes_is_named_by_nobody_any_more(client: Client) -> None:
    start = client.get(f"{API}/rulesets/endless-horizons/starter").json()["battle"]
    start["environment"].append({"name": "smoke", "penalty": 1, "pair": "jack>guard"})
    start["round"] = {"order": ["jack", "guard", "mara"], "turn": "guard"}
    start["units"][1]["cover"] = {"material": "wood", "towards": ["guard"]}
    start["units"][0] |= {"aimed": 1, "aimed_at": "guard", "suppressing": {"bullets": 2, "targets": ["guard"]}}
    after = edited(client, start, {"op": "remove", "unit": "guard"})
    assert "guard" not in json.dumps(after)
    assert [unit["id"] for unit in after["units"]] == ["jack", "mara", "drone"]


def test_a_newcomer_stands_at_a_distance_from_every_enemy(client: Client) -> None:
    start = client.get(f"{API}/rulesets/endless-horizons/starter").json()["battle"]
    value = {"side": "company", "stance": "standing"}
    after = edited(client, start, {"op": "place", "path": "units", "unit": "new", "value": value, "to": "70"})
    told = {pair: far for pair, far in after["distances"].items() if "new" in pair}
    assert told == {"new>jack": 70, "new>mara": 70}


def test_terrain_of_a_table_moves_as_units_do(client: Client) -> None:
    barn = next(one for one in TABLE["terrain"] if "wall" in one)
    moved = edited(client, TABLE, {"op": "move", "unit": barn["id"], "to": "25,28"})
    wall = entry(moved, barn["id"])["wall"]
    assert [(a + b) / 2 for a, b in zip(wall["from"], wall["to"], strict=True)] == [25, 28]
    old = barn["wall"]
    length = [b - a for a, b in zip(old["from"], old["to"], strict=True)]
    assert [b - a for a, b in zip(wall["from"], wall["to"], strict=True)] == pytest.approx(length)


def test_the_turn_goes_to_a_units_side(client: Client) -> None:
    assert BOW["turn"]["side"] == "bottom"
    assert edited(client, BOW, {"op": "turn", "unit": "ax"})["turn"]["side"] == "top"


def test_ids_are_made_where_none_is_given_and_never_twice(client: Client) -> None:
    value = {"side": "top", "type": "auxilia"}
    edits = [{"op": "place", "unit": "ax", "value": value, "to": to} for to in ("A1", "A2")]
    told = client.post(f"{API}/edit", json={"battle": BOW, "edits": edits}).json()
    assert told["added"] == ["ax-2", "ax-3"]


def test_a_game_without_an_editor_says_so() -> None:
    bare = replace(ruleset("ancients"), editing=None)
    battle = replace(Battle.read(BOW), ruleset=bare)
    assert forms_of(bare) is None
    with pytest.raises(BattleFileError, match="ancients says nothing of editing, so only values can be set"):
        editing.edit(battle, [{"op": "place", "value": {}}])
    moved = editing.edit(battle, [{"op": "move", "unit": "bow", "to": "G6"}])
    assert entry(moved.battle.data(), "bow")["hex"] == "G6"


@every_ruleset
def test_the_versions_of_a_game_are_told(id_: str, client: Client) -> None:
    versions = client.get(f"{API}/rulesets/{id_}").json()["versions"]
    family = id_.partition("@")[0]
    assert [one["id"] for one in versions] == [other for other in ruleset_ids() if other.partition("@")[0] == family]
    assert all(one["title"] and one["edition"] == one["id"].partition("@")[2] for one in versions)


@pytest.mark.parametrize(
    ("value", "places", "kind", "key", "there"),
    [
        (CRATE, ["2,30", "5,34"], "box", "size", [3, 4, 1.5]),
        (WALL, ["2,30", "5,34"], "wall", "to", [5, 34]),
        (HILL, ["2,30", "5,30", "5,34"], "hill", "outline", [[2, 30], [5, 30], [5, 34]]),
    ],
)
def test_terrain_is_drawn_through_places(
    client: Client, value: dict[str, Any], places: list[str], kind: str, key: str, there: object
) -> None:
    drawn = edited(client, TABLE, {"op": "draw", "path": "terrain", "unit": "new", "value": value, "places": places})
    assert entry(drawn, "new")[kind][key] == there


def test_a_window_stays_inside_a_wall_that_is_drawn_short(client: Client) -> None:
    window = {"along": 2.5, "width": 1, "sill": 1, "height": 1}
    value = {"wall": {**WALL["wall"], "windows": [window]}}
    draw = {"op": "draw", "path": "terrain", "unit": "w", "value": value, "places": ["2,30", "3.5,30"]}
    drawn = edited(client, TABLE, draw)
    (opening,) = entry(drawn, "w")["wall"]["windows"]
    assert (opening["width"], opening["along"]) == (0.5, 0.5)


def test_a_rampart_is_drawn_and_drawn_once_more_it_is_gone(client: Client) -> None:
    draw = {"op": "draw", "path": "ramparts", "places": ["E5", "E6"]}
    other = {"op": "draw", "path": "ramparts", "places": ["E5", "E4"]}
    both = edited(client, BOW, draw, other)
    assert set(both["board"]["ramparts"]["E5"]) == {"E", "W"}
    assert edited(client, both, draw)["board"]["ramparts"] == {"E5": ["W"]}
    assert "ramparts" not in edited(client, both, {"op": "draw", "path": "ramparts", "places": ["E5"]}).get("board", {})


def test_walls_archways_and_dots_of_a_map_are_drawn_and_taken_away(client: Client) -> None:
    walls = len(HEROES["board"].get("walls", []))
    drawn = edited(client, HEROES, {"op": "draw", "path": "wall", "places": ["0.5,0", "0.5,1"]})
    assert len(drawn["board"]["walls"]) == walls + 1
    assert len(drawn["board"]["walls"][-1]) == 4
    gone = edited(client, drawn, {"op": "draw", "path": "wall", "places": ["0.52,0.5"]})
    assert len(gone["board"].get("walls", [])) == walls
    arch = {"op": "draw", "path": "archway", "places": ["0,0", "1,0"]}
    assert ["0,0", "1,0"] in edited(client, HEROES, arch)["board"]["archways"]
    twice = edited(client, HEROES, arch, {**arch, "places": ["1,0", "0,0"]})
    assert twice["board"].get("archways", []) == HEROES["board"].get("archways", [])
    dot = {"op": "draw", "path": "dot", "places": ["0.1,0.1"]}
    assert edited(client, HEROES, dot)["board"]["spaces"]["0,0"]["dot"] == [0.1, 0.1]
    assert edited(client, HEROES, dot, dot)["board"]["spaces"]["0,0"] == HEROES["board"]["spaces"]["0,0"]


@pytest.mark.parametrize(
    ("battle", "unit", "to", "words"),
    [
        (BOW, "bow", "F6", ("1 hex from F5", "hexes away", "line ")),
        (TABLE, "guard", "12,30", ("inches from", "inches away", "line ")),
        (HEROES, "sanchez", "1,0", ("1 space from 0,0", "away", "line ")),
        (FIELD, "gunner", "100,50", ("metres from", "metres away")),
    ],
)
def test_a_ruler_says_how_far_and_whether_the_line_is_clear(
    client: Client, battle: dict[str, Any], unit: str, to: str, words: tuple[str, ...]
) -> None:
    told = client.post(f"{API}/ruler", json={"battle": battle, "unit": unit, "to": to})
    assert told.status_code == 200, told.text
    said = told.json()
    assert said["stands"]
    assert said["target"]
    assert all(word in said["text"] for word in words), said["text"]


def test_a_ruler_says_what_a_move_costs_the_next_shot_and_why_nobody_may_stand_there(client: Client) -> None:
    battle = fireline.load("examples/ancients-ranged-combat.yaml").data()

    def told(unit: str, to: str) -> dict[str, Any]:
        asked = {"battle": battle, "unit": unit, "to": to, "counted": True}
        return dict(client.post(f"{API}/ruler", json=asked).json())

    assert "At least one block lost: 16.7% from there, 30.6% from F5." in told("bow", "E5")["text"]
    assert told("warriors", "C6")["text"] == "It is the turn of bottom. CCA-4.1"
    assert not told("bow", "A1")["stands"]
    said = client.post(f"{API}/ruler", json={"battle": BOW, "unit": "bow", "to": "Z99"}).json()
    assert said == {"stands": False, "target": None, "clear": None, "text": said["text"]}
    assert "Z99" in said["text"]
    assert client.post(f"{API}/ruler", json={"battle": BOW, "unit": "nobody", "to": "F6"}).status_code == 422


def test_a_command_is_played_by_its_text(client: Client) -> None:
    battle = fireline.load("examples/ancients-ranged-combat.yaml").data()
    answer = client.post(f"{API}/play", json={"battle": battle, "command": "bow move E5"}).json()
    assert answer["command"] == {"command": "Move", "unit": "bow", "to": "E5", "distances": []}
    read = client.post(f"{API}/read", json={"battle": battle}).json()
    assert read["whose"] == "bottom fires"
    assert {one["actor"] for one in read["commands"]} == {"bow", "horse", "javelins", None}


@pytest.mark.parametrize("id_", ruleset_ids())
def test_a_new_battle_can_be_drawn_to_be_built_on(client: Client, id_: str) -> None:
    forms = forms_of(ruleset(id_))
    assert forms is not None
    told = client.post(f"{API}/picture", json={"battle": forms.blank.data(), "kind": "plan"})
    assert told.status_code == 200, told.text
    assert "data-cell" in told.text or "data-measure" in told.text, "a page finds no place on it"
    assert client.post(f"{API}/read", json={"battle": forms.blank.data()}).status_code == 200
