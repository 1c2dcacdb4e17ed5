"""The ruling on a shot: whether it is legal, why, and with which modifiers.  No dice.

The package also has what a ruling is made of: the rulebook, the reasons against a shot, what helps and hinders it, and
the line of sight.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from fireline.ruling.prose import house_mark
from fireline.ruling.rulebook import Difference as Difference
from fireline.ruling.rulebook import Option as Option
from fireline.ruling.rulebook import Rule as Rule
from fireline.ruling.rulebook import Rulebook as Rulebook
from fireline.ruling.rulebook import UnknownRule as UnknownRule
from fireline.ruling.rulebook import data_file as data_file
from fireline.ruling.rulebook import entry_at as entry_at
from fireline.ruling.rules import Asks as Asks
from fireline.ruling.rules import Check as Check
from fireline.ruling.rules import Checks as Checks
from fireline.ruling.rules import Explained as Explained
from fireline.ruling.rules import Modifier as Modifier
from fireline.ruling.rules import ModifierChange as ModifierChange
from fireline.ruling.rules import Modifiers as Modifiers
from fireline.ruling.rules import Reason as Reason
from fireline.ruling.rules import Reasons as Reasons
from fireline.ruling.rules import Refusal as Refusal
from fireline.ruling.rules import RuleLine as RuleLine
from fireline.ruling.rules import is_active as is_active
from fireline.ruling.rules import nothing_set_aside as nothing_set_aside
from fireline.ruling.rules import recording_lines as recording_lines
from fireline.ruling.rules import rules_written as rules_written
from fireline.ruling.rules import total as total
from fireline.ruling.rules import without_lines as without_lines
from fireline.ruling.sight import EyeSearch as EyeSearch
from fireline.ruling.sight import Sight as Sight
from fireline.ruling.sight import SightLine as SightLine
from fireline.ruling.sight import SightMark as SightMark
from fireline.ruling.sight import Visibility as Visibility
from fireline.ruling.told import data_of, tells


@tells("legal refusals line_of_sight cover modifiers summary steps title sum_name caveat? allowed?")
class Ruling(NamedTuple):
    """Everything that is certain about a shot before a die is thrown.

    `title` names shooter and target, `summary` holds the numbers of the game (distance, dice, difficulty),
    `modifiers` add up to the number of the summary that `sum_name` names, and `steps` tell the procedure in order.
    `caveat`, which `Ruleset.shot_caveat` tells, is to be shown wherever the odds are; `allowed` is the rule that allows
    a legal target, in games where not every enemy is one.
    """

    title: str
    refusals: tuple[Refusal, ...]
    line_of_sight: Sight | Visibility | None
    cover: bool | None
    modifiers: tuple[Modifier, ...]
    summary: Mapping[str, Any]
    steps: tuple[Explained, ...]
    sum_name: str = "total"
    caveat: str = ""
    allowed: Explained | None = None

    @property
    def legal(self) -> bool:
        """Whether the shot is legal: no rule forbids it."""
        return not self.refusals

    def lines(self) -> Iterator[str]:
        """The ruling in plain text, line by line, every line with its rule."""
        yield self.title
        yield "LEGAL" if self.legal else "NOT LEGAL"
        for refusal in self.refusals:
            yield f"  {refusal}"
        for step in self.steps:
            yield f"  {step}"
        for modifier in self.modifiers:
            note = f" ({modifier.because})" if modifier.because else ""
            mark = " " if modifier.applies else "-"
            yield f"  {mark} {modifier.value:+d} {modifier.name}{note}{house_mark(modifier.house)} {modifier.rule}"

    def __repr__(self) -> str:
        verdict = "legal" if self.legal else f"not legal, {len(self.refusals)} against it"
        total = self.summary.get(self.sum_name)
        return f"<Ruling {self.title}: {verdict}{'' if total is None else f', {self.sum_name} {total}'}>"

    def _repr_html_(self) -> str:
        from html import escape

        title, verdict, *lines = map(escape, self.lines())
        items = "".join(f"<li>{line.strip()}</li>" for line in lines)
        return f"<div><strong>{title}</strong><br>{verdict}<ul>{items}</ul></div>"

    def data(self) -> dict[str, Any]:
        """The ruling as it stands in a JSON answer."""
        return data_of(self)
