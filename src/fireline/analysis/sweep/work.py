"""What a worker does: pieces in, results out."""

from __future__ import annotations

import json
import time

from fireline.analysis.sweep.answer import answer
from fireline.analysis.sweep.crew import Chunk, Worked
from fireline.analysis.sweep.jobs import Piece, Sweep
from fireline.game.errors import BattleFileError


class Unable(Exception):
    """A worker lacks something it needs: memory, room on its disk."""


def work(sweep: Sweep, chunk: Chunk) -> Worked:
    """Do a chunk; raises `BattleFileError` for a question that no case can answer, and `Unable`."""
    start = time.perf_counter()
    texts = tuple(_told(sweep, piece) for piece in chunk)
    return Worked(texts, time.perf_counter() - start)


def _told(sweep: Sweep, piece: Piece) -> str:
    try:
        told = answer(sweep, piece)
    except BattleFileError:
        raise
    except (MemoryError, OSError) as wrong:  # no fault of the case: elsewhere, or alone, it may succeed
        raise Unable(f"{type(wrong).__name__}: {wrong}") from None
    except Exception as bug:  # noqa: BLE001 - the other cases are to be answered whatever happens
        told = {"problem": " ".join(f"fireline made a mistake ({type(bug).__name__}: {bug})".split())}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))
