"""An event of a table in one sentence, without who did it: what a log says where no story tells it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

TOLD = {
    "start": "The battle is set up.",
    "commit": "fixes the secret of the dice; its fingerprint stands here.",
    "client_seed": "puts a seed of their own into the dice.",
    "rotate_dice": "has the secret of the dice revealed; a new one begins.",
    "rotate_request": "asks for a new secret of the dice.",
    "dice_joined": "mixes the dice from here on.",
    "dice_away": "is away and mixes no dice.",
    "declared": "declares a command; everybody's numbers are due for roll {declared[roll]}.",
    "dice_value": "shows a number for roll {value[roll]}.",
    "without_request": "would go on without {names}.",
    "without_seat": "goes on without {names}: roll {without[roll]} is given up ({without[why]}).",
    "reveal": "ends the game; the secret of the dice is revealed.",
    "chat": "{text}",
    "undo_request": "asks to take back entry {seq}{why}",
    "undo_answer": "{agrees} to what entry {seq} is about.",
    "consent_request": "asks everybody to agree to {asked}{why}",
    "override": "overrides {changed}{why}",
    "add": "adds {names}",
    "hide": "hides {unit} from the other sides, or shows it again",
    "player": "is called {player[name]}",
    "rename": "calls the table “{name}”.",
    "seats": "changes the link of {seat} ({action}).",
    "unseen": "does something that this seat does not see.",
}
"""What is said of each kind of event but commands, its blanks filled from the body; and an undoing by its number."""
ASKED = {
    "add": "a unit that is added",
    "override": "a change outside the rules",
    "undo_request": "a step that is taken back",
}


def asked(kind: str) -> str:
    """What a request to the others is about, by the kind of the command that it is for."""
    return ASKED.get(kind, "a unit put or marked by hand")


def sentence(kind: str, body: Mapping[str, Any], faces: Sequence[object]) -> str:
    """What happened; "" for a command, which its story tells.

    Args:
        kind: The kind of the event.
        body: Its body, as whoever is told may know it.
        faces: The faces thrown in it.
    """
    if "undoes" in body:
        return f"Entry {body['undoes']} is taken back."
    named = body.get("added") or body.get("seats") or body.get("without", {}).get("seats", ())
    blanks = {
        "names": ", ".join(map(str, named)),
        "why": f": {body['reason']}" if body.get("reason") else "",
        "agrees": "agrees" if body.get("agree") else "does not agree",
        "asked": asked(body.get("asks", "")),
        "changed": _changed(body, faces),
    }
    return TOLD.get(kind, "").format(**{**body, **blanks})


def _changed(body: Mapping[str, Any], faces: Sequence[object]) -> str:
    """What an override has changed: values by their place in the battle file, or the faces of a throw."""
    if body.get("what") == "faces":
        return _value(list(faces))
    changes = body.get("changes") or ()
    return ", ".join(f"{one['place']} {_value(one['old'])} → {_value(one['new'])}" for one in changes)


def _value(value: object) -> str:
    return "–" if value is None else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
