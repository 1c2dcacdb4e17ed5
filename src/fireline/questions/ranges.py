"""The chance of a shot by distance and by weapon."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from fireline.analysis.deadline import USUAL
from fireline.analysis.ranges import Best, Ranges
from fireline.analysis.ranges import ranges as by_distance
from fireline.questions import LINES, Report, question, unheard
from fireline.questions.columns import ColumnAsked, Weighing, labelled, variant_of
from fireline.questions.forms.requests import Seconds


class RangesAsked(Weighing):
    """How likely is this shot at every distance, with each weapon of the shooter? `columns`: with something changed."""

    columns: Annotated[list[ColumnAsked] | None, Field(max_length=20)] = None
    seconds: Seconds = USUAL


@question(media=LINES, example={}, tag="analysis", known={"best": tuple[Best, ...]})
def ranges(asked: RangesAsked, report: Report = unheard) -> Ranges:
    """Say how likely a shot is at every distance in the open, exactly: a curve for every weapon of the shooter."""
    labels, variants, problems = labelled(variant_of(asked), asked.columns or [])
    report(0.0)
    return by_distance(
        *variants,
        labels=labels,
        problems=problems,
        seconds=asked.seconds,
        heard=lambda share, found: report(share, found, best=[one.data() for one in found.best]),
    )
