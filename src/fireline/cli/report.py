"""The report of a sweep: `fireline report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fireline.cli import show
from fireline.cli.arguments import JsonOption, file_option
from fireline.cli.outputs import Writes
from fireline.formats.kinds import REPORT


def report(
    results: Annotated[
        Path,
        typer.Argument(metavar="RESULTS.parquet", help="The results that `fireline sweep` wrote.", show_default=False),
    ],
    out: Annotated[
        Path, file_option("--out", "-o", what="The report to write, one self-contained HTML file."), Writes(REPORT)
    ],
    as_json: JsonOption = False,  # noqa: FBT002 - an option
) -> None:
    """Write the results of a sweep as a page of pictures and tables."""
    from fireline.formats.report import write_report

    write_report(results, out)
    show.emit({"report": str(out)}) if as_json else show.note(f"Wrote {out}.")
