"""Numbers, differences and lists in words, the same in every answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

_SMALLEST_SHOWN = Fraction(1, 2000)


def percent(p: Fraction) -> str:
    """A probability in percent with one decimal; a chance other than 0 never reads as 0.

    >>> percent(Fraction(11, 36)), percent(Fraction(1, 100000)), percent(1 - Fraction(1, 100000))
    ('30.6%', '< 0.1%', '> 99.9%')
    """
    if 0 < p < _SMALLEST_SHOWN:
        return "< 0.1%"
    if 0 < 1 - p < _SMALLEST_SHOWN:
        return "> 99.9%"
    tenths = (p * 1000 + Fraction(1, 2)).__floor__()
    return f"{tenths // 10}.{tenths % 10}%"


def plural(count: int, singular: str, many: str = "") -> str:
    """A counted noun.

    >>> plural(1, "die", "dice"), plural(2000, "die", "dice"), plural(0, "hit")
    ('1 die', '2,000 dice', '0 hits')
    """
    return f"{count:,} {singular if count == 1 else many or singular + 's'}"


def capital(text: str) -> str:
    """Words as a sentence begins with them.

    >>> capital("attacks of Jack"), capital("")
    ('Attacks of Jack', '')
    """
    return text[:1].upper() + text[1:]


def listing(items: Iterable[str], last: str = "and") -> str:
    """Items as a sentence lists them.

    >>> listing(["D4", "D5", "E6"]), listing(["kneeling", "prone"], last="or")
    ('D4, D5 and E6', 'kneeling or prone')
    """
    *init, tail = list(items) or [""]
    return f"{', '.join(init)} {last} {tail}" if init else tail


def house_mark(addresses: str) -> str:
    """What marks a line that house rules of these addresses made, "" for none.

    >>> house_mark("CCA-4.1.held"), house_mark("")
    (' (house rule)', '')
    """
    return " (house rule)" if addresses else ""


def minus(value: int | str) -> str:
    """A number with a true minus for print where it is negative.

    >>> minus(3), minus(-3)
    ('3', '−3')
    """
    return str(value).replace("-", "\N{MINUS SIGN}")


def signed(value: int) -> str:
    """A number with its sign, a true minus for print.

    >>> signed(3), signed(-2), signed(0)
    ('+3', '−2', '0')
    """
    return minus(f"{value:+d}") if value else "0"


def points(gain: Fraction) -> str:
    """A difference of chances in percentage points to one decimal; a difference other than 0 never reads as 0.

    >>> points(Fraction(1, 36)), points(Fraction(-1, 100000)), points(Fraction(0))
    ('+2.8', '−<0.1', '0')
    """
    return _signed(gain * 100, 1)


def decimals(gain: Fraction) -> str:
    """A difference of averages to two decimals; a difference other than 0 never reads as 0.

    >>> decimals(Fraction(-1, 3)), decimals(Fraction(1, 1000))
    ('−0.33', '+<0.01')
    """
    return _signed(gain, 2)


def exactly(p: Fraction, told: Callable[[Fraction], str] = percent) -> str:
    """A probability in percent, or another figure as it is told, and as a fraction.

    >>> exactly(Fraction(11, 36)), exactly(Fraction(2, 3), average)
    ('30.6% (11/36)', '0.67 (2/3)')
    """
    return f"{told(p)} ({p})"


def average(mean: Fraction) -> str:
    """An average to two decimals.

    >>> average(Fraction(2, 3))
    '0.67'
    """
    return f"{float(round(mean, 2)):.2f}"


def gained_exactly(gain: Fraction, told: Callable[[Fraction], str] = points) -> str:
    """A difference in words and as a fraction.

    >>> gained_exactly(Fraction(1, 36)), gained_exactly(Fraction(-1, 3), decimals), gained_exactly(Fraction(0))
    ('+2.8 (+1/36)', '−0.33 (−1/3)', '0 (0)')
    """
    sign = "+" if gain > 0 else ""
    return f"{told(gain)} ({sign}{minus(str(gain))})"


def share_of(share: float) -> str:
    """A share that was counted, in percent.

    >>> share_of(0.3061)
    '30.6%'
    """
    return f"{100 * share:.1f}%"


def apart(share: float) -> str:
    """A difference of shares that were counted, in percentage points with its sign.

    >>> apart(-0.036)
    '−3.6'
    """
    return minus(f"{100 * share:+.1f}")


def _signed(value: Fraction, places: int) -> str:
    if not value:
        return "0"
    text = f"{float(round(abs(value), places)):.{places}f}"
    shown = text if text.strip("0.") else f"<{text[:-1]}1"
    return minus(f"{'-' if value < 0 else '+'}{shown}")


def word(value: Any) -> str:
    """A value of a ruling or an option, for people."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, float):
        return minus(f"{value:.4g}")
    return minus(value) if isinstance(value, int) else str(value)
