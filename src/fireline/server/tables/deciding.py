"""What comes of a command at a table: the events it leads to, or why it is refused.  Nothing is kept here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from fireline.chance import FixedDice
from fireline.game.battle import Battle, PlayResult
from fireline.game.command import Command, Place, read_command
from fireline.game.commandtext import read_any
from fireline.game.errors import BattleFileError, Code, IllegalCommand
from fireline.game.preview import FaceMissing, all_used, laying
from fireline.questions.answering.changing import edit, first_list, owner
from fireline.questions.answering.overview import speakers
from fireline.questions.answering.seen import instead
from fireline.ruling.prose import capital, listing
from fireline.ruling.told import written
from fireline.server.problems import Problem, problem_of
from fireline.server.tables.game import hidden_after
from fireline.server.tables.messages import (
    NOT_ASKED,
    AddBody,
    ChatBody,
    ClientMessage,
    CommandBody,
    FacesBody,
    HideBody,
    OverrideBody,
    PlayerBody,
    RenameBody,
    SaidBody,
    SeedBody,
    UndoAnswerBody,
    UndoBody,
    read_body,
)
from fireline.server.tables.planning import Dicing, command_body, forbidden, said_why, stale
from fireline.server.tables.seats import consent
from fireline.server.tables.views import View, changes, names, seen, seen_at, unseen_by, view_of

Data = dict[str, Any]
Outside = CommandBody | AddBody | OverrideBody
"""Bodies of what is done outside the rules."""


class Decider(Dicing):
    """One command of one seat, decided."""

    async def decide(self, said: ClientMessage) -> None:
        """Plan the events that a command leads to; raises `Problem`."""
        try:
            await self.say(said)
        except (BattleFileError, IllegalCommand, Problem) as wrong:
            raise self._discreet(problem_of(wrong)) from None

    async def say(self, said: ClientMessage) -> None:
        """The same, but raises whatever is wrong as it is."""
        body = read_body(said)
        if said.kind not in self.seat.may:
            told = (
                f"The seat of {self.seat.name} may not say {said.kind}; it may say {listing(self.seat.may, last='or')}."
            )
            raise forbidden(told if self.seat.may else "Whoever looks on says nothing.")
        self._check_not_waiting(body)
        if not body.any_time:
            self._check_expect(said)
        await getattr(self, f"_{said.kind}")(body)

    def _discreet(self, wrong: Problem) -> Problem:
        """The same for a seat that may not know the reason, since it names a hidden unit."""
        if not names(wrong.data(), view_of(self.seat, self.game).without):
            return wrong
        told = "This cannot be done; the reason may tell of what is hidden."
        return Problem(wrong.status, Code.HIDDEN, told, kind=wrong.kind)

    def _check_expect(self, said: ClientMessage) -> None:
        if said.expect is None:
            raise BattleFileError(Code.MISSING, "is missing; the number of the last event that you have seen", "expect")
        if not self.game.changed <= said.expect <= self.game.head:
            raise stale("The battle has changed since; look again.")

    # --- words alone -----------------------------------------------------------------

    async def _chat(self, body: ChatBody | RenameBody) -> None:
        self._plan(body.kind, body.model_dump(exclude_none=True))

    _rename = _chat

    async def _player(self, body: PlayerBody | SeedBody) -> None:
        self._plan(body.kind, {body.kind: {"seat": self.seat.name, **body.model_dump()}})

    _client_seed = _player

    # --- playing ---------------------------------------------------------------------

    async def _command(self, body: CommandBody) -> None:
        command = self._read_own(body.command)
        if isinstance(command, Place):
            self._check_not_owed("put units anywhere")
            body = body.model_copy(update={"command": written(command.data())})  # said as a text, perhaps
            await self._by_consent(body)
            return
        if self.settings.get("dice") == "real":
            await self._lay("command", self.game.battle, command, ())
            return
        if not self._book.commit:
            self._new_commitment(self._first())
        self._check_dice(body.dice)
        if body.client_seed is not None and self.seat.name not in self._book.seeds and not self._book.rolls:
            self._plan("client_seed", {"client_seed": {"seat": self.seat.name, "seed": body.client_seed}})
        await self.leave(self.gone)
        await self._throw(command)

    async def _faces(self, body: FacesBody) -> None:
        if self.settings.get("dice") != "real":
            raise forbidden("The server throws the dice at this table; only the game master may override a throw.")
        await self._lay("command", self.game.battle, self._read_own(body.command), body.faces)

    def _read_own(self, data: object) -> Command:
        """A command that this seat may say, and that hides no reason against it; raises what is wrong."""
        battle = self.game.battle
        command = read_any(data, battle.ruleset.command_types, "body.command")
        known = seen_at(self.game, self.game.head, view_of(self.seat, self.game))
        who = speakers(known, command)
        if not self.seat.is_gm and not who & set(self.seat.sides):
            raise forbidden(f"That is for {listing(sorted(who), last='or')} to say.")
        if known is battle:  # what the rules forbid is told when it is carried out
            return command
        if refusals := known.refusals(command):
            raise IllegalCommand(refusals)
        if battle.refusals(command):
            problem = "The rules forbid it; the reason may tell of what is hidden."
            raise Problem(422, Code.HIDDEN, problem, kind="illegal")
        return command

    async def _lay(
        self,
        kind: str,
        battle: Battle,
        command: Command,
        faces: Sequence[object],
        more: Mapping[str, Any] | None = None,
    ) -> None:
        """Carry a command out with the faces of real dice; raises `BattleFileError`, and `Problem` for one missing."""
        turned, throws = await self._laid(battle, command, faces)
        told = command_body(command, turned, self.seat.name) | ({"throws": throws} if throws else {}) | dict(more or {})
        self._plan(kind, told, turned.battle, self._actor(str(told["who"])))

    async def _laid(self, battle: Battle, command: Command, faces: Sequence[object]) -> tuple[PlayResult, list[Data]]:
        """What comes of a command where the dice fall on these faces, and every throw."""
        try:
            with laying(faces, "body.faces"):
                turned, transcript = await self._play(battle, command, partial(FixedDice, *faces))
        except FaceMissing as missing:
            needs = {"die": missing.die.name, "faces": list(map(str, missing.die.faces)), "given": missing.given}
            problem = f"A {missing.die.name} is thrown next; say how it fell."
            raise Problem(422, missing.code, problem, kind="faces", needs=needs) from None
        all_used(faces, len(transcript.throws), "body.faces")
        return turned, transcript.data()

    # --- outside the rules -----------------------------------------------------------

    async def _by_consent(self, body: Outside) -> None:
        """Do what the rules do not know: by the game master's reason, or where nobody else plays; else ask the others.

        What cannot be done at all is refused before anybody is asked.
        """
        if (alone := self._alone(body.reason)) is not None:
            await self._agreed(body, alone)
        else:
            planned, book = len(self.planned), self._book
            await self._agreed(body, consent(self.seat.name))
            leads = self.planned[-1].after.fingerprint
            del self.planned[planned:]
            self._book = book
            said = body.model_dump(exclude=NOT_ASKED, exclude_none=True)
            reason = {"reason": body.reason} if body.reason else {}
            asks = {"asks": body.kind, "body": said, "asked": self._others, "leads": leads}
            self._plan("consent_request", asks | reason)

    async def _agreed(self, body: SaidBody, by: Data) -> None:
        """What comes of something outside the rules by the will of these people."""
        match body:
            case UndoBody():
                self._undone(body.seq, by)
            case CommandBody():
                command = read_command(body.command, self.game.battle.ruleset.command_types, "body.command")
                assert isinstance(command, Place), "nothing else is asked for"  # noqa: S101
                await self._put(command, by)
            case AddBody():
                await self._bring(body, by)
            case OverrideBody():
                await self._overridden(body, by)

    @property
    def _others(self) -> list[str]:
        """The seats whose consent the speaker needs."""
        return sorted(self.players - {self.seat.name})

    def _alone(self, reason: str | None, *, free: bool = False) -> Data | None:
        """The speaker's will where it is enough: the game master's with a reason, or where nobody else has a say."""
        if self.seat.is_gm:
            return consent(self.seat.name, reason=said_why(reason))
        return consent(self.seat.name, reason=reason) if free or not self._others else None

    async def _undo_answer(self, body: UndoAnswerBody) -> None:
        """Yes or no to what somebody asks for; done once everybody has said yes, or the game master says why."""
        request = self.game.request
        if request is None or body.seq not in {request.seq, request.event}:
            raise BattleFileError(Code.UNKNOWN_NAME, f"nobody asks for anything about event {body.seq}", "body.seq")
        if self.seat.name == request.by and body.agree:
            raise forbidden("Who asks does not answer.")
        reason = said_why(body.reason or request.reason) if self.seat.is_gm and body.agree else body.reason
        agreed = request.agreed | {self.seat.name} if body.agree else frozenset[str]()
        answer = {"who": self.seat.name, "seq": request.seq, "agree": body.agree, "agreed": sorted(agreed)}
        self._plan("undo_answer", answer | ({"reason": reason} if reason else {}))
        if body.agree and (self.seat.is_gm or agreed >= self.players - {request.by}):
            by = consent(request.by, agreed, reason or request.reason)
            await self._agreed(read_body(ClientMessage(cmd_id="-", kind=request.kind, body=dict(request.body))), by)

    def _check_not_owed(self, what: str) -> None:
        if owing := self.game.battle.owing:
            problem = f"{owing} owes an answer first. {capital(what)} when it is given."
            raise Problem(422, Code.NOT_NOW, problem, kind="illegal")

    async def _put(self, command: Place, by: Data) -> None:
        """Put or mark a unit by hand."""
        with laying(()):
            turned, _ = await self._play(self.game.battle, command, FixedDice)
        self._plan("command", command_body(command, turned, by["who"]) | by, turned.battle, self._actor(by["who"]))

    async def _add(self, body: AddBody) -> None:
        body = body.model_copy(update={"path": body.path or first_list(self.game.battle)})
        self._check_not_owed("add units")
        if not self.seat.is_gm and self.settings.get("adding", "players") != "players":
            raise forbidden("At this table only the game master adds units.")
        battle, added = self._with(body)
        if not self.seat.is_gm and not (added and {owner(battle, id_) for id_ in added} <= set(self.seat.sides)):
            raise forbidden(f"You may add units of {listing(self.seat.sides, last='or')} alone.")
        await self._by_consent(body)

    async def _bring(self, body: AddBody, by: Data) -> None:
        """A unit that somebody brings."""
        battle, added = self._with(body)
        differs = changes(self.game.battle.data(), battle.data())
        brought = {"added": added, "battle": battle.data(), "changes": differs}
        self._plan("add", brought | by, battle, self._actor(by["who"]))

    def _with(self, body: AddBody) -> tuple[Battle, list[str]]:
        """The battle with a unit that somebody brings, and the ids that are new in it."""
        brought = {"op": "place", "path": body.path, "value": body.piece, "unit": body.stem, "to": body.to}
        return edit(self.game.battle, [brought])

    _override = _by_consent

    async def _overridden(self, body: OverrideBody, who: Data) -> None:
        if (body.battle is None) == (body.faces is None):
            raise BattleFileError(Code.CONFLICT, "give either battle or faces", "body")
        actor = self._actor(who["who"])
        if body.faces is None:
            if actor is None and not self.seat.is_gm and self.game.closed:
                raise forbidden("Something is hidden from you, so only the game master changes the whole battle.")
            battle = instead(self.game.battle, body.battle, "body.battle")
            differs = changes(self.game.battle.data(), battle.data())
            self._plan("override", who | {"what": "battle", "battle": battle.data(), "changes": differs}, battle, actor)
            return
        last = self.game.steps[-1] if self.game.steps else None
        told = self.game.log[last.seq - 1] if last else None
        if last is None or told is None or told.before is None or not last.threw:
            raise BattleFileError(Code.NOT_NOW, "no dice were thrown in the last step that stands", "body.faces")
        before = told.before
        command = read_command(told.event.body["command"], before.ruleset.command_types)
        self._plan("undone", who | {"undoes": last.seq, "what": "faces"}, before, actor)
        await self._lay("override", before, command, body.faces, who | {"what": "faces", "of": last.seq})

    async def _hide(self, body: HideBody) -> None:
        """Hide a unit from all but its own side, or show it again."""
        unit = body.unit
        if self.game.revealed:
            raise BattleFileError(Code.NOT_NOW, "the game has been revealed, so nothing can be hidden", "kind")
        battle, hidden = self.game.battle, hidden_after(self.game.hidden, self.game.battle, unit)
        if unit in hidden:
            self._check_not_owed("hide units")
            for side in dict.fromkeys(battle.every_side):
                try:
                    seen(battle, View(None, unseen_by(hidden, [side])))
                except BattleFileError as wrong:
                    raise BattleFileError(Code.UNSUPPORTED, f"cannot be hidden now: {wrong}", "body.unit") from None
        self._plan("hide", {"unit": unit, "hidden": sorted(hidden)})

    # --- undo ------------------------------------------------------------------------

    async def _undo_request(self, body: UndoBody) -> None:
        """Take steps back: one's own before any dice, where the table has it so; else by consent."""
        steps = self.game.since(body.seq)
        if not steps:
            raise BattleFileError(Code.UNKNOWN_NAME, f"event {body.seq} is no step that stands", "body.seq")
        mine = all(step.actor == self.seat.name for step in steps)
        free = self.settings.get("undo") == "free-before-dice" and mine and not any(step.threw for step in steps)
        if (alone := self._alone(body.reason, free=free)) is not None:
            self._undone(body.seq, alone)
        else:
            asks = {"seq": body.seq, "asked": self._others, "steps": [one.seq for one in steps]}
            self._plan("undo_request", asks | ({"reason": body.reason} if body.reason else {}))

    def _undone(self, seq: int, who: Mapping[str, Any]) -> None:
        """Every step from an event on, the last first."""
        for step in reversed(self.game.since(seq)):
            before = self.game.log[step.seq - 1].before
            assert before is not None, "the first event is no step"  # noqa: S101
            self._plan("undone", {"undoes": step.seq, **who}, before, self._actor(who["who"]))

    # --- seats -----------------------------------------------------------------------

    async def change_seat(self, name: str, sides: Sequence[str], action: str) -> None:
        """A seat is added, rotated or revoked."""
        others = {one: plays for one, plays in self.sitting.items() if one != name}
        now = others if action == "revoke" else {**others, name: sides}
        sitting = [{"name": one, "sides": list(now[one])} for one in sorted(now)]
        self._plan("seats", {"seat": name, "action": action, "sides": list(sides), "seats": sitting})
