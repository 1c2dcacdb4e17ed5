"""The steps: who may say what, and what it makes happen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

from fireline.chance import Dice, with_faces
from fireline.game.command import Shot
from fireline.game.errors import BattleFileError, Code
from fireline.game.event import Event
from fireline.game.facts import view_of
from fireline.game.ruleset import Phases, Turn, UnitView
from fireline.geometry.hexes import ORIGIN, Hex
from fireline.rulesets.duel_of_ages import events, legality
from fireline.rulesets.duel_of_ages.board import space_name
from fireline.rulesets.duel_of_ages.editions import RULES
from fireline.rulesets.duel_of_ages.pieces import Weapon
from fireline.rulesets.duel_of_ages.resolution import draws, fire
from fireline.rulesets.duel_of_ages.shot import Shooting, open_spaces
from fireline.rulesets.duel_of_ages.state import Hero, State, StepKind, gone, usual_first
from fireline.ruling import Refusal

DEFEATED = RULES.cite("DOA-4.4")
FLAGS = ("wounded", "done")


def view(_state: State, hero: Hero) -> UnitView:
    """A hero on the map."""
    return view_of(hero, str(hero.team), space_name(hero.space), hero.health_left)


def turn(state: State) -> Turn:
    """The step, and the team whose it is."""
    team = str(state.team) if state.team else ""
    words = f"{state.step.capitalize()} step of {team}" if team else f"{state.step.capitalize()} step"
    return Turn(team, words, over=state.over, data=_said(state))


def _said(state: State) -> dict[str, str]:
    """The step, whose it is and who began the round, as a battle file has it."""
    first = None if state.first is usual_first(state.step, state.team) else state.first
    said = {"step": state.step, "team": state.team, "first": first}
    return {key: str(value) for key, value in said.items() if value is not None}


def shot_label(state: State, shot: Shot) -> str:
    """A shot as a menu shows it."""
    space = f" on {shot.details['space']}" if "space" in shot.details else ""
    weapon = f" with {shot.details['weapon']}" if "weapon" in shot.details else ""
    return f"{state.title(shot.shooter)} shoots at {state.title(shot.target)}{space}{weapon}"


def _ended(state: State) -> Event:
    """Steps alternate; the round ends with the reaction of whoever acted first, or when a team has nobody left."""
    if state.team is None or gone(state) or (state.step is StepKind.REACTION and state.team is state.first):
        return events.PhaseEnded()
    if state.step is StepKind.ACTION:
        return events.StepEnded(str(StepKind.REACTION), str(state.team.enemy))
    return events.StepEnded(str(StepKind.ACTION), str(state.team))


def _next_round(state: State) -> Event:
    """The team that began this round begins the next; where no team is named, the other step is everybody's."""
    if state.team is None and state.step is StepKind.ACTION:
        return events.RoundBegan(str(StepKind.REACTION), "")
    return events.RoundBegan(str(StepKind.ACTION), str(state.first or ""))


def _nobody_left(state: State) -> tuple[Refusal, ...]:
    """Why no round follows one in which a team lost its last hero."""
    team = gone(state)
    return (Refusal(DEFEATED, f"{team.capitalize()} has no hero left, so no round follows."),) if team else ()


PHASES = Phases[State](
    name="round",
    rule=RULES.cite("DOA-1.1"),
    end=lambda state: f"End the {state.step.capitalize()} step",
    ended=lambda state: (_ended(state),),
    next=lambda state: f"Begin the next round, {state.first} first" if state.first else "Begin the next step",
    begun=lambda state: (_next_round(state),),
    last=_nobody_left,
)


def expanded_entry(state: State, id_: str) -> dict[str, Any]:
    """The ratings of a hero that matter in a shot, also those that are 0."""
    return {"ratings": {"stealth": 0, "armor": 0} | dict(state.unit(id_).ratings)}


def legal_shots(state: State, firing: tuple[str, ...], at: frozenset[str] | None = None) -> Iterator[Shot]:
    """The legal shots of some heroes, at some targets or at any, with each weapon and at each space."""
    named = [hero for hero in state.units if at is None or hero.id in at]
    for hero in map(state.unit, firing):
        alone = Shooting(state, hero, hero, None, ORIGIN)
        for shooting in legality.refusals.unbarred(_every_shot(state, hero, named), alone):
            assert shooting.weapon is not None, "a shot that may be chosen has a weapon"  # noqa: S101
            yield _shot(state, shooting.shooter, shooting.target, shooting.weapon, shooting.space)


def _every_shot(state: State, shooter: Hero, named: Iterable[Hero]) -> Iterator[Shooting]:
    weapons = shooter.weapons
    for target in named:
        if target.team is not shooter.team:
            spaces = open_spaces(state, target)
            yield from (Shooting(state, shooter, target, weapon, aim) for weapon in weapons for aim in spaces)


def shots(state: State, shooter: str, target: str) -> Iterator[Shot]:
    """With each weapon, and in the Reaction step at each space that the target moved into."""
    hero, enemy = state.unit(shooter), state.unit(target)
    for weapon in hero.weapons:
        yield from (_shot(state, hero, enemy, weapon, space) for space in open_spaces(state, enemy))


def _shot(state: State, hero: Hero, enemy: Hero, weapon: Weapon, space: Hex) -> Shot:
    aim = {"space": space_name(space)} if state.step is StepKind.REACTION else {}
    return Shot(hero.id, enemy.id, weapon=weapon.name, **aim)


def shots_left(state: State, shooter: str) -> int:
    """One Action or Reaction in each step (DOA-1.1)."""
    hero = state.find(shooter)
    return 0 if hero is None or hero.done else 1


def still(state: State, unit: str) -> State | None:
    """A move is the one Action of a hero in its step (DOA-1.1, DOA-1.5): whoever has acted may not move."""
    hero = state.find(unit)
    return None if hero is None or hero.done else state


def with_turn_of(state: State, shooter: str) -> State:
    """The step as it stands where it is the team's; else its next Action step, in which nobody has acted."""
    hero = state.find(shooter)
    if hero is None or (not state.over and state.team in {None, hero.team}):
        return state
    return events.StepEnded(str(StepKind.ACTION), str(hero.team)).after(state)


def shoot(shooting: Shooting, dice: Dice) -> Iterator[Event]:
    """What a legal shot makes happen: the weapon is turned up, then the challenges, then the wounds.

    Raises `BattleFileError` for a shot from a deck that is not there.
    """
    shooter, target, weapon, state = shooting.shooter, shooting.target, shooting.weapon, shooting.state
    if shooting.fresh:
        problem = "fresh is for odds only; a shot is taken from the deck as it stands"
        raise BattleFileError(Code.UNSUPPORTED, problem, "shot.deck")
    assert weapon is not None, "a legal shot has a weapon"  # noqa: S101
    if not weapon.face_up:
        shown = {one.name: getattr(weapon, one.name) for one in fields(events.WeaponTurnedUp)[2:]}
        yield events.WeaponTurnedUp(hero=shooter.id, card=shooter.cards.index(weapon), **shown)
    yield events.ShotTaken(shooter.id, target.id, weapon.name, space_name(shooting.space))
    cards = draws(shooting)
    read = cards.readings
    outcome, thrown = with_faces(dice, fire, cards)
    if not len(cards.left):
        yield events.DeckReshuffled(str(shooter.team))
    yield events.HitChallenged(shooter.id, read.hit_at, str(thrown[0]), outcome.hit)
    if not outcome.hit:
        return
    if len(cards.left) == 1 or (not len(cards.left) and len(read.list.cards) == 1):
        yield events.DeckReshuffled(str(shooter.team))
    change = read[thrown[1]].damage
    yield events.DamageChallenged(shooter.id, read.damage_at, str(thrown[1]), change, outcome.wounds)
    if outcome.wounds:
        most = outcome.wounds if cards.lethal is None else cards.lethal
        yield events.WoundsPlaced(target.id, min(outcome.wounds, most))
    if outcome.defeated:
        yield events.HeroDefeated(target.id)
        if sum(hero.team is target.team for hero in state.units) == 1:
            yield events.TeamDefeated(str(target.team))
