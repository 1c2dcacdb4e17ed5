"""Pictures of the examples: each is drawn once, one after the other, and kept on disk until Fireline is another."""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import fireline
from fireline.formats.writing import write_atomically
from fireline.game.errors import BattleFileError
from fireline.questions.forms.wire import canonical
from fireline.questions.pictures import Drawing, picture
from fireline.server.modelfiles import models_folder
from fireline.server.turns import AGAIN, Busy
from fireline.server.work import LONG, Work


class ExamplePictures:
    """Draws whatever is asked for; however many ask at once, they wait, and none is refused."""

    def __init__(self, work: Work) -> None:
        self._work, self._one = work, asyncio.Lock()
        self._drawn: dict[str, asyncio.Task[str]] = {}

    async def get(self, name: str, asked: dict[str, Any]) -> str:
        """The picture of an example, from the question for it."""
        task = self._drawn.get(name)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._drawn[name] = asyncio.create_task(self._draw(asked))
        return await asyncio.shield(task)

    def close(self) -> None:
        """Draw nothing more."""
        for task in self._drawn.values():
            task.cancel()

    async def _draw(self, asked: dict[str, Any]) -> str:
        known = hashlib.sha256(f"{_made()} {canonical(asked)}".encode()).hexdigest()
        file = models_folder() / "examples" / f"{known}.svg"
        with suppress(OSError):
            return file.read_text(encoding="utf-8")
        async with self._one:
            svg = await self._asked(Drawing.model_validate(asked))
        with suppress(OSError, BattleFileError):
            file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(file, svg)
        return svg

    async def _asked(self, drawing: Drawing) -> str:
        while True:
            try:
                svg: str = await self._work.answer(picture, drawing, lane=LONG, client="examples")
            except Busy:
                await asyncio.sleep(AGAIN)
            else:
                return svg


@cache
def _made() -> str:
    """Which Fireline this is: its version, and when its newest file was written."""
    files = Path(fireline.__file__).parent.rglob("*.py")
    return f"{fireline.__version__} {max(file.stat().st_mtime_ns for file in files)}"
