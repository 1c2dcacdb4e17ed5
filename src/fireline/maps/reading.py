"""Any map of another program, told apart by what it holds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fireline.formats.parsing import decoded, parse_json, parse_row, read_bytes
from fireline.game.errors import BattleFileError, Code
from fireline.game.maps import MapAnswers, PlainMap
from fireline.maps import foundry, megamek, tiled, tmx, uvtt
from fireline.maps.values import named

MAP_LIMIT = 64 * 1024 * 1024
"""The largest map that is read, in bytes; nearly all of such a file is a picture."""
MOST_PARTS = 2_000_000
"""How many values a map in JSON may hold."""
MOST_BESIDE = 1024 * 1024
ENDINGS = (".uvtt", ".dd2vtt", ".df2vtt", ".json", ".db", ".tmx", ".tmj", ".board")
KNOWN = "Universal VTT (.uvtt, .dd2vtt, .df2vtt), Foundry scenes (.json, .db), Tiled (.tmx, .tmj) or MegaMek (.board)"


TABLE_END = bytes.fromhex("57fb808b247547db")
"""The last bytes of a table of LevelDB, in which Foundry VTT keeps compendia since version 11."""
PACK = (
    "is a compendium of Foundry VTT in LevelDB, which is not read; import the scene into a world there, right-click it "
    "in the Scenes tab, choose Export Data, and give the .json file"
)


def read_file(file: Path) -> bytes:
    """What a map file holds; raises `BattleFileError`."""
    if (file / "CURRENT").is_file():
        raise BattleFileError(Code.UNSUPPORTED, PACK, file=str(file))
    return read_bytes(file, MAP_LIMIT)


def read_beside(file: Path) -> bytes:
    """What a tileset that is given with a map holds; raises `BattleFileError`."""
    return read_bytes(file, MOST_BESIDE)


def read_map(raw: bytes, file: str, answers: MapAnswers, beside: Mapping[str, bytes]) -> PlainMap:
    """The map in a file.

    Args:
        raw: What the file holds.
        file: What it is called.
        answers: What was answered to questions that change how it is read.
        beside: Tilesets given with it, by their file names.

    Raises:
        BattleFileError: It is none, or is damaged, or too large.
    """
    name = named(Path(file).stem, "map")
    if len(raw) > MAP_LIMIT:
        raise BattleFileError(Code.TOO_LARGE, f"is larger than {MAP_LIMIT // 1024**2} MiB")
    if not raw.strip():
        raise BattleFileError(Code.UNSUPPORTED, f"is empty; it must be a map, {KNOWN}")
    if tmx.is_one(raw):
        return tiled.read_xml(raw, name, beside)
    if raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in {b"{", b"["}:
        return _read_json(_documents(raw), file, name, answers, beside)
    if raw.endswith(TABLE_END) or b"!scenes!" in raw[:MOST_BESIDE]:
        raise BattleFileError(Code.UNSUPPORTED, PACK)
    text = decoded(raw[: 4 * 1024 * 1024])
    if megamek.is_one(text):
        return megamek.read(text, name)
    raise BattleFileError(Code.UNSUPPORTED, f"is no map that can be read; it must be {KNOWN}")


def _read_json(
    documents: list[Any], file: str, name: str, answers: MapAnswers, beside: Mapping[str, bytes]
) -> PlainMap:
    if scenes := foundry.scenes_of(documents):
        return foundry.read_one_of(scenes, name, answers)
    data = documents[0] if documents else None
    if not isinstance(data, dict):
        raise BattleFileError(Code.WRONG_TYPE, "is no mapping of keys to values")
    if tiled.is_one(data):
        return tiled.read(data, name, beside)
    if uvtt.is_one(data):
        return uvtt.read(data, file, answers)
    raise BattleFileError(Code.UNSUPPORTED, f"is no map that can be read; it must be {KNOWN}")


def _documents(raw: bytes) -> list[Any]:
    """The data of a JSON file; of a list its entries, and of a file that holds a document a line all of them."""
    if raw.count(b",") + raw.count(b"[") + raw.count(b"{") > MOST_PARTS:
        raise BattleFileError(Code.TOO_LARGE, f"holds more than {MOST_PARTS:,} values")
    text = decoded(raw)
    first, _, rest = text.strip().partition("\n")
    if rest.lstrip().startswith("{") and first.rstrip().endswith("}"):
        lines = enumerate(raw.split(b"\n"), 1)  # a text may hold what else Python takes for the end of a line
        return [parse_row(line, f"line {number}", "scenes") for number, line in lines if line.strip()]
    data = parse_json(text)
    return data if isinstance(data, list) else [data]
