"""How a line meets hexes, told without walking it: each hex is clipped by its six half-planes."""

from fractions import Fraction

from fireline.geometry.hexes import Crossing, Hex, Trace

SIDES = ((2, 1), (1, 2), (1, -1), (-2, -1), (-1, -2), (-1, 1))
Met = tuple[str, Fraction, Fraction]
"""Whether a line crosses a hex, runs along its edge or touches a corner, and from where to where."""


def clipped(h: Hex, a: Hex, b: Hex, unit: int = 1) -> Met | None:
    """How the line from `a` to `b` meets a hex, where so many steps lie between the centres of two hexes."""
    low, high, beside = Fraction(0), Fraction(1), False
    for x, y in SIDES:
        speed = x * (b.q - a.q) + y * (b.r - a.r)
        room = unit + x * (h.q * unit - a.q) + y * (h.r * unit - a.r)  # inside: speed * t <= room
        if speed > 0:
            high = min(high, Fraction(room, speed))
        elif speed < 0:
            low = max(low, Fraction(room, speed))
        elif room < 0:
            return None
        else:
            beside = beside or room == 0
    if low > high:
        return None
    return ("corner" if low == high else "edge" if beside else "inside", low, high)


def met(line: Trace) -> dict[Hex, Met]:
    """Every hex of a trace with the way it is met."""
    said: dict[Hex, Met] = {}
    for part in line.segments:
        if isinstance(part, Crossing):
            said[part.hex] = ("inside", part.enter, part.leave)
        else:
            said[part.left] = said[part.right] = ("edge", part.enter, part.leave)
    for touch in line.touches:
        assert touch.hex not in said
        said[touch.hex] = ("corner", touch.at, touch.at)
    return said
