"""A declared shot: who fires at whom, with any further details of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import FrozenInstanceError
from functools import partial
from numbers import Number
from types import MappingProxyType
from typing import Any, NoReturn

from fireline.game.entries import shown
from fireline.game.errors import BattleFileError, Code

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


# Shots are made by the ten thousand: each slot is filled by its own descriptor, which nothing but `__init__` reaches.
_set_shooter, _set_target, _set_details = (vars(Shot)[name].__set__ for name in ("shooter", "target", "details"))
