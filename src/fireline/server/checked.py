"""Whether the file of a game is as it was played: one question, the same at every door."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Annotated

from pydantic import Field

from fireline.formats.logfile import BEGINNING, game_of
from fireline.game.entries import FileEntry
from fireline.game.errors import inside
from fireline.game.log import GameLog
from fireline.game.result import Result
from fireline.questions import question
from fireline.questions.answering.seen import files
from fireline.questions.forms.requests import LOG
from fireline.server.dice.notes import Signed, read_note
from fireline.server.store.jsonl import lines_of
from fireline.server.verifying import Verdict, verify_export

LONGEST_NOTE, MOST_HEADS = 2000, 100


class VerifyRequest(FileEntry):
    """The file of a game, and what seats of it kept."""

    file: Annotated[str, Field(description="The text of a log of `fireline phase`, or of an export of tables.")]
    heads: Annotated[
        list[Annotated[str, Field(max_length=LONGEST_NOTE)]],
        Field(max_length=MOST_HEADS, default_factory=list, description="Signed heads that seats of an export kept."),
    ]


class VerifyAnswer(Result):
    """What is proven of every table of an export; or of a log, which is of one game, what was played again."""

    told = "tables played=game.replayed"

    tables: Sequence[Verdict] = ()
    game: GameLog | None = None

    def notes(self) -> Iterator[str]:
        """What was played again, or the verdict on every table and what it stands on."""
        if self.game is not None:
            yield self.game.replayed
        for one in self.tables:
            yield f"{one.table.name}: {one.line}"
            yield from one.words


@question(tag="analysis", bound=LOG)
def verify(asked: VerifyRequest) -> VerifyAnswer:
    """Play a game again from its file, and say what is proven; what does not fit is an error that names the line.

    Of an export every commitment, face and command is worked out again, and held against the heads that seats kept.
    """
    raw = asked.file.encode()
    if raw.startswith(BEGINNING):
        return VerifyAnswer(game=game_of(raw, lambda _: files()))
    kept = [_head(text, n) for n, text in enumerate(asked.heads)]
    return VerifyAnswer(tuple(verify_export(lines_of(BytesIO(raw)), files(), kept)))


def _head(text: str, n: int) -> Signed:
    with inside(f"heads[{n}]"):
        return read_note(text)
