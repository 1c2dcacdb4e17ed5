"""The one command language: `fireline do` carries out any command and, without one, lists them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from fireline.chance import SeededDice
from fireline.cli import ANSWERED, ILLEGAL, show
from fireline.cli.arguments import argument, option
from fireline.cli.asking import Asked, asks
from fireline.cli.outputs import Out
from fireline.formats.battlefile import check_folder, save
from fireline.formats.kinds import BATTLE
from fireline.game.answers import DoAnswer
from fireline.game.battle import fresh_seed
from fireline.game.errors import BattleFileError, Code
from fireline.game.legal import LegalAnswer, ParameterLine
from fireline.questions import battles
from fireline.questions.answering.seen import battle_of, either
from fireline.questions.battles import MaySay, Playing

UNIT = option("--unit", "ID", "List what this unit may do, nobody else.", "-u")


@asks(battles.do, "command")
def do(
    asked: Asked[Playing],
    *,
    command: Annotated[
        str | None,
        argument(
            "[COMMAND]",
            "The text of a command, or its JSON: 'bow move E5', 'end'. Without it, list what is possible.",
        ),
    ] = None,
    unit: Annotated[str | None, UNIT] = None,
    out: Annotated[Path | None, Out("Write the battle after it to this file.", BATTLE)] = None,
) -> int:
    """Carry it out, and tell what happened.

    Where somebody then has to answer (a retreat), that answer is the next command.
    """
    if command is None:
        if out is not None:
            raise BattleFileError(Code.CONFLICT, "is the battle after a command; give one", "--out")
        _list(asked.instead(battles.legal, unit=unit))
        return ANSWERED
    asked = asked.instead(battles.do, command=command)
    request, battle = asked.request, battle_of(asked.request)
    either(request)
    said = asked.battle.command(command)
    if out is not None:
        check_folder(battle, out)  # before the dice fall
    if against := asked.battle.refusals(said):

        def why() -> None:
            show.console().print("✗ NOT ALLOWED", style=show.BAD)
            show.note("\n".join(f"  {refusal}" for refusal in against))

        asked.tell(asked.answer().data, why)
        return ILLEGAL
    if request.dice is None:
        seed = fresh_seed() if request.seed is None else request.seed
        thrown = SeededDice.for_event(seed, 0)
        turned, threw = replace(battle.play(said, thrown), seed=seed), bool(thrown.transcript.throws)
    else:
        turned, threw = battle.do(said, dice=request.dice), False
    told = turned.redacted(asked.battle) if request.team else turned
    if out is not None:
        save(turned.battle, out)
    done = DoAnswer(said, battle.text(said), (), told)
    asked.tell(done.data, lambda: show.story(told.story, told.seed if threw else None), out)
    return ANSWERED


@asks(battles.legal)
def legal(asked: Asked[MaySay]) -> None:
    """Print a table of them."""
    _list(asked)


def _list(asked: Asked[MaySay]) -> None:
    answer: LegalAnswer = asked.answer()
    table = show.new_table("command", "parameters")
    for one in (*(line for unit in answer.units for line in unit.commands), *answer.turn):
        if one.legal:
            table.add_row(one.text, "; ".join(map(_range, one.parameters)))
    asked.tell(answer.data, lambda: show.console().print(table))


def _range(one: ParameterLine) -> str:
    if one.kind == "number":
        return f"{one.name} {one.least} {'or more' if one.most is None else f'to {one.most}'}"
    return f"{one.name}: {', '.join(map(str, one.values or (f'a {one.kind}',)))}"
