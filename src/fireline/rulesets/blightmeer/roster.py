"""What a battle file says of a model on the table, what it means, and the way back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Discriminator, Field, Tag

from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code, inside
from fireline.game.facts import Fact
from fireline.game.modelfacts import Diameter, SideFile
from fireline.game.numbers import House
from fireline.game.ruleset import NO_FILES, Files
from fireline.geometry.bases import Model, exact
from fireline.rulesets.blightmeer.landscape import Landscape, check_size, check_unit
from fireline.rulesets.blightmeer.modelfacts import of_model
from fireline.rulesets.blightmeer.openings import Place
from fireline.rulesets.blightmeer.pieces import GEAR, Injury, by_name_or_whole
from fireline.rulesets.blightmeer.terrain import FileName

LARGEST_STAT = 40


@dataclass(frozen=True)
class Miniature:
    """A mesh file that stands for a unit: its name, what it holds, and what is said of it."""

    file: str
    model: Model
    said: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @cached_property
    def height(self) -> Fraction:
        """How high it is, in inches."""
        (_, _, low), (_, _, high) = self.model.solid.bounds
        return exact(high - low)


class Around(NamedTuple):
    """What a unit of a battle file is read among, and said again."""

    house: House
    terrain: Landscape = Landscape()
    files: Files = NO_FILES


class ModelEntry(SideFile):
    """A mesh file in the battle's folder that stands for a unit, and what is said of it."""

    file: FileName
    """The file, in the folder of the battle file."""


BaseSaid = (
    Annotated[
        Annotated[Diameter, Tag("float")]
        | Annotated[Annotated[list[Diameter], Field(min_length=2, max_length=2)], Tag("list[float]")],
        Discriminator(lambda given: "list[float]" if isinstance(given, list) else "float"),
    ]
    | None
)
NamedModel = Annotated[
    Annotated[FileName, Tag("str")] | Annotated[ModelEntry, Tag("Entry")], Discriminator(by_name_or_whole)
]


def _stands(at: Sequence[float], place: str, around: Around) -> tuple[float, float, float]:
    """Where it stands; without a z on the highest surface there."""
    x, y = at[0], at[1]
    z = at[2] if len(at) > 2 else around.terrain.ground((x, y))
    if z < 0:
        raise BattleFileError(Code.NO_PLACE, f"a z of {z:g} is under the table; at least 0", place)
    return x, y, z


def _stat(given: object, place: str, _: object) -> int | None:
    if given == "-":
        return None
    if isinstance(given, bool) or not isinstance(given, int) or not 1 <= given <= LARGEST_STAT:
        what = f'a stat is a whole number from 1 to {LARGEST_STAT}, or "-" for none'
        raise BattleFileError(Code.WRONG_TYPE, f"{shown(given)} is no stat; {what}", place)
    return given


def _gear(names: Sequence[str], place: str, _: object) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one_of(name, GEAR, "gear", f"{place}[{n}]") for n, name in enumerate(names)))


def _miniature(given: str | ModelEntry, place: str, around: Around) -> Miniature:
    entry = ModelEntry(file=given) if isinstance(given, str) else given
    model = around.files.model(entry.file, place if isinstance(given, str) else f"{place}.file", entry)
    check_unit(model, f"{place}.scale")
    miniature = Miniature(entry.file, model, entry.said())
    check_size(model.solid.bounds, f"{place}.scale")
    if model.base_height:
        with inside(place):
            of_model(model)  # there is something of the body above the base
    return miniature


At = Annotated[tuple[float, float, float], Fact(type=Place, read=_stands)]
Stat = Annotated[
    int | None,
    Fact(
        type=Annotated[object, Field(json_schema_extra={"default": "-"})],
        read=_stat,
        write=lambda stat, _: "-" if stat is None else stat,
        always=True,
        unit="- for none",
    ),
]
Status = Annotated[
    Injury,
    Fact(
        key="status",
        type=list[Literal["staggered", "dazed", "stunned", "incapacitated"]],
        read=lambda names, *_: max(map(Injury, names), default=Injury.NONE),
        write=lambda injury, _: [str(injury)] if injury else [],
    ),
]
BaseSize = Annotated[
    tuple[float, float] | None,
    Fact(
        key="base",
        type=BaseSaid,
        read=lambda said, *_: tuple(said) if isinstance(said, list) else (said, said),
        write=lambda size, _: size[0] if size[0] == size[1] else list(size),
        unit="millimetres",
    ),
]
Height = Annotated[float | None, Fact(key="height", least=0.2, most=24, unit="inches")]
Gear = Annotated[tuple[str, ...], Fact(type=list[str], read=_gear)]
Pose = Annotated[
    bool,
    Fact(
        key="pose",
        type=list[Literal["raised_arms"]],
        read=lambda pose, *_: "raised_arms" in pose,
        write=lambda raised, _: ["raised_arms"] if raised else [],
    ),
]
ModelFile = Annotated[
    Miniature | None,
    Fact(
        key="model",
        type=NamedModel | None,
        read=_miniature,
        write=lambda one, _: {"file": one.file, **one.said} if one.said else one.file,
    ),
]
