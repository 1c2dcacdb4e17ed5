"""`fireline kills`: after how many attacks the target is out of play."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from fireline.cli import show
from fireline.cli.arguments import (
    AnswersOption,
    BattleArgument,
    JsonOption,
    ShooterOption,
    TargetOption,
    TeamOption,
    WithOption,
    about,
    declare,
    file_option,
    meant,
)
from fireline.cli.outputs import Writes
from fireline.formats.kinds import PICTURE
from fireline.game.shot import Shot
from fireline.ruling.prose import average, listing, percent, plural

if TYPE_CHECKING:
    from fireline.analysis.kills import Kills

IN_FULL, THEN_EVERY = 10, 5
"""So many attacks are listed one by one, of the later ones each fifth and the last."""
SHORT = 20
"""The length of a fraction that is shown."""


def kills(  # noqa: PLR0913, PLR0917 - typer reads a command's options from its parameters
    battle: BattleArgument,
    shooter: ShooterOption,
    target: TargetOption,
    then: Annotated[
        list[str] | None,
        typer.Option(
            "--then",
            metavar="ID",
            help="Who attacks after the shooter; repeat for more, in order, before it begins again.",
            show_default=False,
        ),
    ] = None,
    details: WithOption = None,
    out: Annotated[
        Path | None, file_option("--out", "-o", what="Draw the chances, .svg or .png."), Writes(PICTURE)
    ] = None,
    answered: AnswersOption = None,
    team: TeamOption = None,
    as_json: JsonOption = False,  # noqa: FBT002
) -> None:
    """Say after how many such attacks the target is out of play, exactly, its condition carried over.

    The shooter stays where it is, ready and loaded each time; nobody else acts. Retreats move the target.
    """
    from fireline.analysis.kills import kills as counted
    from fireline.game.ways import best_way

    with about(battle, team, answers=answered) as loaded:
        shot = meant(loaded, declare(shooter, target, details))
        others = [best_way(loaded, meant(loaded, Shot(one, target)).shooter, shot.target).shot for one in then or ()]
        found = counted(loaded, shot, *others)
    if out is not None:
        from fireline.formats.picturefile import save_picture

        save_picture(_drawn(found), out)
    if as_json:
        return show.emit(found.data())
    _tell(found)
    if loaded.assumptions:
        show.note(loaded.assumptions)
    if out is not None:
        show.note(f"Wrote {out}.")
    return None


def _title(found: Kills) -> str:
    shooters = listing(map(found.battle.title, found.shooters))
    return f"{shooters} at {found.battle.title(found.target)}, again and again"


def _tell(found: Kills) -> None:
    """The answer in one sentence, then the chances in a table."""
    if not found.legal:
        return show.card(found.battle.check(found.shot))
    out = show.console()
    out.print(Text(_title(found), show.STRONG))
    if found.never == 1:
        out.print(Text("These attacks never put it out of play.", show.STRONG))
    elif found.expected is None:
        never = f"{percent(found.never)}{_exact(found.never)}"
        out.print(Text(f"With {never} these attacks never put it out of play.", show.STRONG))
    else:
        mean = f"{average(found.expected)} attacks on average{_exact(found.expected)}"
        out.print(Text(f"Out of play after {mean}.", show.STRONG))
    for chance in (Fraction(1, 2), Fraction(9, 10)):
        if (enough := next((n for n, p in found.after.items() if p >= chance), None)) is not None:
            out.print(Text(f"{percent(found.after[enough])} after {plural(enough, 'attack')}."))
    if found.never < 1:
        table = show.new_table("attacks", "out of play by then", "")
        for number, chance in found.after.items():
            if number <= IN_FULL or number == max(found.after) or not number % THEN_EVERY:
                table.add_row(str(number), percent(chance), _exact(chance).strip(" ()"))
        out.print(table)
    return show.note("Each attack finds the target as the last one left it; one that is no longer legal is none.")


def _exact(figure: Fraction) -> str:
    """The fraction in brackets, where it is short enough to be read."""
    return f" ({figure})" if len(str(figure)) <= SHORT and figure.denominator > 1 else ""


def _drawn(found: Kills) -> str:
    """The chances as a curve, SVG."""
    from fireline.draw.bars import Dot, draw_curve

    dots = [
        Dot(str(n), float(p), marked=False, note=f"{plural(n, 'attack')}: {percent(p)}") for n, p in found.after.items()
    ]
    marks = [(n / 4, percent(Fraction(n, 4))) for n in range(5)]
    return draw_curve(f"{_title(found)}: out of play", "attacks", dots, marks, 0.5)
