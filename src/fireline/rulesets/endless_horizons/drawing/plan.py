"""Where people stand on the field, in metres from above: a plan to be edited, with whoever stands at no point below."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from fireline.draw.canvas import Canvas, Pen
from fireline.draw.palette import INK, MUTED, RULE, WHITE
from fireline.draw.sides import COLOURS, TINTS, looks
from fireline.draw.text import clip
from fireline.game.battle import Battle
from fireline.rulesets.endless_horizons.state import State, Unit

LEFT, HEAD, WIDE = 36.0, 66.0, 800.0
STEP, MARGIN = 10, 10
"""Metres between two lines of the plan, and at least around everybody."""
LEAST = (60, 40)
SHELF = 64.0
MOST_LINES = 40


def draw(battle: Battle) -> str:
    """The plan as SVG; a step of its grid is told below it."""
    state: State = battle.state
    (left, low), (right, high) = _span([unit.at for unit in state.units if unit.at])
    scale = WIDE / float(right - left)
    tall = float(high - low) * scale
    origin = LEFT - float(left) * scale, HEAD + float(high) * scale
    canvas = Canvas(state.name or battle.ruleset.name, "\n".join(_told(unit) for unit in state.units) or "Nobody yet.")
    canvas.heading(LEFT, state.name or battle.ruleset.name, "Where everybody stands, in metres.", WIDE)
    step = _draw_grid(canvas.group(kind="grid"), (left, low, right, high), scale, tall)
    tokens, look = canvas.group(kind="people"), looks(battle.sides)
    shelf = [unit for unit in state.units if not unit.at]
    for unit in state.units:
        if unit.at:
            at = origin[0] + float(unit.at[0]) * scale, origin[1] - float(unit.at[1]) * scale
            _draw_token(tokens, unit, at, look.get(unit.side or "", 2))
    bottom = HEAD + tall + 24
    for n, unit in enumerate(shelf):
        at = LEFT + 40 + (n % 10) * 76, bottom + 26 + (n // 10) * SHELF
        _draw_token(tokens, unit, at, look.get(unit.side or "", 2))
    note = f"One square is {step} metres." + (" Below: at distances that are written down." if shelf else "")
    canvas.text((LEFT, HEAD + tall + 18), note, 12.5, fill=MUTED)
    whole = tall + 32 + (SHELF * (1 + (len(shelf) - 1) // 10) if shelf else 0)
    canvas.frame((LEFT - 20, HEAD - 20), (WIDE + 40, whole + 20))
    canvas.measure(origin, scale, -scale)
    return canvas.finish(LEFT + WIDE + LEFT, HEAD + whole + 28)


def _span(points: Sequence[tuple[Fraction, Fraction]]) -> tuple[tuple[int, int], tuple[int, int]]:
    """What the plan shows: everybody with a margin, in whole squares, and never less than `LEAST`."""
    ends = [_ends([point[n] for point in points], least) for n, least in enumerate(LEAST)]
    (left, right), (low, high) = ends
    return (left, low), (right, high)


def _ends(numbers: Sequence[Fraction], least: int) -> tuple[int, int]:
    start = min(0, int((min(numbers, default=Fraction(0)) - MARGIN) // STEP) * STEP)
    end = -int(-(max(numbers, default=Fraction(0)) + MARGIN) // STEP) * STEP
    return start, max(end, start + least)


def _draw_grid(layer: Pen, span: tuple[int, int, int, int], scale: float, tall: float) -> int:
    """Lines, and their metres at the edges; answers how far apart they are."""
    left, low, right, high = span
    tens = (STEP * 10**power for power in range(9))
    rounds = [n * ten for ten in tens for n in (1, 2, 5)]
    step: int = next(step for step in rounds if right - left <= step * MOST_LINES)
    layer.rect((LEFT, HEAD), (WIDE, tall), kind="field", fill=WHITE, stroke=INK, stroke_width=1.2)
    for x in range(-(-left // step) * step, right + 1, step):
        at = LEFT + (x - left) * scale
        layer.line((at, HEAD), (at, HEAD + tall), stroke=RULE, stroke_width=1)
        layer.text((at, HEAD - 5), str(x), 11, anchor="middle", fill=MUTED)
    for y in range(-(-low // step) * step, high + 1, step):
        at = HEAD + (high - y) * scale
        layer.line((LEFT, at), (LEFT + WIDE, at), stroke=RULE, stroke_width=1)
        layer.text((LEFT - 4, at + 4), str(y), 11, anchor="end", fill=MUTED)
    return step


def _draw_token(layer: Pen, unit: Unit, at: tuple[float, float], look: int) -> None:
    """A disc for a person, a square for a thing, with the cover drawn as a bar below it."""
    token = layer.group(kind="person", note=_told(unit), at=at, data_unit=unit.id)
    tint, rim = TINTS[look], COLOURS[look]
    if unit.firing_stance:
        token.circle((0, 0), 13, fill=tint, stroke=rim, stroke_width=3)
    else:
        token.rect((-13, -13), (26, 26), rx=4, fill=tint, stroke=rim, stroke_width=3)
    if unit.cover:
        token.rect((-17, 16), (34, 5), fill=INK if unit.cover.full else MUTED)
    token.text((0, 4.5), unit.id[:2], 11, bold=True, anchor="middle")
    layer.text((at[0], at[1] + (34 if unit.cover else 28)), clip(unit.id, 90, 11.5), 11.5, anchor="middle", halo=WHITE)


def _told(unit: Unit) -> str:
    """Who stands there, for those who do not see it."""
    weapon = f", {unit.weapon}" if unit.weapon else ""
    cover = f", behind {unit.cover.material}" if unit.cover else ""
    return f"{unit.id}: {unit.size}{weapon}{cover}"
