"""The commands a player types."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import typer

from fireline.cli import ANSWERED, ILLEGAL, NOT_LEGAL, show, tell_version
from fireline.cli.arguments import (
    SHOOTER,
    TARGET,
    AnswersOption,
    BattleArgument,
    GameArgument,
    JsonOption,
    SeedOption,
    ShooterOption,
    TargetOption,
    TeamOption,
    WithOption,
    about,
    declare,
    faces,
    file_option,
    versions,
)
from fireline.cli.compare import compare
from fireline.cli.db import db
from fireline.cli.examples import examples
from fireline.cli.importing import import_map
from fireline.cli.luck import luck
from fireline.cli.matchups import matchups
from fireline.cli.mcp import mcp
from fireline.cli.newruleset import new_ruleset
from fireline.cli.outputs import App, Writes, check_apart
from fireline.cli.plan import plan
from fireline.cli.report import report
from fireline.cli.serve import serve
from fireline.cli.show import emit
from fireline.cli.simulate import simulate
from fireline.cli.solve import solve
from fireline.cli.steps import move, next_turn
from fireline.cli.sweep import sweep
from fireline.cli.threat import threat
from fireline.cli.tools import Commands
from fireline.cli.verify_dice import verify_dice
from fireline.cli.worth import worth
from fireline.formats.battlefile import check_folder, load, save
from fireline.formats.kinds import BATTLE, LOG, PICTURE
from fireline.formats.parsing import parse
from fireline.game import answers
from fireline.game.errors import BattleFileError, Code, not_told
from fireline.game.preview import ShotPreview
from fireline.game.registry import every, ruleset, starter

app = App(
    cls=Commands,
    help="Fireline, the ranged-combat engine: may I shoot, what helps and hinders, what are my odds, roll it.",
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def _options(
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
) -> None:
    if version:
        tell_version()
        raise typer.Exit


@app.command()
def check(
    battle: BattleArgument,
    shooter: ShooterOption,
    target: TargetOption,
    details: WithOption = None,
    team: TeamOption = None,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="Exit with status 1 if the shot is not legal.")
    ] = False,
    as_json: JsonOption = False,
) -> int:
    """Say whether a shot is legal, and why, with every modifier."""
    shot = declare(shooter, target, details)
    with about(battle, team) as loaded:
        asked = ShotPreview(loaded, shot)
        if as_json:
            emit(answers.ruled(asked) | show.warned(loaded))
        else:
            show.card(asked.ruling)
            show.warnings(loaded)
    return NOT_LEGAL if exit_code and not asked.ruling.legal else ANSWERED


@app.command()
def targets(
    battle: BattleArgument,
    shooter: ShooterOption,
    answered: AnswersOption = None,
    team: TeamOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check every enemy as a target: the odds, or every reason why not."""
    with about(battle, team, answers=answered) as loaded:
        seen = list(loaded.targets(shooter))
    if as_json:
        return emit(
            {
                "ruleset": loaded.ruleset.id,
                "shooter": shooter,
                "targets": [answers.preview(one) for one in seen],
            }
            | show.warned(loaded)
        )
    show.prospects(loaded, shooter, seen)
    return show.warnings(loaded)


@app.command()
def odds(
    battle: BattleArgument,
    shooter: ShooterOption,
    target: TargetOption,
    details: WithOption = None,
    answered: AnswersOption = None,
    plot: Annotated[
        Path | None, file_option("--plot", what="Draw the odds as a bar chart, .svg or .png."), Writes(PICTURE)
    ] = None,
    team: TeamOption = None,
    as_json: JsonOption = False,
) -> None:
    """Give the exact chance of every outcome of a shot."""
    shot = declare(shooter, target, details)
    with about(battle, team, answers=answered) as loaded:
        seen = loaded.preview(shot)
    if plot is not None and seen.odds is not None:
        from fireline.draw import odds_chart
        from fireline.formats.picturefile import save_picture

        save_picture(odds_chart(seen.odds, seen.ruling.title), plot)
    if as_json:
        return emit(answers.preview(seen) | show.warned(loaded))
    show.card(seen.ruling, seen.odds)
    show.warnings(loaded)
    if plot is not None:
        show.note(f"Wrote {plot}." if seen.odds else "The shot is not legal, so there are no odds to draw.")
    return None


@app.command()
def shoot(
    battle: BattleArgument,
    shooter: ShooterOption,
    target: TargetOption,
    details: WithOption = None,
    seed: SeedOption = None,
    dice: Annotated[
        str | None,
        typer.Option(
            "--dice",
            metavar="FACES",
            help="Your own faces, in the order thrown, e.g. 16,5 or green,flag; cards by name.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None, file_option("--out", "-o", what="Write the battle after the shot to this file."), Writes(BATTLE)
    ] = None,
    answered: AnswersOption = None,
    team: TeamOption = None,
    as_json: JsonOption = False,
) -> int:
    """Roll a shot, tell its story, and write the battle after it.

    Answers that the shot makes somebody owe (a retreat) follow --answers; `fireline phase` asks for them instead.
    """
    if seed is not None and dice is not None:
        raise BattleFileError(Code.CONFLICT, "give either --seed or --dice, not both", "--dice")
    shot = declare(shooter, target, details)
    with about(battle, unseen_by=team, answers=answered) as loaded:
        known = loaded.view_for_shooter(team, shooter) if team else loaded
        seen = known.preview(shot)
        if seen.odds is None:
            emit(answers.preview(seen)) if as_json else show.card(seen.ruling)
            return ILLEGAL
        if out is not None:
            check_folder(loaded, out)  # before the dice fall
        turned = loaded.shoot(seen if known is loaded else shot, seed=seed, dice=faces(dice))
        told = turned if known is loaded else turned.redacted(known)
    if out is not None:
        save(turned.battle, out)
    if as_json:
        emit(answers.preview(seen) | told.data())
    else:
        show.card(seen.ruling, seen.odds)
        show.story(told.story, told.seed)
        if out is not None:
            show.note(f"Wrote {out}.")
    return ANSWERED


@app.command()
def batch(
    requests: Annotated[
        str,
        typer.Argument(
            metavar="REQUESTS.jsonl",
            help="A file with one JSON request per line; - for standard input.",
            show_default=False,
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Has no effect: answers are always JSON.")] = False,
) -> None:
    """Read one JSON request per line and answer each with one line of JSON, in order.

    A relative path of a battle file in a request starts at the current folder.
    """
    from fireline.cli.batch import answer_lines, lines_of

    if requests == "-":
        answer_lines(lines_of(sys.stdin.buffer), sys.stdout)
        return
    try:
        stream = Path(requests).open("rb")  # noqa: SIM115 - what goes wrong later is no fault of this file
    except OSError as wrong:
        raise BattleFileError(Code.UNREADABLE, f"cannot be read: {wrong.strerror}", file=requests) from None
    with stream:
        answer_lines(lines_of(stream), sys.stdout)


@app.command()
def rules(
    game: GameArgument,
    rule: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="A single rule, e.g. CCA-3.3.", show_default=False)
    ] = None,
    diff: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--diff", metavar="A B", help="Show what differs between two versions of a game.", show_default=False
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show the rulebook in plain words: every rule, our reading of it, and the options of a table."""
    if diff is not None:
        return show.differences(*versions(game, diff), as_json=as_json)
    rulebook = ruleset(game).rulebook
    if rule is not None and rule not in rulebook:
        from fireline.game.entries import one_of

        one_of(rule, rulebook, f"rule of {game}", "ID")
    return show.rulebook(game, rulebook, rule, as_json=as_json)


@app.command()
def rulesets(as_json: JsonOption = False) -> None:
    """List the games that Fireline knows."""
    games, problems = every()
    for problem in problems:
        typer.echo(problem, err=True)
    if as_json:
        return emit([{"id": game.id, "name": game.name, "rules": len(game.rulebook)} for game in games])
    return show.games(games)


@app.command()
def new(
    game: GameArgument,
    as_json: JsonOption = False,
) -> None:
    """Print a commented battle file to start from: fireline new ancients > battle.yaml."""
    text = starter(game)
    emit(parse(text)) if as_json else sys.stdout.write(text)


@app.command()
def phase(
    battle: BattleArgument,
    log: Annotated[
        Path | None,
        typer.Option(
            "--log",
            metavar="FILE",
            help="The log file; an unfinished log is continued. Default: BATTLE with .log.jsonl.",
            show_default=False,
        ),
    ] = None,
    seed: SeedOption = None,
    auto: Annotated[
        bool, typer.Option("--auto", help="Let the phase play itself, always with the best expected value.")
    ] = False,
    turns: Annotated[
        int | None,
        typer.Option(
            "--turns",
            min=1,
            metavar="NUMBER",
            help="How many turns to play. Default: until you stop; with --auto, one.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None, file_option("--out", "-o", what="Write the battle at the end to this file."), Writes(BATTLE)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="With --auto: answer in JSON, as replay does.")] = False,
) -> None:
    """Play both sides at the prompt, shot by shot and turn by turn, with moves by hand in between."""
    from fireline.cli.phase import play

    if as_json and not auto:
        raise BattleFileError(Code.UNSUPPORTED, "the prompt has no JSON form; add --auto", "--json")
    loaded, kept = load(battle), log or Path(battle).with_suffix(".log.jsonl")
    if out is not None:
        check_apart(out, kept, "the log")
        check_folder(loaded, out)
    with show.console().capture() if as_json else nullcontext():
        turns = turns or (1 if auto else None)
        game = play(loaded, kept, seed=seed, auto=auto, turns=turns, folder=Path(battle).parent)
    if out is not None:
        save(game.battle, out)
    if as_json:
        emit(answers.played(game))
    elif out is not None:
        show.note(f"Wrote {out}.")


@app.command()
def replay(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="A log that `fireline phase` wrote.", show_default=False)],
    out: Annotated[
        Path | None, file_option("--out", "-o", what="Write the battle at the end to this file."), Writes(BATTLE)
    ] = None,
    team: TeamOption = None,
    copy: Annotated[
        Path | None, file_option("--copy", what="Write a log of what the team may know to this file."), Writes(LOG)
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Replay a log without dice, to the same states or to an error that names the line."""
    from fireline.formats.logfile import folder_of, load_log, write_log

    with not_told(team, str(log)):
        game = load_log(log)
    if team is not None:
        game = game.view_for(team)
    if out is not None:
        save(game.battle, out)
    if copy is not None:
        write_log(game, copy, folder_of(log))
    if as_json:
        return emit(answers.played(game))
    return show.replayed(game)


@app.command()
def picture(
    battle: BattleArgument,
    out: Annotated[Path, file_option("--out", "-o", what="The picture, .svg or .png."), Writes(PICTURE)],
    shooter: Annotated[str | None, SHOOTER] = None,
    target: Annotated[str | None, TARGET] = None,
    details: WithOption = None,
    eye: Annotated[bool, typer.Option("--eye", help="Draw what the shooter sees of the target.")] = False,
    zoom: Annotated[
        float, typer.Option("--zoom", min=0.1, max=8, metavar="TIMES", help="Draw a .png this many times as large.")
    ] = 1.0,
    team: TeamOption = None,
    as_json: JsonOption = False,
) -> None:
    """Draw the battle, or one shot with its line of sight and everything it meets."""
    from fireline import draw
    from fireline.formats.picturefile import save_picture

    if (shooter is None) != (target is None):
        raise BattleFileError(
            Code.MISSING, "a shot needs both --shooter and --target; leave out both to draw the battle alone", "picture"
        )
    shot = declare(shooter, target, details) if shooter is not None and target is not None else None
    if eye and shot is None:
        raise BattleFileError(Code.MISSING, "needs a shooter and a target; add --shooter and --target", "--eye")
    with about(battle, team) as loaded:
        save_picture(draw.eye_view(loaded, shot) if eye and shot else draw.picture(loaded, shot), out, zoom)
    emit({"picture": str(out)}) if as_json else show.note(f"Wrote {out}.")


app.command()(compare)
app.command()(examples)
app.command("import")(import_map)
app.command()(luck)
app.command()(move)
app.command("new-ruleset")(new_ruleset)
app.command("next")(next_turn)
app.command()(matchups)
app.command()(mcp)
app.command()(serve)
app.command()(simulate)
app.command()(solve)
app.command()(sweep)
app.command()(threat)
app.command()(plan)
app.command()(report)
app.command()(worth)
app.command("verify-dice")(verify_dice)
app.add_typer(db, name="db")


@cache
def commands() -> Any:
    """The whole command line, put together once: that takes longer than most answers."""
    return typer.main.get_command(app)
