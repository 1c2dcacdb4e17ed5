"""What can happen in the steps, in the past tense: what it does, tells and costs.  Spaces and cards by name."""

from __future__ import annotations

from dataclasses import fields, replace

from fireline.game import command
from fireline.game.event import Damage, Event, Kind, Loss
from fireline.rulesets.duel_of_ages.board import Team, space_name
from fireline.rulesets.duel_of_ages.deck import DECKS
from fireline.rulesets.duel_of_ages.editions import RULES
from fireline.rulesets.duel_of_ages.pieces import ACTIONS, Weapon
from fireline.rulesets.duel_of_ages.prose import DAMAGE, DIFFERENCE, SWITCHED, better_by
from fireline.rulesets.duel_of_ages.state import TURNED_UP, Action, Hero, Moving, State, StepKind
from fireline.ruling import Explained
from fireline.ruling.prose import plural, signed

STEPS, WEAPON, MOVES = RULES.cite("DOA-1.1"), RULES.cite("DOA-1.2"), RULES.cite("DOA-1.5")
DEFEAT = RULES.cite("DOA-4.4")
WOUNDS = Damage("wounds", Kind.HARM, one="wound")
DEFEATED = Damage("defeated", Kind.OUT)


class WeaponTurnedUp(Event):
    """A card was turned face up: its place among the hero's cards, and all that everybody now reads on it."""

    hero: str
    card: int
    name: str
    rating: str
    min_range: int
    max_range: int
    power: int
    wounds: int
    symbol: str
    grenade: bool

    def after(self, state: State) -> State:
        hero = state.unit(self.hero)
        read = {field.name: getattr(self, field.name) for field in fields(self)[2:]}
        weapon = Weapon(**read, revealed=True)
        return state.put(replace(hero, cards=(*hero.cards[: self.card], weapon, *hero.cards[self.card + 1 :])))

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(TURNED_UP, f"{self.hero} turns up the {self.name}."),)


class ShotTaken(Event):
    """A hero shot at a target in a space; that was its action or its reaction."""

    shooter: str
    target: str
    weapon: str
    space: str

    def after(self, state: State) -> State:
        return _acted(state, self.shooter, "shoot")

    def story(self, state: State) -> tuple[Explained, ...]:
        where = "" if self.space == space_name(state.unit(self.target).space) else f" on {self.space}"
        shoots = f"{state.title(self.shooter)} shoots at {state.title(self.target)}{where}"
        return (Explained(WEAPON, f"{shoots} with the {self.weapon}."),)


class DeckReshuffled(Event):
    """A team's empty deck was shuffled again."""

    team: str

    def after(self, state: State) -> State:
        team = Team(self.team)
        return state.with_pile(team, state.pile(team).reshuffled)

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(DECKS, f"The deck of {self.team} is empty and is shuffled again."),)


class HitChallenged(Event):
    """A Hit Challenge: the difference, the card drawn, and what it showed."""

    shooter: str
    difference: int
    card: str
    hit: bool

    def after(self, state: State) -> State:
        return _drawn(state, self.shooter, self.card)

    def story(self, state: State) -> tuple[Explained, ...]:
        shows = f"card {self.card} shows {'a hit' if self.hit else 'a miss'}"
        return (Explained(DIFFERENCE, f"Hit Challenge, {better_by(self.difference)}: {shows}."),)


class DamageChallenged(Event):
    """A Damage Challenge: the difference, the card drawn, what it changed, and the wounds that came of it."""

    shooter: str
    difference: int
    card: str
    change: int
    wounds: int

    def after(self, state: State) -> State:
        return _drawn(state, self.shooter, self.card)

    def story(self, state: State) -> tuple[Explained, ...]:
        shows = f"card {self.card} shows {signed(self.change)}, {plural(self.wounds, 'wound')} in all"
        return (Explained(DAMAGE, f"Damage Challenge, {better_by(self.difference)}: {shows}."),)


class WoundsPlaced(Event):
    """Wound markers went on a hero."""

    hero: str
    wounds: int

    def after(self, state: State) -> State:
        hero = state.unit(self.hero)
        return state.put(replace(hero, wounds=hero.wounds + self.wounds))

    def story(self, state: State) -> tuple[Explained, ...]:
        hero = state.unit(self.hero)
        marks = f"{hero.wounds + self.wounds}{f' of {hero.health}' if hero.health else ' in all'}"
        return (Explained(DEFEAT, f"{hero} takes {plural(self.wounds, 'wound marker')}, {marks}."),)

    def losses(self) -> tuple[Loss, ...]:
        return (Loss(self.hero, WOUNDS, self.wounds),)


class HeroDefeated(Event):
    """A hero's wounds reached its Health, and it left the map."""

    takes = DEFEATED

    hero: str

    def after(self, state: State) -> State:
        return state.but(pieces=state.pieces.without(self.hero))

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(DEFEAT, f"{state.title(self.hero)} is defeated."),)


class TeamDefeated(Event):
    """The last hero of a team was defeated."""

    team: str

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(DEFEAT, f"{self.team.capitalize()} has no hero left on the map."),)


class HeroMoved(Event):
    """A hero moved into a space, and may still enter so many."""

    hero: str
    space: str
    left: int

    def after(self, state: State) -> State:
        hero, space = state.unit(self.hero), state.board.by_name[self.space]
        going_on = state.moving is not None and state.moving.hero == self.hero
        action = (hero.last_action if going_on else None) or Action("move", (hero.space,))
        moved = replace(hero, space=space, last_action=replace(action, path=(*action.path, space)), done=True)
        return state.put(moved).but(moving=_moving(self.hero, self.left))

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(MOVES, f"{state.title(self.hero)} moves into {self.space}."),)


class HeroesSwitched(Event):
    """A hero slipped away: it and an enemy changed places; it may still enter so many spaces."""

    hero: str
    enemy: str
    left: int

    def after(self, state: State) -> State:
        hero, enemy = state.unit(self.hero), state.unit(self.enemy)
        action = Action("slip_away", (hero.space, enemy.space))
        moved = replace(enemy, space=hero.space), replace(hero, space=enemy.space, last_action=action, done=True)
        return state.but(pieces=state.pieces.put(*moved), moving=_moving(self.hero, self.left))

    def story(self, state: State) -> tuple[Explained, ...]:
        slips = f"{state.title(self.hero)} slips away and switches with {state.title(self.enemy)}."
        stands = f"{self.enemy} stands on {space_name(state.unit(self.hero).space)} now."
        return Explained(MOVES, slips), Explained(SWITCHED, stands)


class ActionTaken(Event):
    """A hero took an action that is none of ranged combat's."""

    hero: str
    action: str

    def after(self, state: State) -> State:
        return _acted(state, self.hero, self.action)

    def story(self, state: State) -> tuple[Explained, ...]:
        uses = f"{state.title(self.hero)} uses {ACTIONS[self.action].name}"
        return (Explained(MOVES, f"{uses} and moves into no space."),)


class StepEnded(Event):
    """A step was over, and the next one began."""

    next_step: str
    next_team: str

    def after(self, state: State) -> State:
        return _next_step(state, self.next_step, self.next_team)

    def story(self, state: State) -> tuple[Explained, ...]:
        ends = f"The {state.step.capitalize()} step ends"
        return (Explained(STEPS, f"{ends}; now the {self.next_step.capitalize()} step of {self.next_team}."),)


class PhaseEnded(command.PhaseEnded):
    """The round ended; where nobody has said whose step it is, the step."""

    def after(self, state: State) -> State:
        return state.but(over=True, moving=None)

    def story(self, state: State) -> tuple[Explained, ...]:
        ends = "The round ends." if state.team else f"The {state.step.capitalize()} step ends."
        return (Explained(STEPS, ends),)


class RoundBegan(Event):
    """The next round began with this step; of no team ("") where nobody has said whose step it is."""

    step: str
    team: str

    def after(self, state: State) -> State:
        return _next_step(state, self.step, self.team)

    def story(self, state: State) -> tuple[Explained, ...]:
        whose = f" of {self.team}" if self.team else ""
        return (Explained(STEPS, f"A new round begins with the {self.step.capitalize()} step{whose}."),)


def _acted(state: State, id_: str, kind: str) -> State:
    """In the Action step this is what the hero did last; a reaction leaves no such trace."""
    hero = replace(state.unit(id_), done=True)
    if state.step is StepKind.ACTION:
        hero = replace(hero, last_action=Action(kind, (hero.space,)))
    return state.put(hero).but(moving=None)


def _drawn(state: State, shooter: str, card: str) -> State:
    team = state.unit(shooter).team
    return state.with_pile(team, state.pile(team).after(card))


def _moving(id_: str, left: int) -> Moving | None:
    return Moving(id_, left) if left else None


def _ready(hero: Hero, *, acts: bool) -> Hero:
    """A hero at the start of a step, or itself where it is so already."""
    last = None if acts else hero.last_action
    return replace(hero, done=False, last_action=last) if hero.done or last is not hero.last_action else hero


def _next_step(state: State, next_step: str, next_team: str) -> State:
    """All may act or react again; who is about to act has no last Action any more; after a round it begins the next."""
    step, team = StepKind(next_step), Team(next_team) if next_team else None
    acting = {team, *(() if team else Team)} if step is StepKind.ACTION else set()
    ready = (_ready(hero, acts=hero.team in acting) for hero in state.units)
    first = team if state.over else state.first
    pieces = state.pieces.put(*ready)
    return state.but(pieces=pieces, step=step, team=team, first=first, moving=None, over=False)
