"""What each modifier, rule and option is worth in one shot: with it compared with without it, in exact chances."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from fireline.analysis.causes import Effect
from fireline.analysis.paths import FieldPath, Gone
from fireline.analysis.remedies import Remedy, Stat, StatSide, remedies, stats
from fireline.analysis.vary import Change, Variant
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.errors import BattleFileError
from fireline.game.odds import Odds
from fireline.game.preview import ShotPreview
from fireline.game.result import Bar, Result
from fireline.game.tools import Table
from fireline.ruling import Refusal, RuleLine, recording_lines, without_lines
from fireline.ruling.prose import decimals, exactly, gained_exactly, listing, percent, points, signed

MOST_REMEDIES = 8
SAME_CHANCE = "other odds, same chance"


class Without(Result):
    """The shot without a line."""

    told = "legal=preview.ruling.legal headline=preview.odds.headline.chance"

    preview: ShotPreview


class LineWorth(Result):
    """One line of a ruling, or one option, and the shot without it.

    `chance` and `mean` are what it adds to the headline and to the average of the first marginal, None if one of the
    two shots is illegal; `value` is what it adds to the sum, None if it is not a line of the sum.
    """

    told = "rule name value headline=chance mean changes without"

    rule: str
    name: str
    value: int | None
    without: Without
    chance: Fraction | None
    mean: Fraction | None
    changes: bool


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


class WorthReport(Result):
    """What the lines and options of a shot are worth, what forbids it, what would help most, and what one point of each
    stat is worth.

    `mean_of` names the marginal of the averages; `unforbidden` holds the odds without every rule that forbids the shot,
    None for a legal one.
    """

    told = (
        "sentence ruleset=battle.ruleset.id shot legal=prospect.ruling.legal stands_on=battle.assumptions "
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

    @property
    def sentence(self) -> str:
        """How likely the shot is, or why there is none, and what makes most of it."""
        title, odds, told = self.prospect.ruling.title, self.prospect.odds, list[str]()
        if odds is None:
            told = [f"{title}: not legal. {' '.join(map(str, self.prospect.ruling.refusals))}"]
            these = f"Without {'these rules' if len(self.forbidden) > 1 else 'this rule'}"
            if self.unforbidden is not None:
                told.append(f"{these} it would be {percent(self.unforbidden.headline.chance)}.")
            elif self.forbidden:
                told.append(f"{these} there would still be no shot.")
        else:
            told = [f"{title}: {odds.headline.name}, {percent(odds.headline.chance)}."]
        if ends := [*self._ends("adds most", 1), *self._ends("takes most", -1)]:
            told.append(f"{listing(ends)}.")
        if point := self._best_point:
            told.append(f"{point}.")
        return " ".join(told)

    def _ends(self, what: str, sign: int) -> Iterator[str]:
        """The line of the shot that adds most to its chance, or takes most from it."""
        known = [one for one in self._counting if one.chance is not None and one.chance * sign > 0]
        if known:
            best = max(known, key=lambda one: (one.chance or 0) * sign)
            yield f'"{best.name}" {what}, {points(best.chance or Fraction(0))} points'

    @property
    def _best_point(self) -> str:
        """The stat of which one point changes the chance most."""
        sides = [
            (gain, f"One {how} of the {one.role}'s {one.name}")
            for one in self.stats
            for how, side in (("more", one.more), ("less", one.less))
            if side is not None and (gain := side.gain)
        ]
        if not sides:
            return ""
        gain, name = max(sides, key=lambda one: abs(one[0]))
        return f"{name} changes most, {points(gain)} points"

    @property
    def _counting(self) -> list[LineWorth]:
        return [one for one in (*self.lines, *self.options) if one.changes]

    @property
    def _lines(self) -> Iterator[Bar]:
        """What each line adds."""
        for one in self._counting:
            length = None if one.chance is None else float(one.chance)
            yield Bar(f"{one.name} ({one.rule})", length, SAME_CHANCE if one.chance == 0 else _added(one.chance))

    @property
    def _help(self) -> str:
        return "make it legal" if self.prospect.odds is None else "raise the chance"

    @property
    def _shown(self) -> list[Remedy]:
        """What would help, the cheapest first, as many as fit on a screen, and what helps most."""
        if not self.remedies:
            return []
        best = max(self.remedies, key=lambda one: one.chance)
        chosen = [one for one in self.remedies if one is not best][: MOST_REMEDIES - 1]
        return [one for one in self.remedies if one is best or one in chosen]

    def bars(self) -> Iterator[Bar]:
        """What each line adds, what would help, and what one point of each stat is worth."""
        if self._counting:
            yield Bar("what each line adds", None, "")
        yield from self._lines
        if self.remedies:
            yield Bar(f"what would {self._help}, the cheapest first", None, "")
        for remedy in self._shown:
            gain = "" if remedy.gain is None else f" ({points(remedy.gain)})"
            yield Bar(remedy.text, float(remedy.chance), f"{percent(remedy.chance)}{gain}")
        if self.stats:
            yield Bar("one point of a stat", None, "")
        for stat in self.stats:
            more, less = self._point(stat.more), self._point(stat.less)
            told = more if more == less else f"one more {more}, one less {less}"
            yield Bar(f"{stat.role}: {stat.name}, now {stat.now:g}", float(stat.weight), told)

    def _point(self, side: StatSide | None) -> str:
        """What one point more or less does."""
        if side is None:
            return "impossible"
        then, now = side.preview, self.prospect
        if side.gain is None:
            return "no shot" if not then.ruling.legal else "" if now.ruling.legal else "makes it legal"
        same = then.odds and now.odds and then.odds.outcomes != now.odds.outcomes and not side.gain
        return SAME_CHANCE if same else points(side.gain)

    def notes(self) -> Iterator[str]:
        """What is worth nothing, and what the odds assume."""
        idle = [f"{one.name} ({one.rule})" for one in (*self.lines, *self.options) if not one.changes]
        if idle and self.prospect.odds is not None:
            yield f"Worth nothing in this shot: {listing(idle)}."
        if not self.remedies:
            free = "" if self.prospect.odds is None else " and cost nothing"
            yield f"No other way to shoot, no aim, no other target and no step would {self._help}{free}."
        seen = (self.prospect, *(one.preview for one in self.remedies))
        if any(one.odds is not None and one.depends_on_answers for one in seen):
            yield self.battle.assumptions

    def in_full(self) -> Iterator[Table]:
        """Every figure with its fraction."""
        if self.forbidden:
            rows = [(" ".join(r.because for r in one.refusals), one.rule, self._were(one)) for one in self.forbidden]
            yield Table(("what forbids it", "rule", "without it"), rows)
        mean = f"mean {self.mean_of.replace('_', ' ')}" if self.mean_of else ""
        if lines := [
            (
                one.name,
                "" if one.value is None else signed(one.value),
                _added(one.chance, gained_exactly),
                "" if one.mean is None else decimals(one.mean),
                one.rule,
            )
            for one in self._counting
        ]:
            yield Table(("what each line adds", "to the sum", "chance", mean, "rule"), lines)
        if self.remedies:
            remedies_ = [
                (one.text, exactly(one.chance), "" if one.gain is None else points(one.gain)) for one in self.remedies
            ]
            yield Table((f"what would {self._help}, the cheapest first", "chance", "gain"), remedies_)
        if self.stats:
            stats_ = [
                (f"{one.role}: {one.name}", f"{one.now:g}", self._point(one.more), self._point(one.less))
                for one in self.stats
            ]
            yield Table(("one point of a stat", "now", "one more", "one less"), stats_)

    def _were(self, one: Forbidden) -> str:
        if one.alone is not None:
            return exactly(one.alone.headline.chance)
        return "still no shot" if len(self.forbidden) == 1 else "still forbidden"

    def picture(self) -> str:
        """What each line adds to the chance as bars; of a forbidden shot there is none."""
        from fireline.draw.charts import draw_gains

        if self.prospect.odds is None:
            return ""
        gains = sorted((one for one in self._lines if one.length), key=lambda one: -(one.length or 0))
        headline = self.prospect.odds.headline
        key = f"{headline.name}: {percent(headline.chance)}; what each line adds, in points"
        return draw_gains(self.prospect.ruling.title, key, gains)


def _added(chance: Fraction | None, told: Callable[[Fraction], str] = points) -> str:
    return "illegal without it" if chance is None else told(chance)


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
    >>> for one in worth(vary("ancients-ranged-combat", shot=Shot("bow", "warriors"))).lines:
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
        forbidden=tuple(
            Forbidden(
                rule,
                tuple(refusal for refusal in prospect.ruling.refusals if refusal.rule == rule),
                _ruled(battle, shot, RuleLine(rule)).odds,
            )
            for rule in forbidding
        ),
        unforbidden=_ruled(battle, shot, *map(RuleLine, forbidding)).odds if forbidding else None,
        remedies=remedies(variant),
        stats=stats(variant),
    )


def counted(odds: Odds[Any] | None) -> str | None:
    """The first marginal with an exact average; None if there is none."""
    return next(iter(odds.means), None) if odds else None


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
    return LineWorth(rule, name, value, Without(less), effect.chance, mean, effect.changes)


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
