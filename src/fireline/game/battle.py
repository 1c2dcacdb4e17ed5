"""A battle: one state of one game, and everything you can ask of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from fireline.chance import Dice, Dist, SeededDice
from fireline.game.command import Command, MovedByHand, Shoot, Shot, UnitMoved
from fireline.game.commandtext import command_meant, read_any, text_of
from fireline.game.entries import one_of
from fireline.game.errors import IllegalCommand, IllegalShot
from fireline.game.event import Event, Loss
from fireline.game.odds import Odds, Outcome
from fireline.game.places import put_and_marked, told_move
from fireline.game.preview import Order, ShotPreview, Targets, laid
from fireline.game.result import Result
from fireline.game.ruleset import nothing_else
from fireline.game.standing import Standing
from fireline.game.ways import Survey, legal_of, seen_by
from fireline.ruling import Explained, Refusal, Ruling
from fireline.ruling.prose import plural

SEED_BITS = 32
PUT = (MovedByHand, UnitMoved)


class PlayResult(Result):
    """What a command led to: the events, their story, and the battle after them."""

    told = "events story=lines seed battle"

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
        """The same events as told to somebody who knew only this much of the battle before.

        Args:
            before: The battle as it was known before the command.

        Returns:
            The same events, with the story and the battle as far as they follow from that.
        """
        return replace(before.happen(self.events), seed=self.seed)

    @property
    def lines(self) -> tuple[str, ...]:
        """The story, each sentence with its rule."""
        return tuple(map(str, self.story))


def fresh_seed() -> int:
    """A seed that nobody can foresee."""
    import secrets

    return secrets.randbits(SEED_BITS)


class Battle(Standing):
    """A battle as it stands: its ruleset and the state of the game.

    `fireline.load` reads one from a file. `check`, `odds` and `targets` answer questions about it; `shoot` and
    `play` return the battle that comes after. None of them changes this one.
    """

    def _repr_svg_(self) -> str | None:
        drawing = self.ruleset.drawing
        return drawing.board(self, None, "") if drawing else None

    def losses(self, events: Iterable[Event]) -> tuple[Loss, ...]:
        """What events take from whom.

        Args:
            events: What happened, in order.

        Returns:
            Each loss in the units of the game (blocks, Wounds, hits); () in a game that counts none.
        """
        return () if self.ruleset.losses is None else tuple(loss for event in events for loss in event.losses())

    def check(self, shot: Shot) -> Ruling:
        """The ruling on a shot: legal or not, every reason, line of sight, every modifier.  Never rolls.

        Args:
            shot: Who fires at whom, with any further details.

        Returns:
            The ruling, each of its lines with the rule that it follows.

        Raises:
            BattleFileError: The battle has no such unit, or the game no such word.
        """
        return self.ruled(shot).ruling

    def ruled(self, shot: Shot) -> ShotPreview:
        """A shot with its ruling, under the rules that stand now; its odds wait until somebody asks for them.

        Args:
            shot: Who fires at whom.

        Returns:
            The shot, ruled.

        Raises:
            BattleFileError: The battle has no such unit, or the game no such word.
        """
        asked = ShotPreview(self, shot)
        _ = asked.ruling
        return asked

    def odds(self, shot: Shot) -> Odds[Outcome]:
        """The exact odds of a shot at the end of the attack, with the owed answers that `answers` names.

        Args:
            shot: A legal shot.

        Returns:
            Every outcome with its exact chance, the headline first among the marginals.

        Raises:
            IllegalShot: The rules forbid it; the error has the ruling.
            BattleFileError: The battle has no such unit, or the game no such word.
        """
        seen = self.preview(shot)
        if seen.odds is None:
            raise IllegalShot(seen.ruling)
        return seen.odds

    def preview(self, shot: Shot) -> ShotPreview:
        """The ruling on a shot, and its odds if it is legal; `shoot` takes it without ruling again.

        Args:
            shot: Who fires at whom.

        Returns:
            The shot with its ruling and odds, worked out under the rules that stand now.

        Raises:
            BattleFileError: The battle has no such unit, or the game no such word.
        """
        asked = ShotPreview(self, shot)
        _ = asked.odds  # now, under the rules that stand now
        return asked

    def outcomes(self, shot: Shot) -> Dist[Outcome]:
        """The exact distribution of a shot's outcome at the end of the attack, without checking that it is legal.

        Args:
            shot: Who fires at whom.

        Returns:
            Each outcome with its chance; the chances add up to 1.

        Raises:
            BattleFileError: The battle has no such unit, or the game no such word.
        """
        return ShotPreview(self, shot).attack.outcomes

    def targets(self, shooter: str, only: Collection[str] | None = None, apart: Fraction | None = None) -> Targets:
        """Every enemy as this shooter sees it on its turn: the ruling and, if legal, the odds of the best way to shoot.

        Args:
            shooter: The id of a unit; if it is not its turn, everything is as if it were.
            only: Whom to look at, by their ids; those among them who are no enemies are left out.
            apart: Put each target at this distance from the shooter, in hexes, spaces, inches or metres as the game
                measures.

        Returns:
            The enemies in the order of the battle, those that cannot be shot at with every reason.

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

        Returns:
            The verdict on each pair; a pair is ruled on when somebody asks about it.

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
            return (*legal_of(self, units), *orders)
        found = self.ask_each("doings", units, _doings)
        return (*legal_of(self, units), *(one for doings in found for one in doings), *orders)

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

        Returns:
            What happened, with its story, and the battle afterwards.

        Raises:
            IllegalShot: The rules forbid it; the error has the ruling.
            BattleFileError: The faces do not fit the throws, or the battle has no such unit.
        """
        asked = ShotPreview(self, shot) if isinstance(shot, Shot) else shot
        if not asked.ruling.legal:
            raise IllegalShot(asked.ruling)
        if dice is not None:
            with laid(dice) as script:
                return self._resolve(asked, lambda: script)
        seed = fresh_seed() if seed is None else seed
        number = iter(range(1 << SEED_BITS))
        return replace(self._resolve(asked, lambda: SeededDice.for_event(seed, next(number))), seed=seed)

    def play(self, command: Command, dice: Dice | None = None, *, seed: int | None = None) -> PlayResult:
        """Carry out one command and nothing more: an answer that it makes somebody owe stays owed.

        Args:
            command: One of `legal`, or another that the rules allow.
            dice: The dice to throw; by default, dice of the seed.
            seed: The seed if no dice are given, a whole number from 0; by default, a fresh one. The result names it.

        Returns:
            What happened, with its story, and the battle afterwards.

        Raises:
            IllegalCommand: The rules forbid it; the error has every reason.
            BattleFileError: The battle has no such unit, place or answer.
        """
        if dice is None:
            seed = fresh_seed() if seed is None else seed
            return replace(self.play(command, SeededDice.for_event(seed, 0)), seed=seed)
        return self.happen(self.allowed(command).decided(dice))

    def command(self, given: object) -> Command:
        """Read a command of this game from its text, its data, or the JSON of its data.

        Args:
            given: `bow > warriors`, `bow move E5`, `end`; units by id, by the place where they stand, or by what they
                are called.

        Returns:
            The command, its units by their ids; nobody has asked yet whether it is legal.

        Raises:
            BattleFileError: It is no command of this game, or nobody is called so.
        """
        read = read_any(given, self.ruleset.command_types)
        return read if read is given else command_meant(self, read)

    def text(self, command: Command) -> str:
        """Write a command as text that `command` reads back.

        Args:
            command: A command of this game.

        Returns:
            The text: `bow > warriors extra_dice=1`.
        """
        return text_of(command, self.ruleset.command_types)

    def do(self, given: object, *, seed: int | None = None, dice: Sequence[object] | None = None) -> PlayResult:
        """Carry out one command of any kind and nothing more: an answer that it makes somebody owe stays owed.

        Args:
            given: The command, its text or its data.
            seed: The seed of the dice, a whole number from 0; by default, a fresh one. The result names it.
            dice: The faces of your own dice instead, in the order thrown.

        Returns:
            What happened, with its story, and the battle afterwards.

        Raises:
            IllegalCommand: The rules forbid it; the error has every reason.
            BattleFileError: It is no command of this game, or names something unknown, or the faces do not fit.
        """
        command = self.command(given)
        if dice is None:
            return self.play(command, seed=seed)
        with laid(dice) as script:
            return self.play(command, script)

    def put(self, command: Command) -> ShotPreview | Order:
        """The command in this battle, for code that asks more than one thing about it.

        Args:
            command: Any command of this game, legal or not.

        Returns:
            A shot with its ruling, or another order with the reasons against it.
        """
        return ShotPreview(self, command.shot) if isinstance(command, Shoot) else Order(self, command)

    def allowed(self, command: Command) -> ShotPreview | Order:
        """The same for a legal command.

        Args:
            command: A command of this game.

        Returns:
            The command in this battle, as `put` gives it.

        Raises:
            IllegalCommand: The rules forbid it; the error has every reason.
        """
        put = self.put(command)
        if put.refusals:
            raise IllegalCommand(put.refusals)
        return put

    def refusals(self, command: Command) -> tuple[Refusal, ...]:
        """Say every reason against a command.

        Args:
            command: Any command of this game.

        Returns:
            The reasons, each with its rule; () if the command is legal.

        Raises:
            BattleFileError: It names something unknown.
        """
        return self.put(command).refusals

    def happen(self, events: Sequence[Event]) -> PlayResult:
        """The battle after these events, with their story.

        Args:
            events: What happened, in order.

        Returns:
            The events, their story, and the battle afterwards.
        """
        here = self
        story: list[Explained] = []
        for event in events:
            if isinstance(event, PUT):
                story.append(Explained(here.places.rule, told_move(here.title(event.unit), event)))
            else:
                story += event.story(here.state)
            here = here.after((event,))
        return PlayResult(tuple(events), tuple(story), here)

    def after(self, events: Iterable[Event]) -> Battle:
        """The battle after these events, without their story.

        Args:
            events: What happened, in order.

        Returns:
            The battle afterwards; this one stays as it is.
        """
        state = self.state
        for event in events:
            state = put_and_marked(self.places, state, event) if isinstance(event, PUT) else event.after(state)
        return self.with_state(state)

    def _resolve(self, asked: ShotPreview, next_dice: Callable[[], Dice]) -> PlayResult:
        from fireline.game.transitions import reply  # it plays battles

        turned = self.happen(asked.decided(next_dice()))
        events, story = turned.events, turned.story
        while turned.battle.owing:
            turned = turned.battle.play(reply(turned.battle), next_dice())
            events, story = events + turned.events, story + turned.story
        return PlayResult(events, story, turned.battle)


def _doings(battle: Battle, unit: str) -> tuple[Command, ...]:
    return tuple(battle.ruleset.doings(battle.state, unit))
