"""What a survey promises: of many shots at once it says of each what is said of it alone, after every step of play."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireline.game.battle import Battle
from fireline.game.command import Shoot
from fireline.game.errors import BattleFileError
from fireline.game.shot import Shot
from fireline.ruling import RuleLine, without_lines
from fireline.testing import battles
from fireline.testing.battles import examples, play_out


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
