"""What the documents show; that it is what the command prints: tests/install/test_wheel.py."""

from pathlib import Path

import pytest

from documents import ROOT, type_in


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


@pytest.mark.whole("long")
def test_the_picture_of_the_readme_is_the_one_drawn_now(tmp_path: Path) -> None:
    drawn = tmp_path / "shot.svg"
    command = f"fireline picture examples/ancients-ranged-combat.yaml -s bow -t warriors -o {drawn}"
    type_in(command, ROOT)
    assert drawn.read_text(encoding="utf-8") == (ROOT / "docs" / "shot.svg").read_text(encoding="utf-8")
