"""`fireline figure`: how Fireline reads a mesh file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from fireline.game.ruleset import Files
from fireline.game.tools import Quiet, Strong, Table, Tool, ToolAnswer
from fireline.rulesets.blightmeer.modelfacts import ModelFacts

UNKNOWN_UNIT = "Write 'units: mm' into {parts} or where the battle file names the model, or give it a scale there."


def figure(
    files: Files,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A mesh file: .glb, .obj, .stl, .ply or .3mf.", show_default=False)
    ],
) -> ToolAnswer:
    """Show how Fireline reads a mesh file: its size, its parts and what they count as, and where its eyes are."""
    facts = ModelFacts.of(files.model(str(file), ""))
    return ToolAnswer(data=facts.data(), lines=tuple(_lines(facts, file)), picture=lambda: _picture(facts))


TOOL = Tool(run=figure, draws="Draw the model from three sides, .svg or .png.")


def _lines(facts: ModelFacts, file: Path) -> Iterator[str | Table]:
    yield Strong(facts.model.name)
    yield from (f"  {line}" for line in facts.lines())
    rows = [
        (part.name, Strong(part.kind) if part.kind == "body" else part.kind, f"{part.triangles:,}")
        for part in facts.parts
    ]
    yield Table(columns=("part", "counts as", "triangles"), rows=rows, right=(2,))
    if facts.model.inches is None:
        yield Quiet(UNKNOWN_UNIT.format(parts=f"{file.stem}.parts.yaml"))


def _picture(facts: ModelFacts) -> str:
    from fireline.rulesets.blightmeer.drawing.figureview import draw_figure  # paints in three dimensions

    return draw_figure(facts)
