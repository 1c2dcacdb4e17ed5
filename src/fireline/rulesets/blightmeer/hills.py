"""Hills, in steps or sloped.  Inches, z up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from fireline.geometry.bases import Foot
from fireline.geometry.gaps import added, exact
from fireline.geometry.outlines import Outline, Point2, inside, scaled, surfaces
from fireline.rulesets.blightmeer.terrain import SLACK, Block, Terrain

if TYPE_CHECKING:
    from fireline.geometry.solids import Solid


@dataclass(frozen=True)
class Hill(Terrain):
    """A hill over a convex polygon: terraces where `steps` are given, else one slope up to a flat top.

    `top` is the size of the flat top as a part of the foot. Who stands on it stands level, where his base's centre is.
    """

    outline: Outline
    height: float
    steps: int = 0
    top: float = 0.5
    bottom: float = 0.0

    @cached_property
    def terraces(self) -> tuple[Block, ...]:
        """The terraces, the lowest first."""
        return tuple(
            Block(self.id, scaled(self.outline, self._share(n)), low, added(high, -low), "hill")
            for n, (low, high) in enumerate(pairwise((self.bottom, *self._levels)))
        )

    @property
    def _levels(self) -> list[float]:
        """How high each terrace is."""
        foot, height = exact(self.bottom), exact(self.height)
        return [float(foot + height * n / self.steps) for n in range(1, self.steps + 1)]

    @property
    def _flat(self) -> Outline:
        """The flat top of a slope."""
        return scaled(self.outline, self.top)

    def _share(self, terrace: int) -> float:
        return 1.0 - (1.0 - self.top) * terrace / (self.steps - 1) if self.steps > 1 else 1.0

    @cached_property
    def solid(self) -> Solid:
        """The hill."""
        from fireline.geometry.shapes import frustum
        from fireline.geometry.solids import join

        if self.steps:
            return join(block.solid for block in self.terraces)
        return frustum(self.outline, self._flat, self.height, self.id, self.bottom)

    def height_at(self, point: Point2) -> float | None:
        """The ground over a point."""
        if self.steps:
            under = (
                level for level, one in zip(self._levels, self.terraces, strict=True) if inside(point, one.outline)
            )
            return max(under, default=None)
        if inside(point, self._flat):
            return added(self.bottom, self.height)
        return max(surfaces(self.solid.corners, point), default=None)

    def holds(self, foot: Foot, low: float, high: float) -> bool:
        """Whether the body's feet are below the ground where its centre is; its base may cut into the slope."""
        ground = self.height_at(foot[0][0])
        return ground is not None and low < ground - SLACK and high > self.bottom + SLACK
