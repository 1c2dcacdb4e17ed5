"""Battle file and state: what a file may say, checked, and the way back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fireline.game.entries import FileEntry, one_of, read_entry
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import EntryOf, data_of, piece_of, says
from fireline.game.numbers import House
from fireline.game.pieces import Pieces, check_ids
from fireline.game.ruleset import NO_FILES, Files
from fireline.geometry.hexes import Hex
from fireline.rulesets.duel_of_ages.board import Board, read_board, space_name
from fireline.rulesets.duel_of_ages.editions import NUMBERS, Edition
from fireline.rulesets.duel_of_ages.pieces import ACTIONS, ActionKind, Weapon
from fireline.rulesets.duel_of_ages.state import ActionEntry, Hero, Moving, State, StepKind
from fireline.ruling.prose import plural


@says(State, house=NUMBERS.said)
class BattleEntry(FileEntry):
    """A whole battle file, less format and ruleset."""


def read(data: Mapping[str, Any], files: Files = NO_FILES) -> State:
    """A state from the data of a battle file and the deck files that it names; raises `BattleFileError`."""
    entry: Any = read_entry(BattleEntry, data)
    edition = piece_of(Edition, entry.options, "options", house=NUMBERS.house(entry.house))
    board = read_board(entry.board, edition.house)
    pieces = Pieces(_heroes(entry.heroes, board))
    state = piece_of(State, entry, "", files, edition=edition, board=board, pieces=pieces)
    if entry.first is not None and state.team is None:
        raise BattleFileError(Code.MISSING, "says who began, so say too whose step it is (team)", "first")
    if state.moving:
        _check_moving(state.moving, state)
    return state


def write(state: State) -> dict[str, Any]:
    """The data of a battle file; what has its usual value is left out."""
    return data_of(state, heroes=[_hero_data(hero, state.board) for hero in state.units])


def _check_moving(moving: Moving, state: State) -> None:
    """Somebody is in the middle of a move that the rules allow; raises `BattleFileError`."""
    mine = [hero.id for hero in state.units if hero.done and _moved(state, hero.id)]
    if state.over or state.step is StepKind.REACTION:
        raise BattleFileError(Code.NOT_NOW, "heroes move in the Action step", "moving")
    hero = state.unit(one_of(moving.hero, mine, "hero who has begun to move", "moving.hero"))
    assert hero.last_action is not None, "who has begun to move has an action"  # noqa: S101
    reach, entered = hero.reach(hero.last_action.kind, state.edition.house), len(hero.last_action.entered)
    if reach is not None and entered + moving.left > reach:
        problem = f"{moving.left} is too large; {hero.id} has entered {entered} of {plural(reach, 'space')}"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, "moving.left")


def _moved(state: State, id_: str) -> bool:
    action, space = state.unit(id_).last_action, state.unit(id_).space
    return action is not None and ACTIONS[action.kind].moves and action.path[-1:] == (space,)


def _heroes(entries: Iterable[EntryOf[Hero]], board: Board) -> tuple[Hero, ...]:
    """The heroes of a list of entries, one on a space; raises `BattleFileError`."""
    heroes = tuple(_hero(entry, board, f"heroes[{n}]") for n, entry in enumerate(entries))
    check_ids({"heroes": heroes})
    places: dict[Hex, str] = {}
    for n, hero in enumerate(heroes):
        if hero.space in places:
            problem = f"{space_name(hero.space)} already holds {places[hero.space]!r}; one hero a space"
            raise BattleFileError(Code.NO_PLACE, problem, f"heroes[{n}].space")
        places[hero.space] = hero.id
    return heroes


def _hero(entry: EntryOf[Hero], board: Board, place: str) -> Hero:
    hero = piece_of(Hero, entry, place, board)
    if hero.health is not None and hero.wounds >= hero.health:
        problem = f"{hero.wounds} is too large; at {hero.health}, its health, a hero is defeated and leaves the map"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, f"{place}.wounds")
    names = [card.name for card in hero.weapons]
    for n, card in enumerate(hero.cards):
        if isinstance(card, Weapon) and names.count(card.name) > 1:
            problem = "two cards of one hero have the same name"
            raise BattleFileError(Code.DUPLICATE, problem, f"{place}.cards[{n}].name")
    action: ActionEntry | None = getattr(entry, "last_action")  # noqa: B009 - an entry has what heroes declare
    if action is not None:
        _check_path(hero, f"{place}.last_action.path", board.house, displaced=action.displaced)
    return hero


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
        shift = house.kinds("actions", ActionKind)[action.kind].shift
        most = f"the one switched into and {shift} more" if shift is not None else f"the Speed of {hero.id}"
        raise BattleFileError(Code.OUT_OF_RANGE, f"enters {plural(entered, 'space')}; at most {reach}, {most}", place)


def _hero_data(hero: Hero, board: Board) -> dict[str, Any]:
    """A hero as a battle file says it; what has its usual value is left out."""
    action = hero.last_action
    last: dict[str, Any] = {"kind": action.kind} if action else {}
    if action and action.path:
        last["path"] = [space_name(space) for space in action.path]
    if hero.displaced:
        last["displaced"] = True
    return data_of(hero, board, health=hero.health, last_action=last)
