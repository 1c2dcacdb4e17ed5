"""What a seat may see: the battle and every event of the log with all else left out, here and nowhere else."""

from __future__ import annotations

from typing import Any, NamedTuple

from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError
from fireline.questions.answering.concerned import concerned
from fireline.server.hiding import names, unseen_by, without
from fireline.server.shown import SHOWN, shown_of
from fireline.server.store import KeptEvent
from fireline.server.tables.changes import changes
from fireline.server.tables.game import Game
from fireline.server.tables.happened import UNSEEN
from fireline.server.tables.seats import Seat

HOLDS_UNITS = ("add", "override")
"""What somebody may ask for with the data of units, whose cards others may not look at."""
TALK = ("chat", "player", "rename")
"""Events whose words are those of people, whatever they name."""


class View(NamedTuple):
    """What a seat sees: the cards of one team (None: all; "": nobody's), and every unit but some that are hidden."""

    team: str | None = None
    without: frozenset[str] = frozenset()

    @property
    def is_whole(self) -> bool:
        """Whether nothing is hidden from it."""
        return self == EVERYTHING


EVERYTHING = View()


def view_of(seat: Seat, game: Game, seq: int | None = None) -> View:
    """What a seat may see of a game, now or of an event; everything once the game has been revealed.

    An event is told as it was when it happened: hiding a unit takes back nothing that was told before.
    """
    if seat.is_gm or game.revealed:
        return EVERYTHING
    unseen, cards = unseen_by(game.hidden_at(seq), seat.sides), game.battle.ruleset.hidden
    teams = [team for team in cards.teams if team in seat.sides] if cards else []
    if cards is None or len(teams) == len(cards.teams):
        return View(None, unseen)
    return View(teams[0] if len(teams) == 1 else "", unseen)


def seen(battle: Battle, view: View) -> Battle:
    """The battle in a view; raises `BattleFileError` where it cannot be told without a unit that is hidden."""
    hidden = battle.ruleset.hidden
    if view.team is not None and hidden is not None:
        for team in [view.team] if view.team else hidden.teams:  # who is of no team sees only what every team sees
            battle = battle.view_for(team)
    return without(battle, view.without) if view.without else battle


def seen_at(game: Game, seq: int, view: View) -> Battle:
    """The battle after an event in a view; where it cannot be told, the last one before that can be."""
    while seq > 1:
        try:
            return seen(game.log[seq - 1].after, view)
        except BattleFileError:
            seq -= 1
    return seen(game.log[0].after, view)


def told(game: Game, seq: int, view: View) -> dict[str, Any]:
    """An event as a view tells it, and the units that it concerns.

    The fingerprints of a battle that is not seen whole would let what is hidden be guessed at, and so would the hashes
    made from them: the state is that of the view, and the chain is left out.
    """
    event, before, after = game.log[seq - 1]
    units = concerned((before, after), event.body.get("command"), event.body.get("events"), event.body.get("added"))
    if view.is_whole:
        shown = shown_of(event.body, before)
        return event.data() | {"units": units} | ({"shown": shown} if shown else {})
    known, earlier = seen_at(game, seq, view), seen_at(game, seq - 1, view) if before else None
    data = {key: value for key, value in event.data().items() if key not in {"prev", "hash"}}
    data |= {"units": units, "state": known.fingerprint}
    body = _body(event, earlier, known)
    if event.kind not in TALK and names([event.kind == "hide" and event.body, body, units], view.without):
        dice = {key: body[key] for key in ("command", "rolled") if "rolled" in body}
        return data | {"kind": UNSEEN, "body": dice, "units": []}
    shown = shown_of(event.body, earlier)
    return data | {"body": body} | ({"shown": shown} if shown else {})


def _body(event: KeptEvent, before: Battle | None, after: Battle) -> dict[str, Any]:
    """The body of an event with the battles around it as somebody knows them."""
    body = {key: value for key, value in event.body.items() if key not in SHOWN}
    if body.get("asks") in HOLDS_UNITS:
        body["body"] = {}
    body.pop("leads", None)
    if "battle" in body:
        body["battle"] = after.data()
        if "changes" in body and before is not None:
            body["changes"] = changes(before.data(), body["battle"])
    return body
