"""The colours of every picture: neutral paper and ink, and the Okabe-Ito set for sides and states."""

from __future__ import annotations

PAPER = "#FBFAF7"
WHITE = "#FFFFFF"
INK = "#1E2430"
MUTED = "#5B6270"
"""Text that matters less: a line of a sum that does not apply, a rule ID."""
RULE = "#C9CCD2"
"""Hairlines that separate; they carry no meaning."""

BLUE = "#0072B2"
VERMILLION = "#D55E00"
GREEN = "#009E73"
SKY = "#56B4E9"
YELLOW = "#F0E442"
PURPLE = "#CC79A7"

BOTTOM_TINT = "#E6F1F8"
TOP_TINT = "#FBEBE0"

TEXT_ON = {
    INK: (PAPER, WHITE, BOTTOM_TINT, TOP_TINT),
    MUTED: (PAPER, WHITE),
    WHITE: (INK,),
}
"""Which colours of text stand on which grounds, for the check of contrast."""
MARKS_ON = {BLUE: (PAPER, WHITE), VERMILLION: (PAPER, WHITE), GREEN: (PAPER, WHITE)}
"""The same for marks."""
