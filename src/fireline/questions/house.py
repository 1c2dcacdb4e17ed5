"""What a game would be with house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from fireline.analysis.deadline import USUAL
from fireline.analysis.houserules import HouseRules, NamedBattle, ShotChange, house_rules
from fireline.formats.examples import listed
from fireline.formats.folder import Folder
from fireline.game.entries import FileEntry, Name, shown
from fireline.game.errors import BattleFileError, Code
from fireline.questions import LINES, Report, question, unheard
from fireline.questions.answering.files import files
from fireline.questions.forms.bounds import LOG
from fireline.questions.forms.requests import BattleData, Seconds


class HouseAsked(FileEntry):
    """What do these numbers, by their addresses, change in every shot of these battles, or of the game's examples?"""

    ruleset: Name
    house: Annotated[dict[str, float], Field(min_length=1, max_length=50)]
    battles: Annotated[list[BattleData] | None, Field(max_length=200)] = None
    seconds: Seconds = USUAL


@question(
    media=LINES,
    example={"house": {"CCA-4.1.held": 3}},
    tag="analysis",
    known={"changed": int, "largest": ShotChange | None},
    bound=LOG,
)
def house(asked: HouseAsked, report: Report = unheard) -> HouseRules:
    """Say what house rules change, exactly: every shot of a game's examples before and after."""
    named = examples() if asked.battles is None else [_named(n, data) for n, data in enumerate(asked.battles)]
    report(0.0)
    return house_rules(
        asked.ruleset,
        asked.house,
        named,
        seconds=asked.seconds,
        heard=lambda share, so_far: report(
            share, so_far, changed=so_far.changing, largest=next((one.data() for one in so_far.differences), None)
        ),
    )


def examples() -> list[NamedBattle]:
    """The battles of every game that come with it, the shortest first."""
    return [
        NamedBattle(one.name, one.data, Folder(one.file.parent))
        for one in sorted(listed(), key=lambda one: len(one.text))
    ]


def _named(number: int, data: Any) -> NamedBattle:
    """One of the battles that are asked about, by its name or its number from 1."""
    if not isinstance(data, Mapping):
        raise BattleFileError(Code.WRONG_TYPE, f"{shown(data)} is not a battle", f"battles[{number}]")
    return NamedBattle(str(data.get("name", number + 1)), data, files())
