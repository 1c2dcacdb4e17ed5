"""The wheel, built and unpacked: pure Python, the examples in it, and the documents' commands in an empty folder."""

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from collections.abc import Callable
from functools import cache
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from documents import DOCUMENTS, ROOT, blocks, drawn, type_in

pytestmark = pytest.mark.whole("install")

LIBRARIES = {".so", ".pyd", ".dylib", ".dll"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = re.compile(r"fireline\[([\w,]+)\]")
"""What a page says that it needs, before its first block."""
CUT_SHORT = "so far "
"""What an answer says for which its seconds were too few, as the first start after an installation may make them."""
PROGRESS = re.compile(r"^[\d,]+ of [\d,]+ \w+, [\d,.]+/s, about [\d,]+ s left\n", re.MULTILINE)
"""What a slow machine is told on the way."""
ADDRESS = re.compile(r"(?:\]\(|^\[[\w-]+\]: )([^)\s]+)", re.MULTILINE)
"""Where a picture or a link leads, in its place or at the end of the text."""


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


Python = Callable[[frozenset[str]], Path]


@pytest.fixture(scope="module")
def python(installed: Path) -> Python:
    """Pythons that find the wheel, what it and these extras say that they need, and nothing else."""

    @cache
    def with_extras(extras: frozenset[str]) -> Path:
        folder = installed.parent / "-".join(("python", *sorted(extras)))
        venv.create(folder)
        there = Path(sysconfig.get_path("purelib", "venv", vars={"base": str(folder), "platbase": str(folder)}))
        for name in needed(extras):
            for top in {file.parts[0] for file in distribution(name).files or ()} - {"..", "__pycache__"}:
                if not (there / top).exists():
                    (there / top).symlink_to(str(distribution(name).locate_file(top)))
        for path in installed.iterdir():
            (there / path.name).symlink_to(path)
        program = folder / "bin" / "fireline"
        program.write_text(f'#!/bin/sh\nexec "{folder}/bin/python" -P -m fireline "$@"\n', encoding="utf-8")
        program.chmod(0o755)
        return folder / "bin" / "python"

    return with_extras


def needed(extras: frozenset[str]) -> set[str]:
    """Every package that an install with these extras brings."""
    named = [one for name in extras for one in PROJECT["optional-dependencies"][name]]
    waiting = [(Requirement(one), frozenset[str]()) for one in (*PROJECT["dependencies"], *named)]
    found, seen = set[str](), set[tuple[str, frozenset[str]]]()
    while waiting:
        one, of = waiting.pop()
        wanted = one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in of or ("",))
        if one.name == PROJECT["name"]:
            found |= needed(frozenset(one.extras))
        elif wanted and (one.name, frozenset(one.extras)) not in seen:
            seen.add((one.name, frozenset(one.extras)))
            found.add(one.name)
            waiting += [(Requirement(more), frozenset(one.extras)) for more in distribution(one.name).requires or ()]
    return found


def test_the_wheel_is_for_every_platform_and_has_nothing_compiled(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as packed:
        assert [name for name in packed.namelist() if Path(name).suffix in LIBRARIES] == []
        assert (
            "Root-Is-Purelib: true" in packed.read(next(n for n in packed.namelist() if n.endswith("/WHEEL"))).decode()
        )


def test_everything_is_in_all_but_what_tests_need() -> None:
    extras = PROJECT["optional-dependencies"]
    (everything,) = map(Requirement, extras["all"])
    assert everything.name == PROJECT["name"]
    assert everything.extras == extras.keys() - {"all", "testing"}


def test_the_wheel_leaves_out_the_page_without_a_server(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        assert [name for name in packed.namelist() if "offline_page" in name or "pyodide" in name] == []


def test_the_wheel_has_every_file_of_a_new_game(wheel: Path) -> None:
    folder = ROOT / "src" / "fireline" / "newgame" / "template"
    templates = {f"fireline/newgame/template/{file.relative_to(folder)}" for file in folder.rglob("*.template")}
    with zipfile.ZipFile(wheel) as packed:
        assert templates
        assert templates <= set(packed.namelist())


def test_what_a_package_index_shows_is_the_readme_with_whole_addresses(wheel: Path) -> None:
    readme, source = (ROOT / "README.md").read_text(encoding="utf-8"), PROJECT["urls"]["Source"]
    with zipfile.ZipFile(wheel) as packed:
        said = packed.read(next(name for name in packed.namelist() if name.endswith("/METADATA"))).decode()
    assert "Description-Content-Type: text/markdown" in said
    shown = said.partition("\n\n")[2]
    assert len(ADDRESS.findall(shown)) == len(ADDRESS.findall(readme)) > 20
    assert [
        address for address in ADDRESS.findall(shown) if not re.fullmatch(rf"{source}/(blob|raw)/main/\S+", address)
    ] == []
    assert f"]({source}/raw/main/docs/shot.svg)" in shown
    assert f"\n[tutorial]: {source}/blob/main/docs/tutorial.md\n" in shown
    assert re.sub(rf"{source}/(blob|raw)/main/", "", shown).strip() == readme.strip()


@pytest.mark.skipif(sys.platform == "win32", reason="links are not for everybody there")
@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ([], "Usage: fireline"),
        (["odds", str(ROOT / "examples/ancients-ranged-combat.yaml"), "-s", "bow", "-t", "warriors"], "30.6"),
    ],
)
def test_python_m_fireline_is_the_command_after_a_plain_install(
    python: Python, tmp_path: Path, typed: list[str], shown: str
) -> None:
    plain = python(frozenset())
    command, environment = [str(plain), "-W", "error", "-m", "fireline", *typed], os.environ | {"PYTHONPATH": ""}
    done = subprocess.run(command, cwd=tmp_path, env=environment, check=False, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    assert shown in done.stdout
    brought = subprocess.run([plain, "-c", "import numpy"], env=environment, check=False, capture_output=True)
    assert b"No module named 'numpy'" in brought.stderr


@pytest.mark.parametrize("document", [one for one in DOCUMENTS if "```console" in one.read_text("utf-8")], ids=str)
def test_in_an_empty_folder_after_an_install_a_document_s_commands_print_what_it_shows(
    document: Path, python: Python, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = document.read_text(encoding="utf-8")
    extras = EXTRAS.findall(text[: text.index("```console")]) if document.name != "README.md" else []
    bin_ = python(frozenset(name for one in extras for name in one.split(","))).parent
    monkeypatch.setenv("PYTHONPATH", "")
    for block in blocks(text):
        for typed in block:
            shown = PROGRESS.sub("", type_in(typed.command, tmp_path, first=bin_))
            if CUT_SHORT in shown:
                shown = PROGRESS.sub("", type_in(typed.command, tmp_path, first=bin_))
            assert shown == typed.output.rstrip(), f"$ {typed.command}"
    for kept, now in drawn(text, tmp_path):
        assert now.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8"), kept.name
