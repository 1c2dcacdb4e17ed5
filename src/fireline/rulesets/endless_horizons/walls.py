"""Cover and walls in a battle file: materials by name, walls from point to point."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from fireline.game.entries import FileEntry, Name, one_of, plain
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import piece_of
from fireline.game.numbers import House
from fireline.rulesets.endless_horizons.armoury import exact
from fireline.rulesets.endless_horizons.board import Point
from fireline.rulesets.endless_horizons.cover import Cover, Wall
from fireline.rulesets.endless_horizons.pieces import MATERIALS, pieces

FARTHEST = 1_000_000
"""Metres from the middle of the plan."""
Coordinate = Annotated[float, Field(ge=-FARTHEST, le=FARTHEST)]
Corner = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
Class = Annotated[int, Field(ge=1, le=8)]


class WallEntry(FileEntry):
    """A wall on the plan, from point to point in metres; a material that is not listed needs its class."""

    id: Name
    start: Annotated[Corner, Field(alias="from")]
    """Where it begins: `[x, y]` in metres."""
    end: Annotated[Corner, Field(alias="to")]
    """Where it ends."""
    material: Name
    """wood, brick, or one of your own."""
    penetrated_by: Class | None = None
    """The lowest cartridge class that goes through."""
    full: bool = True
    """Whether it hides all of a unit."""


def class_of(material: str, class_: int | None, place: str, house: House) -> int:
    """The class of a material, as given or as listed; raises `BattleFileError` for one that is neither."""
    if class_ is not None:
        return class_
    one_of(material, MATERIALS, "listed material (give its class as 'penetrated_by')", f"{place}.material")
    return pieces(house).materials[material]


def read_cover(entry: Any, place: str, house: House) -> Cover:
    """The cover of an entry; raises `BattleFileError`."""
    class_ = class_of(entry.material, entry.penetrated_by, place, house)
    return piece_of(Cover, entry, place, house, penetrated_by=class_)


def read_corner(said: list[float], _place: str, _house: House) -> Any:
    """A point of the plan."""
    return tuple(map(exact, said))


def corner_data(at: Point, _: House) -> list[int | float]:
    """A point of the plan as a battle file says it."""
    return [plain(metres) for metres in at]


def read_wall(entry: WallEntry, place: str, house: House) -> Wall:
    """The wall of an entry; raises `BattleFileError`."""
    start, end = ((exact(x), exact(y)) for x, y in (entry.start, entry.end))
    if start == end:
        raise BattleFileError(Code.CONFLICT, "is where it begins; a wall has a length", f"{place}.to")
    class_ = class_of(entry.material, entry.penetrated_by, place, house)
    return Wall(entry.id, start, end, Cover(entry.material, class_, entry.full))


def wall_data(wall: Wall, house: House) -> dict[str, Any]:
    """A wall as a battle file says it; what has its usual value is left out."""
    cover = wall.cover
    listed = pieces(house).materials.get(cover.material) == cover.penetrated_by
    corners = {name: [plain(metres) for metres in at] for name, at in (("from", wall.start), ("to", wall.end))}
    more = {} if listed else {"penetrated_by": cover.penetrated_by}
    return {"id": wall.id, **corners, "material": cover.material, **more} | ({} if cover.full else {"full": False})
