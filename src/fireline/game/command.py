"""Shots and commands: what a player can order. Every game has these; a ruleset adds its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import FrozenInstanceError, fields
from functools import partial
from numbers import Number
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple, NoReturn

from fireline.game.entries import FileEntry, one_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.event import Event, Value, read_value, values_of

if TYPE_CHECKING:
    from fireline.chance import Dice
    from fireline.ruling import Refusal

_HASHED = (Number, str)
NO_DETAILS: Mapping[str, Any] = MappingProxyType({})


class Shot:
    """A declared shot, the question a ruling answers.

    `details` are further details of the game, such as `bullets`, `aim_actions` or `modifiers`; the ruleset checks them.

    >>> Shot("jack", "drone", bullets=3)
    Shot('jack', 'drone', bullets=3)
    """

    __slots__ = ("details", "shooter", "target")

    shooter: str
    target: str
    details: Mapping[str, Any]

    def __init__(self, /, shooter: str, target: str, **details: Any) -> None:
        _set_shooter(self, shooter)
        _set_target(self, target)
        _set_details(self, MappingProxyType(details) if details else NO_DETAILS)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(f"a shot stays as it was declared: {name!r} cannot be set")

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.shooter, self.target, **self.details), ()

    @classmethod
    def read(cls, data: object) -> Shot:
        """Read a shot from JSON data.

        Args:
            data: A mapping with shooter, target and, where the game knows them, details.

        Returns:
            The shot; the game says later whether it has these details.

        Raises:
            BattleFileError: It is no mapping, or shooter or target is missing.
        """
        if not isinstance(data, Mapping):
            raise BattleFileError(Code.WRONG_TYPE, f"{shown(data)} is not a mapping with shooter and target", "shot")
        for key in data:
            if not isinstance(key, str):
                raise BattleFileError(Code.UNKNOWN_KEY, f"{shown(key)} is not a key of a shot", "shot")
        for key in ("shooter", "target"):
            if not isinstance(data.get(key), str):
                if key not in data:
                    raise BattleFileError(Code.MISSING, "is missing", f"shot.{key}")
                raise BattleFileError(Code.WRONG_TYPE, f"{shown(data[key])} is not an id", f"shot.{key}")
        return cls(**data)

    def data(self) -> dict[str, Any]:
        """The shot as it stands in a JSON answer."""
        return {"shooter": self.shooter, "target": self.target, **self.details}

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Shot)
            and self.target == other.target
            and self.shooter == other.shooter
            and self.details == other.details
        )

    def __hash__(self) -> int:
        mixed = hash((self.shooter, self.target))
        for value in self.details.values():
            if isinstance(value, _HASHED):  # lists have no hash, and the order of details does not count
                mixed ^= hash(value)
        return mixed

    def __repr__(self) -> str:
        more = "".join(f", {name}={value!r}" for name, value in self.details.items())
        return f"Shot({self.shooter!r}, {self.target!r}{more})"


class ShotWords(FileEntry):
    """What a shot says in every game."""

    shooter: str
    target: str


# Shots are made by the ten thousand: each slot is filled by its own descriptor, which nothing but `__init__` reaches.
_set_shooter, _set_target, _set_details = (vars(Shot)[name].__set__ for name in ("shooter", "target", "details"))


# --- commands -------------------------------------------------------------------------------


class Parameter(NamedTuple):
    """What else there is to know of a command's field: `Annotated[int, Parameter("bullets", least=1)]`.

    `name` is what texts call it, the field's own name if empty. `bare` fields stand behind the verb without a name, as
    words without a default do anyway; `none` is the word for an empty one. `values` are the words that it may be.
    """

    name: str = ""
    kind: Literal["number", "word", "unit", "place"] | None = None
    bare: bool = False
    none: str = ""
    least: int | None = None
    most: int | None = None
    values: tuple[str, ...] = ()


class Command(Value):
    """Base of every ruleset's commands; the first field names who acts.

    A game's own commands say how a menu shows them, what is against them and what they make happen, each with the type
    of the game's own state; how a shot and the end of a phase do so, the ruleset says (`shot_label`, `Phases`).
    """

    verb: ClassVar[str] = ""
    """What texts call it: `UNIT VERB ...`; the name of the class in lower case if empty."""

    @property
    def actor(self) -> str | None:
        """The unit that acts, named by the first field; None for commands without one, such as the end of a phase."""
        names: tuple[str, ...] = self.__match_args__
        return getattr(self, names[0]) or None if names else None

    def label(self, state: Any) -> str:
        """The command as a menu shows it.

        Args:
            state: The state that it is said in, of the game's own type.

        Returns:
            A few words that name who acts and how.
        """
        return str(self)

    def refusals(self, state: Any) -> Iterable[Refusal]:
        """Every reason against it in this state.

        Args:
            state: The state that it is said in, of the game's own type.

        Returns:
            The reasons, each with its rule; none if it is legal.
        """
        return ()

    def happens(self, state: Any, dice: Dice) -> Iterable[Event]:
        """What it makes happen where it is legal.

        Args:
            state: The state that it is said in, of the game's own type.
            dice: What it throws with, as `Ruleset.shoot` does.

        Returns:
            The events in their order.
        """
        return ()

    def data(self) -> dict[str, Any]:
        """The command as it stands in a log."""
        plain = {name: one.data() if isinstance(one, Shot) else one for name, one in values_of(self).items()}
        return {"command": type(self).__name__} | plain


class Shoot(Command):
    """Take this shot now."""

    shot: Shot

    @property
    def actor(self) -> str:
        """The shooter."""
        return self.shot.shooter


class EndPhase(Command):
    """End the phase or, in a game with rounds, the round or the turn of the unit that is acting."""

    verb: ClassVar[str] = "end"


class NextTurn(Command):
    """Begin what follows a finished phase or round: the other side's turn, the next round."""

    verb: ClassVar[str] = "next"


class Move(Command):
    """Move a unit by the rules: it counts what the game counts; see `Places.move`.

    `to` is a place in the game's notation. `distances` are numbers that the place does not tell: where only distances
    are known, the new ones to other units by their ids; elsewhere the length of a detour, by the measure's name.
    """

    unit: str
    to: Annotated[str, Parameter(bare=True, kind="place")] = ""
    distances: tuple[tuple[str, int | float], ...] = ()


class Place(Command):
    """Put a unit somewhere, or set its marks, between shots: an edit, for which nobody counts as having moved.

    `to` is a place in the game's notation, "" if the unit stays; `marks` are values of the unit's entry in the battle
    file that can be set, by name: see `Places.marks`.
    """

    unit: str
    to: Annotated[str, Parameter(bare=True, kind="place")] = ""
    marks: tuple[tuple[str, bool | int | float | str], ...] = ()


class MovedByHand(Event):
    """A unit was moved by hand, and marked."""

    unit: str
    to: str
    marks: tuple[tuple[str, bool | int | float | str], ...]


class UnitMoved(Event):
    """A unit moved by the rules; `marks` are those that the move changed, as they are after it."""

    unit: str
    to: str
    marks: tuple[tuple[str, bool | int | float | str], ...]


class PhaseEnded(Event):
    """The ranged phase, or the round, is over: each game tells it in an event of the same name that derives from it."""

    def after(self, state: Any) -> Any:
        """The state in which it is over."""
        return state.but(over=True)


EVERYWHERE: tuple[type[Command], ...] = (Shoot, EndPhase, NextTurn, Move, Place)
"""The commands that every game has."""
FORMERLY = {"MoveByHand": Place}
"""Names that commands have in older logs."""


def read_command(data: object, kinds: Iterable[type[Command]], place: str = "command") -> Command:
    """Read a command from its data: one that every game has, or one of the kinds that a game adds.

    Raises `BattleFileError` if its kind is unknown or it is malformed; the ruleset decides whether it is legal.
    """
    known = {kind.__name__: kind for kind in (*EVERYWHERE, *kinds)}
    if not isinstance(data, Mapping) or not isinstance(data.get("command"), str):
        raise BattleFileError(Code.WRONG_TYPE, f"{shown(data)} is no command; a command has the key command", place)
    kind = FORMERLY.get(data["command"]) or known[one_of(data["command"], known, "command of this game", place)]
    values = {key: value for key, value in data.items() if key != "command"}
    for key in values:
        one_of(key, [field.name for field in fields(kind)], f"word of {kind.__name__}", place)
    if kind is Shoot:
        return Shoot(Shot.read(values.get("shot")))
    return read_value(kind, values, place, f"{kind.__name__} holds a value that no command")
