"""What a referee has seen of the dice of a log: every roll with those who mixed it, every change of the secret."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from fireline.server.consent import Irregular, irregular_of, players_of
from fireline.server.store.rows import KeptEvent

if TYPE_CHECKING:
    from fireline.server.tables.game import Game


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
    irregular: list[Irregular] = field(default_factory=list)
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
    loose: dict[str, int] = field(default_factory=dict)
    """What was given for the dice and nothing bears out yet: the event of the last commitment, seed, or next value."""

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
    def waits(self) -> bool:
        """Whether something waits for a secret that is not known yet, or for an event that bears it out."""
        return bool(self.waiting or (self.whole and self.loose))

    @property
    def dice(self) -> int:
        """All dice."""
        return self.proven + self.waiting + self.laid

    @property
    def seats(self) -> set[str]:
        """The seats that gave anything for the dice."""
        return {seat for roll in self.thrown for seat in (*roll.seats, *roll.given)} | self.seeded

    def see(self, event: KeptEvent, game: Game) -> None:
        """Take in an event that was checked; `game` is as it was before."""
        body, actor, declared = event.body, event.actor, game.book.mixing.declared
        act = irregular_of(event, lambda seq: bool(game.log[seq - 1].event.body.get("throws")))
        if event.kind == "override" and "of" in body and self.irregular:
            self.irregular.pop()  # the throw was taken back for this: both are one act
        if act is not None:
            self.irregular.append(act)
        if "commit" in body:
            self.commits += 1
            if "reveal" in body:
                by = _consent(body.get("rotated"), actor, game.rotating, {*players_of(game.sitting)})
                self.rotations.append(Rotation(event.seq, by))
        if declared is not None and "without" in body:
            silent = tuple(game.book.mixing.silent)
            by = _consent(body["without"], actor, game.going_on, set(declared.seats) - set(silent))
            self.repeated.append(Repeated(event.seq, declared.roll, silent, by))
        for told, settled in BEARS_OUT.items():
            if told in body:
                self.loose = {name: seq for name, seq in self.loose.items() if name not in settled}
        self.loose |= {name: event.seq for name in ("commit", "client_seed", "joined", "value") if name in body}
        self.events += 1


BEARS_OUT = {
    "reveal": ("commit", "client_seed", "joined", "value"),
    "proof": ("commit", "client_seed"),
    "declared": ("commit", "joined", "value"),
    "rolled": ("joined", "value"),
}
"""What an event with such an entry names again of what was given for the dice before it."""


def _consent(told: Mapping[str, Any] | None, actor: str, votes: frozenset[str], asked: set[str]) -> Consent:
    """Who was behind something, as far as the log bears it out."""
    if told is None:  # as tables once allowed: whoever asked for it had it
        return Consent((actor,), unasked=tuple(sorted(asked - {actor})) or ("anybody else",))
    if told["why"] != "agreed":
        return Consent(tuple(map(str, told["who"])), str(told["why"]))
    agreed = votes | {actor}
    return Consent(tuple(sorted(agreed)), unasked=tuple(sorted(asked - agreed)))
