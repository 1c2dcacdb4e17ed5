"""How answers look in a terminal: the shot card, tables, the story.  Plain text elsewhere."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, TextIO

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from fireline.game import tools
from fireline.game.answers import TargetsAnswer
from fireline.game.battle import Battle
from fireline.game.odds import Odds
from fireline.game.result import Bar, Result
from fireline.ruling import Explained, Modifier, Refusal, Ruling
from fireline.ruling.prose import average, house_mark, listing, minus, percent, signed

if TYPE_CHECKING:
    from fireline.game.log import GameLog

PLAIN_WIDTH = 110
BAR_WIDTH, NAMES_WIDTH = 24, 50
READABLE = 1000
"""Fractions of a larger denominator are not shown to people; `--exact` and JSON have all of them."""
written_out = ContextVar("written_out", default=False)
"""Whether every fraction is written out, as `--exact` asks for."""
RULE_STYLE, QUIET, GOOD, BAD, STRONG = "dim", "dim", "bold green", "bold red", "bold"


@cache
def console() -> Console:
    """Where answers go; colours only on a terminal that wants them."""
    terminal = sys.stdout.isatty()
    return Console(highlight=False, width=None if terminal else PLAIN_WIDTH, markup=False, emoji=False)


def chance(p: Fraction, told: Callable[[Fraction], str] = percent) -> str:
    """A chance for people, and as a fraction where that is short enough to be read."""
    return f"{told(p)} ({exact(p)})" if exact(p) else told(p)


def exact(number: Fraction) -> str:
    """A fraction, "" if it is too long for people to read and nobody asked for it."""
    return minus(str(number)) if number.denominator <= READABLE or written_out.get() else ""


def gain(difference: Fraction) -> str:
    """A difference as a fraction with its sign, " (+1/3)", where that is short enough to be read."""
    text = exact(difference)
    return f" ({'+' if difference > 0 else ''}{text})" if text else ""


def card(ruling: Ruling, odds: Odds[Any] | None = None) -> None:
    """The shot card: title, verdict, steps, the running sum, the odds."""
    out = console()
    out.print(Text(ruling.title, STRONG))
    if ruling.legal:
        out.print(Text("✓ LEGAL", GOOD))
    else:
        out.print(Text("✗ NOT LEGAL", BAD))
        for refusal in ruling.refusals:
            out.print(_indent(_cited(refusal)))
    for step in ruling.steps:
        out.print(_indent(_cited(step)))
    if ruling.modifiers:
        out.print(_sum(ruling))
    if odds is not None:
        _odds(odds)


def prospects(battle: Battle, shooter: str, found: TargetsAnswer) -> None:
    """At whom a shooter shoots best, and every target with its odds or its reasons."""
    seen = [one.asked for one in found.targets]
    table = new_table("target", "verdict", "chance", "why")
    for one in seen:
        target = battle.title(one.target)
        if one.odds is None:
            reasons = Text("\n").join(_cited(refusal) for refusal in one.ruling.refusals)
            table.add_row(target, Text("✗ no", BAD), "", reasons)
        else:
            details = listing([f"{name} {value}" for name, value in one.shot.details.items()])
            why = Text(f"{one.odds.headline.name}{f', with {details}' if details else ''}")
            if one.ruling.allowed is not None:
                why += Text("\n") + _cited(one.ruling.allowed)
            told = chance if written_out.get() else percent
            table.add_row(target, Text("✓ yes", GOOD), told(one.odds.headline.chance), why)
    console().print(Text(found.sentence, STRONG))
    if not found.in_turn:
        note("It is not its turn now; this is as if it were.")
    if seen:
        console().print(table)
    stands_on(battle, (one.odds for one in seen))


def stands_on(battle: Battle, headlines: Iterable[Odds[Any] | None]) -> None:
    """What the headlines assume, if other answers would move any of them."""
    if any(odds is not None and odds.depends_on_answers for odds in headlines):
        note(battle.assumptions)


def warnings(battle: Battle) -> None:
    """What looks like a mistake in a battle."""
    for slip in battle.ruleset.warnings(battle.state):
        note(f"Warning: {slip}")


def warned(battle: Battle) -> dict[str, list[str]]:
    """The same in a JSON answer, if there is anything."""
    slips = list(battle.ruleset.warnings(battle.state))
    return {"warnings": slips} if slips else {}


def answer(found: Result) -> None:
    """The sentence of an answer, its picture, its tables where every fraction is asked for, and what it stands on."""
    console().print(Text(found.sentence, STRONG))
    bars(found.bars())
    if written_out.get():
        told(found.in_full())
    for sentence in found.notes():
        note(sentence)


def bars(given: Iterable[Bar]) -> None:
    """Bars of text below each other, on the scale from 0 to 1 or to the longest; those of losses are light."""
    given = list(given)
    if not given:
        return
    longest = max(1.0, *(abs(one.length or 0.0) for one in given))
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(overflow="fold", max_width=NAMES_WIDTH)
    table.add_column(width=BAR_WIDTH)
    table.add_column(overflow="fold")
    for one in given:
        length = one.length or 0.0
        bar = ("█" if length > 0 else "░") * round(abs(length) / longest * BAR_WIDTH) or ("▏" if length else "")
        table.add_row(Text(one.name, "" if one.text else STRONG), bar, Text(one.text))
    console().print(table)


def told(lines: Iterable[str | tools.Table]) -> None:
    """The answer of a tool."""
    for line in lines:
        if isinstance(line, tools.Table):
            console().print(_drawn(line))
        else:
            console().print(_styled(line))


def _styled(line: str) -> Text:
    return Text(line, STRONG if isinstance(line, tools.Strong) else QUIET if isinstance(line, tools.Quiet) else "")


def _drawn(given: tools.Table) -> Table:
    if given.ruled:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style=STRONG)
    else:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for n, column in enumerate(given.columns):
        table.add_column(column, overflow="fold", justify="right" if n in given.right else "left")
    for row in given.rows:
        table.add_row(*map(_styled, row))
    return table


def story(steps: Iterable[Explained], seed: int | None = None) -> None:
    """What happened, sentence by sentence."""
    for step in steps:
        console().print(_cited(step))
    if seed is not None:
        note(f"Seed {seed}: --seed {seed} throws the same dice again.")


def replayed(game: GameLog) -> None:
    """A replayed game."""
    story(game.story())
    note(game.replayed)


def emit(answer: object, out: TextIO | None = None, indent: int | None = 1) -> None:
    """Print an answer as JSON, by default on standard output; escaped if the stream is not UTF-8."""
    stream = sys.stdout if out is None else out
    escaped = (stream.encoding or "utf-8").lower().replace("-", "") != "utf8"
    separators = None if indent else (",", ":")
    stream.write(json.dumps(answer, ensure_ascii=escaped, indent=indent, separators=separators) + "\n")


def give(data: object, *notes: str, as_json: bool) -> None:
    """Print an answer as JSON, or else these notes."""
    if as_json:
        return emit(data)
    for one in notes:
        note(one)
    return None


def note(text: str) -> None:
    """A note; none where there is nothing to say."""
    if text:
        console().print(Text(text, QUIET))


def new_table(*columns: str) -> Table:
    """An empty table with these headings."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style=STRONG)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def _cited(line: Explained | Refusal) -> Text:
    text = line.text if isinstance(line, Explained) else line.because
    return Text.assemble(text, house_mark(line.house), " ", (line.rule, RULE_STYLE))


def _indent(text: Text) -> Padding:
    return Padding(text, (0, 0, 0, 2), expand=False)


def _sum(ruling: Ruling) -> Table:
    """The running sum; modifiers that do not apply are below it, with the reason."""
    table = Table(box=box.SIMPLE, pad_edge=False, show_header=False, show_footer=False)
    table.add_column(justify="right")
    table.add_column(overflow="fold")
    table.add_column(justify="right")
    table.add_column(style=RULE_STYLE)
    so_far = 0
    for line in ruling.modifiers:
        if line.applies:
            so_far += line.value
            because = Text(_why(line, " ({})"), QUIET)
            table.add_row(signed(line.value), Text(line.name) + because, f"= {minus(so_far)}", line.rule)
    table.add_section()
    table.add_row(Text(minus(so_far), STRONG), Text(ruling.sum_name.replace("_", " "), STRONG), "", "")
    for line in ruling.modifiers:
        if not line.applies:
            table.add_row(*_unused(line))
    return table


def _unused(line: Modifier) -> tuple[Text, Text, str, str]:
    name = Text(f"not: {line.name}{_why(line, ', {}')}", QUIET)
    return Text(f"({signed(line.value)})", QUIET), name, "", line.rule


def _why(line: Modifier, form: str) -> str:
    return (form.format(line.because) if line.because else "") + house_mark(line.house)


def _odds(odds: Odds[Any]) -> None:
    out = console()
    out.print(Text.assemble((chance(odds.headline.chance), STRONG), f"  {odds.headline.name}"))
    name, dist = next(iter(odds.marginals.items()))
    table = new_table(name.replace("_", " "), "chance", "", "", "at least")
    left = Fraction(1)
    for value, p in sorted(dist.items()):
        bar = "█" * round(p * BAR_WIDTH) or "▏"
        table.add_row(_said(value), percent(p), exact(p), bar, chance(left))
        left -= p
    out.print(table)
    for line in _other_marginals(odds, name):
        out.print(line)
    _else_hurt(odds)
    if odds.house:
        note(f"House rules move these odds: {odds.house}.")
    for standing in _standing(odds):
        note(standing)


def _else_hurt(odds: Odds[Any]) -> None:
    """Who but the target may lose something, and what the attack comes to for the shooter's side."""
    ledger, attack = odds.ledger, odds.attack
    others = ledger.others(attack.shot.target) if ledger and attack else ()
    if ledger is None or not others:
        return
    console().print(Text("Who else may lose something", STRONG))
    for one in others:
        console().print(f"  {ledger.units[one.unit][1]}: {one}")
    balance = f"{average(ledger.net)} {ledger.measure}{f' ({exact(ledger.net)})' if exact(ledger.net) else ''}"
    console().print(f"  Net, enemies' losses minus one's own: {balance}")


def _other_marginals(odds: Odds[Any], shown: str) -> Iterator[Text]:
    for name, dist in odds.marginals.items():
        if name != shown and len(dist) > 1:
            chances = ", ".join(f"{_said(value)} {chance(p)}" for value, p in sorted(dist.items()))
            yield Text.assemble((name.replace("_", " "), STRONG), f": {chances}")


def _standing(odds: Odds[Any]) -> Iterator[str]:
    """Which answers of other players the odds assume, each answer with its chance, and what others could reach."""
    if odds.attack is None or not odds.has_answers:
        return
    yield odds.answers
    for answer, headline in odds.attack.ways:
        yield f"  {answer}: {headline.name} {chance(headline.chance)}"
    for name, spans in () if odds.attack.ways else odds.bounds.items():
        for value, span in sorted(spans.items()):
            if span.least < span.most and value is not False:
                told = f"{chance(span.least)} to {chance(span.most)}"
                yield f"  {name.replace('_', ' ')} {_said(value)}: {told} by other answers"


def _said(value: object) -> str:
    return str(value).lower()
