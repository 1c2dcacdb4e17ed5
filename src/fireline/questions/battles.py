"""A battle read, written and gone on with: who is in it, what may be said now, and what one command comes to."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from fireline.chance import SeededDice
from fireline.chance.thrown import RecordingDice
from fireline.formats.battlefile import dump
from fireline.formats.parsing import parse
from fireline.game import answers
from fireline.game.battle import Battle, fresh_seed
from fireline.game.command import Shoot
from fireline.game.entries import FileEntry
from fireline.game.errors import BattleFileError, Code, IllegalShot
from fireline.game.laying import laid
from fireline.game.legal import legal as may_be_said
from fireline.game.log import outcome_of
from fireline.game.naming import unit_meant
from fireline.questions import TEXT, question
from fireline.questions.answering.overview import menu, overview
from fireline.questions.answering.saying import happened
from fireline.questions.answering.seen import battle_of, either, seen
from fireline.questions.answering.sides import concerned
from fireline.questions.forms.bounds import TEXT as TEXTS
from fireline.questions.forms.requests import Answering, BattleData, CommandData, Faces, Seed, Team, Unit

Data = dict[str, Any]


class Reading(FileEntry):
    """A battle to be read: as data, or as the text of a file."""

    battle: BattleData = None
    text: Annotated[str | None, Field(description="A battle file, YAML or JSON.")] = None
    name: Annotated[str | None, Field(max_length=200, description="The file's name, for errors.")] = None
    team: Team = None
    answers: Answering = None


class Writing(FileEntry):
    """A battle to be written as a file."""

    battle: BattleData


class Playing(FileEntry):
    """One command to be carried out."""

    battle: BattleData
    command: Annotated[
        CommandData | str, Field(description="The text of a command, or its data: `bow move E5`, `end`.")
    ]
    seed: Seed | None = None
    dice: Faces | None = None
    team: Team = None
    answers: Answering = None


class MaySay(FileEntry):
    """What may be said now, by everybody or by one unit?"""

    battle: BattleData
    unit: Annotated[Unit | None, Field(description="What this unit may do, nobody else.")] = None
    team: Team = None
    answers: Answering = None


@question(result="ReadAnswer", example={}, tool="read_battle", bound=TEXTS)
def read(asked: Reading) -> Data:
    """A battle, checked and in normal form: who is in it, whose turn it is, and every command that may be given now."""
    text, name = asked.text, asked.name or ""
    if (text is None) == (asked.battle is None):
        raise BattleFileError(Code.CONFLICT, "give either battle, the data, or text, the file", "request")
    if text is None:
        return overview(seen(asked))
    try:
        data = parse(text, json_only=name.endswith(".json"))
        if data is None:
            Battle.read(data)  # says what a battle file is
        return overview(seen(asked.model_copy(update={"battle": data})))
    except BattleFileError as wrong:
        raise wrong.inside(file=name) if name and not wrong.file else wrong from None


@question(media=TEXT, example={}, tool="")
def file(asked: Writing) -> str:
    """The battle in normal form as a battle file in YAML, as the command line writes it."""
    return dump(battle_of(asked).data())


@question(result="PlayAnswer", example={"command": {"command": "EndPhase"}, "seed": 7}, says=happened, changes=True)
def play(asked: Playing) -> Data:
    """Carry out one command, and nothing after it: what happened, and what may be said next. Nothing is kept."""
    either(asked)
    battle, team = battle_of(asked).with_answers(asked.answers), asked.team
    known = seen(asked)
    command = known.command(asked.command)
    if team is not None and isinstance(command, Shoot):
        known = battle.view_for_shooter(team, command.shot.shooter)
        if not (ruling := known.check(command.shot)).legal:  # what it may not look at is no reason either
            raise IllegalShot(ruling)
    seed, faces = asked.seed, asked.dice
    if faces is None:
        seed = fresh_seed() if seed is None else seed
        dice: RecordingDice = SeededDice.for_event(seed, 0)
        told = battle.play(command, dice).redacted(known)
    else:
        with laid(faces) as dice:
            told = battle.play(command, dice).redacted(known)
    after, thrown = told.battle, dice.transcript.faces
    return {
        "command": command.data(),
        "events": [event.data() for event in told.events],
        "story": [str(step) for step in told.story],
        "outcome": outcome_of(known, told.events),
        "units": concerned((known, after), command.data(), [event.data() for event in told.events]),
        "seed": seed,
        "thrown": len(thrown),
        "faces": [str(face) if isinstance(face, str) else face for face in thrown] if team is None else None,
        "throws": dice.transcript.data() if team is None else None,
        "battle": after.data(),
        "to_decide": after.owing,
        "commands": menu(after),
    }


@question(result="DoAnswer", example={"command": "bow > warriors", "seed": 7}, changes=True)
def do(asked: Playing) -> Data:
    """Carry out one command of any kind by its text or its data: a shot, a move, an answer, the end of the turn."""
    either(asked)
    return answers.do(
        battle_of(asked).with_answers(asked.answers), asked.command, asked.seed, asked.team, dice=asked.dice
    )


@question(result="LegalAnswer", example={"unit": "bow"})
def legal(asked: MaySay) -> Data:
    """List what may be said now: every unit's verbs with their parameters, and those of the turn."""
    battle = seen(asked)
    return may_be_said(battle, None if asked.unit is None else unit_meant(battle, asked.unit))
