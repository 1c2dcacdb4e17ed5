"""Dice checked by anybody: `fireline verify-dice`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from fireline.cli import show
from fireline.cli.arguments import JsonOption
from fireline.game.errors import BattleFileError, Code
from fireline.ruling.prose import listing, plural

if TYPE_CHECKING:
    from fireline.server.diceproof import Verdict


def verify_dice(
    export: Annotated[
        Path, typer.Argument(metavar="EXPORT.jsonl", help="The export of one or more tables.", show_default=False)
    ],
    as_json: JsonOption = False,
) -> None:
    """Make every commitment and every face of an export again, and play every command by the rules."""
    from fireline.formats.examples import example_files
    from fireline.server.diceproof import verify_export
    from fireline.server.store.jsonl import lines_of

    try:
        with export.open("rb") as stream:
            verdicts = list(verify_export(lines_of(stream), example_files()))
    except OSError as wrong:
        raise BattleFileError(Code.UNREADABLE, f"cannot be read: {wrong.strerror}", file=str(export)) from None
    except BattleFileError as wrong:
        raise wrong.inside(file=str(export)) from None
    if as_json:
        return show.emit({"tables": [_data(one) for one in verdicts]})
    for one in verdicts:
        _tell(one)
    return None


def _data(one: Verdict) -> dict[str, Any]:
    found = one.found
    return {
        "table": one.table.id,
        "name": one.table.name,
        "verified": one.verified,
        "events": found.events,
        "commitments": found.commits,
        "rolls": found.rolls,
        "proven": found.proven,
        "waiting": found.waiting,
        "laid": found.laid,
        "seats": sorted(found.seats),
    }


def _tell(one: Verdict) -> None:
    found = one.found
    verdict = Text("✓ VERIFIED", show.GOOD) if one.verified else Text("NOT YET REVEALED", show.STRONG)
    show.console().print(Text(f"{one.table.name} ({one.table.id}), {one.table.ruleset}", show.STRONG))
    show.console().print(verdict)
    lines = [f"{plural(found.events, 'event')}, none changed, none missing; every command played again by the rules."]
    if found.proven:
        under = f"{plural(found.rolls, 'roll')} under {plural(found.commits, 'commitment')}"
        lines.append(f"{plural(found.proven, 'die', 'dice')} in {under}: every face made again.")
    if found.seats:
        lines.append(f"Seeds came from {listing(sorted(found.seats))}.")
    if found.waiting:
        lines.append(f"Waiting for a secret seed to be revealed: {plural(found.waiting, 'die', 'dice')}.")
    if found.laid:
        lines.append(f"Typed in as real dice fell, which nobody can prove: {plural(found.laid, 'die', 'dice')}.")
    for line in lines:
        show.console().print(Text(f"  {line}"))
