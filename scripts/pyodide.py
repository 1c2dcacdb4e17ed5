"""Pyodide with the engine in it, as a folder of files: the interpreter, the wheels it loads, and the list of them."""

# ruff: noqa: INP001, S603 - for scripts, no package; it runs pip

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from fireline import __version__ as version
from fireline.server.static import LOCK, enlist

ROOT = Path(__file__).parents[1]
NPM = ROOT / "web/node_modules/pyodide"
COMPILED, SOURCE = ROOT / "scripts/pyodide.txt", ROOT / "scripts/pyodide-source.txt"
INTERPRETER = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
NOT_ASKED = {"server/page", "server/offline_page", "draw/fonts", "cli", "testing", "newgame"}
"""Folders of the package that nothing in a browser asks for."""


def make(folder: Path, cache: Path) -> None:
    """Write the folder anew; wheels of others are kept in `cache`.

    Raises `CalledProcessError` where pip cannot.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in INTERPRETER:
        shutil.copy(NPM / name, folder)
    lock = json.loads((NPM / LOCK).read_text(encoding="utf-8"))
    (folder / LOCK).write_text(json.dumps(lock | {"packages": {}}), encoding="utf-8")
    enlist(folder, [*(Path(shutil.copy(wheel, folder)) for wheel in others(cache)), engine(folder)])


def others(cache: Path) -> list[Path]:
    """The wheels of what the engine needs, fetched when what is asked for has changed."""
    asked = hashlib.sha256(COMPILED.read_bytes() + SOURCE.read_bytes()).hexdigest()[:16]
    kept = cache / asked
    if not kept.is_dir():
        part = cache / f"{asked}.part"
        shutil.rmtree(part, ignore_errors=True)
        info = json.loads((NPM / LOCK).read_text(encoding="utf-8"))["info"]
        version = ".".join(info["python"].split(".")[:2])
        of = ("--platform", f"pyemscripten_{info['abi_version']}_{info['arch']}", "--python-version", version)
        whole = ("--abi", f"cp{version.replace('.', '')}", "--only-binary", ":all:", "--dest", str(part))
        _pip("download", *of, *whole, "--requirement", str(COMPILED))
        # By name: ":all:" would make what it is built with from source as well, which takes minutes.
        _pip("wheel", "--no-binary", "pyyaml", "--wheel-dir", str(part), "--requirement", str(SOURCE))
        part.rename(kept)
    return sorted(kept.glob("*.whl"))


def engine(folder: Path) -> Path:
    """Fireline itself as a wheel, byte for byte the same for the same source."""
    wheel = folder / f"fireline-{version}-py3-none-any.whl"
    with ZipFile(wheel, "w", ZIP_DEFLATED) as packed:
        for file, name in sources():
            packed.writestr(ZipInfo(name), file.read_bytes(), ZIP_DEFLATED)
        said = f"Metadata-Version: 2.1\nName: fireline\nVersion: {version}\n"
        packed.writestr(ZipInfo(f"fireline-{version}.dist-info/METADATA"), said)
    return wheel


def sources() -> Iterator[tuple[Path, str]]:
    """Every file that the engine is made of, and its name in the wheel."""
    package, examples = ROOT / "src/fireline", ROOT / "examples"
    for file in sorted(package.rglob("*")):
        name = file.relative_to(package)
        asked = not any(name.is_relative_to(one) for one in NOT_ASKED)
        if file.is_file() and asked and "__pycache__" not in name.parts:
            yield file, f"fireline/{name.as_posix()}"
    for file in sorted(examples.glob("*.yaml")):
        yield file, f"fireline/examples/{file.name}"


def _pip(*words: str) -> None:
    quiet = ("--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes")
    environment = os.environ | {"PYYAML_FORCE_LIBYAML": "0"}
    subprocess.run([sys.executable, "-m", "pip", words[0], *quiet, *words[1:]], check=True, env=environment)
