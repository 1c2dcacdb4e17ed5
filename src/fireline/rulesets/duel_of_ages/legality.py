"""May this shot be made?  Every reason against it, each under its rule."""

from __future__ import annotations

from fireline.game.command import Shot
from fireline.rulesets.duel_of_ages.board import space_name
from fireline.rulesets.duel_of_ages.editions import RULES
from fireline.rulesets.duel_of_ages.pieces import ACTIONS
from fireline.rulesets.duel_of_ages.resolution import differences
from fireline.rulesets.duel_of_ages.shot import Shooting, meanings
from fireline.rulesets.duel_of_ages.sight import BUILDING, CORNER, DOME, EDGE, GRENADE, MAP_EDGE, WALL, sight_of
from fireline.rulesets.duel_of_ages.state import State, StepKind
from fireline.ruling import Asks, Checks, Reason, Reasons
from fireline.ruling.prose import listing, plural

refusals = Checks[Shooting](RULES)

REACTION_SPACES = RULES.cite("DOA-1.5")


def declare(state: State, shot: Shot) -> Shooting:
    """The shot with what it leaves open settled as is best for the shooter (DOA-1.2); raises `BattleFileError`."""
    meant = meanings(state, shot)
    return meant[0] if len(meant) == 1 else min(meant, key=_worth)


def _worth(shooting: Shooting) -> tuple[int, int]:
    """Fewest reasons against it, then the greatest difference of attack and defence, as cards know it (DOA-4.2)."""
    return len(refusals(shooting)), -differences(shooting)[0]


@refusals.rule("DOA-1.1", asks=Asks.SHOOTER)
def it_is_the_step_of_the_shooter(shooting: Shooting) -> str | None:
    """Heroes shoot in a step of their own team, and once in it."""
    state, shooter = shooting.state, shooting.shooter
    if state.over:
        return "The round is over."
    if state.team not in {None, shooter.team}:
        return f"It is the {state.step.capitalize()} step of {state.team}, and {shooter.id} is of {shooter.team}."
    return f"{shooter.id} has already taken its {state.step} in this step." if shooter.done else None


@refusals.needs("DOA-1.2", asks=Asks.WAY)
def has_a_weapon(shooting: Shooting) -> str | None:
    """A Ranged card, or a ranged attack by nature."""
    shooter = shooting.shooter
    if shooting.weapon is not None:
        return None
    if shooter.unknown:
        hidden = f"face down: {plural(shooter.unknown, 'card')}"
        return f"No ranged weapon of {shooter.id} is known here ({hidden})."
    return f"{shooter.id} has no Ranged card and no ranged attack by nature."


@refusals.rule("DOA-1.4")
def aims_at_an_enemy(shooting: Shooting) -> str | None:
    """Shots are for enemies."""
    friend = shooting.target.team is shooting.shooter.team
    return f"{shooting.target.id} is of the shooter's own team." if friend else None


@refusals.rule("DOA-1.4", asks=Asks.WAY)
def aims_where_the_target_stands(shooting: Shooting) -> str | None:
    """In the Action step a hero is shot at where it is now."""
    target = shooting.target
    if shooting.state.step is StepKind.REACTION or shooting.space == target.space:
        return None
    return f"{target.id} stands on {space_name(target.space)} now, and not on {space_name(shooting.space)}."


@refusals.rule(REACTION_SPACES, asks=Asks.WAY)
def aims_where_the_target_moved(shooting: Shooting) -> str | None:
    """In the Reaction step a hero is shot at where it moved into, not where it started."""
    if shooting.state.step is StepKind.ACTION or shooting.target.team is shooting.shooter.team:
        return None
    target, action, name = shooting.target, shooting.target.last_action, space_name(shooting.space)
    if action is None:
        return f"{target.id} took no Action, so it moved into no space."
    if not action.entered:
        return f"{target.id} used {ACTIONS[action.kind].name} and moved into no space, so it cannot be shot."
    if shooting.space == action.path[0]:
        return f"{target.id} started its Action on {name}; it cannot be shot there."
    if shooting.space in action.entered:
        return None
    return f"{target.id} did not move into {name}, only into {listing(map(space_name, action.entered))}."


@refusals.rule("DOA-2.1", asks=Asks.WAY)
def is_in_range(shooting: Shooting) -> Reason | None:
    """Distance against the weapon's two ranges."""
    weapon, far = shooting.weapon, shooting.distance
    if weapon is None or (far is not None and weapon.min_range <= far <= weapon.max_range):
        return None

    def why() -> str:
        name = space_name(shooting.space)
        if far is None:
            return f"There is no way on foot to {name}, so it is out of range."
        reach = f"the range of the {weapon} is {weapon.min_range} to {weapon.max_range}"
        return f"{name} is {plural(far, 'space')} away; {reach}."

    return why


@refusals.look(CORNER, EDGE, BUILDING, DOME, WALL, MAP_EDGE, GRENADE)
def line_is_clear(shooting: Shooting) -> Reasons | None:
    """Corners, edges, Buildings, Domes, drawn walls and the edge of the map; and no line leads to one's own space."""
    if shooting.look is None:
        return lambda: ((CORNER, f"{space_name(shooting.space)} is the shooter's own space."),)
    return None if shooting.look.clear else lambda: sight_of(shooting.look).reasons if shooting.look else ()
