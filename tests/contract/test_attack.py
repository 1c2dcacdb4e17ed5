"""One number for one question: what `odds` says is what play comes to, and every command quotes it."""

from importlib import import_module

import pytest

import battles
from battles import every_battle, legal_shots
from fireline.analysis.compare import compare
from fireline.analysis.shots import count_shots
from fireline.analysis.vary import Variant
from fireline.analysis.worth import worth
from fireline.game.attack import Attack
from fireline.game.command import Shoot, Shot
from fireline.game.preview import ShotPreview
from fireline.game.standing import Answers
from fireline.questions.answering import overview
from fireline.questions.shots import ShootRequest, odds
from fireline.ruling.told import written


@pytest.mark.whole("long")
@every_battle
@pytest.mark.parametrize("how", Answers)
def test_every_command_quotes_one_headline(name: str, how: Answers, monkeypatch: pytest.MonkeyPatch) -> None:
    for part in ("_lines", "_options", "remedies", "stats"):  # other shots, one for each line, option, step and stat
        monkeypatch.setattr(import_module("fireline.analysis.worth"), part, lambda *_: ())
    battle = battles.battle(name).with_answers(how)
    for shot in legal_shots(battle)[:1]:
        said = battle.odds(shot)
        chance, told = said.headline.chance, said.data()
        asked = ShootRequest(battle=battle.data(), shot=shot.data(), answers=how.value)
        asked_of = battle.preview(shot).data()["odds"]
        assert told.items() <= asked_of.items()
        assert asked_of == odds(asked).data()["odds"]
        listed = next(one for one in battle.targets(shot.shooter) if one.target == shot.target)
        assert listed.odds == battle.odds(listed.shot)
        variant = Variant.of(battle, shot, battles.FILES)
        assert variant.preview.odds == said
        found = worth(variant).prospect.odds
        assert found is not None
        assert found.headline.chance == chance
        columns = compare(variant, variant, labels=("a", "b")).columns
        assert [column.odds.headline.chance for column in columns if column.odds] == [chance] * 2
        assert count_shots(battle, shot, shots=10, seed=1).odds == said
        if Shoot(shot) in battle.legal():
            menu = {line.command: written(line.odds) for line in overview.menu(battle)}
            assert told["headline"].items() <= menu[Shoot(shot)].items()


def test_whoever_has_one_answer_alone_chooses_nothing() -> None:
    battle = battles.example("ancients-leaders")
    alone, choosing = battle.odds(Shot("bow", "scouts")), battle.odds(Shot("bow", "legion"))
    assert (alone.answers, alone.has_answers, alone.bounds) == ("Nobody has an answer to choose.", False, {})
    assert alone.range is None
    assert choosing.answers.startswith("top answers in the customary way: ")
    assert choosing.has_answers
    assert choosing.bounds["hits"] == {n: (p, p) for n, p in choosing.marginals["hits"].items()}, "the dice come first"


def test_the_bounds_are_the_best_and_the_worst_answer() -> None:
    battle, shot = battles.example("blightmeer-protect"), Shot("bowman", "captain")
    unhurt = [battle.with_answers(how).odds(shot).marginals["wounds_lost"].get(0, 0) for how in Answers]
    assert battle.odds(shot).bounds["wounds_lost"][0] == (min(unhurt), max(unhurt))
    assert min(unhurt) < max(unhurt)
    assert battle.preview(shot).depends_on_answers
    chances = [battle.with_answers(how).odds(shot).headline.chance for how in Answers]
    assert battle.odds(shot).range == (min(chances), max(chances))


def test_odds_tell_what_is_to_be_expected_and_the_chance_of_that_many_or_more() -> None:
    odds = battles.example("ancients-ranged-combat").odds(Shot("bow", "warriors"))
    told = odds.data()
    assert told["expected"] == {"of": "blocks_lost", "mean": "1/3"}
    assert told["at_least"]["blocks_lost"] == {"0": "1", "1": "11/36", "2": "1/36"}
    assert "eliminated" not in told["at_least"]
    assert told["losses"][0]["any"] == "11/36"


@pytest.mark.parametrize(
    ("how", "said"), [("customary", "answer in the customary way: "), ("best", "give the answers")]
)
def test_the_sentence_on_answers_agrees_with_those_who_give_them(
    how: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = battles.battle("blightmeer@2026-01-blightmeer-protect.yaml").with_answers(how)
    shot = Shot("bowman", "captain")
    one = Attack(ShotPreview(battle, shot)).answers
    assert one.startswith(f"blue {said.replace(' ', 's ', 1)}")
    monkeypatch.setattr(Attack, "_owners", frozenset({"blue", "red"}))
    assert Attack(ShotPreview(battle, shot)).answers == one.replace(
        f"blue {said.replace(' ', 's ', 1)}", f"blue and red {said}"
    )
