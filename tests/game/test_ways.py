"""One list of ways: whatever ranks shots takes the same, none legal is better; many shots at once are as one by one."""

from collections.abc import Callable
from fractions import Fraction
from typing import get_args

import pytest

import crowds
from ancients_table import lay
from battles import battle as battle_named
from fireline.analysis.matchups import matchups
from fireline.analysis.policy import best
from fireline.analysis.threat import threat
from fireline.game.battle import Battle
from fireline.game.command import EndPhase, Shoot, Shot
from fireline.game.commandtext import verb_of
from fireline.game.legal import legal
from fireline.game.ways import best_way
from fireline.geometry.hexes import Hex
from fireline.questions.shots import TargetsRequest, targets
from fireline.rulesets.ancients import legality
from fireline.rulesets.ancients.shot import Line, Shooting
from fireline.rulesets.ancients.state import State
from fireline.ruling import Asks
from refusing import wrong_with
from smallbattles import GAMES as SMALL

PROTECT = "blightmeer@2026-01-blightmeer-protect.yaml"


def test_a_move_that_is_not_legal_tells_of_the_rules_and_not_of_one_place() -> None:
    by_id = {unit.id: unit for unit in legal(battle_named(PROTECT)).units}
    for unit in ("guard", "squire", "captain"):
        (move,) = (one for one in by_id[unit].commands if one.verb == "move")
        assert [str(one) for one in move.refusals] == [f"It is the turn of red; {unit} is of blue. BLM-1.2"]


def test_what_a_unit_cannot_do_now_is_told_with_the_rule_under_its_verb() -> None:
    bow = next(unit for unit in legal(battle_named("ancients-ancients-ranged-combat.yaml")).units if unit.id == "bow")
    (rampage,) = (one for one in bow.commands if one.verb == "rampage")
    assert (rampage.text, rampage.legal) == ("bow rampage", False)
    assert [one.rule for one in rampage.refusals] == ["CCA-7.1"]


def test_a_window_counts_wherever_shots_are_ranked() -> None:
    battle = battle_named(PROTECT)
    assert [one.shot.details.get("peer") for one in battle.targets("marksman")] == [*["north window"] * 3, None]
    (pair,) = [one for one in matchups(battle).pairs if (one.shooter, one.target) == ("marksman", "captain")]
    cell = threat(battle, "captain", ["marksman"]).cell(battle.places.at(battle.state, "captain"))
    assert pair.chance == cell.chance == Fraction(8, 21)


def test_a_shot_as_declared_names_a_better_way() -> None:
    battle = battle_named(PROTECT)
    plain = battle.preview(Shot("marksman", "captain")).data()["odds"]
    assert plain["headline"]["p"] == "32/99"
    assert plain["better"] == {"with": {"peer": "north window"}, "p": "8/21"}
    assert "better" not in battle.preview(Shot("marksman", "captain", peer="north window")).data()["odds"]


def test_of_shots_with_the_same_headline_the_best_net_ledger_is_best_everywhere() -> None:
    enemies = "alone top auxilia C4", "led top auxilia C5"
    battle = lay("bow bottom light_bow_infantry E5", *enemies, leaders=["hero top C5"])
    alone, led = (battle.preview(Shot("bow", target)) for target in ("alone", "led"))
    assert alone.headline == led.headline
    assert alone.attack.net < led.attack.net, "a leader may fall, too"
    told = targets(TargetsRequest.model_validate({"battle": battle.data(), "shooter": "bow"}))
    assert told.data()["best"] == "led"
    assert told.sentence.startswith("Light Bow (E5) shoots best at Auxilia (C5): ")
    found = matchups(battle)
    assert "bottom has its best shot with Light Bow (E5) at Auxilia (C5), 30.6%" in found.sentence
    assert [bar.text for bar in found.bars() if bar.name == "Light Bow (E5)"] == ["30.6% at Auxilia (C5)"]
    assert best(battle, battle.legal(), ()) == Shoot(Shot("bow", "led"))


def test_somebody_who_is_not_there_has_no_way() -> None:
    assert "'nobody' is no unit of this battle" in wrong_with(best_way, battle_named(PROTECT), "nobody", "captain")


@pytest.mark.parametrize("id_", ["ancients", "blightmeer@2026-01", "duel-of-ages", "endless-horizons"])
def test_what_rules_read_has_the_names_of_the_battle_file(id_: str) -> None:
    battle = battle_named(f"{id_}-starter")
    assert [name for name in battle.ruleset.entry.model_fields if not hasattr(battle.state, name)] == []
    for listed in ("units", "leaders", "heroes"):
        if field := battle.ruleset.entry.model_fields.get(listed):
            (kind,) = get_args(field.annotation)
            things = getattr(battle.state, listed)
            assert [name for one in things for name in kind.model_fields if not hasattr(one, name)] == []


CROWDS = [(crowds.ancients, 40), (crowds.endless_horizons, 12), (crowds.duel, 16), (crowds.blightmeer, 12)]


@pytest.mark.parametrize(("crowd", "size"), CROWDS)
def test_in_a_crowd_it_is_what_is_said_one_by_one_before_a_shot_and_after(
    crowd: Callable[[int], Battle], size: int
) -> None:
    battle = crowd(size)
    for _ in range(3):
        survey = battle.survey()
        assert list(survey.legal) == [one.shot for one in survey if not one.refusals]
        assert {command.shot for command in battle.legal() if isinstance(command, Shoot)} == set(survey.legal)
        battle = battle.shoot(survey.legal[len(survey.legal) // 2], seed=5).battle


def test_whose_fault_it_is_is_asked_once_and_only_what_is_in_reach_is_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, looked = list[str](), list[tuple[Hex, Hex]]()
    bar = legality.refusals.bar

    def watched(scene: Shooting, *asks: Asks) -> bool:
        asked.extend(scene.shooter.id for one in asks if one is Asks.SHOOTER)
        return bar(scene, *asks)

    def looking(state: State, start: Hex, end: Hex) -> Line:
        looked.append((start, end))
        return Line(state, start, end)

    monkeypatch.setattr(legality.refusals, "bar", watched)
    monkeypatch.setattr("fireline.rulesets.ancients.shot.Line", looking)
    battle = crowds.ancients(200)
    battle.survey().legal  # noqa: B018 (it asks)
    assert 0 < len(asked) == len(set(asked)) <= len(battle.ruleset.shooters(battle.state))
    assert 0 < len(looked) < 200


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize("game", SMALL)
def test_a_unit_without_a_shot_is_told_the_shot_that_the_fewest_rules_forbid(game: str, number: int) -> None:
    start = SMALL[game](number)
    for battle in (start, start.play(start.legal()[0], seed=1).battle, start.play(EndPhase()).battle):
        for told in legal(battle).units:
            line = next((one for one in told.commands if one.verb == verb_of(Shoot) and not one.legal), None)
            if line is not None:
                state, rules = battle.state, battle.ruleset
                every = [best_way(battle, told.id, other) for other in rules.targets(state, told.id)]
                fewest = min(every, key=lambda one: len(one.refusals))
                assert line.text == battle.text(Shoot(fewest.shot))
                assert line.refusals == (fewest.refusals or battle.refusals(EndPhase()))
