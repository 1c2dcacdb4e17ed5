"""Documents that run: every ```console block is typed in, and its output and the pictures it draws are compared.

`python tests/documents.py` writes all of them anew, `python tests/documents.py tutorial README` those of these names.
In the guide to a game of one's own the other blocks are put into the files that they name.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock

from bench import own_python
from putting import put

ROOT = Path(__file__).parents[1]
GUIDE = tuple(ROOT / "docs" / name for name in ("add-a-ruleset.md", "ruleset-parts.md", "numbers-and-turns.md"))
"""The guide to a game of one's own, page by page, each where the one before has ended."""
PICTURE = ROOT / "docs" / "skirmish.svg"
"""What the guide draws."""
CHANGES = ROOT / "docs" / "change-a-game.md"
"""Changes to Fireline's own games, carried out in a copy of the package."""
DOCUMENTS = tuple(sorted({ROOT / "README.md", *(ROOT / "docs").glob("*.md")} - {*GUIDE, CHANGES}))
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r"!\[[^\]]*\]\(([\w-]+\.svg)\)")
"""A picture that a document shows."""
ANY_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

SEEN = ROOT / ".mypy_cache" / "games"
"""Where mypy keeps what it has seen of what games stand on."""
SHOWN_AS = {"PYTHONIOENCODING": "utf-8", "COLUMNS": "110", "NO_COLOR": "1"}
"""The terminal of the documents."""


class Typed(NamedTuple):
    """One command of a document and what the document says it prints."""

    command: str
    output: str


def blocks(text: str) -> Iterator[list[Typed]]:
    """The commands of each console block."""
    for block in BLOCK.findall(text):
        typed = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
        yield [Typed(*one.partition("\n")[::2]) for one in typed]


def type_in(command: str, folder: Path, first: Path = Path(sys.executable).parent) -> str:
    """What a command prints in this folder, both streams, without the spaces at line ends.

    Programs are sought in the folder `first` before anywhere else.
    """
    path = f"{first}{os.pathsep}{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env={**os.environ, **SHOWN_AS, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        encoding="utf-8",
    )
    return "\n".join(line.rstrip() for line in done.stdout.rstrip().splitlines())


def rewritten(text: str, folder: Path) -> str:
    """The document with every console block as it comes out now."""
    return BLOCK.sub(lambda match: _typed_again(match, folder), text)


def _typed_again(match: re.Match[str], folder: Path, first: Path = Path(sys.executable).parent) -> str:
    (typed,) = blocks(match.group(0))
    shown = [f"$ {one.command}\n{type_in(one.command, folder, first)}".rstrip("\n") for one in typed]
    return "```console\n" + "".join(one + "\n" for one in shown) + "```"


def drawn(text: str, folder: Path) -> Iterator[tuple[Path, Path]]:
    """Each picture that a document shows and its commands have drawn: as the docs keep it, and as it is drawn now."""
    for name in SHOWN.findall(text):
        if (folder / name).is_file():
            yield ROOT / "docs" / name, folder / name


def guide(folder: Path, name: str = "skirmish") -> Iterator[tuple[Path, str]]:
    """Each page of the guide as it comes out now; its game is written and installed below this folder."""
    first = own_python(folder / "python")
    work = folder / "work"
    work.mkdir()

    def carried_out(match: re.Match[str]) -> str:
        if match[1] == "console":
            return _typed_again(match, work, first)
        assert put(match[2], work / name / "src" / name), f"which file is this? {match[0]}"
        return match[0]

    for page in GUIDE:
        yield page, ANY_BLOCK.sub(carried_out, page.read_text(encoding="utf-8"))


def changed(folder: Path) -> str:
    """The page of changes as it comes out now; they are made in a copy of the package below this folder."""
    copied = folder / "src" / "fireline"
    built = shutil.ignore_patterns("__pycache__", "page", "offline_page")
    shutil.copytree(ROOT / "src" / "fireline", copied, ignore=built)
    shutil.copytree(ROOT / "examples", folder / "examples")  # where a source tree has them
    work, first = folder / "work", folder / "bin"
    work.mkdir()
    first.mkdir()
    command = first / "fireline"
    command.write_text(f'#!/bin/sh\nPYTHONPATH={folder / "src"} exec {sys.executable} -m fireline "$@"\n', "utf-8")
    command.chmod(0o755)

    def carried_out(match: re.Match[str]) -> str:
        if match[1] == "console":
            return _typed_again(match, work, first)
        assert put(match[2], copied / "rulesets"), f"which file is this? {match[0]}"
        return match[0]

    return ANY_BLOCK.sub(carried_out, CHANGES.read_text(encoding="utf-8"))


def complaints(folder: Path, package: str, *wishes: str) -> str:
    """What ruff with these wishes, and mypy as strict as it can be, say of a game's package in this folder.

    Every game stands on the same modules, so what mypy has seen of them is kept where it keeps what it sees of ours: by
    one mypy at a time, since two that write there at once end in an internal error.
    """
    bin_ = Path(sys.executable).parent
    said = ""
    SEEN.mkdir(parents=True, exist_ok=True)
    with FileLock(SEEN.with_suffix(".lock")):
        for command in (
            [str(bin_ / "ruff"), "check", "--quiet", "--isolated", *wishes],
            [str(bin_ / "mypy"), "--no-error-summary", "--config-file=", "--strict", "--cache-dir", str(SEEN), package],
        ):
            done = subprocess.run(command, cwd=folder, check=False, capture_output=True, encoding="utf-8")
            said += done.stdout + done.stderr + (f"{command[0]} failed\n" if done.returncode else "")
    return said


def main(names: Collection[str]) -> None:
    """Write the outputs and pictures of the documents of these names anew, or of all documents."""
    wanted = {path for path in (*DOCUMENTS, *GUIDE, CHANGES) if not names or path.stem in names}
    for document in sorted(wanted - {*GUIDE, CHANGES}):
        with tempfile.TemporaryDirectory() as folder:
            text = document.read_text(encoding="utf-8")
            document.write_text(rewritten(text, Path(folder)), encoding="utf-8")
            for kept, now in drawn(text, Path(folder)):
                shutil.copy(now, kept)
            commands = sum(len(block) for block in blocks(text))
            print(f"{document.relative_to(ROOT)}: {commands} commands")
    if wanted & {*GUIDE}:
        with tempfile.TemporaryDirectory() as folder:
            for page, text in guide(Path(folder)):
                page.write_text(text, encoding="utf-8")
                print(page.relative_to(ROOT))
            shutil.copy(Path(folder) / "work" / PICTURE.name, PICTURE)
    if CHANGES in wanted:
        with tempfile.TemporaryDirectory() as folder:
            CHANGES.write_text(changed(Path(folder)), encoding="utf-8")
            print(CHANGES.relative_to(ROOT))


if __name__ == "__main__":
    main(sys.argv[1:])
