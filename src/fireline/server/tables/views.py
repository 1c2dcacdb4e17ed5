"""What a seat may see: the battle and every event of the log with all else left out, here and nowhere else."""

from __future__ import annotations

from typing import Any

from fireline.game.battle import Battle
from fireline.questions.answering.concerned import concerned
from fireline.server.shown import SHOWN, shown_of
from fireline.server.store import KeptEvent
from fireline.server.tables.changes import changes
from fireline.server.tables.seats import Seat

HOLDS_UNITS = ("add", "override")
"""What somebody may ask for with the data of units, whose cards others may not look at."""
View = str | None
"""What a seat sees: None everything; else the team whose cards it may look at, "" for nobody's."""


def view_of(seat: Seat, battle: Battle) -> View:
    """What a seat may see of this game."""
    hidden = battle.ruleset.hidden
    if hidden is None or seat.is_gm:
        return None
    teams = [team for team in hidden.teams if team in seat.sides]
    if len(teams) == len(hidden.teams):
        return None
    return teams[0] if len(teams) == 1 else ""


def seen(battle: Battle, view: View) -> Battle:
    """The battle in a view."""
    hidden = battle.ruleset.hidden
    if view is None or hidden is None:
        return battle
    for team in [view] if view else hidden.teams:  # who is of no team sees only what every team sees
        battle = battle.view_for(team)
    return battle


def told(event: KeptEvent, before: Battle | None, after: Battle, view: View) -> dict[str, Any]:
    """An event as a view tells it, and the units that it concerns, `before` and `after` being the battle around it.

    The fingerprints of a battle that is not seen whole would let its cards be guessed at, and so would the hashes
    made from them: the state is that of the view, and the chain is left out.
    """
    units = concerned((before, after), event.body.get("command"), event.body.get("events"), event.body.get("added"))
    data = event.data() | {"units": units}
    if shown := shown_of(event.body, seen(before, view) if before else None):
        data["shown"] = shown
    if view is None:
        return data
    body = {key: value for key, value in event.body.items() if key not in SHOWN}
    if body.get("asks") in HOLDS_UNITS:
        body["body"] = {}
    body.pop("leads", None)
    if "battle" in body:
        body["battle"] = seen(after, view).data()
        if "changes" in body and before is not None:
            body["changes"] = changes(seen(before, view).data(), body["battle"])
    kept = {key: value for key, value in data.items() if key not in {"prev", "hash"}}
    return kept | {"body": body, "state": seen(after, view).fingerprint}
