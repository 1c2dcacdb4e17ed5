"""Battle files: what is left out, and what the starter explains."""

from importlib.resources import files
from typing import Any

from ancients_table import state
from fireline.game.battle import Battle
from fireline.rulesets.ancients.state import Banners, FlightDue, RetreatDue


def data(**more: Any) -> dict[str, Any]:
    return {
        "fireline": 1,
        "ruleset": "ancients",
        "turn": {"side": "bottom"},
        "units": [
            {"id": "bow", "side": "bottom", "type": "light_bow_infantry", "hex": "F5", "battled": True},
            {"id": "hi", "side": "top", "type": "heavy_infantry", "hex": "C5"},
        ],
        "leaders": [{"id": "hanno", "side": "top", "hex": "A1"}, {"id": "mago", "side": "bottom", "hex": "F5"}],
    } | more


def test_what_is_left_out_has_its_usual_value_and_is_not_written() -> None:
    here = state(Battle.read(data()))
    unit = here.unit("hi")
    assert (unit.blocks, unit.ordered, unit.moved, unit.battled) == (4, True, 0, False)
    assert (here.board.rows, here.board.columns, here.over, here.banners, here.due) == (9, 13, False, Banners(), ())
    options = here.edition
    assert (options.lone_leader_pins, options.staggered_edges_block, options.corner_touch_blocks) == (
        False, True, False,
    )  # fmt: skip
    assert set(Battle.read(data()).data()) == {"fireline", "ruleset", "turn", "units", "leaders"}
    due = [{"retreat": "hi", "flags": 2, "origin": "F5", "checked": True}]
    assert state(Battle.read(data(due=due))).due == (RetreatDue("hi", 2, here.board.hexes["F5"], checked=True),)
    assert state(Battle.read(data(due=[{"flight": "hanno"}]))).due == (FlightDue("hanno"),)


def test_the_starter_battle_explains_what_may_stand_in_a_file() -> None:
    text = files("fireline.rulesets.ancients").joinpath("starter.yaml").read_text(encoding="utf-8")
    for key in ("options", "lone_leader_pins", "staggered_edges_block", "corner_touch_blocks", "ramparts", "terrain",
                "ordered", "moved", "battled", "blocks", "leaders", "banners", "rows", "columns", "turn"):  # fmt: skip
        assert key in text, f"the starter battle does not explain {key}"
    for kind in ("light_infantry", "heavy_war_machine", "fortified_camp", "city_wall"):
        assert kind in text
