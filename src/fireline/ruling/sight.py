"""Line of sight as a ruling shows it: what the line meets and what blocks it, or how much of a body is seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal, NamedTuple

from fireline.ruling.prose import listing, percent
from fireline.ruling.told import tells

MarkKind = Literal["crosses", "edge", "corner", "wall"]


@tells("kind places from=start to=end obstructions blocks chosen?")
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


@tells("from=start to=end clear")
class SightLine(NamedTuple):
    """One of several lines that a line of sight is made of, from corner to corner for example, and whether it is clear.

    Its ends are points of the board as its drawing counts them: squares to the right and up, or the axial coordinates
    of hexes.
    """

    start: tuple[Fraction, Fraction]
    end: tuple[Fraction, Fraction]
    clear: bool


@tells("clear blockers marks text lines?")
class Sight(NamedTuple):
    """Whether there is a line of sight, what it meets, and every blocker by its place."""

    clear: bool
    blockers: tuple[str, ...] = ()
    marks: tuple[SightMark, ...] = ()
    reasons: tuple[tuple[str, str], ...] = ()
    """The rule and the sentence for each thing that blocks."""
    lines: tuple[SightLine, ...] | None = None
    """The lines that it is judged by; None for the one from the middle of a place to the middle of the other."""

    @property
    def text(self) -> str:
        """The line of sight in words."""
        return str(self)

    def __str__(self) -> str:
        if not self.clear:
            by = " and ".join([*self._blocking()] or self.blockers)
            return f"blocked by {by}" if by else "blocked"
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


@tells("clear blockers visible=share hidden=hidden_shares parts=part_shares eye resolution close text window? search?")
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

    @property
    def share(self) -> float:
        """The share of the body that is seen."""
        return float(self.visible)

    @property
    def hidden_shares(self) -> Mapping[str, float]:
        """What hides a part of the body, and how much of it."""
        return {name: float(share) for name, share in self.hidden}

    @property
    def part_shares(self) -> Mapping[str, float]:
        """How much is seen of each part of the body."""
        return {name: float(share) for name, share in self.parts}

    @property
    def text(self) -> str:
        """The line of sight in words."""
        return str(self)

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
