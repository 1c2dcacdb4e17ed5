"""What a ruling promises, of one shot or of many at once: legal when nothing is against it, every rule cited."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireline.chance import FixedDice, SeededDice
from fireline.chance.thrown import RecordingDice
from fireline.game import answers
from fireline.game.answers import CheckAnswer
from fireline.game.battle import Battle
from fireline.game.command import Shoot, Shot
from fireline.game.entries import plain
from fireline.game.errors import BattleFileError, IllegalCommand
from fireline.game.numbers import house_of
from fireline.ruling import RuleLine, total, without_lines
from fireline.testing import battles
from fireline.testing.battles import examples, legal_shots, pairs, play_out

RULE_ID = re.compile(r"\b[A-Z]{3}-[0-9]+(?:\.[0-9]+)*\b")


CHECKED = {"ruleset", "shot", "legal", "refusals", "line_of_sight", "cover", "modifiers", "summary", "steps"}


CARD_ADDS = {"title", "sum_name"}


SHOT_ADDS = {"events", "story", "seed", "battle"}


NUMBERS = 8
"""So many numbers of a game are changed."""


def no_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    def thrown(*_: object) -> None:
        raise AssertionError("dice were thrown")

    for kind in (SeededDice, FixedDice):
        monkeypatch.setattr(kind, "land", thrown)
    monkeypatch.setattr(RecordingDice, "roll", thrown)


def test_a_shot_is_legal_when_nothing_is_against_it(name: str) -> None:
    battle = battles.battle(name)
    for shot in pairs(battle):
        ruling = battle.check(shot)
        assert ruling.legal is (not ruling.refusals)
        assert ruling.refusals == battle.refusals(Shoot(shot))


def check_commands(battle: Battle) -> None:
    commands = battle.legal()
    assert len(set(commands)) == len(commands)
    for command in commands:
        assert battle.refusals(command) == ()
        assert battle.ruleset.label(battle.state, command)
    shots = [command.shot for command in commands if isinstance(command, Shoot)]
    legal = {(shot.shooter, shot.target) for shot in legal_shots(battle)}
    assert {(shot.shooter, shot.target) for shot in shots} >= legal
    assert {(shot.shooter, shot.target) for shot in shots if not shot.details} <= legal
    if battle.owing:
        assert commands, "who owes an answer has one"


def test_the_commands_are_exactly_the_legal_ones(name: str) -> None:
    battle = battles.battle(name)
    check_commands(battle)
    for command in battle.legal()[:20]:
        assert battle.play(command, SeededDice(1)).events


def test_they_are_at_every_step_of_a_phase(name: str) -> None:
    log = play_out(battles.battle(name), seed=3)
    for entry in log.entries:
        check_commands(entry.after)


def test_an_illegal_shot_is_refused_with_every_reason(name: str) -> None:
    battle = battles.battle(name)
    for shot in pairs(battle):
        ruling = battle.check(shot)
        if not ruling.legal:
            with pytest.raises(IllegalCommand) as refused:
                battle.play(Shoot(shot), SeededDice(1))
            assert refused.value.refusals == ruling.refusals


def test_the_modifiers_that_apply_add_up_to_the_number_in_the_summary(name: str) -> None:
    battle = battles.battle(name)
    for shot in pairs(battle):
        ruling = battle.check(shot)
        if ruling.modifiers:
            assert total(ruling.modifiers) == ruling.summary[ruling.sum_name]


def test_every_rule_that_is_cited_stands_in_the_rulebook(name: str) -> None:
    battle = battles.battle(name)
    book = battle.ruleset.rulebook
    lines: list[str] = []
    for ruling in map(battle.check, pairs(battle)):
        assert {one.rule for lines in (ruling.refusals, ruling.modifiers, ruling.steps) for one in lines} <= set(book)
        lines += ruling.lines()
    story = [str(step) for step in play_out(battle, seed=5).story()]
    assert {id_ for line in (*lines, *story) for id_ in RULE_ID.findall(line)} <= set(book)
    assert all(map(RULE_ID.search, story))


def test_a_ruling_throws_no_dice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    no_dice(monkeypatch)
    battle = battles.battle(name)
    for shot in pairs(battle):
        assert CheckAnswer(battle.preview(shot)).data()


def test_answers_are_json_with_the_keys_of_the_contract(name: str) -> None:
    battle = battles.battle(name)
    for shot in islice(pairs(battle), 30):
        for answer, more in (
            (CheckAnswer(battle.preview(shot)).data(), set()),
            (battle.preview(shot).data(), {"odds"}),
            (answers.shoot(battle, shot, 1).data(), {"odds"} | SHOT_ADDS),
        ):
            assert json.loads(json.dumps(answer, allow_nan=False)) == as_json(answer)
            assert answer.keys() - {"allowed", "caveat"} == CHECKED | CARD_ADDS | more
            check_answer(answer)


def check_answer(given: dict[str, Any]) -> None:
    assert given["legal"] is (given["refusals"] == [])
    assert all(refusal.keys() == {"rule", "message"} for refusal in given["refusals"])
    assert all(step.keys() == {"rule", "text"} for step in given["steps"])
    assert all(m.keys() - {"because"} == {"rule", "name", "value", "applies"} for m in given["modifiers"])
    assert given["line_of_sight"] is None or {"clear", "blockers"} <= given["line_of_sight"].keys()
    if "odds" in given:
        assert (given["odds"] is None) is not given["legal"]
    for p in chances(given.get("odds")):
        assert str(Fraction(p)) == p
    if given.get("odds"):
        assert given["odds"]["marginals"].keys() == given["odds"]["outcomes"][0].keys() - {"p"}


def chances(exact: dict[str, Any] | None) -> list[str]:
    if exact is None:
        return []
    return [one["p"] for one in exact["outcomes"]] + [p for one in exact["marginals"].values() for p in one.values()]


def as_json(value: Any) -> Any:
    """The value as JSON gives it back: lists for tuples."""
    if isinstance(value, dict):
        return {key: as_json(one) for key, one in value.items()}
    return [as_json(one) for one in value] if isinstance(value, list | tuple) else value


def test_the_same_seed_gives_the_same_answer(name: str) -> None:
    battle = battles.battle(name)
    for shot in legal_shots(battle)[:3]:
        assert answers.shoot(battle, shot, 23).data() == answers.shoot(battle, shot, 23).data()


# --- many shots at once -------------------------------------------------------------


def check_survey(battle: Battle) -> None:
    rules, state = battle.ruleset, battle.state
    shots = [
        shot
        for shooter in rules.shooters(state)
        for target in rules.targets(state, shooter)
        for shot in rules.shots(state, shooter, target)
    ]
    legal = [shot for shot in shots if may_be_made(battle, shot)]
    survey = battle.survey()
    assert list(survey.legal) == legal
    assert [one.shot for one in survey] == shots
    assert survey.pairs == {(shot.shooter, shot.target) for shot in legal}
    said = [command.shot for command in battle.legal() if isinstance(command, Shoot)]
    assert sorted(said, key=repr) == sorted(legal, key=repr)
    for shooter in rules.shooters(state)[:3]:
        assert list(battle.survey([shooter]).legal) == [shot for shot in legal if shot.shooter == shooter]
        for target in rules.targets(state, shooter)[:3]:
            one = [shot for shot in legal if (shot.shooter, shot.target) == (shooter, target)]
            assert list(battle.survey([shooter], [target]).legal) == one


def may_be_made(battle: Battle, shot: Shot) -> bool:
    try:
        return not battle.refusals(Shoot(shot))
    except BattleFileError:  # it cannot even be declared
        return False


def test_a_survey_says_what_is_said_of_each_shot_alone(name: str) -> None:
    for entry in play_out(battles.battle(name), seed=7).entries:
        check_survey(entry.after)


@examples(10)
@given(data=st.data())
def test_it_does_in_battles_that_nobody_wrote(id_: str, data: st.DataObject) -> None:
    check_survey(Battle.read(data.draw(battles.random_battles(id_))))


def test_it_does_where_a_rule_is_set_aside(name: str) -> None:
    battle = battles.battle(name)
    cited = {refusal.rule for one in battle.survey() for refusal in one.refusals}
    for rule in sorted(cited)[:4]:
        with without_lines(RuleLine(rule)):
            check_survey(battle)


def test_a_survey_of_somebody_who_is_not_there_says_so(name: str) -> None:
    with pytest.raises(BattleFileError, match="shooters"):
        battles.battle(name).survey(["nobody at all"])
    with pytest.raises(BattleFileError, match="targets"):
        battles.battle(name).survey(targets=["nobody at all"])


# --- the numbers of its rules -------------------------------------------------------


def test_a_battle_is_played_with_the_numbers_that_it_says(name: str) -> None:
    battle = battles.battle(name)
    rules, files = battle.ruleset, battles.files(battle.ruleset.id)
    if rules.numbers is None:
        pytest.skip(f"{rules.id} lists no numbers")
    assert rules.versions is not None, "a game with numbers has `under`, and an edition with `house`"
    read = 0
    for number in list(rules.numbers.values())[:NUMBERS]:
        changed = {number.address: plain(number.least if number.value == number.most else number.most)}
        try:
            said = Battle.read(battle.data() | {"house": changed}, files)
        except BattleFileError:  # a reach, say, that this battle has outgrown
            continue
        read += 1
        house = house_of(said)
        assert house is not None
        assert house.data() == said.data()["house"] == changed, "what a battle says of `house` is in its edition"
        assert Battle.read(said.data(), files) == said
    assert read, "a battle may say another number"
    with pytest.raises(BattleFileError, match="house"):
        Battle.read(battle.data() | {"house": {"no number": 1}}, files)
