"""`fireline kills`: after how many attacks the target is out of play."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated

from rich.text import Text

from fireline.analysis.kills import Kills
from fireline.cli import show
from fireline.cli.arguments import option
from fireline.cli.asking import Asked, asks
from fireline.cli.outputs import Out
from fireline.formats.kinds import PICTURE
from fireline.game.naming import unit_meant
from fireline.game.ways import best_way
from fireline.questions.columns import KillsAsked
from fireline.questions.columns import kills as question
from fireline.ruling.prose import average, listing, percent, plural

IN_FULL, THEN_EVERY = 10, 5
"""So many attacks are listed one by one, of the later ones each fifth and the last."""


@asks(question, "then")
def kills(
    asked: Asked[KillsAsked],
    *,
    then: Annotated[
        list[str] | None,
        option("--then", "ID", "Who attacks after the shooter; repeat for more, in order, before it begins again."),
    ] = None,
    out: Annotated[Path | None, Out("Draw the chances, .svg or .png.", PICTURE)] = None,
) -> None:
    """Print the chances after each number of attacks.

    The shooter stays where it is, ready and loaded each time; nobody else acts. Retreats move the target.
    """
    battle, target = asked.battle, asked.shot.target
    others = [best_way(battle, unit_meant(battle, one), target).shot.data() for one in then or ()]
    asked.give(asked.instead(question, then=others or None).answer(), _tell, _drawn, out)


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
        out.print(Text(f"With {show.chance(found.never)} these attacks never put it out of play.", show.STRONG))
    else:
        mean = show.chance(found.expected, lambda one: f"{average(one)} attacks on average")
        out.print(Text(f"Out of play after {mean}.", show.STRONG))
    for chance in (Fraction(1, 2), Fraction(9, 10)):
        if (enough := next((n for n, p in found.after.items() if p >= chance), None)) is not None:
            out.print(Text(f"{percent(found.after[enough])} after {plural(enough, 'attack')}."))
    if found.never < 1:
        table = show.new_table("attacks", "out of play by then", "")
        for number, chance in found.after.items():
            if number <= IN_FULL or number == max(found.after) or not number % THEN_EVERY:
                table.add_row(str(number), percent(chance), show.exact(chance))
        out.print(table)
    show.note("Each attack finds the target as the last one left it; one that is no longer legal is none.")
    return show.note(found.battle.assumptions)


def _drawn(found: Kills) -> str:
    """The chances as a curve, SVG."""
    from fireline.draw.bars import Dot, draw_curve

    dots = [
        Dot(str(n), float(p), marked=False, note=f"{plural(n, 'attack')}: {percent(p)}") for n, p in found.after.items()
    ]
    marks = [(n / 4, percent(Fraction(n, 4))) for n in range(5)]
    return draw_curve(f"{_title(found)}: out of play", "attacks", dots, marks, 0.5)
