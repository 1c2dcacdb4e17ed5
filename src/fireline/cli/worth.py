"""`fireline worth`: what each modifier, rule and option is worth in a shot, and what each unit is to its side."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

from pydantic import Field
from rich.text import Text

from fireline.analysis.stats import Stat
from fireline.analysis.unitworth import UnitsWorth, UnitWorth
from fireline.analysis.worth import Forbidden, LineWorth, WorthReport
from fireline.cli import show
from fireline.cli.asking import Asked, asks
from fireline.cli.outputs import Out
from fireline.cli.solve import few, for_shots, gained, signed_points, stand_on, unfinished
from fireline.formats.kinds import PICTURE
from fireline.game.battle import Battle
from fireline.game.entries import Name
from fireline.questions import balance, columns
from fireline.questions.balance import GamesAsked
from fireline.questions.columns import Weighing
from fireline.questions.forms.requests import ShotData
from fireline.ruling.prose import decimals, listing, plural, points, signed

MOST_REMEDIES = 8


class WeighingEither(GamesAsked, Weighing):
    """A shot, or units."""

    shot: ShotData = None
    units: Annotated[
        list[Name] | None, Field(description="Say instead what these units are worth to their side in games.")
    ] = None


@asks(columns.worth, named={"units": "--unit", "policies": "--policy"}, request=WeighingEither)
def worth(
    asked: Asked[WeighingEither],
    *,
    out: Annotated[Path | None, Out("Draw what everything adds, .svg or .png.", PICTURE)] = None,
) -> None:
    """Print what each line is worth, and what would help.

    With --unit, say instead what units add to the win rate of their side, by games with them and without them on the
    same dice, with intervals. Without a shot and without --unit, do so for every unit. --games, --turns, --begins,
    --policy, --seed and --seconds say how the games are played.
    """
    if asked.typed["shot"] is None:
        units = asked.instead(balance.unit_worth)
        return units.give(units.heard(_best_units), _tell_units, _drawn_units, out)
    for_shots(asked, "units", "--unit")
    return asked.give(asked.answer(), partial(_tell, asked.battle), _drawn, out)


# --- the lines of a shot ------------------------------------------------------------


def _tell(battle: Battle, found: WorthReport) -> None:
    ruling, odds, out = found.prospect.ruling, found.prospect.odds, show.console()
    out.print(Text(ruling.title, show.STRONG))
    if odds is None:
        out.print(Text("✗ NOT LEGAL", show.BAD))
        _forbidden(found)
    else:
        chance = f"{show.chance(odds.headline.chance)}  {odds.headline.name}"
        out.print(Text.assemble(("✓ LEGAL", show.GOOD), f"  {chance}"))
        _lines(found)
    _remedies(found)
    _stats(found)
    show.stands_on(battle, (odds, *(one.preview.odds for one in found.remedies)))


def _drawn(found: WorthReport) -> str:
    """What each line adds to the chance as bars, SVG; of a forbidden shot there is none."""
    from fireline.draw.gains import Gain, draw_gains

    every = (one for one in (*found.lines, *found.options) if one.chance)
    gains = [
        Gain(f"{one.name} ({one.rule})", float(one.chance), None, points(one.chance) + show.gain(one.chance))
        for one in sorted(every, key=lambda one: -(one.chance or 0))
        if one.chance is not None
    ]
    headline = found.prospect.odds.headline if found.prospect.odds else None
    key = (
        f"{headline.name}: {show.chance(headline.chance)}; what each line adds, in points" if headline else "not legal"
    )
    return draw_gains(found.prospect.ruling.title, key, gains)


def _lines(found: WorthReport) -> None:
    """Print each line compared with the shot without it; lines that change nothing are only named."""
    every = (*found.lines, *found.options)
    counting = [one for one in every if one.changes]
    mean = found.mean_of.replace("_", " ") if found.mean_of else ""
    if counting:
        means = [f"mean {mean}"] if mean else []
        table = show.new_table("what each line adds", "to the sum", "chance", *means, "rule")
        for one in counting:
            table.add_row(*_row(one, mean=bool(mean)))
        show.console().print(table)
    if idle := [f"{one.name} ({one.rule})" for one in every if not one.changes]:
        show.note(f"Worth nothing in this shot: {listing(idle)}.")


def _row(one: LineWorth, *, mean: bool) -> list[Text]:
    sum_ = Text("" if one.value is None else signed(one.value))
    if one.chance is None:
        chance, average = Text("illegal without it", show.STRONG), Text()
    else:
        exact = show.gain(one.chance)
        chance = Text(points(one.chance), show.STRONG) + Text(exact, show.QUIET)
        average = Text(decimals(one.mean) if one.mean is not None else "")
    return [Text(one.name), sum_, chance, *([average] if mean else []), Text(one.rule, show.RULE_STYLE)]


def _forbidden(found: WorthReport) -> None:
    """Print what forbids the shot, and its odds without that."""
    table = show.new_table("what forbids it", "rule", "without it")
    for one in found.forbidden:
        reasons = " ".join(refusal.because for refusal in one.refusals)
        table.add_row(reasons, Text(one.rule, show.RULE_STYLE), _were(one, len(found.forbidden)))
    show.console().print(table)
    if len(found.forbidden) > 1:
        odds = found.unforbidden
        both = show.chance(odds.headline.chance) if odds else "still no shot"
        show.console().print(Text(f"With all {plural(len(found.forbidden), 'rule')} set aside: {both}."))


def _were(one: Forbidden, count: int) -> str:
    if one.alone is not None:
        return show.chance(one.alone.headline.chance)
    return "still no shot" if count == 1 else "still forbidden"


def _remedies(found: WorthReport) -> None:
    """Print what would help, the cheapest first, as many as fit on a screen."""
    help_ = "make it legal" if found.prospect.odds is None else "raise the chance"
    if not found.remedies:
        show.note(f"No single change that Fireline knows would {help_}.")
        return
    best = max(found.remedies, key=lambda one: one.chance)
    chosen = [one for one in found.remedies if one is not best][: MOST_REMEDIES - 1]
    table = show.new_table(f"what would {help_}, the cheapest first", "chance", "gain")
    for one in found.remedies:
        if one is best or one in chosen:
            gain = Text(points(one.gain) + (", the most" if one is best and len(found.remedies) > 1 else ""))
            table.add_row(one.text, show.chance(one.chance), gain)
    show.console().print(table)


def _stats(found: WorthReport) -> None:
    """Print what one point is worth, for each number that changes the shot."""
    if not found.stats:
        return
    table = show.new_table("one point of a stat", "now", "one more", "one less")
    for one in found.stats:
        table.add_row(f"{one.role}: {one.name}", f"{one.now:g}", *(_point(found, one, more) for more in (True, False)))
    show.console().print(table)


def _point(found: WorthReport, stat: Stat, more: bool) -> str:  # noqa: FBT001 - more or less
    side = stat.more if more else stat.less
    if side is None:
        return "impossible"
    then, gain = side.preview, side.gain
    if gain is None:
        now = found.prospect.ruling.legal
        return "no shot" if not then.ruling.legal else "" if now else "makes it legal"
    same = then.odds and found.prospect.odds and then.odds.outcomes != found.prospect.odds.outcomes and not gain
    return "other odds, same chance" if same else points(gain)


# --- what units are worth ------------------------------------------------------------


def _drawn_units(found: UnitsWorth) -> str:
    """What each unit adds to the win rate of its side as bars with their intervals, SVG."""
    from fireline.draw.gains import Gain, draw_gains

    gains = [
        Gain(found.battle.title(one.view.id), one.adds, (one.interval.low, one.interval.high), _adds(found, one))
        for one in found.units
        if one.adds is not None and one.interval is not None
    ]
    key = f"points that each unit adds to the win rate of its side; {plural(found.games, 'game')} of each"
    return draw_gains("What units are worth", key, gains)


def _adds(found: UnitsWorth, one: UnitWorth) -> str:
    """What a unit adds, in words."""
    if one.adds is None or one.interval is None:
        return "unknown"
    return f"{signed_points(one.adds)} points [{gained(one.interval)}]"


def _best_units(found: UnitsWorth) -> str:
    """Who adds most and least, or is the dearest for what it adds."""
    if not found.enough:
        return few(found.played)
    first, last = found.units[0], found.units[-1]
    told = [f"{found.battle.title(first.view.id)} adds {_adds(found, first)} to the win rate of {first.side}"]
    if len(found.units) > 1:
        told.append(f"{found.battle.title(last.view.id)} adds {_adds(found, last)} to that of {last.side}")
    if found.dearest is not None:
        told.append(f"for its points {found.battle.title(found.dearest)} adds least")
    return f"{'; '.join(told)}."


def _tell_units(found: UnitsWorth) -> None:
    out = show.console()
    out.print(Text(_best_units(found), show.STRONG))
    priced = any(one.view.points is not None for one in found.units)
    prices = ["points", "for 100 points"] if priced else []
    table = show.new_table("unit", "side", "wins", "without it", "it adds", *prices, "told from nothing")
    for one in found.units:
        table.add_row(*_unit(found, one, priced=priced))
    out.print(table)
    show.note(stand_on(found))
    show.note(unfinished(found, found.games, "With everybody nobody"))
    show.note(found.battle.assumptions)


def _unit(found: UnitsWorth, one: UnitWorth, *, priced: bool) -> Iterator[str]:
    yield from (found.battle.title(one.view.id), one.side)
    yield from ("no game" if share is None else f"{100 * share:.1f}%" for share in (one.share, one.without))
    yield _adds(found, one)
    if priced:
        yield "" if one.view.points is None else f"{one.view.points:,}"
        yield "" if one.per_point is None else signed_points(100 * one.per_point)
    yield "yes" if one.sure else "no"
