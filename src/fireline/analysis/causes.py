"""Which rules make two rulings differ: each difference of the rules tested by itself, and the lines that differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any

from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError
from fireline.game.preview import ShotPreview
from fireline.game.shot import Shot
from fireline.ruling import Modifier
from fireline.ruling.prose import signed


@dataclass(frozen=True)
class Effect:
    """The effect of a change on a shot: whether it is legal before and after, and how its odds move.

    `chance` is the headline after minus the headline before, None if there are no odds on one side; `changes` says
    whether the verdict or the distribution differs.
    """

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

    def data(self) -> dict[str, Any]:
        """The effect as it stands in a JSON answer."""
        return {
            "legal_before": self.legal_before,
            "legal_after": self.legal_after,
            "headline": None if self.chance is None else str(self.chance),
            "changes": self.changes,
        }


@dataclass(frozen=True)
class Cause:
    """One thing in which the rules, or the lines, of two rulings differ.

    `alone` is its effect on the first shot when nothing else is changed, `last` its effect on the second when
    everything else is changed already; both are None for lines, and if the shot cannot be declared half-way.
    """

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

    def data(self) -> dict[str, Any]:
        """The cause as it stands in a JSON answer."""
        effects = {"alone": self.alone, "last": self.last} if self.tested else {}
        return {
            "rules": list(self.rules),
            "what": self.what,
            "before": self.before,
            "after": self.after,
            "matters": self.matters,
        } | {name: effect and effect.data() for name, effect in effects.items()}


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
    for field in fields(old):
        values = getattr(old, field.name), getattr(new, field.name)
        if values[0] == values[1] or (said := _said(first, old, field.name, values)) is None:
            continue
        half = _ruled(first, shot, replace(old, **{field.name: values[1]}))
        less = _ruled(other, other_shot, replace(new, **{field.name: values[0]}))
        alone = Effect.of(before, half) if half else None
        last = Effect.of(less, after) if less else None
        yield replace(said, alone=alone, last=last)


def _said(battle: Battle, old: Any, name: str, values: tuple[Any, Any]) -> Cause | None:
    """One difference in words, with its rules; None if it is not a rule (the name of a version)."""
    versions = battle.ruleset.versions
    if versions is not None and versions.differences is not None:
        found = next(iter(versions.differences(old, replace(old, **{name: values[1]}))), None)
        return Cause(*found, tested=True) if found else None
    option = next((option for option in battle.ruleset.rulebook.options if option.name == name), None)
    if option is None:
        return None
    return Cause((option.rule,), f"option {name}", _word(values[0]), _word(values[1]), tested=True)


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


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
