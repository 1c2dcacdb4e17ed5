"""What a battle promises: it is a value, travels, and comes back from its file."""

from __future__ import annotations

import copy
import pickle
import shutil
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fireline
from fireline.formats.parsing import parse
from fireline.game import answers
from fireline.game.battle import Battle, IllegalShot
from fireline.game.entries import shown, suggestion
from fireline.game.errors import BattleFileError
from fireline.game.files import NO_FILES
from fireline.game.log import replay
from fireline.game.registry import ruleset
from fireline.ruling import total
from fireline.testing import battles
from fireline.testing.battery.logs import rows
from fireline.testing.battery.rulings import check_answer, check_commands
from fireline.testing.battles import examples, pairs, play_out

VALUES: tuple[Any, ...] = (True, 1, None, {})


def test_a_battle_is_a_value(name: str) -> None:
    battle = battles.battle(name)
    for copied in (copy.copy(battle), copy.deepcopy(battle), pickle.loads(pickle.dumps(battle))):  # noqa: S301
        assert copied == battle
        assert hash(copied) == hash(battle)
        assert copied.ruleset is battle.ruleset
    state = battle.state
    for copied in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):  # noqa: S301
        assert copied == state
        assert hash(copied) == hash(state)


def test_an_illegal_shot_travels_with_its_ruling(name: str) -> None:
    battle = battles.battle(name)
    illegal = next((shot for shot in pairs(battle) if not battle.check(shot).legal), None)
    if illegal is None:
        return
    with pytest.raises(IllegalShot) as refused:
        battle.shoot(illegal)
    again = pickle.loads(pickle.dumps(refused.value))  # noqa: S301 - our own bytes
    assert again.ruling == battle.check(illegal)
    assert str(again) == str(refused.value)


def test_a_battle_comes_back_from_its_file(name: str, tmp_path: Path) -> None:
    log = play_out(battles.battle(name), seed=19)
    for battle in (log.start, *(entry.after for entry in log.entries)):
        assert battle.ruleset.read(battle.ruleset.write(battle.state), battles.files(battle.ruleset.id)) == battle.state
    if folder := battles.folder(log.start.ruleset.id):
        shutil.copytree(folder, tmp_path, dirs_exist_ok=True)  # a battle stays with the files it names
    for file in (tmp_path / "battle.yaml", tmp_path / "battle.json"):
        for battle in (log.start, log.battle):
            fireline.save(battle, file)
            assert fireline.load(file) == battle
            assert parse(file.read_text(encoding="utf-8")) == battle.data()


def test_the_options_of_the_rulebook_are_those_of_the_battle_file(id_: str) -> None:
    plain = {key: value for key, value in battles.starter(id_).items() if key != "options"}
    names = [option.name for option in ruleset(id_).rulebook.options]
    if not names:
        assert not is_read(plain | {"options": {"qqqq": True}}), "there is no option, but one is read"
        return
    with pytest.raises(BattleFileError) as refused:
        Battle.read(plain | {"options": {"qqqq": True}})
    assert str(refused.value) == f"options: unknown key 'qqqq'; {suggestion('qqqq', names)}"
    for name in names:
        assert any(is_read(plain | {"options": {name: value}}) for value in VALUES), name
        with pytest.raises(BattleFileError) as refused:
            Battle.read(plain | {"options": {f"{name}s": True}})
        assert str(refused.value) == f"options: unknown key {shown(name + 's')}; did you mean {name!r}?"


def is_read(data: object) -> bool:
    try:
        Battle.read(data)
    except BattleFileError:
        return False
    return True


@pytest.mark.whole("long")
@examples(60)
@given(data=st.data())
def test_random_battles_keep_the_contract(id_: str, data: st.DataObject) -> None:
    battle = Battle.read(data.draw(battles.random_battles(id_)))
    assert battle.ruleset.read(battle.ruleset.write(battle.state), battles.files(id_)) == battle.state
    check_commands(battle)
    for shot in islice(pairs(battle), 8):
        ruling = battle.check(shot)
        if ruling.modifiers:
            assert total(ruling.modifiers) == ruling.summary[ruling.sum_name]
        check_answer(answers.odds(battle, shot))
    log = play_out(battle, seed=data.draw(st.integers(0, 99)), steps=6)
    again = replay(rows(log), battles.files(id_))
    assert [entry.after for entry in again.entries] == [entry.after for entry in log.entries]
    assert log.battle.ruleset.read(log.battle.ruleset.write(log.battle.state), NO_FILES) == log.battle.state
    check_commands(log.battle)
