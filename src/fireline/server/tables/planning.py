"""Events that are to be appended, one after the other, with the battle and the dice after each.

The server's dice are thrown at once, or declared and mixed with the fresh values of those who take part.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from fireline.chance import FixedDice
from fireline.chance.thrown import RecordingDice, Transcript
from fireline.game.battle import Battle, PlayResult
from fireline.game.command import Command, read_command
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.preview import FaceMissing, laying
from fireline.ruling.prose import listing
from fireline.server.dice.book import DiceBook
from fireline.server.dice.hashes import SERVER, commitment, commitment_to, fresh_secret, own_value, seal
from fireline.server.problems import Problem
from fireline.server.store.rows import NewEvent
from fireline.server.tables.game import Game
from fireline.server.tables.happened import HAPPENED
from fireline.server.tables.messages import DiceExpected, NothingBody, RotateBody, SaidBody, ValueBody, WithoutBody
from fireline.server.tables.seats import AGREED, FIRST, Seat, players_of
from fireline.server.tables.views import names


def forbidden(problem: str) -> Problem:
    """A command that is another's to say, or nobody's."""
    return Problem(403, Code.FORBIDDEN, problem, kind="forbidden")


def stale(problem: str) -> Problem:
    """A command about a battle, or dice, that have gone on since."""
    return Problem(409, Code.STALE, problem, kind="stale")


class Planned(NamedTuple):
    """An event that is to be appended, and the battle after it.

    `actor` is whose it is where that is not the speaker: it goes on with what somebody else said before.
    """

    kind: str
    body: dict[str, Any]
    after: Battle
    actor: str | None = None


LOG_FORMAT = 3
"""The format of logs that are begun now: whatever they keep is checked, and nothing that is derived is kept."""
Play = Callable[[Battle, Command, Callable[[], RecordingDice]], Awaitable[tuple[PlayResult, Transcript]]]
"""Carry a command out with fresh dice, here or in another process, and give what happened and what was thrown."""


def carry_out(battle: Battle, command: Command, fresh: Callable[[], RecordingDice]) -> tuple[PlayResult, Transcript]:
    """Carry a command out here."""
    dice = fresh()
    return battle.play(command, dice), dice.transcript


class AtTable(NamedTuple):
    """What a decision needs of the table beside its game.

    `settings` are those that it was opened with; `sitting` the seats that may speak, with the sides that they play;
    `gone` the seats of which everybody has left.
    """

    settings: Mapping[str, Any]
    seeds: Mapping[str, bytes]
    sitting: Mapping[str, Sequence[str]]
    gone: frozenset[str] = frozenset()


def opening(battle: Battle, name: str, settings: Mapping[str, Any]) -> Planned:
    """The first event of a table."""
    return Planned("start", {"battle": battle.data(), "name": name, **settings}, battle)


def command_body(command: Command, turned: PlayResult, who: str) -> dict[str, Any]:
    """What came of a command of a seat, as its event has it: what people are shown is derived from it."""
    return {"command": command.data(), "events": [event.data() for event in turned.events], "who": who}


def to_keep(kind: str, actor: str, body: Mapping[str, Any], state: str, cmd_id: str | None = None) -> NewEvent:
    """An event that is to be kept; raises pydantic's `ValidationError` for a body that is not as its kind has it."""
    HAPPENED[kind].model_validate(body)
    return NewEvent(kind=kind, actor=actor, body=dict(body), state=state, cmd_id=cmd_id)


class Dicing:
    """What one seat's command leads to, event by event: here what it has to do with dice."""

    def __init__(self, table: AtTable, game: Game, seat: Seat, play: Play) -> None:
        self.settings, seeds, self.sitting, self.gone = table
        self.players = frozenset(players_of(self.sitting))
        """The seats whose players are asked for their consent."""
        self.game, self.seat, self.seeds, self._play = game, seat, dict(seeds), play
        self.new_seeds: dict[str, bytes] = {}
        """Secret seeds that are to be kept before the events, by their commitments."""
        self.planned: list[Planned] = []
        """The events that it leads to in order, none where all is said."""
        self._book: DiceBook = game.book

    def to_keep(self, cmd_id: str | None) -> Iterator[NewEvent]:
        """The events, to be appended; the last one that is the speaker's own carries the command's id."""
        last = next((event for event in reversed(self.planned) if event.actor is None), None)
        for event in self.planned:
            own = cmd_id if event is last else None
            yield to_keep(event.kind, event.actor or self.seat.name, event.body, event.after.fingerprint, own)

    def _plan(self, kind: str, body: dict[str, Any], after: Battle | None = None, actor: str | None = None) -> None:
        """One more event; raises `BattleFileError` where its dice could not have been fair."""
        self._book = self._book.after(body)
        now = self.planned[-1].after if self.planned else self.game.battle
        self.planned.append(Planned(kind, body, after or now, actor))

    def _actor(self, who: str) -> str | None:
        """Whose an event is: None for the speaker's own."""
        return None if who == self.seat.name else who

    def _check_not_waiting(self, body: SaidBody) -> None:
        declared = self._book.mixing.declared
        if declared is not None and not body.while_waiting:
            problem = f"Dice are being thrown for {declared.by}; {_awaited(self._book.mixing.silent)}."
            raise Problem(422, Code.NOT_NOW, problem, kind="waiting")

    def _check_dice(self, expected: DiceExpected | None) -> None:
        """Raise `Problem` where the dice are not those that the speaker expects."""
        mixing = self._book.mixing
        if expected and (expected.roll != mixing.roll or not set(expected.seats) <= set(mixing.standing) - self.gone):
            raise stale("The dice have changed since: look who takes part in the roll.")

    # --- throwing --------------------------------------------------------------------

    async def leave(self, seats: Iterable[str]) -> None:
        """These seats take no part in the dice any more, where they still do."""
        standing = self._book.mixing.standing
        if away := sorted({*seats} & set(standing)):
            gave = {seat: standing[seat] for seat in away}
            self._plan("dice_away", {"away": away, "gave": gave}, actor=self._actor(away[0]))

    async def _throw(self, command: Command, by: str | None = None) -> None:
        """Carry a command out; where dice are thrown and seats take part in them, only declare it.

        `by` is who said it where that is not the speaker.
        """
        if not self._book.mixing.standing or names(command.data(), self.game.hidden):
            await self._finish(command, by)  # who mixes is told for what, so for hidden units nobody does
        elif (turned := await self._without_dice(command)) is not None:
            self._plan("command", command_body(command, turned[0], by or self.seat.name), turned[0].battle, by)
        else:
            await self._declare(command, by)

    async def _without_dice(self, command: Command) -> tuple[PlayResult, Any] | None:
        """What comes of a command for which no dice are thrown; None where some are."""
        try:
            with laying(()):
                return await self._play(self.game.battle, command, FixedDice)
        except FaceMissing:
            return None

    async def _declare(self, command: Command, by: str | None) -> None:
        mixing, commit = self._book.mixing, self._book.commit
        fixed = {"roll": mixing.roll, "by": by or self.seat.name, "command": command.data()}
        declared = fixed | {"seats": dict(mixing.standing), "commit": commit} | await self._pledge(commit, mixing.roll)
        self._plan("declared", {"declared": declared}, actor=by)

    async def _pledge(self, commit: str, roll: int) -> dict[str, Any]:
        """What the server commits itself to in a declaration: its own value, and the log as far as it goes."""
        secret, table, last = self.seeds[commit], self._book.mixing.table, self.game.log[-1].event
        sealed = {"sealed": seal(secret, table, last.seq, last.hash)}
        pledge = {"server": commitment_to(table, roll, SERVER, own_value(secret, table, roll)), "seen": last.seq}
        return pledge | (sealed if self.game.closed else {"head": last.hash})

    async def _finish(self, command: Command, by: str | None) -> None:
        """Throw the dice of a command, now that everything they are made of is there."""
        turned, record = await self._thrown(command)
        self._plan("command", command_body(command, turned, by or self.seat.name) | record, turned.battle, by)

    async def _thrown(self, command: Command) -> tuple[PlayResult, dict[str, Any]]:
        """What comes of a command with the server's dice, and what the log keeps of them."""
        fresh = partial(self._book.dice, self.seeds[self._book.commit], closed=self.game.closed)
        turned, transcript = await self._play(self.game.battle, command, fresh)
        dice = fresh()
        dice.transcript = transcript
        return turned, dice.record()

    # --- values of the seats ---------------------------------------------------------

    async def _dice_value(self, body: ValueBody) -> None:
        mixing, seat = self._book.mixing, self.seat.name
        self._check_servers_dice()
        if body.value is not None:
            if mixing.values.get(seat) == body.value:
                return
            value = {"seat": seat, "roll": body.roll, "context": body.context, "value": body.value, "next": body.commit}
            self._plan("dice_value", {"value": value})
            declared = self._book.mixing.declared
            if declared is not None and not self._book.mixing.silent:
                await self._finish(read_command(declared.command, self.game.battle.ruleset.command_types), declared.by)
        elif body.commit is None:
            await self.leave([seat])
        elif body.roll != mixing.roll:
            raise stale(f"The next roll is number {mixing.roll}.")
        elif mixing.standing.get(seat) != body.commit and self._book.commit:  # else no roll is to come
            instead = {"instead": mixing.standing[seat]} if seat in mixing.standing else {}
            joined = {"seat": seat, "roll": body.roll, "commit": body.commit}
            self._plan("dice_joined", {"joined": joined} | instead)

    async def _without_seat(self, body: WithoutBody) -> None:
        mixing = self._book.mixing
        if mixing.declared is None or set(body.seats) != set(mixing.silent):
            raise stale(_awaited(mixing.silent) + "." if mixing.declared else "No dice wait for anybody.")
        asked = mixing.asked_to_go_on(self.players, self.seat.name)
        agreed = self.game.going_on | {self.seat.name}
        if self.seat.is_gm:
            await self.go_on(_said_why(body.reason), [self.seat.name])
        elif agreed >= asked:
            await self.go_on(AGREED, agreed & (asked | {self.seat.name}))
        else:
            self._plan("without_request", {"who": self.seat.name, "seats": mixing.silent, "asked": sorted(asked)})

    async def go_on(self, why: str, who: Iterable[str]) -> None:
        """Give up the roll that waits, and throw its command's dice anew without the seats that are silent."""
        mixing = self._book.mixing
        assert mixing.declared is not None  # noqa: S101
        command = read_command(mixing.declared.command, self.game.battle.ruleset.command_types)
        await self.leave(self.gone)
        without = {"roll": mixing.declared.roll, "seats": mixing.silent, "why": why, "who": sorted(who)}
        self._plan("without_seat", {"without": without})
        await self._throw(command, mixing.declared.by)

    # --- the server's secret ---------------------------------------------------------

    async def _rotate_dice(self, body: RotateBody) -> None:
        self._check_servers_dice()
        agreed = self.game.rotating | {self.seat.name}
        if not self._book.commit:
            self._new_commitment(self._first())
        elif self.seat.is_gm:
            self._new_commitment({"rotated": {"who": [self.seat.name], "why": _said_why(body.reason)}})
        elif agreed >= self.players:
            self._new_commitment({"rotated": {"who": sorted(agreed), "why": AGREED}})
        else:
            self._plan("rotate_request", {"asked": sorted(self.players - agreed)})

    def _first(self) -> dict[str, Any]:
        return {"rotated": {"who": [self.seat.name], "why": FIRST}}

    def _new_commitment(self, why: dict[str, Any]) -> None:
        """A new secret seed; what was behind the old commitment is made known, and the seats' own values stay."""
        self._plan("rotate_dice", self._opened() | why | {"commit": self._fresh_commitment()})

    def _fresh_commitment(self) -> str:
        """A commitment to a new secret seed."""
        seed = fresh_secret()
        self.new_seeds[commitment(seed)] = seed
        self.seeds |= self.new_seeds
        return commitment(seed)

    async def _reveal(self, _: NothingBody) -> None:
        if self.game.revealed:
            raise BattleFileError(Code.NOT_NOW, "the game has been revealed already", "kind")
        standing = self._book.mixing.standing
        self._plan("reveal", self._opened() | ({"next": dict(standing)} if standing else {}))

    def _opened(self) -> dict[str, Any]:
        """The secret behind the commitment in force, with the seeds that were given under it."""
        old = self._book.commit
        if old and old not in self.seeds:  # in a log that somebody wrote
            raise BattleFileError(Code.MISSING, f"the secret seed behind {shown(old, 80)} stands nowhere", "reveal")
        seeds = {"seeds": dict(self._book.seeds)} if self._book.seeds else {}
        return {"reveal": {"commit": old, "seed": self.seeds[old].hex()}} | seeds if old else {}

    def _check_servers_dice(self) -> None:
        if self.settings.get("dice") == "real":
            raise BattleFileError(Code.UNSUPPORTED, "there are no server's dice at this table", "kind")


def said_why(given: str | None) -> str:
    """The game master's reason; raises `BattleFileError` where there is none."""
    if not given:
        problem = "is missing; what the rules do not know the game master does with a reason, which the log keeps"
        raise BattleFileError(Code.MISSING, problem, "body.reason")
    return given


def _said_why(given: str | None) -> str:
    """The same where the log keeps it beside reasons of its own."""
    if given in {AGREED, FIRST}:
        raise BattleFileError(Code.CONFLICT, f"{shown(given)} is what the log says where it was so", "body.reason")
    return said_why(given)


def _awaited(seats: list[str]) -> str:
    return f"{listing(seats)} {'has' if len(seats) == 1 else 'have'} still to show a value"
