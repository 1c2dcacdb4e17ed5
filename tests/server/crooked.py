"""A server that cheats, by a switch: everything it writes is chained, hashed and signed as it should be.

It keeps a game of two seats, of which bottom is honest and top is whoever a test says. Its shots are all the same, each
taken back, so a game may have any number of rolls.
"""

from copy import deepcopy
from typing import Any, Literal

import fireline
from fireline.game.battle import Battle
from fireline.game.command import read_command
from fireline.game.errors import BattleFileError
from fireline.server.dice.book import DiceBook, Mixing
from fireline.server.dice.hashes import SERVER, commitment, commitment_to, own_value
from fireline.server.dice.notes import Head, ServerKey
from fireline.server.store.chain import canonical, genesis, in_place, prepare
from fireline.server.store.rows import KeptEvent, NewEvent, TableRow
from fireline.server.tables.game import Replay
from fireline.server.tables.planning import command_body
from server.clients import BOW, shoot
from server.seat_dice import SeatDice

Cheat = Literal["none", "rotate", "away", "drop", "replay", "late"]
Manner = Literal["honest", "silent", "late", "wrong", "twice"]
WHEN = "2026-11-07T19:30:00.000Z"
FIRE = shoot("bow", "ax")


class Caught(Exception):
    """Everybody sees that the last event cannot be: with such a log nobody plays on."""


class Player(SeatDice):
    manner: Manner = "honest"
    calls = 0

    def answers(self) -> list[dict[str, Any]]:
        """What the player says when the server looks for words."""
        self.calls += 1
        said = self.to_say()
        if not said or "value" not in said[0]["body"]:
            return said
        match self.manner:
            case "silent":
                return []
            case "late" if self.calls % 3:
                return []
            case "wrong":
                return [said[0] | {"body": said[0]["body"] | {"value": "0" * 64}}]
            case "twice":  # two devices with one secret say the same
                return [said[0], deepcopy(said[0])]
        return said


class Crooked:
    """The server, and what it does where a roll is thrown with `cheat`."""

    def __init__(self, cheat: Cheat = "none", manner: Manner = "honest", number: int = 0) -> None:
        self.cheat = cheat
        self.row = TableRow(
            id=f"crooked-{number}", name="Crooked", ruleset="ancients", version=fireline.__version__, created=WHEN
        )
        self.key, self.secrets = ServerKey(b"\7" * 32), [number.to_bytes(32, "big")]
        self.log: list[KeptEvent] = []
        self.replay, self.book = Replay(), DiceBook(mixing=Mixing(self.row.id))
        self.bottom = Player(self.row.id, "bottom", b"\1" * 32, taking_part=True)
        self.top = Player(self.row.id, "top", b"\2" * 32, taking_part=True)
        self.top.manner = manner
        seats = [{"name": name, "sides": [name]} for name in ("bottom", "top")]
        self.put("start", "gm", {"battle": Battle.read(BOW).data(), "seats": seats})
        self.put("commit", "gm", {"commit": commitment(self.secrets[0])})
        self.listen()

    # --- the log ---------------------------------------------------------------------

    def put(self, kind: str, actor: str, body: dict[str, Any]) -> None:
        """Append an event and tell it to everybody; what the dice book says of it is the verifier's business."""
        state = self.replay.after(body).fingerprint
        new = NewEvent(kind=kind, actor=actor, body=body, state=state, at=WHEN)
        (event,) = in_place(prepare([new]), len(self.log), self.log[-1].hash if self.log else genesis(self.row))
        self.log.append(event)
        self.replay.take(event)
        for player in (self.bottom, self.top):
            player.hear(event.data())
        try:
            self.book = self.book.after(event.body)
        except BattleFileError:
            raise Caught from None

    def listen(self) -> None:
        """Take what players say, as long as they say anything that fits."""
        for _ in range(9):
            for player in (self.bottom, self.top):
                for said in player.answers():
                    self.take(player.seat, said["body"])

    def take(self, seat: str, said: dict[str, Any]) -> None:
        """A seat's words; what does not fit is refused, as the real server does."""
        if "value" not in said:
            self.put("dice_joined", seat, {"joined": {"seat": seat, "roll": said["roll"], "commit": said["commit"]}})
            return
        value = {"seat": seat, **said, "next": said["commit"]}
        del value["commit"]
        try:
            self.book.mixing.after({"value": value})
        except BattleFileError:
            return
        self.put("dice_value", seat, {"value": value})

    def note(self, seat: str = "bottom") -> str:
        return self.key.sign(Head(self.row.id, len(self.log), self.log[-1].hash, seat=seat))

    def kept_by(self, player: Player) -> str:
        """The head that a player keeps, having looked at it."""
        note = self.note(player.seat)
        player.take_note(note)
        return note

    def export(self, log: list[KeptEvent] | None = None) -> list[bytes]:
        """A log as a file, by default its own; signed like any other."""
        log = self.log if log is None else log
        first = {
            "fireline_table": 1,
            "table": self.row.data(),
            "events": len(log),
            "head": log[-1].hash,
            "note": self.key.sign(Head(self.row.id, len(log), log[-1].hash)),
        }
        return [(canonical(line) + "\n").encode() for line in (first, *(event.data() for event in log))]

    # --- a roll ----------------------------------------------------------------------

    def roll(self, *, cheat: bool) -> list[int]:
        """One shot from its declaration to its faces; they are taken back at once, for the next."""
        self.listen()
        if cheat:
            self._before()
        self.declare(cheat=cheat)
        self.listen()
        if self.book.mixing.silent:
            self._go_on()
        faces = self._throw(cheat=cheat)
        self.put("undone", "gm", {"undoes": self.replay.last, "who": "gm"})
        return faces

    def _before(self) -> None:
        match self.cheat:
            case "rotate":
                self._choose_a_secret()
            case "away":
                self.put("dice_away", "bottom", {"away": ["bottom"]})
            case "replay":
                old = commitment_to(self.row.id, 1, "bottom", own_value(b"\1" * 32, self.row.id, 1))
                joined = {"seat": "bottom", "roll": self.book.mixing.roll, "commit": old}
                self.put("dice_joined", "bottom", {"joined": joined})

    def _choose_a_secret(self) -> None:
        """Take another secret, whichever pleases: the words of the verdict do not depend on how it was chosen."""
        old = self.secrets[-1]
        new = (int.from_bytes(old, "big") + 2**64).to_bytes(32, "big")
        reveal = {"commit": commitment(old), "seed": old.hex()}
        rotated = {"who": ["bottom", "top"], "why": "agreed"}  # which is not so
        self.put("rotate_dice", "top", {"reveal": reveal, "commit": commitment(new), "rotated": rotated})
        self.secrets.append(new)

    def declare(self, *, cheat: bool = False) -> None:
        mixing, secret = self.book.mixing, self.secrets[-1]
        seats = dict(mixing.standing)
        if cheat and self.cheat == "drop":
            del seats["bottom"]
        declared = {
            "roll": mixing.roll,
            "by": "top",
            "command": FIRE,
            "seats": seats,
            "server": commitment_to(self.row.id, mixing.roll, SERVER, own_value(secret, self.row.id, mixing.roll)),
            "commit": commitment(secret),
            "seen": len(self.log),
            "head": self.log[-1].hash,
        }
        self.put("declared", "top", {"declared": declared})

    def _go_on(self) -> None:
        """Without whoever is silent, by the word of whoever is not."""
        mixing = self.book.mixing
        assert mixing.declared is not None
        left = sorted(set(mixing.declared.seats) - set(mixing.silent)) or ["top"]
        without = {"roll": mixing.declared.roll, "seats": mixing.silent, "why": "agreed", "who": left}
        self.put("without_seat", left[0], {"without": without})
        if self.book.mixing.standing:
            self.declare()
            self.listen()

    def _throw(self, *, cheat: bool) -> list[int]:
        dice = self.book.dice(self.secrets[-1])
        battle = self.replay.battle
        command = read_command(FIRE, battle.ruleset.command_types)
        turned = battle.play(command, dice)
        record = dice.record()
        if cheat and self.cheat == "late":  # its own value chosen anew, now that it has seen all others
            assert self.book.mixing.declared is not None
            record = deepcopy(record)
            record["rolled"]["value"] = "5" * 64
        self.put("command", "top", command_body(command, turned, "top") | record)
        return [one["face"] for one in record["throws"]]
