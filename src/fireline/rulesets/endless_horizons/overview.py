"""Who is on the field, whose turn it is, and what may be said, for those who know no game."""

from __future__ import annotations

from fireline.game.command import Command, EndPhase, NextTurn, Shoot
from fireline.game.errors import BattleFileError
from fireline.game.roster import Turn, UnitView
from fireline.game.shot import Shot
from fireline.rulesets.endless_horizons import commands
from fireline.rulesets.endless_horizons.pieces import Movement, Stance
from fireline.rulesets.endless_horizons.places import PLACES
from fireline.rulesets.endless_horizons.prose import expected_hits, hits_text, weapon_title
from fireline.rulesets.endless_horizons.shot import declare
from fireline.rulesets.endless_horizons.state import State, Unit
from fireline.ruling.prose import listing, plural

FLAGS = ("given up", "injured", "suppressing", *map(str, Movement), *map(str, Stance))
STANCES_TAKEN = {"standing": "stand up", "kneeling": "kneel", "prone_firing": "lie down to fire", "prone": "fall prone"}
MOVES = {"still": "keep still", "subtle": "stop", "slow": "walk", "fast": "run"}


def units(state: State) -> tuple[UnitView, ...]:
    """Everybody, those out of the fight too."""
    return tuple(
        UnitView(unit.id, unit.id, unit.side or "", _place(state, unit), unit.out, _left(unit), tuple(_flags(unit)))
        for unit in state.units
    )


def turn(state: State) -> Turn:
    """The unit whose turn it is, where the round has an order; there are no turns of sides."""
    now = state.round
    return Turn("", f"turn of {now.turn}" if now.turn else f"round {now.number}", over=state.over)


def _place(state: State, unit: Unit) -> str:
    try:
        return PLACES.at(state, unit.id)
    except BattleFileError:  # nobody has said where it stands
        return ""


def _left(unit: Unit) -> int | None:
    return None if unit.hits_to_stop is None else unit.hits_to_stop - unit.hits


def _flags(unit: Unit) -> list[str]:
    told = {"given up": unit.given_up, "injured": unit.injured, "suppressing": unit.suppressing is not None}
    posture = [str(unit.movement), *([str(unit.stance)] if unit.stance else [])]
    return [*posture, *(word for word, is_so in told.items() if is_so)]


def label(state: State, command: Command) -> str:
    """A command as a menu shows it."""
    match command:
        case Shoot(shot):
            bullets = shot.details.get("bullets", 1)
            how = f", {plural(bullets, 'bullet')}" if isinstance(bullets, int) else ""
            return f"{shot.shooter} fires at {shot.target}{how}{_average(state, shot)}"
        case EndPhase():
            return f"End {state.round.turn}'s turn" if state.round.turn else "End the round"
        case NextTurn():
            return f"Begin round {state.round.number + 1}"
        case _ if isinstance(command, commands.Doing):
            return f"{command.unit}: {_doing(state, command)}"
        case _:
            return str(command)


def _average(state: State, shot: Shot) -> str:
    """The hits to be expected of a burst; of a single shot they are its chance."""
    try:
        shooting = declare(state, shot)
    except BattleFileError:
        return ""
    average = expected_hits(shooting) if shooting.bullets > 1 else None
    return "" if average is None else f", {hits_text(average)} on average"


def _doing(state: State, command: commands.Doing) -> str:
    weapon = weapon_title(state, command.unit)
    match command:
        case commands.Aim(_, actions, target):
            return f"take careful aim{f' at {target}' if target else ''}, {plural(actions, 'action')}"
        case commands.Reload() | commands.Clear() | commands.Cycle():
            return f"{type(command).__name__.lower()} the {weapon}"
        case commands.Draw(_, sought) | commands.Hide(_, sought):
            return f"{type(command).__name__.lower()} the {sought}"
        case commands.Search(_, wearer, touching):
            return f"{'search' if touching else 'look over'} {wearer}"
        case commands.Suppress(_, targets, bullets):
            return f"suppress {listing(targets)}, {plural(bullets, 'bullet')} an action"
        case commands.StopSuppressing():
            return "stop suppressing"
        case commands.Uncover():
            return "leave cover"
        case commands.TakeCover(_, material, full):
            return f"take cover {'behind' if full else 'in part behind'} {material}"
        case commands.ChangeStance(_, stance):
            return STANCES_TAKEN.get(stance, stance)
        case commands.ChangeMovement(_, movement):
            return MOVES.get(movement, movement)
        case commands.GiveUp():
            return "give up"
