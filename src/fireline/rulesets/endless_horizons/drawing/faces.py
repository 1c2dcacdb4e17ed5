"""What the ten-sided die must show for each bullet to hit."""

from __future__ import annotations

from collections.abc import Sequence

from fireline.draw.canvas import Canvas
from fireline.draw.palette import INK, MUTED, WHITE
from fireline.ruling.prose import signed

FACES = range(1, 11)
_ROW, _BOX, _MOST = 30.0, 34.0, 8


def draw_faces(canvas: Canvas, at: tuple[float, float], width: float, needed: Sequence[int], bonus: int) -> float:
    """A row of faces a bullet, those that hit filled; answers how far down the drawing reaches."""
    x, y = at
    layer = canvas.group(kind="faces")
    layer.text((x, y), f"What the d10 must show (bonus {signed(bonus)})", 13, bold=True, fill=MUTED)
    y += 12
    hitting = sum(least <= FACES[-1] for least in needed)
    shown = needed if len(needed) <= min(hitting + 1, _MOST) else needed[: min(max(hitting, 1), _MOST - 1)]
    for number, least in enumerate(shown, 1):
        row = layer.group(kind="bullet", note=f"bullet {number} needs {_words(least)}", at=(x, y))
        row.text((0, 19), f"bullet {number}", 13)
        row.text((90, 19), _words(least), 13, bold=True, kind="needs")
        for face in FACES:
            left, hits = 254 + _BOX * (face - 1), face >= least
            fill, text = (INK, WHITE) if hits else (WHITE, MUTED)
            kind = "face hits" if hits else "face misses"
            row.rect((left, 2), (_BOX - 4, 24), kind=kind, rx=4, fill=fill, stroke=INK, stroke_width=1)
            row.text((left + _BOX / 2 - 2, 19), str(face), 13, bold=hits, anchor="middle", fill=text)
        y += _ROW
    if len(shown) < len(needed):
        layer.text((x, y + 19), _rest(len(shown), needed), 13, kind="rest")
        y += _ROW
    return y


def _words(least: int) -> str:
    if least > FACES[-1]:
        return "no face"
    return f"{least} or more" if least > FACES[0] else "any face"


def _rest(shown: int, needed: Sequence[int]) -> str:
    bullets = f"bullets {shown + 1} to {len(needed)}" if shown + 1 < len(needed) else f"bullet {shown + 1}"
    first, last = _words(needed[shown]), _words(needed[-1])
    return f"{bullets}: {first if first == last else f'from {first} to {last}'}"
