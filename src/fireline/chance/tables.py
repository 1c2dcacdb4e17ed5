"""A program compiled into a table of thresholds: one random word and a few comparisons end a trial or send it on.

The draws of its machine are fused with those that may follow, as many as one 64-bit word can tell apart, so few
trials need a second word.  The cells of a draw are ordered so that each outcome has an unbroken run of them; the end of
a run is a threshold.  The cell that a word falls into determines every face that was thrown.
`docs/design/compiled-chance.md` has a drawing of the thresholds.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate
from math import lcm
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, ParamSpec, TypeVar

from fireline.chance.counter import MASK, fair_share, key_of, plane_of, word
from fireline.chance.draws import Draw, Faces
from fireline.chance.fixed import FixedDice
from fireline.chance.machine import Machine, machine

if TYPE_CHECKING:
    from fireline.chance.enumeration import Call
    from fireline.chance.program import Program
    from fireline.chance.transcript import Transcript

P = ParamSpec("P")
T = TypeVar("T")

LOW = (1 << 32) - 1
MOST_FUSED = 1 << 48
"""The most cells of a fused draw: then fewer than one word in 65,536 stands for no cell and is drawn again."""
MOST_THRESHOLDS = 32
"""The most thresholds of a fused draw: beyond them, more comparisons cost more than the words they save."""


class FusedDraw(Draw):
    """The draw of a node and, optionally, those of the nodes that it leads to.

    Its answers are where it finally leads: outcomes (below 0) and nodes. `following` holds the draws of the nodes that
    are fused with it.
    """

    __slots__ = ("_common", "_draw", "_parts")

    def __init__(self, draw: Draw, leads: Mapping[Any, int], following: Mapping[int, FusedDraw]) -> None:
        self._draw = draw
        # Each cell of the draw itself becomes `common` cells, which the draw that follows shares out among its own;
        # where nothing follows they all have the same faces.
        self._common = lcm(*(fused.cells for fused in following.values()))
        self._parts: dict[int, list[tuple[Any, int, FusedDraw | None]]] = {}
        for answer, own in draw.ways.items():
            inner = following.get(leads[answer])
            if inner is None:
                self._parts.setdefault(leads[answer], []).append((answer, own * self._common, None))
                continue
            for to, cells in inner.ways.items():
                block = own * cells * (self._common // inner.cells)
                self._parts.setdefault(to, []).append((answer, block, inner))
        ordered = sorted(self._parts, key=lambda to: (to >= 0, abs(to)))  # outcomes first, then who goes on
        ways = {to: sum(block for _, block, _ in self._parts[to]) for to in ordered}
        super().__init__(draw.cells * self._common, ways)

    @property
    def goes_on(self) -> tuple[int, ...]:
        """The nodes that it leads to."""
        return tuple(to for to in self.ways if to >= 0)

    def faces(self, answer: int, rank: int) -> Faces:
        """The faces of the draw itself, then of the one fused with it."""
        for own, block, inner in self._parts[answer]:
            if rank < block:
                if inner is None:
                    return self._draw.faces(own, rank // self._common)
                copies = self._common // inner.cells
                before, after = divmod(rank, inner.ways[answer] * copies)
                return self._draw.faces(own, before) + inner.faces(answer, after // copies)
            rank -= block
        raise LookupError(f"only {self.ways[answer]} cells lead to {answer}")


class Segment:
    """One fused draw as thresholds: a word below `bounds[n]`, and not below those before it, leads to `leads[n]`.

    A word below none of them stands for no cell and is drawn again. Leads below 0 are outcomes, the others segments.
    Each lead has two runs of words: the first holds nearly all and ends at a bound whose lower 32 bits are 0, so
    that comparing half a word is enough; the second run, behind all first runs, holds the rest.
    """

    def __init__(self, draw: FusedDraw, numbers: Mapping[int, int]) -> None:
        self.draw = draw
        self.share = fair_share(draw.cells)
        self._answers = tuple(draw.ways)
        words = [ways * self.share for ways in draw.ways.values()]
        # Two runs for each lead: first all that are whole in the upper 32 bits, then what was rounded off of each.
        self._coarse = [number & ~LOW for number in words]
        self.bounds = tuple(accumulate((*self._coarse, *(number & LOW for number in words))))
        self.leads = tuple(numbers[answer] if answer >= 0 else answer for answer in draw.ways) * 2
        self.ending = sum(answer < 0 for answer in draw.ways)
        """How many runs end a trial before the first that does not."""

    def faces(self, drawn: int) -> Faces:
        """The faces that a word stands for."""
        run = bisect_right(self.bounds, drawn)
        place = drawn - (self.bounds[run - 1] if run else 0)
        again, which = divmod(run, len(self._answers))
        return self.draw.faces(self._answers[which], (place + again * self._coarse[which]) // self.share)


class Rethrown(NamedTuple, Generic[T]):
    """One replayed trial: its outcome, what its dice did, and how many random words it took."""

    outcome: T
    transcript: Transcript
    words: int


class Table(Generic[T]):
    """A program with its arguments as thresholds: thrown by `count`, and one trial of it by `rethrow`.

    >>> from fireline.chance import Dice, chance, d20
    >>> @chance(rule="shot")
    ... def shot(dice: Dice, needed: int) -> bool:
    ...     return max(dice.roll(d20), dice.roll(d20)) >= needed and dice.roll(d20) < 14
    >>> table = Table(shot, 12)
    >>> table.segments[0].draw.cells, table.outcomes, table.rethrow(7, trial=5).transcript.faces
    (8000, (False, True), (15, 18, 16))
    """

    def __init__(self, program: Program[P, T], /, *args: P.args, **kwargs: P.kwargs) -> None:
        self.call: Call = program, args, kwargs
        built = machine(program, *args, **kwargs)
        self.outcomes: tuple[T, ...] = built.outcomes
        self.segments = _segments(built)

    def ends(self, seed: int, trial: int) -> int:
        """The number of a trial's outcome."""
        return self._walk(seed, trial)[0]

    def rethrow(self, seed: int, trial: int) -> Rethrown[T]:
        """Replay one trial with the program itself and the faces that its words stand for."""
        _, faces, words = self._walk(seed, trial)
        script = FixedDice(*faces)
        program, args, kwargs = self.call
        outcome: T = program(script, *args, **kwargs)
        script.assert_used_up()
        return Rethrown(outcome, script.transcript, words)

    def _walk(self, seed: int, trial: int) -> tuple[int, Faces, int]:
        """The outcome's number, the faces, and how many words were drawn."""
        if not 0 <= trial <= MASK:
            raise ValueError(f"the trial is {trial}; a trial is a whole number from 0 to {MASK}")
        key, to, faces, words = key_of(seed), 0, Faces(), 0
        while to >= 0:
            segment, drawn = self.segments[to], word(plane_of(key, words), trial)
            words += 1
            run = bisect_right(segment.bounds, drawn)
            if run < len(segment.bounds):  # else the word stands for no cell: the next word, the same segment
                faces += segment.faces(drawn)
                to = segment.leads[run]
        return ~to, faces, words


def _segments(built: Machine[Any]) -> tuple[Segment, ...]:
    """The first node and every other from which a trial may have to continue, each fused with what follows it."""
    known: dict[tuple[int, int], FusedDraw] = {}

    def fused(number: int, depth: int) -> FusedDraw:
        if (number, depth) not in known:
            node = built.nodes[number]
            after = {to: fused(to, depth - 1) for to in node.leads.values() if to >= 0} if depth else {}
            known[number, depth] = FusedDraw(node.draw, node.leads, after)
        return known[number, depth]

    def best(number: int) -> FusedDraw:
        # Deeper as long as one word can tell the cells apart and the compares stay few; a loop is fused with itself.
        chosen, depth = fused(number, 0), 0
        while chosen.goes_on:
            depth += 1
            deeper = fused(number, depth)
            if deeper.cells > MOST_FUSED or len(deeper.ways) > MOST_THRESHOLDS:
                break
            chosen = deeper
        return chosen

    numbers = {0: 0}
    draws = [best(0)]
    for draw in draws:  # grows on the way
        for to in draw.goes_on:
            if to not in numbers:
                numbers[to] = len(draws)
                draws.append(best(to))
    return tuple(Segment(draw, numbers) for draw in draws)
