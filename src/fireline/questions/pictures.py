"""A battle, a shot or its odds as a picture, and a table in three dimensions as triangles."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fireline import draw
from fireline.game.commandtext import unit_meant
from fireline.game.drawing import Scene
from fireline.game.entries import FileEntry
from fireline.game.errors import BattleFileError, Code
from fireline.questions import PNG, SVG, question
from fireline.questions.answering.seen import seen, shot_of
from fireline.questions.forms.requests import BattleData, BattleRequest, ShotData, Team, Unit


class PictureRequest(BattleRequest):
    """A picture of a battle, of one shot in it, of what its shooter sees, of its odds, or its card alone."""

    shot: ShotData = None
    kind: Annotated[
        Literal["board", "card", "eye", "odds", "plan"],
        Field(description="The board, the shot's card, what its shooter sees, its odds, or all from above."),
    ] = "board"
    viewer: Annotated[Unit | None, Field(description="Without a shot: whose range or sight the board shows.")] = None


class PicturePngRequest(PictureRequest):
    """The same picture, and how many pixels a side each of its own becomes."""

    zoom: Annotated[float, Field(ge=0.25, le=4)] = 1.0


class SceneRequest(FileEntry):
    """A table in three dimensions to be drawn elsewhere."""

    battle: BattleData
    team: Team = None


@question(media=SVG, example={}, large=True)
def picture(asked: PictureRequest) -> str:
    """Draw the battle, or one shot with its line of sight, what its shooter sees, its card or its odds."""
    kind, battle = asked.kind, seen(asked)
    if kind == "plan":
        return draw.plan(battle)
    if asked.shot is None:
        if kind != "board":
            raise BattleFileError(Code.MISSING, f"is missing; a picture of kind {kind} is one of a shot", "shot")
        return draw.picture(battle, viewer=unit_meant(battle, asked.viewer or ""))
    shot = shot_of(asked, battle)
    if kind == "card":
        return draw.shot_card(battle, shot)
    if kind == "odds":
        odds = battle.odds(shot)
        return draw.odds_chart(odds, odds.ruling.title)
    return draw.eye_view(battle, shot) if kind == "eye" else draw.picture(battle, shot)


@question(name="picture.png", media=PNG, example={}, tool="")
def picture_png(asked: PicturePngRequest) -> bytes:
    """The same picture as PNG, for chats and wherever SVG is not taken."""
    from fireline.draw.png import png

    return png(picture(asked), asked.zoom)


@question(tool="", large=True)
def scene(asked: SceneRequest) -> Scene:
    """A table in three dimensions as triangles, in inches, z up."""
    return draw.scene(seen(asked))
