"""The text of the golden transcripts: for every battle written down to play, its rulings, its odds, a phase."""

from collections.abc import Iterator
from pathlib import Path

import battles
from battles import Data
from fireline.chance import SeededDice
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase, PhaseEnded, Shoot, Shot
from fireline.game.log import GameLog
from fireline.rulesets import RULESETS

GOLDEN = Path(__file__).parent
SEED = 20
MOST_SHOTS = 8


def played() -> dict[Path, tuple[str, Data]]:
    """Every golden file of our own games, with the battle that it tells of and its name."""
    named = ((id_, {"starter": battles.starter(id_)} | battles.examples(id_)) for id_ in RULESETS)
    return {
        GOLDEN / id_ / f"{name.rpartition('.')[0] or name}.txt": (name, data)
        for id_, every in named
        for name, data in every.items()
    }


def text(name: str, data: Data) -> str:
    """What a golden file should say."""
    return "".join(f"{line}\n" for line in transcript(name, Battle.read(data, battles.FILES)))


def transcript(name: str, battle: Battle) -> Iterator[str]:
    """One battle."""
    yield f"# {battle.ruleset.name}: {name}"
    yield ""
    yield "## Every shot that could be named"
    for shot in battles.pairs(battle):
        yield ""
        yield from battle.check(shot).lines()
    yield ""
    yield "## Odds"
    for shot in battles.legal_shots(battle):
        yield ""
        yield from table(battle, shot)
    yield ""
    yield f"## A phase, seed {SEED}"
    yield ""
    yield from phase(battle)


def table(battle: Battle, shot: Shot) -> Iterator[str]:
    """The odds of a shot in exact fractions."""
    exact = battle.odds(shot)
    yield f"{exact.ruling.title}: {exact.headline.name} {exact.headline.chance}"
    for outcome, p in exact.outcomes.items():
        yield f"  {p}  {', '.join(f'{name}={value}' for name, value in outcome._asdict().items())}"


def phase(battle: Battle) -> Iterator[str]:
    """A phase in which every unit takes its shot of the best headline, and the customary answers are given."""
    log, fired = GameLog(battle), set[str]()
    ended = False
    while not ended and (commands := log.battle.legal()):
        command = chosen(log.battle, commands, fired)
        fired |= {command.shot.shooter} if isinstance(command, Shoot) else set()
        yield f"> {log.battle.ruleset.label(log.battle.state, command)}"
        log, turned = log.play(command, SeededDice.for_event(SEED, log.next_seq))
        ended = any(isinstance(event, PhaseEnded) for event in turned.events)
        for step in turned.story:
            yield f"  {step}"


def chosen(battle: Battle, commands: tuple[Command, ...], fired: set[str]) -> Command:
    """The answer that is owed, else the best shot of somebody who has not fired, else the end of the phase."""
    if battle.owing:
        return commands[0]
    shots = [one for one in commands if isinstance(one, Shoot) and one.shot.shooter not in fired]
    if not shots or len(fired) == MOST_SHOTS:
        return EndPhase()
    return max(shots, key=lambda one: battle.odds(one.shot).headline.chance)
