"""What the documents show; that it is what the commands print and draw: tests/install/test_wheel.py."""

from pathlib import Path

import pytest

from documents import DOCUMENTS, GUIDE, ROOT, SHOWN, blocks, type_in


@pytest.fixture
def commands(program: Path) -> Path:
    return program.parent


@pytest.mark.whole("long")
def test_a_fork_is_as_good_as_the_command(commands: Path, tmp_path: Path) -> None:
    """The same streams, folder, environment and exit status."""
    asked = (
        "fireline --version",
        "fireline examples duel-of-ages > battle.yaml; cat battle.yaml",
        "printf '1\\n' | fireline phase battle.yaml --seed 5",
        "fireline nonsense; echo $?",
        "COLUMNS=60 fireline targets battle.yaml -s sanchez 2>&1 >/dev/null; echo $?",
        "FIRELINE_DEBUG=1 fireline check nowhere.yaml -s a -t b | cat",
    )
    for command in asked:
        assert type_in(command, tmp_path, commands) == type_in(command, tmp_path), command


def test_a_page_that_shows_a_picture_draws_it() -> None:
    pages = [page.read_text(encoding="utf-8") for page in (*DOCUMENTS, *GUIDE)]
    drawn = {
        name
        for page in pages
        for name in SHOWN.findall(page)
        if any(f"-o {name} " in f"{one.command} ".replace("--out", "-o") for block in blocks(page) for one in block)
    }
    assert drawn == {picture.name for picture in (ROOT / "docs").glob("*.svg")}
