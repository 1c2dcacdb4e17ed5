"""Commands that only one game has, imported when called."""

from __future__ import annotations

from inspect import signature
from pathlib import Path
from typing import Annotated, Any, get_type_hints

from fireline.cli import show
from fireline.cli.arguments import JsonOption
from fireline.cli.outputs import Out, keyword, put_together, taking
from fireline.formats.anyfile import AnyFile
from fireline.formats.kinds import PICTURE
from fireline.game.tools import Tool, tool


def command(name: str, help_: str | None) -> Any:
    """The command of a tool, ready to run; raises `BattleFileError` if it cannot be used."""
    return put_together(name, _function(tool(name)), help_)


def _function(tool: Tool) -> Any:
    """The tool as a function for typer: its own parameters, `--out` if it draws, and `--json`."""

    def run(*, as_json: bool, out: Path | None = None, **given: Any) -> None:
        answer = tool.run(AnyFile(), **given)
        if out is not None and answer.picture is not None:
            from fireline.formats.picturefile import save_picture

            save_picture(answer.picture(), out)
        if as_json:
            return show.emit(answer.data)
        show.told(answer.lines)
        return None if out is None else show.note(f"Wrote {out}.")

    hints = get_type_hints(tool.run, include_extras=True)
    _, *given = signature(tool.run).parameters.values()  # the first is where it reads files
    draws = [keyword("out", Annotated[Path | None, Out(tool.draws, PICTURE)], None)] if tool.draws else []
    own = (keyword(one.name, hints[one.name], one.default) for one in given)
    return taking(run, [*own, *draws, keyword("as_json", JsonOption, default=False)])
