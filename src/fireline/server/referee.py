"""What a referee has seen of the dice of a log: every roll with those who mixed it, every change of the secret."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from fireline import __version__
from fireline.game.battle import Battle
from fireline.game.command import read_command
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code, IllegalCommand
from fireline.game.ruleset import NO_FILES, Files
from fireline.questions.answering.seen import files_of
from fireline.server.dice.book import DiceBook, same
from fireline.server.dice.hashes import SERVER, Throw, commitment_to, face, own_value, seal
from fireline.server.redecider import Redecider, WrittenDice
from fireline.server.store.chain import canonical
from fireline.server.store.rows import KeptEvent, TableRow, at
from fireline.server.tables.game import Game
from fireline.server.tables.planning import LOG_FORMAT
from fireline.server.tables.seats import Irregular, counted, irregular_of, players_of
from fireline.server.tables.views import shown_of

UNCHECKED = ("at", "cmd_id", "text, place of chat, name, reason and why (free text)", "actor of chat")
"""What nothing in a log bears out; of a reason only that it is there."""
UNCHECKED_BEFORE = (
    *UNCHECKED,
    "commit, seed and joined under which nothing was thrown",
    "actor",
    "agreed",
    "reason",
    "kind",
    "what is not read",
)
"""The same of logs that an older Fireline began, which say less."""
Body = Mapping[str, Any]


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


class GivenUpRoll(NamedTuple):
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
class Findings:
    """What a referee has seen so far."""

    events: int = 0
    commits: int = 0
    laid: int = 0
    """Dice without proof: real ones, whose faces were typed in."""
    thrown: list[Roll] = field(default_factory=list)
    faces: dict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(int)))
    """How often each face of each die came, of the dice whose faces were made again."""
    irregular: list[Irregular] = field(default_factory=list)
    """What was done outside the rules."""
    whole: bool = True
    """Whether it was checked who did what: not so for logs that an older Fireline began."""
    repeated: list[GivenUpRoll] = field(default_factory=list)
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
    def seats(self) -> list[str]:
        """The seats that gave anything for the dice."""
        return sorted({seat for roll in self.thrown for seat in (*roll.seats, *roll.given)} | self.seeded)

    @property
    def counted(self) -> str:
        """What was done outside the rules, counted in words."""
        return counted(self.irregular)

    @property
    def unchecked(self) -> tuple[str, ...]:
        """What nothing in the log bears out."""
        return UNCHECKED if self.whole else UNCHECKED_BEFORE

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
            self.repeated.append(GivenUpRoll(event.seq, declared.roll, silent, by))
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


# --- checking -------------------------------------------------------------------------


class Referee:
    """Takes the events of one table in order and raises `BattleFileError` at the first that is not as it must be.

    `secrets` are the seeds that are known, by commitment; faces under others wait. The rules are asked too: every
    command is carried out again and must throw just these dice and lead to just these events.
    """

    def __init__(
        self, table: TableRow, events: Sequence[KeptEvent], secrets: Mapping[str, bytes], files: Files = NO_FILES
    ) -> None:
        self.found = Findings(whole=table.settings.get("log") == LOG_FORMAT, secrets=secrets)
        self._table, self._secrets, self._files = table, secrets, files
        self._game = Game(table.id, files)
        self._again = Redecider(table, events, self._game, secrets)
        self._hidden = False
        """Whether anything was ever hidden."""

    def take(self, event: KeptEvent) -> None:
        """Check the next event."""
        try:
            with at(f"event {event.seq}"), files_of(self._files):
                self._take(event)
        except BattleFileError:
            raise
        except Exception as wrong:  # noqa: BLE001 - whatever somebody wrote into it, it is no event of a game
            problem = f"cannot be read as {shown(event.kind)} ({type(wrong).__name__})"
            raise BattleFileError(Code.MALFORMED, problem, f"event {event.seq}") from None

    def _take(self, event: KeptEvent) -> None:
        body, found, game = event.body, self.found, self._game
        after = None if found.whole else game.checked(event)
        before, book = game.book, game.book.after(body)
        dice = WrittenDice(body)
        if "declared" in body:
            self._check_declared(event, book)
        if "rolled" in body or "proof" in body:
            self._check_faces(event, before, book, dice.throws)
        else:
            found.laid += len(dice.throws) if event.kind != "override" else 0
        try:
            if after is None:
                after = self._again.take(event)
            elif "command" in body and game.log:
                self._carry_out(game.battle, body, dice)
            elif dice.throws:
                raise BattleFileError(Code.MISSING, "dice were thrown, but no command says for what", "throws")
        except IllegalCommand as refused:
            problem = f"the rules refuse it: {refused}{self._versions()}"
            raise BattleFileError(Code.MISMATCH, problem, "command") from None
        for key in () if found.whole else ("joined", "value"):  # a seat gives its own values and no other's
            if key in body:
                same(f"{key}.seat", body[key]["seat"], event.actor)
        found.see(event, game)
        game.take(event, after)
        self._hidden = self._hidden or game.closed
        found.heads.append((event.hash, book.commit))
        found.seeded |= set(book.seeds)

    # --- dice ------------------------------------------------------------------------

    def _check_declared(self, event: KeptEvent, book: DiceBook) -> None:
        """The log that a declaration names must be this one, and the server's value the one that its secret makes."""
        declared = book.mixing.declared
        assert declared is not None  # noqa: S101
        same("declared.by", declared.by, event.actor)
        if not declared.seen < event.seq:
            raise BattleFileError(Code.MISMATCH, f"event {declared.seen} comes later", "declared.seen")
        secret, head = self._secrets.get(declared.commit), self.found.heads[declared.seen - 1][0]
        if secret is not None:
            own = own_value(secret, self._table.id, declared.roll)
            same("declared.server", declared.server, commitment_to(self._table.id, declared.roll, SERVER, own))
        place, told = "declared.head", declared.head
        if told is None:
            if not self._hidden:
                raise BattleFileError(Code.MISMATCH, "nothing is hidden in this game", "declared.sealed")
            if secret is None:
                return
            head, place, told = seal(secret, self._table.id, declared.seen, head), "declared.sealed", declared.sealed
        if told != head:
            raise BattleFileError(Code.MISMATCH, f"is not the head of this log at event {declared.seen}", place)

    def _check_faces(self, event: KeptEvent, before: DiceBook, after: DiceBook, throws: list[Throw]) -> None:
        """Make the faces again: of everybody's values, or of the server's secret and of seeds given beforehand."""
        declared, own = before.mixing.declared, None
        if declared is None:  # a seed may come in the same event
            before, number, given = replace(after, rolls=after.rolls - 1), after.rolls, tuple(sorted(after.seeds))
            roll = Roll(event.seq, number, len(throws), after.commit in self._secrets, given=given)
            secret = self._secrets.get(after.commit)
        else:
            secret, own = self._secrets.get(declared.commit), event.body["rolled"].get("value")
            made = own_value(secret, self._table.id, declared.roll) if secret else own
            if made and own not in {None, made}:
                raise BattleFileError(Code.MISMATCH, "is not what the server's secret makes", "rolled.value")
            own = made
            roll = Roll(event.seq, declared.roll, len(throws), made is not None, tuple(sorted(declared.seats)))
        if roll.proven:
            _made_again(before.words(secret or b"", own), throws)
            for one in throws:
                self.found.faces[one.die][str(one.face + 1 if one.shows is None else one.shows)] += 1
        self.found.thrown.append(roll)

    # --- logs of an older Fireline ---------------------------------------------------

    def _carry_out(self, before: Battle, body: Body, dice: WrittenDice) -> None:
        """Carry a command out again, which must lead to the same events and to what people were shown."""
        turned = dice.play(before, read_command(body["command"], before.ruleset.command_types))
        events = [happened.data() for happened in turned.events]
        if canonical(events) != canonical(body.get("events")):
            raise BattleFileError(Code.MISMATCH, f"the rules lead to other events{self._versions()}", "events")
        faces = [str(face) if isinstance(face, str) else face for face in dice.transcript.faces]
        for n, (one, true) in enumerate(zip(dice.throws, faces, strict=True)):
            if one.shows is not None:
                same(f"throws[{n}].shows", one.shows, true)
        for key, true in shown_of({**body, "throws": [], "faces": faces}, before).items():
            if key in body and body[key] != true:
                told = f"people were shown {shown(body[key], 80)}; the rules make {shown(true, 80)}"
                raise BattleFileError(Code.MISMATCH, f"{told}{self._versions()}", key)

    def _versions(self) -> str:
        played = self._table.version
        return "" if played == __version__ else f" (played with Fireline {shown(played)}, checked with {__version__})"


def _made_again(stream: Iterator[int], throws: list[Throw]) -> None:
    """Raise `BattleFileError` for a face that the stream of a roll does not make."""
    for n, one in enumerate(throws):
        if one.weights is not None and sum(one.weights) != one.sides:
            problem = f"the weights add up to {sum(one.weights)}, not to {one.sides} sides"
            raise BattleFileError(Code.MISMATCH, problem, f"throws[{n}]")
        made = face(stream, one.sides, one.weights or ())
        if made != one.face:
            problem = f"the {shown(one.die)} shows face {one.face}, but the seeds make face {made} (counted from 0)"
            raise BattleFileError(Code.MISMATCH, problem, f"throws[{n}]")
