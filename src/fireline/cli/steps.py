"""Steps between shots, one command each: a move by hand, and what comes next."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Annotated, Any

import typer

from fireline.chance import SeededDice
from fireline.cli import ANSWERED, ILLEGAL, byhand, show
from fireline.cli.arguments import BattleArgument, JsonOption, SeedOption, about, file_option
from fireline.formats.battlefile import check_folder, save
from fireline.game.battle import Battle, IllegalCommand, PlayResult, fresh_seed
from fireline.game.command import Command, EndPhase, NextTurn
from fireline.game.errors import BattleFileError

OutOption = Annotated[Path | None, file_option("--out", "-o", what="Write the battle after it here.")]
OPTIONS = {"unit": "--unit", "place": "--to", "marks": "--mark"}
"""The option that says what a move by hand calls so."""


def move(
    battle: BattleArgument,
    unit: Annotated[str, typer.Option("--unit", "-u", metavar="ID", help="Who is moved.", show_default=False)],
    to: Annotated[
        str, typer.Option("--to", metavar="PLACE", help="Where to; left out, it stays there.", show_default=False)
    ] = "",
    mark: Annotated[
        list[str] | None,
        typer.Option(
            "--mark",
            metavar="NAME=VALUE",
            help="What its move leaves, e.g. moved=1; may be repeated.",
            show_default=False,
        ),
    ] = None,
    out: OutOption = None,
    as_json: JsonOption = False,  # noqa: FBT002 - typer reads options from parameters
) -> int:
    """Move a unit by hand, to any place where the battle file could have put it, and write the battle after it."""
    with about(battle) as loaded:
        try:
            command = byhand.typed(loaded, unit, to, mark or [])
            return _carry_out(loaded, lambda: loaded.play(command, SeededDice.for_event(0, 0)), out, as_json=as_json)
        except BattleFileError as wrong:
            option, dot, name = wrong.place.partition(".")
            raise wrong.at(f"{OPTIONS.get(option, option)}{dot}{name}", file=wrong.file) from None


def next_turn(
    battle: BattleArgument,
    seed: SeedOption = None,
    out: OutOption = None,
    as_json: JsonOption = False,  # noqa: FBT002 - typer reads options from parameters
) -> int:
    """End what is played, begin what comes next (a turn, a round), and write the battle after it."""
    with about(battle) as loaded:
        return _carry_out(loaded, lambda: _onward(loaded, fresh_seed() if seed is None else seed), out, as_json=as_json)


def _onward(battle: Battle, seed: int) -> PlayResult:
    """The battle after its phase or step was ended, if it was not over, and what follows was begun."""
    number = count()
    turned = battle.play(_to_go_on(battle), SeededDice.for_event(seed, next(number)))
    if NextTurn() in turned.battle.ruleset.commands(turned.battle.state):
        begun = turned.battle.play(NextTurn(), SeededDice.for_event(seed, next(number)))
        return PlayResult(turned.events + begun.events, turned.story + begun.story, begun.battle, seed)
    return PlayResult(turned.events, turned.story, turned.battle, seed)


def _to_go_on(battle: Battle) -> Command:
    rules, state = battle.ruleset, battle.state
    return EndPhase() if battle.owing or EndPhase() in rules.commands(state) else NextTurn()


def _carry_out(battle: Battle, play: Callable[[], PlayResult], out: Path | None, *, as_json: bool) -> int:
    """Play a step, tell it and write the battle after it; nothing is written where the rules forbid it."""
    if out is not None:
        check_folder(battle, out)
    answer: dict[str, Any] = {"ruleset": battle.ruleset.id, "legal": True, "refusals": []}
    try:
        turned = play()
    except IllegalCommand as wrong:
        refusals = [{"rule": one.rule, "message": one.because} for one in wrong.refusals]
        if as_json:
            show.emit(answer | {"legal": False, "refusals": refusals})
        else:
            show.console().print("✗ NOT ALLOWED", style=show.BAD)
            show.note("\n".join(f"  {refusal}" for refusal in wrong.refusals))
        return ILLEGAL
    if out is not None:
        save(turned.battle, out)
    if as_json:
        show.emit(answer | turned.data())
        return ANSWERED
    show.story(turned.story)
    if out is not None:
        show.note(f"Wrote {out}.")
    return ANSWERED
