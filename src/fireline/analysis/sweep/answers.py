"""What a worker does: pieces in, the answer to each out, as plain data.

An answer holds the `marginals` asked for: of exact odds the probability of each value as a fraction, of so many
`trials` how many had it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from fireline.analysis.shots import ShotCounts, count_shots
from fireline.analysis.simulate import simulate
from fireline.analysis.simulated import Counts, SimulationResult
from fireline.analysis.sweep.jobs import Piece, Sweep
from fireline.analysis.sweep.spec import AskEntry
from fireline.analysis.workers import WorkerDied
from fireline.chance import CallsItself, CappedCount, NeverEnds, TooDeep, TooManyPaths, TooManyStates
from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.odds import Odds
from fireline.game.preview import ShotPreview
from fireline.ruling.told import written

TOO_HARD = (CallsItself, NeverEnds, TooDeep, TooManyPaths, TooManyStates)


class Unable(WorkerDied):
    """A worker lacks something it needs: memory, room on its disk."""


def work(sweep: Sweep, chunk: tuple[Piece, ...]) -> tuple[str, ...]:
    """Do a chunk: the answer to each piece as JSON.

    Raises `BattleFileError` for a question that no case can answer, and `Unable`.
    """
    return tuple(_told(sweep, piece) for piece in chunk)


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
    said, trials = sweep.spec.said, sweep.trials_in(piece.part)
    came: ShotPreview | SimulationResult | ShotCounts
    try:
        variant, seed = sweep.variant(sweep.spec.grid[piece.case]), sweep.seed(piece.case)
        if said.phases:
            came = simulate(variant.battle, phases=len(trials), first=trials[0], policies=said.policy, seed=seed)
        else:
            came = variant.preview
            if came.odds is not None and not sweep.spec.exact:
                came = count_shots(variant.battle, variant.declared, shots=len(trials), seed=seed)
    except BattleFileError as wrong:
        return {"problem": str(wrong)}
    except TOO_HARD as limit:
        return {"problem": f"has no odds within the limits: {limit}"}
    if isinstance(came, SimulationResult):
        lost = {name: _losses(came, name, place) for name, place in said.ask.places}
        return {"trials": came.trials, "marginals": written(lost)}
    if came.odds is None:  # its first reason stands for all
        first = came.ruling.refusals[0]
        return {"legal": False, "rule": first.rule, "because": first.because}
    names, headline = _known(came.odds, said.ask), came.odds.headline
    if isinstance(came, ShotCounts):
        counts = {name: +came.marginal(name) for name in names}
        told = {"headline": [headline.name, came.headline], "marginals": written(counts)}
        return {"legal": True, "trials": came.shots} | told
    chances = {name: came.odds.marginal(name) for name in names}
    return {"legal": True, "headline": [headline.name, str(headline.chance)], "marginals": written(chances)}


def _losses(played: SimulationResult, name: str, place: str) -> Counts:
    """How many trials had each number of something named: "shots", "top.blocks", "warriors.eliminated".

    What nobody lost is counted as 0 in every trial.
    """
    if name in played.phase:
        return played.phase[name]
    who, dot, what = name.rpartition(".")
    everybody = {side: lost for side, lost in played.sides.items() if side} | dict(played.units)
    if not dot:
        losses = sorted({one for lost in everybody.values() for one in lost})
        example = f"{next(iter(everybody), 'SIDE')}.{next(iter(losses), 'LOSS')}"
        raise BattleFileError(
            Code.UNKNOWN_NAME, f"{name!r} is not {', '.join(played.phase)}, or somebody's loss, e.g. {example}", place
        )
    one_of(who, everybody, "side or unit of this battle", place)
    return everybody[who].get(what, {0: played.trials})


def _known(odds: Odds[Any], ask: AskEntry) -> list[str]:
    """The marginals asked for; raises `BattleFileError` for one that the game does not have, or that has no mean."""
    known = tuple(odds.marginals)
    for name, place in ask.places:
        values = odds.marginal(one_of(name, known, "marginal of this game", place))
        for value in values if name in ask.means else ():
            if isinstance(value, CappedCount) or not isinstance(value, int):
                capped = f"exact mean, for {value} stands for all from there on"
                why = capped if isinstance(value, CappedCount) else f"mean, for {shown(str(value))} is no number"
                raise BattleFileError(Code.UNSUPPORTED, f"{name} has no {why}", dict(ask.places)[name])
    return list(dict(ask.places))


def merged(parts: Iterable[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The parts of a simulated case added up: shots are one part, and a problem is the same in every part."""
    first, *others = parts
    for part in others if "trials" in first else ():
        counts = {name: Counter(one) + Counter(part["marginals"][name]) for name, one in first["marginals"].items()}
        first = {"trials": first["trials"] + part["trials"], "marginals": counts}
    return first
