"""A game that was played: `fireline verify`, of an export of tables, a log or a whole database, and `fireline luck`."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Annotated

from rich.text import Text

from fireline.cli import show
from fireline.cli.arguments import ExactOption, JsonOption, LogArgument, TeamOption, file_argument, option
from fireline.cli.asking import give
from fireline.cli.outputs import Out
from fireline.formats.battlefile import file_meant, save
from fireline.formats.kinds import BATTLE, LOG, PICTURE
from fireline.formats.logfile import BEGINNING, folder_of, load_log, write_log
from fireline.game import answers
from fireline.game.errors import BattleFileError, Code, not_told
from fireline.ruling.told import written

if TYPE_CHECKING:
    from fireline.server.dice.notes import Signed
    from fireline.server.verifying import Verdict


def verify(
    file: Annotated[
        Path | None,
        file_argument(
            "[FILE]",
            "A log of `fireline phase`, or an export of tables; without it, the whole database is checked.",
            ".jsonl",
        ),
    ] = None,
    head: Annotated[
        list[str] | None, option("--head", "FILE|TEXT", "A head that a seat kept: its file or its text; for an export.")
    ] = None,
    database: Annotated[str | None, option("--database", "URL", "The database of tables.")] = None,
    team: TeamOption = None,
    out: Annotated[Path | None, Out("Write the battle at the end of a log here.", BATTLE)] = None,
    copy: Annotated[Path | None, Out("Write a log of what the team may know here.", LOG, names=("--copy",))] = None,
    as_json: JsonOption = False,
) -> None:
    """Play a game again with the dice that were thrown, and say what is proven; name the first line that does not fit.

    For an export, make every commitment, face and command again; with --head, compare it with what a seat saw. For a
    log of `fireline phase`, replay its events without dice, which finds damage; such a log proves no dice.
    """
    from fireline.cli.db import verify as verify_database

    if file is None:
        return verify_database(database, as_json=as_json)
    if _starts(file, BEGINNING):
        return replay(file, out, team, copy, as_json=as_json)
    for name, given in (("--out", out), ("--copy", copy), ("--team", team)):
        if given is not None and file.exists():
            raise BattleFileError(Code.CONFLICT, f"is for a log of `fireline phase`, and {file} is none", name)
    if _starts(file, b"{") is False:
        problem = "is neither a log of `fireline phase` nor an export of tables"
        raise BattleFileError(Code.MALFORMED, problem, file=str(file))
    return verify_dice(file, head, as_json=as_json)


def _starts(file: Path, sign: bytes) -> bool | None:
    """Whether a file begins with this; None for one that cannot be read."""
    try:
        with file.open("rb") as stream:
            return stream.read(len(sign)) == sign
    except OSError:
        return None


def replay(log: Path, out: Path | None, team: str | None, copy: Path | None, *, as_json: bool) -> None:
    """Replay a log without dice, to the same states or to an error that names the line."""
    with not_told(team, str(log)):
        game = load_log(log)
    if team is not None:
        game = game.view_for(team)
    if out is not None:
        save(game.battle, out)
    if copy is not None:
        write_log(game, copy, folder_of(log))
    if as_json:
        return show.emit(answers.played(game))
    show.story(game.story())
    return show.note(game.replayed)


def verify_dice(export: Path, head: list[str] | None, *, as_json: bool) -> None:
    """Recompute every commitment and face of an export, replay every command by the rules, and say what is proven."""
    from fireline.server.modelfiles import server_files
    from fireline.server.store.jsonl import lines_of
    from fireline.server.verifying import verify_export

    kept = [_kept(one) for one in head or ()]
    try:
        with export.open("rb") as stream:
            verdicts = list(verify_export(lines_of(stream), server_files(), kept))
    except OSError as wrong:
        raise BattleFileError(Code.UNREADABLE, f"cannot be read: {wrong.strerror}", file=str(export)) from None
    except BattleFileError as wrong:
        raise wrong.inside(file=str(export)) from None
    if as_json:
        return show.emit({"tables": written(verdicts)})
    for one in verdicts:
        _tell(one)
    return None


def _kept(given: str) -> Signed:
    """A head that a seat kept: the text of its note, or a file with it."""
    from fireline.server.dice.notes import TITLE, read_note

    if given.lstrip().startswith(TITLE):
        text = given
    else:
        try:
            text = file_meant(given, ".head.txt").read_text(encoding="utf-8")
        except (OSError, ValueError) as wrong:
            reason = wrong.strerror if isinstance(wrong, OSError) else "it is no text"
            raise BattleFileError(Code.UNREADABLE, f"cannot be read: {reason}", "--head", given) from None
    try:
        return read_note(text)
    except BattleFileError as wrong:
        raise wrong.inside("--head", file="" if text is given else given) from None


def _tell(one: Verdict) -> None:
    console = show.console()
    console.print(Text(f"{one.table.name} ({one.table.id}), {one.table.ruleset}", show.STRONG))
    console.print(Text(f"✓ {one.line}", show.GOOD) if one.verified else Text(one.line, show.STRONG))
    for line in one.words:
        for n, part in enumerate(wrap(line, console.width - 4)):
            console.print(Text(("    " if n else "  ") + part))


def luck(
    log: LogArgument,
    team: Annotated[str | None, option("--team", "WHO", "Show only this side, team or unit.")] = None,
    out: Annotated[Path | None, Out("Draw how lucky everybody was, .svg or .png.", PICTURE)] = None,
    exact: ExactOption = False,
    as_json: JsonOption = False,
) -> None:
    """Compare what was rolled in a game with what was expected, exactly, by player and kind of roll."""
    show.written_out.set(exact)
    from fireline.analysis.luck import luck as luck_of
    from fireline.formats.logfile import load_log

    give(luck_of(load_log(log), team=team), out, as_json=as_json)
