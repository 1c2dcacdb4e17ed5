"""What `fireline figure` shows of a mesh file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from fireline.cli import show

if TYPE_CHECKING:
    from pathlib import Path

    from fireline.formats.modelfacts import ModelFacts

UNKNOWN_UNIT = (
    "Nobody says how long one of its units is. Write 'units: mm' into {parts}, or give the battle file a scale."
)


def card(facts: ModelFacts, file: Path) -> None:
    """The facts in lines, the parts in a table."""
    out = show.console()
    out.print(Text(facts.name, show.STRONG))
    for line in facts.lines():
        out.print(Text(f"  {line}"))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style=show.STRONG)
    table.add_column("part", overflow="fold")
    table.add_column("counts as")
    table.add_column("triangles", justify="right")
    for part in facts.parts:
        style = show.STRONG if part.tag == "body" else ""
        table.add_row(Text(part.name), Text(part.tag, style), f"{part.triangles:,}")
    out.print(table)
    if facts.inches is None:
        show.note(UNKNOWN_UNIT.format(parts=f"{file.stem}.parts.yaml"))
