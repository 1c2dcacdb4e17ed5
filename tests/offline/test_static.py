"""The built files: complete, pinned, and made anew when any of their sources changes."""

import hashlib
import json
import os
import re
from pathlib import Path
from zipfile import ZipFile

import pyodide
import pytest
import static

import fireline
from fireline.cli.games import write_package
from fireline.game.errors import BattleFileError
from fireline.server.static import check_pure, keep, lay_out
from offline.engine import built, running

pytestmark = pytest.mark.whole("install")


@pytest.fixture(scope="module")
def files() -> Path:
    return built()


def test_every_package_is_there_as_it_is_listed(files: Path) -> None:
    listed = json.loads((files / "pyodide/pyodide-lock.json").read_text(encoding="utf-8"))["packages"]
    assert listed.keys() == {
        *("fireline", "annotated-types", "pydantic", "pydantic-core", "pyyaml", "rfc8785"),
        *("typing-extensions", "typing-inspection"),
    }
    for one in listed.values():
        wheel = files / "pyodide" / one["file_name"]
        assert hashlib.sha256(wheel.read_bytes()).hexdigest() == one["sha256"]
    assert set(listed["fireline"]["depends"]) == listed.keys() - {"fireline"}
    assert listed["fireline"]["version"] == fireline.__version__


def test_the_engine_has_the_core_with_its_examples_and_no_page(files: Path) -> None:
    with ZipFile(files / f"pyodide/fireline-{fireline.__version__}-py3-none-any.whl") as packed:
        names = packed.namelist()
    assert {"fireline/__init__.py", "fireline/server/offline.py", "fireline/rulesets/__init__.py"} <= set(names)
    assert any(name.startswith("fireline/examples/") for name in names)
    assert not [name for name in names if "/page/" in name or "/offline_page/" in name or "__pycache__" in name]


def test_the_engine_is_the_same_for_the_same_source(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert pyodide.engine(tmp_path / "a").read_bytes() == pyodide.engine(tmp_path / "b").read_bytes()


def test_a_game_from_outside_comes_along_by_its_entry_point(
    files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_BUILD_ISOLATION", "0")  # pip reads it the other way round; nothing is fetched
    write_package("skirmish", tmp_path / "skirmish")
    out = tmp_path / "out/site"
    monkeypatch.chdir(tmp_path)
    assert lay_out(out, ["skirmish"], files) == ("skirmish",), "the folder, not what an index has of that name"
    (wheel,) = (out / "pyodide").glob("skirmish-*.whl")
    with ZipFile(wheel) as packed:
        (said,) = [packed.read(name).decode() for name in packed.namelist() if name.endswith("entry_points.txt")]
    assert "[fireline.rulesets]" in said
    listed = json.loads((out / "pyodide/pyodide-lock.json").read_text(encoding="utf-8"))["packages"]
    assert listed["skirmish"]["sha256"] == hashlib.sha256(wheel.read_bytes()).hexdigest()
    assert "skirmish" in listed["fireline"]["depends"]
    kept, before = ((folder / "sw.js").read_text(encoding="utf-8").split("\n", 2) for folder in (out, files))
    assert f"pyodide/{wheel.name}" in kept[1]
    assert kept[0] != before[0]
    assert kept[2] == before[2]
    with running(out) as engine:
        games, starter = engine.answers([("/rulesets", None), ("/rulesets/skirmish/starter", None)])
    assert "skirmish" in {one["id"] for one in json.loads(games.text)}
    assert json.loads(starter.text)["battle"]["ruleset"] == "skirmish"


def test_a_package_without_a_game_is_told_and_nothing_is_written(
    files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_BUILD_ISOLATION", "0")
    write_package("skirmish", tmp_path / "skirmish")
    project = tmp_path / "skirmish" / "pyproject.toml"
    project.write_text(project.read_text(encoding="utf-8").replace('"fireline.rulesets"', '"others"'), encoding="utf-8")
    with pytest.raises(BattleFileError, match=r"no game is in .*: nothing there has an entry point in the group fire"):
        lay_out(tmp_path / "site", [str(tmp_path / "skirmish")], files)
    assert not (tmp_path / "site").exists()


def test_without_games_the_page_is_laid_out_as_it_was_built(files: Path, tmp_path: Path) -> None:
    lay_out(tmp_path / "site", page=files)
    for file in files.rglob("*"):
        if file.is_file() and file.name != "pyodide-lock.json":
            assert file.read_bytes() == (tmp_path / "site" / file.relative_to(files)).read_bytes()


def test_what_cannot_be_laid_out_is_told(files: Path, tmp_path: Path) -> None:
    with pytest.raises(BattleFileError, match="`make static` builds it in the source tree"):
        lay_out(tmp_path / "site", page=tmp_path)
    with pytest.raises(BattleFileError, match="is there already, and nothing is written over"):
        lay_out(tmp_path, page=files)
    with pytest.raises(BattleFileError, match=r"pip makes no wheel of .*nowhere"):
        lay_out(tmp_path / "site", [str(tmp_path / "nowhere")], files)
    with pytest.raises(BattleFileError, match=r"fast-1\.0.* holds compiled code, which a browser cannot run"):
        check_pure([Path("slow-1.0-py3-none-any.whl"), Path("fast-1.0-cp311-cp311-linux_x86_64.whl")])
    assert not (tmp_path / "site").exists()


def test_the_browser_is_told_to_keep_every_file(files: Path) -> None:
    keeper = (files / "sw.js").read_text(encoding="utf-8")
    found = re.search(r"const FILES = (\[.*\]);", keeper)
    assert found is not None
    known = {file.relative_to(files).as_posix() for file in files.rglob("*") if file.is_file()}
    assert set(json.loads(found[1])) == {"./", *known - {"index.html", "sw.js"}}
    assert re.search(r'const KEPT = "fireline-[0-9a-f]{16}";', keeper)
    manifest = json.loads((files / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert {icon["src"].removeprefix("./") for icon in manifest["icons"]} <= known


def test_another_file_is_another_build(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("one", encoding="utf-8")
    kept = []
    for text in ("one", "two", "one"):
        (tmp_path / "index.html").write_text(text, encoding="utf-8")
        (tmp_path / "sw.js").unlink(missing_ok=True)
        keep(tmp_path, "")
        kept.append((tmp_path / "sw.js").read_text(encoding="utf-8"))
    assert kept[0] == kept[2] != kept[1]


def test_the_build_is_due_when_a_source_is_newer(files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not static.is_due()
    monkeypatch.setattr(static, "ROOT", tmp_path)
    for name in ("src/fireline/a.py", "web/src/a.ts", "hatch_build.py", "web/index.html", "web/vite.config.ts"):
        _written(tmp_path / name)
    _written(tmp_path / "web/package-lock.json")
    assert not static.is_due()
    _written(tmp_path / "web/src/a.test.ts", newer=True)
    assert not static.is_due()
    _written(tmp_path / "src/fireline/a.py", newer=True)
    assert static.is_due()


def _written(file: Path, *, newer: bool = False) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("", encoding="utf-8")
    made = (static.OUT / "sw.js").stat().st_mtime
    os.utime(file, (made, made + (10 if newer else -10)))
