"""The same shot under other rules, with other weapons or from other places, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from fractions import Fraction
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from fireline.analysis.causes import Cause, Effect, causes
from fireline.analysis.vary import Variant
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError, Code
from fireline.game.odds import Odds, Outcome
from fireline.game.preview import ShotPreview
from fireline.game.result import Bar, Result
from fireline.game.tools import Table
from fireline.ruling.prose import average, decimals, exactly, gained_exactly, listing, percent, plural, points, word
from fireline.ruling.told import key_of

NOW = "as it stands"
"""What the shot is called in which nothing is changed."""

NEVER = Fraction(0)


class Column(Result):
    """One of the shots compared, under its label."""

    told = "label *preview"

    label: str
    preview: ShotPreview

    @property
    def odds(self) -> Odds[Outcome] | None:
        """The exact odds, None for an illegal shot."""
        return self.preview.odds

    def mean(self, name: str) -> Fraction | None:
        """The exact average of a marginal; None without odds, or if the values have none ("3 or more", a name)."""
        return self.odds.means.get(name) if self.odds else None


class Difference(NamedTuple):
    """How a column differs from the first: its headline, the chance of each value, and why."""

    label: str
    headline: Fraction | None
    marginals: Mapping[str, Mapping[Any, Fraction]]
    causes: tuple[Cause, ...]


class Row(NamedTuple):
    """One value of one marginal: its chance in every column, None where the shot may not be made."""

    name: str
    value: str
    chances: tuple[Fraction | None, ...]


class Comparison(Result):
    """Shots side by side; `causes` has one tuple for each column after the first, with which it is compared."""

    told = "sentence stands_on=assumptions columns rows differences=differing problems"

    columns: tuple[Column, ...]
    causes: tuple[tuple[Cause, ...], ...]
    problems: Mapping[str, str] = field(default_factory=dict)
    """Columns that could not be asked, by label, with what is wrong with each."""

    @property
    def rows(self) -> tuple[Row, ...]:
        """Every value that some column can come to, in the order of the odds."""
        columns = [one.odds.marginals if one.odds else None for one in self.columns]
        known: dict[str, set[Any]] = {}
        for name, dist in (marginal for one in columns for marginal in (one or {}).items()):
            known.setdefault(name, set()).update(dist)

        def chances(name: str, value: Any) -> tuple[Fraction | None, ...]:
            return tuple(None if one is None else one.get(name, {}).get(value, NEVER) for one in columns)

        named = ((name, value) for name, values in known.items() for value in sorted(values))
        return tuple(Row(name, key_of(value), chances(name, value)) for name, value in named)

    @property
    def differing(self) -> tuple[Difference, ...]:
        """How each column after the first differs from it, and why."""
        after = zip(self.columns[1:], self.causes, strict=True)
        return tuple(Difference(one.label, self.gain(one), self.differences(one), found) for one, found in after)

    def differences(self, column: Column) -> Mapping[str, Mapping[Any, Fraction]]:
        """For each value of each marginal: the chance in a column minus that in the first, exactly.

        Empty if one of the two shots is illegal.

        Args:
            column: One of `columns`.

        Returns:
            By the name of the marginal and its value.
        """
        first = self.columns[0].odds
        if first is None or column.odds is None:
            return {}
        theirs = column.odds.marginals
        return {
            name: {value: theirs[name].get(value, NEVER) - dist.get(value, NEVER) for value in values}
            for name, dist in first.marginals.items()
            if name in theirs and (values := sorted({*dist, *theirs[name]}))
        }

    def gain(self, column: Column) -> Fraction | None:
        """The headline chance of a column minus that of the first; None if one of the two has no odds.

        Args:
            column: One of `columns`.

        Returns:
            The difference, from -1 to 1.
        """
        return Effect.of(self.columns[0].preview, column.preview).chance

    @property
    def assumptions(self) -> str:
        """What the chances assume."""
        return terms_of((column.label, column.preview.battle) for column in self.columns)

    @property
    def sentence(self) -> str:
        """The chance of every column, and how far it is from that of the first."""
        title = self.columns[0].preview.ruling.title
        name = next((one.odds.headline.name for one in self.columns if one.odds), "")
        if not name:
            return f"{title}: not legal, {listing(one.label for one in self.columns)}."
        called = [(one, one.label if one.label == NOW else f"with {one.label}") for one in self.columns]
        return f"{title}: {name}, {listing(f'{self._chance(one)} {as_}{self._apart(one)}' for one, as_ in called)}."

    def _chance(self, column: Column) -> str:
        return percent(column.odds.headline.chance) if column.odds else "not legal"

    def _apart(self, column: Column) -> str:
        gain = self.gain(column)
        return f" ({points(gain)})" if gain else ""

    def bars(self) -> Iterator[Bar]:
        """The chance of every column."""
        for column in self.columns:
            length = float(column.odds.headline.chance) if column.odds else None
            yield Bar(column.label, length, f"{self._chance(column)}{self._apart(column)}")

    def notes(self) -> Iterator[str]:
        """Why the columns differ, what they assume, and what was left out."""
        for column in self.columns:
            if column.odds is None:
                yield f"{column.label}: {' '.join(map(str, column.preview.ruling.refusals))}"
        for column, found in zip(self.columns[1:], self.causes, strict=True):
            yield self._why(column, [cause for cause in found if cause.matters])
            idle = [f"{cause.what}{_cited(cause)}" for cause in found if not cause.matters]
            if idle:
                yield f"Different in {column.label}, but without effect on this shot: {listing(idle)}."
        if any(column.odds.has_answers for column in self.columns if column.odds):
            yield self.assumptions
        yield from left_out(self.problems)

    def _why(self, column: Column, mattering: Sequence[Cause]) -> str:
        """The rules behind the difference of a column."""
        if mattering:
            told = (f"{one.what.rstrip('.')}: {', '.join(_words(one))}{_cited(one)}" for one in mattering)
            return f"Why {column.label} differs: {'; '.join(told)}."
        if Effect.of(self.columns[0].preview, column.preview).changes:
            return f"{column.label}: every rule and modifier acts the same; the numbers make the odds differ."
        return f"{column.label}: nothing makes this shot differ from {self.columns[0].label}."

    def in_full(self) -> Iterator[Table]:
        """Every number of every column, and what each rule does to the difference."""
        yield Table(("", *(column.label for column in self.columns)), [*self._verdicts(), *self._figures()])
        for column, found in zip(self.columns[1:], self.causes, strict=True):
            rows = [
                (
                    ", ".join(one.rules),
                    one.what,
                    one.before,
                    one.after,
                    *(_effect(one, e) for e in (one.alone, one.last)),
                )
                for one in found
                if one.matters
            ]
            names = "rule", f"why {column.label} differs", self.columns[0].label, "then", "alone", "on top of the rest"
            if rows:
                yield Table(names, rows)

    def _verdicts(self) -> Iterator[tuple[str, ...]]:
        every = [column.preview.ruling for column in self.columns]
        yield "verdict", *("legal" if one.legal else "not legal" for one in every)
        if not all(one.legal for one in every):
            yield "why not", *(" ".join(map(str, one.refusals)) for one in every)
        for name in dict.fromkeys(key for one in every for key in one.summary):
            values = [one.summary.get(name) for one in every]
            other = any(value != values[0] for value in values) and not any(isinstance(v, list) for v in values)
            if name == every[0].sum_name or other:
                yield name.replace("_", " "), *map(word, values)

    def _figures(self) -> Iterator[tuple[str, ...]]:
        every = [column.odds for column in self.columns]
        name = next((odds.headline.name for odds in every if odds), None)
        if name is None:
            return
        yield name, *_beside([odds.headline.chance if odds else None for odds in every], exactly, points)
        for marginal, alike in groupby(self.rows, key=attrgetter("name")):
            rows, said = list(alike), marginal.replace("_", " ")
            if len(rows) > 1:
                yield from ((f"{said} {one.value}", *_beside(one.chances, exactly, points)) for one in rows)
                means = [column.mean(marginal) for column in self.columns]
                if any(mean is not None for mean in means):
                    yield f"{said}, mean", *_beside(means, partial(exactly, told=average), decimals)

    def picture(self) -> str:
        """The odds of the columns over each other, value by value; "" where no shot is legal."""
        from fireline.draw import odds_chart

        drawn = {column.label: column.odds for column in self.columns if column.odds}
        return odds_chart(drawn, self.columns[0].preview.ruling.title) if drawn else ""


def _words(cause: Cause) -> Iterator[str]:
    """What was before and is then, a line that is not there being none, and what that does alone."""
    yield " then ".join("none" if word == "no" and not cause.tested else word for word in (cause.before, cause.after))
    if cause.tested:
        yield _effect(cause, cause.alone)


def _cited(cause: Cause) -> str:
    return f" ({', '.join(cause.rules)})" if cause.rules else ""


def _beside(
    figures: Sequence[Fraction | None], told: Callable[[Fraction], str], apart: Callable[[Fraction], str]
) -> Iterator[str]:
    """Figures, those after the first with how far they are from it."""
    first = figures[0]
    for n, figure in enumerate(figures):
        gain = figure - first if n and figure is not None and first is not None else None
        yield "–" if figure is None else told(figure) + (f"\n{gained_exactly(gain, apart)}" if gain else "")


def _effect(cause: Cause, effect: Effect | None) -> str:
    """What a cause does alone, or on top of the rest; "" for a line, which is not tried."""
    if not cause.tested:
        return ""
    if effect is None:
        return "cannot be declared"
    if effect.legal_before != effect.legal_after:
        return "makes it legal" if effect.legal_after else "makes it illegal"
    if effect.chance:
        return points(effect.chance)
    return "other odds, same chance" if effect.changes else "no effect"


def terms_of(battles: Iterable[tuple[str, Battle]]) -> str:
    """What chances of battles side by side assume (`Battle.terms`): once for all, or label by label if they differ."""
    said = [(label, battle.assumptions) for label, battle in battles]
    if len({terms for _, terms in said}) == 1:
        return said[0][1]
    return " ".join(f"{label}: {terms}" for label, terms in said if terms)


def compare(*variants: Variant, labels: Sequence[str] = (), problems: Problems | None = None) -> Comparison:
    """Put shots side by side, each with its difference from the first and the rules that make it.

    If a column cannot be asked, or is of another game, `problems` of the answer names it; the others are compared.

    Args:
        variants: Two or more, each with a shot; the others are compared with the first.
        labels: The names of the columns, one for each; what is changed in each if nothing is said.
        problems: Problems found earlier, to be reported with the others.

    Returns:
        The columns, and for each after the first the rules that make it differ, each tested alone.

    Raises:
        BattleFileError: There are fewer than two, or not as many labels, or the first or all others cannot be asked.

    >>> from fireline import Shot
    >>> from fireline.analysis.vary import vary
    >>> held = vary("ancients-ranged-combat", shot=Shot("bow", "warriors"))
    >>> moved = compare(held, held.vary("units[bow].moved=1"))
    >>> moved.gain(moved.columns[1])
    Fraction(-5, 36)
    """
    problems = problems or Problems()
    problems.raise_unless(len(variants) > 1)
    if len(variants) < 2:
        raise BattleFileError(Code.MISSING, "there is nothing to compare; give two or more", "compare")
    names = labels_of(variants, labels)
    first, *others = zip(names, variants, strict=True)
    columns, found = [Column(first[0], first[1].preview)], list[tuple[Cause, ...]]()
    for name, variant in others:
        with problems.of(name):
            column = Column(name, variant.preview)
            _check_family(columns[0], column)
            found.append(causes(columns[0].preview, column.preview))
            columns.append(column)
    problems.raise_unless(len(columns) > 1)
    return Comparison(tuple(columns), tuple(found), problems.told)


class Problems:
    """Collects what is wrong with columns that cannot be asked, so that the others can."""

    def __init__(self) -> None:
        self._found: dict[str, BattleFileError] = {}

    @property
    def told(self) -> dict[str, str]:
        """Each column that cannot be asked, and what is wrong with it."""
        return {label: str(wrong) for label, wrong in self._found.items()}

    @contextmanager
    def of(self, label: str) -> Iterator[None]:
        """An error in here concerns only this column."""
        try:
            yield
        except BattleFileError as wrong:
            self._found[label] = wrong

    def raise_unless(self, anything: bool) -> None:  # noqa: FBT001 - whether anything is left
        """Raise the first problem if nothing is left without the columns that have one."""
        if self._found and not anything:
            raise next(iter(self._found.values()))


def left_out(problems: Mapping[str, str]) -> Iterator[str]:
    """What could not be asked, each with what is wrong, as sentences."""
    return (f"Left out: {label}: {problem}" for label, problem in problems.items())


def _check_family(first: Column, other: Column) -> None:
    mine, theirs = (column.preview.battle.ruleset for column in (first, other))
    if theirs.id not in {mine.id, *(mine.versions.ids if mine.versions else ())}:
        families = sorted(rules.id.partition("@")[0] for rules in (mine, theirs))
        raise BattleFileError(
            Code.CONFLICT, f"shots of different games cannot be compared: {', '.join(families)}", "compare"
        )


def labels_of(variants: Sequence[Variant], given: Sequence[str] = ()) -> tuple[str, ...]:
    """The names of variants side by side: those given, one for each, or else what is changed in each.

    The first is named by its version of the game where another is nothing but another version. Raises
    `BattleFileError` for more names or fewer than there are variants.
    """
    if given:
        if len(given) != len(variants):
            raise BattleFileError(
                Code.OUT_OF_RANGE, f"{len(given)} given for {plural(len(variants), 'column')}", "labels"
            )
        return tuple(given)
    first, *others = (label_of_changes(map(str, variant.changes)) for variant in variants)
    if not variants[0].changes and any(map(is_version, variants[1:])):
        first = variants[0].battle.ruleset.id.rpartition("@")[2]
    return (first, *others)


def label_of_changes(specs: Iterable[str]) -> str:
    """The name of what has these changes, PATH=VALUE; of another version only its own name.

    >>> label_of_changes(["edition=blightmeer@2026-01", "shot.protector=squire"]), label_of_changes([])
    ('2026-01, shot.protector=squire', 'as it stands')
    """
    named = (one.rpartition("@")[2].removeprefix("edition=") if one.startswith("edition=") else one for one in specs)
    return ", ".join(named) or NOW


def is_version(variant: Variant) -> bool:
    """Whether nothing is changed but the version of the game."""
    return [change.path.parts for change in variant.changes] == [("edition",)]
