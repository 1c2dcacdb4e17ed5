"""How the terrain of the hex board is drawn."""

from __future__ import annotations

from fireline.draw.palette import INK
from fireline.draw.patterns import WAVE, Look

LOOKS = {
    "forest": Look("#DCEBD8", (14, 14), dots=((3.5, 3.5), (10.5, 10.5)), mark="#4C7A55"),
    "hill": Look("#F1E7D2", (26, 18), "M1 17 Q 13 -5 25 17 M7 17 Q 13 4 19 17", mark="#A5834F"),
    "broken_ground": Look("#ECE5DD", (18, 16), "M2 9 l4 -6 l4 6 M10 15 l3 -4 l3 4", mark="#86705A"),
    "marsh": Look("#E4EDE2", (22, 18), "M3 10 h12 M6 10 v-4 M9 10 v-7 M12 10 v-4", mark="#5F8467"),
    "ford": Look("#E2EFF7", (16, 20), WAVE.format(6), dots=((4, 15), (12, 15)), mark="#5D93B5"),
    "river": Look("#CFE5F4", (16, 10), WAVE.format(6), mark="#4A87AE"),
    "sea": Look("#C3DDF0", (16, 16), WAVE.format(5) + WAVE.format(9), mark="#3F7CA4", width=1.8),
    "lake": Look("#D6E9F2", (16, 18), WAVE.format(9), mark="#4A87AE"),
    "bridge": Look("#EDE4D4", (16, 11), "M0 3 h16 M0 8 h16 M4 3 v5 M12 3 v5", mark="#8C7350"),
    "fortified_camp": Look("#F3E4DA", (10, 10), "M-2 12 L12 -2 M-2 2 L2 -2 M8 12 L12 8", mark="#A87A5C"),
    "city_wall": Look(INK),
}
