"""What a seat may see: the battle and every event of the log with all else left out, here and nowhere else.

What people are shown of an event is derived from what the log keeps, never kept itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError, Code
from fireline.game.event import read_event
from fireline.game.log import retold
from fireline.questions.answering.overview import concerned
from fireline.server.modelfiles import server_files
from fireline.server.store.rows import KeptEvent
from fireline.server.tables.game import Game, Hidden
from fireline.server.tables.happened import TOLD, UNSEEN, Happened
from fireline.server.tables.messages import asked_for
from fireline.server.tables.seats import Seat

SHOWN = ("faces", "story", "outcome", "old", "new")
"""What older logs kept beside the events, and people were shown."""
MOST_CHANGES = 200
HOLDS_UNITS = ("add", "override")
"""What somebody may ask for with the data of units, whose cards others may not look at."""


def unseen_by(hidden: Hidden, sides: Iterable[str]) -> frozenset[str]:
    """The hidden units that whoever plays these sides does not see."""
    return frozenset(unit for unit, side in hidden.items() if side not in set(sides))


def without(battle: Battle, units: frozenset[str]) -> Battle:
    """A battle without some units, and all else as it is.

    Raises `BattleFileError` where nothing is left that a battle file could say: an answer is owed to such a unit, say.
    """
    data, editing = battle.data(), battle.ruleset.editing
    for unit in units:
        data = editing.released(data, unit) if editing else data
    left = {
        key: [one for one in value if not (isinstance(one, Mapping) and one.get("id") in units)]
        if isinstance(value, list)
        else value
        for key, value in data.items()
    }
    seen = Battle.read(left, server_files()).with_answers(battle.answers)
    if names(dict(seen.turn.data), units):
        raise BattleFileError(Code.HIDDEN, "it is the turn of a hidden unit", "turn")
    return seen


def names(said: Any, units: Iterable[str]) -> bool:
    """Whether data names one of these units anywhere in its texts.

    >>> names({"story": ["The scout fires."], "seq": 7}, ["scout"]), names(["scouting"], ["scout"])
    (True, False)
    """
    known = "|".join(re.escape(json.dumps(unit, ensure_ascii=False)[1:-1]) for unit in units)
    return bool(known) and bool(re.search(rf"(?<![\w-])(?:{known})(?![\w-])", json.dumps(said, ensure_ascii=False)))


# --- what people are shown ------------------------------------------------------------


def faces_of(body: Mapping[str, Any]) -> list[int | str]:
    """The faces thrown in an event, in order; an older log names them beside its throws."""
    throws = body.get("throws") or ()
    if "faces" not in body and all("shows" in one for one in throws):
        return [one["shows"] for one in throws]
    return list(body.get("faces") or ())


def said_of(kind: str, body: Mapping[str, Any], before: Battle | None) -> dict[str, Any]:
    """An event in a sentence, what was changed by hand, and of a command what people are shown."""
    shown = shown_of(body, before)
    changed = {"changed": _changed(body)} if body.get("changes") else {}
    return {"sentence": sentence(kind, body)} | changed | ({"shown": shown} if shown else {})


def shown_of(body: Mapping[str, Any], before: Battle | None) -> dict[str, Any]:
    """The faces, the story and the outcome of an event, told to whoever knew this much of the battle before it.

    {} where nothing happened by a command.
    """
    if before is None or "events" not in body:
        return {}
    events = [read_event(one, before.ruleset.events) for one in body["events"]]
    story, outcome = retold(before, events)
    return {"faces": faces_of(body), "story": story, "outcome": outcome}


def sentence(kind: str, body: Mapping[str, Any]) -> str:
    """What happened by an event of this kind, its body as whoever is told may know it; "" for a command, which its
    story tells.
    """
    if "undoes" in body:
        return f"Entry {body['undoes']} is taken back."
    named = body.get("added") or body.get("seats") or body.get("without", {}).get("seats", ())
    blanks = {
        "names": ", ".join(map(str, named)),
        "why": f": {body['reason']}" if body.get("reason") else "",
        "agrees": "agrees" if body.get("agree") else "does not agree",
        "asked": asked_for(body.get("asks", "")),
        "changed": _changed(body),
    }
    return TOLD.get(kind, Happened).sentence.format(**{**body, **blanks})


def _changed(body: Mapping[str, Any]) -> str:
    """What an override has changed: values by their place in the battle file, or the faces of a throw."""
    if body.get("what") == "faces":
        return f"the faces with {', '.join(map(str, faces_of(body)))}"
    changes = body.get("changes") or ()
    return ", ".join(f"{one['place']} {_value(one['old'])} → {_value(one['new'])}" for one in changes)


def _touched(body: Mapping[str, Any]) -> list[str]:
    """The pieces that a change by hand names, as `units[bow].blocks` names bow."""
    return [one["place"].partition("[")[2].partition("]")[0] for one in body.get("changes") or ()]


def _value(value: object) -> str:
    return "–" if value is None else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def changes(old: Any, new: Any) -> list[dict[str, Any]]:
    """Every value that differs, with its place in the file; null for what is not there.

    >>> changes({"units": [{"id": "bow", "blocks": 2}]}, {"units": [{"id": "bow", "blocks": 1}], "over": True})
    [{'place': 'units[bow].blocks', 'old': 2, 'new': 1}, {'place': 'over', 'old': None, 'new': True}]
    """
    found: list[dict[str, Any]] = []
    _compare(old, new, "", found)
    return found[:MOST_CHANGES]


def _compare(old: Any, new: Any, place: str, found: list[dict[str, Any]]) -> None:
    if old == new:
        return
    before, after = _parts(old), _parts(new)
    if before is None or after is None:
        found.append({"place": place, "old": old, "new": new})
        return
    for key in dict.fromkeys([*before, *after]):
        inner = key if key.startswith("[") or not place else f".{key}"
        _compare(before.get(key), after.get(key), place + inner, found)


def _parts(data: Any) -> dict[str, Any] | None:
    """The entries of a mapping or a list by their names, those with an id by that."""
    if isinstance(data, dict):
        return data
    if not isinstance(data, list):
        return None
    return {f"[{one['id'] if isinstance(one, dict) and 'id' in one else n}]": one for n, one in enumerate(data)}


# --- what a seat sees -----------------------------------------------------------------


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
    said = [event.body.get(name) for name in ("command", "events", "added")]
    if view.is_whole:
        units = concerned((before, after), *said, _touched(event.body))
        return event.data() | {"units": units} | said_of(event.kind, event.body, before)
    known, earlier = seen_at(game, seq, view), seen_at(game, seq - 1, view) if before else None
    data = {key: value for key, value in event.data().items() if key not in {"prev", "hash"}}
    body = _body(event, earlier, known)
    units = concerned((before, after), *said, _touched(body))
    data |= {"units": units, "state": known.fingerprint}
    talks, about = TOLD.get(event.kind, Happened).talk, [event.kind == "hide" and event.body, body, units]
    if not talks and names(about, view.without):
        dice = {key: body[key] for key in ("command", "rolled") if "rolled" in body}
        return data | {"kind": UNSEEN, "body": dice, "units": [], "sentence": sentence(UNSEEN, dice)}
    return data | {"body": body} | said_of(event.kind, event.body | body, earlier)


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
