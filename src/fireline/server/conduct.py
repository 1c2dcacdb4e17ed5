"""Who did what at a table, gone over event by event: each is what its kind must be, and said by whom it may be said.

A log of format 2 is held to all of it. Older logs keep less: what was done outside the rules is listed as they tell it.
`UNCHECKED` is what nothing in a log can bear out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, NoReturn

from pydantic import ValidationError

from fireline.chance import FixedDice
from fireline.game.battle import Battle
from fireline.game.command import Place, read_command
from fireline.game.entries import read_entry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.questions.answering.changing import placed
from fireline.questions.answering.sides import speakers
from fireline.server.consent import (
    AGREED,
    FIRST,
    GM,
    Irregular,
    Request,
    irregular_of,
    players_of,
    request_after,
    seats_after,
)
from fireline.server.dicebook import DiceBook
from fireline.server.hiding import Hidden, hidden_after
from fireline.server.modelfiles import server_files
from fireline.server.store.chain import canonical
from fireline.server.store.rows import KeptEvent, TableRow
from fireline.server.tables.changes import changes
from fireline.server.tables.happened import HAPPENED
from fireline.server.tables.messages import BODIES, NOT_ASKED

LOG_FORMAT = 2
"""The format of logs that are begun now: they keep who did what and by whose consent, and nothing that is derived."""
UNCHECKED = (
    "at",
    "cmd_id",
    "text, place of chat, name, reason and why (free text)",
    "actor of chat",
    "commit and seed under which nothing was thrown and nothing revealed",
)
"""What nothing in a log bears out; of a reason only that it is there."""
UNCHECKED_BEFORE = (*UNCHECKED, "actor", "agreed", "reason", "kind", "what is not read")
"""The same of logs that an older Fireline began, which say less."""
Body = Mapping[str, Any]


class Seen(NamedTuple):
    """An event to be checked: with the battle before and after it, the battle before the last step, the dice before."""

    event: KeptEvent
    before: Battle | None
    after: Battle
    earlier: Battle | None
    dice: DiceBook

    @property
    def body(self) -> Body:
        """The body of the event."""
        return self.event.body

    @property
    def now(self) -> Battle:
        """The battle before it; raises `BattleFileError` where the table was not opened."""
        if self.before is None:
            raise BattleFileError(Code.MISSING, "the table has not been opened with a battle", "battle")
        return self.before


class Conduct:
    """Watches one table; `acts` are those outside the rules so far."""

    def __init__(self, table: TableRow) -> None:
        self._table, self._settings = table, table.settings
        self.whole = table.settings.get("log") == LOG_FORMAT
        """Whether everything is checked: the log is not one that an older Fireline began."""
        self.acts: list[Irregular] = []
        self._sitting: dict[str, tuple[str, ...]] = {}
        self._request: Request | None = None
        self._threw: set[int] = set()
        self._steps: list[KeptEvent] = []
        self._last: KeptEvent | None = None
        self._votes: dict[str, set[str]] = {"without_request": set(), "rotate_request": set()}
        self._revealed = False
        self._hidden: Hidden = {}
        self.hid = False
        """Whether any unit was ever hidden."""

    def take(self, seen: Seen) -> None:
        """Take the next event; raises `BattleFileError` for one that is not as it must be."""
        event, body = seen.event, seen.body
        if self.whole:
            self._check(seen)
        act = irregular_of(event, self._threw.__contains__)
        if event.kind == "override" and "of" in body and self.acts:
            self.acts.pop()  # the throw was taken back for this: both are one act
        if act is not None:
            self.acts.append(act)
        if body.get("throws"):
            self._threw.add(event.seq)
        if "undoes" in body and self._steps:
            self._steps.pop()
        elif event.seq > 1 and {"battle", "events"} & set(body):
            self._steps.append(event)
        if event.kind != "undone":  # several steps may be granted at once, and the throw before other faces
            self._request = request_after(self._request, event)
        self._vote(event)
        self._sitting = seats_after(self._sitting, event)
        self._revealed = self._revealed or event.kind == "reveal"
        if event.kind == "hide":
            self.hid, self._hidden = True, hidden_after(self._hidden, seen.after, str(body["unit"]))
        self._last = event

    def _vote(self, event: KeptEvent) -> None:
        if event.kind in self._votes:
            self._votes[event.kind].add(event.actor)
        if {"declared", "rolled", "without"} & set(event.body):
            self._votes["without_request"] = set()
        if "commit" in event.body:
            self._votes["rotate_request"] = set()

    # --- every event -----------------------------------------------------------------

    @property
    def _players(self) -> set[str]:
        return set(players_of(self._sitting))

    def _check(self, seen: Seen) -> None:
        event, body, last = seen.event, seen.body, self._last
        _check_shape(event)
        if (event.seq == 1) != (event.kind == "start") or (event.kind == "commit" and event.seq != 2):
            _wrong("kind", f"event {event.seq} is no {event.kind}")
        if last is None:
            return self._start(seen)
        if event.actor not in {GM, *self._players}:
            _wrong("actor", f"{shown(event.actor)} has no seat that may speak")
        if (seat := _speaker(body)) is not None:
            _same("actor", event.actor, seat)
        if last.body.get("what") == "faces" and last.kind == "undone" and event.kind != "override":
            _wrong("kind", "the throw before was taken back for other faces, which do not follow")
        request = self._request
        if request is not None and last.kind == "undo_answer" and self._granted(request):
            due = {"undo_request": ("undone",), "override": ("override", "undone")}
            if event.kind not in due.get(request.kind, (request.kind,)):
                _wrong("kind", f"what event {request.event} asks for was agreed to, but does not follow")
        check: Callable[[Seen], None] = getattr(self, f"_{event.kind}", self._any)
        return check(seen)

    def _granted(self, request: Request) -> bool:
        return GM in request.agreed or (bool(request.agreed) and request.agreed >= self._players - {request.by})

    def _start(self, seen: Seen) -> None:
        _same("actor", seen.event.actor, GM)
        _same("body", seen.body, {"battle": seen.after.data(), "name": self._table.name, **self._settings})
        _same("ruleset", seen.after.ruleset.id, self._table.ruleset)

    def _masters(self, seen: Seen) -> None:
        _same("actor", seen.event.actor, GM)

    _commit = _rename = _masters

    def _reveal(self, seen: Seen) -> None:
        self._masters(seen)
        if self._revealed or bool(seen.dice.commit) != ("reveal" in seen.body):
            _wrong("reveal", "a game is revealed once, with the secret in force")

    def _seats(self, seen: Seen) -> None:
        self._masters(seen)
        body = seen.body
        name, sides, action = str(body["seat"]), tuple(body["sides"]), body["action"]
        known = {one: self._sitting[one] for one in self._sitting if one != name}
        if action not in {"add", "rotate", "revoke"} or (name not in self._sitting and action == "revoke"):
            _wrong("action", f"{shown(action)} is not what was done with {shown(name)}")
        now = known if action == "revoke" else {**known, name: sides}
        _same("seats", body.get("seats"), [{"name": one, "sides": list(now[one])} for one in sorted(now)])
        if name in self._sitting:
            _same("sides", sides, self._sitting[name])

    def _hide(self, seen: Seen) -> None:
        self._masters(seen)
        if self._revealed:
            _wrong("kind", "the game has been revealed, so nothing is hidden")
        now = hidden_after(self._hidden, seen.now, str(seen.body["unit"]))
        _same("hidden", seen.body["hidden"], sorted(now))

    def _any(self, seen: Seen) -> None:
        """Nothing more is to be said of it."""

    # --- playing ---------------------------------------------------------------------

    def _command(self, seen: Seen) -> None:
        body, declared = seen.body, seen.dice.mixing.declared
        _need(body, "who")
        self._check_own(body["who"], seen.now, body["command"])
        if declared is not None:
            _same("who", body["who"], declared.by)
            _need(body, "rolled")
            _need(body["rolled"], "next", *(() if self._closed(seen.now) else ("value",)))
        command = read_command(body["command"], seen.now.ruleset.command_types)
        if isinstance(command, Place):
            return self._check_consent(seen, lambda asks: asks.get("command") == body["command"])
        _only(body, {"who", "command", "events", "throws", "proof", "rolled"})
        if body.get("throws") and self._settings.get("dice") != "real" and not {"proof", "rolled"} & set(body):
            _wrong("throws", "the server throws the dice at this table, but nothing proves these faces")
        return None

    def _closed(self, battle: Battle) -> bool:
        """Whether something is hidden from somebody, so that the server keeps its values to itself."""
        return (battle.ruleset.hidden is not None or self.hid) and not self._revealed

    def _declared(self, seen: Seen) -> None:
        declared = seen.body["declared"]
        self._check_own(declared["by"], seen.now, declared["command"])

    def _check_own(self, who: str, battle: Battle, data: object) -> None:
        """A seat says what is its sides' to say."""
        command = read_command(data, battle.ruleset.command_types)
        if who != GM and not speakers(battle, command) & set(self._sitting.get(who, ())):
            _wrong("who", f"{shown(who)} may not say this command")

    # --- outside the rules -----------------------------------------------------------

    def _check_consent(self, seen: Seen, fits: Callable[[Body], bool], *, leads: bool = True) -> None:
        """The game master's reason, or the consent of all other players to just this; raises `BattleFileError`."""
        body, request = seen.body, self._request
        _need(body, "who", "agreed")
        who, agreed, others = str(body["who"]), list(body["agreed"]), self._players - {str(body["who"])}
        if who == GM:
            _same("agreed", agreed, [])
            return _need(body, "reason")
        if not others:
            return _same("agreed", agreed, [])
        if request is None or request.by != who:
            _wrong("agreed", f"nobody asked {', '.join(sorted(others))}")
        if not fits(request.body) or (leads and request.leads not in {"", seen.event.state}):
            _wrong("agreed", f"is not what event {request.event} asks for")
        _same("agreed", agreed, sorted(request.agreed))
        if GM in request.agreed:
            return _need(body, "reason")
        if not others <= request.agreed:
            _wrong("agreed", f"{', '.join(sorted(others - request.agreed))} did not agree")
        return None

    def _undone(self, seen: Seen) -> None:
        body, what = seen.body, seen.body.get("what")
        if what not in {None, "faces"}:
            _wrong("what", f"{shown(what)} is nothing that is taken back")
        _need(body, "who", "agreed")
        step = self._steps[-1]
        free = step.actor == body["who"] and step.seq not in self._threw and self._settings["undo"] != "consent"
        asked = self._request is not None and self._request.by == body["who"]
        if free and not asked and what is None and body["who"] != GM:
            return _same("agreed", list(body["agreed"]), [])
        if what == "faces":
            return self._check_consent(seen, lambda asks: asks.get("faces") is not None, leads=False)
        return self._check_consent(seen, lambda asks: step.seq >= asks.get("seq", step.seq + 1))

    def _override(self, seen: Seen) -> None:
        body, last = seen.body, self._last
        if body["what"] == "battle":
            _only(body, {"who", "agreed", "reason", "what", "battle", "changes"})
            self._check_battle(seen)
            return self._check_consent(seen, lambda asks: asks.get("battle") is not None)
        _same("what", body["what"], "faces")
        _only(body, {"who", "agreed", "reason", "what", "of", "command", "events", "throws"})
        taken = last.body if last is not None else {}
        for key in ("who", "agreed", "reason"):
            _same(key, body.get(key), taken.get(key))
        _same("of", (body.get("of"), taken.get("what")), (taken.get("undoes"), "faces"))
        faces = [one.get("shows") for one in body.get("throws", ())]
        return self._check_consent(seen, lambda asks: asks.get("faces") == faces)

    def _add(self, seen: Seen) -> None:
        self._check_battle(seen)
        known, after = _ids(seen.now.data()), _ids(seen.after.data())
        _same("added", seen.body["added"], [one for one in after if one not in known])
        self._check_consent(seen, lambda asks: "piece" in asks)

    def _check_battle(self, seen: Seen) -> None:
        """A battle that takes the place of another stands there as it is written, with what differs."""
        _same("battle", seen.body["battle"], seen.after.data())
        _same("changes", seen.body["changes"], changes(seen.now.data(), seen.after.data()))

    def _undo_request(self, seen: Seen) -> None:
        body, steps = seen.body, [one.seq for one in self._steps]
        if body["seq"] not in steps:
            _wrong("seq", f"event {body['seq']} is no step that stands")
        _same("steps", body.get("steps"), [one for one in steps if one >= body["seq"]])
        _same("asked", body["asked"], sorted(self._players - {seen.event.actor}))

    def _consent_request(self, seen: Seen) -> None:
        body, asks = seen.body, seen.body["body"]
        _same("asked", body["asked"], sorted(self._players - {seen.event.actor}))
        _need(body, "leads")
        if body["asks"] not in {"command", "add", "override"}:
            _wrong("asks", f"{shown(body['asks'])} needs nobody's consent")
        said = read_entry(BODIES[body["asks"]], dict(asks), "body")
        _same("body", asks, said.model_dump(exclude=NOT_ASKED, exclude_none=True))
        led = None
        if body["asks"] == "command":
            command = read_command(asks.get("command"), seen.now.ruleset.command_types)
            led = seen.now.play(command, FixedDice()).battle if isinstance(command, Place) else None
        elif body["asks"] == "add":
            _need(asks, "path")
            more = {key: asks.get(key) for key in ("path", "stem", "to")}
            led, _ = placed(seen.now, asks.get("piece", {}), **more)
        elif body["asks"] == "override" and "battle" in asks:
            led = Battle.read(asks["battle"], server_files())
        elif body["asks"] == "override" and self._steps and seen.earlier is not None:
            command = read_command(self._steps[-1].body["command"], seen.now.ruleset.command_types)
            led = seen.earlier.play(command, FixedDice(*asks["faces"])).battle
        if led is None or led.fingerprint != body["leads"]:
            _wrong("body", "does not lead to the battle that was named")

    def _undo_answer(self, seen: Seen) -> None:
        body, actor, request = seen.body, seen.event.actor, self._request
        _need(body, "who")
        if request is None or (actor == request.by and body["agree"]):
            _wrong("seq", "nobody asked for an answer")
        _same("seq", body["seq"], request.seq)
        agreed = request.agreed | {actor} if body["agree"] else frozenset[str]()
        _same("agreed", body.get("agreed"), sorted(agreed))
        if actor == GM and body["agree"] and not request.reason:
            _need(body, "reason")

    # --- dice ------------------------------------------------------------------------

    def _without_request(self, seen: Seen) -> None:
        body, mixing = seen.body, seen.dice.mixing
        _need(body, "who")
        _same("seats", body["seats"], mixing.silent)
        _same("asked", body["asked"], sorted(mixing.asked_to_go_on(self._players, seen.event.actor)))

    def _without_seat(self, seen: Seen) -> None:
        actor, without = seen.event.actor, seen.body["without"]
        if without["why"] == AGREED and actor != GM:
            asked = seen.dice.mixing.asked_to_go_on(self._players, actor)
            agreed = self._votes["without_request"] | {actor}
            _same("without.who", without["who"], sorted(agreed & (asked | {actor})))
            if not asked <= agreed:
                _wrong("without.who", f"{', '.join(sorted(asked - agreed))} did not agree")
            return
        patience = self._settings.get("patience")
        whose = [] if patience and without["why"] == f"silent for {patience} s" else [GM]
        _same("without.who", (without["who"], actor), (whose, GM))

    def _rotate_request(self, seen: Seen) -> None:
        agreed = self._votes["rotate_request"] | {seen.event.actor}
        _same("asked", seen.body["asked"], sorted(self._players - agreed))

    def _rotate_dice(self, seen: Seen) -> None:
        body, actor = seen.body, seen.event.actor
        _need(body, "rotated")
        _only(body["rotated"], {"who", "why"})
        who, why = body["rotated"]["who"], body["rotated"]["why"]
        _same("seeds", body.get("seeds"), dict(seen.dice.seeds) or None)
        if not seen.dice.commit:
            _same("rotated", (who, why), ([actor], FIRST))
        elif actor == GM:
            _same("rotated", (who, why in {"", AGREED, FIRST}), ([GM], False))
        else:
            agreed = self._votes["rotate_request"] | {actor}
            _same("rotated", (who, why), (sorted(agreed), AGREED))
            if not self._players <= agreed:
                _wrong("rotated.who", f"{', '.join(sorted(self._players - agreed))} did not agree")

    def _dice_away(self, seen: Seen) -> None:
        _same("away", seen.body["away"], sorted(set(seen.body["away"])))


def _check_shape(event: KeptEvent) -> None:
    """The body of an event is as its kind has it, and holds nothing else."""
    model = HAPPENED.get(event.kind)
    if model is None:
        _wrong("kind", f"{shown(event.kind)} is no kind of event")
    _only(event.body, set(model.model_fields))
    try:
        model.model_validate(event.body, strict=True)
    except ValidationError as wrong:
        error = wrong.errors(include_url=False, include_input=False)[0]
        _wrong(".".join(map(str, error["loc"])), f"is not as {event.kind} has it: {error['msg']}")


def _speaker(body: Body) -> str | None:
    """The seat that a body says is its own; None where it names none."""
    for name, key in (("joined", "seat"), ("value", "seat"), ("player", "seat"), ("client_seed", "seat")):
        if name in body:
            return str(body[name][key])
    if "declared" in body:
        return str(body["declared"]["by"])
    if "away" in body:
        return str(body["away"][0])
    return str(body["who"]) if "who" in body else None


def _ids(data: Body) -> list[str]:
    """The ids of everything that stands in a list of a battle file."""
    lists = (value for value in data.values() if isinstance(value, list | tuple))
    return [str(one["id"]) for entries in lists for one in entries if isinstance(one, Mapping) and "id" in one]


def _need(body: Body, *keys: str) -> None:
    for key in keys:
        if body.get(key) is None or body[key] == "":
            _wrong(key, "is missing")


def _only(body: Body, known: set[str]) -> None:
    for key in body:
        if key not in known:
            _wrong(key, "does not belong to such an event")


def _same(place: str, told: object, true: object) -> None:
    if canonical(told) != canonical(true):
        _wrong(place, f"{shown(told, 80)} should be {shown(true, 80)}")


def _wrong(place: str, problem: str) -> NoReturn:
    raise BattleFileError(Code.MISMATCH, problem, place)
