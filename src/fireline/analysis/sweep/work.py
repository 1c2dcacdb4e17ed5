"""What a worker does: pieces in, results out, each the answer to one case as plain data."""

from __future__ import annotations

import json
import time
from typing import Any

from fireline.analysis.shots import ShotCounts
from fireline.analysis.simulate import SimulationResult
from fireline.analysis.sweep.crew import Chunk, Worked
from fireline.analysis.sweep.jobs import Piece, Sweep
from fireline.analysis.sweep.odds import figures
from fireline.analysis.sweep.simulated import counted, phases, shots
from fireline.chance import CallsItself, NeverEnds, TooDeep, TooManyPaths, TooManyStates
from fireline.game.errors import BattleFileError
from fireline.game.preview import ShotPreview

TOO_HARD = (CallsItself, NeverEnds, TooDeep, TooManyPaths, TooManyStates)


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


def answer(sweep: Sweep, piece: Piece) -> dict[str, Any]:
    """The result of a piece: `legal` and the figures, or the `problem` of this case.

    A mistake in the question is not a problem of one case: raises `BattleFileError` if the spec asks for something
    that its game does not have.
    """
    try:
        variant = sweep.variant(piece.case)
        if sweep.spec.exact:
            came: ShotPreview | SimulationResult | ShotCounts = variant.preview
        else:
            came = (phases if sweep.spec.phases else shots)(sweep, piece, variant)
    except BattleFileError as wrong:
        return {"problem": str(wrong)}
    except TOO_HARD as limit:
        return {"problem": f"has no odds within the limits: {limit}"}
    if isinstance(came, ShotPreview):
        return refused(came) if came.odds is None else {"legal": True} | figures(came.odds, sweep.spec.ask)
    return counted(came, sweep.spec.ask)


def refused(seen: ShotPreview) -> dict[str, Any]:
    """The verdict on an illegal shot: its first reason stands for all."""
    first = seen.ruling.refusals[0]
    return {"legal": False, "rule": first.rule, "because": first.because}
