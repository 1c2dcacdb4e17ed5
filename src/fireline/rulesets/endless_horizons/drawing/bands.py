"""The four range bands of a firearm on a scale in metres."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fireline.draw.board import Look, Patterns
from fireline.draw.canvas import INK, MUTED, RULE, WHITE, Canvas, Pen, clip
from fireline.draw.sides import COLOURS, TINTS, looks_by_unit
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError, Code
from fireline.game.numbers import House
from fireline.rulesets.endless_horizons.board import Distance
from fireline.rulesets.endless_horizons.editions import NUMBERS
from fireline.rulesets.endless_horizons.pieces import Band, band_ends
from fireline.rulesets.endless_horizons.state import State, Unit

LEFT, MAIN, WITHIN = 36.0, 720.0, 600.0
"""Where the scale begins, how wide the drawing is, and how much of that is the weapon's whole range."""
HIGH = 66.0
_HATCH = "M-2 12 L12 -2 M-2 2 L2 -2 M8 12 L12 8"
GROUNDS: dict[str, Look] = {
    Band.CLOSE: Look("#E9F3EE", (10, 10)),
    Band.MEDIUM: Look("#EEF1EA", (10, 10), dots=((5, 5),), mark=MUTED),
    Band.FAR: Look("#F5EFE4", (10, 10), _HATCH, mark=RULE, width=1.2),
    Band.MAXIMUM: Look("#F6E9E1", (10, 10), _HATCH + " M-2 -2 L12 12", mark=RULE, width=1.2),
}
"""How the bands are told apart in grey too: plain, dots, hatching, cross-hatching."""


@dataclass(frozen=True)
class Scale:
    """Where distances lie: to scale within the effective range, squeezed into the rest beyond it."""

    reach: float
    house: House = NUMBERS.printed

    @property
    def bands(self) -> list[tuple[Band, float, float]]:
        """Each band, and the distances at which it begins and ends (EHZ-2.1)."""
        ends = [float(share) * self.reach for share in self.house.made(band_ends)]
        return list(zip(Band, (0.0, *ends), (*ends, self.reach), strict=True))

    def x(self, metres: float) -> float:
        """The place of a distance from the left edge of the picture."""
        if metres <= self.reach:
            return LEFT + WITHIN * metres / self.reach
        return LEFT + WITHIN + 40 + (MAIN - WITHIN - 60) * (1 - self.reach / metres)


def draw_bands(canvas: Canvas, scale: Scale, top: float, marked: str = "", *, beyond: bool) -> None:
    """The bands with their names and limits; the marked one has a heavy outline."""
    patterns, layer = Patterns(canvas, GROUNDS), canvas.group(kind="bands")
    patterns.define(GROUNDS)
    low = top + HIGH
    for band, start, end in scale.bands:
        left, right = scale.x(start), scale.x(end)
        fill = patterns.paint(band)
        layer.rect((left, top), (right - left, HIGH), kind=f"band {band}", fill=fill, stroke=INK, stroke_width=1)
        layer.text(((left + right) / 2, low - 10), band, 13, bold=True, anchor="middle", halo=WHITE)
    for band, start, end in scale.bands:
        if band == marked:
            left, right = scale.x(start), scale.x(end)
            layer.rect((left, top), (right - left, HIGH), kind="category", fill="none", stroke=INK, stroke_width=4)
    for far in (0.0, *(end for _, _, end in scale.bands)):
        x = scale.x(far)
        layer.line((x, low), (x, low + 7), stroke=INK, stroke_width=1.5)
        layer.text((x, low + 22), metres(far), 12, anchor="middle")
    if beyond:
        _draw_beyond(layer, top, low)


def _draw_beyond(layer: Pen, top: float, low: float) -> None:
    left, right = LEFT + WITHIN, LEFT + MAIN
    layer.line((left, low), (right, low), kind="beyond", stroke=INK, stroke_dasharray="3 4")
    layer.path(f"M{left + 10} {low + 8} l6 -16 M{left + 17} {low + 8} l6 -16", stroke=INK, stroke_width=2, fill="none")
    layer.text((right, low - 8), "beyond range", 12, anchor="end", bold=True)
    layer.text((right, low + 18), "(not to scale)", 11, anchor="end", fill=MUTED)


def metres(value: float) -> str:
    """A distance as people write it.

    >>> metres(37.5), metres(100.0), metres(6.25), metres(0.0)
    ('37.5 m', '100 m', '6.25 m', '0 m')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".") + " m"


_LANE, _LINE = 27.0, 24.0


def draw_field(battle: Battle, viewer: str = "") -> str:
    """The scale with a numbered mark for everybody whose distance is known, and the list of them.

    The scale is that of the unit it is seen from, or of the first one with a weapon in hand.
    """
    state: State = battle.state
    game = battle.ruleset.name
    armed = [unit for unit in state.units if unit.gun]
    shooter = next((unit for unit in armed if unit.id == viewer), armed[0] if armed else None)
    if shooter is None or shooter.gun is None:
        raise BattleFileError(
            Code.MISSING, "nobody has a firearm in hand, so there is no range to draw; say who shoots at whom"
        )
    reach = shooter.gun.model.effective_range
    known = [(unit, far) for unit in state.units if unit is not shooter and (far := state.distance(shooter, unit))]
    known.sort(key=lambda pair: pair[1].squared)
    rows = [(unit, float(far.number), shooter.gun.model.band_of(far.squared) or "beyond range") for unit, far in known]
    title = f"{state.name or game}: {shooter.id}, {shooter.weapon}, effective range {metres(float(reach))}"
    listed = [f"{unit.id}, {unit.size}, {metres(number)}, {band}" for unit, number, band in rows]
    canvas = Canvas(title, "\n".join(listed) or "Nobody else is at a known distance.")
    facts = f"{clip(shooter.id, 320, 12.5)} with {clip(str(shooter.weapon), 200, 12.5)}"
    canvas.heading(LEFT, state.name or game, f"{facts}, effective range {metres(float(reach))}.", MAIN)
    y = _draw_marks(canvas, Scale(float(reach), state.edition.house), shooter, known, 84, looks_by_unit(battle))
    canvas.frame((0, 60), (LEFT + MAIN + LEFT, y + max(len(rows), 1) * _LINE - 44))
    layer = canvas.group(kind="list")
    for n, (unit, number, band) in enumerate(rows, 1):
        y += _LINE
        layer.text((LEFT + 24, y), str(n), 13, bold=True, anchor="end")
        layer.text((LEFT + 36, y), clip(unit.id, 380, 13), 13, kind="unit-id")
        layer.text((LEFT + 430, y), unit.size, 13)
        layer.text((LEFT + 590, y), metres(number), 13, anchor="end")
        layer.text((LEFT + 606, y), band, 13)
    if not rows:
        y += _LINE
        layer.text((LEFT, y), "Nobody else is at a known distance.", 13)
    return canvas.finish(LEFT + MAIN + LEFT, y + 28)


def _draw_marks(
    canvas: Canvas,
    scale: Scale,
    shooter: Unit,
    known: list[tuple[Unit, Distance]],
    top: float,
    looks: Mapping[str, int],
) -> float:
    """Numbered marks, in as many lanes as keep them from covering each other; answers where the list begins."""
    places = [scale.x(float(far.number)) for _, far in known]
    lanes: list[float] = []
    chosen: list[int] = []
    for x in places:
        free = next((n for n, last in enumerate(lanes) if x - last >= _LANE), len(lanes))
        lanes[free:] = [x, *lanes[free + 1 :]]
        chosen.append(free)
    low = top + _LANE * len(lanes) + 4
    beyond = any(float(far.number) > scale.reach for _, far in known)
    draw_bands(canvas, scale, low, beyond=beyond)
    layer, y = canvas.group(kind="parties"), low + 24
    layer.line((scale.x(0), top), (scale.x(0), y), stroke=INK, stroke_width=1.2)
    layer.text((scale.x(0) - 8, top - 4), clip(shooter.id, MAIN, 13, bold=True), 13, bold=True, kind="unit-id")
    for x, lane in zip(places, chosen, strict=True):
        layer.line((x, low - 14 - _LANE * lane), (x, y), stroke=INK, stroke_width=1.2)
        layer.circle((x, y), 3, fill=INK)
    origin = layer.group(kind="shooter", note=f"{shooter.id}, the shooter", at=(scale.x(0), y), data_unit=shooter.id)
    own = looks[shooter.id]
    origin.rect((-9, -9), (18, 18), rx=4, fill=TINTS[own], stroke=COLOURS[own], stroke_width=3)
    for n, ((unit, far), x, lane) in enumerate(zip(known, places, chosen, strict=True), 1):
        note = f"{unit.id}, {unit.size}, {metres(float(far.number))}"
        mark = layer.group(kind="target", note=note, at=(x, low - 14 - _LANE * lane), data_unit=unit.id)
        tint, rim = TINTS[looks[unit.id]], COLOURS[looks[unit.id]]
        if unit.is_enemy_of(shooter):
            mark.circle((0, 0), 12, fill=tint, stroke=rim, stroke_width=2.5)
        else:
            mark.rect((-11, -11), (22, 22), rx=4, fill=tint, stroke=rim, stroke_width=2.5)
        mark.text((0, 4.5), str(n), 11, bold=True, anchor="middle")
    return low + HIGH + 40
