"""What moves by hand promise: they are steps like any other, and refused where a battle file could not say them."""

from __future__ import annotations

import json

import pytest

from fireline.chance import FixedDice
from fireline.game.battle import Battle, IllegalCommand
from fireline.game.command import Place, read_command
from fireline.game.errors import BattleFileError
from fireline.game.log import GameLog, header, replay
from fireline.game.places import Mark
from fireline.testing import battles


def standing(battle: Battle) -> list[str]:
    """Everybody whose place is known."""
    rules, found = battle.ruleset, []
    for id_ in dict.fromkeys((*rules.shooters(battle.state), *rules.targets(battle.state, ""))):
        try:
            battle.places.at(battle.state, id_)
        except BattleFileError:
            continue
        found.append(id_)
    return found


def other(mark: Mark) -> bool | float | str:
    """Another value that a mark may have."""
    if mark.allowed:
        return next(word for word in mark.allowed if word != mark.value)
    return not mark.value if isinstance(mark.value, bool) else type(mark.value)(1 if not mark.value else 0)


def test_a_move_by_hand_is_a_step_like_any_other(name: str) -> None:
    battle = battles.battle(name)
    if battle.owing is not None:
        pytest.skip("somebody owes an answer")
    for unit in standing(battle)[:3]:
        places = battle.places
        for place in places.steps(battle.state, unit):
            marks = tuple((mark.name, other(mark)) for mark in places.marks(battle.state, unit))
            command = Place(unit, place, marks)
            try:
                battle.refusals(command)
            except BattleFileError:
                continue
            log, turned = GameLog(battle).play(command, FixedDice())
            assert turned.battle.places.at(turned.battle.state, unit) == place
            set_now = {mark.name: mark.value for mark in turned.battle.places.marks(turned.battle.state, unit)}
            assert dict(marks).items() <= set_now.items()
            assert Battle.read(turned.battle.data(), battles.files(battle.ruleset.id)) == turned.battle
            lines = json.loads(json.dumps([header(log), log.entries[0].data()]))
            assert replay(lines, battles.files(battle.ruleset.id)).battle == turned.battle
            assert read_command(lines[1]["command"], ()) == command
            assert log.undo().battle == battle
            assert turned.story[0].rule in battle.ruleset.rulebook
            break


def test_what_a_battle_file_could_not_say_is_refused(name: str) -> None:
    battle = battles.battle(name)
    for unit in standing(battle)[:1]:
        for wrong in (
            Place("nobody"),
            Place(unit, "nowhere"),
            Place(unit, "", (("nothing", 1),)),
            *(Place(unit, "", ((m.name, "fish"),)) for m in battle.places.marks(battle.state, unit)),
        ):
            with pytest.raises((BattleFileError, IllegalCommand)):
                battle.play(wrong, FixedDice())
