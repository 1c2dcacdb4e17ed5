"""The tiles of a layer of Tiled: plain, or packed in base64 and one of three ways."""

from __future__ import annotations

import base64
import binascii
import struct
import zlib

from fireline.extras import need
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.maps.values import MOST_CELLS

MOST_TILE = 0xFFFFFFFF


def listed(given: list[object], width: int, height: int, place: str) -> list[int]:
    """Tiles as a list of numbers, as many as there are cells; raises `BattleFileError`."""
    if any(isinstance(one, bool) or not isinstance(one, int) or not 0 <= one <= MOST_TILE for one in given):
        raise BattleFileError(Code.MALFORMED, "holds something that is no number of a tile", place)
    return _counted([one for one in given if isinstance(one, int)], width, height, place)


def text(given: str, encoding: str, compression: str, width: int, height: int, place: str) -> list[int]:
    """Tiles as a text, `csv` or `base64`, as many as there are cells; raises `BattleFileError`."""
    if encoding == "csv":
        numbers = given.split(",", MOST_CELLS)
        if not all(one.strip().isascii() and one.strip().isdigit() and len(one.strip()) <= 10 for one in numbers):
            raise BattleFileError(Code.MALFORMED, "holds something that is no number of a tile", place)
        return listed([int(one) for one in numbers], width, height, place)
    if encoding != "base64":
        raise BattleFileError(Code.UNSUPPORTED, f"{shown(encoding)} is not csv or base64", f"{place}.encoding")
    try:
        packed = base64.b64decode("".join(given.split()), validate=True)
    except (binascii.Error, ValueError):
        raise BattleFileError(Code.MALFORMED, "is no base64", place) from None
    size = 4 * check_size(width, height, place)
    raw = _unpacked(packed, compression, size, place)
    if len(raw) != size:
        raise BattleFileError(Code.MISMATCH, f"holds {len(raw):,} bytes or more; {size:,} are needed", place)
    return list(struct.unpack(f"<{size // 4}I", raw))


def check_size(width: int, height: int, place: str) -> int:
    """How many cells a rectangle has; raises `BattleFileError` for too many or none."""
    if width <= 0 or height <= 0 or width * height > MOST_CELLS:
        problem = f"has {width:,} x {height:,} cells; at least 1 and at most {MOST_CELLS:,}"
        raise BattleFileError(Code.TOO_LARGE, problem, place)
    return width * height


def _unpacked(packed: bytes, compression: str, size: int, place: str) -> bytes:
    """What was packed, and never more than a byte beyond what is needed: a few bytes may stand for gigabytes."""
    try:
        match compression:
            case "":
                return packed[: size + 1]
            case "gzip" | "zlib":
                return zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(packed, size + 1)
            case "zstd":
                need("zstandard", "maps", "layers packed with Zstandard need a library", place)
                import zstandard

                with zstandard.ZstdDecompressor(max_window_size=1 << 27).stream_reader(packed) as stream:
                    return stream.read(size + 1)
    except zlib.error:
        raise BattleFileError(Code.MALFORMED, f"is not packed with {compression}, or is damaged", place) from None
    except BattleFileError:
        raise
    except Exception as wrong:
        if type(wrong).__name__ != "ZstdError":
            raise
        raise BattleFileError(Code.MALFORMED, "is not packed with zstd, or is damaged", place) from None
    raise BattleFileError(Code.UNSUPPORTED, f"{shown(compression)} is not gzip, zlib or zstd", f"{place}.compression")


def _counted(tiles: list[int], width: int, height: int, place: str) -> list[int]:
    cells = check_size(width, height, place)
    if len(tiles) != cells:
        raise BattleFileError(Code.MISMATCH, f"has {len(tiles):,} tiles for {cells:,} cells", place)
    return tiles
