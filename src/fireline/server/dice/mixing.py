"""What a log says of mixed dice: which seats take part, the roll that is declared, the values shown so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from fireline.chance.dice import Die
from fireline.chance.thrown import RecordingDice
from fireline.game.entries import read_entry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.questions.forms.throws import throws_of
from fireline.server.dice.facts import Declared, Joined, Rolled, Value, Without
from fireline.server.dice.values import SERVER, commitment_to, context_of, own_value, stream
from fireline.server.proof import face
from fireline.server.store.chain import canonical

F = TypeVar("F")


@dataclass(frozen=True)
class Mixing:
    """The mixed dice of a table after some of its events; every method that changes anything gives a new one."""

    table: str = ""
    roll: int = 1
    """The number of the next roll to be declared."""
    standing: Mapping[str, str] = field(default_factory=dict)
    """The seats that take part in it, with their commitments."""
    declared: Declared | None = None
    """The roll that waits for values."""
    values: Mapping[str, str] = field(default_factory=dict)
    """The values shown for it so far."""

    @property
    def silent(self) -> list[str]:
        """The seats whose value is waited for."""
        return [] if self.declared is None else sorted(set(self.declared.seats) - set(self.values))

    def asked_to_go_on(self, players: Iterable[str], speaker: str) -> frozenset[str]:
        """Whose consent it needs to go on without the silent: who has shown a value, or else all who are not silent.

        Somebody silent who asks it himself asks everybody.
        """
        silent = frozenset(self.silent)
        shown = frozenset() if self.declared is None else frozenset(self.declared.seats) - silent
        return shown or frozenset(players) - (frozenset() if speaker in silent else silent) - {speaker}

    @property
    def context(self) -> str:
        """The context of the roll that is declared, "" where there is none."""
        return context_of(self.table, self.declared.data()) if self.declared else ""

    def after(self, body: Mapping[str, Any]) -> Mixing:
        """The dice after an event of this body; raises `BattleFileError` for one that could not have been fair."""
        mixing = self
        if "away" in body:
            mixing = _away(mixing, body["away"])
        if "without" in body:
            mixing = _without(mixing, read_entry(Without, body["without"], "without"))
        if "joined" in body:
            mixing = _joined(mixing, read_entry(Joined, body["joined"], "joined"))
        if "declared" in body:
            mixing = _declared(mixing, read_entry(Declared, body["declared"], "declared"))
        if "value" in body:
            mixing = _value(mixing, read_entry(Value, body["value"], "value"))
        if "rolled" in body:
            mixing = _rolled(mixing, read_entry(Rolled, body["rolled"], "rolled"), body.get("command"))
        return mixing

    def dice(self, secret: bytes, *, closed: bool) -> MixedDice:
        """The dice of the roll that is declared, once every value is shown; `closed` keeps the server's own back."""
        if self.declared is None or self.silent:
            raise BattleFileError(Code.NOT_NOW, "not every value has been shown", "values")
        return MixedDice(self, own_value(secret, self.table, self.declared.roll), closed=closed)


class MixedDice(RecordingDice):
    """The dice of one roll: every face follows from its context and from the values of all who take part."""

    def __init__(self, mixing: Mixing, server: str, *, closed: bool) -> None:
        super().__init__()
        assert mixing.declared is not None  # noqa: S101
        self._rolled: dict[str, Any] = {"roll": mixing.declared.roll, "context": mixing.context}
        self._rolled["next"] = dict(mixing.standing)
        if not closed:
            self._rolled["value"] = server
        self._words = stream(mixing.context, mixing.values, server)

    def land(self, die: Die[F]) -> F:
        """The face of an unbiased throw."""
        return die.faces[face(self._words, die.sides, die.weights)]

    def record(self) -> dict[str, Any]:
        """What the event of this roll keeps."""
        return {"throws": throws_of(self), "rolled": self._rolled}


def _joined(mixing: Mixing, joined: Joined) -> Mixing:
    _same("joined.roll", joined.roll, mixing.roll)
    return replace(mixing, standing={**mixing.standing, joined.seat: joined.commit})


def _away(mixing: Mixing, seats: object) -> Mixing:
    if not isinstance(seats, list | tuple) or not seats or not set(seats) <= set(mixing.standing):
        raise BattleFileError(Code.MISMATCH, f"{shown(seats)} do not take part", "away")
    return replace(mixing, standing={seat: one for seat, one in mixing.standing.items() if seat not in seats})


def _declared(mixing: Mixing, declared: Declared) -> Mixing:
    if mixing.declared is not None:
        raise BattleFileError(Code.NOT_NOW, f"roll {mixing.declared.roll} still waits for values", "declared")
    if (declared.head is None) == (declared.sealed is None):
        raise BattleFileError(Code.CONFLICT, "names either head or sealed", "declared")
    _same("declared.roll", declared.roll, mixing.roll)
    _same("declared.seats", declared.seats, dict(mixing.standing))
    return Mixing(mixing.table, mixing.roll + 1, {}, declared, {})


def _value(mixing: Mixing, value: Value) -> Mixing:
    declared = _waiting(mixing, "value")
    _same("value.roll", value.roll, declared.roll)
    if value.seat not in mixing.silent:
        raise BattleFileError(Code.NOT_NOW, f"no value of {shown(value.seat)} is waited for", "value.seat")
    _same("value.context", value.context, mixing.context)
    if commitment_to(mixing.table, value.roll, value.seat, value.value) != declared.seats[value.seat]:
        raise BattleFileError(Code.MISMATCH, "is not the value that was committed to", "value.value")
    standing = {**mixing.standing, value.seat: value.next}
    return replace(mixing, standing=standing, values={**mixing.values, value.seat: value.value})


def _without(mixing: Mixing, without: Without) -> Mixing:
    _same("without.roll", without.roll, _waiting(mixing, "without").roll)
    _same("without.seats", without.seats, mixing.silent)
    return replace(mixing, declared=None, values={})


def _rolled(mixing: Mixing, rolled: Rolled, command: object) -> Mixing:
    declared = _waiting(mixing, "rolled")
    _same("rolled.roll", rolled.roll, declared.roll)
    if mixing.silent:
        raise BattleFileError(Code.NOT_NOW, f"the value of {shown(mixing.silent[0])} has not been shown", "rolled")
    _same("rolled.context", rolled.context, mixing.context)
    if canonical(command) != canonical(declared.command):
        raise BattleFileError(Code.MISMATCH, "is not the command that was declared", "command")
    if rolled.value and commitment_to(mixing.table, rolled.roll, SERVER, rolled.value) != declared.server:
        raise BattleFileError(Code.MISMATCH, "is not the value that the server committed to", "rolled.value")
    if rolled.next is not None:
        _same("rolled.next", rolled.next, dict(mixing.standing))
    return replace(mixing, declared=None, values={})


def _waiting(mixing: Mixing, place: str) -> Declared:
    if mixing.declared is None:
        raise BattleFileError(Code.NOT_NOW, "no roll is declared", place)
    return mixing.declared


def _same(place: str, told: object, true: object) -> None:
    if told != true:
        raise BattleFileError(Code.MISMATCH, f"{shown(told, 80)} should be {shown(true, 80)}", place)
