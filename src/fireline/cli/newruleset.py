"""A game of your own: `fireline new-ruleset`."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from fireline.cli import show
from fireline.cli.arguments import JsonOption


def new_ruleset(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="The id of the new game: a to z, digits and hyphens.", show_default=False),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FOLDER",
            help="The folder of the package, which must not exist yet. Default: ./NAME.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,  # noqa: FBT002 - typer reads options from parameters
) -> None:
    """Write a Python package for your own game: it starts with one rule and passes the contract battery."""
    from fireline.newgame import write_package

    folder = Path(name) if out is None else out
    written = write_package(name, folder)
    if as_json:
        return show.emit({"ruleset": name, "folder": str(folder), "files": [str(path) for path in written]})
    show.note(f"Wrote {len(written)} files into {folder}.  Next:")
    show.note(f"  pip install --editable {shlex.quote(str(folder))}")
    return show.note(f"  pytest --fireline-ruleset {name}")
