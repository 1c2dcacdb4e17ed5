"""A paired test on the command line: two battles played trial by trial, and whether they differ by more than chance."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from fireline.analysis.compare import terms_of
from fireline.analysis.playing import WON
from fireline.analysis.vary import Variant
from fireline.cli import show
from fireline.cli.asking import Asked
from fireline.game.battle import Battle
from fireline.questions.answering.files import files
from fireline.questions.answering.seen import seen
from fireline.ruling.prose import minus

if TYPE_CHECKING:
    from fireline.analysis.paired import PairedDifference, PairedResult


def rival(asked: Asked[Any], against: str) -> Battle:
    """The other battle: from a file, or the first with something changed, KEY=VALUE; raises `BattleFileError`."""
    if "=" not in against or Path(against).exists():
        with asked.other(against) as request:
            return seen(request)
    changes = [spec.strip() for spec in against.split(";") if spec.strip()]
    return Variant.of(asked.battle, None, files()).vary(*changes).battle


def tell(battles: tuple[Battle, Battle], named: tuple[str, str], found: PairedResult) -> None:
    """Print the results of both, and for each number whether the difference is significant."""
    from fireline.analysis.intervals import CONFIDENCE
    from fireline.analysis.paired import FEWEST

    last = found.first + found.trials - 1
    dice = "dice in common" if found.common_dice else "dice of their own"
    trials = f"trials {found.first:,} to {last:,} of seed {found.seed}"
    title = f"{found.trials:,} pairs of {found.what}, policy {found.policy}, {dice}"
    show.console().print(Text.assemble((title, show.STRONG), f"  {trials}"))
    show.console().print(Text(f"first: {named[0]}; second: {named[1]}"))
    table = show.new_table("", "", "first", "second", "difference", f"{CONFIDENCE * 100:.0f}% interval", "significant")
    for one in found.differences:
        verdict = Text("yes", show.STRONG) if one.significant else Text("no", show.QUIET)
        numbers = (_number(value, one) for value in (one.first, one.second))
        table.add_row(
            _who(battles, one, f"the {found.what[:-1]}"),
            _what(one),
            *numbers,
            minus(_apart(one)),
            _between(one),
            verdict,
        )
    show.console().print(table)
    verdicts = f"of fewer than {FEWEST} pairs nothing is called significant"
    if found.trials >= FEWEST:
        verdicts = (
            "significant if it leaves out 0. Each line is a separate test: if nothing differs, "
            "expect one in twenty to be called significant"
        )
    show.note(
        "Simulated: the mean of the differences, trial by trial, second minus first, with the normal interval from "
        f"their standard error; {verdicts}."
    )
    if terms := terms_of(zip(("First", "Second"), battles, strict=True)):
        show.note(terms)
    if found.common_dice:
        show.note("Both threw the same dice: rolls with the same number in a trial share their faces.")
    show.note(f"--seed {found.seed} gives the same counts again.")


def _who(battles: tuple[Battle, Battle], one: PairedDifference, whole: str) -> Text:
    if one.kind == "phase":
        return Text(whole)
    if one.kind == "side":
        return Text(f"side {one.who}" if one.who else "nobody's", show.STRONG)
    from fireline.analysis.policy import everybody

    battle = next((battle for battle in battles if one.who in everybody(battle)), None)
    return Text(battle.title(one.who) if battle else one.who)


def _what(one: PairedDifference) -> str:
    if one.what == WON:
        return WON
    return f"any {one.what}" if one.chance else f"{one.what}, mean"


def _number(value: float, one: PairedDifference) -> str:
    return f"{100 * value:.1f}%" if one.chance else f"{value:.3f}"


def _apart(one: PairedDifference) -> str:
    return f"{100 * one.difference:+.1f} points" if one.chance else f"{one.difference:+.3f}"


def _between(one: PairedDifference) -> str:
    """The interval of the difference."""
    if one.interval is None:
        return "none for one trial"
    if not one.standard_error:
        return "they never differ"
    scale, places = (100, 1) if one.chance else (1, 3)
    low, high = (minus(f"{scale * end:.{places}f}") for end in one.interval)
    return f"{low} to {high}"
