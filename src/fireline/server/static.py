"""The page that needs no server as a folder of files for any host, with games from outside beside its engine."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from importlib.metadata import Distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fireline.formats.writing import new_folder
from fireline.game.errors import BattleFileError, Code
from fireline.game.tools import RULESETS

BUILT = Path(__file__).parent / "offline_page"
"""Where `make static` lays what it has built."""
ENGINE, LOCK, KEEPER, INDEX = "pyodide", "pyodide-lock.json", "sw.js", "index.html"
HEAD = 2
"""So many lines of the keeper say what it keeps."""
NOT_BUILT = "the page that needs no server is not there; `make static` builds it in the source tree of Fireline"


def lay_out(folder: Path, games: Sequence[str] = (), page: Path = BUILT) -> tuple[str, ...]:
    """Lay the page into a new folder, with these games beside its engine, which finds them by their entry points.

    Args:
        folder: Where it goes; must not exist, its parents may.
        games: Packages as pip takes them: a folder, a wheel, or a name.
        page: The page as it was built.

    Returns:
        The ids of the games that come along.

    Raises:
        BattleFileError: There is no such page, the folder is there already or cannot be written, or a package cannot be
            brought along: pip does not find it, it holds compiled code, or no game is in it.
    """
    if not (page / KEEPER).is_file():
        raise BattleFileError(Code.NOT_FOUND, NOT_BUILT, file=str(page))
    with new_folder(folder), TemporaryDirectory(prefix="fireline-") as room:
        wheels = _wheels(games, Path(room))
        brought = announced_by(wheels)
        if games and not brought:
            problem = f"no game is in {', '.join(games)}: nothing there has an entry point in the group {RULESETS}"
            raise BattleFileError(Code.UNSUPPORTED, problem, "--with")
        shutil.copytree(page, folder, dirs_exist_ok=True)
        enlist(folder / ENGINE, [Path(shutil.move(wheel, folder / ENGINE)) for wheel in wheels])
        keep(folder, (folder / KEEPER).read_text(encoding="utf-8").split("\n", HEAD)[HEAD])
    return brought


def _wheels(games: Sequence[str], room: Path) -> list[Path]:
    """Wheels of packages, made where pip is given a folder; a folder goes before a package of its name elsewhere."""
    if not games:
        return []
    games = [str(Path(one).resolve()) if Path(one).is_dir() else one for one in games]
    words = ("wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--wheel-dir", str(room), "--", *games)
    done = subprocess.run([sys.executable, "-m", "pip", *words], stderr=subprocess.PIPE, text=True, check=False)  # noqa: S603
    if done.returncode:
        wrong = [line.removeprefix("ERROR:").strip() for line in done.stderr.splitlines() if line.startswith("ERROR:")]
        why = next(iter(wrong), done.stderr.strip().rpartition("\n")[2] or "it does not say why")
        raise BattleFileError(Code.UNAVAILABLE, f"pip makes no wheel of {', '.join(games)}: {why}", "--with")
    wheels = sorted(room.glob("*.whl"))
    check_pure(wheels)
    return wheels


def check_pure(wheels: Iterable[Path]) -> None:
    """Raise `BattleFileError` where a wheel is not for every platform."""
    if compiled := [wheel.name for wheel in wheels if not wheel.name.endswith("-none-any.whl")]:
        problem = f"{', '.join(compiled)} holds compiled code, which a browser cannot run"
        raise BattleFileError(Code.UNSUPPORTED, problem, "--with")


def announced_by(wheels: Iterable[Path]) -> tuple[str, ...]:
    """The ids of the games that wheels announce by their entry points."""
    found = list[str]()
    for wheel in wheels:
        points = [*Distribution.discover(path=[str(wheel)])]
        found += [point.name for one in points for point in one.entry_points.select(group=RULESETS)]
    return tuple(found)


def enlist(engine: Path, wheels: Iterable[Path]) -> None:
    """Add wheels in the folder of the engine to the list of what is loaded with it."""
    file = engine / LOCK
    lock = json.loads(file.read_text(encoding="utf-8"))
    known = lock["packages"] | {one["name"]: one for one in map(_entry, wheels)}
    known["fireline"]["depends"] = sorted(known.keys() - {"fireline"})
    file.write_text(json.dumps(lock | {"packages": known}, indent=1), encoding="utf-8")


def _entry(wheel: Path) -> dict[str, Any]:
    """What the list says of a wheel."""
    name, version, *_ = wheel.name.split("-")
    return {
        "name": name.replace("_", "-"),
        "version": version,
        "file_name": wheel.name,
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "install_dir": "site",
        "package_type": "package",
        "imports": [],
        "depends": [],
        "unvendored_tests": False,
    }


def keep(folder: Path, keeper: str) -> None:
    """Write what keeps the page in a browser: the list of its files, a name that changes with any of them, and this."""
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file != folder / KEEPER)
    names = [file.relative_to(folder).as_posix() for file in files]
    whole = hashlib.sha256()
    for file, name in zip(files, names, strict=True):
        whole.update(f"{name}\0{hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    listed = ["./", *(name for name in names if name != INDEX)]
    told = f'const KEPT = "fireline-{whole.hexdigest()[:16]}";\nconst FILES = {json.dumps(listed)};\n'
    (folder / KEEPER).write_text(told + keeper, encoding="utf-8")
