"""How wide a text is, and how it is wrapped or cut so that it stays in its box.

The widths are those of DejaVu Sans, a wide face: what fits in it fits in the usual system faces too.
"""

from __future__ import annotations

import unicodedata

ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
_FIRST, _LAST = " ", "~"
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_OTHER, _WIDE = 0.86, 1.15
# Hundredths of the size, from space to tilde, regular and bold.
_REGULAR = (
    "32 40 46 84 64 95 78 27 39 39 50 84 32 36 32 34 64 64 64 64 64 64 64 64 64 64 34 34 84 84 84 53 100 68 69 70 "
    "77 63 58 77 75 29 29 66 56 86 75 79 60 79 69 63 61 73 68 99 69 61 69 39 34 39 84 50 50 61 63 55 63 62 35 63 "
    "63 28 28 58 28 97 63 61 63 63 41 52 39 63 59 82 59 59 52 64 34 64 84"
)
_BOLD = (
    "35 46 52 84 70 100 87 31 46 46 52 84 38 42 38 37 70 70 70 70 70 70 70 70 70 70 40 40 84 84 84 58 100 77 76 "
    "73 83 68 68 82 84 37 37 77 64 100 84 85 73 85 77 72 68 81 77 110 77 72 73 46 37 46 84 50 50 67 72 59 72 68 "
    "44 72 71 34 34 67 34 104 71 69 72 72 49 60 48 71 65 92 65 65 58 71 37 71 84"
)
_WIDTHS = tuple(tuple(int(width) / 100 for width in table.split()) for table in (_REGULAR, _BOLD))


def clean(text: str) -> str:
    r"""A text as XML may hold it and a line may show it: control and direction characters are replaced.

    >>> clean("a\x00b\u202ec\nd") == "a\ufffdb\ufffdc d"
    True
    """
    if text.isascii() and text.isprintable():  # nearly every text of a drawing
        return text
    return "".join(" " if char in "\n\t\r" else _REPLACEMENT if _unfit(char) else char for char in text)


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a line of text is at most.

    >>> width_of("LB", 100), width_of("LB", 100, bold=True)
    (125.0, 140.0)
    """
    return round(sum(_advance(char, _WIDTHS[bold]) for char in text) * size, 6)


def clip(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """The text, cut with an ellipsis where it is too wide.

    >>> clip("hannibal barca", 60, 11)
    'hannibal\N{HORIZONTAL ELLIPSIS}'
    """
    text = clean(text)
    if width_of(text, size, bold=bold) <= width:
        return text
    kept = text
    while kept and width_of(kept + ELLIPSIS, size, bold=bold) > width:
        kept = kept[:-1]
    return kept.rstrip(" \u200d") + ELLIPSIS


def clip_middle(text: str, width: float, size: float) -> str:
    """The text, cut in its middle: ids of a kind differ at their end.

    >>> clip_middle("light_infantry-12", 64, 11)
    'light\N{HORIZONTAL ELLIPSIS}ry-12'
    """
    text = clean(text)
    if width_of(text, size) <= width:
        return text
    head, tail = (len(text) + 1) // 2, len(text) // 2
    while head + tail > 1 and width_of(text[:head] + ELLIPSIS + text[len(text) - tail :], size) > width:
        head, tail = (head - 1, tail) if head > tail else (head, tail - 1)
    return text[:head].rstrip(" \u200d") + ELLIPSIS + text[len(text) - tail :].lstrip(" \u200d")


def wrap(text: str, width: float, size: float, *, bold: bool = False, most: int = 12) -> list[str]:
    """The text in lines of at most this width; a word that is too long is broken, lines after `most` are cut.

    >>> wrap("The unit is next to an enemy", 90, 11)
    ['The unit is next', 'to an enemy']
    """
    lines: list[str] = []
    line = ""
    for word in clean(text).split():
        rest = word
        joined = f"{line} {rest}" if line else rest
        if width_of(joined, size, bold=bold) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        while width_of(rest, size, bold=bold) > width:
            fits = _fitting(rest, width, size, bold=bold)
            lines.append(rest[:fits])
            rest = rest[fits:]
        line = rest
    lines += [line] if line else []
    if len(lines) > most:
        lines = [*lines[: most - 1], clip(" ".join(lines[most - 1 :]), width, size, bold=bold)]
    return lines


def _fitting(word: str, width: float, size: float, *, bold: bool) -> int:
    count = len(word)
    while count > 1 and width_of(word[:count], size, bold=bold) > width:
        count -= 1
    return count


def _advance(char: str, widths: tuple[float, ...]) -> float:
    if _FIRST <= char <= _LAST:
        return widths[ord(char) - ord(_FIRST)]
    if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0.0
    return _WIDE if unicodedata.east_asian_width(char) in "WF" else 1.1 * _OTHER if char.isupper() else _OTHER


def _unfit(char: str) -> bool:
    code = ord(char)
    return (
        unicodedata.category(char) in {"Cc", "Cs"}
        or unicodedata.bidirectional(char) in {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
        or code & 0xFFFE == 0xFFFE
        or char in "\u2028\u2029"
    )
