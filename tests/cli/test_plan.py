"""`fireline plan`: the plan in words and in JSON, exact or between two bounds."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from battles import EXAMPLES
from cli.typed import Typed
from fireline import load
from fireline.server.offline import answer
from fireline.testing.battery.pictures import assert_apart, assert_legible, of_kind, parsed, words

ANCIENTS = str(EXAMPLES / "ancients-ranged-combat.yaml")


def test_a_plan_says_what_to_do_first_and_then_and_tells_outcomes_apart(typed: Typed) -> None:
    out = typed("plan", ANCIENTS, "--shooters", "bow,slingers,javelins", "--goal", "hits")
    assert "Goal: hits. Planned for: bow, slingers and javelins." in out
    assert "exactly;" in out
    assert "Always taking the best single command:" in out
    assert re.search(
        r"\nLight Bow \(F5\) fires at Warriors \(C5\) *\n  whatever happens +█+  Light Infantry \(E9\) fires", out
    )
    out = typed("plan", ANCIENTS, "--shooters", "bow,javelins,auxilia", "--budget", "5000")
    assert re.search(r"phalanx at most 1 block, to C10 or +█+ +30.6%  ", out)
    assert re.search(r"phalanx at most 2 blocks +█+ +69.4%  ", out)
    out = " ".join(typed("plan", ANCIENTS, "--budget", "100").split())
    assert re.search(r"anything else █+ \S+ not searched far enough", out)


def test_a_plan_says_that_nobody_may_fire_what_is_counted_and_few_of_many_results(typed: Typed, tmp_path: Path) -> None:
    battle = tmp_path / "alone.yaml"
    for units, names in (("[]", "nobody"), ("[{id: bow, side: bottom, type: light_bow_infantry, hex: F5}]", "bow")):
        battle.write_text(f"fireline: 1\nruleset: ancients\nturn: {{side: bottom}}\nunits: {units}\n")
        out = typed("plan", str(battle))
        assert out.startswith("Nobody may fire. Best expected: 0.0000, exactly;")
        assert f"Goal: net, enemies' losses minus one's own, in blocks. Planned for: {names}." in out
    jams = " ".join(typed("plan", str(EXAMPLES / "endless-horizons-alley.yaml"), "--budget", "40").split())
    assert re.search(r"weapon loaded 8\) or \d+ other results", jams)
    assert "weapon loaded 5) or" not in jams


def test_a_plan_is_drawn_as_a_tree_with_bars_as_long_as_its_chances(typed: Typed, tmp_path: Path) -> None:
    out = tmp_path / "plan.svg"
    typed("plan", ANCIENTS, "--shooters", "bow,javelins,auxilia", "--budget", "5000", "-o", str(out))
    svg = parsed(out.read_text())
    wide = [float(one.get("width", "")) for one in of_kind(svg, "bar")]
    assert wide == pytest.approx([64, 64 * 25 / 36, 64 * 11 / 36, 64], abs=0.01)
    assert "Light Bow (F5) fires at Warriors (C5)" in words(svg)
    assert_legible(svg)
    assert_apart(svg, "tree")
    typed("plan", ANCIENTS, "--reply", "--budget", "1", "-o", str(out), "--force")
    svg = parsed(out.read_text())
    assert len(of_kind(svg, "gain")) == len(typed.data("plan", ANCIENTS, "--reply", "--budget", "1")["exchanges"])
    assert_legible(svg)


@pytest.mark.whole("long")
def test_a_budget_that_does_not_suffice_gives_two_bounds(typed: Typed) -> None:
    out = typed("plan", ANCIENTS, "--budget", "3", "--goal", "kills")
    assert "Proven within" in out
    assert "3 battles looked at (the budget is used up); a larger budget proves more." in " ".join(out.split())
    assert "Not enough battles were looked at to choose a first shot" in out
    three = ("--shooters", "bow,horse,javelins", "--goal", "kills")
    few, all_ = (typed.data("plan", ANCIENTS, *three, "--budget", n) for n in ("5", "5000"))
    assert few["exact"] is False
    assert all_["exact"]
    least, most = (Fraction(few[bound]) for bound in ("least", "most"))
    assert least <= Fraction(all_["least"]) == Fraction(all_["most"]) <= most
    assert Fraction(all_["simple"]) <= Fraction(all_["least"])


def test_every_door_says_why_the_search_ended(typed: Typed) -> None:
    asked = json.dumps({"battle": load(ANCIENTS).data(), "budget": 3})
    *_, last = answer("/api/v1/plan", asked).text.splitlines()
    told = json.loads(last)["result"]["sentence"]
    assert told == typed.data("plan", ANCIENTS, "--budget", "3")["sentence"]
    assert told.endswith("3 battles looked at (the budget is used up); a larger budget proves more.")


def test_in_json_every_situation_has_its_order(typed: Typed) -> None:
    answer = typed.data("plan", ANCIENTS, "--shooters", "bow,horse", "--goal", "losses=2")
    assert answer["goal"] == {"losses": "2"}
    assert answer["first"] == answer["situations"][0]["shot"]
    for situation in answer["situations"]:
        chances = [Fraction(way["p"]) for way in situation["then"]]
        assert not chances or sum(chances) == 1
        assert all(0 < way["to"] < len(answer["situations"]) for way in situation["then"])
        assert situation["shot"] is None or situation["shot"]["shooter"] in situation["to_fire"]


def test_no_shot_no_plan_and_what_cannot_be_planned_is_told_in_a_line(typed: Typed, tmp_path: Path) -> None:
    assert "Nobody may fire." in typed("plan", ANCIENTS, "--shooters", "auxilia,slingers")
    burst = str(EXAMPLES / "endless-horizons-burst.yaml")
    assert "No shot is worth more than not shooting." in typed("plan", burst, "--goal", "kills")
    assert "goal: 'glory' is no goal of this battle" in typed.refused("plan", ANCIENTS, "--goal", "glory")
    assert "shooter: 'nobody' is no unit that may fire" in typed.refused("plan", ANCIENTS, "--shooters", "nobody")
    file = tmp_path / "owing.yaml"
    file.write_text(
        "fireline: 1\nruleset: ancients\nturn: {side: bottom}\nunits:\n"
        "  - {id: bow, side: bottom, type: light_bow_infantry, hex: F5, battled: true}\n"
        "  - {id: ax, side: top, type: auxilia, hex: C4}\n"
        "due: [{retreat: ax, flags: 1, origin: F5}]\n"
    )
    assert "top owes an answer first" in typed.refused("plan", str(file))


def test_what_the_simple_policy_gains_may_take_too_long(monkeypatch: pytest.MonkeyPatch, typed: Typed) -> None:
    monkeypatch.setattr("fireline.analysis.plan.BUDGET", 2)
    out = typed("plan", ANCIENTS, "--budget", "2")
    assert "Always taking the best single command: at least 0." in " ".join(out.split())
    answer = typed.data("plan", ANCIENTS, "--budget", "2")
    assert (answer["simple"], answer["exact"]) == (None, False)
    assert Fraction(answer["simple_least"]) < Fraction(answer["simple_most"])
    assert "Not every battle" in answer["simple_stands_on"]
    assert "Not every course was followed to its end (2 battles looked at)" in answer["left_out"][0]
    assert Fraction(answer["least"]) > 0, "as far as the simple policy was followed it is a plan"


def test_replies_that_were_not_searched_are_bounds_and_said(typed: Typed) -> None:
    replied = ("plan", str(EXAMPLES / "blightmeer-closest.yaml"), "--reply")
    out = typed(*replied)
    assert out.startswith("After the best reply this is worth most: ")
    assert "Left out" not in out
    assert "at most" not in out
    whole, few = typed.data(*replied), typed.data(*replied, "--budget", "1")
    assert (whole["exact"], whole["left_out"], few["exact"]) == (True, [], False)
    assert any("were not searched to the end" in sentence for sentence in few["left_out"])
    known = {json.dumps(one["shot"]): one for one in whole["exchanges"]}
    assert len(known) == len(few["exchanges"])
    for one in few["exchanges"]:
        exact = Fraction(known[json.dumps(one["shot"])]["value"])
        assert one["value"] == str(exact) or (one["value"] is None and Fraction(one["value_most"]) >= exact)
    out = " ".join(typed(*replied, "--budget", "1").split())
    assert "at most" in out
    assert "not searched" in out
    assert "Left out (more seconds or a larger budget give more): The replies to" in out


def test_to_fire_nothing_is_a_choice_and_what_a_plan_costs_ones_own_side_is_told(typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "elephant.yaml"
    own = "\n".join(
        f"  - {{id: m{hex_}, side: bottom, type: heavy_infantry, hex: {hex_}, blocks: 1}}"
        for hex_ in ("D4", "D6", "C5", "C6")
    )
    file.write_text(
        "fireline: 1\nruleset: ancients\nturn: {side: bottom}\nunits:\n"
        "  - {id: bow, side: bottom, type: light_bow_infantry, hex: G5}\n"
        f"  - {{id: ele, side: top, type: elephant, hex: D5}}\n{own}\n"
        "leaders: [{id: sc, side: bottom, hex: D4}, {id: sd, side: bottom, hex: D6}]\n"
    )
    net = typed.data("plan", str(file))
    assert (net["goal"], net["first"], net["own_losses"]) == ({"net": "1"}, None, {})
    assert net["least"] == net["simple"] == "0"
    assert net["exact"] is (not net["left_out"]) is True
    losses = typed.data("plan", str(file), "--goal", "losses")
    assert losses["own_losses"].keys() == {"blocks", "eliminated", "leader"}
    assert "Expected losses of one's own side: blocks 0." in typed("plan", str(file), "--goal", "losses")


def test_the_same_words_never_lead_to_different_commands(typed: Typed) -> None:
    told = typed.data("plan", str(EXAMPLES / "duel-of-ages-tommy-gun.yaml"), "--seconds", "2")
    for situation in told["situations"]:
        leading: dict[str, set[str]] = {}
        for way in situation["then"]:
            leading.setdefault(way["what"], set()).add(json.dumps(told["situations"][way["to"]]["command"]))
        assert all(len(commands) == 1 for commands in leading.values())
