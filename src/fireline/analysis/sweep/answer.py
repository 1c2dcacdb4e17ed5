"""The answer to one case, as plain data: the verdict and the figures asked for."""

from __future__ import annotations

from typing import Any

from fireline.analysis.shots import ShotCounts
from fireline.analysis.simulate import SimulationResult
from fireline.analysis.sweep.jobs import Piece, Sweep
from fireline.analysis.sweep.odds import figures
from fireline.analysis.sweep.simulated import counted, phases, shots
from fireline.chance import CallsItself, NeverEnds, TooDeep, TooManyPaths, TooManyStates
from fireline.game.errors import BattleFileError
from fireline.game.preview import ShotPreview

TOO_HARD = (CallsItself, NeverEnds, TooDeep, TooManyPaths, TooManyStates)


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
