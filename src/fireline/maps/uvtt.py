"""Universal VTT (.uvtt, .dd2vtt, .df2vtt): walls and portals in squares, with the picture inside."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

from fireline.game.editing import Preset
from fireline.game.errors import BattleFileError, Code
from fireline.game.maps import GAP, PLAIN, PORTAL, MapAnswers, MapQuestion, MapWall, PlainMap, Spot
from fireline.maps.values import listed, mapped, named, number, on_grid, tidied
from fireline.ruling.prose import plural

FORMAT = "Universal VTT"
NEAR = Fraction(1, 50)
"""Points of a line nearer than this to the one before, in squares, are left out: caves come in thousands of them."""
MOST_POINTS = 200_000
PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF")
KEEP, LEAVE = Preset("keep them", "keep"), Preset("leave them out", "leave")


def is_one(data: Mapping[str, Any]) -> bool:
    """Whether the data of a JSON file looks like this format."""
    return "resolution" in data and ("line_of_sight" in data or "portals" in data or "image" in data)


def read(data: Mapping[str, Any], file: str, answers: MapAnswers) -> PlainMap:
    """The map in the data of such a file; raises `BattleFileError`."""
    resolution = mapped(data.get("resolution"), "resolution")
    size = _spot(resolution.get("map_size"), "resolution.map_size")
    if not (0 < size[0] <= 1000 and 0 < size[1] <= 1000):
        problem = f"is {float(size[0]):g} by {float(size[1]):g} squares; each must be more than 0 and at most 1,000"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, "resolution.map_size")
    origin = _spot(resolution.get("map_origin") or {"x": 0, "y": 0}, "resolution.map_origin")
    unused: list[str] = []
    pieces, thinned = _lines(data)
    pieces += _portals(data)
    questions = [_closed()] if any(piece.kind == PORTAL for piece in pieces) else []
    if any(origin):
        missed = [sum(_misses(piece, shift, size) for piece in pieces) for shift in (origin, (Fraction(), Fraction()))]
        if missed[0] > len(pieces) / 2 and missed[1] < missed[0]:
            questions.append(_origin(*missed))
            origin = origin if answers.get("origin", "keep") == "subtract" else (Fraction(), Fraction())
    outside = [piece for piece in pieces if _misses(piece, origin, size)]
    if outside:
        questions.append(_outside(len(outside), len(pieces)))
        if answers.get("outside", "leave") == "leave":
            unused.append(f"{plural(len(outside), 'wall')} outside of the map's own size")
            pieces = [piece for piece in pieces if not _misses(piece, origin, size)]
    walls, told = tidied([_moved(piece, origin) for piece in pieces])
    unused += told + ([f"{plural(thinned, 'corner')} less than 0.02 squares from the one before"] if thinned else [])
    picture, why = _picture(data.get("image"))
    unused += [why] if why else []
    if lights := listed(data.get("lights"), "lights"):
        unused.append(plural(len(lights), "light"))
    return PlainMap(
        format=FORMAT,
        name=named(Path(file).stem, "map"),
        width=size[0],
        height=size[1],
        walls=walls,
        picture=picture,
        questions=tuple(questions),
        unused=tuple(unused),
    )


def _lines(data: Mapping[str, Any]) -> tuple[list[MapWall], int]:
    walls: list[MapWall] = []
    thinned = count = 0
    for key in ("line_of_sight", "objects_line_of_sight"):
        for n, line in enumerate(listed(data.get(key), key)):
            points = [_spot(point, f"{key}[{n}][{m}]") for m, point in enumerate(listed(line, f"{key}[{n}]"))]
            if (count := count + len(points)) > MOST_POINTS:
                raise BattleFileError(Code.TOO_LARGE, f"has more than {MOST_POINTS:,} points", key)
            kept = list(_thin(points))
            thinned += len(points) - len(kept)
            walls += [MapWall(a, b) for a, b in pairwise(kept)]
    return walls, thinned


def _thin(points: list[Spot]) -> Iterator[Spot]:
    """The first and the last point, and of those between each that is far enough from the one kept before."""
    last: Spot | None = None
    for n, point in enumerate(points):
        far = last is None or sum((a - b) ** 2 for a, b in zip(point, last, strict=True)) >= NEAR**2
        if far or n == len(points) - 1:
            yield point
            last = point


def _portals(data: Mapping[str, Any]) -> list[MapWall]:
    """The portals; where one stands the walls have a gap already, so nothing need be cut."""
    found = []
    for n, portal in enumerate(listed(data.get("portals"), "portals")):
        place = f"portals[{n}]"
        entry = mapped(portal, place)
        bounds = listed(entry.get("bounds"), f"{place}.bounds")
        if len(bounds) != 2:
            raise BattleFileError(Code.MALFORMED, "is not two points", f"{place}.bounds")
        a, b = (_spot(point, f"{place}.bounds[{m}]") for m, point in enumerate(bounds))
        found.append(MapWall(a, b, PORTAL, closed=entry.get("closed") is not False))
    return found


def _closed() -> MapQuestion:
    """What a portal is that is not `closed`: other programs let all light through it, whatever it is a picture of."""
    window, door = Preset("a window with a sill", "see-through"), Preset("a door that stands open", "open")
    choices = (Preset("a gap that lets all light through", GAP), window, door, Preset("a wall", PLAIN))
    return MapQuestion("closed", "What is a portal of which the file says that it is not closed?", GAP, choices)


def _origin(missed: int, otherwise: int) -> MapQuestion:
    text = f"Subtract the map's origin? With it {missed:,} walls miss the map, without it {otherwise:,}."
    return MapQuestion("origin", text, "keep", (Preset("no", "keep"), Preset("yes", "subtract")))


def _outside(count: int, total: int) -> MapQuestion:
    return MapQuestion("outside", f"What of {count:,} of {total:,} walls outside the map?", "leave", (LEAVE, KEEP))


def _misses(piece: MapWall, origin: Spot, size: Spot) -> bool:
    """Whether all of it lies outside: a wall across the whole map has both its ends there."""
    least, most = Fraction(), Fraction(1)
    for begins, ends, start, length in zip(piece.start, piece.end, origin, size, strict=True):
        here, step = begins - start, ends - begins
        if step:
            crossed = -here / step, (length - here) / step
            least, most = max(least, min(crossed)), min(most, max(crossed))
        elif not 0 <= here <= length:
            return True
    return least > most


def _moved(piece: MapWall, origin: Spot) -> MapWall:
    start, end = (on_grid(x - origin[0], y - origin[1]) for x, y in (piece.start, piece.end))
    return piece._replace(start=start, end=end)


def _spot(value: object, place: str) -> Spot:
    point = mapped(value, place)
    return number(point.get("x"), f"{place}.x"), number(point.get("y"), f"{place}.y")


def _picture(value: object) -> tuple[bytes | None, str]:
    """The picture's bytes, known by how it begins, and what is wrong with it."""
    if not value:
        return None, ""
    try:
        raw = base64.b64decode(value, validate=False) if isinstance(value, str) else b""
    except (binascii.Error, ValueError):
        raw = b""
    return (raw, "") if raw.startswith(PICTURES) else (None, "the picture, which is no PNG, JPEG or WebP")
