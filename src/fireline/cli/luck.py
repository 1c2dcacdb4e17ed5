"""`fireline luck`: what was rolled in a game compared with what was expected."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from rich.text import Text

from fireline.cli import show
from fireline.cli.arguments import ExactOption, JsonOption, LogArgument, option
from fireline.ruling.prose import average, listing, percent, plural

if TYPE_CHECKING:
    from fireline.analysis.luck import DiceTally, LuckReport, LuckTally

FEW_FACES = 10


def luck(
    log: LogArgument,
    team: Annotated[str | None, option("--team", "WHO", "Show only this side, team or unit.")] = None,
    exact: ExactOption = False,
    as_json: JsonOption = False,
) -> None:
    """Compare what was rolled in a game with what was expected, exactly, by player and kind of roll."""
    show.written_out.set(exact)
    from fireline.analysis.luck import luck as luck_of
    from fireline.formats.logfile import load_log

    found = luck_of(load_log(log), team=team)
    if as_json:
        show.emit(found.data())
    else:
        _show(found)


def _show(found: LuckReport) -> None:
    if not found.tallies:
        show.note("No roll in this log could have come out differently.")
    for who in dict.fromkeys(tally.who for tally in found.tallies):
        _player(who, [tally for tally in found.tallies if tally.who == who])
    if found.tallies:
        show.note(
            "Each count is compared with games in which these shots are thrown again, each from the battle before it. "
            "Luckier than: the share of games with a lower count, plus half of those with the same; exact. "
            "It proves nothing: somebody is always luckier than most."
        )
    for dice in found.dice:
        _dice(dice)
    if any(dice.approximate_p is not None for dice in found.dice):
        show.note("How often fair dice are as uneven comes from the chi-square test, an approximation.")
    if found.uncounted:
        show.note(f"Not added up, because the highest count stands for that many or more: {listing(found.uncounted)}.")
    if found.left_out:
        steps = plural(found.left_out, "step")
        show.note(f"{steps} left out: the dice in the log lead to something else by the rules.")


def _player(who: str, tallies: list[LuckTally]) -> None:
    table = show.new_table(who, "rolls", "came to", "expected", "luckier than", "exactly")
    for tally in tallies:
        table.add_row(
            tally.kind,
            str(tally.rolls),
            Text(str(tally.count), show.STRONG),
            average(tally.expected),
            percent(tally.percentile),
            show.exact(tally.percentile),
        )
    show.console().print(table)


def _dice(dice: DiceTally) -> None:
    """The faces of one kind of die: all of them if they are few."""
    name = dice.die.name
    many = f"{name.removesuffix('die')}dice" if name.endswith("die") else f"{name}s"
    told = f"{dice.who}: {plural(dice.thrown, name, many)} thrown"
    if len(dice.counts) <= FEW_FACES:
        told += "; " + ", ".join(f"{face}: {count}" for face, count in zip(dice.die.faces, dice.counts, strict=True))
    told += f"; {float(dice.due[0]):.1f} of each face expected"
    if dice.approximate_p is not None:
        told += f"; fair dice are as uneven in about {dice.approximate_p:.0%} of games"
    show.console().print(Text(f"{told}."))
