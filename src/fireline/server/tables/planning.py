"""Events that are to be appended, one after the other, with the battle and the dice book after each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

from fireline.chance.thrown import RecordingDice, Transcript
from fireline.game.battle import Battle, PlayResult
from fireline.game.command import Command
from fireline.server.consent import players_of
from fireline.server.dice.book import DiceBook
from fireline.server.problems import Problem
from fireline.server.store import NewEvent
from fireline.server.tables.game import Game
from fireline.server.tables.happened import HAPPENED
from fireline.server.tables.seats import Seat
from fireline.server.tables.shapes import Why


class Refused(Exception):
    """A command that is not carried out, and why."""

    def __init__(self, why: Why, problem: Problem) -> None:
        super().__init__(why, problem.detail)
        self.why: Why = why
        self.problem = problem


class Planned(NamedTuple):
    """An event that is to be appended, and the battle after it.

    `actor` is whose it is where that is not the speaker: it goes on with what somebody else said before.
    """

    kind: str
    body: dict[str, Any]
    after: Battle
    state: str
    actor: str | None = None


class Decision(NamedTuple):
    """What comes of a command: events in order, none where all is said, and secret seeds to be kept before them."""

    events: list[Planned]
    seeds: dict[str, bytes]


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


class Planner:
    """What one seat's command leads to, event by event."""

    def __init__(self, table: AtTable, game: Game, seat: Seat, play: Play) -> None:
        self.settings, seeds, self.sitting, self.gone = table
        self.players = frozenset(players_of(self.sitting))
        """The seats whose players are asked for their consent."""
        self.game, self.seat, self.seeds, self._play = game, seat, dict(seeds), play
        self._new_seeds: dict[str, bytes] = {}
        self._book: DiceBook = game.book
        self._events: list[Planned] = []

    @property
    def decided(self) -> Decision:
        """Everything that was planned."""
        return Decision(self._events, self._new_seeds)

    def _plan(self, kind: str, body: dict[str, Any], after: Battle | None = None, actor: str | None = None) -> None:
        """One more event; raises `BattleFileError` where its dice could not have been fair."""
        self._book = self._book.after(body)
        if after is None:
            now = self._events[-1] if self._events else None
            battle, state = (now.after, now.state) if now else (self.game.battle, self.game.state)
        else:
            battle, state = after, after.fingerprint
        self._events.append(Planned(kind, body, battle, state, actor))

    def _actor(self, who: str) -> str | None:
        """Whose an event is: None for the speaker's own."""
        return None if who == self.seat.name else who


def opening(battle: Battle, name: str, settings: Mapping[str, Any]) -> Planned:
    """The first event of a table."""
    return Planned("start", {"battle": battle.data(), "name": name, **settings}, battle, battle.fingerprint)


def came(command: Command, turned: PlayResult, who: str) -> dict[str, Any]:
    """What came of a command of a seat, as its event has it: what people are shown is derived from it."""
    return {"command": command.data(), "events": [event.data() for event in turned.events], "who": who}


def to_keep(kind: str, actor: str, body: Mapping[str, Any], state: str, cmd_id: str | None = None) -> NewEvent:
    """An event that is to be kept; raises pydantic's `ValidationError` for a body that is not as its kind has it."""
    HAPPENED[kind].model_validate(body)
    return NewEvent(kind=kind, actor=actor, body=body, state=state, cmd_id=cmd_id)
