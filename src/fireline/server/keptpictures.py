"""The pictures that were brought to this server: where they lie, and one of them as text."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.server.modelfiles import models_folder


def pictures_folder() -> Path:
    """Where they lie, each under the name that it was given when it came."""
    return models_folder() / "pictures"


def picture_text(name: str) -> str:
    """A picture of a name that a request may say, as base64; raises `BattleFileError` where it was not brought."""
    try:
        return b64encode((pictures_folder() / name).read_bytes()).decode()
    except OSError:
        problem = f"the picture {shown(name)} was not brought to this server"
        raise BattleFileError(Code.NOT_FOUND, problem, "underlay.file") from None
