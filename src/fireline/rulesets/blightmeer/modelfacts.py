"""A mesh file that stands for a model: its figure, how large it is, what its parts count as, where it looks from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import data_of
from fireline.game.modelfacts import MILLIMETRES, ModelPart, in_millimetres, notes, parts_of, proposals
from fireline.game.result import named
from fireline.rulesets.blightmeer.openings import Pane
from fireline.ruling.prose import listing
from fireline.ruling.told import written

if TYPE_CHECKING:
    from fireline.geometry.bases import Model
    from fireline.geometry.figures import Figure, Posture
    from fireline.geometry.solids import Point3


def of_model(model: Model, posture: Posture | None = None) -> Figure:
    """The figure of a mesh file's model, standing if nobody says how it lies.

    Raises `BattleFileError` where nothing of the body is above its base.
    """
    from fireline.geometry import figures  # with numpy, which no rulebook loads

    try:
        return figures.of_model(model, posture or figures.Posture.STANDING)
    except ValueError as wrong:
        raise BattleFileError(Code.OUT_OF_RANGE, str(wrong)) from None


@dataclass(frozen=True)
class ModelFacts:
    """A model as it would stand on a table, in inches, or in the file's own units where nobody says how long they are.

    `figure` is measured from where it stands, its eyes too.
    """

    model: Model
    figure: Figure

    @classmethod
    def of(cls, model: Model) -> ModelFacts:
        """The facts of a model."""
        return cls(model, of_model(model))

    @property
    def size(self) -> Point3:
        """From back to front, from side to side, and its height."""
        (x0, y0, z0), (x1, y1, z1) = self.figure.solid.bounds
        return x1 - x0, y1 - y0, z1 - z0

    @cached_property
    def parts(self) -> tuple[ModelPart, ...]:
        """Its parts with what they count as."""
        return tuple(parts_of(self.figure.solid, self.figure.tags, self.model.absent))

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What people should know of it, a sentence each."""
        return tuple(notes(self.model))

    @cached_property
    def windows(self) -> tuple[Pane, ...]:
        """Openings through its walls, as a battle file says them beside a mesh at [0, 0] without a turn."""
        return tuple(_windows(self.model))

    @property
    def triangles(self) -> int:
        """How many triangles the model has."""
        return len(self.figure.solid)

    def lines(self) -> Iterator[str]:
        """Everything but the parts, in words."""
        x, y, z = self.size
        if self.model.inches is None:
            yield f"{z:.4g} high, {x:.4g} from back to front, {y:.4g} wide, in units of the file of unknown length."
        else:
            tall = in_millimetres(z * MILLIMETRES)
            yield f'{z:.4g}" high ({tall}), {x:.4g}" from back to front, {y:.4g}" wide.'
        surface = "closed" if self.model.closed else "not that of a solid"
        yield f"{self.triangles:,} triangles, the surface is {surface}."
        yield self.looks
        yield from self.notes
        if self.model.base_size:
            long, wide = self.model.base_size
            size = f"{long:g} mm" if long == wide else f"{long:g} x {wide:g} mm"
            yield f"Distances are measured from a base of {size}."
        if self.windows:
            yield "As terrain at [0, 0] it may have these windows:"
            yield from (
                f"{{{', '.join(f'{key}: {value}' for key, value in data_of(one).items())}}}" for one in self.windows
            )

    @property
    def looks(self) -> str:
        """Where it looks from, in words."""
        x, y, z = self.figure.eyes
        mark = "" if self.model.inches is None else '"'
        ahead = f", {abs(x):.3g}{mark} {'before' if x > 0 else 'behind'} the middle" if round(x, 3) else ""
        aside = f", {abs(y):.3g}{mark} to its {'left' if y > 0 else 'right'}" if round(y, 3) else ""
        why = "as the file says" if self.model.eyes else "guessed: 93% of the body's height"
        return f"It looks from {z:.4g}{mark} up{ahead}{aside} ({why})."

    def data(self) -> dict[str, Any]:
        """The facts as they stand in a JSON answer."""
        model = self.model
        parts = [{"name": one.name, "tag": one.kind, "triangles": one.triangles} for one in self.parts]
        return {
            "name": model.name,
            "unit": None if model.inches is None else "inch",
            "inches_per_unit": model.inches,
            **named(self, "size", "triangles"),
            **named(model, "leaks", "crowded", "bent", "base_size"),
            "eyes": list(self.figure.eyes),
            "eyes_given": model.eyes is not None,
            "parts": parts,
            "units": written(proposals(model)),
            "notes": list(self.notes),
            "windows": [data_of(one) for one in self.windows],
        }

    def __str__(self) -> str:
        tagged = listing(f"{part.name} ({part.kind})" for part in self.parts)
        return "\n".join([self.model.name, *self.lines(), f"Parts: {tagged}."])


def _windows(model: Model) -> Iterator[Pane]:
    """The openings through a model's walls, to a thousandth of an inch; none of one too large, or of unknown size."""
    from fireline.geometry.bulk import LARGE
    from fireline.geometry.holes import holes_of

    if model.inches is None or len(model.solid) >= LARGE:
        return
    for n, hole in enumerate(holes_of(model.solid), 1):
        x, y, low = (round(number, 3) + 0.0 for number in hole.at)
        size = round(hole.width, 3), round(hole.height, 3)
        yield Pane(f"window {n}", (x, y, low), size, round(hole.turn, 3), round(hole.thickness, 3))
