"""Decisions as a tree, from top to bottom: how likely each branch is, what happens in it, and what to do then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fireline.draw.canvas import Canvas
from fireline.draw.palette import BLUE, INK, MUTED, RULE, WHITE
from fireline.draw.text import width_of, wrap

MARGIN, INDENT, BAR, LINE, APART, WIDE = 30.0, 28.0, 64.0, 18.0, 10.0, 620.0
"""The room at the sides, of a level, of the bar of a chance; of a line and between branches; the widest text."""
_BODY, _SMALL = 13.0, 11.5


class Branch(NamedTuple):
    """One branch: how deep it is, from 0; its share of the branch above and that as text; what happens; what to do."""

    depth: int
    share: float | None
    percent: str
    what: str
    then: str


def draw_tree(title: str, key: str, branches: Sequence[Branch]) -> str:
    """The branches in the order in which a tree is read, as SVG; the first is the root."""
    texts = [_lines(branch) for branch in branches]
    starts = [MARGIN + INDENT * branch.depth + (BAR + 56 if branch.depth else 0) for branch in branches]
    widths = (
        start + width_of(line, _BODY, bold=bold)
        for start, lines in zip(starts, texts, strict=True)
        for line, bold in lines
    )
    width = max(420.0, *widths) + MARGIN
    canvas = Canvas(title, "\n".join([key, *(f"{'  ' * one.depth}{_told(one)}" for one in branches)]))
    y = canvas.titled(title, key, MARGIN, width) + 16
    layer, above = canvas.group(kind="tree"), list[float]()
    for branch, start, lines in zip(branches, starts, texts, strict=True):
        middle, left = y + LINE / 2, MARGIN + INDENT * branch.depth
        if branch.depth:
            trunk = left - INDENT / 2
            layer.path(f"M{trunk} {above[branch.depth - 1]} V{middle} H{left - 3}", stroke=RULE, fill="none")
        if branch.share is not None:
            layer.rect((left, middle - 6), (BAR, 12), fill=WHITE, stroke=RULE)
            layer.rect((left, middle - 6), (BAR * branch.share, 12), kind="bar", note=_told(branch), fill=BLUE)
            layer.text((left + BAR + 6, middle + 4), branch.percent, _SMALL, fill=MUTED)
        for n, (line, bold) in enumerate(lines):
            layer.text((start, middle + 5 + LINE * n), line, _BODY, bold=bold, fill=INK)
        above[branch.depth :] = [y + LINE * len(lines)]
        y += LINE * len(lines) + APART
    return canvas.finish(width, y + MARGIN / 2)


def _lines(branch: Branch) -> list[tuple[str, bool]]:
    """The lines of a branch, with those that say what to do as bold ones."""
    what = [(line, False) for line in wrap(branch.what, WIDE, _BODY, most=3)] if branch.what else []
    return [*what, *((line, True) for line in wrap(branch.then, WIDE, _BODY, bold=True, most=3))]


def _told(branch: Branch) -> str:
    return " ".join(part for part in (branch.percent, branch.what and f"{branch.what}:", branch.then) if part)
