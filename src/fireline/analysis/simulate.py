"""Whole phases, or whole games, played many times, whoever begins: losses, counted, with intervals.

Trial K of a battle and a seed is always the same, wherever it is played: see `fireline.chance.counter` and `dice_seed`.
So the counts of a range of trials depend neither on the number of cores nor on how the range is cut.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from fireline.analysis.deadline import Deadline, Done, Listener, tell_nobody
from fireline.analysis.playing import WON, PhaseResult, Player
from fireline.analysis.policy import Policy, everybody, policy_of
from fireline.analysis.shared import Trials, count_trials
from fireline.analysis.simulated import Counts, SimulationResult
from fireline.chance import Dice
from fireline.chance.counter import MASK, seed_of
from fireline.game.battle import Battle
from fireline.game.command import Command, Shot
from fireline.game.entries import one_of
from fireline.game.errors import BattleFileError, Code
from fireline.game.standing import Answers

EITHER = "either"
"""Each side begins as many games as the other."""


class Start(NamedTuple):
    """How a game begins."""

    side: str
    """The side that begins; "" where the battle says it."""
    battle: Battle
    policy: Policy

    def seed(self, seed: int) -> int:
        """The seed of its dice: each side that begins has its own, so that all games are independent of each other.

        With common dice, a battle of two equal sides would be won twice by the side that begins, or twice by the other;
        intervals that count both games would be too narrow.
        """
        return seed_of(seed, self.side) if self.side else seed


@dataclass(frozen=True)
class ActsFirst:
    """Lets one side do what it wants before anybody else, where everybody may act at once."""

    side: str
    policy: Policy

    def __call__(self, battle: Battle, commands: Sequence[Command], fired: Collection[str], dice: Dice) -> Command:
        """What the side does, or what the policy chooses for everybody once it wants nothing more."""
        if not battle.owing:
            own = [one for one in commands if one.actor is None or (battle.side(one.actor) or one.actor) == self.side]
            chosen = self.policy(battle, own, fired, dice) if own else None
            if chosen is not None and chosen.actor is not None:
                return chosen
        return self.policy(battle, commands, fired, dice)


def starts_of(battle: Battle, policies: str, begins: str | None) -> tuple[Start, ...]:
    """The ways in which games of a battle begin; game N begins in the way N, counted round and round.

    Where the game has turns, the side that begins has the first; where everybody may act at once, it acts first in
    every round.

    Args:
        battle: The battle at the beginning of each game.
        policies: As `policy_of` takes them.
        begins: A side, `EITHER` for each in turn, or None for the battle as it stands.

    Raises:
        BattleFileError: There is no such policy or side.
    """
    policy = policy_of(policies, battle)
    if begins is None:
        return (Start("", battle, policy),)
    sides = battle.sides_in_play
    one_of(begins, [EITHER, *sides], "side of this battle", "begins")
    ready = {side: _turn_of(battle, side) for side in sides}
    at_once = not battle.turn.side and len(set(ready.values())) == 1
    named = sides if begins == EITHER else (begins,)
    return tuple(Start(side, ready[side], ActsFirst(side, policy) if at_once else policy) for side in named)


def _turn_of(battle: Battle, side: str) -> Battle:
    """The battle in which a side has its turn: as it stands if it has, else the first turn that one of it can have."""
    units = [one.id for one in battle.units if (one.side or one.id) == side and not one.out]
    ready = [battle.with_turn_of(unit) for unit in units]
    return battle if battle in ready else ready[0]


MOST_TURNS = 1000
"""The most turns of a game."""
USUAL_TURNS = 100
"""How long a game may last where only their number is said."""
What = tuple[str, str]


def simulate(  # noqa: PLR0913 - given by name
    battle: Battle,
    *,
    phases: int,
    seed: int,
    policies: str = "simple",
    turns: int | None = None,
    begins: str | None = None,
    first: int = 0,
    common_dice: bool = False,
    workers: int | None = 1,
    seconds: float | None = None,
    heard: Listener[Done] = tell_nobody,
) -> SimulationResult:
    """Play phases of a battle, trials `first`, `first` + 1, ..., and count their results.

    The same seed gives the same counts on any number of workers. Each battle and each policy has its own dice, unless
    they are common.

    Args:
        battle: The battle at the beginning of each phase.
        phases: How many phases or, with `turns`, games.
        seed: The seed of the dice, a whole number from 0.
        policies: A name ("simple", "first", "nearest", "advance", "cover", "careful", "random") or one for each side
            ("top=random,bottom=simple").
        turns: Play whole games: both sides, turn after turn, until one has won by the game's own conditions, no more
            than one side has a unit in play, or so many turns are over. A turn is what the game plays until its phase
            (or round) ends.
        begins: The side that begins each game, "either" for each side in turn, or None for the one that the battle
            says: see `fireline.analysis.simulate`.
        first: The number of the first trial.
        common_dice: Whether the dice are those of the seed alone, the same in every battle.
        workers: How many processes play; None for this one and, where it takes longer, as many as
            `fireline.analysis.workers.allowed` says.
        seconds: After how many seconds no more trials are begun; None to play them all. Those that count are the first
            ones.
        heard: Told now and then how far it is, from 0 to 1, and how many have been played.

    Returns:
        The counts: who won, how long it took, and what each unit lost; shares have Wilson intervals.

    Raises:
        BattleFileError: There is no such policy or side, or nothing to do, or no trial is over in time.

    >>> from fireline.formats.battlefile import load
    >>> played = simulate(load("ancients-ranged-combat"), phases=40, seed=1)
    >>> played.trials
    40
    """
    if begins is not None and turns is None:
        raise BattleFileError(Code.CONFLICT, "is for whole games; say how many", "begins")
    starts_of(battle, policies, begins)
    check_trials(phases, seed, first, turns)
    make = partial(trials_of, battle, policies, dice_seed(battle, policies, seed, common=common_dice), turns, begins)
    deadline, what = Deadline.of_answer(seconds, heard), "phases" if turns is None else "games"
    played = count_trials(make, first, phases, workers=workers, deadline=deadline, known=Done.of(phases, what))
    check_played(played, what, seconds)
    return SimulationResult(
        battle=battle.fingerprint,
        answers=battle.answers,
        ruleset=battle.ruleset.id,
        seed=seed,
        policy=policies,
        first=first,
        trials=played.total(),
        turns=turns,
        titles={unit: battle.title(unit) for unit in everybody(battle)},
        stands_on=battle.assumptions,
        common_dice=common_dice,
        asked=phases,
        spent=deadline.gone,
        **_counted(battle, played, games=turns is not None),
    )


def dice_seed(battle: Battle, played: str | Shot, seed: int, *, common: bool = False) -> int:
    """The seed of the dice for a battle, its owed answers, and the policies or the shot that are played.

    With the seed alone, two simulations would throw the same dice and share their luck. That is wanted only for
    `common` dice, which compare the two trial by trial.
    """
    if common:
        return seed
    what = played if isinstance(played, str) else json.dumps(played.data(), sort_keys=True)
    answers = "" if battle.answers is Answers.CUSTOMARY else f" {battle.answers}"
    return seed_of(seed, f"{battle.fingerprint} {what}{answers}")


def trials_of(
    battle: Battle, policies: str, seed: int, turns: int | None = None, begins: str | None = None
) -> Trials[PhaseResult]:
    """Play the trials of a phase, or of games of so many turns, with the dice of a seed; see `starts_of`.

    Where each side begins in turn, games 0 and 1 are trial 0 of either side's dice: see `Start.seed`.
    """
    plays: list[Trials[PhaseResult]] = [
        partial(Player(one.battle, one.policy, turns=turns, began=one.side).results, one.seed(seed))
        for one in starts_of(battle, policies, begins)
    ]
    return partial(_in_turn, plays) if len(plays) > 1 else plays[0]


def _in_turn(plays: Sequence[Trials[PhaseResult]], first: int, trials: int) -> list[PhaseResult]:
    """The results of so many trials, from the first; each is played in the next way."""
    many, end = len(plays), first + trials
    spans = [(-(-(first - n) // many), -(-(end - n) // many)) for n in range(many)]
    played = [iter(play(begin, stop - begin)) for play, (begin, stop) in zip(plays, spans, strict=True)]
    return [next(played[n % many]) for n in range(first, end)]


def check_trials(phases: int, seed: int, first: int, turns: int | None = None) -> None:
    """Raise `BattleFileError` for trials or turns out of range."""
    if turns is not None and not 1 <= turns <= MOST_TURNS:
        problem = f"{turns} turns are no game; give 1 to {MOST_TURNS}, or none for a single phase"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, "turns")
    if phases < 1 or first < 0 or first + phases - 1 > MASK or seed < 0:
        raise BattleFileError(
            Code.OUT_OF_RANGE, f"{phases} phases from trial {first} cannot be played; give 1 or more, from 0", "trials"
        )


def check_played(played: Counter[Any], what: str, seconds: float | None) -> None:
    """Raise `BattleFileError` where these seconds were over before the first trial was."""
    if not played:
        problem = f"none of the {what} is over in {seconds:g} seconds; more seconds, or fewer units, will do"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, "seconds")


def _counted(battle: Battle, played: Counter[PhaseResult], *, games: bool) -> dict[str, Any]:
    """What was counted of the phase, of each side and of each unit, and who won the games that each side began."""
    side_of = {unit: battle.side(unit) for unit in everybody(battle)}
    counted: dict[str, dict[What, Counter[int]]] = {"phase": {}, "side": {}, "unit": {}}
    own = dict.fromkeys((side or unit for unit, side in side_of.items()), 0)
    if games:
        counted["side"] = {(side, WON): Counter() for side in own}
    for one, count in played.items():
        for (kind, who, what), number in one.numbers(battle.side, games=games):
            counted[kind].setdefault((who, what), Counter())[number] += count
    total = played.total()
    begun: dict[str, Counter[str]] = {}
    for one, count in played.items():
        if one.began:
            begun.setdefault(one.began, Counter(own))[one.winner or ""] += count
    return {
        "phase": _grouped([""], counted["phase"], total)[""],
        "sides": _grouped(side_of.values(), counted["side"], total),
        "units": _grouped(side_of, counted["unit"], total),
        "begun": {side: dict(begun[side]) for side in sorted(begun)} or None,
    }


def _grouped(names: Iterable[str], counted: Mapping[What, Counter[int]], trials: int) -> dict[str, dict[str, Counts]]:
    """The counts by who and what; everybody has an entry, losses or none."""
    grouped: dict[str, dict[str, Counts]] = {name: {} for name in sorted({*names, *(name for name, _ in counted)})}
    for (name, what), counts in sorted(counted.items()):
        counts[0] += trials - counts.total()  # where nothing of the kind was counted
        grouped[name][what] = {value: counts[value] for value in sorted(counts) if counts[value]}
    return grouped
