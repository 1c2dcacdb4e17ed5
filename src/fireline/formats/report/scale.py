"""Colours for numbers, and round numbers for axes."""

from __future__ import annotations

from math import ceil, floor, log10

STOPS = ("#EDF3F7", "#A9CFE6", "#4A9CCB", "#0072B2", "#0B3C5D")
"""From the least to the most; darker is more, so it works in print and for every eye."""
LINES = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
"""Colours for names, on a light background."""
ON_DARK = ("#56B4E9", "#F5894D", "#3CC59B", "#E39CC4", "#F2BE4C", "#A5D8F5")
"""The same on a dark background."""


def colour(share: float) -> str:
    """The colour of a number at this share between the least (0) and the most (1).

    >>> colour(0), colour(0.25), colour(1)
    ('#edf3f7', '#a9cfe6', '#0b3c5d')
    """
    at = min(max(share, 0.0), 1.0) * (len(STOPS) - 1)
    low = min(floor(at), len(STOPS) - 2)
    pairs = zip(_parts(STOPS[low]), _parts(STOPS[low + 1]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * (at - low)):02x}" for a, b in pairs)


def is_dark(share: float) -> bool:
    """Whether light text is easier to read on this colour."""
    red, green, blue = _parts(colour(share))
    return 0.299 * red + 0.587 * green + 0.114 * blue < 140


def _parts(text: str) -> tuple[int, int, int]:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers from below the low end to above the high one.

    >>> ticks(0, 1), ticks(0.12, 0.47), ticks(0, 23)
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [0.1, 0.2, 0.3, 0.4, 0.5], [0.0, 5.0, 10.0, 15.0, 20.0, 25.0])
    """
    span = high - low or abs(high) or 1.0
    raw = span / (most - 1)
    power = 10.0 ** floor(log10(raw))
    step = next(power * one for one in (1, 2, 2.5, 5, 10) if power * one >= raw * 0.999)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(step * n, 10) for n in range(first, max(last, first + 1) + 1)]
