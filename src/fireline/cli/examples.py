"""The example battles: `fireline examples`."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from fireline.cli import show
from fireline.cli.arguments import JsonOption, file_option

SENTENCE = re.compile(r"(?<=[.?!])\s")
"""The boundary between two sentences."""


def _names(incomplete: str) -> list[str]:
    """For completion: the names that begin with this."""
    from fireline.formats.examples import examples as known

    return [name for name in known() if name.startswith(incomplete)]


def examples(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="The name of an example.", show_default=False, autocompletion=_names),
    ] = None,
    out: Annotated[
        Path | None,
        file_option(
            "--out",
            "-o",
            what="Write the example here, with the files that it names; without NAME, write all into this folder.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List the example battles, print one, or write it to a file: fireline examples NAME --out battle.yaml."""
    from fireline.formats.examples import example, write_all
    from fireline.formats.examples import examples as known

    one = None if name is None else example(name)
    if out is not None:
        write_all(out) if one is None else one.write(out)
    if as_json:
        return show.emit(
            [each.line() for each in known().values()] if one is None else one.line() | {"battle": one.data}
        )
    if out is not None:
        return show.note(f"Wrote {out}.")
    if one is not None:
        sys.stdout.write(one.text)
        return None
    table = show.new_table("example", "ruleset", "what it shows")
    for each in known().values():
        line = each.line()
        table.add_row(Text(line["name"], show.STRONG), line["ruleset"], SENTENCE.split(line["words"], maxsplit=1)[0])
    show.console().print(table)
    return None
