"""The parts of a 3MF package: a ZIP archive read by count, for no size that it states is believed."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import IO, NoReturn
from xml.parsers import expat
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from fireline.formats.meshes.pieces import limited
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code

ENTRY_LIMIT = 10_000
"""The most files in a package."""
XML_LIMIT = 256 * 1024 * 1024
"""The most bytes of XML that are unpacked of one package."""
CHUNK = 256 * 1024
DAMAGED = (
    BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    RuntimeError,
    LookupError,
    OverflowError,
)
"""What the standard library raises where a package is not what it says."""

Started = Callable[[str, dict[str, str]], None]
"""Is told the name of an element that begins, with its namespace before it, and its attributes."""


class Package:
    """A package, and how much of it has been unpacked; raises `BattleFileError` for what is none."""

    def __init__(self, raw: bytes) -> None:
        try:
            self._zip = ZipFile(BytesIO(raw))
        except DAMAGED:
            raise BattleFileError(Code.UNREADABLE, "is no 3MF file, or cut off") from None
        limited(len(self._zip.infolist()), "files in its package", ENTRY_LIMIT)
        self._names = {f"/{info.filename}".lower(): info for info in self._zip.infolist()}
        self._unpacked = 0

    def parse(self, name: str, started: Started, ended: Callable[[str], None], prefixes: dict[str, str]) -> None:
        """Read one XML part, `prefixes` filled with the namespaces it declares; raises `BattleFileError`."""
        info = self._names.get(name.lower())
        if info is None:
            raise BattleFileError(Code.NOT_FOUND, f"{shown(name)} is not in its package")
        if info.compress_type not in {ZIP_STORED, ZIP_DEFLATED} or info.flag_bits & 1:
            raise BattleFileError(Code.UNSUPPORTED, f"{shown(name)} is encrypted, or packed in an unusual way")
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartDoctypeDeclHandler = _no_doctype
        parser.StartNamespaceDeclHandler = lambda prefix, uri: prefixes.update({prefix or "": uri or ""})
        parser.StartElementHandler, parser.EndElementHandler = started, ended
        try:
            for chunk in self._chunks(info, name):
                parser.Parse(chunk)
            parser.Parse(b"", True)  # noqa: FBT003 - expat's signature
        except expat.ExpatError as wrong:
            told = f"is no well-formed XML in line {wrong.lineno}"
            raise BattleFileError(Code.UNREADABLE, f"{shown(name)} {told}") from None

    def _chunks(self, info: ZipInfo, name: str) -> Iterator[bytes]:
        """What a file of the package holds, piece by piece, counted as it is unpacked."""
        try:
            stream = self._zip.open(info)
        except DAMAGED:
            raise BattleFileError(Code.UNREADABLE, f"{shown(name)} is damaged, or cut off") from None
        with stream:
            while chunk := _next(stream, name):
                self._unpacked += len(chunk)
                if self._unpacked > XML_LIMIT:
                    most = XML_LIMIT // 1024**2
                    raise BattleFileError(Code.TOO_LARGE, f"has more than {most} MiB of XML when it is unpacked")
                yield chunk


def _next(stream: IO[bytes], name: str) -> bytes:
    try:
        return stream.read(CHUNK)
    except DAMAGED:
        raise BattleFileError(Code.UNREADABLE, f"{shown(name)} is damaged, or cut off") from None


def _no_doctype(*_: object) -> NoReturn:
    raise BattleFileError(Code.UNSUPPORTED, "has a document type, which no 3MF file needs")
