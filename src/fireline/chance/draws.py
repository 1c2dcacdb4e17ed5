"""Fused dice: one draw among equally likely cells, each of them one exact combination of faces.

A fair d20 is a draw among 20 cells. Two of them, and a d6 if the first shows 20, are one draw among 2400; most of its
cells include a throw that was not made.  Cells that lead to the same answer are counted, not listed; `faces` gives the
faces of any one of them. `docs/design/compiled-chance.md` explains the whole way from here to the kernel.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from math import lcm
from typing import Any

from fireline.chance.dice import Die
from fireline.chance.enumeration import Branches, Call, PathEnumerator
from fireline.chance.errors import CallsItself
from fireline.chance.program import Chain

Share = tuple[int, int]
Faces = tuple[Any, ...]


class Draw:
    """A question of a program as one draw: how many cells there are, and how many of them lead to each answer."""

    __slots__ = ("cells", "ways")

    def __init__(self, cells: int, ways: Mapping[Any, int]) -> None:
        self.cells = cells
        self.ways = ways

    @abstractmethod
    def faces(self, answer: Any, rank: int) -> Faces:
        """The faces of one of the cells with an answer, in the order thrown; `rank` counts those cells from 0."""


class DieDraw(Draw):
    """One die: its sides are the cells."""

    __slots__ = ()

    def __init__(self, die: Die[Any]) -> None:
        super().__init__(die.sides, dict(zip(die.faces, die.shares, strict=True)))

    def faces(self, answer: Any, rank: int) -> Faces:
        """The face itself, whichever of its sides it is."""
        return (answer,)


class ProgramDraw(Draw):
    """A program without a chain, with all the dice that it and the programs it calls throw."""

    __slots__ = ("_paths",)

    def __init__(self, paths: list[tuple[Any, Share, tuple[tuple[Draw, Any], ...]]]) -> None:
        # Every path has `own` of `total` equally likely ways. Over the common multiple each of those ways becomes
        # `copies` cells with the same faces, so that all paths are counted in the same cells.
        cells = lcm(*(total for _, (_, total), _ in paths))
        ways: dict[Any, int] = {}
        self._paths: dict[Any, list[tuple[int, int, tuple[tuple[Draw, Any], ...]]]] = {}
        for outcome, (own, total), asked in paths:
            copies = cells // total
            ways[outcome] = ways.get(outcome, 0) + own * copies
            self._paths.setdefault(outcome, []).append((own * copies, copies, asked))
        super().__init__(cells, ways)

    def faces(self, answer: Any, rank: int) -> Faces:
        """The faces of the path that the cell lies on."""
        for cells, copies, asked in self._paths[answer]:
            if rank < cells:
                return _along(asked, rank // copies)
            rank -= cells
        raise LookupError(f"{answer!r} has only {self.ways[answer]} cells")


def _along(asked: tuple[tuple[Draw, Any], ...], rank: int) -> Faces:
    """The faces of a path, whose cells are numbered draw by draw."""
    # The rank is a number in a mixed base: its last digit says which cell of the first draw, and so on.
    faces: list[Any] = []
    for draw, answer in asked:
        rank, own = divmod(rank, draw.ways[answer])
        faces += draw.faces(answer, own)
    return tuple(faces)


class Draws:
    """The draw of each question that programs ask; each is worked out once."""

    def __init__(self, most_cells: int) -> None:
        self._most_cells = most_cells
        self._known: dict[object, Draw | None] = {}
        self._under_way: set[object] = set()

    def throw(self, die: Die[Any]) -> Draw:
        """The draw of one die."""
        if die not in self._known:
            self._known[die] = DieDraw(die)
        found = self._known[die]
        assert found is not None, "a die is one draw"  # noqa: S101
        return found

    def whole(self, call: Call) -> Draw | None:
        """The draw of a whole program; None if it contains a chain or has too many cells for one draw.

        Raises `TooManyPaths`, `CallsItself`, `TooDeep` or `ImpureProgram`, as exact odds do.
        """
        if isinstance(call[0], Chain):
            return None
        key = call_key(call)
        if key not in self._known:
            if key in self._under_way:  # asked for again while it is being worked out
                program, args, kwargs = call
                raise CallsItself(str(program), program.call(args, kwargs))
            self._under_way.add(key)
            self._known[key] = self._weighed(call)
        return self._known[key]

    def _weighed(self, call: Call) -> Draw | None:
        every = _DrawEnumerator(call, self)
        try:
            paths = [(outcome, share, every.asked()) for outcome, share in every.paths()]
        except _Opened:
            return None
        draw = ProgramDraw(paths)
        return draw if draw.cells <= self._most_cells else None


class _Opened(Exception):
    """A called program is not one draw, so its caller is not one either."""


class _DrawEnumerator(PathEnumerator[Share]):
    """Takes every path through a body, a called program being one draw."""

    def __init__(self, call: Call, draws: Draws) -> None:
        super().__init__(call, (1, 1))
        self._draws = draws

    def asked(self) -> tuple[tuple[Draw, Any], ...]:
        """The draws on this path with their answers."""
        return tuple((self._draw(question), given) for question, given in zip(self._asked, self._given, strict=True))

    def roll(self, die: Die[Any], /) -> Any:
        """The face on this path; equivalent faces are kept apart, because replays show them."""
        return super().roll(_apart(die))

    def throw(self, die: Die[Any], weight: Share) -> Branches[Share]:
        """Every face with its sides."""
        return self._branches(self._draws.throw(die), weight)

    def call(self, call: Call, weight: Share) -> Branches[Share]:
        """Every outcome of a called program with its cells."""
        return self._branches(self._draw(call), weight)

    def _branches(self, draw: Draw, weight: Share) -> Branches[Share]:
        ways, total = weight
        return [(answer, (ways * own, total * draw.cells)) for answer, own in draw.ways.items()]

    def _draw(self, question: Die[Any] | Call) -> Draw:
        if isinstance(question, Die):
            return self._draws.throw(question)
        draw = self._draws.whole(question)
        if draw is None:
            raise _Opened
        return draw


def call_key(call: Call) -> tuple[object, ...]:
    """The identity of a call of a program: True is not 1 here."""
    program, args, kwargs = call
    values = (*args, *kwargs.values())
    return program, args, tuple(kwargs.items()), tuple(map(type, values))


@lru_cache(maxsize=1 << 10)
def _apart(die: Die[Any]) -> Die[Any]:
    return die if die.merged is None else replace(die, merged=None)
