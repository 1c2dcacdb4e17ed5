"""A whole ranged phase at the prompt: pick a shot, see its card, roll it, answer what it makes you owe."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from fireline.analysis.policy import best
from fireline.cli import show
from fireline.formats.logfile import LogFile
from fireline.formats.parsing import parse
from fireline.game.battle import Battle, fresh_seed
from fireline.game.command import Command, PhaseEnded, Shoot
from fireline.game.errors import BattleFileError
from fireline.game.log import GameLog, NothingToUndo
from fireline.game.shot import Shot
from fireline.ruling.prose import percent

HELP = "a number to choose, w why not, u undo, s the story so far, q stop here (the log keeps everything)"


class Stopped(Exception):
    """The player stops for now; the log keeps what was played."""


class Phase:
    """One phase being played: the log, and the file it is kept in."""

    def __init__(self, file: LogFile, log: GameLog) -> None:
        self.file = file
        self.log = log
        self.ended = False

    @property
    def battle(self) -> Battle:
        """The battle as it stands."""
        return self.log.battle

    def play(self, command: Command) -> None:
        """Carry out a command, keep it, tell it."""
        self.log, turned = self.log.play(command, self.log.dice())
        self.file.entry(self.log.entries[-1])
        show.story(turned.story)
        self.ended = any(isinstance(event, PhaseEnded) for event in turned.events)

    def undo(self) -> None:
        """Take the last step back where no dice were thrown in it."""
        try:
            shorter = self.log.undo()
        except NothingToUndo as why:
            show.note(str(why))
            return
        self.file.undo(self.log.next_seq)
        self.log = shorter
        show.note("The last step is taken back.")


def play(battle: Battle, log_path: Path, *, seed: int | None = None, auto: bool = False) -> GameLog:
    """Play the phase to its end, or until the player stops; gives the game as it then stands.

    Raises `BattleFileError` where the log cannot be kept.
    """
    file, log = LogFile.open(log_path, battle, fresh_seed() if seed is None else seed)
    phase = Phase(file, log)
    with file:
        if log.entries:
            show.note(f"Taking up {log_path} after {len(log.entries)} steps.")
        try:
            run_auto(phase) if auto else run_prompt(phase)
        except Stopped:
            show.note(f"Stopped; `fireline phase` with --log {log_path} goes on from here.")
        else:
            show.note(f"The phase is over. Log: {log_path}")
    return phase.log


def run_auto(phase: Phase) -> None:
    """The simple policy: always the shot of the best expected worth, one a unit; owed answers the customary way."""
    fired: set[str] = set()
    for entry in phase.log.entries:
        ended = any(isinstance(event, PhaseEnded) for event in entry.events)
        fired = set() if ended else fired | _shooter(entry.command)
    while not phase.ended and (commands := phase.battle.ruleset.commands(phase.battle.state)):
        command = best(phase.battle, commands, fired)
        fired |= _shooter(command.data())
        phase.play(command)


def _shooter(command: Mapping[str, Any]) -> set[str]:
    """Who shoots by a command, if anybody."""
    return {command["shot"]["shooter"]} if "shot" in command else set()


def run_prompt(phase: Phase) -> None:
    """Ask until the phase is over."""
    while not phase.ended and (commands := phase.battle.ruleset.commands(phase.battle.state)):
        owner = phase.battle.ruleset.to_decide(phase.battle.state)
        if owner:
            if (chosen := choose(phase, commands, f"{owner} decides")) is not None:
                phase.play(chosen)
        elif (chosen := choose(phase, commands, "Who fires, and at whom?")) is not None:
            confirm(phase, chosen)


def choose(phase: Phase, commands: Sequence[Command], title: str) -> Command | None:
    """One of the commands, or None where the player did something else."""
    show.console().print(title, style=show.STRONG)
    show.console().print(menu(phase.battle, commands))
    answer = ask(f"1-{len(commands)}, or w why not, u undo, s story, q quit: ")
    if answer == "q":
        raise Stopped
    if answer == "u":
        phase.undo()
    elif answer == "w":
        why_not(phase.battle)
    elif answer == "s":
        show.story(phase.log.story())
    elif answer.isascii() and answer.isdigit() and 1 <= int(answer[:6]) <= len(commands):
        return commands[int(answer[:6]) - 1]
    elif answer:
        show.note(f"Type {HELP}.")
    return None


def why_not(battle: Battle) -> None:
    """Everyone who may fire at nobody, with the reasons against the target that has the fewest."""
    for shooter in battle.ruleset.shooters(battle.state):
        seen = list(battle.targets(shooter))
        if not any(one.ruling.legal for one in seen):
            fewest = min(seen, key=lambda one: len(one.ruling.refusals), default=None)
            reasons = fewest.ruling.refusals if fewest else ()
            show.note(
                f"{battle.ruleset.title(battle.state, shooter)}: {' '.join(map(str, reasons)) or 'no enemy left'}"
            )


def menu(battle: Battle, commands: Sequence[Command]) -> Table:
    """The commands by number, shots with their headline odds."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(justify="right", style=show.STRONG)
    table.add_column(overflow="fold")
    table.add_column(justify="right")
    table.add_column(style=show.QUIET)
    for number, command in enumerate(commands, 1):
        chance, name = "", ""
        if isinstance(command, Shoot):
            headline = battle.odds(command.shot).headline
            chance, name = f"{percent(headline.chance)} ({headline.chance})", headline.name
        table.add_row(str(number), battle.ruleset.describe(battle.state, command), chance, name)
    return table


def confirm(phase: Phase, command: Command) -> None:
    """The last word before the dice: a shot's card and details, then yes or back."""
    if not isinstance(command, Shoot):
        phase.play(command)
        return
    shot = detailed(phase.battle, command.shot)
    seen = phase.battle.prospect(shot)
    show.card(seen.ruling, seen.odds)
    if seen.ruling.legal and ask("Shoot? [y, or Enter to go back] ").lower() in {"y", "yes"}:
        phase.play(Shoot(shot))


def detailed(battle: Battle, shot: Shot) -> Shot:
    """The shot with the details its game asks for at the table; Enter keeps the usual."""
    details: dict[str, Any] = dict(shot.details)
    for name, question in battle.ruleset.questions if battle.ruleset.asks(battle.state) else ():
        usual = f" [{details[name]}]" if name in details else ""
        while answer := ask(f"{question}{usual} "):
            try:
                battle.check(Shot(shot.shooter, shot.target, **details | {name: parse(answer)}))
            except BattleFileError as wrong:
                show.note(str(wrong))
                continue
            details[name] = parse(answer)
            break
    return Shot(shot.shooter, shot.target, **details)


def ask(question: str) -> str:
    """One line from the player; the end of input stops the phase, and so does Ctrl-C."""
    try:
        show.console().print(question, end="", style=show.STRONG)
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        line = ""
    if not line:
        show.console().print()
        raise Stopped
    return line.strip()
