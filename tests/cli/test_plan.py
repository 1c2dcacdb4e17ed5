"""`fireline plan`: the plan in words and in JSON, exact or between two bounds."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from fireline.cli import run

EXAMPLES = Path(__file__).parents[2] / "examples"
ANCIENTS = str(EXAMPLES / "ancients-ranged-combat.yaml")


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(["plan", *words]) == 0
    return capsys.readouterr().out


def answered(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(asked(capsys, *words, "--json"))
    return answer


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(["plan", *words]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    return told


def test_a_plan_says_what_to_do_first_and_then_and_tells_outcomes_apart(capsys: pytest.CaptureFixture[str]) -> None:
    out = asked(capsys, ANCIENTS, "--shooters", "bow,slingers,javelins", "--goal", "hits")
    assert "Goal: hits. May fire: bow, slingers and javelins." in out
    assert "exactly;" in out
    assert "Always taking the shot with the best expected worth:" in out
    assert "Light Bow (F5) fires at Warriors (C5)\n└── whatever happens: Light Infantry (E9) fires at" in out
    out = asked(capsys, ANCIENTS, "--budget", "50", "--goal", "kills=3,losses", "--depth", "1")
    assert "├── 66.7 %  nothing or phalanx to C10: Light Cavalry (E8) fires at Heavy Infantry (C8)" in out
    assert "├── 22.2 %  phalanx 1 block: Light Bow (F5) fires at Warriors (C5)" in out
    assert "not searched far enough" in out


@pytest.mark.whole("long")
def test_a_budget_that_does_not_suffice_gives_two_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    out = asked(capsys, ANCIENTS, "--budget", "3", "--goal", "kills")
    assert "Proven within" in out
    assert "3 battles looked at (the budget is used up), more with --budget or --seconds." in " ".join(out.split())
    assert "Not enough battles were looked at to choose a first shot" in out
    three = ("--shooters", "bow,horse,javelins", "--goal", "hits")
    few, all_ = (answered(capsys, ANCIENTS, *three, "--budget", n) for n in ("5", "5000"))
    assert few["exact"] is False
    assert all_["exact"]
    least, most = (Fraction(few[bound]) for bound in ("least", "most"))
    assert least <= Fraction(all_["least"]) == Fraction(all_["most"]) <= most
    assert Fraction(all_["simple"]) <= Fraction(all_["least"])


def test_in_json_every_situation_has_its_order(capsys: pytest.CaptureFixture[str]) -> None:
    answer = answered(capsys, ANCIENTS, "--shooters", "bow,horse", "--goal", "losses=2")
    assert answer["goal"] == {"losses": "2"}
    assert answer["first"] == answer["situations"][0]["shot"]
    for situation in answer["situations"]:
        chances = [Fraction(way["p"]) for way in situation["then"]]
        assert not chances or sum(chances) == 1
        assert all(0 < way["to"] < len(answer["situations"]) for way in situation["then"])
        assert situation["shot"] is None or situation["shot"]["shooter"] in situation["to_fire"]


def test_no_shot_no_plan_and_what_cannot_be_planned_is_told_in_a_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert "Nobody may fire." in asked(capsys, ANCIENTS, "--shooters", "auxilia,slingers")
    burst = str(EXAMPLES / "endless-horizons-burst.yaml")
    assert "No shot is worth more than not shooting." in asked(capsys, burst, "--goal", "kills")
    assert "goal: 'glory' is no goal of this battle" in refused(capsys, ANCIENTS, "--goal", "glory")
    assert "shooter: 'nobody' is no unit that may fire" in refused(capsys, ANCIENTS, "--shooters", "nobody")
    file = tmp_path / "owing.yaml"
    file.write_text(
        "fireline: 1\nruleset: ancients\nturn: {side: bottom}\nunits:\n"
        "  - {id: bow, side: bottom, type: light_bow_infantry, hex: F5, battled: true}\n"
        "  - {id: ax, side: top, type: auxilia, hex: C4}\n"
        "due: [{retreat: ax, flags: 1, origin: F5}]\n"
    )
    assert "somebody owes an answer first" in refused(capsys, str(file))


def test_what_the_simple_policy_gains_may_take_too_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("fireline.analysis.plan.BUDGET", 2)
    out = asked(capsys, ANCIENTS, "--budget", "2")
    assert "takes more battles or time than --budget or --seconds allow" in " ".join(out.split())
    assert answered(capsys, ANCIENTS, "--budget", "2")["simple"] is None
