"""A battle read, written and gone on with: who is in it, what may be said now, and what one command comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, NamedTuple

from pydantic import Field

from fireline.formats.battlefile import dump
from fireline.formats.parsing import parse
from fireline.game import answers
from fireline.game.battle import Battle
from fireline.game.commandtext import unit_meant
from fireline.game.entries import FileEntry
from fireline.game.errors import BattleFileError, Code, IllegalCommand
from fireline.game.legal import LegalAnswer
from fireline.game.legal import legal as may_be_said
from fireline.game.log import outcome_of
from fireline.questions import TEXT, question
from fireline.questions.answering.overview import CommandLine, ReadAnswer, concerned, menu
from fireline.questions.answering.seen import battle_of, either, seen
from fireline.questions.forms.requests import TEXT as TEXTS
from fireline.questions.forms.requests import BattleData, BattleRequest, CommandData, Faces, Seed, Unit
from fireline.ruling.told import tells


class ReadRequest(BattleRequest):
    """A battle to be read: as data, or as the text of a file."""

    battle: BattleData = None
    text: Annotated[str | None, Field(description="A battle file, YAML or JSON.")] = None
    name: Annotated[str | None, Field(max_length=200, description="The file's name, for errors.")] = None


class FileRequest(FileEntry):
    """A battle to be written as a file."""

    battle: BattleData


class PlayRequest(BattleRequest):
    """One command to be carried out."""

    command: Annotated[
        CommandData | str, Field(description="The text of a command, or its data: `bow move E5`, `end`.")
    ]
    seed: Seed | None = None
    dice: Faces | None = None


class LegalRequest(BattleRequest):
    """What may be said now, by everybody or by one unit?"""

    unit: Annotated[Unit | None, Field(description="What this unit may do, nobody else.")] = None


@tells("die sides weights? face shows")
class ThrowLine(NamedTuple):
    """One throw: the die, how many sides it has, which face it shows, counted from 0, and what that face says."""

    die: str
    sides: int
    face: int
    shows: int | str
    weights: Sequence[int] | None = None
    """How many sides show each face, where the die is not even."""


class PlayAnswer(answers.DoAnswer):
    """What a command led to; `faces` and `throws` are null for a team, since it might learn cards from them."""

    told = (
        "command events=turned.events story=turned.lines outcome units seed thrown faces throws battle=turned.battle "
        "to_decide=turned.battle.owing commands"
    )

    shown: bool
    """Whether the dice may be told."""

    @property
    def seed(self) -> int | None:
        """The seed of the dice; null where faces were laid down."""
        return self.turned.seed

    @property
    def outcome(self) -> str:
        """What it took from whom or, if nothing, the last sentence of the story."""
        return outcome_of(self.known, self.turned.events)

    @property
    def units(self) -> Sequence[str]:
        """Every unit that the command or its events name."""
        events = [event.data() for event in self.turned.events]
        return concerned((self.known, self.turned.battle), self.command.data(), events)

    @property
    def thrown(self) -> int:
        """How many dice were thrown."""
        return len(self.dice.faces)

    @property
    def faces(self) -> Sequence[int | str] | None:
        """The faces in the order thrown; null for a team."""
        return self.dice.faces if self.shown else None

    @property
    def throws(self) -> Sequence[ThrowLine] | None:
        """The throws, null for a team."""
        return [ThrowLine(**one) for one in self.dice.data()] if self.shown else None

    @property
    def commands(self) -> Sequence[CommandLine]:
        """What may be said next."""
        return menu(self.turned.battle)


@question(example={}, tool="read_battle", bound=TEXTS)
def read(asked: ReadRequest) -> ReadAnswer:
    """A battle, checked and in normal form: who is in it, whose turn it is, and every command that may be given now."""
    text, name = asked.text, asked.name or ""
    if (text is None) == (asked.battle is None):
        raise BattleFileError(Code.CONFLICT, "give either battle, the data, or text, the file", "request")
    if text is None:
        return ReadAnswer(seen(asked))
    try:
        data = parse(text, json_only=name.endswith(".json"))
        if not isinstance(data, Mapping):
            Battle.read(data)  # says what a battle file is
        return ReadAnswer(seen(asked.model_copy(update={"battle": data})))
    except BattleFileError as wrong:
        raise wrong.inside(file=name) if name and not wrong.file else wrong from None


@question(media=TEXT, example={}, tool="")
def file(asked: FileRequest) -> str:
    """The battle in normal form as a battle file in YAML, as the command line writes it."""
    return dump(battle_of(asked).data())


@question(example={"command": {"command": "EndPhase"}, "seed": 7}, changes=True)
def play(asked: PlayRequest) -> PlayAnswer:
    """Carry out one command, and nothing after it: what happened, and what may be said next. Nothing is kept."""
    done = do(asked)
    if not done.legal:
        raise IllegalCommand(done.refusals)
    return PlayAnswer(**vars(done), shown=asked.team is None)


@question(example={"command": "bow > warriors", "seed": 7}, changes=True)
def do(asked: PlayRequest) -> answers.DoAnswer:
    """Carry out one command of any kind by its text or its data: a shot, a move, an answer, the end of the turn."""
    either(asked)
    return answers.do(
        battle_of(asked).with_answers(asked.answers), asked.command, asked.seed, asked.team, dice=asked.dice
    )


@question(example={"unit": "bow"})
def legal(asked: LegalRequest) -> LegalAnswer:
    """List what may be said now: every unit's verbs with their parameters, and those of the turn."""
    battle = seen(asked)
    return may_be_said(battle, None if asked.unit is None else unit_meant(battle, asked.unit))
