"""States that differ in a number or two, put together from one read before; shared parts are not worked out again."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from functools import reduce
from typing import Any

Delta = tuple[tuple[tuple[str | int, ...], Any], ...]
"""How one state differs from another: where, and what."""
_NUMBERS = (bool, int, float, Fraction, type(None))


def delta(before: Any, after: Any, place: tuple[str | int, ...] = ()) -> Delta | None:
    """The numbers, booleans and Nones in which two states differ; None if they differ in anything else.

    A place (a tuple with names) is no number, and no list of them.

    >>> delta((1, (2, "x")), (1, (3, "x"))), delta((1, 2), (1, 2)), delta(("x",), ("y",))
    ((((1, 0), 3),), (), None)
    """
    if before is after or (type(before) is type(after) and before == after):
        return ()
    if isinstance(before, _NUMBERS) and isinstance(after, _NUMBERS):
        return ((place, after),)
    if type(before) is not type(after):
        return None
    inner: list[tuple[str | int, Any, Any]]
    if is_dataclass(before):
        inner = [(field.name, getattr(before, field.name), getattr(after, field.name)) for field in fields(before)]
    elif type(before) is tuple and len(before) == len(after):
        inner = [(number, *both) for number, both in enumerate(zip(before, after, strict=True))]
    else:
        return None
    found: Delta = ()
    for name, old, new in inner:
        more = delta(old, new, (*place, name))
        if more is None:
            return None
        found += more
    return found


def applied(state: Any, changes: Delta) -> Any:
    """The state with these numbers in it.

    >>> applied((1, (2, "x")), (((1, 0), 3),))
    (1, (3, 'x'))
    """
    for place, value in changes:
        state = _set(state, place, value)
    return state


def whole(changes: Delta, after: Any) -> Delta:
    """The same changes as whole entries of lists, those of the state after them.

    States that are put together from them share these entries, and what is remembered of them.

    >>> whole((((1, 0, 0), 3),), ((4,), ((3, "x"), "y")))
    (((1, 0), (3, 'x')),)
    """
    return tuple((place, reduce(_part, place, after)) for place in dict.fromkeys(place[:2] for place, _ in changes))


def apart(one: Delta, other: Delta) -> bool:
    """Whether two changes touch different entries of the same lists, so that reading checks them one by one."""
    owners = [{place[:2] for place, _ in changes} for changes in (one, other)]
    listed = all(len(place) > 2 and isinstance(place[1], int) for place, _ in (*one, *other))
    return listed and not owners[0] & owners[1]


def _part(state: Any, key: str | int) -> Any:
    return state[key] if isinstance(key, int) else getattr(state, key)


def _set(state: Any, place: tuple[str | int, ...], value: Any) -> Any:
    head, *rest = place
    if isinstance(head, int):
        inner = _set(state[head], tuple(rest), value) if rest else value
        return (*state[:head], inner, *state[head + 1 :])
    return replace(state, **{head: _set(getattr(state, head), tuple(rest), value) if rest else value})
