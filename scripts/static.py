"""Build the page that needs no server, with the engine beside it: files for any host.

Run: python scripts/static.py [--with PACKAGE]...; the files are in out/static, and where `fireline serve` finds them.
Each PACKAGE is a game from outside, as pip takes it: its folder, its wheel, or its name. Needs Node and pip.
"""

# ruff: noqa: INP001, S603 - a script, not a package; it runs the project's own tools

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

import pyodide

ROOT = Path(__file__).parents[1]
OUT = ROOT / "out/static"
SERVED = ROOT / "src/fireline/server/offline_page"
CACHE = ROOT / "out/pyodide"
KEEPER = ROOT / "web/src/offline/sw.js"
MANIFEST = {
    "name": "Fireline",
    "start_url": "./",
    "display": "standalone",
    "background_color": "#FBFAF7",
    "theme_color": "#1E2430",
    "icons": [{"src": "./icon.svg", "sizes": "any", "type": "image/svg+xml"}],
}


def is_due() -> bool:
    """Whether anything that the page or its engine is made of is newer than what was built."""
    made = OUT / KEEPER.name
    if not made.is_file() or not SERVED.is_dir():
        return True
    folders = (ROOT / "src/fireline", ROOT / "examples", ROOT / "web/src", ROOT / "web/public", ROOT / "scripts")
    named = ("hatch_build.py", "web/index.html", "web/vite.config.ts", "web/package-lock.json")
    files = (file for folder in folders for file in folder.rglob("*") if _is_source(file))
    return any(file.stat().st_mtime > made.stat().st_mtime for file in (*(ROOT / name for name in named), *files))


def _is_source(file: Path) -> bool:
    built = any(part in {"__pycache__", "page", SERVED.name} for part in file.parts)
    return file.is_file() and not built and not file.name.endswith(".test.ts")


def build(out: Path = OUT, served: Path = SERVED, games: Sequence[str] = ()) -> None:
    """Build everything into `out`, and lay a copy where the server looks; raises `CalledProcessError`."""
    subprocess.run([sys.executable, str(ROOT / "hatch_build.py"), "--offline", str(out)], check=True)
    pyodide.make(out / "pyodide", CACHE, games)
    (out / "manifest.webmanifest").write_text(json.dumps(MANIFEST), encoding="utf-8")
    keep(out)
    shutil.rmtree(served, ignore_errors=True)
    shutil.copytree(out, served)


def keep(out: Path) -> None:
    """Write what keeps the page in a browser: the list of its files, and a name that changes with any of them."""
    files = sorted(file for file in out.rglob("*") if file.is_file())
    names = [file.relative_to(out).as_posix() for file in files]
    whole = hashlib.sha256()
    for file, name in zip(files, names, strict=True):
        whole.update(f"{name}\0{hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    listed = ["./", *(name for name in names if name != "index.html")]
    told = f'const KEPT = "fireline-{whole.hexdigest()[:16]}";\nconst FILES = {json.dumps(listed)};\n'
    (out / KEEPER.name).write_text(told + KEEPER.read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    options = ArgumentParser(description="Build the page that needs no server.")
    options.add_argument("--with", dest="games", metavar="PACKAGE", action="append", default=[])
    brought = options.parse_args().games
    if brought or is_due():
        build(games=brought)
    size = sum(file.stat().st_size for file in OUT.rglob("*") if file.is_file())
    print(f"{OUT.relative_to(ROOT)}: {size / 1e6:.0f} MB; try it: python -m http.server --directory out/static")
