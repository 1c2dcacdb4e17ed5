"""Which rules make two rulings differ: each difference of the rules tested by itself, and the lines that differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from fireline.game.battle import Battle
from fireline.game.differing import numbers_apart, options_apart
from fireline.game.errors import BattleFileError
from fireline.game.preview import ShotPreview
from fireline.game.result import Result
from fireline.ruling import Modifier
from fireline.ruling.prose import signed


class Effect(Result):
    """The effect of a change on a shot: whether it is legal before and after, and how its odds move.

    `chance` is the headline after minus the headline before, None if there are no odds on one side; `changes` says
    whether the verdict or the distribution differs.
    """

    told = "legal_before legal_after headline=chance changes"

    legal_before: bool
    legal_after: bool
    chance: Fraction | None
    changes: bool

    @classmethod
    def of(cls, before: ShotPreview, after: ShotPreview) -> Effect:
        """The effect that leads from one prospect to another."""
        legal = before.ruling.legal, after.ruling.legal
        if before.odds is None or after.odds is None:
            return cls(*legal, None, changes=legal[0] != legal[1])
        moved = after.odds.headline.chance - before.odds.headline.chance
        return cls(*legal, moved, changes=before.odds.outcomes != after.odds.outcomes)


class Cause(Result):
    """One thing in which the rules, or the lines, of two rulings differ.

    `alone` is its effect on the first shot when nothing else is changed, `last` its effect on the second when
    everything else is changed already; both are None for lines, and if the shot cannot be declared half-way.
    """

    told = "rules what before after matters alone last"

    rules: tuple[str, ...]
    what: str
    before: str
    after: str
    tested: bool = False
    alone: Effect | None = None
    last: Effect | None = None

    @property
    def matters(self) -> bool:
        """Whether it changes this shot, alone or on top of the rest; a line always does."""
        return not self.tested or any(effect is None or effect.changes for effect in (self.alone, self.last))


def causes(before: ShotPreview, after: ShotPreview) -> tuple[Cause, ...]:
    """Why the second shot differs from the first: the rules, the owed answers, then the lines of the two rulings."""
    return (*_rules(before, after), *_answers(before, after), *_lines(before, after))


def _answers(before: ShotPreview, after: ShotPreview) -> Iterator[Cause]:
    """Other owed answers, put into the first battle alone and taken out of the second alone."""
    mine, theirs = before.battle.answers, after.battle.answers
    if mine is theirs:
        return
    alone = Effect.of(before, before.battle.with_answers(theirs).preview(before.shot))
    last = Effect.of(after.battle.with_answers(mine).preview(after.shot), after)
    yield Cause((), "owed answers", mine, theirs, tested=True, alone=alone, last=last)


def _rules(before: ShotPreview, after: ShotPreview) -> Iterator[Cause]:
    """Every difference of version and options, put into the first battle alone and taken out of the second alone."""
    mine, theirs = before.battle.ruleset.versions, after.battle.ruleset.versions
    if mine is None or theirs is None:
        return
    old, new = mine.played(before.battle.state), theirs.played(after.battle.state)
    if type(old) is not type(new) or old == new:
        return
    for said, changed, unchanged in (*_options(before.battle, old, new), *_numbers(old, new)):
        half, less = _ruled(before, changed), _ruled(after, unchanged)
        alone = Effect.of(before, half) if half else None
        last = Effect.of(less, after) if less else None
        yield replace(said, alone=alone, last=last)


Difference = tuple[Cause, Any, Any]
"""A difference in words, the first rules with that alone changed, and the second with that alone unchanged."""


def _options(battle: Battle, old: Any, new: Any) -> Iterator[Difference]:
    """What the two tables play otherwise, but for numbers."""
    for said in options_apart(battle.ruleset.rulebook, old, new):
        name = said.name
        changed = replace(old, **{name: getattr(new, name)}), replace(new, **{name: getattr(old, name)})
        yield Cause(*said.difference(getattr(old, name), getattr(new, name)), tested=True), *changed


def _numbers(old: Any, new: Any) -> Iterator[Difference]:
    """The numbers that the two tables play otherwise."""
    for number in numbers_apart(old, new):
        mine, theirs, address = old.house, new.house, number.address
        said = Cause(*number.difference(mine, theirs), tested=True)
        if address in dict((*mine.changes, *theirs.changes)):
            said = replace(said, what=f"house rule: {said.what}")
        changed = replace(old, house=mine.put(address, theirs.value(address)))
        yield said, changed, replace(new, house=theirs.put(address, mine.value(address)))


def _ruled(seen: ShotPreview, rules: Any) -> ShotPreview | None:
    """The shot under other rules; None if it cannot be declared under them."""
    battle, versions = seen.battle, seen.battle.ruleset.versions
    assert versions is not None, "what differs is played in versions"  # noqa: S101
    try:
        return battle.with_state(versions.under(battle.state, rules)).preview(seen.shot)
    except BattleFileError:
        return None


def _lines(before: ShotPreview, after: ShotPreview) -> Iterator[Cause]:
    """Refusals and modifiers that only one of two rulings has, or that count differently."""
    refused = [dict.fromkeys((one.rule, one.because) for one in seen.ruling.refusals) for seen in (before, after)]
    for rule, because in refused[0] | refused[1]:
        one, other = ("forbids" if (rule, because) in each else "does not object" for each in refused)
        if one != other:
            yield Cause((rule,), because, one, other)
    sums = [_added(seen.ruling.modifiers) for seen in (before, after)]
    for rule, name in sums[0] | sums[1]:
        one, other = (added.get((rule, name), "no") for added in sums)
        if one != other:
            yield Cause((rule,), name, one, other)


def _added(modifiers: tuple[Modifier, ...]) -> dict[tuple[str, str], str]:
    """What the lines of each rule and name add together, in words."""
    values: dict[tuple[str, str], list[int]] = {}
    for line in modifiers:
        values.setdefault((line.rule, line.name), []).extend([line.value] if line.applies else [])
    return {key: signed(sum(counting)) if counting else "no" for key, counting in values.items()}
