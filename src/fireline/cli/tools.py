"""Commands that only one game has, imported when called."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Annotated, Any, get_type_hints

from fireline.cli import show
from fireline.cli.arguments import JsonOption, file_option
from fireline.cli.outputs import Writes, put_together
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
    _, *given = inspect.signature(tool.run).parameters.values()  # the first is where it reads files
    parameters = [one.replace(annotation=hints[one.name], kind=inspect.Parameter.KEYWORD_ONLY) for one in given]
    if tool.draws:
        parameters.append(
            _option("out", Annotated[Path | None, file_option("--out", "-o", what=tool.draws), Writes(PICTURE)], None)
        )
    parameters.append(_option("as_json", JsonOption, default=False))
    vars(run).update(__signature__=inspect.Signature(parameters))
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    return run


def _option(name: str, annotation: Any, default: object) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
