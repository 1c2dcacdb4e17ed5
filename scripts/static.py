"""Build the page that needs no server, with the engine beside it: files for any host.

Run: python scripts/static.py; the files are in out/static, and where `fireline serve` and `fireline static` find them.
Needs Node and pip.
"""

# ruff: noqa: INP001, S603 - a script, not a package; it runs the project's own tools

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pyodide

from fireline.server.static import BUILT, keep

ROOT = Path(__file__).parents[1]
OUT = ROOT / "out/static"
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
    if not made.is_file() or not BUILT.is_dir():
        return True
    folders = (ROOT / "src/fireline", ROOT / "examples", ROOT / "web/src", ROOT / "web/public", ROOT / "scripts")
    named = ("hatch_build.py", "web/index.html", "web/vite.config.ts", "web/package-lock.json")
    files = (file for folder in folders for file in folder.rglob("*") if _is_source(file))
    return any(file.stat().st_mtime > made.stat().st_mtime for file in (*(ROOT / name for name in named), *files))


def _is_source(file: Path) -> bool:
    built = any(part in {"__pycache__", "page", BUILT.name} for part in file.parts)
    return file.is_file() and not built and not file.name.endswith(".test.ts")


def build(out: Path = OUT, built: Path = BUILT) -> None:
    """Build everything into `out`, and lay a copy into the package; raises `CalledProcessError`."""
    subprocess.run([sys.executable, str(ROOT / "hatch_build.py"), "--offline", str(out)], check=True)
    pyodide.make(out / "pyodide", CACHE)
    (out / "manifest.webmanifest").write_text(json.dumps(MANIFEST), encoding="utf-8")
    keep(out, KEEPER.read_text(encoding="utf-8"))
    shutil.rmtree(built, ignore_errors=True)
    shutil.copytree(out, built)


if __name__ == "__main__":
    if is_due():
        build()
    size = sum(file.stat().st_size for file in OUT.rglob("*") if file.is_file())
    print(f"{OUT.relative_to(ROOT)}: {size / 1e6:.0f} MB; try it: python -m http.server --directory out/static")
