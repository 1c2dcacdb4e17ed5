"""Fields, figures and numbers of a sweep in words."""

from __future__ import annotations

import re
from fractions import Fraction

from fireline.ruling.prose import minus, percent

_LAST = re.compile(r"(.*)\[([^\[\]]+)\]\.?([^\[\]]*)")
LONGEST_FRACTION = 23


def field_name(path: str) -> str:
    """A path into a battle file in words.

    >>> field_name("units[archer].weapon.range"), field_name("options.escalation"), field_name("edition")
    ('weapon range of archer', 'option escalation', 'edition')
    >>> field_name("distances[jack>drone]")
    'distances jack>drone'
    """
    if path.startswith("shot."):
        return f"{path.removeprefix('shot.').replace('_', ' ')} of the shot"
    if path.startswith("options."):
        return f"option {path.removeprefix('options.').replace('_', ' ')}"
    if found := _LAST.fullmatch(path):
        what = found[3].replace(".", " ").replace("_", " ")
        return f"{what} of {found[2]}" if what else f"{found[1].replace('.', ' ')} {found[2]}"
    return path.replace("_", " ").replace(".", " ")


def in_short(value: float, *, share: bool) -> str:
    """A figure as a picture shows it.

    >>> in_short(0.3055, share=True), in_short(0.0001, share=True), in_short(1.25, share=False)
    ('31%', '< 0.1%', '1.25')
    """
    if not share:
        return decimal(value)
    tenths = percent(Fraction(value))
    return tenths if "<" in tenths or ">" in tenths else f"{round(100 * value)}%"


def in_full(value: float, exact: str | None, *, share: bool) -> str:
    """A figure as a table shows it: rounded, then exactly if it is exact and not too long to read."""
    told = percent(Fraction(exact or value)) if share else decimal(value)
    return f"{told} ({minus(exact)})" if exact and len(exact) <= LONGEST_FRACTION and exact not in told else told


def decimal(value: float) -> str:
    """A mean with three decimals at most.

    >>> decimal(2.0), decimal(0.12345), decimal(-1.5)
    ('2', '0.123', '−1.5')
    """
    return minus(f"{value:.3f}".rstrip("0").rstrip("."))
