"""What was understood of a mesh file: how large its model is, what its parts count as, where it looks from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fireline.game.facts import data_of
from fireline.game.modelfacts import ModelPart, UnitProposal, notes, parts_of, proposals
from fireline.game.result import named
from fireline.rulesets.blightmeer.openings import Pane
from fireline.ruling.prose import listing

if TYPE_CHECKING:
    from fireline.geometry.figures import Figure
    from fireline.geometry.model import Model
    from fireline.geometry.solids import Point3


@dataclass(frozen=True)
class ModelFacts:
    """A model as it would stand on a table, in inches, or in the file's own units where nobody says how long they are.

    `size` is from back to front, from side to side, and its height; `eyes` is measured from where it stands. `inches`
    is the length of one of the file's units, None where it is not known.
    """

    name: str
    figure: Figure
    inches: float | None
    size: Point3
    eyes_given: bool
    leaks: int
    crowded: int
    bent: int
    base_size: tuple[float, float] | None
    parts: tuple[ModelPart, ...]
    units: tuple[UnitProposal, ...]
    notes: tuple[str, ...]
    windows: tuple[Pane, ...]
    """Openings through its walls, as a battle file says them beside a mesh that stands at [0, 0] without a turn."""

    @classmethod
    def of(cls, model: Model) -> ModelFacts:
        """The facts of a model."""
        from fireline.rulesets.blightmeer.figure import of_model

        figure = of_model(model)
        low, high = figure.solid.bounds
        return cls(
            name=model.name,
            figure=figure,
            inches=model.inches,
            size=(high[0] - low[0], high[1] - low[1], high[2] - low[2]),
            eyes_given=model.eyes is not None,
            leaks=model.leaks,
            crowded=model.crowded,
            bent=model.bent,
            base_size=model.base_size,
            parts=tuple(parts_of(figure.solid, figure.tags, model.absent)),
            units=tuple(proposals(model)),
            notes=tuple(notes(model)),
            windows=tuple(_windows(model)),
        )

    @property
    def triangles(self) -> int:
        """How many triangles the model has."""
        return len(self.figure.solid)

    @property
    def unit(self) -> str:
        """The unit of all lengths."""
        return "inch" if self.inches is not None else "units of the file"

    def lines(self) -> Iterator[str]:
        """Everything but the parts, in words."""
        x, y, z = self.size
        if self.inches is None:
            yield f"{z:.4g} high, {x:.4g} from back to front, {y:.4g} wide, in units of the file of unknown length."
        else:
            yield f'{z:.4g}" high ({z * 25.4:.3g} mm), {x:.4g}" from back to front, {y:.4g}" wide.'
        surface = "not that of a solid" if self.leaks or self.crowded else "closed"
        yield f"{self.triangles:,} triangles, the surface is {surface}."
        yield self.looks
        yield from self.notes
        if self.base_size:
            long, wide = self.base_size
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
        mark = '"' if self.inches is not None else ""
        ahead = f", {abs(x):.3g}{mark} {'before' if x > 0 else 'behind'} the middle" if round(x, 3) else ""
        aside = f", {abs(y):.3g}{mark} to its {'left' if y > 0 else 'right'}" if round(y, 3) else ""
        why = "as the file says" if self.eyes_given else "guessed: 93% of the body's height"
        return f"It looks from {z:.4g}{mark} up{ahead}{aside} ({why})."

    def data(self) -> dict[str, Any]:
        """The facts as they stand in a JSON answer."""
        more = named(self, "size", "triangles", "leaks", "crowded", "bent", "base_size")
        looks = {"eyes": list(self.figure.eyes), "eyes_given": self.eyes_given}
        parts = [{"name": one.name, "tag": one.kind, "triangles": one.triangles} for one in self.parts]
        return {
            "name": self.name,
            "unit": "inch" if self.inches is not None else None,
            "inches_per_unit": self.inches,
            **more,
            **looks,
            "parts": parts,
            **named(self, "units", "notes"),
            "windows": [data_of(one) for one in self.windows],
        }

    def __str__(self) -> str:
        tagged = listing(f"{part.name} ({part.kind})" for part in self.parts)
        return "\n".join([self.name, *self.lines(), f"Parts: {tagged}."])


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
