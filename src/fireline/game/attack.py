"""A whole attack: a shot and everything that it sets off, up to the last answer and the last check.

Its odds assume the answers that the battle names (`Battle.answers`); `bounds` says how far other legal answers move
them. `carried_out` is the same attack as one program, which throws what the odds weigh.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, wraps
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from fireline.chance import Dice, Dist, chance
from fireline.chance.exact import Call, program_behind
from fireline.chance.faces import UnrecordedDice
from fireline.game import transitions
from fireline.game.battle import Battle
from fireline.game.command import Command, Shot
from fireline.game.errors import BattleFileError
from fireline.game.event import Ledger, Loss, ledger, net
from fireline.game.numbers import moved_by
from fireline.game.odds import Bounds, Span, Way
from fireline.game.preview import ShotPreview
from fireline.game.standing import Answers
from fireline.ruling.prose import listing

Spans = Mapping[tuple[str, Any], Span]
"""Least and greatest chances by marginal and value."""


T = TypeVar("T")


class _Reach(NamedTuple):
    """The chances that are still reachable, and who has to choose on the way."""

    spans: Spans
    owners: frozenset[str]


NOTHING = Fraction(0)
CERTAIN = Span(Fraction(1), Fraction(1))
NEVER = Span(NOTHING, NOTHING)


def nets(battle: Battle, shots: Sequence[Shot]) -> list[Fraction]:
    """What `Attack.net` is of each of several legal shots."""
    return list(battle.ask_each("net", shots, lambda seen, shot: ShotPreview(seen, shot).attack.net))


def _kept(work: Callable[[Attack], T]) -> cached_property[T]:
    """What an attack comes to, which a battle that remembers may know."""

    @wraps(work)
    def found(attack: Attack) -> T:
        battle, shot = attack.battle, attack.shot
        if battle.evaluator is None:
            return work(attack)
        return battle.ask((work.__name__, shot), lambda seen: work(Attack(ShotPreview(seen, shot))))

    return cached_property(found)


@dataclass(frozen=True)
class Attack:
    """A legal shot in a battle, and everything that follows from it until the attack is over."""

    asked: ShotPreview

    @property
    def battle(self) -> Battle:
        """The battle before it."""
        return self.asked.battle

    @property
    def shot(self) -> Shot:
        """The shot."""
        return self.asked.shot

    @_kept
    def outcomes(self) -> Dist[Any]:
        """The exact distribution of the attack's outcome, with owed answers given as the battle says."""
        if self._goes_on:
            return self._over.map(lambda one: transitions.ended(self.battle, self.shot, one).outcome)
        return self._dice_of.rolled

    @cached_property
    def ledger(self) -> Ledger | None:
        """What the attack costs every unit when it is over; None in a game that counts no losses.

        None, too, for a shot that can be weighed but not taken (from a fresh deck).
        """
        return None if self.costs is None else ledger(self.battle, self.shot.shooter, self.costs)

    @_kept
    def net(self) -> Fraction:
        """The harm expected to enemies less that to one's own side, as in the ledger; the headline where there is none.

        Policies, plans and rankings weigh shots by it.
        """
        if self.costs is None:
            return self.battle.ruleset.headline(self.outcomes).chance
        return net(self.battle, self.shot.shooter, self.costs)

    @_kept
    def costs(self) -> Dist[tuple[Loss, ...]] | None:
        """All that the attack may cost, with each chance; None as in the ledger."""
        rules = self.battle.ruleset
        if rules.losses is None:
            return None
        answered_later = rules.decisions is not None and rules.decisions.shot_with_answer is None
        try:
            return self._over.map(attrgetter("losses")) if answered_later else transitions.loss_odds(self._dice_of)
        except BattleFileError:
            return None

    @cached_property
    def house(self) -> tuple[str, ...]:
        """The addresses of the house rules that move the odds, or what the attack costs anybody."""

        def weighed(battle: Battle) -> object:
            asked = ShotPreview(battle, self.shot)
            return asked.is_legal and (asked.attack.outcomes, asked.attack.costs)

        return moved_by(self.battle, weighed)

    @property
    def depends(self) -> bool:
        """Whether somebody chooses an answer or the shot declares one."""
        return bool(self._owners or self._declares)

    @cached_property
    def answers(self) -> str:
        """The answers that the odds assume, as a sentence."""
        if self._declares:
            return f"As the shot declares: {self._declares}."
        decisions = self.battle.ruleset.decisions
        if decisions is None or not self._owners:
            return "Nobody has an answer to choose."
        owners, s = listing(sorted(self._owners)), "s" if len(self._owners) == 1 else ""
        if self.battle.answers is Answers.CUSTOMARY:
            return f"{owners} answer{s} in the customary way: {decisions.customary}."
        return f"{owners} give{s} the answers that are {self.battle.answers} for the player who owes them."

    @cached_property
    def bounds(self) -> Bounds:
        """The least and greatest chance of each value that legal answers can reach; empty if nobody has a choice."""
        if not self._owners:
            return {}
        spans, names = self._reach.spans, next(iter(self.outcomes))._asdict()
        return {name: {value: span for (of, value), span in spans.items() if of == name} for name in names}

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """Each answer that can be given before the dice fall, in words, with the headline that the odds then have."""
        rules, waiting = self.battle.ruleset, self._waiting
        if waiting is None:
            return ()
        return tuple(
            Way(rules.label(waiting.state, command), rules.headline(self._with_answer(waiting, command).rolled))
            for command in waiting.legal()
        )

    def call(self) -> Call:
        """The program behind these odds, with its arguments."""
        if self._goes_on:
            return carried_out, (self.battle, self.shot), {}
        return program_behind(lambda: self.battle.ruleset.odds(self._dice_of.declared))

    @property
    def _goes_on(self) -> bool:
        """Whether answers after the dice are part of the outcome."""
        decisions = self.battle.ruleset.decisions
        return decisions is not None and decisions.ended is not None

    @property
    def _declares(self) -> str:
        """The answer that the shot itself declares, "" for none."""
        decisions = self.battle.ruleset.decisions
        return decisions.answer_in_words(self.shot) if decisions else ""

    @cached_property
    def _dice_of(self) -> ShotPreview:
        """The shot with the answer declared that is given before its dice fall, if any is owed."""
        return self._with_answer(self._waiting, transitions.reply(self._waiting)) if self._waiting else self.asked

    @cached_property
    def _waiting(self) -> Battle | None:
        """The battle in which an answer is owed before any die is thrown; None where the dice come first."""
        rules = self.battle.ruleset
        if rules.decisions is None or rules.decisions.shot_with_answer is None:
            return None
        try:
            events = self.asked.decided(UnrecordedDice(_Untouched()))
        except _Thrown:
            return None
        waiting = self.battle.after(events)
        return waiting if waiting.owing else None

    @cached_property
    def _answered(self) -> dict[Command, ShotPreview]:
        """The shot with each possible answer declared."""
        return {}

    def _with_answer(self, waiting: Battle, command: Command) -> ShotPreview:
        decisions = self.battle.ruleset.decisions
        assert decisions is not None and decisions.shot_with_answer is not None, "an answer comes first"  # noqa: PT018, S101
        if command not in self._answered:
            self._answered[command] = ShotPreview(self.battle, decisions.shot_with_answer(waiting.state, command))
        return self._answered[command]

    @cached_property
    def _rolled(self) -> Dist[transitions.Transition]:
        """What the dice of the shot can lead to, before anybody answers."""
        return transitions.legal_transitions(self.asked)

    @cached_property
    def _over(self) -> Dist[transitions.Transition]:
        """What it can lead to once every answer is given."""
        return transitions.resolved(self._rolled, self._replies)

    @cached_property
    def _replies(self) -> transitions.Replies:
        """What the answers in mid-attack can lead to; worked out once for odds and bounds."""
        return transitions.Replies()

    @property
    def _owners(self) -> frozenset[str]:
        """Everybody who might have to choose between answers."""
        if self._waiting is not None:
            return _choosing(self._waiting)
        return self._reach.owners if self._goes_on else frozenset()

    @cached_property
    def _reach(self) -> _Reach:
        """What the attack can lead to, whatever anybody answers."""
        if self._waiting is not None:
            waiting = self._waiting
            commands = waiting.legal()
            spans = _either([_certain(self._with_answer(waiting, command).rolled) for command in commands])
            return _Reach(spans, _choosing(waiting))
        known: dict[transitions.Transition, _Reach] = {}
        return _after(self._rolled, lambda one: self._from(one, known))

    def _from(self, one: transitions.Transition, known: dict[transitions.Transition, _Reach]) -> _Reach:
        """What a situation in mid-attack can lead to."""
        one = one._replace(losses=())  # they do not matter to what comes
        if one in known:
            return known[one]
        if transitions.unresolved(one):
            battle = one.battle
            ways = [
                _after(self._replies.led(battle, command).map(one.then), lambda later: self._from(later, known))
                for command in battle.legal()
            ]
            owners = frozenset[str]().union(*(way.owners for way in ways))
            if len(ways) > 1:
                owners |= {str(battle.owing)}
            known[one] = _Reach(_either([way.spans for way in ways]), owners)
        else:
            outcome = transitions.ended(self.battle, self.shot, one).outcome
            known[one] = _Reach(dict.fromkeys(outcome._asdict().items(), CERTAIN), frozenset())
        return known[one]


@chance(rule="")
def carried_out(dice: Dice, battle: Battle, shot: Shot) -> Any:
    """A whole attack thrown: the shot, then answers as the battle says, until nobody owes any."""
    unshown = UnrecordedDice(dice)
    here = battle.after(ShotPreview(battle, shot).decided(unshown))
    rolled = next(outcome for outcome in unshown.came_to if hasattr(outcome, "_asdict"))
    while here.owing:
        here = here.after(here.put(transitions.reply(here)).decided(UnrecordedDice(dice)))
    return transitions.ended(battle, shot, transitions.Transition(here, rolled)).outcome


def _choosing(battle: Battle) -> frozenset[str]:
    """Who has to choose between answers now, if anybody."""
    owner = battle.owing
    return frozenset({owner}) if owner and len(battle.legal()) > 1 else frozenset()


def _after(happened: Dist[transitions.Transition], reach: Callable[[transitions.Transition], _Reach]) -> _Reach:
    """What chance may lead to."""
    if happened.denominator == 1:
        return reach(*happened)
    parts = [(p, reach(one)) for one, p in happened.items()]
    owners = frozenset[str]().union(*(one.owners for _, one in parts))
    return _Reach(_mixed([(p, one.spans) for p, one in parts]), owners)


def _certain(outcomes: Dist[Any]) -> Spans:
    """The chances of a distribution as spans."""
    names = next(iter(outcomes))._asdict()
    marginals = {name: outcomes.map(attrgetter(name)) for name in names}
    return {(name, value): Span(p, p) for name, dist in marginals.items() for value, p in dist.items()}


def _either(ways: list[Spans]) -> Spans:
    """What one of several answers leads to, whichever is given."""
    keys = dict.fromkeys(key for way in ways for key in way)
    return {
        key: Span(min(way.get(key, NEVER).least for way in ways), max(way.get(key, NEVER).most for way in ways))
        for key in keys
    }


def _mixed(parts: list[tuple[Fraction, Spans]]) -> Spans:
    """What chance leads to."""
    together: dict[tuple[str, Any], Span] = {}
    for p, spans in parts:
        for key, span in spans.items():
            low, high = (p, p) if span is CERTAIN else (p * span.least, p * span.most)
            known = together.get(key)
            together[key] = Span(low, high) if known is None else Span(known.least + low, known.most + high)
    return together


class _Thrown(Exception):
    """Dice are thrown."""


class _Untouched(Dice):
    """Dice that nobody may throw."""

    def roll(self, die: Any, /) -> Any:
        """No face."""
        raise _Thrown

    def run(self, program: Any, /, *args: Any, **kwargs: Any) -> Any:
        """No outcome."""
        raise _Thrown
