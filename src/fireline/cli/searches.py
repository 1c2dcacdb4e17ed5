"""The commands that search, or play many times: `fireline threat`, `plan` and `simulate`."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from fireline.analysis.deadline import USUAL, Deadline
from fireline.analysis.paired import PairedResult
from fireline.analysis.plan import Planner
from fireline.analysis.playing import narrate_phase
from fireline.analysis.reply import RepliesAnswer, ReplySearch
from fireline.analysis.shots import count_shots, outcome_data, throw_shot
from fireline.analysis.simulate import USUAL_TURNS, dice_seed, starts_of
from fireline.analysis.threat import ThreatAnswer
from fireline.analysis.vary import Variant
from fireline.analysis.workers import using_every_core
from fireline.cli import ILLEGAL, show
from fireline.cli.arguments import option
from fireline.cli.asking import Asked, asks, typed_as
from fireline.cli.outputs import Out
from fireline.cli.show import listening
from fireline.formats.kinds import COUNTS, PICTURE, THREAT, THREAT_COLUMNS
from fireline.formats.writing import write_atomically
from fireline.game.answers import CheckAnswer
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.drawing import ThreatCell
from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.result import Result
from fireline.questions import searches
from fireline.questions.answering.seen import far, files, seen
from fireline.questions.columns import changed
from fireline.questions.forms.requests import ShotData
from fireline.questions.searches import PlanRequest, SimulateRequest, ThreatRequest, played, search_of, threat_of
from fireline.ruling import Explained
from fireline.ruling.prose import plural
from fireline.ruling.told import written

SHOTS = 1_000_000
"""How often one shot is taken by default."""
MOST_WORKERS = 256
PICTURES = {".svg", ".png"}


class SimulateShotsRequest(SimulateRequest):
    """Phases, games, or one shot."""

    shot: ShotData = None


@asks(searches.simulate, "against", named={"policies": "--policy"}, request=SimulateShotsRequest)
def simulate(  # noqa: PLR0913 - each is an option
    asked: Asked[SimulateShotsRequest],
    *,
    games: Annotated[
        int | None,
        option(
            "--games",
            "N",
            f"Play this many whole games, each of at most --turns turns, or {USUAL_TURNS}.",
            min=1,
        ),
    ] = None,
    shots: Annotated[
        int | None, option("--shots", "N", f"How many times to take one shot. Default: {SHOTS:,}.", min=1)
    ] = None,
    trials: Annotated[
        str | None, option("--trials", "FIRST..LAST", "Only these trials of the seed, e.g. 0..999.")
    ] = None,
    trial: Annotated[int | None, option("--trial", "N", "Show only this trial, with every die.", min=0)] = None,
    against: Annotated[
        str | None,
        option(
            "--against",
            "BATTLE",
            "Play another battle beside it, or this one changed: KEY=VALUE, e.g. edition=2026-01.",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        option("--workers", "N", "Cores to use. Default: all of them where it takes long.", min=1, max=MOST_WORKERS),
    ] = None,
    out: Annotated[
        Path | None, Out("Draw who wins, .svg or .png, or write the counts as JSON.", PICTURE, COUNTS)
    ] = None,
) -> int | None:
    """Print the counts.

    With a shot, draw --shots results from its exact odds. The same seed gives the same counts on any number of cores
    and on every machine. If the time is up before all are played, the answer says how many were played.
    """
    typed = asked.typed
    if shots is not None and typed["shot"] is None:
        problem = "says how often one shot is taken, so give --shooter and --target; whole games are --games NUMBER"
        raise BattleFileError(Code.MISSING, problem, "--shots")
    if games is not None and typed["phases"] is not None:
        raise BattleFileError(Code.CONFLICT, "give the number of --phases or of --games, not both", "simulate")
    phases, turns = games or typed["phases"], typed["turns"] or (USUAL_TURNS if games else None)
    if typed["shot"] is not None and (phases or turns):
        problem = "give --phases and --turns for whole phases and games, or a shot with --shots, not both"
        raise BattleFileError(Code.CONFLICT, problem, "simulate")
    shot = None if typed["shot"] is None else asked.shot
    if shot is not None and trials is not None:
        problem = "is for whole phases and games; --shots says how often a shot is taken"
        raise BattleFileError(Code.UNSUPPORTED, problem, "--trials")
    if against is not None and (shot is not None or trial is not None):
        problem = "is for whole phases; one shot has exact odds, so use `fireline compare`"
        raise BattleFileError(Code.UNSUPPORTED, problem, "--against")
    first, number = _range(
        trials, (games or asked.request.phases) if shot is None else (shots or SHOTS), phases or shots
    )
    request, battle = asked.request.model_copy(update={"turns": turns}), asked.battle
    dice: dict[str, Any] = {"seed": request.seed, "common_dice": request.common_dice}
    if shot is not None and not (ruling := battle.check(shot)).legal:
        show.tell(ruling.data, lambda: show.answer(CheckAnswer(battle.ruled(shot))))
        return ILLEGAL
    if trial is not None:
        _alone(asked, shot, trial, turns=turns, **dice)
    elif shot is not None:
        taken = count_shots(battle, shot, shots=number, **dice)
        _give(taken, out)
    else:
        other = None if against is None else _rival(asked, against)
        with using_every_core(), listening() as heard:
            found = played(request.model_copy(update={"phases": number}), heard, other, first=first, workers=workers)
        if isinstance(found, PairedResult):
            found = replace(found, named=(Path(asked.file).name, against or ""))
        _give(found, out)
    return None


def _give(found: Result, out: Path | None) -> None:
    """Write the answer in words or in JSON, and to a file if one is named: drawn, or as JSON."""
    if out is not None and out.suffix.lower() in PICTURES:
        return show.give(found, out)
    if out is not None:
        from fireline.formats.writing import write_atomically

        write_atomically(out, json.dumps(found.data(), indent=1) + "\n")
    return show.tell(found.data, lambda: show.answer(found), out)


def _range(trials: str | None, usual: int, said: int | None) -> tuple[int, int]:
    """The first trial and how many; raises `BattleFileError`."""
    if trials is None:
        return 0, usual
    match = re.fullmatch(r"([0-9]{1,20})\.\.([0-9]{1,20})", trials)
    if not match or int(match[2]) < int(match[1]):
        raise BattleFileError(Code.MALFORMED, f"{shown(trials)} is no range of trials, e.g. 0..999", "--trials")
    if said is not None:
        raise BattleFileError(Code.CONFLICT, "already says how many; leave out --phases and --shots", "--trials")
    return int(match[1]), int(match[2]) - int(match[1]) + 1


def _alone(
    asked: Asked[SimulateShotsRequest],
    shot: Shot | None,
    trial: int,
    *,
    seed: int,
    common_dice: bool,
    turns: int | None,
) -> None:
    """Play one trial and show every die."""
    battle, policies = asked.battle, asked.request.policies
    data: dict[str, Any]
    story, ending = tuple[Explained, ...](), ""
    if shot is not None:
        once = throw_shot(battle, shot, seed, trial, common_dice=common_dice)
        transcript, data = once.transcript, {"outcome": outcome_data(once.outcome)}
    else:
        own = dice_seed(battle, policies, seed, common=common_dice)
        starts = starts_of(battle, policies, asked.request.begins)
        start = starts[trial % len(starts)]
        phase = narrate_phase(start.battle, start.policy, start.seed(own), trial // len(starts), turns=turns)
        transcript, story = phase.transcript, phase.story
        winner, lasted = phase.played.winner, plural(phase.played.turns, "turn")
        ending = "" if turns is None else phase.battle.ending or f"Nobody has won after {lasted}."
        won, drawn, unfinished = winner or "", winner == "", winner is None
        ended = {"turns": phase.played.turns, "won": won, "drawn": drawn, "unfinished": unfinished}
        data = {
            "losses": written(phase.played.losses),
            "shots": phase.played.shots,
            "commands": phase.played.commands,
            **(ended if turns is not None else {}),
            "story": [str(step) for step in story],
            "battle": phase.battle.data(),
        }
    faces = [str(face) if isinstance(face, str) else face for face in transcript.faces]

    def words() -> None:
        show.story(story)
        show.note(ending)
        show.note(f"Trial {trial} of seed {seed}, the dice:")
        for line in transcript.lines():
            show.say(line)

    dice = {"faces": faces, "dice": list(transcript.lines())}
    show.tell(lambda: {"seed": seed, "trial": trial, **data, **dice}, words)


def _rival(asked: Asked[Any], against: str) -> Battle:
    """The other battle: from a file, or the first with something changed, KEY=VALUE; raises `BattleFileError`."""
    if "=" not in against or Path(against).exists():
        with asked.other(against) as request:
            return seen(request)
    return changed(Variant.of(asked.battle, None, files()), against).battle


@asks(searches.threat, "direction", "unit", named={"shooters": "--order"})
def threat(
    asked: Asked[ThreatRequest],
    *,
    against: Annotated[str | None, option("--against", "ID", "The unit to put on every place as the target.")] = None,
    by: Annotated[str | None, option("--by", "ID", "Only this unit fires; choose its target with --target.")] = None,
    out: Annotated[Path | None, Out("Draw the map, .svg or .png, or list it, .csv.", PICTURE, THREAT)] = None,
) -> None:
    """Print the map in words.

    Several shooters fire one after another; wounds, blocks and retreats carry over.
    """
    if (against is None) == (by is None):
        raise BattleFileError(
            Code.CONFLICT, "give either --against UNIT, whom enemies fire at, or --by UNIT, who fires", "threat"
        )
    if against is not None and asked.typed["target"] is not None:
        raise BattleFileError(Code.CONFLICT, "goes with --by; --against names the target itself", "--target")
    if by is not None and asked.typed["shooters"] is not None:
        raise BattleFileError(Code.CONFLICT, "goes with --against; --by names the only shooter", "--order")
    if out is not None and out.suffix.lower() not in {".svg", ".png", ".csv"}:
        problem = "is no kind of map; name it .svg, .png or .csv"
        raise BattleFileError(Code.UNSUPPORTED, problem, file=str(out))
    unit, direction = (against, "against") if by is None else (by, "by")
    asked = asked.instead(searches.threat, unit=unit, direction=direction)
    with typed_as(f"--{direction}", "unit"):
        deadline, found = Deadline.of_answer(asked.request.seconds or USUAL), threat_of(asked.request)
    with listening() as heard, using_every_core():
        step = far(asked.request.step)
        words = out is not None or show.in_json.get()
        told = ThreatAnswer.within(
            found, deadline.left, step, lambda share, cell: heard(share, cell.place), words=words
        )
    if out is None or out.suffix.lower() != ".csv":
        return show.give(told, out)
    write_atomically(out, _table(told.cells))
    return show.tell(told.data, lambda: show.answer(told), out)


def _table(cells: Sequence[ThreatCell]) -> str:
    """The map as a table of comma-separated values, chances as fractions and as decimals."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(THREAT_COLUMNS)
    for cell in cells:
        stands, reach = (str(one).lower() for one in (cell.stands, cell.reach))
        why, near = " ".join(cell.why), " ".join(cell.contact)
        rows.writerow((cell.place, stands, cell.chance, float(cell.chance), why, near, reach))
    return text.getvalue()


@asks(searches.plan)
def plan(
    asked: Asked[PlanRequest],
    *,
    depth: Annotated[int, typer.Option("--depth", min=1, metavar="N", help="How many shots of the plan to show.")] = 3,
    out: Annotated[
        Path | None, Out("Draw the plan as a tree, or what the shots are worth, .svg or .png.", PICTURE)
    ] = None,
) -> None:
    """Print the plan as a tree.

    A unit fires as often as the rules allow, once if they set no number, and may aim, reload or kneel first. Not to
    fire is always a choice. The value is exact; if you stop the search (Ctrl-C) or its time is up, it lies between two
    bounds. If units act in an order, the plan follows it, and enemies in between do nothing.
    """
    budget, seconds = asked.request.budget, asked.request.seconds
    deadline = Deadline.of_answer(seconds or (None if budget else USUAL))
    search = search_of(asked.request)
    searched(search, budget, deadline.left)
    found = search.answer()
    return show.give(found if isinstance(found, RepliesAnswer) else replace(found, depth=depth), out)


def searched(search: Planner | ReplySearch, budget: int | None, seconds: float | None) -> None:
    """Search until everything is known, or the budget of battles or seconds is used up, or Ctrl-C."""
    with suppress(KeyboardInterrupt), listening() as heard:
        search.run(budget, seconds, lambda share, _: heard(share, None))
