"""What each modifier, rule and option is worth in one shot: with it compared with without it, in exact chances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fireline.analysis.causes import Effect
from fireline.analysis.paths import FieldPath, Gone
from fireline.analysis.remedies import Remedy, remedies
from fireline.analysis.stats import Stat, stats
from fireline.analysis.vary import Change, Variant
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError
from fireline.game.odds import Odds
from fireline.game.preview import ShotPreview
from fireline.game.result import Result
from fireline.game.shot import Shot
from fireline.ruling import Refusal, RuleLine, recording_lines, without_lines


@dataclass(frozen=True)
class Without(Result):
    """The shot without a line."""

    told = "legal=preview.ruling.legal headline=preview.odds.headline.chance"

    preview: ShotPreview


@dataclass(frozen=True)
class LineWorth(Result):
    """One line of a ruling, or one option, and the shot without it.

    `chance` and `mean` are what it adds to the headline and to the average of the first marginal, None if one of the
    two shots is illegal; `value` is what it adds to the sum, None if it is not a line of the sum.
    """

    told = "rule name value headline=chance mean changes without=without_it"

    rule: str
    name: str
    value: int | None
    without: ShotPreview
    chance: Fraction | None
    mean: Fraction | None
    changes: bool

    @property
    def without_it(self) -> Without:
        """The shot without it, as it is told."""
        return Without(self.without)


@dataclass(frozen=True)
class Forbidden(Result):
    """One rule that forbids the shot: the odds without it, alone and together with every other rule that forbids it."""

    told = "rule messages headline=alone.headline.chance"

    rule: str
    refusals: tuple[Refusal, ...]
    alone: Odds[Any] | None
    """None if other rules forbid the shot as well, or if there is nothing to shoot with."""

    @property
    def messages(self) -> tuple[str, ...]:
        """Every reason that it gives."""
        return tuple(refusal.because for refusal in self.refusals)


@dataclass(frozen=True)
class WorthReport(Result):
    """What the lines and options of a shot are worth, what forbids it, what would help most, and what one point of each
    stat is worth.

    `mean_of` names the marginal of the averages; `unforbidden` holds the odds without every rule that forbids the shot,
    None for a legal one.
    """

    told = (
        "ruleset=battle.ruleset.id shot legal=prospect.ruling.legal stands_on=battle.assumptions "
        "headline=prospect.odds.headline mean_of lines options forbidden "
        "unforbidden=unforbidden.headline.chance remedies stats"
    )

    battle: Battle
    shot: Shot
    prospect: ShotPreview
    mean_of: str | None
    lines: tuple[LineWorth, ...]
    options: tuple[LineWorth, ...]
    forbidden: tuple[Forbidden, ...]
    unforbidden: Odds[Any] | None
    remedies: tuple[Remedy, ...]
    stats: tuple[Stat, ...]

    def __repr__(self) -> str:
        lines = ", ".join(f"{one.name} {'none' if one.chance is None else one.chance}" for one in self.lines)
        return f"<WorthReport {self.prospect.ruling.title}: {lines or 'no line counts'}>"


def worth(variant: Variant) -> WorthReport:
    """Say what everything in a shot is worth.

    The parts need not add up: if two lines help each other, each is worth what the shot loses without it.

    Args:
        variant: A battle and a shot in it: `vary(battle, shot=shot)`.

    Returns:
        Each line, rule and option with what it adds to the chance and to the mean, and what would help, the cheapest
        first.

    Raises:
        BattleFileError: It has no shot, or cannot be used.

    >>> from fireline.analysis.vary import vary
    >>> from fireline.formats.parsing import parse
    >>> from fireline.game.registry import starter
    >>> for one in worth(vary(parse(starter("ancients")), shot=Shot("bow", "legion"))).lines:
    ...     print(one.name, one.value, one.chance)
    held its position 2 11/36
    """
    battle, shot = variant.battle, variant.declared  # read before any rule is set aside
    with recording_lines() as noted:
        prospect = variant.preview
    lines = tuple(_lines(battle, shot, prospect, tuple(noted)))
    forbidding = tuple(dict.fromkeys(refusal.rule for refusal in prospect.ruling.refusals))
    return WorthReport(
        battle=battle,
        shot=shot,
        prospect=prospect,
        mean_of=counted(prospect.odds),
        lines=lines,
        options=tuple(_options(variant, prospect)),
        forbidden=tuple(_forbidden(battle, shot, prospect, rule) for rule in forbidding),
        unforbidden=_ruled(battle, shot, *map(RuleLine, forbidding)).odds if forbidding else None,
        remedies=remedies(variant),
        stats=stats(variant),
    )


def counted(odds: Odds[Any] | None) -> str | None:
    """The first marginal with an exact average; None if there is none."""
    return next(iter(odds.means), None) if odds else None


def _forbidden(battle: Battle, shot: Shot, prospect: ShotPreview, rule: str) -> Forbidden:
    mine = tuple(refusal for refusal in prospect.ruling.refusals if refusal.rule == rule)
    return Forbidden(rule, mine, _ruled(battle, shot, RuleLine(rule)).odds)


def _ruled(battle: Battle, shot: Shot, *lines: RuleLine) -> ShotPreview:
    with without_lines(*lines):
        return battle.preview(shot)


def _lines(battle: Battle, shot: Shot, prospect: ShotPreview, noted: tuple[RuleLine, ...]) -> Iterator[LineWorth]:
    """Every line of the sum that counts, then what else of the rules can be set aside and changes something."""
    values: dict[RuleLine, int] = {}
    for one in prospect.ruling.modifiers:
        if one.applies:
            line = RuleLine(one.rule, one.name)
            values[line] = values.get(line, 0) + one.value
    others = [line for line in noted if line.name and line not in values]
    for line in (*values, *others):
        less = _ruled(battle, shot, line)
        found = _worth(line.rule, line.name, values.get(line), prospect, less)
        if line in values or found.changes:
            yield found


def _worth(rule: str, name: str, value: int | None, full: ShotPreview, less: ShotPreview) -> LineWorth:
    """What a line is worth: the shot with it minus the shot without it."""
    effect, mean_of, mean = Effect.of(less, full), counted(full.odds), None
    if mean_of is not None and full.odds is not None and less.odds is not None:
        mean = full.odds.marginals[mean_of].mean(int) - less.odds.marginals[mean_of].mean(int)
    return LineWorth(rule, name, value, less, effect.chance, mean, effect.changes)


def _options(variant: Variant, prospect: ShotPreview) -> Iterator[LineWorth]:
    """What each option of the table is worth: the shot as it stands minus the shot with the option flipped."""
    for option in variant.battle.ruleset.rulebook.options:
        for value, now in ((True, "off"), (False, "on"), (Gone.GONE, "set")):
            changed = _flipped(variant, Change(FieldPath.read(f"options.{option.name}"), value))
            if changed is not None:
                less = changed.preview
                yield _worth(option.rule, f"{option.name.replace('_', ' ')} is {now}", None, prospect, less)
                break


def _flipped(variant: Variant, change: Change) -> Variant | None:
    """The variant with one option at another value; None if the option cannot have that value, or has it already."""
    try:
        changed = variant.put(change)
        _ = changed.preview
    except BattleFileError:
        return None
    return None if changed.battle.state == variant.battle.state else changed
