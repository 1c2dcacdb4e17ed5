"""Commands that only one game has, imported when called."""

from __future__ import annotations

from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

from fireline.cli import show
from fireline.cli.outputs import Out, keyword, put_together, taking
from fireline.formats.battlefile import file_meant
from fireline.formats.folder import MESHES, read_mesh
from fireline.formats.kinds import PICTURE
from fireline.formats.parsing import read_data
from fireline.game.tools import Tool, tool

if TYPE_CHECKING:
    from fireline.game.modelfacts import MeshWords
    from fireline.geometry.bases import Model


class AnyFile:
    """The files that the user names, in any folder, or an example by its name; raises `BattleFileError`."""

    def data(self, name: str, place: str) -> Any:
        """The data of a YAML or JSON file."""
        return read_data(file_meant(name, ".yaml"))

    def model(self, name: str, place: str, words: MeshWords | None = None) -> Model:
        """The model in a mesh file, GLB, OBJ, STL, PLY or 3MF."""
        return read_mesh(file_meant(name, *MESHES), words)


def command(name: str, help_: str | None) -> Any:
    """The command of a tool, ready to run; raises `BattleFileError` if it cannot be used."""
    return put_together(name, _function(tool(name)), help_)


def _function(tool: Tool) -> Any:
    """The tool as a function for typer: its own parameters, `--out` if it draws."""

    def run(*, out: Path | None = None, **given: Any) -> None:
        answer = tool.run(AnyFile(), **given)
        if out is not None and answer.picture is not None:
            from fireline.formats.writing import save_picture

            save_picture(answer.picture(), out)
        show.tell(lambda: answer.data, lambda: show.told(answer.lines), out)

    hints = get_type_hints(tool.run, include_extras=True)
    _, *given = signature(tool.run).parameters.values()  # the first is where it reads files
    draws = [keyword("out", Annotated[Path | None, Out(tool.draws, PICTURE)], None)] if tool.draws else []
    own = (keyword(one.name, hints[one.name], one.default) for one in given)
    return taking(run, [*own, *draws])
