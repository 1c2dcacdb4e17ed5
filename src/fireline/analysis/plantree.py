"""What a plan is made of: situations, what can be done in each, and what may come of it in words.

The same words never lead to different commands.

Results that differ in one count alone are told as one: "phalanx at most 2 blocks", "axe 2 to 4 Wounds, dazed or not".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from fireline.game.battle import Battle
from fireline.game.command import Command, Shoot, Shot
from fireline.game.errors import BattleFileError
from fireline.game.event import Damage, Loss, Toll, sum_losses
from fireline.ruling.prose import plural

Lost = tuple[str, Damage]
"""A unit and a kind of loss."""
Span = tuple[int, int]
"""The least and the most of it."""
Box = dict[Lost, Span]
"""What was lost, between these counts."""


class Happened(NamedTuple):
    """One result of a command: what was lost, where a unit went, and what else tells it apart from others."""

    losses: Toll = ()
    moved: str = ""
    """The unit that stands elsewhere, "" for none."""
    to: str = ""
    """Where it stands now."""
    more: str = ""
    """What is told besides where other results have the same words."""

    def __str__(self) -> str:
        return _counted_words({lost: (count, count) for lost, count in self.losses}, self)


def what_happened(before: Battle, command: Command, after: Battle, losses: Iterable[Loss]) -> Happened:
    """What a command did: losses by unit, and where the target of a shot went."""
    happened, places = Happened(sum_losses(losses)), before.ruleset.places
    if places is not None and isinstance(command, Shoot):
        target = command.shot.target
        try:
            here, there = (places.at(battle.state, target) for battle in (before, after))
        except BattleFileError:
            here = there = ""
        if here != there:
            return happened._replace(moved=target, to=there)
    return happened


def counts_in(every: Iterable[Happened]) -> dict[Lost, list[int]]:
    """Each kind of loss in some results, with every count of it that one of them has, 0 where it is not lost."""
    tolls = [dict(one.losses) for one in every]
    kinds = dict.fromkeys(lost for toll in tolls for lost in toll)
    return {lost: sorted({toll.get(lost, 0) for toll in tolls}) for lost in kinds}


def together(results: Sequence[Happened], counts: Mapping[Lost, Sequence[int]]) -> list[str]:
    """Some results of a command in as few words as tell them from every other one, which `counts_in` has counted.

    Counts between which no result lies are one span.
    """
    tolls = ((dict(one.losses), one) for one in results)
    boxes = [({lost: (n := toll.get(lost, 0), n) for lost in counts}, one) for toll, one in tolls]
    for lost, numbers in counts.items():
        boxes = _merged(boxes, lost, numbers)
    return [_counted_words(box, one) for box, one in boxes]


def _merged(boxes: Sequence[tuple[Box, Happened]], lost: Lost, counts: Sequence[int]) -> list[tuple[Box, Happened]]:
    """Those that differ in one count alone as spans of it, each with the first of its results."""
    alike = dict[object, list[tuple[Span, Box, Happened]]]()
    for box, one in boxes:
        others = frozenset((key, span) for key, span in box.items() if key != lost)
        alike.setdefault((others, one[1:]), []).append((box[lost], box, one))
    order = {one: n for n, (_, one) in enumerate(boxes)}
    merged: list[tuple[Box, Happened]] = []
    for group in alike.values():
        spans: list[tuple[Span, Box, Happened]] = []
        for span, box, one in sorted(group, key=lambda each: each[0]):
            if spans and counts.index(spans[-1][0][1]) + 1 == counts.index(span[0]):
                (least, _), wide, first = spans[-1]
                spans[-1] = (least, span[1]), wide, min(first, one, key=order.__getitem__)
            else:
                spans.append((span, box, one))
        merged += [({**box, lost: span}, one) for span, box, one in spans]
    return sorted(merged, key=lambda each: order[each[1]])


def _counted_words(box: Mapping[Lost, Span], one: Happened) -> str:
    """What was lost between these counts, where a unit went, and what else tells it apart."""
    words: dict[str, list[str]] = {}
    for (unit, what), span in box.items():
        if span != (0, 0):
            words.setdefault(unit, []).append(_counted(what, *span))
    if one.moved:
        words.setdefault(one.moved, []).append(f"to {one.to}")
    told = "; ".join(f"{unit} {', '.join(parts)}" for unit, parts in words.items()) or "nothing"
    return f"{told} ({one.more})" if one.more else told


def _counted(what: Damage, least: int, most: int) -> str:
    """A kind of loss so many times; a state is not counted."""
    if not what.one:
        return what.name if least else f"{what.name} or not"
    if least == most:
        return plural(most, what.one)
    return f"at most {plural(most, what.one)}" if not least else f"{least} to {plural(most, what.one)}"


NOTHING = Fraction(0)
MOST_TRIED = 40
"""So many values that differ are tried for two that suffice to say what to do."""
THERE = "still there"
Order = tuple[Command | None, bool]
"""What a plan says to do in a situation, and whether it can say so already."""


class PlanBranch(NamedTuple):
    """One result of a command: its chance, what happened in words, and the situation it leads to."""

    chance: Fraction
    told: tuple[Happened, ...]
    """Everything that leads there."""
    onward: PlanNode

    @property
    def what(self) -> str:
        """What happened in words."""
        return " or ".join(together(self.told, counts_in(self.told)))


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


# --- in words ------------------------------------------------------------------------------


def order_of(here: PlanNode) -> Order:
    """The decision in a situation."""
    return (here.best.command, True) if here.best else (None, here.known)


def tell_apart(branches: Sequence[PlanBranch], *, open_too: bool = True) -> list[tuple[Happened, ...]]:
    """What happened in each of some branches, every result by itself.

    Where the same words lead to different commands, what differs between the battles after them is added; with
    `open_too` also where they lead to a command and to a situation that has not been searched yet.
    """
    leading: dict[str, list[PlanNode]] = {}
    for branch in branches:
        for one in branch.told if open_too or order_of(branch.onward)[1] else ():
            leading.setdefault(str(one), []).append(branch.onward)
    added: dict[tuple[str, PlanNode], str] = {}
    for words, nodes in leading.items():
        if len({order_of(node) for node in nodes}) > 1:
            added |= {(words, node): more for node, more in zip(nodes, _differences(nodes), strict=True)}
    return [
        tuple(one._replace(more=added.get((str(one), branch.onward), "")) for one in branch.told) for branch in branches
    ]


def _differences(nodes: Sequence[PlanNode]) -> list[str]:
    """What is not the same in these situations, as each has it: as little as tells what to do, else all of it."""
    read = [{**dict(_leaves(node.battle.data())), "still to fire": ", ".join(node.to_fire)} for node in nodes]
    names = dict.fromkeys(name for one in read for name in one)
    differ = [name for name in names if len({one.get(name) for one in read}) > 1]
    few = ([*some] for number in (1, 2) for some in combinations(differ[:MOST_TRIED], number))
    orders = [order_of(node) for node in nodes]
    chosen = next((some for some in few if _settled(some, read, orders)), differ)
    there = [name for name in names if any(one.get(name) == THERE for one in read)]
    return [", ".join(dict.fromkeys(_as_it_is(name, one, there) for name in chosen)) for one in read]


def _as_it_is(name: str, one: Mapping[str, str], there: Iterable[str]) -> str:
    """A value of one situation by its name; of what is gone, of all that is there in some of them, nothing else."""
    if name in one:
        return f"{name} {one[name]}"
    whose = max((id_ for id_ in there if f"{name} ".startswith(f"{id_} ")), key=len, default="")
    return f"{whose} gone" if whose and whose not in one else f"{name} as usual"


def _settled(names: Sequence[str], read: Sequence[Mapping[str, str]], orders: Sequence[Order]) -> bool:
    """Whether these values say what to do."""
    values = [tuple(one.get(name) for name in names) for one in read]
    return len(set(values)) == len(set(zip(values, orders, strict=True)))


def _leaves(data: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every value of a battle file by its name; what has an id goes by that, and is there."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from _leaves(value, f"{name} {key}".strip().replace("_", " "))
    elif isinstance(data, list) and data and all(isinstance(one, Mapping) and "id" in one for one in data):
        for one in data:
            yield str(one["id"]), THERE
            yield from _leaves({key: value for key, value in one.items() if key != "id"}, str(one["id"]))
    elif isinstance(data, list):
        yield name, ", ".join(map(_said, data)) or "none"
    else:
        yield name, ("no", "yes")[data] if isinstance(data, bool) else str(data)


def _said(value: Any) -> str:
    """One of several values; what has parts is told by them: "hits 2"."""
    return " ".join(f"{key} {part}" for key, part in value.items()) if isinstance(value, Mapping) else str(value)
