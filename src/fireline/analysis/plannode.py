"""What a plan is made of: situations, what can be done in each, and what may come of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from fireline.game.battle import Battle
from fireline.game.command import Command, Shoot
from fireline.game.errors import BattleFileError
from fireline.game.losses import Loss
from fireline.game.shot import Shot
from fireline.ruling.prose import plural

NOTHING = Fraction(0)


class PlanBranch(NamedTuple):
    """One result of a command: its chance, what happened in words, and the situation it leads to."""

    chance: Fraction
    told: tuple[str, ...]
    """Everything that leads there, each in words."""
    onward: PlanNode

    @property
    def what(self) -> str:
        """What happened in words."""
        return " or ".join(self.told)


@dataclass(frozen=True)
class PlanChoice:
    """One thing to do now: what it is expected to gain by itself, and what may follow."""

    command: Command
    gain: Fraction
    branches: tuple[PlanBranch, ...]
    unfollowed: Fraction = NOTHING
    """The most that may be gained later, where it has not been looked into what may follow; 0 where it has."""
    own: tuple[tuple[str, Fraction], ...] = ()
    """What one's own side is expected to lose by the command itself, of each kind."""

    @property
    def shot(self) -> Shot | None:
        """The shot, None for a command that prepares one."""
        return self.command.shot if isinstance(self.command, Shoot) else None

    @property
    def least(self) -> Fraction:
        """The least that it gains with everything that follows."""
        return self.gain + sum((branch.chance * branch.onward.least for branch in self.branches), NOTHING)

    @property
    def most(self) -> Fraction:
        """The most that it gains with everything that follows."""
        onward = sum((branch.chance * branch.onward.most for branch in self.branches), NOTHING)
        return self.gain + onward + self.unfollowed


@dataclass(eq=False)
class PlanNode:
    """A battle and the units still to fire in it; its value lies between `least` and `most`.

    Whoever fires nothing more gains nothing more, so that no value is below 0.
    """

    battle: Battle
    to_fire: tuple[str, ...]
    most: Fraction
    least: Fraction = NOTHING
    choices: tuple[PlanChoice, ...] | None = None
    """Every legal shot and what may prepare one; None if it has not been looked at."""
    greedy: PlanChoice | None = None
    """What the simple policy does here, where that has been followed."""

    def __repr__(self) -> str:
        value = str(self.least) if self.known else f"{self.least} to {self.most}"
        first = self.battle.ruleset.label(self.battle.state, self.best.command) if self.best else "nothing to do"
        return f"<PlanNode worth {value}: {first}>"

    @property
    def known(self) -> bool:
        """Whether its value is exact."""
        return self.least == self.most

    @property
    def best(self) -> PlanChoice | None:
        """The choice with the greatest certain gain, the first of equally good ones; None if stopping is as good."""
        followed = (*(self.choices or ()), *((self.greedy,) if self.greedy else ()))
        chosen = max(followed, key=lambda choice: choice.least, default=None)
        return chosen if chosen is not None and chosen.least > 0 else None

    def refresh(self) -> None:
        """Update the bounds from later situations; they only ever come closer."""
        if self.greedy is not None:
            self.least = max(self.least, self.greedy.least)
        if self.choices is not None:
            self.least = max((self.least, *(choice.least for choice in self.choices)))
            self.most = min(self.most, max((NOTHING, *(choice.most for choice in self.choices))))

    @property
    def own_losses(self) -> Mapping[str, Fraction]:
        """What one's own side is expected to lose, of each kind, if the plan is followed from here."""
        return _own_losses(self, {})


def _own_losses(here: PlanNode, known: dict[PlanNode, Mapping[str, Fraction]]) -> Mapping[str, Fraction]:
    if here not in known:
        lost, best = dict[str, Fraction](), here.best
        parts = [(Fraction(1), dict(best.own))] if best else []
        parts += [
            (branch.chance, dict(_own_losses(branch.onward, known))) for branch in (best.branches if best else ())
        ]
        for p, each in parts:
            for what, number in each.items():
                lost[what] = lost.get(what, NOTHING) + p * number
        known[here] = lost
    return known[here]


def what_happened(before: Battle, command: Command, after: Battle, losses: Iterable[Loss]) -> str:
    """What a command did in a few words: losses by unit, and where the target of a shot went."""
    words: dict[str, list[str]] = {}
    for unit, what, count in losses:
        words.setdefault(unit, []).append(plural(count, what.one) if what.one else what.name)
    places = before.ruleset.places
    if places is not None and isinstance(command, Shoot):
        target = command.shot.target
        try:
            here, there = (places.at(battle.state, target) for battle in (before, after))
        except BattleFileError:
            here = there = ""
        if here != there:
            words.setdefault(target, []).append(f"to {there}")
    return "; ".join(f"{unit} {', '.join(told)}" for unit, told in words.items()) or "nothing"
