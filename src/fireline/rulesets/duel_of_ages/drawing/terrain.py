"""How the terrain of the map is drawn."""

from __future__ import annotations

from fireline.draw.patterns import WAVE, Look

LOOKS = {
    "water": Look("#D6E9F2", (16, 18), WAVE.format(9), mark="#4A87AE"),
    "deep_water": Look("#B9D7EC", (16, 12), WAVE.format(4) + WAVE.format(10), mark="#2F6C98", width=1.8),
    "woods": Look("#DCEBD8", (14, 14), dots=((3.5, 3.5), (10.5, 10.5)), mark="#4C7A55"),
    "swamp": Look("#E4EDE2", (22, 18), "M3 10 h12 M6 10 v-4 M9 10 v-7 M12 10 v-4", mark="#5F8467"),
    "fire": Look("#FBE6D6", (18, 18), "M5 14 q -3 -5 2 -9 q 0 4 3 5 q 1 3 -2 4", mark="#B5561C"),
    "rough": Look("#ECE5DD", (18, 16), "M2 9 l4 -6 l4 6 M10 15 l3 -4 l3 4", mark="#86705A"),
    "building": Look("#EFE3E0", (9, 9), "M-2 11 L11 -2 M-2 2 L2 -2 M7 11 L11 7", mark="#96736A"),
    "dome": Look("#E6E2F0", (26, 26), "M13 3 a10 10 0 1 0 0.01 0 M13 8 a5 5 0 1 0 0.01 0", mark="#75689B", width=2),
}
