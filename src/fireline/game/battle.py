"""A battle: one state of one game, and everything you can ask of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

from fireline.chance import Dice, Dist, FixedDice, SeededDice
from fireline.game.command import Command, MovedByHand, Shoot, UnitMoved
from fireline.game.commandtext import read_any, text_of
from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.evaluator import Evaluator
from fireline.game.event import Event
from fireline.game.files import NO_FILES, Files
from fireline.game.laying import all_used, laying
from fireline.game.losses import Loss
from fireline.game.naming import command_meant
from fireline.game.odds import Odds, Outcome
from fireline.game.pieces import PieceState
from fireline.game.places import Places, put_and_marked, told_move
from fireline.game.preview import Order, ShotPreview, Targets
from fireline.game.registry import register, ruleset, where
from fireline.game.roster import Turn, UnitView
from fireline.game.ruleset import Ruleset, nothing_else
from fireline.game.shot import Shot
from fireline.game.ways import Survey, legal_shots, seen_by
from fireline.ruling import Explained, Refusal, Ruling
from fireline.ruling.prose import plural

FORMAT = 1
SEED_BITS = 32
PUT = (MovedByHand, UnitMoved)


class Answers(StrEnum):
    """Which answers are assumed when other players owe one (a retreat, Protect) and nobody asks them.

    `customary` is the first of `Ruleset.commands`; `best` and `worst` are the best and the worst for the player who
    owes the answer.
    """

    CUSTOMARY = "customary"
    BEST = "best"
    WORST = "worst"


class IllegalCommand(ValueError):
    """A command that the rules forbid, with every reason."""

    code = Code.NOT_LEGAL

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        super().__init__(" ".join(map(str, refusals)))
        self.refusals = tuple(refusals)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.refusals,)


class IllegalShot(IllegalCommand):
    """A shot that the rules forbid; `ruling` says why."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(ruling.refusals)
        self.ruling = ruling

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.ruling,)


@dataclass(frozen=True)
class PlayResult:
    """What a command led to: the events, their story, and the battle after them."""

    events: tuple[Event, ...]
    story: tuple[Explained, ...]
    battle: Battle
    seed: int | None = None

    def __repr__(self) -> str:
        last = f": {self.story[-1].text}" if self.story else ""
        return f"<PlayResult {plural(len(self.events), 'event')}{last}>"

    def _repr_html_(self) -> str:
        from html import escape

        story = "".join(f"<p>{escape(str(step))}</p>" for step in self.story)
        return f"<div>{story}{self.battle._repr_svg_() or ''}</div>"

    def redacted(self, before: Battle) -> PlayResult:
        """The same events as told to somebody who knew only this much of the battle before."""
        return replace(before.happen(self.events), seed=self.seed)

    def data(self) -> dict[str, Any]:
        """The part of a JSON answer that a shot adds to its ruling."""
        return {
            "events": [event.data() for event in self.events],
            "story": [str(step) for step in self.story],
            "seed": self.seed,
            "battle": self.battle.data(),
        }


def fresh_seed() -> int:
    """A seed that nobody can foresee."""
    import secrets

    return secrets.randbits(SEED_BITS)


Answer = TypeVar("Answer")


def _doings(battle: Battle, unit: str) -> tuple[Command, ...]:
    return tuple(battle.ruleset.doings(battle.state, unit))


@dataclass(frozen=True)
class Battle:
    """A battle as it stands: its ruleset and the state of the game.

    `fireline.load` reads one from a file. `check`, `odds` and `targets` answer questions about it; `shoot` and
    `play` return the battle that comes after. None of them changes this one.
    """

    ruleset: Ruleset[Any, Any, Any]
    state: Any
    answers: Answers = Answers.CUSTOMARY
    """Which owed answers odds assume, and shots give if nobody is asked; not part of a battle file."""
    evaluator: Evaluator | None = field(default=None, compare=False, repr=False)
    """Keeps answers where many questions are asked (`remembering`); None where each is worked out anew."""

    @classmethod
    def read(cls, data: object, files: Files = NO_FILES) -> Battle:
        """Read a battle from the data of a battle file and the `files` it may name; raises `BattleFileError`."""
        if not isinstance(data, Mapping):
            raise BattleFileError(
                Code.WRONG_TYPE,
                "a battle file is a mapping of keys to values; it needs at least: fireline, ruleset, units",
            )
        given, write = data.get("fireline"), f"write 'fireline: {FORMAT}'"
        if given is None:
            raise BattleFileError(Code.MISSING, f"is missing; {write}", "fireline")
        if given != FORMAT or isinstance(given, bool):
            problem = f"{shown(given)} is not {FORMAT}, the format this Fireline reads; {write}"
            raise BattleFileError(Code.UNSUPPORTED, problem, "fireline")
        named = data.get("ruleset")
        if named is None:
            raise BattleFileError(Code.MISSING, "is missing; `fireline rules` lists them", "ruleset")
        if not isinstance(named, str):
            problem = f"{shown(named)} is no id of a ruleset; `fireline rules` lists them"
            raise BattleFileError(Code.WRONG_TYPE, problem, "ruleset")
        rules = ruleset(named)
        return cls(
            rules,
            rules.read({key: value for key, value in data.items() if key not in {"fireline", "ruleset"}}, files),
        )

    def __repr__(self) -> str:
        named = f" {name!r}" if (name := self.data().get("name")) else ""
        return f"<Battle{named} {self.ruleset.id}: {self.turn.words}, {len(self.units)} units>"

    def _repr_svg_(self) -> str | None:
        drawing = self.ruleset.drawing
        return drawing().board(self, None, "") if drawing else None

    # A ruleset is one object, known by its id: a copy or a pickle of a battle holds the same one. One that was
    # registered by hand is found by other processes where the pickle says.
    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Worked out once, because a large state takes long to hash and a walk asks often."""
        return hash((self.ruleset.id, self.state, self.answers))

    def __reduce__(self) -> tuple[Any, ...]:
        return _battle_of, (self.ruleset.id, where(self.ruleset.id), self.state, self.answers)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the data of the battle, the same wherever the state is the same: SHA-256 in hexadecimal."""
        import hashlib  # a question about one shot asks for no hash
        import json

        text = json.dumps(self.data(), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    # --- who is there ----------------------------------------------------------------

    @cached_property
    def units(self) -> tuple[UnitView, ...]:
        """Every unit with an id, in play or not, in the order of the file."""
        return self.ruleset.units(self.state)

    @property
    def sides(self) -> tuple[str, ...]:
        """Every side that has a unit, in the order of the file; none in a game without sides."""
        return tuple(dict.fromkeys(unit.side for unit in self.units if unit.side))

    @property
    def sides_in_play(self) -> tuple[str, ...]:
        """Every side that has a unit in play, in the order of the file; whoever is of no side is one of his own."""
        return tuple(dict.fromkeys(unit.side or unit.id for unit in self.units if not unit.out))

    @cached_property
    def _by_id(self) -> Mapping[str, UnitView]:
        return {unit.id: unit for unit in self.units}

    def title(self, unit: str) -> str:
        """What people call a unit; its id if it is not in the battle."""
        found = self._by_id.get(unit)
        return found.title if found else unit

    def side(self, unit: str) -> str:
        """The side of a unit, "" if it has none or is not in the battle."""
        if isinstance(self.state, PieceState):
            piece = self.state.pieces.get(unit)
            return str(piece.side or "") if piece else ""
        found = self._by_id.get(unit)
        return found.side if found else ""

    @cached_property
    def turn(self) -> Turn:
        """Whose turn it is."""
        return self.ruleset.turn(self.state)

    @property
    def owing(self) -> str | None:
        """The side that owes an answer before play can continue, None if nobody does."""
        decisions = self.ruleset.decisions
        return decisions.decision_owner(self.state) if decisions else None

    def losses(self, events: Iterable[Event]) -> tuple[Loss, ...]:
        """The losses in these events; () in a game that counts none."""
        return () if self.ruleset.losses is None else tuple(loss for event in events for loss in event.losses())

    @property
    def assumptions(self) -> str:
        """What the chances of this battle assume, as sentences: which owed answers, and any caveat of the game.

        "" if there is nothing to say.
        """
        decisions, caveat = self.ruleset.decisions, self.ruleset.caveat(self.state)
        customary = decisions.customary if decisions else ""
        said = f"Owed answers are the customary ones: {customary}." if customary else ""
        if customary and self.answers is not Answers.CUSTOMARY:
            said = f"Owed answers are those that are {self.answers} for whoever owes them."
        return " ".join(filter(None, (said, f"{caveat[:1].upper()}{caveat[1:]}." if caveat else "")))

    def with_state(self, state: Any) -> Battle:
        """The battle with another state of its game."""
        return Battle(self.ruleset, state, self.answers, self.evaluator)

    def remembering(self) -> Battle:
        """The same battle for whoever asks much about it and what comes of it: answers are kept by what they read."""
        return self if self.evaluator else replace(self, evaluator=Evaluator())

    def ask(self, question: Hashable, work: Callable[[Battle], Answer]) -> Answer:
        """What `work` finds out about this battle: kept by what it reads where the battle is `remembering`.

        Args:
            question: What is asked, equal for equal questions and for nothing else.
            work: Finds the answer, which holds no part of the battle; it throws no dice.
        """
        if self.evaluator is None:
            return work(self)
        return self.evaluator.ask(
            (question, self.answers._value_), self.state, lambda state: work(Battle(self.ruleset, state, self.answers))
        )

    def ask_each(
        self, question: Hashable, units: Iterable[str], work: Callable[[Battle, str], Answer]
    ) -> Iterable[Answer]:
        """The same question about each of some units, by their ids: what `work` finds out about each."""
        if self.evaluator is None:
            return (work(self, unit) for unit in units)
        rules, answers = self.ruleset, self.answers
        asked = [((question, unit, answers._value_), unit) for unit in units]
        return self.evaluator.ask_each(asked, self.state, lambda state, unit: work(Battle(rules, state, answers), unit))

    def with_answers(self, answers: str | None) -> Battle:
        """The battle with this way to give owed answers: `customary`, `best` or `worst`; None leaves it as it is.

        Raises `BattleFileError` for anything else.
        """
        if answers is None:
            return self
        return replace(
            self, answers=Answers(one_of(answers, list(map(str, Answers)), "way to give owed answers", "answers"))
        )

    def data(self) -> dict[str, Any]:
        """The battle as data for a battle file."""
        return {"fireline": FORMAT, "ruleset": self.ruleset.id, **self.ruleset.write(self.state)}

    def view_for(self, team: str) -> Battle:
        """The battle as one team may know it; nothing you ask of it tells more than that.

        Raises `BattleFileError` for a team that the game does not have.
        """
        hidden = self.ruleset.hidden
        if hidden is None:
            raise BattleFileError(Code.UNSUPPORTED, f"{self.ruleset.id} hides nothing, so leave out the team", "team")
        one_of(team, hidden.teams, f"team of {self.ruleset.id}", "team")
        return replace(self, state=hidden.view_for(self.state, team))

    def view_for_shooter(self, team: str, shooter: str) -> Battle:
        """The same for a team that is about to shoot; raises `BattleFileError` if the shooter is not its own."""
        seen, hidden = self.view_for(team), self.ruleset.hidden
        if hidden and self.side(shooter) not in {"", team}:
            raise BattleFileError(
                Code.FORBIDDEN, f"{shown(shooter)} is not of {team}; a team shoots for itself", "shot.shooter"
            )
        return seen

    def check(self, shot: Shot) -> Ruling:
        """The ruling on a shot: legal or not, every reason, line of sight, every modifier.  Never rolls.

        Args:
            shot: Who fires at whom, with any further details.

        Raises:
            BattleFileError: The battle has no such unit, or the game no such word.
        """
        return ShotPreview(self, shot).ruling

    def odds(self, shot: Shot) -> Odds[Outcome]:
        """The exact odds of a shot at the end of the attack, with the owed answers that `answers` names.

        Args:
            shot: A legal shot.

        Raises:
            IllegalShot: The rules forbid it; the error has the ruling.
            BattleFileError: The battle has no such unit, or the game no such word.
        """
        seen = self.preview(shot)
        if seen.odds is None:
            raise IllegalShot(seen.ruling)
        return seen.odds

    def preview(self, shot: Shot) -> ShotPreview:
        """The ruling on a shot, and its odds if it is legal; `shoot` takes it without ruling again."""
        asked = ShotPreview(self, shot)
        _ = asked.odds  # now, under the rules that stand now
        return asked

    def outcomes(self, shot: Shot) -> Dist[Outcome]:
        """The exact distribution of a shot's outcome at the end of the attack, without checking that it is legal."""
        return ShotPreview(self, shot).attack.outcomes

    def with_turn_of(self, unit: str) -> Battle:
        """The battle as if a unit had its turn to fire: itself where it has, or where its game hands no turn over."""
        planning = self.ruleset.planning
        state = self.state if planning is None else planning.with_turn_of(self.state, unit)
        return self if state is self.state else self.with_state(state)

    def targets(self, shooter: str, only: Collection[str] | None = None, apart: Fraction | None = None) -> Targets:
        """Every enemy as this shooter sees it on its turn: the ruling and, if legal, the odds of the best way to shoot.

        Args:
            shooter: The id of a unit; if it is not its turn, everything is as if it were.
            only: Whom to look at, by their ids; those among them who are no enemies are left out.
            apart: Put each target at this distance from the shooter, in the measure of the game's places.

        Raises:
            BattleFileError: The battle has no such unit, or nobody can stand so far apart.
        """
        ready = self.with_turn_of(one_of(shooter, self._by_id, "unit of this battle", "shot.shooter"))
        enemies = self.ruleset.targets(ready.state, shooter)
        return Targets(seen_by(ready, shooter, one, apart) for one in enemies if only is None or one in only)

    def survey(self, shooters: Iterable[str] | None = None, targets: Iterable[str] | None = None) -> Survey:
        """Many shots judged at once: all those that may be made, and why not the others.

        Args:
            shooters: Who fires, by their ids; everyone on the side that fires if nothing is said.
            targets: Whom at; everybody whom a shooter could name if nothing is said.

        Raises:
            BattleFileError: The battle has no such unit.
        """
        firing = self.ruleset.shooters(self.state) if shooters is None else tuple(dict.fromkeys(shooters))
        return Survey(self, firing, None if targets is None else tuple(dict.fromkeys(targets)))

    def legal(self) -> tuple[Command, ...]:
        """Every command that is legal now. While an answer is owed: the answers, the customary one first. Otherwise:
        shots, what else units may do, and the end of the phase. After the phase: the next turn.

        Shots are listed in every way worth choosing. Commands with endless variants (`Move`, `Place`, declared
        modifiers) are not listed; ask `refusals` whether one is legal.
        """
        orders = self.ask("orders", lambda asked: asked.ruleset.orders(asked.state))
        if self.owing is not None:
            return orders
        units = self.ruleset.shooters(self.state)
        if self.ruleset.doings is nothing_else:
            return (*map(Shoot, legal_shots(self)), *orders)
        doings = [one for found in self.ask_each("doings", units, _doings) for one in found]
        return (*map(Shoot, legal_shots(self)), *doings, *orders)

    def shoot(
        self, shot: Shot | ShotPreview, *, seed: int | None = None, dice: Sequence[object] | None = None
    ) -> PlayResult:
        """Take a shot and everything that follows from it, up to the next player's free choice.

        Answers that the shot makes somebody owe (a retreat) are the ones that `answers` names.

        Args:
            shot: A legal shot, or a preview from this battle, which is not ruled again.
            seed: The seed of the dice, a whole number from 0; the same seed gives the same faces. Without `seed` and
                `dice`, a fresh one, which the result names.
            dice: The faces of your own dice, in the order thrown.

        Raises:
            IllegalShot: The rules forbid it; the error has the ruling.
            BattleFileError: The faces do not fit the throws, or the battle has no such unit.
        """
        asked = ShotPreview(self, shot) if isinstance(shot, Shot) else shot
        if not asked.ruling.legal:
            raise IllegalShot(asked.ruling)
        if dice is not None:
            return self._with_faces(asked, dice)
        seed = fresh_seed() if seed is None else seed
        number = iter(range(1 << SEED_BITS))
        return replace(self._resolve(asked, lambda: SeededDice.for_event(seed, next(number))), seed=seed)

    def play(self, command: Command, dice: Dice | None = None, *, seed: int | None = None) -> PlayResult:
        """Carry out one command and nothing more: an answer that it makes somebody owe stays owed.

        Args:
            command: One of `legal`, or another that the rules allow.
            dice: The dice to throw; by default, dice of the seed.
            seed: The seed if no dice are given, a whole number from 0; by default, a fresh one. The result names it.

        Raises:
            IllegalCommand: The rules forbid it; the error has every reason.
            BattleFileError: The battle has no such unit, place or answer.
        """
        if dice is None:
            seed = fresh_seed() if seed is None else seed
            return replace(self.play(command, SeededDice.for_event(seed, 0)), seed=seed)
        return self.happen(self.allowed(command).decided(dice))

    def command(self, given: object) -> Command:
        """A command of this game from its text, its data, or the JSON of its data; raises `BattleFileError`.

        Its units are named by their ids, by the places where they stand, or by what they are called.
        """
        read = read_any(given, self.ruleset.command_types)
        return read if read is given else command_meant(self, read)

    def text(self, command: Command) -> str:
        """The text of a command, which `command` reads back: `bow > warriors extra_dice=1`."""
        return text_of(command, self.ruleset.command_types)

    def do(self, given: object, *, seed: int | None = None, dice: Sequence[object] | None = None) -> PlayResult:
        """Carry out one command of any kind and nothing more: an answer that it makes somebody owe stays owed.

        Args:
            given: The command, its text or its data.
            seed: The seed of the dice, a whole number from 0; by default, a fresh one. The result names it.
            dice: The faces of your own dice instead, in the order thrown.

        Raises:
            IllegalCommand: The rules forbid it; the error has every reason.
            BattleFileError: It is no command of this game, or names something unknown, or the faces do not fit.
        """
        command = self.command(given)
        if dice is None:
            return self.play(command, seed=seed)
        script = FixedDice(*dice)
        with laying(dice):
            turned = self.play(command, script)
        all_used(dice, len(dice) - len(script.left))
        return turned

    def put(self, command: Command) -> ShotPreview | Order:
        """The command in this battle, for code that asks more than one thing about it."""
        return ShotPreview(self, command.shot) if isinstance(command, Shoot) else Order(self, command)

    def allowed(self, command: Command) -> ShotPreview | Order:
        """The same for a legal command; raises `IllegalCommand` with every reason against an illegal one."""
        put = self.put(command)
        if put.refusals:
            raise IllegalCommand(put.refusals)
        return put

    def refusals(self, command: Command) -> tuple[Refusal, ...]:
        """Every reason against a command, () if it is legal. Raises `BattleFileError` if it names something unknown."""
        return self.put(command).refusals

    @property
    def places(self) -> Places[Any]:
        """Where units stand and might stand; raises `BattleFileError` if the game names no places."""
        return self.ruleset.needs(self.ruleset.places, "names no places")

    def happen(self, events: Sequence[Event]) -> PlayResult:
        """The battle after these events, with their story."""
        here = self
        story: list[Explained] = []
        for event in events:
            story += here._story(event)
            here = here.after((event,))
        return PlayResult(tuple(events), tuple(story), here)

    def after(self, events: Iterable[Event]) -> Battle:
        """The battle after these events, without their story."""
        state = self.state
        for event in events:
            state = put_and_marked(self.places, state, event) if isinstance(event, PUT) else event.after(state)
        return self.with_state(state)

    def _story(self, event: Event) -> Iterable[Explained]:
        if not isinstance(event, PUT):
            return event.story(self.state)
        return (Explained(self.places.rule, told_move(self.title(event.unit), event)),)

    def _with_faces(self, asked: ShotPreview, faces: Sequence[object]) -> PlayResult:
        script = FixedDice(*faces)
        with laying(faces):
            turned = self._resolve(asked, lambda: script)
        all_used(faces, len(faces) - len(script.left))
        return turned

    def _resolve(self, asked: ShotPreview, next_dice: Callable[[], Dice]) -> PlayResult:
        from fireline.game.transitions import reply  # it plays battles

        turned = self.happen(asked.decided(next_dice()))
        events, story = turned.events, turned.story
        while turned.battle.owing:
            turned = turned.battle.play(reply(turned.battle), next_dice())
            events, story = events + turned.events, story + turned.story
        return PlayResult(events, story, turned.battle)


def _battle_of(ruleset_id: str, found_at: str, state: Any, answers: Answers) -> Battle:
    if found_at:
        register(ruleset_id, found_at)
    return Battle(ruleset(ruleset_id), state, answers)
