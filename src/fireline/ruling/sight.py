"""Line of sight as a ruling shows it: what the line meets, in order, and what blocks it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Literal, NamedTuple

MarkKind = Literal["crosses", "edge", "corner", "wall"]


class SightMark(NamedTuple):
    """One thing the line meets between the two ends.

    `places` names the hexes (left and right of an edge run), `start` and `end` say where on the line it is
    met (0 at the shooter, 1 at the target), `obstructions` says what stands in the places, one text a place
    ("" for nothing), and `blocks` whether this stops the line. If somebody chose one side of an edge, `chosen` is
    that place.
    """

    kind: MarkKind
    places: tuple[str, ...]
    start: Fraction
    end: Fraction
    obstructions: tuple[str, ...]
    blocks: bool = False
    chosen: str = ""

    def data(self) -> dict[str, Any]:
        """The mark as it stands in a JSON answer."""
        return {
            "kind": self.kind,
            "places": list(self.places),
            "from": str(self.start),
            "to": str(self.end),
            "obstructions": list(self.obstructions),
            "blocks": self.blocks,
        } | ({"chosen": self.chosen} if self.chosen else {})


class Sight(NamedTuple):
    """Whether there is a line of sight, what it meets, and every blocker by its place."""

    clear: bool
    blockers: tuple[str, ...] = ()
    marks: tuple[SightMark, ...] = ()
    reasons: tuple[tuple[str, str], ...] = ()
    """The rule and the sentence for each thing that blocks."""

    def data(self) -> dict[str, Any]:
        """The line of sight as it stands in a JSON answer."""
        return {
            "clear": self.clear,
            "blockers": list(self.blockers),
            "marks": [mark.data() for mark in self.marks],
            "text": str(self),
        }

    def __str__(self) -> str:
        if not self.clear:
            return "blocked by " + " and ".join(self._blocking())
        met = [" | ".join(mark.places) + " edge" if mark.kind == "edge" else mark.places[0] for mark in self._met()]
        separator = "; " if any("," in place for place in met) else ", "
        return "clear" + (": " + separator.join(met) if met else "")

    def _met(self) -> Iterator[SightMark]:
        return (mark for mark in self.marks if mark.kind in {"crosses", "edge"})

    def _blocking(self) -> Iterator[str]:
        for mark in self.marks:
            if mark.blocks:
                chosen = [mark.places.index(mark.chosen)] if mark.chosen else range(len(mark.places))
                yield " and ".join(text for n in chosen if (text := mark.obstructions[n]))
