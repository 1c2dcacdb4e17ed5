"""Simulated cases: phases in fixed ranges of trials, added up in any order; shots all at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from fireline.analysis.shots import ShotCounts, count_shots
from fireline.analysis.simulate import Counts, SimulationResult, simulate_chunk
from fireline.analysis.sweep.jobs import Piece, Sweep
from fireline.analysis.sweep.odds import marginal, mean
from fireline.analysis.sweep.spec import AskEntry
from fireline.analysis.vary import Variant
from fireline.chance import Dist
from fireline.game.entries import one_of
from fireline.game.errors import BattleFileError, Code
from fireline.game.odds import key_of
from fireline.game.preview import ShotPreview
from fireline.game.registry import ruleset


def phases(sweep: Sweep, piece: Piece, variant: Variant) -> SimulationResult:
    """The result of a range of trials of the phase; raises `BattleFileError`."""
    told = simulate_chunk(variant.battle, sweep.seed(piece.case), piece.first, piece.count, sweep.spec.policy)
    return SimulationResult.read(told)


def shots(sweep: Sweep, piece: Piece, variant: Variant) -> ShotCounts | ShotPreview:
    """The counts of the shot, taken as often as the spec says; only the ruling if it is not legal.

    Raises `BattleFileError`.
    """
    seen = variant.preview
    if seen.odds is None or variant.shot is None:
        return seen
    return count_shots(variant.battle, variant.shot, shots=piece.count, seed=sweep.seed(piece.case))


def counted(came: SimulationResult | ShotCounts, ask: AskEntry) -> dict[str, Any]:
    """The counts in a range of trials; raises `BattleFileError`."""
    return counted_shots(came, ask) if isinstance(came, ShotCounts) else counted_phases(came, ask)


def counted_shots(taken: ShotCounts, ask: AskEntry) -> dict[str, Any]:
    """The counts of outcomes asked for; raises `BattleFileError` for figures that the game does not have."""
    told: dict[str, Any] = {"legal": True, "trials": taken.shots, "counts": {}}
    for n, name in enumerate(ask.means):
        mean(taken.odds, name, f"ask.means[{n}]")
    for n, name in enumerate(ask.marginals):
        marginal(taken.odds, name, f"ask.marginals[{n}]")
    for name in (*ask.marginals, *ask.means):
        told["counts"][name] = {key_of(value): count for value, count in sorted(taken.marginal(name).items()) if count}
    if ask.headline:
        seen = Dist.from_weights({outcome: n for outcome, n in taken.counts.items() if n}, taken.shots)
        share = ruleset(taken.ruleset).headline(seen).chance
        told["headline"] = [taken.odds.headline.name, int(share * taken.shots)]
    return told


def counted_phases(played: SimulationResult, ask: AskEntry) -> dict[str, Any]:
    """The counts asked for; raises `BattleFileError` for an unknown unit or side."""
    names = {name: f"ask.{what}[{n}]" for what in ("marginals", "means") for n, name in enumerate(getattr(ask, what))}
    return {
        "trials": played.trials,
        "counts": {
            name: {str(value): count for value, count in counts_of(played, name, place).items()}
            for name, place in names.items()
        },
    }


def counts_of(played: SimulationResult, name: str, place: str) -> Counts:
    """How many trials had each number of something named: "shots", "top.blocks", "warriors.eliminated".

    What nobody lost is counted as 0 in every trial.
    """
    if name in played.phase:
        return dict(played.phase[name])
    who, dot, what = name.rpartition(".")
    everybody = {side: lost for side, lost in played.sides.items() if side} | dict(played.units)
    if not dot:
        example = f"{next(iter(everybody), 'SIDE')}.{next(iter(kinds(played)), 'LOSS')}"
        raise BattleFileError(
            Code.UNKNOWN_NAME, f"{name!r} is not {', '.join(played.phase)}, or somebody's loss, e.g. {example}", place
        )
    one_of(who, everybody, "side or unit of this battle", place)
    return dict(everybody[who].get(what, {0: played.trials}))


def kinds(played: SimulationResult) -> list[str]:
    """What anybody lost in any trial."""
    return sorted({what for lost in (*played.sides.values(), *played.units.values()) for what in lost})


def merged(parts: Iterable[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The parts of a simulated case added up: shots are one part, and a problem is the same in every part."""
    first, *others = parts
    if "trials" not in first:
        return first
    total = dict(first) | {"counts": {name: Counter(one) for name, one in first["counts"].items()}}
    for part in others:
        total["trials"] += part["trials"]
        for name, one in part["counts"].items():
            total["counts"][name].update(one)
    return total
