"""Mesh files written into a folder of the test's own, and read."""

from pathlib import Path

import pytest

from fireline.formats.meshes import read_model
from fireline.game.errors import BattleFileError, Code
from fireline.game.modelfacts import MeshWords
from fireline.geometry.bases import Model
from formats.meshmaking import Read, Refused


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Read a file of this name and content, with a side file and words of a battle file if there are any."""

    def read(name: str, content: bytes | str, side: str | None = None, words: MeshWords | None = None) -> Model:
        file = tmp_path / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        if side is not None:
            file.with_suffix(".parts.yaml").write_text(side)
        return read_model(file, words)

    return read


@pytest.fixture
def refused(read: Read, tmp_path: Path) -> Refused:
    """Why a file is not read, less the file's own name; always one line, of this code if one is expected."""

    def refused(name: str, content: bytes | str, side: str | None = None, code: Code | None = None) -> str:
        with pytest.raises(BattleFileError) as caught:
            read(name, content, side)
        text = str(caught.value)
        assert text.isprintable()
        assert code in {None, caught.value.code}
        return text.removeprefix(f"{tmp_path / name}: ")

    return refused
