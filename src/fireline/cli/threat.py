"""`fireline threat`: for every place of the board, the chance of what enemies would do to a unit there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fireline.cli.arguments import AnswersOption, BattleArgument, JsonOption, TeamOption, about, file_option
from fireline.cli.outputs import Writes
from fireline.formats.kinds import PICTURE, THREAT
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code

if TYPE_CHECKING:
    from fireline.analysis.threat import ThreatCell, ThreatMap
    from fireline.game.battle import Battle

SLOW = 200
"""From this many places on, a terminal shows a progress bar."""
AgainstOption = Annotated[
    str | None,
    typer.Option("--against", metavar="UNIT", help="The unit to put on every place as the target.", show_default=False),
]
ByOption = Annotated[
    str | None,
    typer.Option(
        "--by", metavar="UNIT", help="Only this unit fires; choose its target with --target.", show_default=False
    ),
]
TargetOption = Annotated[
    str | None,
    typer.Option(
        "--target",
        "-t",
        metavar="UNIT",
        help="With --by: the target to put on every place. Default: the first enemy.",
        show_default=False,
    ),
]
AtLeastOption = Annotated[
    int | None,
    typer.Option(
        "--at-least",
        metavar="N",
        help="Show the chance to lose N or more, instead of the chance to be hit.",
        show_default=False,
    ),
]
StepOption = Annotated[
    str | None,
    typer.Option("--step", metavar="N", help="How far apart places are, in inches or metres.", show_default=False),
]
OrderOption = Annotated[
    str | None,
    typer.Option(
        "--order",
        metavar="A,B,C",
        help="Who fires, and in which order. Default: the order of the file.",
        show_default=False,
    ),
]


def threat(  # noqa: PLR0913, PLR0917 - typer reads a command's options from its parameters
    battle: BattleArgument,
    against: AgainstOption = None,
    by: ByOption = None,
    target: TargetOption = None,
    at_least: AtLeastOption = None,
    step: StepOption = None,
    order: OrderOption = None,
    out: Annotated[
        Path | None,
        file_option("--out", "-o", what="Draw the map, .svg or .png, or list it, .csv."),
        Writes(PICTURE, THREAT),
    ] = None,
    answered: AnswersOption = None,
    team: TeamOption = None,
    as_json: JsonOption = False,  # noqa: FBT002
) -> None:
    """Give the exact chance that a unit is hit, for every place of the board, if it were the enemy's turn to fire.

    Several shooters fire one after another; wounds, blocks and retreats carry over.
    """
    from fireline.cli import threatwords

    with about(battle, team, answers=answered) as loaded:
        asked = _asked(loaded, against, by, target, order, at_least)
        apart = _step(step)
        _check_name(out)
        cells = list(_watched(asked, apart))
    if out is not None:
        threatwords.save(asked, cells, out)
    if as_json:
        from fireline.analysis.threat import ThreatAnswer
        from fireline.cli.show import emit

        return emit(ThreatAnswer.of(asked, cells).data())
    threatwords.tell(asked, cells)
    if out is not None:
        from fireline.cli.show import note

        note(f"Wrote {out}.")
    return None


def _asked(
    battle: Battle, against: str | None, by: str | None, target: str | None, order: str | None, at_least: int | None
) -> ThreatMap:
    """Read the options; raises `BattleFileError`."""
    from fireline.analysis.threat import ThreatMap, enemies

    if (against is None) == (by is None):
        raise BattleFileError(
            Code.CONFLICT, "give either --against UNIT, whom enemies fire at, or --by UNIT, who fires", "threat"
        )
    if against is not None:
        if target is not None:
            raise BattleFileError(Code.CONFLICT, "goes with --by; --against names the target itself", "--target")
        named = tuple(word.strip() for word in order.split(",")) if order else enemies(battle, against)
        return ThreatMap(battle, against, tuple(dict.fromkeys(named)), at_least)
    assert by is not None, "one of the two is given"  # noqa: S101
    if order is not None:
        raise BattleFileError(Code.CONFLICT, "goes with --against; --by names the only shooter", "--order")
    foes = enemies(battle, by)
    if not foes:
        raise BattleFileError(Code.UNSUPPORTED, f"{by} has no enemy to fire at", "--by")
    return ThreatMap(battle, target or foes[0], (by,), at_least)


def _step(text: str | None) -> Fraction | None:
    if text is None:
        return None
    try:
        return Fraction(text[:40])
    except (ValueError, ZeroDivisionError):
        raise BattleFileError(
            Code.MALFORMED, f"{shown(text)} is no distance; give a number above 0, e.g. 0.5", "--step"
        ) from None


def _check_name(out: Path | None) -> None:
    """Check the name before anybody waits for a map that cannot be written."""
    if out is not None and out.suffix.lower() not in {".svg", ".png", ".csv"}:
        raise BattleFileError(
            Code.UNSUPPORTED, f"{shown(out.suffix)} is no kind of map; name it .svg, .png or .csv", file=str(out)
        )


def _watched(asked: ThreatMap, step: Fraction | None) -> Iterator[ThreatCell]:
    """Every place, with a progress bar on standard error if there are many and it is a terminal."""
    places = asked.everywhere(step)
    if len(places) < SLOW or not sys.stderr.isatty():
        yield from map(asked.cell, places)
        return
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    yield from map(asked.cell, track(places, "threat", console=console, transient=True))
