"""What a worker does: pieces in, the answer to each out, as plain data; and the figures that a row keeps of it.

An answer holds the `marginals` asked for: of exact odds the probability of each value as a fraction, of so many
`trials` how many had it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple

from fireline.analysis.intervals import Interval, mean_of, normal, wilson
from fireline.analysis.shots import ShotCounts, count_shots
from fireline.analysis.simulate import Counts, SimulationResult, simulate
from fireline.analysis.sweep.jobs import Piece, Sweep
from fireline.analysis.sweep.spec import AskEntry
from fireline.analysis.workers import WorkerDied
from fireline.chance import CallsItself, CappedCount, Dist, NeverEnds, TooDeep, TooManyPaths, TooManyStates
from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.odds import Odds, key_of
from fireline.game.preview import ShotPreview
from fireline.game.registry import ruleset

TOO_HARD = (CallsItself, NeverEnds, TooDeep, TooManyPaths, TooManyStates)
Data = dict[str, Any]


class Unable(WorkerDied):
    """A worker lacks something it needs: memory, room on its disk."""


def work(sweep: Sweep, chunk: tuple[Piece, ...]) -> tuple[str, ...]:
    """Do a chunk; raises `BattleFileError` for a question that no case can answer, and `Unable`."""
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


def answer(sweep: Sweep, piece: Piece) -> Data:
    """The result of a piece: `legal` and the figures, or the `problem` of this case.

    A mistake in the question is not a problem of one case: raises `BattleFileError` if the spec asks for something
    that its game does not have.
    """
    ask, seed = sweep.spec.ask, sweep.seed(piece.case)
    came: ShotPreview | SimulationResult | ShotCounts
    try:
        variant = sweep.variant(piece.case)
        if sweep.spec.phases:
            policy = sweep.spec.policy
            came = simulate(variant.battle, phases=piece.count, first=piece.first, policies=policy, seed=seed)
        else:
            came = variant.preview
            if came.odds is not None and not sweep.spec.exact:
                came = count_shots(variant.battle, variant.declared, shots=piece.count, seed=seed)
    except BattleFileError as wrong:
        return {"problem": str(wrong)}
    except TOO_HARD as limit:
        return {"problem": f"has no odds within the limits: {limit}"}
    if isinstance(came, SimulationResult):
        return {"trials": came.trials, "marginals": _of_phases(came, ask)}
    return _of_shots(came, ask) if isinstance(came, ShotCounts) else _of_odds(came, ask)


def _of_odds(seen: ShotPreview, ask: AskEntry) -> Data:
    """The exact figures; of an illegal shot its first reason, which stands for all."""
    if seen.odds is None:
        first = seen.ruling.refusals[0]
        return {"legal": False, "rule": first.rule, "because": first.because}
    asked = _marginals(seen.odds, ask)
    told = {name: {key_of(value): str(p) for value, p in dist.items()} for name, dist in asked.items()}
    return {"legal": True, "headline": [seen.odds.headline.name, str(seen.odds.headline.chance)], "marginals": told}


def _of_shots(taken: ShotCounts, ask: AskEntry) -> Data:
    """The counts of outcomes, and of the headline."""
    outcomes = Dist.from_weights({outcome: n for outcome, n in taken.counts.items() if n}, taken.shots)
    share = ruleset(taken.ruleset).headline(outcomes).chance
    counts = {name: sorted(taken.marginal(name).items()) for name in _marginals(taken.odds, ask)}
    told = {name: {key_of(value): n for value, n in found if n} for name, found in counts.items()}
    headline = [taken.odds.headline.name, int(share * taken.shots)]
    return {"legal": True, "trials": taken.shots, "headline": headline, "marginals": told}


def _of_phases(played: SimulationResult, ask: AskEntry) -> Data:
    names = {name: f"ask.{what}[{n}]" for what in ("marginals", "means") for n, name in enumerate(getattr(ask, what))}
    return {name: {str(n): count for n, count in _losses(played, name, at).items()} for name, at in names.items()}


def _losses(played: SimulationResult, name: str, place: str) -> Counts:
    """How many trials had each number of something named: "shots", "top.blocks", "warriors.eliminated".

    What nobody lost is counted as 0 in every trial.
    """
    if name in played.phase:
        return dict(played.phase[name])
    who, dot, what = name.rpartition(".")
    everybody = {side: lost for side, lost in played.sides.items() if side} | dict(played.units)
    if not dot:
        losses = sorted({one for lost in everybody.values() for one in lost})
        example = f"{next(iter(everybody), 'SIDE')}.{next(iter(losses), 'LOSS')}"
        raise BattleFileError(
            Code.UNKNOWN_NAME, f"{name!r} is not {', '.join(played.phase)}, or somebody's loss, e.g. {example}", place
        )
    one_of(who, everybody, "side or unit of this battle", place)
    return dict(everybody[who].get(what, {0: played.trials}))


def _marginals(odds: Odds[Any], ask: AskEntry) -> dict[str, Dist[Any]]:
    """The marginals asked for; raises `BattleFileError` for one that the game does not have, or that has no mean."""
    places = {name: f"ask.marginals[{n}]" for n, name in enumerate(ask.marginals)}
    places |= {name: f"ask.means[{n}]" for n, name in enumerate(ask.means)}
    known = tuple(odds.marginals)
    found = {name: odds.marginal(one_of(name, known, "marginal of this game", at)) for name, at in places.items()}
    for name in ask.means:
        for value in found[name]:
            if isinstance(value, CappedCount):
                problem = f"{name} has no exact mean, for {value} stands for all from there on"
                raise BattleFileError(Code.UNSUPPORTED, problem, places[name])
            if not isinstance(value, int):
                problem = f"{name} has no mean, for {shown(str(value))} is no number"
                raise BattleFileError(Code.UNSUPPORTED, problem, places[name])
    return found


def merged(parts: Iterable[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The parts of a simulated case added up: shots are one part, and a problem is the same in every part."""
    first, *others = parts
    if not others or "trials" not in first:
        return first
    total = {name: Counter(one) for name, one in first["marginals"].items()}
    for part in others:
        for name, one in part["marginals"].items():
            total[name].update(one)
    return dict(first) | {"trials": sum(part["trials"] for part in (first, *others)), "marginals": total}


# --- figures -------------------------------------------------------------------------------


class Measure(NamedTuple):
    """One number: exact as a fraction, or the share or mean of the trials between two bounds (95%)."""

    value: Fraction
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Figure:
    """One number of every row: the headline, the chance of a value, or a mean."""

    kind: str
    of: str = ""
    value: str = ""

    @property
    def column(self) -> str:
        """The name of its column.

        >>> Figure("marginal", "hits", "2").column, Figure("mean", "hits").column
        ('hits=2', 'mean(hits)')
        """
        return {"marginal": f"{self.of}={self.value}", "mean": f"mean({self.of})"}.get(self.kind, self.kind)

    def data(self) -> dict[str, str]:
        """The figure as named in the metadata of a result file."""
        return {"column": self.column, "kind": self.kind, "of": self.of, "value": self.value}

    def measure(self, answer: Mapping[str, Any]) -> Measure | None:
        """This figure in an answer; None if there is none: not legal, or a problem.

        A share of trials has its Wilson interval, a mean of them 1.96 standard errors on each side.
        """
        if "marginals" not in answer:
            return None
        trials, chances = answer.get("trials"), answer["marginals"].get(self.of, {})
        if self.kind == "mean":
            mean = sum((int(value) * Fraction(p) for value, p in chances.items()), Fraction(0)) / (trials or 1)
            if trials is None:
                return Measure(mean)
            found = mean_of({int(value): count for value, count in chances.items()})
            return Measure(mean, *(normal(found) or Interval(-inf, inf)))
        share = answer["headline"][1] if self.kind == "headline" else chances.get(self.value, 0)
        return Measure(Fraction(share)) if trials is None else Measure(Fraction(share, trials), *wilson(share, trials))


def figures_of(ask: AskEntry, answers: Iterable[Mapping[str, Any]]) -> tuple[Figure, ...]:
    """Every figure asked for; for a marginal, the chance of each value in any of the answers."""
    values: dict[str, set[str]] = {name: set() for name in ask.marginals}
    for one in answers:
        for name in ask.marginals:
            values[name].update(one.get("marginals", {}).get(name, ()))
    return (
        *((Figure("headline"),) if ask.headline else ()),
        *(Figure("mean", name) for name in ask.means),
        *(Figure("marginal", name, value) for name in ask.marginals for value in sorted(values[name], key=by_size)),
    )


def by_size(value: str) -> tuple[int, int, str]:
    """Numbers by size, "3+" after 3, then words by the alphabet.

    >>> sorted(["10", "none", "2", "3+", "-1", "3"], key=by_size)
    ['-1', '2', '3', '3+', '10', 'none']
    """
    number = value.removesuffix("+").removeprefix("-")
    whole = number.isascii() and number.isdigit()
    return (0, int(value.removesuffix("+")), value) if whole else (1, 0, value)
