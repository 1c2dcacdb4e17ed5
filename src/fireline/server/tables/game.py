"""A game at a table, folded from its events: the battle, the steps that stand, the dice, and what is asked for.

What an event does to the battle is said by its body, whatever its kind. The last events are held as they are, all
others packed, and unpacked when they are asked for.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from fireline.game.battle import Battle
from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.log import happened
from fireline.game.result import as_json
from fireline.game.ruleset import NO_FILES, Files
from fireline.server.dice.book import DiceBook, Mixing
from fireline.server.modelfiles import server_files
from fireline.server.store.rows import KeptEvent, at
from fireline.server.tables.seats import Request, request_after, seats_after

BLOCK = 50
"""How many events are packed together."""
RECENT = BLOCK
"""How many of the last events are held as they are, at least."""
UNPACKED = 4
"""How many blocks that were asked for are held unpacked."""

Hidden = Mapping[str, str]
"""The units that are hidden, each with its side, which sees it all the same."""


class LoggedEvent(NamedTuple):
    """An event of the log with the battle before it (None: it is the first) and after it."""

    event: KeptEvent
    before: Battle | None
    after: Battle


class History:
    """The events of a table in order, a few hundred bytes each however many there are."""

    def __init__(self) -> None:
        self._packed: list[bytes] = []
        self._recent: list[LoggedEvent] = []
        self._block = lru_cache(UNPACKED)(self._unpack)

    def append(self, event: LoggedEvent) -> None:
        """The next event."""
        self._recent.append(event)
        if len(self._recent) >= RECENT + BLOCK:  # battles share what did not change, so together they are small
            self._packed.append(zlib.compress(pickle.dumps(self._recent[:BLOCK]), 1))
            del self._recent[:BLOCK]

    def __len__(self) -> int:
        return BLOCK * len(self._packed) + len(self._recent)

    def __getitem__(self, n: int) -> LoggedEvent:
        packed, size = BLOCK * len(self._packed), len(self)
        n += size if n < 0 else 0
        if not 0 <= n < size:
            raise IndexError(n)
        return self._recent[n - packed] if n >= packed else self._block(n // BLOCK)[n % BLOCK]

    def __iter__(self) -> Iterator[LoggedEvent]:
        return (self[n] for n in range(len(self)))

    def _unpack(self, number: int) -> list[LoggedEvent]:
        found: list[LoggedEvent] = pickle.loads(zlib.decompress(self._packed[number]))  # noqa: S301 - packed here
        return found


class StandingStep(NamedTuple):
    """A step that stands: the number of its event, who took it, and whether dice were thrown in it."""

    seq: int
    actor: str
    threw: bool


class Replay:
    """A game as it is replayed: its log, its battle now, and the steps that still stand.

    `battle` in a body takes the place of the battle; `events` happen to it; `undoes` names the last step that stands
    and brings back the battle before it. A body with none of these leaves the battle as it is.
    """

    def __init__(self, files: Files = NO_FILES) -> None:
        self._files = files
        self.log = History()
        self.steps: list[StandingStep] = []
        """The steps that stand, each undoable once those after it are undone."""

    @property
    def battle(self) -> Battle:
        """The battle now; raises `BattleFileError` before the first event."""
        if not self.log:
            raise BattleFileError(Code.MISSING, "the table has not been opened with a battle", "battle")
        return self.log[-1].after

    @property
    def last(self) -> int:
        """The number of the last step that stands and may be undone, 0 where there is none."""
        return self.steps[-1].seq if self.steps else 0

    def after(self, body: Mapping[str, Any]) -> Battle:
        """The battle after an event of this body; raises `BattleFileError` where it fits no such event."""
        if sum(key in body for key in ("battle", "events", "undoes")) > 1:
            raise BattleFileError(Code.CONFLICT, "an event has only one of battle, events and undoes")
        if "battle" in body:
            return Battle.read(body["battle"], self._files)
        if "undoes" not in body:
            return happened(self.battle, body["events"], "events")[1] if "events" in body else self.battle
        before = self.log[self.last - 1].before if self.steps else None
        if before is None or body["undoes"] != self.last or isinstance(body["undoes"], bool):
            allowed = f"event {self.last} is" if self.steps else "none is"
            problem = f"{shown(body['undoes'])} is not the last step that stands; {allowed}"
            raise BattleFileError(Code.MISMATCH, problem, "undoes")
        return before

    def checked(self, event: KeptEvent) -> Battle:
        """The battle after the next event of the log; raises `BattleFileError`, also where it is in another state."""
        after = self.after(event.body)
        if event.state != after.fingerprint:
            raise BattleFileError(Code.MISMATCH, "leads to another state than the one written down")
        return after

    def take(self, event: KeptEvent, after: Battle | None = None) -> Battle:
        """Take the next event of the log; `after` is the battle after it where that is known and checked already.

        Gives the battle after it, and raises `BattleFileError` as `checked` does.
        """
        if after is None:
            with at(f"event {event.seq}"):
                after = self.checked(event)
        if "undoes" in event.body:
            self.steps.pop()
        elif self.log and ("events" in event.body or "battle" in event.body):
            self.steps.append(StandingStep(event.seq, event.actor, bool(event.body.get("throws"))))
        self.log.append(LoggedEvent(event, self.log[-1].after if self.log else None, after))
        return after


class Game(Replay):
    """Everything that the log of a table says."""

    def __init__(self, table: str, files: Files | None = None) -> None:
        """`files` are those that battles name, by default those of this server."""
        super().__init__(files or server_files())
        self.by_command: dict[str, int] = {}
        """The number of the event that a command led to, by its id."""
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

    def take(self, event: KeptEvent, after: Battle | None = None) -> Battle:
        """Take the next event of the log; raises `BattleFileError` where it fits no such game."""
        body, after = event.body, super().take(event, after)
        self.book = self.book.after(body)
        if {"battle", "events", "undoes", "commit", "reveal", "away", "without"} & set(body):
            self.changed = event.seq
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
        return after

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


def hidden_after(hidden: Hidden, battle: Battle, unit: str) -> dict[str, str]:
    """The units that are hidden once one is hidden in a battle, or shown again.

    Raises `BattleFileError` for a unit that there is not.
    """
    if unit in hidden:
        return {id_: side for id_, side in hidden.items() if id_ != unit}
    whose = battle.side_by_id
    return {**hidden, one_of(unit, whose, "unit of this battle", "unit"): whose[unit]}
