"""The fields of a form as the API tells them: of a piece, of a battle as a whole, of what is declared of a shot."""

from typing import Any

import battles
import fireline
from battles import every_ruleset
from fireline.game.registry import ruleset
from server.clients import API, BOW, Client

CHAPEL = fireline.load("blightmeer-chapel-windows").data()
PROTECT = fireline.load("blightmeer-protect").data()
ALLEY = fireline.load("endless-horizons-alley").data()
SMOKE = {"shooter": "gunner", "target": "marksman", "modifiers": [{"name": "smoke", "value": 2}]}


def form(client: Client, battle: dict[str, Any], **asked: Any) -> dict[str, dict[str, Any]]:
    """The fields by the paths at which they stand, those of one more entry behind the path of their list."""
    told = client.post(f"{API}/form", json={"battle": battle, **asked})
    assert told.status_code == 200, told.text
    return {(one["inside"] if one["inside"].endswith("[]") else "") + one["path"]: one for one in told.json()["fields"]}


def test_a_field_has_its_bounds_its_usual_value_and_the_words_of_the_game(client: Client) -> None:
    fields = form(client, BOW, path="units[0]")
    assert {"id", "hex"}.isdisjoint(fields), "its name and its place have forms of their own"
    assert fields["blocks"] | {"value": 4, "said": True} == fields["blocks"]
    assert (fields["blocks"]["kind"], fields["blocks"]["least"], fields["blocks"]["whole"]) == ("number", 1, True)
    moved = fields["moved"]
    assert (moved["title"], moved["unit"], moved["value"], moved["said"], moved["optional"]) == (
        "Has moved", "hexes", 0, False, True,
    )  # fmt: skip
    assert fields["type"]["kind"] == "choice"
    assert {"title": "Light Bow", "value": "light_bow_infantry"} in fields["type"]["ready"]
    assert fields["ordered"]["kind"] == "flag"


def test_what_is_inside_names_what_it_is_in(client: Client) -> None:
    wall = next(n for n, one in enumerate(CHAPEL["terrain"]) if one.get("wall", {}).get("windows"))
    fields = form(client, CHAPEL, path=f"terrain[{wall}]")
    inside = {path: one["inside"] for path, one in fields.items()}
    assert inside["wall.windows"] == "wall"
    assert inside["wall.windows[0]"] == "wall.windows"
    assert inside["wall.windows[0].width"] == "wall.windows[0]"
    assert fields["wall.windows"]["ready"], "there is a window ready to be added"
    assert "hill" not in fields, "nothing is said of another kind of terrain"


def test_a_shot_is_asked_what_its_game_lets_one_declare(client: Client) -> None:
    fields = form(client, ALLEY, shot=SMOKE)
    assert (fields["bullets"]["title"], fields["bullets"]["value"]) == ("How many bullets?", 1)
    assert fields["modifiers[0].value"]["value"] == 2
    assert [one["title"] for path, one in fields.items() if path.startswith("modifiers[]")] == ["Name", "Value"]
    assert [one["title"] for one in fields["out_of_turn"]["ready"]] == ["yes", "no"], "it may be left open"
    assert form(client, CHAPEL, shot=shot_of(CHAPEL)) == {}


def shot_of(battle: dict[str, Any]) -> dict[str, str]:
    """Somebody, and somebody of the other side."""
    first = battle["units"][0]
    other = next(one for one in battle["units"] if one["side"] != first["side"])
    return {"shooter": first["id"], "target": other["id"]}


def test_a_house_rule_is_called_by_what_it_changes(client: Client) -> None:
    fields = form(client, ALLEY)
    assert fields["house.EHZ-5.2.repeating"]["title"].startswith("Bullets that a repeating weapon fires")
    assert not {"units", "ruleset"} & fields.keys()


@every_ruleset
def test_every_entry_of_every_game_has_a_form_without_a_field_twice(id_: str, client: Client) -> None:
    data, editing = battles.starter(id_), ruleset(id_).editing
    lists = editing.lists if editing else ()
    for path in [
        *[""][: len(lists)],
        *(f"{one.name}[{n}]" for one in lists for n in range(len(data.get(one.name, ())))),
    ]:
        told = client.post(f"{API}/form", json={"battle": data, "path": path}).json()["fields"]
        paths = [(one["inside"], one["path"]) for one in told]
        assert len(paths) == len(set(paths))
        assert path == "" or paths


def test_where_no_piece_stands_there_is_no_form(client: Client) -> None:
    for path in ("units[99]", "board.terrain", "name", "units"):
        told = client.post(f"{API}/form", json={"battle": BOW, "path": path})
        assert (told.status_code, "no piece stands at" in told.json()["detail"]) == (422, True)
