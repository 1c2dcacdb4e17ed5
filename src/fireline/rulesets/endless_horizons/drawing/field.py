"""Endless Horizons without a shot: everybody on the scale of the first unit that has a weapon in hand."""

from __future__ import annotations

from collections.abc import Mapping

from fireline.draw.canvas import Canvas
from fireline.draw.palette import INK
from fireline.draw.sides import COLOURS, TINTS, looks
from fireline.draw.text import clip
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError, Code
from fireline.rulesets.endless_horizons.board import Distance
from fireline.rulesets.endless_horizons.drawing.bands import HIGH, LEFT, MAIN, Scale, draw_bands, metres
from fireline.rulesets.endless_horizons.pieces import band_of
from fireline.rulesets.endless_horizons.state import State, Unit

_LANE, _LINE = 27.0, 24.0


def draw_field(battle: Battle, viewer: str = "") -> str:
    """The scale with a numbered mark for everybody whose distance is known, and the list of them.

    The scale is that of the unit it is seen from, or of the first one with a weapon in hand.
    """
    state: State = battle.state
    game, known_looks = battle.ruleset.name, looks(battle.sides)
    armed = [unit for unit in state.units if unit.gun]
    shooter = next((unit for unit in armed if unit.id == viewer), armed[0] if armed else None)
    if shooter is None or shooter.gun is None:
        raise BattleFileError(
            Code.MISSING, "nobody has a firearm in hand, so there is no range to draw; say who shoots at whom"
        )
    reach = shooter.gun.model.effective_range
    known = [(unit, far) for unit in state.units if unit is not shooter and (far := state.distance(shooter, unit))]
    known.sort(key=lambda pair: pair[1].squared)
    rows = [(unit, float(far.number), band_of(far.squared, reach) or "beyond range") for unit, far in known]
    title = f"{state.name or game}: {shooter.id}, {shooter.weapon}, effective range {metres(float(reach))}"
    listed = [f"{unit.id}, {unit.size}, {metres(number)}, {band}" for unit, number, band in rows]
    canvas = Canvas(title, "\n".join(listed) or "Nobody else is at a known distance.")
    facts = f"{clip(shooter.id, 320, 12.5)} with {clip(str(shooter.weapon), 200, 12.5)}"
    canvas.heading(LEFT, state.name or game, f"{facts}, effective range {metres(float(reach))}.", MAIN)
    y = _draw_marks(canvas, Scale(float(reach)), shooter, known, 84, known_looks)
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
    sides: Mapping[str, int],
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
    for x, lane in zip(places, chosen, strict=True):
        layer.line((x, low - 14 - _LANE * lane), (x, y), stroke=INK, stroke_width=1.2)
        layer.circle((x, y), 3, fill=INK)
    origin = layer.group(kind="shooter", note=f"{shooter.id}, the shooter", at=(scale.x(0), y), data_unit=shooter.id)
    own = sides.get(shooter.side or "", 0)
    origin.rect((-9, -9), (18, 18), rx=4, fill=TINTS[own], stroke=COLOURS[own], stroke_width=3)
    for n, ((unit, far), x, lane) in enumerate(zip(known, places, chosen, strict=True), 1):
        note = f"{unit.id}, {unit.size}, {metres(float(far.number))}"
        mark = layer.group(kind="target", note=note, at=(x, low - 14 - _LANE * lane), data_unit=unit.id)
        enemy = unit.is_enemy_of(shooter)
        look = sides.get(unit.side or "", 1 if enemy else 0)
        if enemy:
            mark.circle((0, 0), 12, fill=TINTS[look], stroke=COLOURS[look], stroke_width=2.5)
        else:
            mark.rect((-11, -11), (22, 22), rx=4, fill=TINTS[look], stroke=COLOURS[look], stroke_width=2.5)
        mark.text((0, 4.5), str(n), 11, bold=True, anchor="middle")
    return low + HIGH + 40
