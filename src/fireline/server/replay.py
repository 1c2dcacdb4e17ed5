"""The battle of a table as its events go by; what an event does to it is said by its body, whatever its kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fireline.game.battle import Battle
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.event import read_event
from fireline.game.files import NO_FILES, Files
from fireline.server.store.errors import at
from fireline.server.store.rows import KeptEvent

HELD = 50
"""Of how many of the last steps the battle before them is held where it is known elsewhere."""


class Replay:
    """A game as it is replayed: its battle now, and the steps that still stand.

    `battle` in a body takes the place of the battle; `events` happen to it; `undoes` names the last step that stands
    and brings back the battle before it. A body with none of these leaves the battle as it is.
    """

    def __init__(self, files: Files = NO_FILES, *, before: Callable[[int], Battle] | None = None) -> None:
        """`before` knows the battle before any event: then only that of the last steps is held here."""
        self._files, self._before = files, before
        self._battle: Battle | None = None
        self._standing: list[tuple[int, Battle | None]] = []
        """The steps that stand, by the number of their event, each with the battle before it."""

    @property
    def battle(self) -> Battle:
        """The battle now; raises `BattleFileError` before the first event."""
        if self._battle is None:
            raise BattleFileError(Code.MISSING, "the table has not been opened with a battle", "battle")
        return self._battle

    @property
    def last(self) -> int:
        """The number of the last step that stands and may be undone, 0 where there is none."""
        return self._standing[-1][0] if self._standing else 0

    @property
    def earlier(self) -> Battle | None:
        """The battle before the last step that stands, None where there is none or it is known elsewhere."""
        return self._standing[-1][1] if self._standing else None

    def after(self, body: Mapping[str, Any]) -> Battle:
        """The battle after an event of this body; raises `BattleFileError` where it fits no such event."""
        if sum(key in body for key in ("battle", "events", "undoes")) > 1:
            raise BattleFileError(Code.CONFLICT, "an event has only one of battle, events and undoes")
        if "undoes" in body:
            if body["undoes"] != self.last or isinstance(body["undoes"], bool) or not self._standing:
                allowed = f"event {self.last} is" if self._standing else "none is"
                raise BattleFileError(
                    Code.MISMATCH, f"{shown(body['undoes'])} is not the last step that stands; {allowed}", "undoes"
                )
            return self._undone()
        return after_body(body, self._battle, self._files)

    def _undone(self) -> Battle:
        """The battle before the last step that stands."""
        seq, battle = self._standing[-1]
        if battle is None and self._before is not None:
            battle = self._before(seq)
        assert battle is not None, "it is held, or known elsewhere"  # noqa: S101
        return battle

    def checked(self, event: KeptEvent) -> Battle:
        """The battle after the next event of the log; raises `BattleFileError`, also where it is in another state."""
        after = self.after(event.body)
        if event.state != after.fingerprint:
            raise BattleFileError(Code.MISMATCH, "leads to another state than the one written down")
        return after

    def take(self, event: KeptEvent) -> Battle:
        """Take the next event of the log; gives the battle after it, and raises `BattleFileError` as `checked` does."""
        try:
            after = self.checked(event)
        except BattleFileError as wrong:
            raise at(f"event {event.seq}", wrong) from None
        self.accept(event, after)
        return after

    def accept(self, event: KeptEvent, after: Battle) -> None:
        """Take the next event of the log when the battle after it is known and checked already."""
        if "undoes" in event.body:
            self._standing.pop()
        elif self._battle is not None and ("events" in event.body or "battle" in event.body):
            self._standing.append((event.seq, self._battle))
            if self._before is not None and len(self._standing) > HELD:
                self._standing[-HELD - 1] = self._standing[-HELD - 1][0], None
        self._battle = after


def after_body(body: Mapping[str, Any], before: Battle | None, files: Files) -> Battle:
    """The battle after an event of this body, which takes nothing back; raises `BattleFileError`."""
    if "battle" in body:
        return Battle.read(body["battle"], files)
    if before is None:
        raise BattleFileError(Code.MISSING, "the table has not been opened with a battle", "battle")
    if "events" not in body:
        return before
    told = body["events"]
    if not isinstance(told, list | tuple):
        raise BattleFileError(Code.WRONG_TYPE, f"{shown(told)} is not a list", "events")
    events = [read_event(one, before.ruleset.events, f"events[{n}]") for n, one in enumerate(told)]
    try:
        return before.happen(events).battle
    except Exception:  # noqa: BLE001 - rules and state are sound, so whatever breaks is the fault of the event
        raise BattleFileError(Code.MISMATCH, "they do not fit the battle before them", "events") from None
