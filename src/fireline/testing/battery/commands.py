"""What commands promise: each is read back from its text, and a move by hand is a step like any other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireline.chance import FixedDice
from fireline.game.battle import Battle
from fireline.game.command import Command, Place, Shoot, read_command
from fireline.game.commandtext import said, verb_of
from fireline.game.errors import BattleFileError, IllegalCommand
from fireline.game.legal import LegalAnswer, against, legal
from fireline.game.log import GameLog, header, replay
from fireline.game.places import Mark
from fireline.testing import battles
from fireline.testing.battles import examples


def check_texts(battle: Battle) -> None:
    """Every command that may be said now comes back from its text and from its data."""
    for command in battle.legal():
        assert battle.command(battle.text(command)) == command, battle.text(command)
    if battle.owing is not None:
        check_listed(battle, legal(battle))


def check_listed(battle: Battle, told: LegalAnswer) -> None:
    """What is listed of a verb holds for every legal command."""
    listed = {
        (unit.id, line.verb, one.name): one for unit in told.units for line in unit.commands for one in line.parameters
    }
    for command in battle.legal():
        for name_, value in _says(command):
            line = listed.get((command.actor or "", verb_of(type(command)), name_))
            if line is not None and line.kind == "number":
                assert line.least <= value <= (value if line.most is None else line.most), battle.text(command)
            elif line is not None and line.values is not None and not isinstance(value, bool):
                words = value if isinstance(value, tuple) else [value]
                assert set(filter(None, words)) <= set(line.values), battle.text(command)


def _says(command: Command) -> Iterator[tuple[str, Any]]:
    """What a command says beside who acts, by name."""
    if isinstance(command, Shoot):
        yield "target", command.shot.target
        yield from command.shot.details.items()
    else:
        yield from ((one.name, getattr(command, one.field)) for one in said(type(command))[1:])


def test_every_command_that_may_be_said_is_read_back_from_its_text(name: str) -> None:
    for entry in battles.play_out(battles.battle(name), 3, 4).entries:
        check_texts(entry.after)


@examples(10)
@given(data=st.data())
def test_so_it_is_in_battles_that_nobody_wrote(id_: str, data: st.DataObject) -> None:
    check_texts(Battle.read(data.draw(battles.random_battles(id_)), battles.files(id_)))


def test_every_verb_stands_once_for_a_unit_and_says_what_its_text_would_do(name: str) -> None:
    battle = battles.battle(name)
    found = legal(battle)
    lines = [*found.turn, *(line for unit in found.units for line in unit.commands)]
    for unit in found.units:
        verbs = [line.verb for line in unit.commands]
        assert len(set(verbs)) == len(verbs), f"a verb stands once for {unit.id}"
    for line in lines:
        assert against(battle, battle.command(line.text)) == line.refusals, line.text
        for one in line.parameters:
            if one.kind == "number" and one.least is not None and one.most is not None:
                assert one.default is None or one.least <= one.default <= one.most, one
    assert any(line.legal for line in lines) or not battle.legal()
    check_listed(battle, found)


# --- moves by hand ------------------------------------------------------------------


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
