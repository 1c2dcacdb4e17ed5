"""The commands that play, and play again: `fireline phase`, and `fireline verify` of a log."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from fireline.cli import show
from fireline.cli.arguments import BattleArgument, JsonOption, SeedOption, TeamOption, file_option
from fireline.cli.outputs import Writes, check_apart
from fireline.cli.show import emit
from fireline.formats.battlefile import battle_file, check_folder, load, save
from fireline.formats.kinds import BATTLE, LOG
from fireline.game import answers
from fireline.game.errors import BattleFileError, Code, not_told


def phase(
    battle: BattleArgument,
    log: Annotated[
        Path | None,
        typer.Option(
            "--log",
            metavar="FILE",
            help="The log file; an unfinished log is continued. Default: BATTLE with .log.jsonl.",
            show_default=False,
        ),
    ] = None,
    seed: SeedOption = None,
    auto: Annotated[
        bool, typer.Option("--auto", help="Let the phase play itself, always with the best expected value.")
    ] = False,
    turns: Annotated[
        int | None,
        typer.Option(
            "--turns",
            min=1,
            metavar="NUMBER",
            help="How many turns to play. Default: until you stop; with --auto, one.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None, file_option("--out", "-o", what="Write the battle at the end to this file."), Writes(BATTLE)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="With --auto: answer in JSON, as replay does.")] = False,
) -> None:
    """Play both sides at the prompt, shot by shot and turn by turn, with moves in between."""
    from fireline.cli.phase import play

    if as_json and not auto:
        raise BattleFileError(Code.UNSUPPORTED, "the prompt has no JSON form; add --auto", "--json")
    loaded, kept = load(battle), log or Path(battle).with_suffix(".log.jsonl")
    if out is not None:
        check_apart(out, kept, "the log")
        check_folder(loaded, out)
    with show.console().capture() if as_json else nullcontext():
        turns = turns or (1 if auto else None)
        game = play(loaded, kept, seed=seed, auto=auto, turns=turns, folder=battle_file(battle).parent)
    if out is not None:
        save(game.battle, out)
    if as_json:
        emit(answers.played(game))
    elif out is not None:
        show.note(f"Wrote {out}.")


def replay(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="A log that `fireline phase` wrote.", show_default=False)],
    out: Annotated[
        Path | None, file_option("--out", "-o", what="Write the battle at the end to this file."), Writes(BATTLE)
    ] = None,
    team: TeamOption = None,
    copy: Annotated[
        Path | None, file_option("--copy", what="Write a log of what the team may know to this file."), Writes(LOG)
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Replay a log without dice, to the same states or to an error that names the line."""
    from fireline.formats.logfile import folder_of, load_log, write_log

    with not_told(team, str(log)):
        game = load_log(log)
    if team is not None:
        game = game.view_for(team)
    if out is not None:
        save(game.battle, out)
    if copy is not None:
        write_log(game, copy, folder_of(log))
    if as_json:
        return emit(answers.played(game))
    return show.replayed(game)
