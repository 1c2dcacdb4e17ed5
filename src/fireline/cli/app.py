"""The commands a player types."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import typer

from fireline import __version__
from fireline.cli import ANSWERED, ILLEGAL, show
from fireline.cli.show import emit
from fireline.formats.battlefile import SIZE_LIMIT, load, parse, save
from fireline.game import answers
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError
from fireline.game.ruleset import ruleset, ruleset_ids
from fireline.game.shot import Shot

app = typer.Typer(
    help="Fireline, the ranged-combat engine: may I shoot, what helps and hinders, what are my odds, roll it.",
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _battle_typed(context: typer.Context) -> Battle | None:
    """For completion: the battle typed so far; an option without its value leaves it among the arguments."""
    named = context.params.get("battle") or next(iter(context.args), "")
    try:
        return load(named)
    except BattleFileError:
        return None


def _shooters(context: typer.Context, incomplete: str) -> list[str]:
    """For completion: everyone who may be named as shooter."""
    battle = _battle_typed(context)
    ids = battle.ruleset.shooters(battle.state) if battle else ()
    return [id_ for id_ in ids if id_.startswith(incomplete)]


def _targets(context: typer.Context, incomplete: str) -> list[str]:
    """For completion: everyone whom the shooter typed so far may name."""
    battle = _battle_typed(context)
    ids = battle.ruleset.targets(battle.state, context.params.get("shooter") or "") if battle else ()
    return [id_ for id_ in ids if id_.startswith(incomplete)]


BattleArgument = Annotated[
    str, typer.Argument(metavar="BATTLE", help="A battle file, YAML or JSON.", show_default=False)
]
ShooterOption = Annotated[
    str, typer.Option("--shooter", "-s", metavar="ID", help="Who shoots.", show_default=False, autocompletion=_shooters)
]
TargetOption = Annotated[
    str, typer.Option("--target", "-t", metavar="ID", help="At whom.", show_default=False, autocompletion=_targets)
]
WithOption = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        "-w",
        metavar="KEY=VALUE",
        help="A detail of the shot, e.g. bullets=3; may be repeated.",
        show_default=False,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
SeedOption = Annotated[
    int | None, typer.Option("--seed", min=0, help="Throw the dice of this seed again.", show_default=False)
]


@app.callback(invoke_without_command=True)
def _options(
    version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
) -> None:
    if version:
        print(f"fireline {__version__}")
        raise typer.Exit


@app.command()
def check(
    battle: BattleArgument,
    shooter: ShooterOption,
    target: TargetOption,
    details: WithOption = None,
    as_json: JsonOption = False,
) -> None:
    """May this shot be made, why or why not, and with what."""
    shot = declare(shooter, target, details)
    with about(battle) as loaded:
        emit(answers.check(loaded, shot)) if as_json else show.card(loaded.check(shot))


@app.command()
def targets(battle: BattleArgument, shooter: ShooterOption, as_json: JsonOption = False) -> None:
    """Every enemy: may it be shot, or all the reasons why not, and the odds."""
    with about(battle) as loaded:
        seen = list(loaded.targets(shooter))
    if as_json:
        return emit(
            {
                "ruleset": loaded.ruleset.id,
                "shooter": shooter,
                "targets": [answers.prospect(loaded, shooter, one) for one in seen],
            }
        )
    return show.prospects(loaded, shooter, seen)


@app.command()
def odds(
    battle: BattleArgument,
    shooter: ShooterOption,
    target: TargetOption,
    details: WithOption = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw the odds as a bar chart, .svg or .png.", show_default=False),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """The exact chance of every outcome of a shot."""
    shot = declare(shooter, target, details)
    with about(battle) as loaded:
        ruling = loaded.check(shot)
        exact = loaded.odds(shot) if ruling.legal else None
    if plot is not None and exact is not None:
        from fireline.formats.picture import draw_odds, save_picture

        save_picture(draw_odds(exact, ruling.title), plot)
    if as_json:
        return emit(answers.odds(loaded, shot))
    show.card(ruling, exact)
    if plot is not None:
        show.note(f"Wrote {plot}." if exact else "The shot is not legal, so there are no odds to draw.")
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
            "--dice", metavar="FACES", help="Faces as they fell, e.g. 16,5 or green,flag.", show_default=False
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Write the battle after the shot here.", show_default=False),
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Roll the shot, tell its story, and write the battle after it.

    What the shot makes somebody owe (a retreat) is answered in the customary way; `fireline phase` asks instead.
    """
    if seed is not None and dice is not None:
        raise BattleFileError("give either --seed or --dice, not both", "--dice")
    shot = declare(shooter, target, details)
    with about(battle) as loaded:
        ruling = loaded.check(shot)
        if not ruling.legal:
            emit(answers.odds(loaded, shot)) if as_json else show.card(ruling)
            return ILLEGAL
        turned = loaded.shoot(shot, seed=seed, dice=faces(dice))
    if out is not None:
        save(turned.battle, out)
    if as_json:
        emit(answers.odds(loaded, shot) | turned.data())
    else:
        show.card(ruling, loaded.odds(shot))
        show.story(turned.story, turned.seed)
        if out is not None:
            show.note(f"Wrote {out}.")
    return ANSWERED


@app.command()
def batch(
    requests: Annotated[
        str,
        typer.Argument(
            metavar="REQUESTS.jsonl", help="One JSON request a line; - for standard input.", show_default=False
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Answers are in JSON in any case.")] = False,
) -> None:
    """Answer one JSON request a line, one JSON answer a line, in order.

    A battle file that a request names by a relative path is sought from the current folder.
    """
    from fireline.cli.batch import answer_lines, lines_of

    if requests == "-":
        answer_lines(lines_of(sys.stdin.buffer), sys.stdout)
        return
    try:
        stream = Path(requests).open("rb")  # noqa: SIM115 - what goes wrong later is no fault of this file
    except OSError as wrong:
        raise BattleFileError(f"cannot be read: {wrong.strerror}", file=requests) from None
    with stream:
        answer_lines(lines_of(stream), sys.stdout)


@app.command()
def rules(
    game: Annotated[str, typer.Argument(metavar="RULESET", help="See `fireline rulesets`.", show_default=False)],
    rule: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="One rule, e.g. CCA-3.3.", show_default=False)
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """The rulebook in plain words: every rule, the readings taken, and the options of a table."""
    rulebook = ruleset(game).rulebook
    if rule is not None and rule not in rulebook:
        from fireline.game.entries import one_of

        one_of(rule, rulebook, f"rule of {game}", "ID")
    show.rulebook(game, rulebook, rule, as_json=as_json)


@app.command()
def rulesets(as_json: JsonOption = False) -> None:
    """The games Fireline knows."""
    games = [ruleset(id_) for id_ in ruleset_ids()]
    if as_json:
        return emit([{"id": game.id, "name": game.name, "rules": len(game.rulebook)} for game in games])
    return show.games(games)


@app.command()
def new(
    game: Annotated[str, typer.Argument(metavar="RULESET", help="See `fireline rulesets`.", show_default=False)],
    as_json: JsonOption = False,
) -> None:
    """Print a commented battle file to start from: fireline new ancients > battle.yaml."""
    starter = files(ruleset(game).package).joinpath("starter.yaml").read_text(encoding="utf-8")
    emit(parse(starter)) if as_json else sys.stdout.write(starter)


@app.command()
def phase(
    battle: BattleArgument,
    log: Annotated[
        Path | None,
        typer.Option(
            "--log",
            metavar="FILE",
            help="Where the log goes; an unfinished one is taken up again. Default: BATTLE with .log.jsonl.",
            show_default=False,
        ),
    ] = None,
    seed: SeedOption = None,
    auto: Annotated[bool, typer.Option("--auto", help="Let the best expected value play.")] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Write the battle after the phase here.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="With --auto: answer in JSON, as replay does.")] = False,
) -> None:
    """Play a whole ranged phase at the prompt, shot by shot."""
    from fireline.cli.phase import play

    if as_json and not auto:
        raise BattleFileError("the prompt is no JSON; give --auto with it", "--json")
    loaded, kept = load(battle), log or Path(battle).with_suffix(".log.jsonl")
    with show.console().capture() if as_json else nullcontext():
        after = play(loaded, kept, seed=seed, auto=auto)
    if out is not None:
        save(after, out)
    if as_json:
        replay(kept, as_json=True)
    elif out is not None:
        show.note(f"Wrote {out}.")


@app.command()
def replay(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="A log that `fireline phase` wrote.", show_default=False)],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Write the battle at the end here.", show_default=False),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play a log again, without any dice: the same states or an error naming the line."""
    from fireline.formats.logfile import read_log

    game = read_log(log)
    if out is not None:
        save(game.battle, out)
    if as_json:
        return emit({"entries": len(game.entries), "story": list(game.story()), "battle": game.battle.data()})
    return show.replayed(game)


@app.command()
def picture(
    battle: BattleArgument,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="The picture, .svg or .png.", show_default=False)
    ],
    shooter: Annotated[
        str | None,
        typer.Option("--shooter", "-s", metavar="ID", help="Who shoots.", show_default=False, autocompletion=_shooters),
    ] = None,
    target: Annotated[
        str | None,
        typer.Option("--target", "-t", metavar="ID", help="At whom.", show_default=False, autocompletion=_targets),
    ] = None,
    details: WithOption = None,
    as_json: JsonOption = False,
) -> None:
    """Draw the battle, or one shot with its line of sight and everything it meets."""
    from fireline.formats.picture import draw, save_picture

    if (shooter is None) != (target is None):
        raise BattleFileError(
            "a shot has both --shooter and --target; leave out both to draw the battle alone", "picture"
        )
    shot = declare(shooter, target, details) if shooter is not None and target is not None else None
    with about(battle) as loaded:
        save_picture(draw(loaded, shot), out)
    emit({"picture": str(out)}) if as_json else show.note(f"Wrote {out}.")


@contextmanager
def about(battle: str) -> Iterator[Battle]:
    """The battle in a file; what goes wrong with a question about it names the file."""
    loaded = load(battle)
    try:
        yield loaded
    except BattleFileError as wrong:
        of_the_file = not wrong.file and wrong.place.startswith(("shot", "distances"))
        raise wrong.inside(file=battle) if of_the_file else wrong from None


def declare(shooter: str, target: str, details: list[str] | None) -> Shot:
    """The shot that the options name."""
    more: dict[str, Any] = {}
    for detail in details or []:
        key, equals, value = detail.partition("=")
        if not equals or not key.isidentifier() or key in {"shooter", "target"} or len(value) > SIZE_LIMIT:
            raise BattleFileError(f"{detail!r} is not KEY=VALUE, e.g. --with bullets=3", "--with")
        try:
            more[key] = parse(value)
        except BattleFileError as wrong:
            raise BattleFileError(wrong.problem, f"--with {key}") from None
    return Shot(shooter, target, **more)


def faces(text: str | None) -> list[object] | None:
    """The faces of `--dice`: numbers where they are numbers, else symbols."""
    if text is None:
        return None
    words = [word.strip() for word in text.split(",") if word.strip()]
    return [int(word) if word.isascii() and word.isdigit() and len(word) < 10 else word for word in words]
