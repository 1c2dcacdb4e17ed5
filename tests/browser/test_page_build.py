"""When the page is built: missing, or older than its source, and never where there is no source."""

import os
from pathlib import Path

import pytest

from browser.serving import ROOT, hook

BUILT = "src/fireline/server/page/index.html"


def _tree(root: Path) -> Path:
    for name in ("package.json", "package-lock.json", "index.html", "src/main.ts", "src/main.test.ts"):
        _write(root / "web" / name, 1000.0)
    return root


def _write(file: Path, time: float) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("{}", encoding="utf-8")
    os.utime(file, (time, time))


def _node(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Node on PATH that does nothing but this; gives its npm."""
    node, npm = folder / "bin/node", folder / "lib/node_modules/npm/bin/npm-cli.js"
    _write(npm, 0.0)
    _write(node, 0.0)
    node.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    node.chmod(0o755)
    monkeypatch.setenv("PATH", f"{node.parent}{os.pathsep}/usr/bin")
    return npm


@pytest.mark.parametrize("name", ["package-lock.json", "index.html", "src/main.ts"])
def test_a_page_is_due_where_it_is_missing_or_older_than_any_of_its_files(tmp_path: Path, name: str) -> None:
    assert not hook().is_due(tmp_path), "without source there is nothing to build"
    root = _tree(tmp_path)
    assert hook().is_due(root)
    _write(root / BUILT, 1000.0)
    assert not hook().is_due(root)
    _write(root / BUILT, 2000.0)
    _write(root / "web/src/main.test.ts", 3000.0)  # tests and tools are no source
    _write(root / "web/node_modules/vite/index.js", 3000.0)
    assert not hook().is_due(root)
    _write(root / "web" / name, 3000.0)
    assert hook().is_due(root)


def test_the_types_of_the_api_are_due_when_what_describes_it_is_newer(tmp_path: Path) -> None:
    for name in ("hatch_build.py", "pyproject.toml", "scripts/api_description.py", "src/fireline/server/app.py"):
        _write(_tree(tmp_path) / name, 1000.0)
    assert hook().are_types_due(tmp_path)
    _write(tmp_path / hook().TYPES, 2000.0)
    assert not hook().are_types_due(tmp_path)
    _write(tmp_path / "src/fireline/server/app.py", 3000.0)
    assert hook().are_types_due(tmp_path)


def test_tools_are_fetched_again_after_the_lock_file_changed(tmp_path: Path) -> None:
    root = _tree(tmp_path)
    _write(root / "web/node_modules/vite/package.json", 1500.0)
    assert not hook().are_tools_there(root / "web", "vite")
    _write(root / "web/node_modules/.package-lock.json", 1500.0)
    assert hook().are_tools_there(root / "web", "vite")
    assert not hook().are_tools_there(root / "web", "vite", "vitest")
    _write(root / "web/package-lock.json", 2000.0)
    assert not hook().are_tools_there(root / "web", "vite")


@pytest.mark.parametrize(("wanted", "which"), [(["vite"], "--omit=dev"), (["vite", "svelte-check"], "--include=dev")])
def test_what_builds_the_page_is_fetched_without_what_checks_its_types(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: list[str], which: str
) -> None:
    web = _tree(tmp_path) / "web"
    (web / "package.json").write_text((ROOT / "web/package.json").read_text(encoding="utf-8"), encoding="utf-8")
    npm = _node(tmp_path, f'[ "$1" = --version ] && echo v24.1.0 || echo "$@" > {tmp_path}/said', monkeypatch)
    hook().fetch(web, *wanted)
    assert (tmp_path / "said").read_text(encoding="utf-8").split()[:3] == [str(npm), "ci", which]


@pytest.mark.parametrize(
    ("said", "fits"), [("v20.19.0", True), ("v24.1.0", True), ("v18.20.0", False), ("node", False)]
)
def test_a_node_that_is_too_old_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, *, fits: bool
) -> None:
    _node(tmp_path, f"echo {said}", monkeypatch)
    assert (hook().node_on_path() is not None) == fits
