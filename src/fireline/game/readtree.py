"""Answers to one question as a tree: the first thing read leads by its value to the second, and so on to the answer.

Most things read have had one value only, so they stand in stretches; a stretch ends where values part ways.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from fireline.game.reads import Look, Read

Key = Callable[[Any], Any]
"""Of a value one that equals another's only if both are equal, quick to hash and to compare."""
_NEVER = object()
"""What nobody has found yet."""


class End:
    """An answer, and at which place each thing was read that led to it."""

    __slots__ = ("answer", "depths", "up")

    def __init__(self, answer: Any, depths: Mapping[Read, int]) -> None:
        self.answer, self.depths = answer, depths
        self.up: _Stretch | None = None
        """The stretch that leads to it; None where it stands in no tree."""


class _Fork:
    """Something read, and the stretch to which each value of it leads."""

    __slots__ = ("found", "look", "onward", "ways")

    def __init__(self, look: Look, ways: dict[Hashable, _Stretch]) -> None:
        self.look, self.ways = look, ways
        self.found: Any = _NEVER
        """What was found the last time, and where it led: nearly always it is that very thing again."""
        self.onward: Any = None


class _Stretch:
    """What was read one after another with one value each, from a depth of the tree on, and what comes after it."""

    __slots__ = ("ahead", "depth", "found", "keys", "looks", "up")

    def __init__(
        self,
        depth: int,
        looks: tuple[Look, ...],
        keys: tuple[Hashable, ...],
        ahead: End | _Fork,
        up: _Stretch | None,
    ) -> None:
        self.depth, self.looks, self.keys = depth, looks, keys
        self.found: list[Any] = [_NEVER] * len(looks)
        """What was found the last time that has these keys."""
        self.ahead, self.up = ahead, up
        for after in (ahead,) if isinstance(ahead, End) else ahead.ways.values():
            after.up = self

    def parted(self, at: int) -> _Fork:
        """The fork that comes to be at one of the things read; what was read after it is one of its ways."""
        rest = _Stretch(self.depth + at + 1, self.looks[at + 1 :], self.keys[at + 1 :], self.ahead, self)
        rest.found = self.found[at + 1 :]
        self.ahead = fork = _Fork(self.looks[at], {self.keys[at]: rest})
        self.looks, self.keys, self.found = self.looks[:at], self.keys[:at], self.found[:at]
        return fork


class Tree:
    """All answers to one question."""

    __slots__ = ("depths", "root")

    def __init__(self) -> None:
        self.root: _Stretch | None = None
        self.depths: dict[tuple[Look, ...], dict[Read, int]] = {}
        """For each order in which things were read, at which place each part of them was first."""

    def find(self, state: Any, key: Key, since: tuple[End, int] | None = None) -> End | None:
        """The answer for a state, None where the tree does not lead to one.

        Where it is known at which depth something has changed since an answer held, the way begins there.
        """
        stretch = self.root if since is None else self._before(*since)
        while stretch is not None:
            known = stretch.found
            for place, look in enumerate(stretch.looks):
                found = look.of(state)
                if found is not known[place]:
                    if key(found if look.shape is None else look.shape(found)) != stretch.keys[place]:
                        return None
                    known[place] = found
            fork = stretch.ahead
            if isinstance(fork, End):
                return fork
            look = fork.look
            found = look.of(state)
            if found is not fork.found:
                onward = fork.ways.get(key(found if look.shape is None else look.shape(found)))
                if onward is None:
                    return None
                fork.found, fork.onward = found, onward
            stretch = fork.onward
        return None

    def _before(self, end: End, depth: int) -> _Stretch | None:
        """The last stretch on the way to an answer that begins no deeper than this."""
        stretch = end.up
        while stretch is not None and stretch.depth > depth:
            stretch = stretch.up
        return stretch or self.root

    def grow(self, looks: tuple[Look, ...], keys: tuple[Hashable, ...], end: End) -> None:
        """Put an answer at the end of what was read for it.

        Where the same values have led elsewhere before, it stays outside: whoever does not read alike twice is asked
        every time.
        """
        stretch = self.root
        if stretch is None:
            self.root = _Stretch(0, looks, keys, end, None)
            return
        while True:
            first = stretch.depth
            place = _agree(stretch, looks, keys)
            depth = first + place
            if depth == len(looks):
                return
            if place < len(stretch.looks):
                if stretch.looks[place] is not looks[depth]:
                    return
                fork = stretch.parted(place)
            elif isinstance(stretch.ahead, End):
                return
            else:
                fork = stretch.ahead
                if fork.look is not looks[depth]:
                    return
            onward = fork.ways.get(keys[depth])
            if onward is None:
                fork.ways[keys[depth]] = _Stretch(depth + 1, looks[depth + 1 :], keys[depth + 1 :], end, stretch)
                return
            stretch = onward


def _agree(stretch: _Stretch, looks: Sequence[Look], keys: Sequence[Hashable]) -> int:
    """How far a stretch is the same as what was read."""
    place = 0
    for look, key in zip(looks[stretch.depth :], keys[stretch.depth :], strict=False):
        if place == len(stretch.looks) or stretch.looks[place] is not look or stretch.keys[place] != key:
            break
        place += 1
    return place
