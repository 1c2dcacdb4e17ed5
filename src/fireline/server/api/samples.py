"""The small battle of the examples in the API's description."""

from __future__ import annotations

from typing import Any

BATTLE: dict[str, Any] = {
    "fireline": 1,
    "ruleset": "ancients",
    "turn": {"side": "bottom"},
    "units": [
        {"id": "bow", "side": "bottom", "type": "light_bow_infantry", "hex": "F5"},
        {"id": "warriors", "side": "top", "type": "warrior", "hex": "C5"},
    ],
}
SHOT: dict[str, Any] = {"shooter": "bow", "target": "warriors"}
