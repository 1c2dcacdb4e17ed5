"""`fireline luck`: what was rolled in a game compared with what was expected."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fireline.cli import show
from fireline.cli.arguments import ExactOption, JsonOption, LogArgument, option
from fireline.cli.asking import give
from fireline.cli.outputs import Out
from fireline.formats.kinds import PICTURE


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
