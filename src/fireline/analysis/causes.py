"""Which rules make two rulings differ: each difference of the rules tested by itself, and the lines that differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from fireline.game.battle import Battle
from fireline.game.command import Shot
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


def causes(first: Battle, shot: Shot, other: Battle, other_shot: Shot) -> tuple[Cause, ...]:
    """Why the second shot differs from the first: the rules, the owed answers, then the lines of the two rulings."""
    lines = tuple(_lines(first.preview(shot), other.preview(other_shot)))
    return (*_rules(first, shot, other, other_shot), *_answers(first, shot, other, other_shot), *lines)


def _answers(first: Battle, shot: Shot, other: Battle, other_shot: Shot) -> Iterator[Cause]:
    """Other owed answers, put into the first battle alone and taken out of the second alone."""
    if first.answers is other.answers:
        return
    alone = Effect.of(first.preview(shot), first.with_answers(other.answers).preview(shot))
    last = Effect.of(other.with_answers(first.answers).preview(other_shot), other.preview(other_shot))
    yield Cause((), "owed answers", first.answers, other.answers, tested=True, alone=alone, last=last)


def _rules(first: Battle, shot: Shot, other: Battle, other_shot: Shot) -> Iterator[Cause]:
    """Every difference of version and options, put into the first battle alone and taken out of the second alone."""
    mine, theirs = first.ruleset.versions, other.ruleset.versions
    if mine is None or theirs is None:
        return
    old, new = mine.played(first.state), theirs.played(other.state)
    if type(old) is not type(new) or old == new:
        return
    before, after = first.preview(shot), other.preview(other_shot)
    for said, changed, unchanged in (*_options(first, old, new), *_numbers(old, new)):
        half, less = _ruled(first, shot, changed), _ruled(other, other_shot, unchanged)
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


def _ruled(battle: Battle, shot: Shot, rules: Any) -> ShotPreview | None:
    """The shot under other rules; None if it cannot be declared under them."""
    versions = battle.ruleset.versions
    assert versions is not None, "what differs is played in versions"  # noqa: S101
    try:
        return battle.with_state(versions.under(battle.state, rules)).preview(shot)
    except BattleFileError:
        return None


def _lines(before: ShotPreview, after: ShotPreview) -> Iterator[Cause]:
    """Refusals and modifiers that only one of two rulings has, or that count differently."""
    refused = [dict.fromkeys((one.rule, one.because) for one in seen.ruling.refusals) for seen in (before, after)]
    for rule, because in refused[0] | refused[1]:
        has = [(rule, because) in one for one in refused]
        if has[0] != has[1]:
            yield Cause((rule,), because, _forbids(yes=has[0]), _forbids(yes=has[1]))
    sums = [_by_name(seen.ruling.modifiers) for seen in (before, after)]
    for rule, name in sums[0] | sums[1]:
        one, other = (_counted(lines.get((rule, name))) for lines in sums)
        if one != other:
            yield Cause((rule,), name, one, other)


def _forbids(*, yes: bool) -> str:
    return "forbids" if yes else "does not object"


def _by_name(modifiers: tuple[Modifier, ...]) -> dict[tuple[str, str], list[Modifier]]:
    lines: dict[tuple[str, str], list[Modifier]] = {}
    for line in modifiers:
        lines.setdefault((line.rule, line.name), []).append(line)
    return lines


def _counted(lines: list[Modifier] | None) -> str:
    """What the lines of one name add, in words."""
    counting = [line.value for line in lines or () if line.applies]
    return signed(sum(counting)) if counting else "no"
