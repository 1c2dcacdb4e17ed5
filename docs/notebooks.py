"""Notebooks as pages of the site: their cells and what is stored in them as output; nothing is run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from docutils.nodes import document
from myst_parser.parsers.sphinx_ import MystParser
from sphinx.application import Sphinx


class NotebookParser(MystParser):
    """Reads a notebook as the Markdown that it shows."""

    supported = ("ipynb",)

    def parse(self, inputstring: str, document: document) -> None:
        """Parse the cells of a notebook into the document."""
        super().parse("\n\n".join(_shown(json.loads(inputstring)["cells"])), document)


def _shown(cells: list[dict[str, Any]]) -> Iterator[str]:
    for cell in cells:
        text = "".join(cell["source"])
        yield text if cell["cell_type"] == "markdown" else f"```python\n{text}\n```"
        for output in cell.get("outputs", ()):
            yield _output(output)


def _output(output: dict[str, Any]) -> str:
    """One output as Markdown: a picture or a table as it is, anything else as text."""
    data = output.get("data", {})
    for kind in ("image/svg+xml", "text/html"):
        if kind in data:
            lines = "".join(data[kind]).splitlines()
            return "\n".join(["<div>", *filter(str.strip, lines), "</div>"])  # a blank line would end it
    return f"```text\n{''.join(output.get('text') or data.get('text/plain', ''))}\n```"


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx about notebooks."""
    app.add_source_suffix(".ipynb", "ipynb")
    app.add_source_parser(NotebookParser)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
