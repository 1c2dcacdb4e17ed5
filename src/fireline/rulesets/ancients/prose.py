"""The ruling, the story and the menus in words."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from fireline.chance import Dist
from fireline.game.command import Command, EndPhase, PhaseEnded, Shoot
from fireline.game.event import Event
from fireline.game.odds import Headline
from fireline.game.shot import Shot
from fireline.rulesets.ancients import legality
from fireline.rulesets.ancients.answers import Flee, Retreat, retreat_due
from fireline.rulesets.ancients.board import Leader, State, Unit
from fireline.rulesets.ancients.editions import RULES
from fireline.rulesets.ancients.events import (
    BlocksLost,
    FlightForced,
    LeaderChecked,
    LeaderFled,
    LeaderKilled,
    RetreatForced,
    UnitEliminated,
    UnitFired,
    UnitRetreated,
)
from fireline.rulesets.ancients.modifiers import modifiers
from fireline.rulesets.ancients.pieces import SYMBOL_NAMES, Symbol
from fireline.rulesets.ancients.resolution import Outcome, fire, volley
from fireline.rulesets.ancients.retreat import distance_due, ignorable, lost_on
from fireline.rulesets.ancients.shot import Shooting, declare
from fireline.ruling import Explained, Ruling, total
from fireline.ruling.prose import listing, plural

BANNER_WORTH = 3
FLAG_WORTH = Fraction(1, 2)

IN_TURN, NO_ANSWER = RULES.cite("CCA-1.6"), RULES.cite("CCA-1.5")
RANGE, SIGHT = RULES.cite("CCA-2.1"), RULES.cite("CCA-3.1")
DICE, SYMBOLS, ORDER = RULES.cite("CCA-4.1"), RULES.cite("CCA-5.2"), RULES.cite("CCA-5.4")
BANNER, LEADERS, RETREATS = RULES.cite("CCA-5.3"), RULES.cite("CCA-6"), RULES.cite("CCA-7")


def rule(state: State, shot: Shot) -> Ruling:
    """The ruling on a shot."""
    shooting = declare(state, shot)
    lines = modifiers(shooting)
    return Ruling(
        title=f"{shooting.shooter} > {shooting.target}",
        refusals=legality.refusals(shooting),
        line_of_sight=shooting.sight,
        cover=False,
        modifiers=lines,
        summary={"distance": shooting.distance, "range": shooting.shooter.type.range, "dice": total(lines)},
        steps=tuple(_procedure(shooting, total(lines))),
        sum_name="dice",
    )


def odds(state: State, shot: Shot) -> Dist[Outcome]:
    """The exact odds of a legal shot, up to the owner's answer to flags."""
    from fireline.chance import odds as weigh

    return weigh(fire, volley(declare(state, shot)))


def headline(outcomes: Dist[Outcome]) -> Headline:
    """At least one hit; against a leader alone, his death."""
    if any(outcome.leader_killed and not outcome.hits for outcome in outcomes):
        return Headline("leader killed", outcomes.probability(lambda outcome: outcome.leader_killed))
    return Headline("at least one hit", outcomes.probability(lambda outcome: outcome.hits > 0))


def worth(state: State, shot: Shot, outcome: Outcome) -> Fraction:
    """Blocks and banners taken, and half a block for a flag."""
    target = state.find(shot.target)
    blocks = min(outcome.hits, target.blocks) if isinstance(target, Unit) else 0
    banners = outcome.eliminated + (outcome.leader_killed and isinstance(target, Unit))
    flags = 0 if outcome.eliminated else outcome.flags
    return blocks + BANNER_WORTH * Fraction(banners) + FLAG_WORTH * flags


def title(state: State, id_: str) -> str:
    """A unit or leader as people call it."""
    return str(state.find(id_) or id_)


def _procedure(shooting: Shooting, dice: int) -> Iterator[Explained]:
    shooter, target = shooting.shooter, shooting.target
    yield Explained(RANGE, f"Distance {plural(shooting.distance, 'hex', 'hexes')}, range {shooter.type.range}.")
    yield Explained(SIGHT, f"Line of sight {shooting.sight}.")
    yield Explained(DICE, f"{plural(dice, 'battle die', 'battle dice')}.")
    if isinstance(target, Leader):
        yield Explained(LEADERS, "Any leader symbol kills; else the leader must flee, and flags do nothing.")
    else:
        yield Explained(SYMBOLS, f"Each {SYMBOL_NAMES[target.type.symbol]} is a hit; each flag may force a retreat.")
        if leader := shooting.state.leader_of(target):
            yield Explained(LEADERS, f"Leader {leader.id} takes a casualty check if the unit loses blocks.")
    yield Explained(NO_ANSWER, "The target may neither battle back nor evade.")


def tell(state: State, event: Event) -> tuple[Explained, ...]:
    """The story of an event that happens to this state."""
    return tuple(_tell(state, event))


def _tell(state: State, event: Event) -> Iterator[Explained]:
    match event:
        case UnitFired(shooter, target, faces, hits, flags):
            thrown = listing(SYMBOL_NAMES[Symbol(face)] for face in faces)
            flags_text = f", {plural(flags, 'flag')}" if flags else ""
            what = "" if isinstance(state.find(target), Leader) else f": {plural(hits, 'hit')}{flags_text}"
            yield Explained(
                SYMBOLS, f"{title(state, shooter)} fires at {title(state, target)} and rolls {thrown}{what}."
            )
        case BlocksLost(unit, blocks, rule_):
            left = state.unit(unit).blocks - blocks
            yield Explained(rule_, f"{title(state, unit)} loses {plural(blocks, 'block')}, {left} left.")
        case UnitEliminated(unit):
            winner = state.unit(unit).side.enemy
            yield Explained(BANNER, f"{title(state, unit)} is eliminated: a Victory Banner for {winner}.")
        case LeaderChecked(leader, faces, killed):
            thrown = listing(SYMBOL_NAMES[Symbol(face)] for face in faces)
            fate = "he falls" if killed else "he lives"
            yield Explained(LEADERS, f"{title(state, leader)} is checked with {thrown}: {fate}.")
        case LeaderKilled(leader, taken):
            fate = "has nowhere to flee and is taken" if taken else "is killed"
            winner = state.leader(leader).side.enemy
            yield Explained(LEADERS, f"{title(state, leader)} {fate}: a Victory Banner for {winner}.")
        case FlightForced(leader):
            yield Explained(LEADERS, f"{title(state, leader)} must flee.")
        case LeaderFled(leader, hex_):
            joined = state.unit_at(state.board.hexes[hex_])
            yield Explained(
                LEADERS, f"{title(state, leader)} flees to {hex_}{f' and joins {joined}' if joined else ''}."
            )
        case RetreatForced(unit, flags):
            yield Explained(ORDER, f"{title(state, unit)} must answer {plural(flags, 'flag')}.")
        case UnitRetreated():
            yield Explained(RETREATS, _retreated(state, event))
        case PhaseEnded():
            yield Explained(IN_TURN, "The ranged phase ends.")


def _retreated(state: State, event: UnitRetreated) -> str:
    done: list[str] = []
    if event.ignored:
        due = retreat_due(state)
        reasons = ignorable(state, due)[: event.ignored] if due else ()
        done.append(f"ignores {plural(event.ignored, 'flag')} ({listing(reasons)})")
    if event.path:
        leader = state.lone_leader_at(state.board.hexes[event.path[-1]])
        joining = f" and joins {leader}" if leader else ""
        done.append(f"retreats to {' > '.join(event.path)}{joining}")
    elif event.short:
        done.append("cannot retreat")
    else:
        done.append("stays")
    if event.short:
        done.append(f"is {plural(event.short, 'hex', 'hexes')} short")
    return f"{title(state, event.unit)} {listing(done)}."


def describe(state: State, command: Command) -> str:
    """A command as a menu shows it."""
    match command:
        case Shoot(shot):
            return f"{title(state, shot.shooter)} fires at {title(state, shot.target)}"
        case Retreat(unit):
            return f"{title(state, unit)}: {listing(_answer(state, command))}"
        case Flee(leader, hex_):
            return f"{title(state, leader)}: flee to {hex_}" if hex_ else f"{title(state, leader)} has nowhere to flee"
        case EndPhase():
            return "End the phase"
        case _:
            return str(command)


def _answer(state: State, command: Retreat) -> Iterator[str]:
    due = retreat_due(state)
    path = [state.board.hexes[name] for name in command.path]
    lost = lost_on(state, path, distance_due(state, due, command.ignored)) if due else 0
    if command.ignored:
        yield f"ignore {plural(command.ignored, 'flag')}"
    if path:
        leader = state.lone_leader_at(path[-1])
        yield f"retreat {' > '.join(command.path)}{f' to join {leader}' if leader else ''}"
    elif not command.ignored or lost:
        yield "stand"
    if lost:
        yield f"lose {plural(lost, 'block')}"
