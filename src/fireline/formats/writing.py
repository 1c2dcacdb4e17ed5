"""Files and pictures written whole or not at all: a kill leaves either the old file or the new one under the name."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from fireline.game.errors import BattleFileError, Code

TEMPORARY = ".fireline.tmp"
"""The suffix of the folder in which a new file grows, beside its final place."""


def write_atomically(file: Path, text: str | bytes) -> None:
    """Write a file whole or not at all; raises `BattleFileError`."""
    raw = text.encode("utf-8") if isinstance(text, str) else text
    with unwritable(file), new_file(file) as fresh:
        fresh.write_bytes(raw)
        fresh.chmod(_usual_mode(file))


def save_picture(svg: str, path: str | os.PathLike[str], zoom: float = 1.0) -> None:
    """Write a picture as its name says, `.svg` or `.png`; raises `BattleFileError` for any other name.

    `zoom` is the number of pixels of a PNG, along each side, for one pixel of the picture.
    """
    file = Path(path)
    match file.suffix.lower():
        case ".svg":
            write_atomically(file, svg)
        case ".png":
            from fireline.draw.png import png

            write_atomically(file, png(svg, zoom))
        case _:
            raise BattleFileError(Code.UNSUPPORTED, "is no kind of picture; name it .svg or .png", file=str(file))


@contextmanager
def new_file(out: Path, put: Callable[[Path, Path], None] | None = None) -> Iterator[Path]:
    """A file that replaces `out` if all goes well, through `put` if given; only its owner may read it.

    It grows in its own folder, with whatever a program keeps beside it. A link stays a link, and its target is written;
    a pipe or a device is written to, because nothing can replace it. Raises `BattleFileError`.
    """
    with unwritable(out):
        out = Path(os.path.realpath(out))
        stays = out.exists() and not out.is_file() and not out.is_dir()
        with _folder_for(Path(tempfile.gettempdir(), out.name) if stays else out) as folder:
            fresh = folder / out.name
            fresh.touch(mode=0o600)
            yield fresh
            (_pour if stays else put or _put)(fresh, out)


@contextmanager
def new_folder(out: Path) -> Iterator[None]:
    """A folder that must not exist, though its parents may; it goes again where it cannot be filled.

    Raises `BattleFileError`.
    """
    with unwritable(out):
        try:
            out.mkdir(parents=True)
        except FileExistsError:
            problem = "is there already, and nothing is written over; name another folder with --out"
            raise BattleFileError(Code.UNWRITABLE, problem, file=str(out)) from None
        try:
            yield
        except BaseException:
            shutil.rmtree(out, ignore_errors=True)  # with files missing it is of no use to anybody
            raise


def _pour(fresh: Path, out: Path) -> None:
    with fresh.open("rb") as whole, out.open("wb") as into:
        shutil.copyfileobj(whole, into)


def _put(fresh: Path, out: Path) -> None:
    sync(fresh)
    fresh.replace(out)
    sync_folder(out.parent)


@contextmanager
def _folder_for(out: Path) -> Iterator[Path]:
    """A folder beside a file, locked while it is used; leftovers of killed programs are removed first."""
    sweep(out.parent)
    while True:
        folder = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name[:50]}.", suffix=TEMPORARY))
        held = None
        try:
            held = hold(folder)
        except FileNotFoundError:  # somebody swept it before it was held
            continue
        except OSError:  # no locks here, so nobody sweeps either
            break
        if held is not None and folder.exists():
            break
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if held is not None:
            os.close(held)


def sweep(folder: Path) -> None:
    """Remove half-written files of killed programs from a folder.

    Programs that still write hold a lock on their part. If folders cannot be locked, as on Windows, everything stays.
    """
    for left in folder.glob(f".*{TEMPORARY}"):
        with suppress(OSError):
            if (held := hold(left)) is not None:
                shutil.rmtree(left, ignore_errors=True)
                os.close(held)


def hold(path: Path) -> int | None:
    """A descriptor that locks a file or a folder until it is closed, None if another process holds it.

    The lock is on the file itself, so it holds for every link to it. Raises `OSError`, also if the system has no such
    locks.
    """
    if os.name != "posix":
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    from filelock import lock_descriptor

    handle = os.open(path, os.O_RDONLY)
    try:
        if lock_descriptor(handle, blocking=False):
            return handle
    except OSError:
        os.close(handle)
        raise
    os.close(handle)
    return None


def sync(file: Path) -> None:
    """Make sure that a file is safe on disk."""
    _flush(file, os.O_RDWR)


def sync_folder(folder: Path) -> None:
    """Make sure that the names of the files in a folder are safe on disk."""
    if os.name == "posix":
        _flush(folder, os.O_RDONLY)


def _flush(path: Path, how: int) -> None:
    handle = os.open(path, how)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def unwritable(file: Path) -> Iterator[None]:
    """An error of the system as one line about a file."""
    try:
        yield
    except OSError as wrong:
        raise not_written(file, wrong) from None


def not_written(file: Path, wrong: OSError | ValueError) -> BattleFileError:
    """The error of a file that cannot be written."""
    reason = wrong.strerror if isinstance(wrong, OSError) else "not a file name"
    return BattleFileError(Code.UNWRITABLE, f"cannot be written: {reason}", file=str(file))


def _usual_mode(file: Path) -> int:
    """A replaced file keeps its mode; a new one gets the default."""
    if file.exists():
        return file.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
