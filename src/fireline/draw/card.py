"""The shot card, and the same in words: verdict with every reason, line of sight, sum of modifiers, and odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from fireline.draw.canvas import BLUE, GREEN, INK, MUTED, RULE, VERMILLION, WHITE, Canvas, Pen, clip, width_of, wrap
from fireline.draw.chances import Block, describe_odds, rows_of
from fireline.draw.marks import bar, hatched
from fireline.game.odds import Odds
from fireline.ruling import Modifier, Ruling, total
from fireline.ruling.prose import house_mark, minus, percent, signed


def describe_shot(ruling: Ruling, odds: Odds[Any] | None) -> str:
    """The whole ruling line by line, then the odds."""
    return "\n".join([*ruling.lines(), *(describe_odds(odds) if odds else ())])


WIDTH = 420.0
_PAD = 20.0
_ROWS = 7


class Card:
    """A card from its upper left corner downwards; `bottom` is where the next thing goes."""

    def __init__(self, pen: Pen, at: tuple[float, float]) -> None:
        self.pen = pen.group(kind="card")
        self.left, self.top = at[0] + _PAD, at[1]
        self.right = at[0] + WIDTH - _PAD
        self.bottom = at[1] + 12
        self._frame = self.pen.rect(at, (WIDTH, 0), rx=10, fill=WHITE, stroke=RULE, stroke_width=1.5)

    def draw(self, ruling: Ruling, odds: Odds[Any] | None) -> float:
        """Everything of a ruling; answers how far down the card reaches."""
        self.paragraph(ruling.title, 17, bold=True)
        self.verdict(ruling)
        if ruling.line_of_sight:
            self.heading("Line of sight")
            self.paragraph(str(ruling.line_of_sight), 13)
        if ruling.modifiers:
            self.sum(ruling)
        if odds:
            self.odds(odds)
        self.bottom += 16
        self._frame.element.set("height", f"{self.bottom - self.top:.2f}")
        return self.bottom

    def paragraph(self, text: str, size: float, *, bold: bool = False, indent: float = 0) -> None:
        """A wrapped text."""
        for line in wrap(text, self.right - self.left - indent, size, bold=bold):
            self.bottom += round(1.4 * size)
            self.pen.text((self.left + indent, self.bottom - 0.25 * size), line, size, bold=bold)

    def heading(self, text: str) -> None:
        """The name of a section, under a hairline."""
        self.bottom += 12
        self.pen.line((self.left, self.bottom), (self.right, self.bottom), stroke=RULE, stroke_width=1)
        self.bottom += 19
        self.pen.text((self.left, self.bottom - 3), text, 11.5, bold=True, fill=MUTED)

    def verdict(self, ruling: Ruling) -> None:
        """The verdict in words and as a mark, then every reason against the shot."""
        y = self.bottom + 19
        tick = f"M{self.left} {y} l6 7 l12 -15"
        no = f"M{self.left} {y - 7} l15 15 m0 -15 l-15 15"
        d, colour = (tick, GREEN) if ruling.legal else (no, VERMILLION)
        self.pen.path(d, kind="verdict-mark", fill="none", stroke=colour, stroke_width=4.5, stroke_linecap="round")
        words = "LEGAL" if ruling.legal else "NOT LEGAL"
        self.pen.text((self.left + 27, y + 6), words, 17, bold=True, kind="verdict")
        self.bottom = y + 12
        for refusal in ruling.refusals:
            self.bottom += 4
            self.pen.circle((self.left + 4, self.bottom + 11), 2.4, fill=INK)
            self.paragraph(str(refusal), 13, indent=14)

    def sum(self, ruling: Ruling) -> None:
        """The modifiers as a running sum, then those that do not apply and why."""
        name = ruling.sum_name.replace("_", " ")
        self.heading(name.capitalize())
        so_far = 0
        for modifier in ruling.modifiers:
            if modifier.applies:
                so_far += modifier.value
                self._modifier(modifier, so_far)
        self.pen.line((self.right - 130, self.bottom + 6), (self.right, self.bottom + 6), stroke=INK, stroke_width=1.4)
        self.bottom += 26
        whole = minus(total(ruling.modifiers))
        self.pen.text((self.right, self.bottom), whole, 18, anchor="end", bold=True, kind="total")
        x = self.right - max(width_of(whole, 18, bold=True) + 12, 42)
        self.pen.text((x, self.bottom - 2), name, 13, anchor="end", bold=True)
        idle = [modifier for modifier in ruling.modifiers if not modifier.applies]
        if idle:
            self.bottom += 6
        for modifier in idle:
            self._modifier(modifier, None)

    def _modifier(self, modifier: Modifier, so_far: int | None) -> None:
        fill = MUTED if so_far is None else INK
        because = modifier.because and f"{': ' if so_far is None else ', '}{modifier.because}"
        because = because or ("" if modifier.applies else ": does not apply")
        name = f"{modifier.name}{because}{house_mark(modifier.house)}"
        rule = width_of(modifier.rule, 11) + 8
        lines = wrap(name, self.right - self.left - 92 - rule, 13) or [""]
        y = self.bottom + 18
        self.pen.text((self.left + 30, y), signed(modifier.value), 13, anchor="end", bold=so_far is not None, fill=fill)
        self.pen.text((self.right - 42, y), modifier.rule, 11, anchor="end", fill=MUTED)
        if so_far is not None:
            self.pen.text((self.right, y), minus(so_far), 13, anchor="end")
        for n, line in enumerate(lines):
            self.pen.text((self.left + 40, y + 17 * n), line, 13, fill=fill)
        self.bottom = y + 17 * (len(lines) - 1) + 3

    def odds(self, odds: Odds[Any]) -> None:
        """The headline in large type, and the distribution of the first thing the outcomes tell."""
        self.heading(f"Odds: {odds.headline.name}")
        self.bottom += 34
        headline = percent(odds.headline.chance)
        self.pen.text((self.left, self.bottom - 2), headline, 32, bold=True, kind="headline")
        x = self.left + width_of(headline, 32, bold=True) + 12
        self.pen.text((x, self.bottom - 2), clip(str(odds.headline.chance), self.right - x, 16), 16)
        self.bottom += 8
        name, dist = next(iter(odds.marginals.items()))
        main = Block(name.replace("_", " "), list(rows_of([dist], _ROWS)))
        self._row(main.name, "exactly", "at least" if main.counts else "", None)
        for row in main.rows:
            for share in filter(None, row.shares):
                at_least = "" if share.at_least is None else percent(share.at_least)
                self._row(row.value, percent(share.chance), at_least, share.chance)

    def _row(self, value: str, exactly: str, at_least: str, chance: Fraction | None) -> None:
        self.bottom += 19
        y, head = self.bottom - 3, chance is None
        size, fill = (11.0, MUTED) if head else (13.0, INK)
        self.pen.text((self.left, y), clip(value, 84, size), size, fill=fill)
        self.pen.text((self.right - 84, y), exactly, size, anchor="end", fill=fill)
        self.pen.text((self.right, y), at_least, size, anchor="end", fill=fill)
        if chance is not None:
            room = self.right - self.left - 250
            bar(self.pen, (self.left + 90, y - 11), (room, 13), chance)


# --- the sum as steps -----------------------------------------------------------------------

_STEP = 28.0
_NAMES, _RULES, _VALUE = 210.0, 80.0, 44.0


def draw_waterfall(canvas: Canvas, at: tuple[float, float], width: float, ruling: Ruling) -> float:
    """The modifiers that apply, ending in their sum; answers how far down the drawing reaches."""
    x, y = at
    layer = canvas.group(kind="waterfall")
    less = hatched(canvas, "less", 7, 2)
    applied = [modifier for modifier in ruling.modifiers if modifier.applies]
    sums = [0]
    for modifier in applied:
        sums.append(sums[-1] + modifier.value)
    low, high = min(sums), max(*sums, 1)
    left, right = x + _NAMES + _VALUE, x + width - _RULES - _VALUE
    scale = (right - left) / (high - low)
    layer.text((x, y), f"How the {ruling.sum_name} adds up", 13, bold=True, fill=MUTED)
    top = y + 12
    zero = left - low * scale
    bottom = top + _STEP * (len(applied) + 1) + 8
    layer.line((zero, top), (zero, bottom), stroke=INK, stroke_width=1.2)
    for n, modifier in enumerate(applied):
        row = top + _STEP * n
        _step(layer, less, modifier, (x, row), (zero + sums[n] * scale, zero + sums[n + 1] * scale))
        layer.text((x + width, row + 19), modifier.rule, 11, anchor="end", fill=MUTED)
        after = zero + sums[n + 1] * scale
        layer.line((after, row + 23), (after, row + _STEP + 5), stroke=INK, stroke_width=1)
    row = top + _STEP * len(applied)
    whole = total(ruling.modifiers)
    layer.line((x, row + 2), (x + width, row + 2), stroke=RULE, stroke_width=1)
    layer.text((x, row + 20), ruling.sum_name, 13, bold=True)
    end = zero + whole * scale
    layer.rect((min(zero, end), row + 5), (abs(end - zero), 18), kind="whole", fill=INK)
    layer.text((max(zero, end) + 7, row + 20), minus(whole), 16, bold=True, kind="whole-value")
    return bottom


def _step(layer: Pen, less: str, modifier: Modifier, at: tuple[float, float], span: tuple[float, float]) -> None:
    x, y = at
    before, after = span
    because = f", {modifier.because}" if modifier.because else ""
    name = f"{modifier.name}{because}{house_mark(modifier.house)}"
    item = layer.group(kind="modifier", note=f"{signed(modifier.value)} {name} {modifier.rule}")
    item.text((x, y + 19), clip(name, _NAMES - 8, 13), 13)
    fill = BLUE if modifier.value >= 0 else less
    edge = BLUE if modifier.value >= 0 else VERMILLION
    kind = "step more" if modifier.value >= 0 else "step less"
    item.rect((min(before, after), y + 5), (max(abs(after - before), 1.5), 18), kind=kind, fill=fill, stroke=edge)
    value = signed(modifier.value)
    if modifier.value >= 0:
        item.text((max(before, after) + 6, y + 19), value, 13, bold=True, halo=WHITE)
    else:
        item.text((after - 6 - width_of(value, 13, bold=True), y + 19), value, 13, bold=True, halo=WHITE)
