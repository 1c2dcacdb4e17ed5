"""Commands that only one game has, mounted beside those of every game and imported when called."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from fireline.cli import show
from fireline.cli.arguments import JsonOption, file_option
from fireline.cli.outputs import App, Writes
from fireline.formats.anyfile import AnyFile
from fireline.formats.kinds import PICTURE
from fireline.game.toolbox import help_of, tool, tool_names
from fireline.game.tools import Tool


class Commands(TyperGroup):
    """The commands of every game, and after them those of single games."""

    def list_commands(self, ctx: Any) -> list[str]:
        """All names."""
        return list(dict.fromkeys((*super().list_commands(ctx), *tool_names())))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name, None if there is none."""
        known = super().get_command(ctx, cmd_name)
        return ToolCommand(cmd_name) if known is None and cmd_name in tool_names() else known


class ToolCommand(TyperCommand):
    """A tool in the list of commands: its name and its help."""

    def __init__(self, name: str) -> None:
        super().__init__(name, help=help_of(name), rich_help_panel="Commands of one game")

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """The tool itself, ready to run; raises `BattleFileError` if it cannot be used."""
        name = self.name or ""
        app = App(rich_markup_mode="rich", pretty_exceptions_enable=False, add_completion=False)
        app.command(name, help=self.help)(_command(tool(name)))
        return typer.main.get_command(app).make_context(info_name, args, parent=parent, **extra)


def _command(tool: Tool) -> Any:
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
