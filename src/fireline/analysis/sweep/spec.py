"""The spec of a sweep: a battle, a shot or whole phases, what varies, what is kept."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from fireline.analysis.sweep.axes import Axis, CaseGrid, axes_of
from fireline.formats.parsing import DEPTH_LIMIT, read_text
from fireline.game.entries import FileEntry, Name, read_entry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.shot import Shot

MOST_TRIALS = 10**9
USUAL_TRIALS = 1000
_Names = Annotated[list[Name], Field(max_length=50)]


class AskEntry(FileEntry):
    """What is kept of each answer."""

    headline: bool | None = None
    """The default for a shot."""
    marginals: _Names = Field(default_factory=list)
    means: _Names = Field(default_factory=list)


class SpecEntry(FileEntry):
    """A sweep as its file has it."""

    fireline_sweep: Literal[1] = 1
    name: Name | None = None
    battle: str | list[str]
    shot: dict[str, Any] | None = None
    phases: Annotated[int, Field(ge=1, le=MOST_TRIALS)] | None = None
    policy: str = "simple"
    answers: Literal["customary", "best", "worst"] | None = None
    vary: dict[str, Any] = Field(default_factory=dict)
    zip: Annotated[list[dict[str, Any]], Field(max_length=50)] = Field(default_factory=list)
    ask: AskEntry = Field(default_factory=AskEntry)
    trials: Annotated[int, Field(ge=1, le=MOST_TRIALS)] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 0
    exact: Literal["auto", True, False] = "auto"


@dataclass(frozen=True)
class Spec:
    """A sweep: what to ask of which cases, and the text it was read from.

    `trials` is None if the odds are exact. The `policy` plays whole `phases`. `answers` says which owed answers are
    given, None for the customary ones.
    """

    text: str
    name: str
    battles: tuple[str, ...]
    shot: Shot | None
    phases: bool
    policy: str
    answers: str | None
    grid: CaseGrid
    ask: AskEntry
    trials: int | None
    seed: int

    @property
    def exact(self) -> bool:
        """Whether every figure is exact."""
        return self.trials is None


def read_spec(file: Path) -> Spec:
    """Read the sweep in a TOML file; raises `BattleFileError` naming the file and the place."""
    try:
        return parse_spec(read_text(file), file.stem)
    except BattleFileError as wrong:
        raise wrong.inside(file=str(file)) from None


def parse_spec(text: str, name: str) -> Spec:
    """Read the sweep in a TOML text, called `name` unless it has a name; raises `BattleFileError`."""
    data = _toml(text)
    for key, what in (("fireline", "a battle file"), ("fireline_log", "a log"), ("units", "a battle file")):
        if key in data:
            raise BattleFileError(
                Code.UNSUPPORTED, f"is {what}; a sweep is a file of its own that names a battle: battle = FILE"
            )
    if "battle" not in data:
        raise BattleFileError(Code.MISSING, "is missing, so this is no sweep; write battle = FILE", "battle")
    entry = read_entry(SpecEntry, data)
    if (entry.shot is None) == (entry.phases is None):
        raise BattleFileError(Code.CONFLICT, "a sweep asks either about a [shot] or about phases = NUMBER", "shot")
    battles = (entry.battle,) if isinstance(entry.battle, str) else tuple(entry.battle)
    if not battles:
        raise BattleFileError(Code.MISSING, "names no battle", "battle")
    if len(set(battles)) < len(battles):
        raise BattleFileError(Code.DUPLICATE, "names a battle twice", "battle")
    many = (Axis(("battle",), tuple((one,) for one in battles)),) if len(battles) > 1 else ()
    if "battle" in entry.vary:
        raise BattleFileError(Code.CONFLICT, "battles are listed at the top: battle = [FILE, FILE]", "vary.battle")
    grid = CaseGrid((*many, *axes_of(entry.vary, entry.zip)))
    if not grid.axes:
        raise BattleFileError(
            Code.MISSING, "nothing is varied, so there is nothing to sweep; name a field and its values", "vary"
        )
    if entry.answers is not None and "answers" in grid.paths:
        raise BattleFileError(Code.CONFLICT, "is varied, too; leave it out here", "answers")
    return Spec(
        text=text,
        name=entry.name or name,
        battles=battles,
        shot=None if entry.shot is None else Shot.read(entry.shot),
        phases=entry.phases is not None,
        policy=entry.policy,
        answers=entry.answers,
        grid=grid,
        ask=_asked(entry),
        trials=_trials(entry),
        seed=entry.seed,
    )


def _trials(entry: SpecEntry) -> int | None:
    """How often each case is played; None if its odds are exact."""
    if entry.phases is not None:
        if entry.exact is True:
            raise BattleFileError(Code.UNSUPPORTED, "whole phases are simulated; only a [shot] has exact odds", "exact")
        if entry.trials is not None:
            raise BattleFileError(
                Code.CONFLICT, "phases = NUMBER says already how many are played; leave it out", "trials"
            )
        return entry.phases
    if entry.exact is False:
        return USUAL_TRIALS if entry.trials is None else entry.trials
    if entry.trials is not None:
        raise BattleFileError(
            Code.UNSUPPORTED, "nothing is simulated here, for a shot has exact odds; or write exact = false", "trials"
        )
    return None


def _asked(entry: SpecEntry) -> AskEntry:
    """What is kept; each name once."""
    for what, names in (("marginals", entry.ask.marginals), ("means", entry.ask.means)):
        for number, name in enumerate(names):
            if name in names[:number]:
                raise BattleFileError(Code.DUPLICATE, f"{shown(name)} is asked for twice", f"ask.{what}[{number}]")
    if entry.phases is not None and entry.ask.headline:
        raise BattleFileError(
            Code.UNSUPPORTED, "a phase has no headline; ask for means or marginals of losses", "ask.headline"
        )
    headline = entry.phases is None if entry.ask.headline is None else entry.ask.headline
    if not headline and not entry.ask.marginals and not entry.ask.means:
        of_phases = "marginals and means of shots, commands, SIDE.LOSS or UNIT.LOSS"
        allowed = of_phases if entry.phases is not None else "headline, marginals, means"
        raise BattleFileError(Code.MISSING, f"nothing is asked for; allowed: {allowed}", "ask")
    return entry.ask.model_copy(update={"headline": headline})


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        raise BattleFileError(Code.MALFORMED, f"is not well-formed TOML: {str(wrong).splitlines()[0]}") from None
    except RecursionError:
        raise BattleFileError(Code.TOO_LARGE, f"is nested deeper than {DEPTH_LIMIT}") from None
    except ValueError:  # a whole number of thousands of digits
        raise BattleFileError(Code.TOO_LARGE, "holds a number that is too long") from None
