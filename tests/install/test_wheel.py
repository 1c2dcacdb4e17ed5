"""The wheel, built and unpacked: pure Python, the examples in it, and the README's commands in an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from documents import ROOT, blocks, type_in

pytestmark = pytest.mark.whole("install")

LIBRARIES = {".so", ".pyd", ".dylib", ".dll"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree; the page in it is whatever is built already."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    environment = os.environ | {"FIRELINE_SKIP_PAGE": "1"}
    subprocess.run(build, cwd=ROOT, env=environment, check=True, capture_output=True)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """The wheel unpacked, as pip would."""
    folder = wheel.parent / "installed"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    return folder


def test_the_wheel_is_for_every_platform_and_has_nothing_compiled(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as packed:
        assert [name for name in packed.namelist() if Path(name).suffix in LIBRARIES] == []
        assert (
            "Root-Is-Purelib: true" in packed.read(next(n for n in packed.namelist() if n.endswith("/WHEEL"))).decode()
        )


def test_the_wheel_leaves_out_the_page_without_a_server(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        assert [name for name in packed.namelist() if "offline_page" in name or "pyodide" in name] == []


def test_the_wheel_has_every_file_of_a_new_game(wheel: Path) -> None:
    folder = ROOT / "src" / "fireline" / "newgame" / "template"
    templates = {f"fireline/newgame/template/{file.relative_to(folder)}" for file in folder.rglob("*.template")}
    with zipfile.ZipFile(wheel) as packed:
        assert templates
        assert templates <= set(packed.namelist())


def test_the_commands_of_the_readme_print_what_it_shows_in_an_empty_folder(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    program = bin_ / "fireline"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m fireline "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PYTHONPATH", str(installed))
    monkeypatch.setenv("PATH", f"{bin_}{os.pathsep}{os.environ['PATH']}")
    folder = tmp_path / "empty"
    folder.mkdir()
    assert type_in("python -P -c 'import fireline; print(fireline.__file__)'", folder).startswith(str(installed))
    for block in blocks((ROOT / "README.md").read_text(encoding="utf-8")):
        for typed in block:
            assert type_in(typed.command, folder, first=bin_) == typed.output.rstrip(), f"$ {typed.command}"
