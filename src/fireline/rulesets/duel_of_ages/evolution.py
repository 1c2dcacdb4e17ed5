"""The state after an event; no rule is asked and no card drawn, so a log replays without any."""

from __future__ import annotations

from dataclasses import replace

from fireline.game.command import PhaseEnded
from fireline.game.event import Event
from fireline.geometry.hexes import Hex
from fireline.rulesets.duel_of_ages.board import Team
from fireline.rulesets.duel_of_ages.events import (
    ActionTaken,
    DamageChallenged,
    DeckReshuffled,
    HeroDefeated,
    HeroesSwitched,
    HeroMoved,
    HitChallenged,
    RoundBegan,
    ShotTaken,
    StepEnded,
    WeaponTurnedUp,
    WoundsPlaced,
)
from fireline.rulesets.duel_of_ages.pieces import Weapon
from fireline.rulesets.duel_of_ages.state import Action, Hero, Moving, State, StepKind


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    match event:
        case WeaponTurnedUp():
            return state.with_hero(_turned_up(state.hero(event.hero), event))
        case ShotTaken(shooter):
            return _acted(state, shooter, "shoot")
        case ActionTaken(hero, action):
            return _acted(state, hero, action)
        case DeckReshuffled(team):
            return state.with_pile(Team(team), state.pile(Team(team)).reshuffled)
        case HitChallenged(shooter, _, card) | DamageChallenged(shooter, _, card):
            team = state.hero(shooter).team
            return state.with_pile(team, state.pile(team).after(card))
        case WoundsPlaced(id_, wounds):
            wounded = state.hero(id_)
            return state.with_hero(replace(wounded, wounds=wounded.wounds + wounds))
        case HeroDefeated(id_):
            return replace(state, heroes=tuple(hero for hero in state.heroes if hero.id != id_))
        case HeroMoved(id_, space, left):
            return _moved(state, id_, state.board.by_name[space], left)
        case HeroesSwitched(id_, enemy, left):
            return _switched(state, id_, enemy, left)
        case StepEnded(step, team) | RoundBegan(step, team):
            return _next_step(state, StepKind(step), Team(team) if team else None)
        case PhaseEnded():
            return replace(state, over=True, moving=None)
        case _:
            return state


def _turned_up(hero: Hero, event: WeaponTurnedUp) -> Hero:
    weapon = Weapon(
        name=event.name,
        rating=event.rating,
        min_range=event.min_range,
        max_range=event.max_range,
        power=event.power,
        wounds=event.wounds,
        symbol=event.symbol,
        grenade=event.grenade,
        revealed=True,
    )
    return replace(hero, cards=(*hero.cards[: event.card], weapon, *hero.cards[event.card + 1 :]))


def _acted(state: State, id_: str, kind: str) -> State:
    """In the Action step this is what the hero did last; a reaction leaves no such trace."""
    hero = replace(state.hero(id_), done=True)
    if state.step is StepKind.ACTION:
        hero = replace(hero, last_action=Action(kind, (hero.space,)))
    return replace(state.with_hero(hero), moving=None)


def _moved(state: State, id_: str, space: Hex, left: int) -> State:
    hero = state.hero(id_)
    going_on = state.moving is not None and state.moving.hero == id_ and hero.last_action is not None
    action = hero.last_action if going_on and hero.last_action else Action("move", (hero.space,))
    action = replace(action, path=(*action.path, space))
    return replace(
        state.with_hero(replace(hero, space=space, last_action=action, done=True)), moving=_moving(id_, left)
    )


def _switched(state: State, id_: str, enemy_id: str, left: int) -> State:
    hero, enemy = state.hero(id_), state.hero(enemy_id)
    action = Action("slip_away", (hero.space, enemy.space))
    state = state.with_hero(replace(enemy, space=hero.space))
    return replace(
        state.with_hero(replace(hero, space=enemy.space, last_action=action, done=True)), moving=_moving(id_, left)
    )


def _moving(id_: str, left: int) -> Moving | None:
    return Moving(id_, left) if left else None


def _next_step(state: State, step: StepKind, team: Team | None) -> State:
    """All may act or react again; who is about to act has no last Action any more; after a round it begins the next."""
    acting = {team, *(() if team else Team)} if step is StepKind.ACTION else set()
    heroes = tuple(
        replace(hero, done=False, last_action=None if hero.team in acting else hero.last_action)
        for hero in state.heroes
    )
    first = team if state.over else state.first
    return replace(state, step=step, team=team, first=first, heroes=heroes, moving=None, over=False)
