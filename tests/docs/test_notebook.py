"""The designers' guide: run from its first cell to its last it says what is stored in it."""

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

pytestmark = pytest.mark.whole("docs")

GUIDE = Path(__file__).parents[2] / "docs" / "designers-guide.ipynb"


def texts(notebook: Any) -> list[str]:
    """What every cell of code shows, pictures left out; in how many pieces it came says how quick the machine was."""
    return [
        "".join(output.get("text") or output["data"]["text/plain"] for output in cell.outputs if _is_text(output))
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def _is_text(output: Any) -> bool:
    """Whether an output is text; the text of a picture is but the address of an object."""
    return output.output_type == "stream" or "image/svg+xml" not in output.get("data", {})


@pytest.mark.filterwarnings("default")  # the machinery that runs notebooks has warnings of its own
def test_the_designers_guide_says_what_it_shows() -> None:
    stored = nbformat.read(GUIDE, as_version=4)  # type: ignore[no-untyped-call]
    run = nbformat.read(GUIDE, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(run, timeout=120, kernel_name="python3", resources={"metadata": {"path": GUIDE.parent}}).execute()
    assert texts(run) == texts(stored)
    assert sum(bool(shown) for shown in texts(stored)) >= 6
    shown = [output.get("data", {}) for cell in stored.cells for output in cell.get("outputs", ())]
    assert sum("image/svg+xml" in data for data in shown) == 2, "the battle and the heat map"
    assert sum("text/html" in data for data in shown) == 1, "the odds"
