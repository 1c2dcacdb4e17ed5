"""The page of a report: the question, a short answer, pictures, tables, and where the numbers come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest, nsmallest
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from fireline.extras import need
from fireline.formats.report.figures import DrawnFigure, draw, in_two, why_none
from fireline.formats.report.table import Figure, Results, Row, field_name, read_results
from fireline.formats.writing import write_atomically
from fireline.game.registry import ruleset
from fireline.ruling.prose import listing, plural

MOST_ROWS = 200
"""Up to this many cases, every one is listed; of more, the best and the worst."""
EXTREMES = 5
MOST_VALUES = 8


@dataclass(frozen=True)
class Section:
    """One thing asked for: its name, and its figures with their pictures."""

    title: str
    figures: tuple[DrawnFigure, ...]

    @property
    def beside(self) -> bool:
        """Whether the figures are side by side: there are several, with one picture each."""
        return len(self.figures) > 1 and all(len(drawn.panels) == 1 for drawn in self.figures)


@dataclass(frozen=True)
class Ranking:
    """The best and the worst cases by one figure."""

    title: str
    best: Sequence[tuple[Row, tuple[str, str]]]
    worst: Sequence[tuple[Row, tuple[str, str]]]


def write_report(results: Path, out: Path) -> None:
    """Write the report of a result file of `fireline sweep` as HTML; raises `BattleFileError`."""
    write_atomically(out, render(read_results(results)))


def render(results: Results) -> str:
    """The report as HTML; it refers to nothing outside."""
    listed = len(results.rows) <= MOST_ROWS
    return filled(
        "page",
        title=results.about["name"],
        results=results,
        paths=[path for paths in results.about["axes"] for path in paths],
        question=question(results),
        varied=varied(results),
        verdict=verdict(results),
        sections=tuple(sections(results)),
        rankings=tuple(rankings(results)),
        refusals=refusals(results),
        problems=problems(results),
        listed=listed,
    )


def filled(name: str, **given: Any) -> str:
    """A template of this room, filled in; it refers to nothing outside."""
    need("jinja2", "sweep", "the page is filled in by Jinja", "report")
    from jinja2 import Environment, PackageLoader, StrictUndefined

    room = PackageLoader("fireline.formats", "report")
    environment = Environment(
        loader=room, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.globals |= {"in_two": in_two, "why_none": why_none, "field_name": field_name, "plural": plural}
    return environment.get_template(f"{name}.html.j2").render(given)


def question(results: Results) -> str:
    """What was asked, in a sentence."""
    about = results.about
    names = [one["name"] or one["file"] for one in about["battles"]]
    quoted = listing(f"\N{LEFT DOUBLE QUOTATION MARK}{name}\N{RIGHT DOUBLE QUOTATION MARK}" for name in names)
    games = listing(dict.fromkeys(game_of(results, one["ruleset"]) for one in about["battles"]))
    answers = f" Owed answers are {about['answers']} for the player who owes them." if about["answers"] else ""
    if (shot := about["shot"]) is None:
        often = f"{about['trials']:,} times in each case; policy: {about['policy']}"
        return f"The phase of {quoted} ({games}) is played to its end {often}.{answers}"
    details = "".join(
        f", {key.replace('_', ' ')} {value}" for key, value in shot.items() if key not in {"shooter", "target"}
    )
    return f"{shot['shooter']} shoots at {shot['target']} in {quoted} ({games}){details}.{answers}"


def game_of(results: Results, id_: str) -> str:
    """The name of a game, without its version if that is varied."""
    name = ruleset(id_).name
    versions = {"edition", "ruleset"} & {path for one in results.dimensions for path in one.paths}
    return name.partition(",")[0] if versions else name


def varied(results: Results) -> list[tuple[str, str]]:
    """Every varied field and its values, in words."""
    return [(one.name, values_told([one.label(n) for n in range(len(one.values))])) for one in results.dimensions]


def values_told(labels: Sequence[str]) -> str:
    """Values in words; for many, the first and the last.

    >>> values_told(["2", "3", "4"]), values_told([str(n) for n in range(30)])
    ('2, 3, 4', '0, 1, 2 ... 29 (30 values)')
    """
    if len(labels) <= MOST_VALUES:
        return ", ".join(labels)
    return f"{', '.join(labels[:3])} ... {labels[-1]} ({len(labels)} values)"


def verdict(results: Results) -> list[tuple[str, str]]:
    """The numbers at the top."""
    legal = Counter(row["legal"] for row in results.rows)
    found = [("cases", f"{len(results.rows):,}")]
    if results.about["shot"] is not None:
        found += [("legal", f"{legal[True]:,}"), ("not legal", f"{legal[False]:,}")]
    lost = sum(row["problem"] is not None for row in results.rows)
    if lost:
        found.append(("without an answer", f"{lost:,}"))
    return [*found, ("numbers", "exact" if results.exact else "simulated")]


def sections(results: Results) -> Iterator[Section]:
    """What was asked for, each with its pictures: the headline, means, marginals value by value."""
    grouped: dict[tuple[str, str], list[Figure]] = {}
    for figure in results.figures:
        grouped.setdefault((figure.kind, figure.of), []).append(figure)
    for (kind, of), figures in grouped.items():
        title = {"headline": headline(results), "mean": f"Mean of {of.replace('_', ' ')}"}.get(
            kind, f"Chance of each value of {of.replace('_', ' ')}"
        )
        named = [f"{of.replace('_', ' ')} = {one.value}" if kind == "marginal" else title for one in figures]
        drawn = (draw(results, one, name, len(figures)) for one, name in zip(figures, named, strict=True))
        yield Section(title, tuple(drawn))


def headline(results: Results) -> str:
    """The words of the headline; if cases differ, all of them."""
    names = dict.fromkeys(row["headline_name"] for row in results.rows if row.get("headline_name") is not None)
    return f"Chance: {listing(names, last='or')}" if names else "Headline"


def rankings(results: Results) -> Iterator[Ranking]:
    """The best and the worst cases by the headline and by each mean."""
    for figure in results.figures:
        rows = [row for row in results.rows if row[figure.column] is not None]
        if figure.kind == "marginal" or len(rows) < 2:
            continue
        few = min(EXTREMES, len(rows) // 2)
        by_value = itemgetter(figure.column)
        best, worst = nlargest(few, rows, by_value), nsmallest(few, rows, by_value)
        title = headline(results) if figure.kind == "headline" else f"Mean of {figure.of.replace('_', ' ')}"
        yield Ranking(title, *([(row, in_two(row, figure)) for row in some] for some in (best, worst)))


def refusals(results: Results) -> list[tuple[str, int, str]]:
    """The rules that forbid, how many cases each forbids first, and the rule in words."""
    counts = Counter(row["rule"] for row in results.rows if row["rule"] is not None)
    books = [ruleset(one["ruleset"]).rulebook for one in results.about["battles"]]
    says = {id_: rule.says for book in books for id_, rule in book.items()}
    return [(rule, count, says.get(rule, "")) for rule, count in counts.most_common()]


def problems(results: Results) -> list[tuple[str, int]]:
    """What was wrong with cases that have no answer, and with how many."""
    return Counter(row["problem"] for row in results.rows if row["problem"] is not None).most_common()


class PlainPage(NamedTuple):
    """One answer as a page."""

    title: str
    lead: str
    """The answer in a sentence."""
    numbers: Sequence[tuple[str, str]]
    """What each of the numbers at the top is, and the number."""
    svg: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str]
    """Sentences that say how the numbers were got."""

    def write(self, out: Path) -> None:
        """Write it as HTML; raises `BattleFileError`."""
        write_atomically(out, filled("plain", **self._asdict()))
