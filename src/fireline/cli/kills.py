"""`fireline kills`: after how many attacks the target is out of play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fireline.cli.arguments import option
from fireline.cli.asking import Asked, asks
from fireline.cli.outputs import Out
from fireline.formats.kinds import PICTURE
from fireline.game.naming import unit_meant
from fireline.game.ways import best_way
from fireline.questions.columns import KillsAsked
from fireline.questions.columns import kills as question


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
    asked.give(asked.instead(question, then=others or None).answer(), out)
