"""A command in a battle: every reason against it, and what it makes happen, by dice or by faces laid down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from fireline.chance import Die, FixedDice, NotOnDie, Unanswered
from fireline.game.command import Command, Move, MovedByHand, Place
from fireline.game.entries import first_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.numbers import marked_refusals, marked_ruling
from fireline.game.odds import Headline, Odds, Outcome
from fireline.game.places import Moving, put_and_marked
from fireline.game.result import Bar, Result
from fireline.game.tools import Table
from fireline.ruling import Refusal, Ruling, total
from fireline.ruling.prose import exactly, minus
from fireline.ruling.told import tells

if TYPE_CHECKING:
    from fireline.chance import Dice, Dist
    from fireline.game.attack import Attack
    from fireline.game.battle import Battle
    from fireline.game.command import Shot
    from fireline.game.event import Event

PLACE = "dice"


class FaceMissing(BattleFileError):
    """More dice are thrown than faces were laid down: `die` comes next."""

    def __init__(self, die: Die[Any], given: int, place: str) -> None:
        super().__init__(Code.WRONG_DICE, f"{given} given, but the next throw is a {die.asked}", place)
        self.die, self.given = die, given

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.die, self.given, self.place)


@contextmanager
def laying(faces: Sequence[object], place: str = PLACE) -> Iterator[None]:
    """Carry out something with these faces; see also `all_used`.

    Raises `FaceMissing` if more dice are thrown, and `BattleFileError` for a face that the die does not have.
    """
    try:
        yield
    except Unanswered as waiting:
        raise FaceMissing(waiting.die, len(faces), place) from None
    except NotOnDie as wrong:
        problem = f"{shown(wrong.face)} is no face of a {wrong.die.name}"
        raise BattleFileError(Code.WRONG_DICE, f"{problem}; it has {first_of(wrong.die.faces)}", place) from None


@contextmanager
def laid(faces: Sequence[object]) -> Iterator[FixedDice]:
    """Dice that show these faces, all of which are to be thrown; raises as `laying` and `all_used` do."""
    dice = FixedDice(*faces)
    with laying(faces):
        yield dice
    all_used(faces, len(faces) - len(dice.left))


def all_used(faces: Sequence[object], used: int, place: str = PLACE) -> None:
    """Raise `BattleFileError` if fewer dice were thrown than faces laid down."""
    if used < len(faces):
        raise BattleFileError(Code.WRONG_DICE, f"{len(faces)} given, but only {used} are thrown", place)


@tells("with=details p")
class BetterWay(NamedTuple):
    """Another way to declare the same shot, and its headline chance."""

    details: Mapping[str, Any]
    p: Fraction


class OddsData(Result):
    """The exact odds: every outcome and every marginal, probabilities as reduced fractions.

    `losses` says what every unit of either side may lose by the attack, `net` what that comes to for the shooter;
    `answers` which answers of other players they stand on, `has_answers` whether there are any, `bounds` how far other
    lawful answers move them, `ways` what each answer given before the dice makes of the headline. `house` names the
    house rules that move them. `with` says which of several ways of the shot this is, `better` which one is likelier.
    """

    told = "*odds better? with=details?"

    odds: Odds[Outcome]
    better: BetterWay | None = None
    details: Mapping[str, Any] | None = None


class ShotPreview(Result):
    """A shot in a battle: declared once, then ruled, weighed and taken, each when first asked for.

    Everything raises `BattleFileError` if the shot names somebody or something that is not in the battle.
    """

    told = "ruleset=battle.ruleset.id shot *ruling odds=weighed warnings=battle.warnings?"

    battle: Battle
    shot: Shot

    @property
    def sentence(self) -> str:
        """The headline chance of a legal shot."""
        return self.odds.sentence if self.odds else self.verdict

    @property
    def verdict(self) -> str:
        """Whether the shot is legal."""
        return f"{self.ruling.title}: {'legal' if self.ruling.legal else 'NOT LEGAL'}."

    def bars(self) -> Iterable[Bar]:
        """The chances of a legal shot."""
        return self.odds.bars() if self.odds else ()

    def notes(self) -> Iterator[str]:
        """The ruling, and what the odds stand on."""
        yield from self.reasons()
        yield from self.odds.notes() if self.odds else ()
        yield from warned(self.battle)

    def reasons(self) -> Iterator[str]:
        """The ruling line by line, and what its modifiers come to."""
        _, _, *lines = self.ruling.lines()
        yield from lines
        if self.ruling.modifiers:
            yield f"  = {minus(total(self.ruling.modifiers))} {self.ruling.sum_name.replace('_', ' ')}"

    def in_full(self) -> Iterable[Table]:
        """Every chance of a legal shot."""
        return self.odds.in_full() if self.odds else ()

    def _repr_html_(self) -> str:
        return self.ruling._repr_html_() + (self.odds._repr_html_() if self.odds else "")

    @property
    def weighed(self) -> OddsData | None:
        """The odds as they are told, with a better way to take the shot, if there is one; None for an illegal shot."""
        from fireline.game.ways import better_way  # it asks about other shots

        if self.odds is None:
            return None
        better = better_way(self)
        return OddsData(self.odds, BetterWay(better.shot.details, better.headline.chance) if better else None)

    @cached_property
    def declared(self) -> Any:
        """The shot on the board, as the game declares it, with the line and everything else that the rules measure."""
        return self.battle.ruleset.declare(self.battle.state, self.shot)

    @property
    def target(self) -> str:
        """Who is shot at."""
        return self.shot.target

    @cached_property
    def ruling(self) -> Ruling:
        """The ruling, without dice; each line that a house rule made says so."""
        rules = self.battle.ruleset
        ruling = rules.rule(self.declared)._replace(caveat=rules.shot_caveat(self.declared))
        return marked_ruling(self.battle, self.shot, ruling)

    @cached_property
    def refusals(self) -> tuple[Refusal, ...]:
        """Every reason against the shot, without the rest of the ruling; () if it is legal."""
        return marked_refusals(self.battle, self.against, lambda other: ShotPreview(other, self.shot).against)

    @cached_property
    def against(self) -> tuple[Refusal, ...]:
        """The same without the house rules that decided them."""
        return self.battle.ruleset.against(self.declared)

    @property
    def is_legal(self) -> bool:
        """Whether it may be made; False as well where it cannot even be declared."""
        try:
            return not self.refusals
        except BattleFileError:
            return False

    @cached_property
    def rolled(self) -> Dist[Outcome]:
        """The exact odds of what its dice do, before anybody answers."""
        return self.battle.ruleset.odds(self.declared)

    @cached_property
    def attack(self) -> Attack:
        """The whole attack, up to the last answer, without checking that the shot is legal."""
        from fireline.game.attack import Attack  # it plays battles

        return Attack(self)

    @cached_property
    def headline(self) -> Headline:
        """The chance a player asks for first, with the caveat of the shot, without checking that it is legal."""
        rules = self.battle.ruleset
        found, caveat = rules.headline(self.attack.outcomes), rules.shot_caveat(self.declared)
        return found._replace(name=f"{found.name}, {caveat}") if caveat else found

    @property
    def depends_on_answers(self) -> bool:
        """Whether other legal answers would move the headline, without checking that the shot is legal."""
        return any(span.least < span.most for span in self.attack.bounds.get(self.headline.of, {}).values())

    @cached_property
    def odds(self) -> Odds[Outcome] | None:
        """The exact odds, None for an illegal shot."""
        return Odds(self.ruling, self.attack.outcomes, self.headline, self.attack) if self.ruling.legal else None

    def decided(self, dice: Dice) -> tuple[Event, ...]:
        """The events of a legal shot, by `Ruleset.shoot`; the only place where its dice are thrown.

        Args:
            dice: The dice to throw.

        Returns:
            What happens, up to the first answer that somebody owes.
        """
        return tuple(self.battle.ruleset.shoot(self.declared, dice))


def warned(battle: Battle) -> Iterator[str]:
    """What looks like a mistake in a battle."""
    return (f"Warning: {slip}" for slip in battle.warnings or ())


@dataclass(frozen=True)
class Order:
    """Any other command in a battle."""

    battle: Battle
    command: Command

    @cached_property
    def refusals(self) -> tuple[Refusal, ...]:
        """Every reason against the command, () if legal. Raises `BattleFileError` if it names something unknown."""
        return marked_refusals(self.battle, self.against, lambda other: Order(other, self.command).against)

    @cached_property
    def against(self) -> tuple[Refusal, ...]:
        """The same without the house rules that decided them."""
        battle, command = self.battle, self.command
        if not isinstance(command, Move | Place):
            return battle.ruleset.refusals(battle.state, command)
        places, owing = battle.places, battle.owing
        if owing is not None:
            return (Refusal(places.rule, f"{owing} owes an answer first."),)
        if isinstance(command, Move):
            return self._moving.refusals
        put_and_marked(places, battle.state, command)
        return ()

    @cached_property
    def _moving(self) -> Moving:
        assert isinstance(self.command, Move), "nothing else moves by the rules"  # noqa: S101
        return self.battle.places.move(self.battle.state, self.command)

    def decided(self, dice: Dice) -> tuple[Event, ...]:
        """The events of a legal command, by `Ruleset.decide`; the only place where its dice are thrown."""
        if isinstance(self.command, Place):
            return (MovedByHand(self.command.unit, self.command.to, self.command.marks),)
        if isinstance(self.command, Move):
            return self._moving.events
        return tuple(self.battle.ruleset.decide(self.battle.state, self.command, dice))


class Targets(tuple[ShotPreview, ...]):
    """Every enemy of one shooter, legal target or not, in the order of the battle."""

    __slots__ = ()

    def __repr__(self) -> str:
        legal = sum(one.ruling.legal for one in self)
        return f"<Targets {', '.join(one.target for one in self if one.odds) or 'none'}: {legal} of {len(self)} legal>"

    def _repr_html_(self) -> str:
        from html import escape

        rows = "".join(f"<tr><td>{escape(one.target)}</td><td>{escape(_in_short(one))}</td></tr>" for one in self)
        return f"<table>{rows}</table>"


def _in_short(seen: ShotPreview) -> str:
    """A target in a few words: the headline, or every reason against it."""
    if seen.odds is None:
        return " ".join(map(str, seen.ruling.refusals))
    return f"{seen.odds.headline.name}: {exactly(seen.odds.headline.chance)}"
