"""A game at a table, folded from its events: the battle, the steps that stand, the dice, and what is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fireline.game.battle import Battle
from fireline.game.files import Files
from fireline.questions.forms.wire import as_json
from fireline.server.consent import Request, request_after, seats_after
from fireline.server.dice.book import DiceBook, Mixing
from fireline.server.hiding import Hidden, hidden_after
from fireline.server.modelfiles import server_files
from fireline.server.replay import Replay, after_body
from fireline.server.store import KeptEvent
from fireline.server.tables.history import History, LoggedEvent


class StandingStep(NamedTuple):
    """A step that stands: the number of its event, who took it, and whether dice were thrown in it."""

    seq: int
    actor: str
    threw: bool


class Game:
    """Everything that the log of a table says."""

    def __init__(self, table: str, files: Files | None = None) -> None:
        """`files` are those that battles name, by default those of this server."""
        files = files or server_files()
        self._replay = Replay(files, before=self._before)
        self.log = History(lambda event, before: after_body(event.body, before, files))
        self.by_command: dict[str, int] = {}
        """The number of the event that a command led to, by its id."""
        self.steps: list[StandingStep] = []
        """The steps that stand, each undoable once those after it are undone."""
        self.book = DiceBook(mixing=Mixing(table))
        self.sitting: dict[str, tuple[str, ...]] = {}
        """The seats that may speak, with the sides that they play, as far as the log tells."""
        self.request: Request | None = None
        self.changed = 0
        """The number of the last event that changed the battle, or what its dice are made of."""
        self.rotating: frozenset[str] = frozenset()
        """The seats that have asked for a new secret seed."""
        self.going_on: frozenset[str] = frozenset()
        """The seats that agree to go on without those that are silent."""
        self.size = 0
        """How large the last battle was that was put on the table, in bytes of JSON."""
        self.state = ""
        """The fingerprint of the battle."""
        self._throwing = ""
        """The command for which dice are declared."""
        self.name = ""
        self.players: dict[str, str] = {}
        """What the players call themselves, by seat."""
        self.revealed = False
        """Whether the game master has ended the game, so that everybody may see everything."""
        self._hidden: list[tuple[int, Hidden]] = [(0, {})]
        """The units that are hidden from an event on, each time that they change."""

    @property
    def head(self) -> int:
        """The number of the last event."""
        return len(self.log)

    @property
    def battle(self) -> Battle:
        """The battle as it stands."""
        return self._replay.battle

    @property
    def closed(self) -> bool:
        """Whether something is hidden from somebody: then the server keeps its values and the hashes to itself."""
        return (self.battle.ruleset.hidden is not None or len(self._hidden) > 1) and not self.revealed

    @property
    def hidden(self) -> Hidden:
        """The units that are hidden now."""
        return self._hidden[-1][1]

    def hidden_at(self, seq: int | None = None) -> Hidden:
        """The units that were hidden when an event happened; None for now."""
        return next(hidden for since, hidden in reversed(self._hidden) if seq is None or since <= seq)

    @property
    def over(self) -> bool:
        """Whether the phase, or the round, is over."""
        return self.battle.turn.over

    def at(self, seq: int) -> Battle | None:
        """The battle after an event (0: the one the table began with), None where there is no such event."""
        return self.log[max(seq, 1) - 1].after if 0 <= seq <= self.head else None

    def checked(self, event: KeptEvent) -> Battle:
        """The battle after the next event of the log; raises `BattleFileError` where it is in another state."""
        return self._replay.checked(event)

    def take(self, event: KeptEvent, after: Battle | None = None) -> LoggedEvent:
        """The next event of the log; `after` is the battle after it where that is known already.

        Raises `BattleFileError` where it fits no such game.
        """
        before = self._replay.battle if self.log else None
        if after is None:
            after = self._replay.take(event)
        else:
            self._replay.accept(event, after)
        body = event.body
        self.book = self.book.after(body)
        self._steps(event)
        self.sitting = seats_after(self.sitting, event)
        self.request = request_after(self.request, event)
        if "battle" in body:
            self.size = len(as_json(body["battle"]))
        if event.kind == "rename":
            self.name = str(body["name"])
        if event.kind == "player":
            self.players[body["player"]["seat"]] = str(body["player"]["name"])
        self.revealed = self.revealed or event.kind == "reveal"
        if event.kind == "hide":
            self._hidden.append((event.seq, hidden_after(self.hidden, after, str(body["unit"]))))
        self._agreed(event)
        self._commanded(event)
        self.state = event.state
        told = LoggedEvent(event, before, after)
        self.log.append(told)
        return told

    def _before(self, seq: int) -> Battle:
        """The battle before an event that is no first one."""
        before = self.log[seq - 1].before
        assert before is not None, "the first event is no step"  # noqa: S101
        return before

    def since(self, seq: int) -> Sequence[StandingStep]:
        """The steps that stand from an event on, () where that is none of them."""
        first = next((n for n, step in enumerate(self.steps) if step.seq == seq), len(self.steps))
        return self.steps[first:]

    def _commanded(self, event: KeptEvent) -> None:
        """Which command led to this event; dice that were declared are thrown later, by the same command."""
        if event.cmd_id is not None:
            self.by_command[event.cmd_id] = event.seq
            if "declared" in event.body:
                self._throwing = event.cmd_id
        elif "command" in event.body and self._throwing:
            self.by_command[self._throwing], self._throwing = event.seq, ""

    def _agreed(self, event: KeptEvent) -> None:
        match event.kind:
            case "rotate_request":
                self.rotating |= {event.actor}
            case "without_request":
                self.going_on |= {event.actor}
        if "commit" in event.body:
            self.rotating = frozenset()
        if self.book.mixing.declared is None or "declared" in event.body:
            self.going_on = frozenset()

    def _steps(self, event: KeptEvent) -> None:
        body = event.body
        if {"commit", "reveal", "away", "without"} & set(body):
            self.changed = event.seq
        if not {"battle", "events", "undoes"} & set(body):
            return
        self.changed = event.seq
        if "undoes" in body:
            self.steps.pop()
        elif self.log:
            self.steps.append(StandingStep(event.seq, event.actor, bool(body.get("throws"))))
