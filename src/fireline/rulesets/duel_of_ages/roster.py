"""Heroes in a battle file: ratings, wounds, cards, where they stand, and what they did last."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from fireline.game.entries import FileEntry, Name, one_of, read_entry, said, shown, suggestion
from fireline.game.errors import BattleFileError, Code
from fireline.game.numbers import House
from fireline.geometry.hexes import Hex, distance
from fireline.rulesets.duel_of_ages.board import Board, Team, space_name
from fireline.rulesets.duel_of_ages.pieces import ACTIONS, RATINGS, Card, FaceDown, Weapon, action_kinds
from fireline.rulesets.duel_of_ages.state import Action, Hero
from fireline.ruling.prose import plural

TeamName = Literal["white", "black"]
Rating: TypeAlias = Annotated[int, Field(ge=0, le=99)]
Spaces: TypeAlias = Annotated[int, Field(ge=0, le=99)]
MOST_CARDS, LONGEST_PATH, MOST_WOUNDS = 30, 200, 1_000_000


class CardEntry(FileEntry):
    """A Ranged card, or a ranged attack by nature; or a card of which only its back is seen."""

    name: Name
    rating: str
    min_range: Spaces
    max_range: Spaces
    power: Rating
    wounds: Rating
    symbol: str = ""
    grenade: bool = False
    natural: bool = False
    revealed: bool = False


class BackEntry(FileEntry):
    """A card that lies face down and is not to be looked at here."""

    face_down: Literal[True]


class ActionEntry(FileEntry):
    """A hero's last Action; its path begins with the space where it started, and ends where the hero stands.

    Unless it was `displaced` since: an enemy switched with it, or a hand moved it.
    """

    kind: str
    path: Annotated[list[str], Field(max_length=LONGEST_PATH)] = Field(default_factory=list)
    displaced: bool = False


class HeroEntry(FileEntry):
    """A hero; what is left out has its usual value."""

    id: Name
    team: TeamName
    space: str
    ratings: dict[str, Rating] = Field(default_factory=dict)
    health: Annotated[int, Field(ge=1, le=99)] | None = None
    wounds: Annotated[int, Field(ge=0, le=MOST_WOUNDS)] = 0
    bonus_symbols: Annotated[list[Name], Field(max_length=MOST_CARDS)] = Field(default_factory=list)
    cards: Annotated[list[dict[str, Any]], Field(max_length=MOST_CARDS)] = Field(default_factory=list)
    """Each a `CardEntry` or a `BackEntry`."""
    last_action: ActionEntry | None = None
    done: bool = False


def read_heroes(entries: Iterable[HeroEntry], board: Board) -> tuple[Hero, ...]:
    """The heroes of a list of entries; raises `BattleFileError`."""
    heroes = tuple(_hero(entry, board, f"heroes[{n}]") for n, entry in enumerate(entries))
    ids: dict[str, int] = {}
    places: dict[Hex, str] = {}
    for n, hero in enumerate(heroes):
        if hero.id in ids:
            raise BattleFileError(
                Code.DUPLICATE, f"{hero.id!r} is already the id of heroes[{ids[hero.id]}]", f"heroes[{n}].id"
            )
        if hero.space in places:
            problem = f"{space_name(hero.space)} already holds {places[hero.space]!r}; one hero a space"
            raise BattleFileError(Code.NO_PLACE, problem, f"heroes[{n}].space")
        ids[hero.id], places[hero.space] = n, hero.id
    return heroes


def space_named(board: Board, name: str, place: str) -> Hex:
    """The space of this name; raises `BattleFileError`."""
    if name not in board.by_name:
        raise BattleFileError(
            Code.UNKNOWN_NAME, f"{shown(name)} is no space of this map; {suggestion(name, board.by_name)}", place
        )
    return board.by_name[name]


def _hero(entry: HeroEntry, board: Board, place: str) -> Hero:
    health = entry.health or entry.ratings.get("health") or None
    if health is not None and entry.wounds >= health:
        problem = f"{entry.wounds} is too large; at {health}, its health, a hero is defeated and leaves the map"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, f"{place}.wounds")
    ratings = tuple((one_of(name, RATINGS, "rating", f"{place}.ratings"), n) for name, n in entry.ratings.items())
    cards = tuple(_card(card, f"{place}.cards[{n}]") for n, card in enumerate(entry.cards))
    names = [card.name for card in cards if isinstance(card, Weapon)]
    for n, card in enumerate(cards):
        if isinstance(card, Weapon) and names.count(card.name) > 1:
            raise BattleFileError(
                Code.DUPLICATE, "two cards of one hero have the same name", f"{place}.cards[{n}].name"
            )
    hero = Hero(
        id=entry.id,
        team=Team(entry.team),
        space=space_named(board, entry.space, f"{place}.space"),
        ratings=ratings,
        health=health,
        wounds=entry.wounds,
        bonus_symbols=tuple(entry.bonus_symbols),
        cards=cards,
        last_action=_action(entry.last_action, board, f"{place}.last_action") if entry.last_action else None,
        done=entry.done,
    )
    if entry.last_action is not None:
        _check_path(hero, f"{place}.last_action.path", board.house, displaced=entry.last_action.displaced)
    return hero


def _card(data: dict[str, Any], place: str) -> Card:
    if "face_down" in data:
        read_entry(BackEntry, data, place)
        return FaceDown()
    entry = read_entry(CardEntry, data, place)
    one_of(entry.rating, RATINGS, "rating", f"{place}.rating")
    if entry.min_range > entry.max_range:
        problem = f"{entry.min_range} is more than max_range, {entry.max_range}"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, f"{place}.min_range")
    return Weapon(**entry.model_dump())


def _action(entry: ActionEntry, board: Board, place: str) -> Action:
    kind = ACTIONS[one_of(entry.kind, ACTIONS, "action", f"{place}.kind")]
    path = tuple(space_named(board, name, f"{place}.path[{n}]") for n, name in enumerate(entry.path))
    if not kind.moves and len(path) > 1:
        raise BattleFileError(Code.CONFLICT, f"{kind.name} moves a hero nowhere; leave the path out", f"{place}.path")
    if entry.kind in {"move", "slip_away"} and len(path) < 2:
        problem = "is missing" if not path else "has only the start"
        raise BattleFileError(
            Code.MISSING, f"{problem}; a move is recorded space by space, the start first", f"{place}.path"
        )
    for n, (here, there) in enumerate(pairwise(path), 1):
        _check_step(board, here, there, f"{place}.path[{n}]")
    return Action(entry.kind, path)


def _check_path(hero: Hero, place: str, house: House, *, displaced: bool) -> None:
    """A path ends where the hero stands, and enters no more spaces than its action may."""
    action = hero.last_action
    if action is None:
        return
    if hero.displaced and not displaced:
        ends = f"ends on {space_name(action.path[-1])}, but {hero.id} stands on {space_name(hero.space)}"
        problem = f"{ends}; a path ends where its hero stands, unless it was moved since (displaced: true)"
        raise BattleFileError(Code.CONFLICT, problem, place)
    entered, reach = len(action.entered), hero.reach(action.kind, house)
    if reach is not None and entered > reach:
        shift = action_kinds(house)[action.kind].shift
        most = f"the one switched into and {shift} more" if shift is not None else f"the Speed of {hero.id}"
        raise BattleFileError(Code.OUT_OF_RANGE, f"enters {plural(entered, 'space')}; at most {reach}, {most}", place)


def _check_step(board: Board, here: Hex, there: Hex, place: str) -> None:
    """A step goes to a neighbour and through no wall."""
    if distance(here, there) != 1:
        problem = f"{space_name(there)} is not next to {space_name(here)}; a move is recorded space by space"
        raise BattleFileError(Code.CONFLICT, problem, place)
    if board.walled_off(here, there):
        problem = f"there is a wall between {space_name(here)} and {space_name(there)}, and no archway"
        raise BattleFileError(Code.CONFLICT, problem, place)


def hero_data(hero: Hero) -> dict[str, Any]:
    """A hero as a battle file says it; what has its usual value is left out."""
    action = hero.last_action
    path = [space_name(space) for space in action.path] if action else []
    return said(
        HeroEntry,
        hero,
        space=space_name(hero.space),
        ratings=dict(hero.ratings),
        cards=[said(CardEntry, card) if isinstance(card, Weapon) else {"face_down": True} for card in hero.cards],
        last_action=action and said(ActionEntry, action, path=path, displaced=hero.displaced),
    )
