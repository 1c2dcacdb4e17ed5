"""How a battle is edited: people by their weapons, and things to be shot at, at points or at distances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fireline.game.editing import (
    Data,
    Editing,
    FormField,
    Piece,
    PieceList,
    Preset,
    Shape,
    forms,
    pieces_in,
    standing,
    with_entry,
)
from fireline.game.entries import plain
from fireline.game.errors import BattleFileError, Code
from fireline.game.places import point_named
from fireline.rulesets.endless_horizons.pieces import FACTS, MATERIALS, WEAPONS
from fireline.ruling import data_file

READY = data_file("fireline.rulesets.endless_horizons", "ready.toml")
COVERS = tuple(
    Preset(f"{material}, {behind}", {"material": material, **class_, "full": behind == "full"})
    for material, class_ in (
        *((one, {}) for one in MATERIALS),
        *((one, {"penetrated_by": class_}) for one, class_ in READY["covers"].items()),
    )
    for behind in ("full", "partial")
)
"""Behind what somebody may be."""
WALL = ([0, -5], [0, 5])
"""A wall of ten metres, to begin with."""
WALLS = tuple(
    Piece(f"Wall, {material}{shows}", {"material": material, **class_, **full}, Shape.LINE)
    for material, class_ in (*((one, {}) for one in MATERIALS), ("concrete", {"penetrated_by": 8}))
    for shows, full in (("", {}), (", low", {"full": False}))
)
"""Walls that cover whoever stands on their other side."""
HELD = tuple(Preset(name, {"name": name}) for name in WEAPONS)
WEAPON = forms(FACTS) | {"loaded": FormField(unit="bullets")}


def _armed(title: str, weapon: str, cover: Data | None = None) -> Piece:
    """Somebody who has learnt to shoot, with a weapon in hand, in the open or behind cover."""
    entry = {**READY["skilled"], "weapon": {"name": weapon}}
    return Piece(title, {**entry, "cover": dict(cover)}, group="People behind cover") if cover else Piece(title, entry)


def _placed(data: Data, entry: Data, place: str) -> dict[str, Any]:
    """At a point, or so many metres from every enemy where distances are written down."""
    if "," in place:
        return with_entry(data, "units", {**entry, "at": _metres(place)})
    (metres,) = point_named(place, ("METRES",), "metres")
    id_, side = entry["id"], entry.get("side")
    enemies = (one["id"] for one in data.get("units", ()) if one["id"] != id_ and (not side or one.get("side") != side))
    distances = {f"{id_}>{enemy}": plain(metres) for enemy in enemies}
    return with_entry({**data, "distances": {**data.get("distances", {}), **distances}}, "units", entry)


def _walled(data: Data, entry: Data, places: Sequence[str]) -> dict[str, Any]:
    """A wall from one point to another."""
    if len(places) < 2:
        raise BattleFileError(Code.MISSING, "are too few; give two points", "places")
    start, end = (_metres(place) for place in places[:2])
    return with_entry(data, "walls", {**entry, "from": start, "to": end})


def _wall_at(entry: Data, place: str) -> Data:
    """A wall with its middle there."""
    start, end = entry.get("from", WALL[0]), entry.get("to", WALL[1])
    away = [at - (one + other) / 2 for at, one, other in zip(_metres(place), start, end, strict=True)]
    corners = {"from": start, "to": end}.items()
    return {**entry, **{name: [one + far for one, far in zip(at, away, strict=True)] for name, at in corners}}


def _metres(place: str) -> list[float]:
    return [plain(metres) for metres in point_named(place, ("x", "y"), "metres")]


def _released(data: Data, id_: str) -> dict[str, Any]:
    """Distances, difficulties, aims, covers, fire and order without somebody who goes."""
    after = dict(data)
    if "distances" in after:
        after["distances"] = {pair: far for pair, far in after["distances"].items() if not _names(pair, id_)}
    if "environment" in after:
        after["environment"] = [
            one for one in after["environment"] if one.get("unit") != id_ and not _names(one.get("pair") or "", id_)
        ]
    if "round" in after:
        order = [one for one in after["round"].get("order", ()) if one != id_]
        after["round"] = {key: one for key, one in after["round"].items() if one != id_} | {"order": order}
    after["units"] = [_forgetting(unit, id_) for unit in after["units"]]
    return after


def _names(pair: str, id_: str) -> bool:
    return id_ in (one.strip() for one in pair.split(">"))


def _forgetting(unit: Data, id_: str) -> Data:
    unit = {key: value for key, value in unit.items() if not (key == "aimed_at" and value == id_)}
    for key, names in (("cover", ("towards",)), ("suppressing", ("targets", "openings"))):
        if key in unit:
            lists = {name: [one for one in unit[key][name] if one != id_] for name in names if name in unit[key]}
            unit[key] = {**unit[key], **lists}
    if "suppressing" in unit and not unit["suppressing"]["targets"]:
        del unit["suppressing"]
    return unit


EDITING = Editing(
    blank=lambda: {"units": []},
    fields={
        "environment": FormField(
            title="Environment",
            ready=tuple(
                Preset(f"{name}, +{penalty}", {"name": name.lower(), "penalty": penalty})
                for name, penalty in READY["environment"].items()
            ),
        )
    },
    place="x,y in metres; or the metres to every enemy, where the battle gives distances",
    lists=(
        PieceList(
            name="units",
            title="Units",
            pieces=(
                *(_armed(f"Shooter, {name}", name) for name, weapon in WEAPONS.items() if weapon.fires),
                *pieces_in(READY["targets"]),
                *pieces_in(READY["people"], "People at work", **READY["skilled"]),
                *(_armed(f"Guard, {one.title.replace(',', '')}", "AKM", one.value) for one in COVERS),
                *pieces_in(READY["vehicles"], "Vehicles and drones"),
            ),
            placed=_placed,
            place=("at",),
            side="side",
            needs_place=False,
            fields={
                "weapon": FormField(ready=HELD),
                **{f"weapon.{name}": field for name, field in WEAPON.items()},
                "carried": FormField(title="Weapons carried", ready=HELD),
                "cover": FormField(ready=COVERS),
                "cover.thickness": FormField(unit="centimetres"),
                "actions": FormField(title="Actions left"),
                "aimed": FormField(title="Aimed", unit="actions"),
                "fired": FormField(unit="bullets this round"),
            },
        ),
        PieceList(
            name="walls",
            title="Walls and cover",
            pieces=WALLS,
            placed=standing("walls", _wall_at),
            place=("from", "to"),
            drawn=_walled,
            corners=("from", "to"),
        ),
    ),
    released=_released,
)
