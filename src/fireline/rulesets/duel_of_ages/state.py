"""A battle as it stands: the heroes, whose step it is, what each did last, and the decks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from fireline.game.numbers import House
from fireline.game.pieces import Pieces, PieceState
from fireline.geometry.hexes import Hex
from fireline.rulesets.duel_of_ages.board import Board, Team, space_name
from fireline.rulesets.duel_of_ages.deck import Pile
from fireline.rulesets.duel_of_ages.editions import RULES, USUAL, Edition
from fireline.rulesets.duel_of_ages.pieces import Card, FaceDown, Weapon, action_kinds

TURNED_UP = RULES.cite("DOA-1.3")


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


@dataclass(frozen=True)
class Hero:
    """A hero on the map; `done` says that it has acted, or reacted, in this step."""

    id: str
    team: Team
    space: Hex
    ratings: tuple[tuple[str, int], ...] = ()
    health: int | None = None
    """None where it is not written down: such a hero is never defeated."""
    wounds: int = 0
    bonus_symbols: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    last_action: Action | None = None
    done: bool = False

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
        shift = action_kinds(house)[kind].shift
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
    left: int


@dataclass(frozen=True, kw_only=True)
class State(PieceState[Hero]):
    """A battle as it stands. `team` is whose step it is (None: nobody has said), `first` who began the round."""

    noun: ClassVar[str] = "hero of this battle"

    step: StepKind
    board: Board
    decks: tuple[Pile, Pile]
    """White's and black's."""
    team: Team | None = None
    first: Team | None = None
    edition: Edition = USUAL
    name: str = ""
    moving: Moving | None = None
    over: bool = False

    @property
    def heroes(self) -> tuple[Hero, ...]:
        """Every hero."""
        return tuple(self.pieces)

    def hero(self, id_: str) -> Hero:
        """The hero of this id; raises `KeyError` for any other."""
        return self.pieces[id_]

    def hero_at(self, space: Hex) -> Hero | None:
        """The hero on a space."""
        return next(iter(self.pieces.at(space)), None)

    def pile(self, team: Team) -> Pile:
        """A team's deck as it stands."""
        return self.decks[team is Team.BLACK]

    def with_hero(self, changed: Hero) -> State:
        """The state with one hero changed."""
        return self.but(pieces=self.pieces.put(changed))

    def with_pile(self, team: Team, pile: Pile) -> State:
        """The state with a team's deck changed."""
        white, black = self.decks
        return self.but(decks=(pile, black) if team is Team.WHITE else (white, pile))


def view_for(state: State, team: str) -> State:
    """The state as one team may know it: the other team's cards that lie face down are blank (DOA-1.3)."""
    return state.but(
        pieces=Pieces(hero if hero.team == team else replace(hero, cards=_shown(hero)) for hero in state.heroes)
    )


def gone(state: State) -> Team | None:
    """The team that has no hero left on the map (DOA-4.4)."""
    return next((team for team in Team if all(hero.team is not team for hero in state.heroes)), None)


def _shown(hero: Hero) -> tuple[Card, ...]:
    return tuple(card if isinstance(card, Weapon) and card.face_up else FaceDown() for card in hero.cards)


def under(state: State, edition: Edition) -> State:
    """The same state where the table plays by other rules, and with other numbers."""
    return state.but(edition=edition, board=replace(state.board, house=edition.house))
