"""Errors: one line for people, and a code for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from fireline.ruling import Refusal, Ruling


class Code(StrEnum):
    """The kind of an error: a closed set of words by which programs tell errors apart (`docs/errors.md`)."""

    meaning: str
    """The same as a sentence."""

    def __new__(cls, word: str, meaning: str = "") -> Self:
        """Make a code from its word and meaning; `Code(word)` finds it again."""
        code = str.__new__(cls, word)
        code._value_, code.meaning = word, meaning
        return code

    MISSING = "missing", "Something that is required is missing."
    UNKNOWN_KEY = "unknown-key", "A key is not known in this place."
    UNKNOWN_NAME = "unknown-name", "Nothing has this name, or nothing of the kind that is needed here."
    WRONG_TYPE = "wrong-type", "A value has the wrong type, such as text instead of a number."
    MALFORMED = "malformed", "A text does not have the form that is needed here."
    OUT_OF_RANGE = "out-of-range", "A number, a length or a size is outside the allowed range."
    TOO_LARGE = "too-large", "The input or the question is larger than Fireline takes at once."
    DUPLICATE = "duplicate", "Something is given twice, or two things have the same name."
    CONFLICT = "conflict", "Two of the things given contradict each other."
    NO_PLACE = "no-place", "A unit cannot stand there."
    NOT_LEGAL = "not-legal", "The rules of the game forbid it."
    NOT_NOW = "not-now", "Something else has to come first, or it is too late."
    UNSUPPORTED = "unsupported", "This game, edition, shot or kind of file does not support it."
    WRONG_DICE = "wrong-dice", "The faces laid down do not fit the dice that are thrown."
    MISMATCH = "mismatch", "A record does not agree with the rules, the dice or the hashes."
    UNREADABLE = "unreadable", "A file cannot be read or is damaged."
    UNWRITABLE = "unwritable", "A file cannot be written, or another file is in the way."
    NOT_FOUND = "not-found", "There is no such file, table, event or address."
    NOT_INSTALLED = "not-installed", "A package that this needs is not installed."
    UNAVAILABLE = "unavailable", "A server, a database or a process does not answer or is too busy."
    STALE = "stale", "The battle has changed in the meantime; look again."
    FORBIDDEN = "forbidden", "Only somebody else may do or see that."
    HIDDEN = "hidden", "It is refused, but the reason could give away something hidden."
    BUG = "bug", "Fireline made a mistake, or a game of somebody else's did."


class BattleFileError(ValueError):
    """Input from outside (battle file, shot, log) that cannot be used: what is wrong, where, what is allowed.

    `key` is the unknown key, and `meant` the nearest known word, "" if there is none.

    >>> print(BattleFileError(Code.UNKNOWN_NAME, "'Z9' is no hex of this board", "units[3].hex", "battle.yaml"))
    battle.yaml: units[3].hex: 'Z9' is no hex of this board
    """

    def __init__(
        self, code: Code, problem: str, place: str = "", file: str = "", *, key: str = "", meant: str = ""
    ) -> None:
        super().__init__(code, problem, place, file)
        self.code = code
        self.problem = problem
        self.place = place
        self.file = file
        self.key = key
        self.meant = meant

    def __str__(self) -> str:
        told = ": ".join(part for part in (self.file, self.place, self.problem) if part)
        return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in told)  # names are anybody's

    def inside(self, place: str = "", *, file: str = "") -> BattleFileError:
        """The same error seen from further out: a place before its own, or the file it stands in.

        Args:
            place: The place that holds the one of the error: "units[3]".
            file: The file.

        Returns:
            An error with the longer place, or with the file.
        """
        joint = "" if not place or not self.place or self.place.startswith("[") else "."
        return self.at(place + joint + self.place, file=file or self.file)

    def at(self, place: str, *, file: str = "") -> BattleFileError:
        """The same error about another place.

        Args:
            place: The place to name instead.
            file: The file, where one is to be named.

        Returns:
            An error with the same problem and code.
        """
        return BattleFileError(self.code, self.problem, place, file, key=self.key, meant=self.meant)


class IllegalCommand(ValueError):
    """A command that the rules forbid, with every reason."""

    code = Code.NOT_LEGAL

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        super().__init__(" ".join(map(str, refusals)))
        self.refusals = tuple(refusals)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.refusals,)


class IllegalShot(IllegalCommand):
    """A shot that the rules forbid; `ruling` says why."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(ruling.refusals)
        self.ruling = ruling

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.ruling,)


@contextmanager
def inside(place: str = "", *, file: str = "") -> Iterator[None]:
    """Whatever is wrong in here is seen from further out, as `BattleFileError.inside` tells it."""
    try:
        yield
    except BattleFileError as wrong:
        raise wrong.inside(place, file=file) from None


@contextmanager
def not_told(team: str | None, file: str = "", place: str = "") -> Iterator[None]:
    """An error in a battle could give away what it hides, so a team that asks does not see it.

    That there is no such file gives nothing away.
    """
    try:
        yield
    except BattleFileError as error:
        if team is None or (error.code is Code.NOT_FOUND and not error.place):
            raise
        problem = "cannot be used; the reason may tell of hidden cards, so ask for it without a team"
        raise BattleFileError(Code.HIDDEN, problem, place, file=file) from None


def running(wrong: BaseException) -> tuple[str, ...]:
    """The modules whose code was running when an error was raised, outermost first; also of one that was `sent_on`."""
    from traceback import walk_tb  # an answer that is right does without

    here = (str(frame.f_globals.get("__name__", "")) for frame, _ in walk_tb(wrong.__traceback__))
    return (*here, *vars(wrong).get("running", ()))


def sent_on(wrong: BaseException) -> None:
    """Have an error carry the modules that were running, since another process that it is sent to has no traceback."""
    vars(wrong)["running"] = running(wrong)
