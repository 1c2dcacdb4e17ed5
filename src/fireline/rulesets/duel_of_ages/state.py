"""A battle as it stands: the heroes, whose step it is, what each did last, and the decks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Field

from fireline.game.entries import FileEntry, Name, nothing, one_of, read_entry
from fireline.game.errors import BattleFileError, Code
from fireline.game.facts import Fact, Points, data_of, entry_of, piece_of
from fireline.game.numbers import House
from fireline.game.pieces import PieceState
from fireline.geometry.hexes import Hex, distance
from fireline.rulesets.duel_of_ages.board import Board, BoardEntry, Team, board_data, space_name
from fireline.rulesets.duel_of_ages.deck import Decks, Pile
from fireline.rulesets.duel_of_ages.editions import RULES, USUAL, Edition
from fireline.rulesets.duel_of_ages.pieces import ACTIONS, RATINGS, ActionKind, Card, FaceDown, Weapon

TURNED_UP = RULES.cite("DOA-1.3")
MOST_CARDS, LONGEST_PATH, MOST_WOUNDS = 30, 200, 1_000_000
MOST_HEROES = 100


class StepKind(StrEnum):
    """The two steps of a team's play."""

    ACTION = "action"
    REACTION = "reaction"


@dataclass(frozen=True, slots=True)
class Action:
    """What a hero did in its last Action, and the spaces it went through: the first is where it started."""

    kind: str
    path: tuple[Hex, ...] = ()

    @property
    def entered(self) -> tuple[Hex, ...]:
        """The spaces it moved into (DOA-1.5)."""
        return self.path[1:]


class ActionEntry(FileEntry):
    """A hero's last Action; its path begins with the space where it started, and ends where the hero stands.

    Unless it was `displaced` since: an enemy switched with it, or a hand moved it.
    """

    kind: str
    """move, shoot, unleash, slip_away, fight or other."""
    path: Annotated[list[str], Field(max_length=LONGEST_PATH)] = Field(default_factory=nothing)
    """The spaces it went through; the first is where it started."""
    displaced: bool = False
    """Whether somebody else has moved it since."""


class BackEntry(FileEntry):
    """A card that lies face down and is not to be looked at here."""

    face_down: Literal[True]


def _ratings(said: Mapping[str, int], place: str, _: object) -> tuple[tuple[str, int], ...]:
    return tuple((one_of(name, RATINGS, "rating", place), number) for name, number in said.items())


def _cards(said: Iterable[Mapping[str, Any]], place: str, _: object) -> tuple[Card, ...]:
    return tuple(_card(card, f"{place}[{n}]") for n, card in enumerate(said))


def _card(data: Mapping[str, Any], place: str) -> Card:
    if "face_down" in data:
        read_entry(BackEntry, data, place)
        return FaceDown()
    weapon = piece_of(Weapon, read_entry(entry_of(Weapon), data, place), place)
    if weapon.min_range > weapon.max_range:
        problem = f"{weapon.min_range} is more than max_range, {weapon.max_range}"
        raise BattleFileError(Code.OUT_OF_RANGE, problem, f"{place}.min_range")
    return weapon


def _cards_data(cards: Iterable[Card], _: object) -> list[dict[str, Any]]:
    return [data_of(card) if isinstance(card, Weapon) else {"face_down": True} for card in cards]


def _action(said: ActionEntry, place: str, board: Board) -> Action:
    kind = ACTIONS[one_of(said.kind, ACTIONS, "action", f"{place}.kind")]
    path = tuple(board.named(name, f"{place}.path[{n}]") for n, name in enumerate(said.path))
    if not kind.moves and len(path) > 1:
        raise BattleFileError(Code.CONFLICT, f"{kind.name} moves a hero nowhere; leave the path out", f"{place}.path")
    if said.kind in {"move", "slip_away"} and len(path) < 2:
        problem = (
            f"{'has only the start' if path else 'is missing'}; a move is recorded space by space, the start first"
        )
        raise BattleFileError(Code.MISSING, problem, f"{place}.path")
    for n, (here, there) in enumerate(pairwise(path), 1):
        _check_step(board, here, there, f"{place}.path[{n}]")
    return Action(said.kind, path)


def _check_step(board: Board, here: Hex, there: Hex, place: str) -> None:
    """A step goes to a neighbour and through no wall."""
    problem = ""
    if distance(here, there) != 1:
        problem = f"{space_name(there)} is not next to {space_name(here)}; a move is recorded space by space"
    elif board.walled_off(here, there):
        problem = f"there is a wall between {space_name(here)} and {space_name(there)}, and no archway"
    if problem:
        raise BattleFileError(Code.CONFLICT, problem, place)


Rating: TypeAlias = Annotated[int, Field(ge=0, le=99)]
Ratings: TypeAlias = Annotated[tuple[tuple[str, int], ...], Fact(type=dict[str, Rating], read=_ratings)]
OnMap: TypeAlias = Annotated[
    Hex, Fact(type=str, read=lambda said, place, board: board.named(said, place), write=lambda at, _: space_name(at))
]


@dataclass(frozen=True)
class Hero:
    """A hero on the map; `done` says that it has acted, or reacted, in this step."""

    id: Name
    team: Team
    space: OnMap
    """Its space, `"q,r"`."""
    ratings: Ratings = ()
    """Ratings by name, `{aim: 9, stealth: 5}`; 0 if left out."""
    health: Annotated[
        int | None, Fact(least=1, most=99, usual=lambda has, _: dict(has["ratings"]).get("health") or None)
    ] = None
    """The wounds that defeat it; where nothing is said, it is never defeated."""
    wounds: Annotated[int, Fact(least=0, most=MOST_WOUNDS, flag="wounded")] = 0
    """Wound markers on it."""
    bonus_symbols: Annotated[tuple[Name, ...], Fact(most=MOST_CARDS)] = ()
    """The symbols for which it has a bonus."""
    cards: Annotated[
        tuple[Card, ...],
        Fact(type=Annotated[list[dict[str, Any]], Field(max_length=MOST_CARDS)], read=_cards, write=_cards_data),
    ] = ()
    """Its Ranged cards."""
    last_action: Annotated[Action | None, Fact(type=ActionEntry | None, read=_action)] = None
    """What it did in its last Action, where a reaction may shoot it."""
    done: Annotated[bool, Fact(flag="done", title="Has acted")] = False
    """Whether it has acted, or reacted, in this step."""
    points: Points = None
    """What it costs in an army; no rule asks for it."""

    def __str__(self) -> str:
        return f"{self.id} ({space_name(self.space)})"

    @property
    def side(self) -> Team:
        """Its team."""
        return self.team

    @property
    def place(self) -> Hex:
        """Its space."""
        return self.space

    def rating(self, name: str) -> int:
        """A rating; one that is not written down is 0."""
        return dict(self.ratings).get(name, 0)

    def reach(self, kind: str, house: House) -> int | None:
        """How many spaces an action may enter at most; None where no rule or no rating says it."""
        shift = house.kinds("actions", ActionKind)[kind].shift
        return 1 + shift if shift is not None else dict(self.ratings).get("speed") if kind == "move" else None

    @property
    def displaced(self) -> bool:
        """Whether it stands elsewhere than its last Action took it: an enemy switched with it, or a hand moved it."""
        return self.last_action is not None and self.last_action.path[-1:] not in {(), (self.space,)}

    @property
    def health_left(self) -> int | None:
        """How many wounds more defeat it (DOA-4.4); None where its Health is not written down."""
        return None if self.health is None else self.health - self.wounds

    @property
    def weapons(self) -> tuple[Weapon, ...]:
        """The ranged weapons that are known, face up or not."""
        return tuple(card for card in self.cards if isinstance(card, Weapon))

    @property
    def unknown(self) -> int:
        """How many of its cards nobody here may look at."""
        return sum(isinstance(card, FaceDown) for card in self.cards)

    def weapon(self, name: str) -> Weapon | None:
        """The weapon of this name."""
        return next((weapon for weapon in self.weapons if weapon.name == name), None)


@dataclass(frozen=True, slots=True)
class Moving:
    """A hero in the middle of its move, and how many spaces it may still enter."""

    hero: str
    """Who moves."""
    left: Annotated[int, Fact(least=1, most=99)]
    """How many spaces it may still enter."""


def usual_first(step: StepKind, team: Team | None) -> Team | None:
    """Who began a round of which nothing is said: whoever acts now, or did before this reaction."""
    return team.enemy if team and step is StepKind.REACTION else team


First: TypeAlias = Annotated[Team | None, Fact(usual=lambda has, _: usual_first(has["step"], has["team"]))]
OnPaper: TypeAlias = Annotated[Board, Fact(type=BoardEntry, write=lambda board, _: board_data(board))]


@dataclass(frozen=True, kw_only=True)
class State(PieceState[Hero]):
    """A battle as it stands. `team` is whose step it is (None: nobody has said), `first` who began the round."""

    noun: ClassVar[str] = "hero of this battle"

    IN_FILE: ClassVar[str] = "name edition house step team first board heroes decks moving over"

    step: Annotated[StepKind, Fact(always=True)] = StepKind.ACTION
    """Which step it is."""
    board: OnPaper
    decks: Decks = field(default_factory=Decks)
    team: Team | None = None
    """Whose step it is; every hero may act if left out."""
    first: First = None
    """The team that acted first in this round."""
    edition: Annotated[Edition, Fact(key="options")] = USUAL
    moving: Moving | None = None

    @property
    def heroes(self) -> Annotated[tuple[Hero, ...], Fact(most=MOST_HEROES, needed=True)]:
        """Every hero."""
        return tuple(self.pieces)

    def hero_at(self, space: Hex) -> Hero | None:
        """The hero on a space."""
        return next(iter(self.pieces.at(space)), None)

    def pile(self, team: Team) -> Pile:
        """A team's deck as it stands."""
        return self.decks.black if team is Team.BLACK else self.decks.white

    def with_pile(self, team: Team, pile: Pile) -> State:
        """The state with a team's deck changed."""
        decks = self.decks
        return self.but(decks=Decks(pile, decks.black) if team is Team.WHITE else Decks(decks.white, pile))


def view_for(state: State, team: str) -> State:
    """The state as one team may know it: the other team's cards that lie face down are blank (DOA-1.3)."""

    def seen(hero: Hero) -> Hero:
        if hero.team == team or all(isinstance(card, Weapon) and card.face_up for card in hero.cards):
            return hero
        shown = tuple(card if isinstance(card, Weapon) and card.face_up else FaceDown() for card in hero.cards)
        return replace(hero, cards=shown)

    return state.put(*map(seen, state.units))


def gone(state: State) -> Team | None:
    """The team that has no hero left on the map (DOA-4.4)."""
    return next((team for team in Team if all(hero.team is not team for hero in state.units)), None)


def under(state: State, edition: Edition) -> State:
    """The same state where the table plays by other rules, and with other numbers."""
    return state.but(edition=edition, board=replace(state.board, house=edition.house))
