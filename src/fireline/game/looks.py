"""How to find in any state what was read in one, and which of it reads otherwise once a piece has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

Read = tuple[Any, ...]
"""Something read: a field of the state, of a record that it holds or of a piece, what is worked out of a piece, whether
there is a piece, who is at a place, or all."""


class Look:
    """How to find in any state what was read in one: `of` gives it, and `shape` what of it was read; None for all."""

    __slots__ = ("of", "of_piece", "parts", "shape")

    def __init__(self, read: Read) -> None:
        self.parts: tuple[Read, ...] = (read,)
        """What it is called where something has changed."""
        self.of_piece: Callable[[Any], Any] | None = None
        """The same of the piece that it is of, which the read names second."""
        if read[0] == "among":
            self.parts = tuple([("at", place) for place in read[1]])
        elif read[0] == "record":
            self.parts = (("state", read[1]),)
        elif read[0] == "piece":
            self.of_piece = attrgetter(read[2])
        elif read[0] == "worked out":
            self.of_piece = partial(worked_out, name=read[2])
        self.of, self.shape = _finding(read, self.of_piece)


def _finding(
    read: Read, of_piece: Callable[[Any], Any] | None
) -> tuple[Callable[[Any], Any], Callable[[Any], Any] | None]:
    if of_piece is not None:
        id_ = read[1]
        return lambda state: of_piece(state.pieces.by_id[id_]), None
    match read:
        case "state", str(name):
            return attrgetter(name), None
        case "record", str(field):
            return attrgetter(field), kind_of
        case "record", str(field), str(name):
            return attrgetter(f"{field}.{name}"), None
        case "kind", str(id_):
            return lambda state: state.pieces.by_id.get(id_), kind_of
        case "number", str(id_):
            return lambda state: state.pieces.number(id_), None
        case "at", place:
            return lambda state: state.pieces.at(place), named
        case "among", places:
            return lambda state: state.pieces.among(places), named
        case _:
            return lambda state: tuple(state.pieces), named


def differences(
    before: Any, after: Any, id_: str, asked: Iterable[tuple[Read, Callable[[Any], Any]]]
) -> Iterator[Read]:
    """Everything that reads otherwise since this piece was `before`, None for none; `asked` is what is read of it."""
    same_kind = type(before) is type(after)
    places = [one.place for one in (before, after) if one is not None]
    if not same_kind:
        yield from (("kind", id_), ("all",))
    if not same_kind or places[0] != places[1]:
        yield from (("at", place) for place in places)
    if before is None:
        return
    for read, of in asked:
        if not same_kind:
            yield read
            continue
        old, new = of(before), of(after)
        if old is not new and old != new:
            yield read


class Raised(NamedTuple):
    """What stands for something that cannot be worked out of a piece."""

    error: str


def worked_out(piece: Any, name: str) -> Any:
    """A property of a piece."""
    try:
        return getattr(piece, name)
    except Exception as error:  # noqa: BLE001 (whatever it is, whoever reads this property meets it)
        return Raised(repr(error))


def named(pieces: Iterable[Any]) -> tuple[tuple[str, type], ...]:
    """Who some pieces are, and of what kind each is."""
    return tuple([(one.id, type(one)) for one in pieces])


def kind_of(piece: Any) -> type | None:
    """What kind of piece or record it is; None where there is none."""
    return None if piece is None else type(piece)
