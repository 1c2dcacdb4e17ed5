"""The files that battles name, packed for other machines."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fireline.formats.folder import Folder
from fireline.formats.parsing import read_bytes
from fireline.game.errors import BattleFileError

FILE_LIMIT = 256 * 1024 * 1024
"""The largest file that is packed, in bytes."""


@dataclass(frozen=True)
class FileBundle:
    """Files by their names in the battle's folder, and what they hold."""

    files: tuple[tuple[str, bytes], ...]

    @classmethod
    def of(cls, folder: Folder, names: Iterable[str]) -> FileBundle:
        """Pack files of a folder, each with its side file; raises `BattleFileError` if one is missing."""
        packed: dict[str, bytes] = {}
        for name in names:
            side = str(Path(name).with_suffix(".parts.yaml"))
            for one in (name, side) if is_in(folder, side) else (name,):
                packed[one] = read_bytes(folder.find(one, "battle"), FILE_LIMIT)
        return cls(tuple(sorted(packed.items())))

    @property
    def digest(self) -> str:
        """A hash of names and contents."""
        told = hashlib.sha256()
        for name, content in self.files:
            told.update(f"{len(name)} {name} {len(content)} ".encode() + content)
        return told.hexdigest()

    def unpacked(self, room: Path | None = None) -> Folder:
        """The files in a folder, unpacked once into a room that is there, or into one that ends with this process."""
        return _unpacked(self, room or Path(_room().name))


def is_in(folder: Folder, name: str) -> bool:
    """Whether a file of this name is in a folder, or below it."""
    try:
        folder.find(name, "")
    except BattleFileError:
        return False
    return True


@cache
def _unpacked(parcel: FileBundle, room: Path) -> Folder:
    home = room / parcel.digest
    if not home.exists():
        begun = Path(tempfile.mkdtemp(dir=room))
        for name, content in parcel.files:
            file = begun / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        with suppress(OSError):  # another worker was quicker
            begun.rename(home)
    return Folder(home)


@cache
def _room() -> tempfile.TemporaryDirectory[str]:
    """A folder that is removed when this process ends; those of `multiprocessing` end without, and are given one."""
    return tempfile.TemporaryDirectory(prefix="fireline-sweep-")
