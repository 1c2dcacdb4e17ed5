"""The tools that a language model has: what each asks for, what answers it, and what it says of itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from fireline.game.entries import FileEntry
from fireline.server import analysing, answering, editing
from fireline.server.api import analysisrequests as analyses
from fireline.server.api import requests, shapes
from fireline.server.api.analysisshapes import MatchupsAnswer, SolveAnswer
from fireline.server.api.shape import Shape
from fireline.server.mcp import library
from fireline.server.mcp.saying import happened, ruling, rulings

Data = Mapping[str, Any]


def nothing_more(_: Data) -> str:
    """No sentence: the answer is told as JSON."""
    return ""


class Tool(NamedTuple):
    """One tool: what it is for, what may be asked, the function that answers, and the answer's shape and sentence.

    `long` is for one that may take minutes and says how far it is; `changes` for one that throws dice, so that the
    same question may have another answer.
    """

    about: str
    takes: type[FileEntry]
    answers: Callable[..., Any]
    gives: type[Shape] | None = Shape
    says: Callable[[Data], str] = nothing_more
    long: bool = False
    changes: bool = False


BATTLE = (
    " `battle` is a battle file as data or as text, or the name of an example; fireline://rulesets and "
    "fireline://examples list what there is."
)

TOOLS = {
    "rulesets": Tool("The games that Fireline knows.", library.Nothing, library.rulesets, says=library.told),
    "rules": Tool(
        "The rules of a game in plain words, all of them or one by its ID.",
        library.RulesOf,
        library.rules,
        says=library.told,
    ),
    "new_battle": Tool(
        "A first battle file of a game to start from, with comments, as text and as data.",
        library.Game,
        library.starter_of,
        shapes.StarterAnswer,
        says=lambda found: str(found["text"]),
    ),
    "read_battle": Tool(
        "A battle, checked and in normal form: who is in it, whose turn it is, and every command that may be given now "
        "with the odds of each shot." + BATTLE,
        requests.Reading,
        answering.read,
        shapes.ReadAnswer,
    ),
    "edit_battle": Tool(
        "A battle changed by hand: pieces placed, moved, turned or removed, ground painted, values set. No rule of "
        "movement is asked." + BATTLE,
        requests.Editing,
        editing.edit,
    ),
    "check": Tool(
        "May this shot be made, and why or why not: every reason and every modifier with its rule." + BATTLE,
        requests.Ask,
        answering.check,
        shapes.CheckAnswer,
        ruling,
    ),
    "odds": Tool(
        "The ruling on a shot and the exact chance of every outcome, as fractions." + BATTLE,
        requests.Ask,
        answering.odds,
        shapes.OddsAnswer,
        ruling,
    ),
    "targets": Tool(
        "Every enemy as a shooter sees it: the ruling on each shot, and its odds." + BATTLE,
        requests.TargetsOf,
        answering.targets,
        shapes.TargetsAnswer,
        rulings,
    ),
    "shoot": Tool(
        "Take a shot: dice from a seed (a fresh one if you give none) or the faces you rolled; what happened, and the "
        "battle after it." + BATTLE,
        requests.Ask,
        answering.shoot,
        shapes.ShootAnswer,
        happened,
        changes=True,
    ),
    "play": Tool(
        "Carry out one of the commands that `read_battle` lists, and nothing after it: what happened, and what may be "
        "said next." + BATTLE,
        requests.Playing,
        answering.play,
        shapes.PlayAnswer,
        happened,
        changes=True,
    ),
    "compare": Tool(
        "One shot by several versions, options, weapons or places, side by side." + BATTLE,
        analyses.Comparing,
        analysing.compare,
    ),
    "worth": Tool(
        "What every modifier, option and rule in a shot is worth, and what would change it." + BATTLE,
        analyses.Weighing,
        analysing.worth,
    ),
    "solve": Tool(
        "At which value of a field a figure of a shot is what you ask for." + BATTLE,
        analyses.Solving,
        analysing.solve,
        SolveAnswer,
    ),
    "matchups": Tool(
        "Everybody against every enemy, from where they stand or at one distance." + BATTLE,
        analyses.Matching,
        analysing.matchups,
        MatchupsAnswer,
    ),
    "threat": Tool(
        "For every place where a unit might stand, what its enemies would do to it there." + BATTLE,
        analyses.Fearing,
        analysing.threat,
        long=True,
    ),
    "plan": Tool(
        "The best order of shots of a side, with proven bounds, found in so many seconds." + BATTLE,
        analyses.Planning,
        analysing.plan,
        long=True,
    ),
    "simulate": Tool(
        "A battle played many times by simple policies, with intervals." + BATTLE,
        analyses.Simulating,
        analysing.simulate,
        long=True,
    ),
    "luck": Tool("What was rolled in a game against what was to be expected.", analyses.Recalling, analysing.luck),
    "picture": Tool(
        "A picture: the board, a shot with its line of sight and odds, what the shooter sees, or the odds." + BATTLE,
        requests.Drawing,
        answering.picture,
        None,
    ),
}
