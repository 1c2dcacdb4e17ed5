"""`fireline phase`: pick a shot, see its card, roll it, answer what it makes you owe; then the next turn."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import nullcontext, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_args

from fireline.analysis.policy import best
from fireline.cli import show
from fireline.cli.arguments import BattleArgument, SeedOption, details_of, flag, option
from fireline.cli.outputs import Out, check_apart
from fireline.cli.show import Stopped, TakenBack, ask, ask_for
from fireline.formats.battlefile import battle_file, check_folder, load, save
from fireline.formats.kinds import BATTLE
from fireline.formats.logfile import LogFile
from fireline.game import answers, tools
from fireline.game.battle import Battle, fresh_seed
from fireline.game.command import Command, NextTurn, PhaseEnded, Shoot, Shot
from fireline.game.commandtext import verbs
from fireline.game.entries import NotText
from fireline.game.errors import BattleFileError, Code
from fireline.game.log import GameLog, LogEntry, NothingToUndo
from fireline.game.preview import ShotPreview
from fireline.game.ruleset import Ruleset
from fireline.questions.answering.overview import CommandLine, Promise, menu
from fireline.ruling.prose import percent, plural

KEYS = "w why not, u undo, s story, q quit"
HELP = f"Type a number to choose, a command as in `UNIT move PLACE`, or {KEYS} (the log keeps everything)."
MOST_LINES = 20
"""The most lines in a menu before it is folded."""


def phase(
    battle: BattleArgument,
    log: Annotated[
        Path | None,
        option("--log", "FILE", "The log file; an unfinished log is continued. Default: BATTLE with .log.jsonl."),
    ] = None,
    seed: SeedOption = None,
    auto: Annotated[bool, flag("--auto", "Let Fireline play, always by the best net result.")] = False,
    turns: Annotated[
        int | None,
        option("--turns", "NUMBER", "How many turns to play. Default: until you stop; with --auto, one.", min=1),
    ] = None,
    out: Annotated[Path | None, Out("Write the battle at the end to this file.", BATTLE)] = None,
) -> None:
    """Play both sides at the prompt, shot by shot and turn by turn, with moves in between."""
    if show.in_json.get() and not auto:
        raise BattleFileError(Code.UNSUPPORTED, "the prompt has no JSON form; add --auto", "--json")
    loaded, kept = load(battle), log or Path(battle).with_suffix(".log.jsonl")
    if out is not None:
        check_apart(out, kept, "the log")
        check_folder(loaded, out)
    with redirect_stdout(StringIO()) if show.in_json.get() else nullcontext():
        turns = turns or (1 if auto else None)
        game = play(loaded, kept, seed=seed, auto=auto, turns=turns, folder=battle_file(battle).parent)
    if out is not None:
        save(game.battle, out)
    show.tell(lambda: answers.played(game), None, out)


class PromptGame:
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
        before = self.battle
        self.log, turned = self.log.play(command, self.log.dice())
        self.file.entry(self.log.entries[-1])
        show.story(turned.story)
        if turned.battle.winner != before.winner:
            show.note(turned.battle.ending)

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
    battle = battle.remembering()  # after each step most of what may be done is what it was
    file, log = LogFile.open(log_path, battle, fresh_seed() if seed is None else seed, folder=folder)
    sitting = PromptGame(file, log, turns)
    with file:
        if log.entries:
            show.note(f"Continuing {log_path} after {len(log.entries)} steps.")
        try:
            run_auto(sitting) if auto else run_prompt(sitting)
        except Stopped:
            show.note(f"Stopped; `fireline phase` with --log {log_path} continues from here.")
        else:
            played = "The phase is" if sitting.turns == 1 else f"{plural(sitting.ended, 'turn')} are"
            show.note(f"{'The game is' if sitting.ended != sitting.turns else played} over. Log: {log_path}")
    return sitting.log


def run_auto(sitting: PromptGame) -> None:
    """The simple policy until somebody has won: the shot with the best net ledger, as often as it may be fired."""
    while sitting.battle.winner is None and (commands := sitting.commands):
        sitting.play(best(sitting.battle, commands, _fired(sitting.log.entries)))


def _fired(entries: Sequence[LogEntry]) -> set[str]:
    """Who has fired since the last turn ended."""
    fired: set[str] = set()
    for entry in entries:
        if _ends(entry):
            fired = set()
        elif "shot" in entry.command:
            fired.add(entry.command["shot"]["shooter"])
    return fired


def _ends(entry: LogEntry) -> bool:
    return any(isinstance(event, PhaseEnded) for event in entry.events)


def run_prompt(sitting: PromptGame) -> None:
    """Ask until enough turns have been played or the game is over."""
    while commands := sitting.commands:
        try:
            chosen = choose(sitting, menu_of(sitting.battle), menu_title(sitting.battle, commands))
            if chosen is not None:
                confirm(sitting, chosen)
        except TakenBack:
            sitting.undo()


def choose(sitting: PromptGame, lines: Sequence[MenuLine], title: str, back: str = "") -> Command | None:
    """Ask for one of the commands; None if the player did something else. `back` says how to leave without one."""
    show.told([tools.Strong(title), menu_table(lines)])
    said = (one.command for _, some in lines for one in some)
    shots = (ShotPreview(sitting.battle, one.shot) for one in said if isinstance(one, Shoot))
    if any(one.depends_on_answers for one in shots):
        show.note(sitting.battle.assumptions)
    answer = ask(f"{'1-' if len(lines) > 1 else ''}{len(lines)}, or {back}{KEYS}: ")
    if answer == "w":
        why_not(sitting.battle)
    elif answer == "s":
        show.story(sitting.log.story())
    elif answer in map(str, range(1, len(lines) + 1)):
        text, inside = lines[int(answer) - 1]
        if len(inside) == 1:
            return inside[0].command
        return choose(sitting, unfolded(inside), text, back="Enter to go back, ")
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


def confirm(sitting: PromptGame, command: Command) -> None:
    """The last word before the dice: a shot's card and details, then yes or back."""
    if not isinstance(command, Shoot):
        sitting.play(command)
        return
    shot = detailed(sitting.battle, command.shot)
    seen = sitting.battle.preview(shot)
    show.answer(seen)
    if seen.ruling.legal and ask("Shoot? [y, or Enter to go back] ").lower() in {"y", "yes"}:
        sitting.play(Shoot(shot))


# --- the menu -----------------------------------------------------------------------


class MenuLine(NamedTuple):
    """One line of a menu: something that may be said now, or several that are folded into it."""

    text: str
    inside: Sequence[CommandLine]


def menu_of(battle: Battle) -> list[MenuLine]:
    """What may be said, in order; if that is too much, a unit's other commands are one line, then all of them."""
    lines = menu(battle)
    if len(lines) <= MOST_LINES or battle.owing is not None:
        return unfolded(lines)
    shots_too = sum(isinstance(one.command, Shoot) for one in lines) > MOST_LINES
    folded: dict[str | int, list[CommandLine]] = {}
    for one in lines:
        unit = None if isinstance(one.command, Shoot) and not shots_too else one.actor
        folded.setdefault(one.n if unit is None else unit, []).append(one)
    return [_folded(battle, unit, some) for unit, some in folded.items()]


def unfolded(lines: Iterable[CommandLine]) -> list[MenuLine]:
    """Each on a line of its own."""
    return [MenuLine(one.text, [one]) for one in lines]


def _folded(battle: Battle, unit: str | int, inside: Sequence[CommandLine]) -> MenuLine:
    if isinstance(unit, int) or len(inside) == 1:
        return MenuLine(inside[0].text, inside)
    shots = sum(isinstance(one.command, Shoot) for one in inside)
    others = len(inside) - shots
    parts = [plural(shots, "shot")] if shots else []
    parts += [f"{others} other {'command' if others == 1 else 'commands'}"] if others else []
    return MenuLine(f"{battle.title(unit)}: {' and '.join(parts)}", inside)


def menu_table(lines: Iterable[MenuLine]) -> tools.Table:
    """The lines by number; shots with their headline odds, folded shots with the best, answers with what they cost."""
    rows = []
    for number, (text, inside) in enumerate(lines, 1):
        chance, name = "", inside[0].cost or ""
        if headlines := [one.odds.headline for one in inside if isinstance(one.odds, Promise)]:
            headline = max(headlines, key=lambda one: one.chance)
            chance = percent(headline.chance)
            name = f"at best: {headline.name}" if len(inside) > 1 else headline.name
        rows.append((tools.Strong(number), text, chance, tools.Quiet(name)))
    return tools.Table(("", "", "", ""), rows, right=(0, 2), ruled=False)


def menu_title(battle: Battle, commands: Sequence[Command]) -> str:
    """Who has to decide, and what about."""
    if battle.owing:
        return f"{battle.owing} decides"
    if NextTurn() in commands:
        return "The phase is over. What comes next?"
    question = (
        "Who fires, and at whom?" if any(isinstance(one, Shoot) for one in commands) else "What do you want to do?"
    )
    sides = {battle.side(unit) for unit in battle.ruleset.shooters(battle.state)}
    side = sides.pop() if len(sides) == 1 else ""
    return f"{side} plays. {question}" if side else question


# --- details of a shot --------------------------------------------------------------


def detailed(battle: Battle, shot: Shot) -> Shot:
    """Ask for details of the shot: a single one with its question, several on one line; Enter for none."""
    rules = battle.ruleset
    asked = [
        (name, _with_form(rules, name, question))
        for name, question in rules.shot_questions.items()
        if name not in shot.details and rules.should_ask(battle.state, shot, name)
    ]
    if not asked:
        return shot
    if len(asked) == 1:
        ((name, question),) = asked
        return (
            ask_for(f"{question} [Enter for none] ", lambda text: with_details(battle, shot, [f"{name}={text}"]))
            or shot
        )
    names = ", ".join(name for name, _ in asked)
    explained = "\n".join(f"{name}: {question}" for name, question in asked)
    line = f"Details ({names})? [KEY=VALUE; ..., ? explains, Enter for none] "
    return ask_for(line, lambda text: with_details(battle, shot, text.split(";")), explained=explained) or shot


def _with_form(rules: Ruleset[Any, Any, Any], name: str, question: str) -> str:
    """The question with how its answer is typed, where that is no plain number or word."""
    field = rules.shot_entry.model_fields.get(name) if rules.shot_entry else None
    if field and field.examples:
        return f"{question.removesuffix('?')}, such as {json.dumps(field.examples[0])}?"
    yes_or_no = field is not None and bool in get_args(field.annotation)
    return f"{question.removesuffix('?')} (true or false)?" if yes_or_no else question


def with_details(battle: Battle, shot: Shot, typed: Sequence[str]) -> Shot:
    """The shot with details typed as KEY=VALUE: text if the game wants text, even if it looks like a number.

    Raises `BattleFileError` for a value that the game does not take.
    """
    words = [one.strip() for one in typed if one.strip()]
    found = Shot(shot.shooter, shot.target, **{**shot.details, **details_of(words)})
    try:
        battle.check(found)
    except NotText as wrong:
        name = wrong.place.removeprefix("shot.")
        if isinstance(found.details.get(name), list | dict | None):  # it stands somewhere inside
            raise
        as_text = next(one.partition("=")[2] for one in words if one.partition("=")[0] == name)
        found = Shot(shot.shooter, shot.target, **{**found.details, name: as_text})
        battle.check(found)
    return found
