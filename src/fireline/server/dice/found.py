"""What a referee has seen of the dice of a log: every roll with those who mixed it, every change of the secret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fireline.server.consent import GM, Irregular
from fireline.server.dice.mixing import Mixing
from fireline.server.store.rows import KeptEvent


class Roll(NamedTuple):
    """A roll that was thrown.

    `seats` are those that mixed a fresh value into it, none where it rests on the server's word; then `given` are the
    seats whose seeds, given beforehand, went into it. `dice` of them were made again if `proven`, or wait for a secret.
    """

    seq: int
    number: int
    dice: int
    proven: bool
    seats: tuple[str, ...] = ()
    given: tuple[str, ...] = ()


class Consent(NamedTuple):
    """By whose will something was done: `who` agreed or gave the reason `why`, and `unasked` should have been asked."""

    who: tuple[str, ...]
    why: str = ""
    unasked: tuple[str, ...] = ()


class Repeated(NamedTuple):
    """A roll that was given up because seats were silent, and declared again."""

    seq: int
    number: int
    silent: tuple[str, ...]
    by: Consent


class Rotation(NamedTuple):
    """A new secret while rolls could still be thrown under the old one."""

    seq: int
    by: Consent


@dataclass
class Found:
    """What a referee has seen so far."""

    events: int = 0
    commits: int = 0
    laid: int = 0
    """Dice without proof: real ones, whose faces were typed in."""
    thrown: list[Roll] = field(default_factory=list)
    irregular: Sequence[Irregular] = ()
    """What was done outside the rules."""
    whole: bool = True
    """Whether it was checked who did what: not so for logs that an older Fireline began."""
    repeated: list[Repeated] = field(default_factory=list)
    rotations: list[Rotation] = field(default_factory=list)
    heads: list[tuple[str, str]] = field(default_factory=list)
    """The hash of every event, and the commitment in force after it."""
    secrets: Mapping[str, bytes] = field(default_factory=dict)
    """The secret seeds that are known, by commitment."""

    seeded: set[str] = field(default_factory=set)
    """The seats that gave seeds beforehand."""
    players: set[str] = field(default_factory=set)
    """The seats whose players have to be asked."""
    votes: dict[str, set[str]] = field(default_factory=lambda: {"rotate_request": set(), "without_request": set()})
    """Who has agreed so far to a new secret, and to going on without those who are silent."""

    @property
    def rolls(self) -> int:
        """How many rolls there were."""
        return len(self.thrown)

    @property
    def proven(self) -> int:
        """Dice whose faces were made again."""
        return sum(roll.dice for roll in self.thrown if roll.proven)

    @property
    def waiting(self) -> int:
        """Dice whose secret is not known yet."""
        return sum(roll.dice for roll in self.thrown if not roll.proven)

    @property
    def dice(self) -> int:
        """All dice."""
        return self.proven + self.waiting + self.laid

    @property
    def seats(self) -> set[str]:
        """The seats that gave anything for the dice."""
        return {seat for roll in self.thrown for seat in (*roll.seats, *roll.given)} | self.seeded

    def see(self, event: KeptEvent, before: Mixing) -> None:
        """Take in what an event that was checked says of giving up rolls and of new secrets."""
        body, actor = event.body, event.actor
        self._see_seats(body)
        self.commits += "commit" in body
        if event.kind in self.votes:
            self.votes[event.kind].add(actor)
        if "reveal" in body and "commit" in body:
            by = self._consent(body.get("rotated"), actor, "rotate_request", self.players)
            self.rotations.append(Rotation(event.seq, by))
        if "commit" in body:
            self.votes["rotate_request"] = set()
        if before.declared is not None and {"without", "rolled"} & set(body):
            silent = tuple(before.silent)
            if silent:
                asked = set(before.declared.seats) - set(silent)
                by = self._consent(body["without"], actor, "without_request", asked)
                self.repeated.append(Repeated(event.seq, before.declared.roll, silent, by))
            self.votes["without_request"] = set()

    def _consent(self, told: Mapping[str, Any] | None, actor: str, votes: str, asked: set[str]) -> Consent:
        """Who was behind something, as far as the log bears it out."""
        if told is None:  # as tables once allowed: whoever asked for it had it
            return Consent((actor,), unasked=tuple(sorted(asked - {actor})) or ("anybody else",))
        agreed = self.votes[votes] | {actor}
        if told["why"] != "agreed":
            return Consent(tuple(map(str, told["who"])), str(told["why"]))
        return Consent(tuple(sorted(agreed)), unasked=tuple(sorted(asked - agreed)))

    def _see_seats(self, body: Mapping[str, Any]) -> None:
        if "battle" in body and isinstance(body.get("seats"), list | tuple):
            self.players |= {str(one["name"]) for one in body["seats"] if one["sides"] and one["name"] != GM}
        if "action" in body and body.get("seat") != GM:
            seat = {str(body["seat"])}
            self.players = self.players - seat if body["action"] == "revoke" else self.players | seat
