"""The one command language: `fireline do` carries out any command and, without one, lists them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from fireline.chance import SeededDice
from fireline.cli import ANSWERED, ILLEGAL, show
from fireline.cli.arguments import BattleArgument, DiceOption, JsonOption, SeedOption, about, faces, file_option
from fireline.cli.outputs import Writes
from fireline.formats.battlefile import check_folder, save
from fireline.formats.kinds import BATTLE
from fireline.game.battle import fresh_seed
from fireline.game.errors import BattleFileError, Code
from fireline.game.legal import legal as may_be_said

UnitOption = Annotated[
    str | None,
    typer.Option("--unit", "-u", metavar="ID", help="List what this unit may do, nobody else.", show_default=False),
]


def do(
    battle: BattleArgument,
    command: Annotated[
        str | None,
        typer.Argument(
            metavar="[COMMAND]",
            help="The text of a command, or its JSON: 'bow move E5', 'end'. Without it, what may be said is listed.",
            show_default=False,
        ),
    ] = None,
    unit: UnitOption = None,
    seed: SeedOption = None,
    dice: DiceOption = None,
    out: Annotated[
        Path | None, file_option("--out", "-o", what="Write the battle after it to this file."), Writes(BATTLE)
    ] = None,
    as_json: JsonOption = False,  # noqa: FBT002 - typer reads options from parameters
) -> int:
    """Carry out one command of any kind: a shot, a move, an answer, the end of the turn; or list what may be said.

    An answer that it makes somebody owe stays owed; it is the next command.
    """
    if command is None:
        if out is not None:
            raise BattleFileError(Code.CONFLICT, "is the battle after a command; give one", "--out")
        legal(battle, unit=unit, as_json=as_json)
        return ANSWERED
    if seed is not None and dice is not None:
        raise BattleFileError(Code.CONFLICT, "give either --seed or --dice, not both", "--dice")
    with about(battle) as loaded:
        said = loaded.command(command)
        if out is not None:
            check_folder(loaded, out)  # before the dice fall
        answer: dict[str, Any] = {"ruleset": loaded.ruleset.id, "command": said.data(), "text": loaded.text(said)}
        if against := loaded.refusals(said):
            why = {"legal": False, "refusals": [one.data() for one in against]}
            rest: dict[str, Any] = {"events": [], "story": [], "seed": seed, "battle": loaded.data()}
            if as_json:
                show.emit(answer | why | rest)
            else:
                show.console().print("✗ NOT ALLOWED", style=show.BAD)
                show.note("\n".join(f"  {refusal}" for refusal in against))
            return ILLEGAL
        if dice is None:
            seed = fresh_seed() if seed is None else seed
            thrown = SeededDice.for_event(seed, 0)
            turned, threw = replace(loaded.play(said, thrown), seed=seed), bool(thrown.transcript.throws)
        else:
            turned, threw = loaded.do(said, dice=faces(dice)), False
    if out is not None:
        save(turned.battle, out)
    if as_json:
        show.emit(answer | {"legal": True, "refusals": []} | turned.data())
        return ANSWERED
    show.story(turned.story, seed if threw else None)
    if out is not None:
        show.note(f"Wrote {out}.")
    return ANSWERED


def legal(
    battle: BattleArgument,
    unit: UnitOption = None,
    as_json: JsonOption = False,  # noqa: FBT002 - typer reads options from parameters
) -> None:
    """List what may be said now: every unit's verbs with their parameters, and those of the turn."""
    with about(battle) as loaded:
        answer = may_be_said(loaded, unit)
    if as_json:
        return show.emit(answer)
    table = show.new_table("command", "parameters")
    for one in (*(line for unit_ in answer["units"] for line in unit_["commands"]), *answer["turn"]):
        if one["legal"]:
            table.add_row(one["text"], "; ".join(map(_range, one["parameters"])))
    return show.console().print(table)


def _range(one: dict[str, Any]) -> str:
    if one["kind"] == "number":
        most = "more" if one["most"] is None else one["most"]
        return f"{one['name']} {one['least']} {'or' if one['most'] is None else 'to'} {most}"
    return f"{one['name']}: {', '.join(map(str, one['values'] or ('a ' + one['kind'],)))}"
