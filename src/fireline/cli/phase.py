"""Play at the prompt: pick a shot, see its card, roll it, answer what it makes you owe; then the next turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fireline.analysis.policy import best
from fireline.cli import menu, show
from fireline.cli.details import detailed
from fireline.cli.prompt import Stopped, TakenBack, ask
from fireline.formats.logfile import LogFile
from fireline.game.battle import Battle, fresh_seed
from fireline.game.command import Command, PhaseEnded, Shoot
from fireline.game.commandtext import verbs
from fireline.game.errors import BattleFileError
from fireline.game.log import GameLog, LogEntry, NothingToUndo
from fireline.ruling.prose import plural

KEYS = "w why not, u undo, s story, q quit"
HELP = f"Type a number to choose, a command as in `UNIT move PLACE`, or {KEYS} (the log keeps everything)."


class Sitting:
    """A game being played: the log, its file, and how many turns to play now."""

    def __init__(self, file: LogFile, log: GameLog, turns: int | None = None) -> None:
        self.file = file
        self.log = log
        self.turns = turns
        self._begun = len(log.entries)

    @property
    def battle(self) -> Battle:
        """The battle as it stands."""
        return self.log.battle

    @property
    def ended(self) -> int:
        """How many turns have ended since it was continued."""
        return sum(map(_ends, self.log.entries[self._begun :]))

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands that can be given now; () if enough turns have been played or the game is over."""
        return () if self.ended == self.turns else self.battle.legal()

    def play(self, command: Command) -> None:
        """Carry out a command, save it, and print its story."""
        self.log, turned = self.log.play(command, self.log.dice())
        self.file.entry(self.log.entries[-1])
        show.story(turned.story)

    def undo(self) -> None:
        """Undo the last step, unless it threw dice."""
        try:
            shorter = self.log.undo()
        except NothingToUndo as why:
            show.note(str(why))
            return
        self.file.undo(self.log.next_seq)
        self.log = shorter
        show.note("The last step is undone.")


def play(
    battle: Battle,
    log_path: Path,
    *,
    seed: int | None = None,
    auto: bool = False,
    turns: int | None = None,
    folder: Path | None = None,
) -> GameLog:
    """Play this many turns (None for all) or until the player stops; returns the game as it then stands.

    `folder` holds the files that the battle names. Raises `BattleFileError` if the log cannot be written.
    """
    file, log = LogFile.open(log_path, battle, fresh_seed() if seed is None else seed, folder=folder)
    sitting = Sitting(file, log, turns)
    with file:
        if log.entries:
            show.note(f"Continuing {log_path} after {len(log.entries)} steps.")
        try:
            run_auto(sitting) if auto else run_prompt(sitting)
        except Stopped:
            show.note(f"Stopped; `fireline phase` with --log {log_path} continues from here.")
        else:
            show.note(f"{_over(sitting)} Log: {log_path}")
    return sitting.log


def _over(sitting: Sitting) -> str:
    if sitting.ended != sitting.turns:
        return "The game is over."
    return "The phase is over." if sitting.turns == 1 else f"{plural(sitting.ended, 'turn')} are over."


def run_auto(sitting: Sitting) -> None:
    """The simple policy: always the shot with the best net ledger, as often as it may; answers as the battle says."""
    while commands := sitting.commands:
        sitting.play(best(sitting.battle, commands, _fired(sitting.log.entries)))


def _fired(entries: Sequence[LogEntry]) -> set[str]:
    """Who has fired since the last turn ended."""
    fired: set[str] = set()
    for entry in entries:
        fired = set() if _ends(entry) else fired | _shooter(entry.command)
    return fired


def _ends(entry: LogEntry) -> bool:
    return any(isinstance(event, PhaseEnded) for event in entry.events)


def _shooter(command: Mapping[str, Any]) -> set[str]:
    """The shooter in a command, if any."""
    return {command["shot"]["shooter"]} if "shot" in command else set()


def run_prompt(sitting: Sitting) -> None:
    """Ask until enough turns have been played or the game is over."""
    while commands := sitting.commands:
        try:
            chosen = choose(sitting, menu.lines(sitting.battle, commands), menu.title(sitting.battle, commands))
            if chosen is not None:
                confirm(sitting, chosen)
        except TakenBack:
            sitting.undo()


def choose(sitting: Sitting, lines: Sequence[menu.MenuLine], title: str, back: str = "") -> Command | None:
    """Ask for one of the commands; None if the player did something else. `back` says how to leave without one."""
    show.console().print(title, style=show.STRONG)
    show.console().print(menu.table(sitting.battle, lines))
    menu.stands_on(sitting.battle, lines)
    answer = ask(f"{'1-' if len(lines) > 1 else ''}{len(lines)}, or {back}{KEYS}: ")
    if answer == "w":
        why_not(sitting.battle)
    elif answer == "s":
        show.story(sitting.log.story())
    elif answer.isascii() and answer.isdigit() and 1 <= int(answer[:6]) <= len(lines):
        text, commands = lines[int(answer[:6]) - 1]
        if len(commands) == 1:
            return commands[0]
        return choose(sitting, menu.unfolded(sitting.battle, commands), text, back="Enter to go back, ")
    elif " " in answer or answer in verbs(sitting.battle.ruleset.command_types):
        try:
            typed = sitting.battle.command(answer)
            against = sitting.battle.refusals(typed)
        except BattleFileError as wrong:
            show.note(wrong.problem)
            return None
        if not against or isinstance(typed, Shoot):
            return typed
        show.note(" ".join(map(str, against)))
    elif answer:
        show.note(HELP)
    return None


def why_not(battle: Battle) -> None:
    """Everybody who may fire at nobody, with the reasons against the target that has the fewest."""
    for shooter in battle.ruleset.shooters(battle.state):
        seen = list(battle.targets(shooter))
        if not any(one.ruling.legal for one in seen):
            fewest = min(seen, key=lambda one: len(one.ruling.refusals), default=None)
            reasons = fewest.ruling.refusals if fewest else ()
            show.note(f"{battle.title(shooter)}: {' '.join(map(str, reasons)) or 'no enemy left'}")


def confirm(sitting: Sitting, command: Command) -> None:
    """The last word before the dice: a shot's card and details, then yes or back."""
    if not isinstance(command, Shoot):
        sitting.play(command)
        return
    shot = detailed(sitting.battle, command.shot)
    seen = sitting.battle.preview(shot)
    show.card(seen.ruling, seen.odds)
    if seen.ruling.legal and ask("Shoot? [y, or Enter to go back] ").lower() in {"y", "yes"}:
        sitting.play(Shoot(shot))
