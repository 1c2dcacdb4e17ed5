"""Battle file and state: what a file may say, checked, and the way back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from fireline.game.entries import FileEntry, nothing, one_of, read_entry, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import EntryOf, data_of, entry_of, piece_of, said
from fireline.game.numbers import House, HouseRules
from fireline.game.pieces import Pieces, check_ids
from fireline.game.ruleset import NO_FILES, Files
from fireline.geometry.hexes import Hex
from fireline.rulesets.duel_of_ages.board import Board, Team, space_name
from fireline.rulesets.duel_of_ages.deck import BUILTIN, OWN, DeckEntry, Pile, deck_data, read_deck
from fireline.rulesets.duel_of_ages.editions import NUMBERS, Edition
from fireline.rulesets.duel_of_ages.mapfile import BoardEntry, board_data, read_board
from fireline.rulesets.duel_of_ages.pieces import ACTIONS, ActionKind, Weapon
from fireline.rulesets.duel_of_ages.state import ActionEntry, Hero, Moving, State, StepKind
from fireline.ruling.prose import plural

MOST_HEROES = 100


class PileEntry(FileEntry):
    """A team's deck as it stands: the project's own, a deck file or a whole deck, and the cards drawn, in order."""

    deck: str | DeckEntry = BUILTIN
    """`builtin`, the name of a deck file, or a whole deck."""
    drawn: Annotated[list[str], Field(max_length=500)] = Field(default_factory=nothing)
    """The cards drawn, in order."""


class DecksEntry(FileEntry):
    """The decks of the two teams."""

    white: str | PileEntry = BUILTIN
    black: str | PileEntry = BUILTIN


class BattleEntry(FileEntry):
    """A whole battle file, less format and ruleset."""

    name: str = ""
    options: EntryOf[Edition] = Field(default_factory=entry_of(Edition))
    house: HouseRules = Field(default_factory=dict, json_schema_extra=NUMBERS.schema)
    step: Literal["action", "reaction"] = "action"
    """Which step it is."""
    team: Literal["white", "black"] | None = None
    """Whose step it is; every hero may act if left out."""
    first: Literal["white", "black"] | None = None
    """The team that acted first in this round."""
    board: BoardEntry
    heroes: Annotated[list[EntryOf[Hero]], Field(max_length=MOST_HEROES)]
    decks: DecksEntry = DecksEntry()
    moving: EntryOf[Moving] | None = None
    over: bool = False


def read(data: Mapping[str, Any], files: Files = NO_FILES) -> State:
    """A state from the data of a battle file and the deck files that it names; raises `BattleFileError`."""
    entry = read_entry(BattleEntry, data)
    edition = piece_of(Edition, entry.options, "options", house=NUMBERS.house(entry.house))
    board = read_board(entry.board, edition.house)
    team = Team(entry.team) if entry.team else None
    state = State(
        step=StepKind(entry.step),
        board=board,
        pieces=Pieces(_heroes(entry.heroes, board)),
        decks=(_pile(entry.decks.white, files, "decks.white"), _pile(entry.decks.black, files, "decks.black")),
        team=team,
        first=_first(entry, team),
        edition=edition,
        name=entry.name,
        over=entry.over,
    )
    return state.but(moving=_moving(entry.moving, state)) if entry.moving else state


def write(state: State) -> dict[str, Any]:
    """The data of a battle file; what has its usual value is left out."""
    piles = {str(team): data for team in Team if (data := _pile_data(state.pile(team))) != BUILTIN}
    sections: dict[str, Any] = {
        "name": state.name,
        "options": data_of(state.edition),
        "house": state.edition.house.data(),
        **step_data(state),
        "board": board_data(state.board),
        "heroes": [_hero_data(hero, state.board) for hero in state.units],
        "decks": piles,
        "moving": data_of(state.moving) if state.moving else None,
        "over": state.over,
    }
    return {key: value for key, value in sections.items() if value or key in {"step", "heroes"}}


def step_data(state: State) -> dict[str, str]:
    """The step, whose it is and who began the round, as a battle file has it."""
    team = {"team": str(state.team)} if state.team else {}
    usual = state.first in {None, _usual_first(state.step, state.team)}
    return {"step": str(state.step)} | team | ({} if usual else {"first": str(state.first)})


def _usual_first(step: StepKind, team: Team | None) -> Team | None:
    """Who began a round of which nothing is said: whoever acts now, or did before this reaction."""
    return team.enemy if team and step is StepKind.REACTION else team


def _first(entry: BattleEntry, team: Team | None) -> Team | None:
    if entry.first is not None and team is None:
        raise BattleFileError(Code.MISSING, "says who began, so say too whose step it is (team)", "first")
    return Team(entry.first) if entry.first else _usual_first(StepKind(entry.step), team)


def _moving(entry: EntryOf[Moving], state: State) -> Moving:
    moving = piece_of(Moving, entry, "moving")
    mine = [hero.id for hero in state.units if hero.done and _moved(state, hero.id)]
    if state.over or state.step is StepKind.REACTION:
        raise BattleFileError(Code.NOT_NOW, "heroes move in the Action step", "moving")
    hero = state.unit(one_of(moving.hero, mine, "hero who has begun to move", "moving.hero"))
    assert hero.last_action is not None, "who has begun to move has an action"  # noqa: S101
    reach, entered = hero.reach(hero.last_action.kind, state.edition.house), len(hero.last_action.entered)
    if reach is not None and entered + moving.left > reach:
        problem = f"{moving.left} is too large; {hero.id} has entered {entered} of {plural(reach, 'space')}"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, "moving.left")
    return moving


def _moved(state: State, id_: str) -> bool:
    action, space = state.unit(id_).last_action, state.unit(id_).space
    return action is not None and ACTIONS[action.kind].moves and action.path[-1:] == (space,)


def _pile(entry: str | PileEntry, files: Files, place: str) -> Pile:
    whole = entry if isinstance(entry, PileEntry) else PileEntry(deck=entry)
    if whole.deck == BUILTIN:
        deck = OWN
    elif isinstance(whole.deck, str):
        deck = _deck_file(files.data(whole.deck, place), whole.deck, place)
    else:
        deck = read_deck(whole.deck.model_dump(), f"{place}.deck")
    if deck.id == BUILTIN and deck != OWN:
        raise BattleFileError(
            Code.DUPLICATE, f"{BUILTIN!r} is the id of the project's own deck; give yours another", place
        )
    for n, card in enumerate(whole.drawn):
        one_of(card, deck.names, "card of this deck", f"{place}.drawn[{n}]")
        if card in whole.drawn[:n]:
            raise BattleFileError(Code.DUPLICATE, f"{shown(card)} is drawn twice", f"{place}.drawn[{n}]")
    return Pile(deck, tuple(whole.drawn))


def _deck_file(data: Any, name: str, place: str) -> Any:
    try:
        return read_deck(data)
    except BattleFileError as wrong:
        where = f"{wrong.place}: " if wrong.place else ""
        raise BattleFileError(wrong.code, f"{shown(name)}: {where}{wrong.problem}", place) from None


def _pile_data(pile: Pile) -> Any:
    """A deck from a file is written down whole, so that the battle needs no other file."""
    deck = BUILTIN if pile.list.id == BUILTIN else deck_data(pile.list)
    if deck == BUILTIN and not pile.drawn:
        return BUILTIN
    return {"deck": deck} | ({"drawn": list(pile.drawn)} if pile.drawn else {})


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
    path = [space_name(space) for space in action.path] if action else []
    last = action and said(ActionEntry, action, path=path, displaced=hero.displaced)
    return data_of(hero, board, health=hero.health, last_action=last)
