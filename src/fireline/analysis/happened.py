"""What a command did, in a few words, and several results of it together, as people say it.

Results that differ in one count alone are told as one: "phalanx at most 2 blocks", "axe 2 to 4 Wounds, dazed or not".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from fireline.game.battle import Battle
from fireline.game.command import Command, Shoot
from fireline.game.errors import BattleFileError
from fireline.game.losses import Damage, Loss
from fireline.ruling.prose import plural

Lost = tuple[str, Damage]
"""A unit and a kind of loss."""
Span = tuple[int, int]
"""The least and the most of it."""
Box = dict[Lost, Span]
"""What was lost, between these counts."""


class Happened(NamedTuple):
    """One result of a command: what was lost, where a unit went, and what else tells it apart from others."""

    losses: tuple[tuple[Lost, int], ...] = ()
    moved: str = ""
    """The unit that stands elsewhere, "" for none."""
    to: str = ""
    """Where it stands now."""
    more: str = ""
    """What is told besides where other results have the same words."""

    def __str__(self) -> str:
        return _told({lost: (count, count) for lost, count in self.losses}, self)


def what_happened(before: Battle, command: Command, after: Battle, losses: Iterable[Loss]) -> Happened:
    """What a command did: losses by unit, and where the target of a shot went."""
    lost = dict[Lost, int]()
    for unit, what, count in losses:
        lost[unit, what] = lost.get((unit, what), 0) + count
    places = before.ruleset.places
    if places is not None and isinstance(command, Shoot):
        target = command.shot.target
        try:
            here, there = (places.at(battle.state, target) for battle in (before, after))
        except BattleFileError:
            here = there = ""
        if here != there:
            return Happened(tuple(lost.items()), target, there)
    return Happened(tuple(lost.items()))


def together(results: Sequence[Happened], every: Sequence[Happened]) -> list[str]:
    """Some results of a command in as few words as tell them from `every` other one.

    Counts between which no result lies are one span.
    """
    met = dict[Lost, set[int]]()
    for lost in dict.fromkeys(lost for one in every for lost, _ in one.losses):
        met[lost] = {dict(one.losses).get(lost, 0) for one in every}
    boxes = [
        ({lost: (count, count) for lost in met for count in [dict(one.losses).get(lost, 0)]}, one) for one in results
    ]
    for lost, counts in met.items():
        boxes = _merged(boxes, lost, sorted(counts))
    return [_told(box, one) for box, one in boxes]


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


def _told(box: Mapping[Lost, Span], one: Happened) -> str:
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
