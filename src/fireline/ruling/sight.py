"""Line of sight as a ruling shows it: what the line meets and what blocks it, or how much of a body is seen."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from fireline.ruling.prose import listing, percent

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
        marks = (mark for mark in self.marks if mark.kind in {"crosses", "edge"})
        met = [" | ".join(mark.places) + " edge" if mark.kind == "edge" else mark.places[0] for mark in marks]
        separator = "; " if any("," in place for place in met) else ", "
        return "clear" + (": " + separator.join(met) if met else "")

    def _blocking(self) -> Iterator[str]:
        for mark in self.marks:
            if mark.blocks:
                chosen = [mark.places.index(mark.chosen)] if mark.chosen else range(len(mark.places))
                yield " and ".join(text for n in chosen if (text := mark.obstructions[n]))


Shares = tuple[tuple[str, Fraction], ...]


class EyeSearch(NamedTuple):
    """How the best place to look from was searched for in an opening, in inches.

    `at` is how far along the opening and how far above its sill the best place is, `places` how many were tried, and
    `gap` the widest better place that could have been missed: 0 if there can be none.
    """

    at: tuple[float, float]
    places: int
    gap: float

    def data(self) -> dict[str, Any]:
        """The search as it stands in a JSON answer."""
        return {"at": list(self.at), "places": self.places, "gap": self.gap}


class Visibility(NamedTuple):
    """How much of a body is seen from one point, as shares of its outline there.

    `hidden` names each blocker with the share that it hides, the most first; `parts` the visible share of each part
    of the body; `eye` is the point, in inches, and `resolution` the pixels on a side of the window it was judged in.
    `close` says that the answer depends on single pixels. `window` is the window that is seen instead of the body, and
    `search` how the point was found if it may be anywhere in an opening.
    """

    visible: Fraction
    hidden: Shares
    parts: Shares
    eye: tuple[float, float, float]
    resolution: int
    close: bool = False
    window: str = ""
    search: EyeSearch | None = None

    @property
    def clear(self) -> bool:
        """Whether there is a line of sight."""
        return self.visible > 0 or bool(self.window)

    @property
    def blockers(self) -> tuple[str, ...]:
        """Everything that hides a part of the body."""
        return tuple(name for name, _ in self.hidden)

    def data(self) -> dict[str, Any]:
        """The line of sight as it stands in a JSON answer."""
        return {
            "clear": self.clear,
            "blockers": list(self.blockers),
            "visible": float(self.visible),
            "hidden": {name: float(share) for name, share in self.hidden},
            "parts": {name: float(share) for name, share in self.parts},
            "eye": list(self.eye),
            "resolution": self.resolution,
            "close": self.close,
            "text": str(self),
        } | self._more()

    def _more(self) -> dict[str, Any]:
        window = {"window": self.window} if self.window else {}
        return window if self.search is None else window | {"search": self.search.data()}

    def __str__(self) -> str:
        by = f" by {listing(f'{name} ({percent(share)})' for name, share in self.hidden)}" if self.hidden else ""
        if not self.visible:
            text = f"blocked{by}"
        else:
            text = f"clear: {percent(self.visible)} of the body is seen" + (f", hidden{by}" if by else "")
        if self.search is not None:
            text += self._sought(self.search)
        if self.window:
            text += f"; the window it peers through is seen ({self.window})"
        return text + ("; too close to call for sure" if self.close else "")

    def _sought(self, search: EyeSearch) -> str:
        place = f'{search.at[0]:.2f}" along the opening and {search.at[1]:.2f}" above its sill'
        if not search.gap:
            return f", from {place}"
        missed = f'a gap narrower than {search.gap:.3g}" could be missed'
        if not self.visible:
            return f"; {search.places} places of the opening were tried, {missed}"
        return f"; this is from {place}, the best of {search.places} places tried, {missed}"
