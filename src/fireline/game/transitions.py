"""The exact step of a game: every battle that a command may lead to, each with its exact chance.

Dice that take every path at once decide the command. Paths that lead to the same battle merge. Faces that are only
recorded in events keep nothing apart; faces that are part of the battle (cards drawn) do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from fireline.chance import Die, Dist, FixedDice, Program
from fireline.chance.exact import Branches, Call, ExactEnumerator, Share
from fireline.chance.faces import WithFaces
from fireline.game.battle import Battle
from fireline.game.command import Command, Move, Shoot, Shot
from fireline.game.errors import BattleFileError
from fireline.game.event import Loss, balance
from fireline.game.planning import Equivalence
from fireline.game.preview import Order, ShotPreview
from fireline.game.standing import Answers

S = TypeVar("S")
T = TypeVar("T")
DOOR = "Ruleset.shoot and decide throw only through with_faces(dice, program, ...) or with_step, so each throw has odds"


class Transition(NamedTuple):
    """One result of a command: the battle after it, the outcome if it was a shot, and what was lost."""

    battle: Battle
    outcome: Any = None
    losses: tuple[Loss, ...] = ()

    def then(self, onward: Transition) -> Transition:
        """Both together, with the battle after the second."""
        outcome = onward.outcome if self.outcome is None else self.outcome
        return Transition(onward.battle, outcome, self.losses + onward.losses)


def after(battle: Battle, command: Command) -> Dist[Battle]:
    """Every battle that a legal command can lead to; raises `IllegalCommand`."""
    return transitions(battle, command).map(lambda one: one.battle)


def shot_transitions(battle: Battle, shot: Shot, alike: Equivalence[Any] | None = None) -> Dist[Transition]:
    """What a shot can lead to once every owed answer is given; raises `IllegalCommand`.

    Answers are given as the battle says (`Battle.answers`). With `alike`, battles that no remaining shot of the phase
    can tell apart become one.
    """
    return command_transitions(battle, Shoot(shot), alike).map(lambda one: ended(battle, shot, one))


def command_transitions(battle: Battle, command: Command, alike: Equivalence[Any] | None = None) -> Dist[Transition]:
    """The same of any command, its outcome being that of the dice."""
    if alike is None:
        return resolved(transitions(battle, command))
    merged = resolved(Dist(enumerate_outcomes(battle.allowed(command), face=alike.face)[1]))
    return merged.map(lambda one: one._replace(battle=one.battle.with_state(alike.state(one.battle.state))))


def ended(battle: Battle, shot: Shot, one: Transition) -> Transition:
    """The same with the outcome that the whole attack has come to, were the shot's at this battle."""
    decisions = battle.ruleset.decisions
    if decisions is None or decisions.ended is None:
        return one
    return one._replace(outcome=decisions.ended(battle.state, shot, one.outcome, one.battle.state))


def transitions(battle: Battle, command: Command) -> Dist[Transition]:
    """What a legal command can lead to, before anybody answers; raises `IllegalCommand`."""
    return legal_transitions(battle.allowed(command))


def resolved(happened: Dist[Transition], replies: Replies | None = None) -> Dist[Transition]:
    """The same once every owed answer has been given, and every answer that those make somebody owe."""
    replies = replies or Replies()

    def after_answer(one: Transition) -> Dist[Transition]:
        battle = one.battle
        return replies.led(battle, replies.to(battle)).map(one.then) if unresolved(one) else Dist.certain(one)

    while any(map(unresolved, happened)):
        happened = happened.bind(after_answer)
    return happened


def unresolved(one: Transition) -> bool:
    """Whether somebody owes an answer."""
    return one.battle.owing is not None


def reply(battle: Battle) -> Command:
    """The owed answer, given as the battle says (`Battle.answers`); the first of equally good ones.

    The best answer is that of the best net ledger for its owner, if every answer after it is given so too; the worst,
    that of the worst. Where a game ranks its answers itself (`Decisions.ranking`), they are the first and the last.
    """
    return Replies().to(battle)


class Replies:
    """The answers given where nobody is asked, and what they can lead to, each worked out once."""

    def __init__(self) -> None:
        self._led: dict[tuple[Battle, Command], Dist[Transition]] = {}
        self._to: dict[Battle, Command] = {}
        self._nets: dict[tuple[Battle, str], Fraction] = {}

    def to(self, battle: Battle) -> Command:
        """The owed answer of a battle: see `reply`."""
        if battle not in self._to:
            self._to[battle] = self._chosen(battle)
        return self._to[battle]

    def led(self, battle: Battle, command: Command) -> Dist[Transition]:
        """What an answer can lead to, before the next one is given."""
        if (battle, command) not in self._led:
            self._led[battle, command] = legal_transitions(battle.put(command))
        return self._led[battle, command]

    def _chosen(self, battle: Battle) -> Command:
        commands, owner = battle.legal(), battle.owing
        if battle.answers is Answers.CUSTOMARY or len(commands) == 1:
            return commands[0]
        decisions = battle.ruleset.decisions
        assert owner is not None and decisions is not None, "somebody owes it"  # noqa: PT018, S101
        if decisions.ranking is not None:
            return decisions.ranking(battle.state)[0 if battle.answers is Answers.BEST else -1]
        sign = 1 if battle.answers is Answers.BEST else -1
        return max(commands, key=lambda command: sign * self._net(battle, command, owner))

    def _net(self, battle: Battle, command: Command, side: str) -> Fraction:
        """The harm expected to others less that to a side, from an answer on until nobody owes one."""

        def is_other(unit: str) -> bool:
            return (battle.side(unit) or unit) != side

        return self.led(battle, command).mean(
            lambda one: balance(one.losses, is_other) + self._net_onward(one.battle, side)
        )

    def _net_onward(self, battle: Battle, side: str) -> Fraction:
        if (battle, side) not in self._nets:
            owed = battle.owing is not None
            self._nets[battle, side] = self._net(battle, self.to(battle), side) if owed else Fraction(0)
        return self._nets[battle, side]


def enumerate_outcomes(
    put: ShotPreview | Order,
    ends: Callable[[Any], bool] = lambda _: False,
    face: Callable[[Any], Hashable] | None = None,
) -> tuple[Fraction, dict[Transition, Fraction]]:
    """The chance that a legal command has an outcome that ends the matter, and everything else that can happen.

    Battles after an outcome that ends it are never put together, which saves most of the work. With `face`, one path
    is followed for all that have the same outcome and faces of the same keys.
    """
    battle = put.battle
    walk = _OutcomeEnumerator(Program(put.decided, ""), ends, face)
    chances: dict[Transition, Fraction] = {}
    for events, (ways, total) in walk.paths():
        if ways:
            of_the_shot = next((outcome for outcome, _ in walk.given if hasattr(outcome, "_asdict")), None)
            one = Transition(battle.after(events), of_the_shot, battle.losses(events))
            chances[one] = chances.get(one, Fraction(0)) + Fraction(ways, total)
    return walk.ended, chances


def loss_odds(put: ShotPreview | Order) -> Dist[tuple[Loss, ...]]:
    """What a legal command can cost before anybody answers, whatever battle comes of it."""
    walk = _LossEnumerator(Program(put.decided, ""), lambda _: False, lambda _: None)
    counted = Counter[tuple[tuple[Loss, ...], int]]()
    for events, (ways, total) in walk.paths():
        counted[put.battle.losses(events), total] += ways
    chances = dict[tuple[Loss, ...], Fraction]()
    for (lost, total), ways in counted.items():
        chances[lost] = chances.get(lost, Fraction(0)) + Fraction(ways, total)
    return Dist(chances)


class _OutcomeEnumerator(ExactEnumerator):
    """Takes every path through a decision but those that have come to an outcome that ends it; they are only counted.

    That rulesets decide alike from the same faces is a contract tested elsewhere, so nothing is walked twice for it.
    """

    def __init__(
        self, decided: Program[..., Any], ends: Callable[[Any], bool], face: Callable[[Any], Hashable] | None
    ) -> None:
        super().__init__((decided, (), {}), (1, 1))
        self._ends, self._face = ends, face
        self.ended = Fraction(0)

    def throw(self, die: Die[Any], weight: Share) -> Branches[Share]:
        """Refuse a throw that does not go through `with_faces` or `with_step`."""
        raise TypeError(f"a decision threw a {die.name} by itself; {DOOR}")

    def call(self, call: Call, weight: Share) -> Branches[Share]:
        """Every outcome with its faces and its ways, without those that end the matter."""
        if not isinstance(call[0], WithFaces):
            raise TypeError(f"a decision ran {call[0]} by itself; {DOOR}")
        onward: dict[Hashable, tuple[Any, Share]] = {}
        branches = super().call(call, weight)
        for shown, (ways, total) in branches:
            outcome, faces = shown
            if self._ends(outcome):
                self.ended += Fraction(ways, total)
                continue
            key = shown if self._face is None else (outcome, tuple(map(self._face, faces)))
            first, (more, _) = onward.get(key, (shown, (0, total)))
            onward[key] = first, (ways + more, total)
        return [*onward.values()] or [(branches[0][0], (0, 1))]  # a path must go on, be it one that nobody takes

    def _check(self, asked: object, given: object, outcome: object) -> None:
        pass


class _LossEnumerator(_OutcomeEnumerator):
    """The same where nobody asks for the battles that follow: faces that lead to one outcome are one path."""

    shows_every_face = False


def legal_transitions(put: ShotPreview | Order) -> Dist[Transition]:
    """What a command that is known to be legal can lead to, before anybody answers."""
    chances = enumerate_outcomes(put)[1]
    first, p = next(iter(chances.items()))
    return Dist.certain(first) if p == 1 else Dist(chances)


def legal_steps(battle: Battle, unit: str) -> Iterator[tuple[Move, Battle]]:
    """Every legal move of a unit to a place one step away, with the battle after it; none in a game without places."""
    places = battle.ruleset.places
    for place in () if places is None else places.steps(battle.state, unit):
        if (after := moved_to(battle, unit, place)) is not None:
            yield Move(unit, place), after


def moved_to(battle: Battle, unit: str, place: str) -> Battle | None:
    """The battle after a legal move of a unit to a place; None where there is none."""
    order = Order(battle, Move(unit, place))
    try:
        events = () if order.refusals else order.decided(FixedDice())
    except BattleFileError:  # the place cannot hold the unit
        return None
    return battle.after(events) if events else None
