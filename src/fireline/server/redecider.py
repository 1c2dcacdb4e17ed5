"""A log decided once more: what each event says was said, said again to the same `Decider` that decides at a table.

So who may say what, whose consent it takes and what comes of it is written once: what a table refuses, no log may hold,
and every field of an event must be the one that the table would have kept. Only what nobody else could know is taken as
it is written: the words of people, the faces of dice, commitments and values; `Referee` holds the dice to their hashes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import ValidationError

from fireline.chance.thrown import RecordingDice, Transcript
from fireline.game.battle import Battle, PlayResult
from fireline.game.command import Command
from fireline.game.entries import FileEntry, read_entry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.questions.answering.changing import ids
from fireline.questions.answering.seen import files
from fireline.server.dice.book import same
from fireline.server.dice.hashes import Throw
from fireline.server.problems import Problem
from fireline.server.store.chain import canonical
from fireline.server.store.rows import KeptEvent, TableRow
from fireline.server.tables.deciding import Decider
from fireline.server.tables.game import Game
from fireline.server.tables.happened import HAPPENED
from fireline.server.tables.messages import BODIES, AddBody, ClientMessage
from fireline.server.tables.planning import AtTable, Planned, carry_out, opening
from fireline.server.tables.seats import GM, Seat
from fireline.server.tables.views import changes

if TYPE_CHECKING:
    from fireline.chance.dice import Die

F = TypeVar("F")
Body = Mapping[str, Any]
Said = tuple[str, dict[str, Any]]
"""A kind of command, and its body."""


class ThrowsOfOne(FileEntry):
    """The throws of one event."""

    throws: list[Throw]


def _of(body: Body, *keys: str) -> dict[str, Any]:
    """These entries of a body, where they say anything."""
    return {key: body[key] for key in keys if body.get(key) is not None}


def _undone(body: Body) -> Said:
    if body.get("what") == "faces":
        return "override", {"faces": [], **_of(body, "reason")}
    return "undo_request", {"seq": body["undoes"], **_of(body, "reason")}


def _value(body: Body) -> Said:
    value = body["value"]
    return "dice_value", {**_of(value, "roll", "context", "value"), "commit": value["next"]}


SAID: dict[str, Callable[[Body], Said]] = {
    "declared": lambda body: ("command", _of(body["declared"], "command")),
    "add": lambda body: ("add", {"piece": {}, **_of(body, "reason")}),
    "undone": _undone,
    "consent_request": lambda body: (body["asks"], {**body["body"], **_of(body, "reason")}),
    "client_seed": lambda body: ("client_seed", _of(body["client_seed"], "seed")),
    "dice_joined": lambda body: ("dice_value", _of(body["joined"], "roll", "commit")),
    "dice_value": _value,
    "without_seat": lambda body: (
        "without_seat",
        {"seats": body["without"]["seats"], "reason": body["without"]["why"]},
    ),
    "without_request": lambda body: ("without_seat", _of(body, "seats")),
    "rotate_dice": lambda body: ("rotate_dice", {"reason": (body.get("rotated") or {}).get("why")}),
    "rotate_request": lambda _: ("rotate_dice", {}),
    "player": lambda body: ("player", _of(body["player"], "name")),
}
"""What was said where an event of a kind stands first among those that it led to, if not in the words that it keeps."""


class WrittenDice(RecordingDice):
    """Dice that land as an event keeps them, if they are the dice that the rules ask for."""

    def __init__(self, body: Body) -> None:
        super().__init__()
        self.throws = read_entry(ThrowsOfOne, {"throws": body.get("throws", [])}).throws
        self._used = 0

    def land(self, die: Die[F]) -> F:
        """The face that is written down; raises `BattleFileError` for another die."""
        place = f"throws[{self._used}]"
        if self._used == len(self.throws):
            raise BattleFileError(Code.MISMATCH, f"the rules throw a {die.name}, but nothing is written down", place)
        one = self.throws[self._used]
        weights = list(die.weights) if die.weights else None
        if (one.die, one.sides, one.weights) != (die.name, die.sides, weights):
            told = f"{shown(one.die)} of {one.sides} sides"
            problem = f"the rules throw {shown(die.name)} of {die.sides} sides, not {told}"
            raise BattleFileError(Code.MISMATCH, problem, place)
        if one.face >= len(die.faces):
            problem = f"the {die.name} has no face {one.face}; they are counted from 0"
            raise BattleFileError(Code.MISMATCH, problem, place)
        self._used += 1
        return die.faces[one.face]

    def play(self, battle: Battle, command: Command) -> PlayResult:
        """What comes of a command with just these dice; raises `BattleFileError` where some are left."""
        turned = battle.play(command, self)
        if self._used < len(self.throws):
            problem = f"{len(self.throws)} are written down, but {self._used} thrown"
            raise BattleFileError(Code.MISMATCH, problem, "throws")
        return turned


class Redecider:
    """The events of one table, decided once more in their order."""

    def __init__(self, table: TableRow, events: Sequence[KeptEvent], game: Game, secrets: Mapping[str, bytes]) -> None:
        self._table, self._events, self._game, self._secrets = table, events, game, secrets
        self._course: Iterator[Planned] = iter(())
        """What is still to come of what was said last."""

    def take(self, event: KeptEvent) -> Battle:
        """The battle after the next event; raises `BattleFileError` for one that no table would have kept."""
        _check_shape(event)
        if event.seq == 1:
            return self._opened(event)
        planned = next(self._course, None)
        if planned is None:
            self._course = self._decided(event)
            planned = next(self._course, None)
        if planned is None:
            raise BattleFileError(Code.MISMATCH, "nothing comes of it", "kind")
        _check_same(event, planned)
        return planned.after

    def _opened(self, event: KeptEvent) -> Battle:
        """The battle that the table was opened with."""
        same("kind", event.kind, "start")
        battle = Battle.read(event.body["battle"], files())
        _check_same(event, opening(battle, self._table.name, self._table.settings)._replace(actor=GM))
        same("ruleset", battle.ruleset.id, self._table.ruleset)
        return battle

    def _decided(self, event: KeptEvent) -> Iterator[Planned]:
        """What comes of what an event says was said; behind it is raised what went wrong with the event after it."""
        decider = self._decider(event)
        wrong: Exception | None = None
        try:
            decider.say_again(event).send(None)  # it waits for nobody
        except StopIteration:
            pass
        except Problem as problem:
            wrong = BattleFileError(problem.code, problem.detail)
        except Exception as error:  # noqa: BLE001 - whatever it is, the events before it are compared first
            wrong = error
        for planned in decider.planned:
            yield planned._replace(actor=planned.actor or decider.seat.name)
        if wrong is not None:
            raise wrong from None

    def _decider(self, event: KeptEvent) -> _LogDecider:
        """Who decides what the speaker of an event has said."""
        sitting, name = self._game.sitting, GM if event.kind == "dice_away" else event.actor
        if name not in sitting or not (sitting[name] or name == GM):
            raise BattleFileError(Code.MISMATCH, f"{shown(name)} has no seat that may speak", "actor")
        table = AtTable(self._table.settings, self._secrets, sitting)
        return _LogDecider(self._events, event.seq - 1, table, self._game, Seat(name, sitting[name]), _play)


class _LogDecider(Decider):
    """Decides from a log: what is said now led to its events from `place` on."""

    def __init__(self, written: Sequence[KeptEvent], place: int, *table: Any) -> None:
        super().__init__(*table)
        self._written, self._place = written, place
        self._brought: Battle | None = None

    async def say_again(self, event: KeptEvent) -> None:
        """Decide what an event says was said."""
        kind, body = event.kind, event.body
        if kind == "dice_away":
            await self.leave(body["away"])
        elif kind == "seats":
            await self._seats(body)
        elif kind == "commit":
            self._commit()
        elif kind == "without_seat" and not body["without"]["who"]:
            await self.go_on(self._lost_patience(), [])
        else:
            if kind == "add":
                self._brought = Battle.read(body["battle"], files())
            kind, said = SAID[kind](body) if kind in SAID else (kind, _of(body, *BODIES[kind].model_fields))
            await self.say(ClientMessage(cmd_id="-", kind=kind, expect=self.game.head, body=said))

    def _lost_patience(self) -> str:
        patience = self.settings.get("patience")
        if patience is None or not self.seat.is_gm:
            raise BattleFileError(
                Code.MISMATCH, "this table waits for silent seats until somebody says otherwise", "why"
            )
        return f"silent for {patience} s"

    def _commit(self) -> None:
        if self.game.head != 1 or self.settings.get("dice") != "server" or not self.seat.is_gm:
            raise BattleFileError(Code.MISMATCH, f"event {self.game.head + 1} is no commit", "kind")
        self._plan("commit", {"commit": self._fresh_commitment()})

    async def _seats(self, body: Body) -> None:
        name, sides, action = body["seat"], tuple(body["sides"]), body["action"]
        known = self.sitting.get(name)
        if not self.seat.is_gm:
            raise BattleFileError(Code.MISMATCH, "only the game master changes seats", "actor")
        if action not in {"add", "rotate", "revoke"} or (known is None and action == "revoke"):
            raise BattleFileError(Code.MISMATCH, f"{shown(action)} is not what was done with {shown(name)}", "action")
        await self.change_seat(name, sides if known is None else known, action)

    # --- what is taken as it is written ----------------------------------------------

    @property
    def _next(self) -> Body:
        """The body of the event that is decided now; raises `IndexError` behind the last, where nobody hears it."""
        return self._written[self._place + len(self.planned)].body

    async def _thrown(self, command: Command) -> tuple[PlayResult, dict[str, Any]]:
        body = self._next
        dice, rolled = WrittenDice(body), body.get("rolled") or {}
        turned = dice.play(self.game.battle, command)
        if self._book.mixing.declared is not None and not self.game.closed and not rolled.get("value"):
            raise BattleFileError(Code.MISSING, "is missing; nothing is hidden in this game", "rolled.value")
        own = None if self.game.closed else rolled.get("value")
        return turned, {"throws": dice.transcript.data()} | self._book.evidence(own) if dice.throws else {}

    async def _laid(self, battle: Battle, command: Command, faces: Sequence[object]) -> tuple[PlayResult, list[Any]]:
        if faces:
            return await super()._laid(battle, command, faces)
        dice = WrittenDice(self._next)
        return dice.play(battle, command), dice.transcript.data()

    async def _pledge(self, commit: str, roll: int) -> dict[str, Any]:
        declared = self._next.get("declared") or {}
        if declared and ("sealed" in declared) != self.game.closed:
            hidden = "something" if self.game.closed else "nothing"
            raise BattleFileError(Code.MISMATCH, f"{hidden} is hidden in this game", "declared.sealed")
        return {key: declared[key] for key in ("server", "seen", "head", "sealed") if key in declared}

    def _fresh_commitment(self) -> str:
        return str(self._written[self._place].body.get("commit") or "0" * 64)

    def _with(self, body: AddBody) -> tuple[Battle, list[str]]:
        if self._brought is None:
            return super()._with(body)
        known = set(ids(self.game.battle))
        return self._brought, [id_ for id_ in ids(self._brought) if id_ not in known]


async def _play(battle: Battle, command: Command, fresh: Any) -> tuple[PlayResult, Transcript]:
    return carry_out(battle, command, fresh)


def _check_shape(event: KeptEvent) -> None:
    """The body of an event is as its kind has it, and holds nothing else."""
    model = HAPPENED.get(event.kind)
    if model is None:
        raise BattleFileError(Code.MISMATCH, f"{shown(event.kind)} is no kind of event", "kind")
    if unknown := [key for key in event.body if key not in model.model_fields]:
        raise BattleFileError(Code.MISMATCH, "does not belong to such an event", unknown[0])
    try:
        model.model_validate(event.body, strict=True)
    except ValidationError as wrong:
        error = wrong.errors(include_url=False, include_input=False)[0]
        problem = f"is not as {event.kind} has it: {error['msg']}"
        raise BattleFileError(Code.MISMATCH, problem, ".".join(map(str, error["loc"]))) from None


def _check_same(event: KeptEvent, planned: Planned) -> None:
    """An event is the one that is decided now."""
    same("kind", event.kind, planned.kind)
    same("actor", event.actor, planned.actor)
    told, true = canonical(event.body), canonical(planned.body)
    if told != true:
        for one in changes(json.loads(true), json.loads(told)):
            same(one["place"], one["new"], one["old"])
        raise BattleFileError(Code.MISMATCH, "is not what comes of it", "body")
    same("state", event.state, planned.after.fingerprint)
