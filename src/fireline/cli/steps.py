"""Steps between shots, one command each: a move by hand, and the next turn."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Annotated, Any

import typer

from fireline.chance import SeededDice
from fireline.cli import ANSWERED, ILLEGAL, byhand, show
from fireline.cli.arguments import BattleArgument, JsonOption, SeedOption, about, file_option
from fireline.cli.outputs import Writes
from fireline.formats.battlefile import check_folder, save
from fireline.formats.kinds import BATTLE
from fireline.game.battle import Battle, IllegalCommand, PlayResult, fresh_seed
from fireline.game.command import Command, EndPhase, NextTurn
from fireline.game.errors import BattleFileError

OutOption = Annotated[
    Path | None, file_option("--out", "-o", what="Write the battle after it to this file."), Writes(BATTLE)
]
OPTIONS = {"unit": "--unit", "place": "--to", "marks": "--mark"}
"""The option for each part of a move by hand."""


def move(
    battle: BattleArgument,
    unit: Annotated[str, typer.Option("--unit", "-u", metavar="ID", help="The unit to move.", show_default=False)],
    to: Annotated[
        str,
        typer.Option(
            "--to", metavar="PLACE", help="The place to move it to. Default: it stays where it is.", show_default=False
        ),
    ] = "",
    mark: Annotated[
        list[str] | None,
        typer.Option(
            "--mark",
            metavar="NAME=VALUE",
            help="A mark that the move changes, e.g. moved=1; repeat for more.",
            show_default=False,
        ),
    ] = None,
    out: OutOption = None,
    as_json: JsonOption = False,  # noqa: FBT002 - typer reads options from parameters
) -> int:
    """Move a unit by hand to any place that a battle file could give it, and write the battle after it."""
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
    """End the current turn, step or round, begin the next, and write the battle after it."""
    with about(battle) as loaded:
        return _carry_out(loaded, lambda: _onward(loaded, fresh_seed() if seed is None else seed), out, as_json=as_json)


def _onward(battle: Battle, seed: int) -> PlayResult:
    """End the phase or step of the battle, if it is not over, and begin what follows."""
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
    """Play a step, print its story and write the battle after it; nothing is written if the rules forbid it."""
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
