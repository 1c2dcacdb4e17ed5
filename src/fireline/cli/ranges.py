"""`fireline ranges`: the chance of a shot by distance and by weapon."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fireline.cli import ANSWERED, BAD_INPUT
from fireline.cli.asking import Asked, asks
from fireline.cli.compare import ChangeOption, EditionOption, WeaponOption, typed_columns
from fireline.cli.outputs import Out
from fireline.formats.kinds import PICTURE
from fireline.questions import columns
from fireline.questions.columns import RangesAsked


@asks(columns.ranges, "columns")
def ranges(
    asked: Asked[RangesAsked],
    *,
    change: ChangeOption = None,
    edition: EditionOption = None,
    weapon: WeaponOption = None,
    out: Annotated[Path | None, Out("Draw the curves, .svg or .png.", PICTURE)] = None,
) -> int:
    """Print which is best where, and the chances.

    The two stand alone in the open. A column with a mistake in it is left out and named, and the exit status is 2.
    """
    question = asked.instead(columns.ranges, columns=typed_columns(change, edition, weapon))
    found = question.heard()
    asked.give(found, out)
    return BAD_INPUT if found.problems else ANSWERED
