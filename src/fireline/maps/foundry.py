"""Scenes of Foundry VTT (.json, .db), of version 8 to 14: walls and doors in pixels, a border around the picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import Any, TypeAlias

from fireline.game.editing import Preset
from fireline.game.errors import BattleFileError, Code
from fireline.game.maps import (
    DOOR,
    FOE,
    FRIEND,
    LOW,
    PLAIN,
    SEE_THROUGH,
    MapAnswers,
    MapQuestion,
    MapToken,
    MapWall,
    PlainMap,
)  # fmt: skip
from fireline.maps.values import listed, mapped, named, number, on_grid, tidied, whole
from fireline.ruling.prose import plural

FORMAT = "Foundry VTT scene"
SCENE = "scene"
"""The key of the question which scene of a file is meant."""
MOST_SCENES, MOST_TOKENS = 500, 200
SIZE, PADDING, MOST = 100, Fraction(1, 4), 250_000
SIGHT = {0: "", 10: LOW, 20: PLAIN, 30: SEE_THROUGH, 40: SEE_THROUGH}
"""What a wall does to sight since version 9; before, 1 was a plain wall and 2 a limited one."""
Counts: TypeAlias = "Counter[tuple[str, str]]"
"""How many of what: a noun, and what is said behind it."""
STANCES = {1: FRIEND, 0: "", -1: FOE, -2: FOE}
"""What a token is to the players; -2 is a foe who does not show it."""
OLD_SENSE = {0: "", 1: PLAIN, 2: LOW}


def is_one(data: Mapping[str, Any]) -> bool:
    """Whether the data of a JSON file looks like this format."""
    return isinstance(data.get("walls"), list) and ("grid" in data or "width" in data or "padding" in data)


def scenes_of(documents: Iterable[object]) -> list[Mapping[str, Any]]:
    """The scenes among documents: each may be one, or an adventure that holds several."""
    found = [one for one in documents if isinstance(one, dict)]
    inside = [one["scenes"] if isinstance(one.get("scenes"), list) else [one] for one in found]
    return [one for some in inside for one in some if isinstance(one, dict) and is_one(one)]


def read_one_of(scenes: Sequence[Mapping[str, Any]], name: str, answers: MapAnswers) -> PlainMap:
    """The scene that the answers ask for, else the first; which one, is a question where there are several."""
    if len(scenes) == 1:
        return _read(scenes[0], name)
    if len(scenes) > MOST_SCENES:
        raise BattleFileError(Code.TOO_LARGE, f"holds {len(scenes):,} scenes; at most {MOST_SCENES}")
    by_name = dict[str, Mapping[str, Any]]()
    for n, scene in enumerate(scenes, 1):
        called = named(scene.get("name"), f"scene {n}")
        by_name[called if called not in by_name else f"{called} ({n})"] = scene
    choices = tuple(Preset(f"{called}, {plural(len(one['walls']), 'wall')}", called) for called, one in by_name.items())
    text = f"The file holds {len(scenes)} scenes. Which one is meant?"
    asked = MapQuestion(SCENE, text, choices[0].value, choices, decides=True)
    plain = _read(by_name.get(answers.get(SCENE, ""), scenes[0]), name)
    return plain._replace(questions=(asked, *plain.questions))


def _read(data: Mapping[str, Any], name: str) -> PlainMap:
    """The map in the data of a scene; raises `BattleFileError`."""
    grid = data.get("grid")
    told = mapped(grid, "grid") if isinstance(grid, dict) else {}
    size = number(told.get("size", SIZE) if told else (SIZE if grid is None else grid), "grid.size", least=1, most=MOST)
    wide, high = (number(data.get(key, 4000), key, least=1, most=MOST) for key in ("width", "height"))
    padding = number(data.get("padding", float(PADDING)), "padding", least=0, most=1)
    border = [ceil(padding * side / size) for side in (wide, high)]
    counts: Counts = Counter()
    walls = [
        wall
        for n, entry in enumerate(listed(data.get("walls"), "walls"))
        if (wall := _wall(mapped(entry, f"walls[{n}]"), f"walls[{n}]", size, border, counts))
    ]
    kept, tidy = tidied(walls)
    kind = told.get("type", data.get("gridType", 1))
    if kind not in (0, 1):
        counts["grid", " of hexes; its walls are used"] = 1
    square = told.get("distance", data.get("gridDistance"))
    return PlainMap(
        format=FORMAT,
        name=named(data.get("name"), name),
        width=wide / size,
        height=high / size,
        walls=kept,
        tokens=_tokens(data, size, border),
        square=number(square, "grid.distance", least=0.001) if square else None,
        unit=named(told.get("units", data.get("gridUnits"))),
        unused=(*tidy, *_told(data, counts)),
    )


def _wall(entry: Mapping[str, Any], place: str, size: Fraction, border: list[int], counts: Counts) -> MapWall | None:
    ends = [number(value, f"{place}.c[{n}]") for n, value in enumerate(listed(entry.get("c"), f"{place}.c"))]
    if len(ends) != 4:
        raise BattleFileError(Code.MALFORMED, "is not four numbers", f"{place}.c")
    a, b = (on_grid(ends[n] / size - border[0], ends[n + 1] / size - border[1]) for n in (0, 2))
    old = "sense" in entry and "sight" not in entry
    sight = whole(entry.get("sense" if old else "sight", 1 if old else 20), f"{place}.sight")
    moves = whole(entry.get("move", 1 if old else 20), f"{place}.move")
    kind = (OLD_SENSE if old else SIGHT).get(sight, PLAIN)
    if not kind and not moves:
        counts["wall", " open to sight and moves"] += 1
        return None
    kind = kind or SEE_THROUGH
    door, state = (whole(entry.get(key, 0), f"{place}.{key}") for key in ("door", "ds"))
    if entry.get("dir"):
        counts["one-way wall", ", used as blocking both ways"] += 1
    if door == 2:
        counts["secret door", ", used as any door"] += 1
    heights = mapped(mapped(entry.get("flags"), f"{place}.flags").get("wall-height"), f"{place}.flags.wall-height")
    high, low = (
        None if heights.get(key) is None else number(heights[key], f"{place}.flags.wall-height.{key}")
        for key in ("top", "bottom")
    )
    if door and kind == PLAIN:
        return MapWall(a, b, DOOR, state != 1, low, high)
    return MapWall(a, b, "open" if door and state == 1 else kind, low=low, high=high)


def _tokens(data: Mapping[str, Any], size: Fraction, border: list[int]) -> tuple[MapToken, ...]:
    """Everybody who stands in the scene; raises `BattleFileError`."""
    entries = listed(data.get("tokens"), "tokens")
    if len(entries) > MOST_TOKENS:
        raise BattleFileError(Code.TOO_LARGE, f"has {len(entries):,} tokens; at most {MOST_TOKENS}", "tokens")
    return tuple(_token(mapped(entry, f"tokens[{n}]"), f"tokens[{n}]", size, border) for n, entry in enumerate(entries))


def _token(entry: Mapping[str, Any], place: str, size: Fraction, border: list[int]) -> MapToken:
    wide, high = (number(entry.get(key, 1), f"{place}.{key}", least=0, most=100) for key in ("width", "height"))
    x, y = (number(entry.get(key, 0), f"{place}.{key}") / size for key in "xy")
    stance = whole(entry.get("disposition", 0), f"{place}.disposition", least=-2, most=1)
    down = number(entry.get("rotation") or 0, f"{place}.rotation")  # a token without rotation looks down
    at = on_grid(x - border[0] + wide / 2, y - border[1] + high / 2)
    return MapToken(named(entry.get("name"), "token"), at, STANCES[stance], (270 - down) % 360)


def _told(data: Mapping[str, Any], counts: Counts) -> list[str]:
    lists = ("lights", "sounds", "notes", "drawings", "tiles", "templates", "regions", "levels")
    for key in lists:
        if isinstance(found := data.get(key), list) and found:
            counts[key.removesuffix("s"), ""] += len(found)
    picture = data.get("img") or mapped(data.get("background"), "background").get("src")
    if picture:
        counts["picture", ", which a scene only names"] = 1
    return [plural(count, noun) + rest for (noun, rest), count in counts.items()]
