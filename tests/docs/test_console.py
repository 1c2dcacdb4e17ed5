"""What the documents show is what the command prints."""

from pathlib import Path

import pytest

from documents import DOCUMENTS, ROOT, blocks, type_in, workshop


@pytest.fixture
def commands(program: Path) -> Path:
    return program.parent


@pytest.mark.whole("long")
# The README's commands are typed with the wheel, in an empty folder: tests/install/test_wheel.py.
@pytest.mark.parametrize("document", [one for one in DOCUMENTS if one.name != "README.md"], ids=lambda path: path.name)
def test_every_command_prints_what_the_document_shows(document: Path, commands: Path, tmp_path: Path) -> None:
    folder = workshop(tmp_path, document)
    for block in blocks(document.read_text(encoding="utf-8")):
        for typed in block:
            assert type_in(typed.command, folder, commands) == typed.output.rstrip(), (
                f"{document.name}: $ {typed.command}"
            )


@pytest.mark.whole("long")
def test_a_fork_is_as_good_as_the_command(commands: Path, tmp_path: Path) -> None:
    """The same streams, folder, environment and exit status."""
    asked = (
        "fireline --version",
        "fireline new duel-of-ages > battle.yaml; cat battle.yaml",
        "printf '1\\n' | fireline phase battle.yaml --seed 5",
        "fireline nonsense; echo $?",
        "COLUMNS=60 fireline targets battle.yaml -s sanchez 2>&1 >/dev/null; echo $?",
        "FIRELINE_DEBUG=1 fireline check nowhere.yaml -s a -t b | cat",
    )
    for command in asked:
        assert type_in(command, tmp_path, commands) == type_in(command, tmp_path), command


@pytest.mark.whole("long")
def test_the_picture_of_the_readme_is_the_one_drawn_now(tmp_path: Path) -> None:
    drawn = tmp_path / "shot.svg"
    command = f"fireline picture examples/ancients-ranged-combat.yaml -s bow -t warriors -o {drawn}"
    type_in(command, ROOT)
    assert drawn.read_text(encoding="utf-8") == (ROOT / "docs" / "shot.svg").read_text(encoding="utf-8")
