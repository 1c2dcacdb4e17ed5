"""A ruleset put together from the modules of a game: what they call as `Ruleset` calls it is found there."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any

from fireline.game.command import Command, MovedByHand, UnitMoved
from fireline.game.event import Event, kinds_in
from fireline.game.pieces import PieceState, Viewed
from fireline.game.planning import Planning
from fireline.game.ruleset import Decisions, Hidden, Ruleset, Turn, UnitView, Versions
from fireline.game.tools import at_place

PLANNED = """
    upper_bound with_turn_of contact shots_left handing_on preparing left_out equivalence alike_for missing still
"""
HOMES: Mapping[str, str] = {
    "editions": "rulebook=RULES numbers=NUMBERS",
    "state": "under view_for",
    "battlefile": "read write entry=BattleEntry files expanded_entry",
    "shot": "declare shot_entry=ShotEntry should_ask aimed",
    "legality": "declare against=refusals",
    "resolution": "ended",
    "prose": "rule odds headline caveat shot_caveat answer_in_words",
    "events": "",
    "commands": "doings answers",
    "turn": f"""
        units view unit_flags=FLAGS turn victor shooters targets shots legal_shots shot_label shoot phases=PHASES doings
        warnings expanded_entry decision_owner answers shot_with_answer {PLANNED}
    """,
    "places": "places=PLACES in_the_open=OPEN_FIELD apart still=STILL",
    "planning": PLANNED,
}
"""The modules of a game, and the fields of its ruleset that each may define, with its name for one that is no function.

Those of `LATE` are imported when something is first read of them.
"""
LATE: Mapping[str, str] = {"drawing": "DRAWING", "editing": "EDITING", "maps": "IMPORTING"}
"""What only pictures, editors and imports of maps ask for: fields of a ruleset, each in the module of its name."""
PARTS: Mapping[str, Any] = {"decisions": Decisions, "planning": Planning, "hidden": Hidden, "versions": Versions}
"""The parts of a game whose own fields are found in the same way."""
NONE: Mapping[str, str] = MappingProxyType({})
KNOWN = {one.name: one.default is MISSING and one.default_factory is MISSING for one in fields(Ruleset)}
"""The fields of a ruleset, and whether a game must have them."""


class LazyImport:
    """What stands at a place `module:attribute`, which is imported when something of it is first read."""

    def __init__(self, place: str) -> None:
        self._place = place

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what copies and pickles ask of anything
            raise AttributeError(name)
        found = vars(self)[name] = getattr(at_place(self._place), name)
        return found


def assembled(package: str, more: Mapping[str, str] = NONE, **said: Any) -> Ruleset[Any, Any, Any]:
    """The ruleset of a game whose modules have the names that `HOMES` has.

    A field of `Ruleset`, `Decisions`, `Planning`, `Hidden` or `Versions` is what is said, or else what a module defines
    that may. Events and commands are all that the modules define, and pictures the `DRAWING` of the module `drawing`. A
    part is there if what it must have is. Where a module has a `view` of one piece, the units are that of every piece.
    Where no module says who shoots, it is everybody in play on the side that has the turn, at all enemies in play.

    Args:
        package: The package of the game.
        more: Further modules of it with fields, events or commands, as in `HOMES`.
        **said: What no module defines: at least `id` and `name`.

    Returns:
        The ruleset.

    Raises:
        LookupError: Two modules define one field, or something that a game or a part of it must have is
            missing, or no field is called what is said.
    """
    there = {one.name for one in iter_modules(sys.modules[package].__path__)}
    homes = {**more, **{name: home for name, home in HOMES.items() if name in there}}
    modules = {name: import_module(f"{package}.{name}") for name in homes}
    found = _found(modules, homes) | said
    if apart := getattr(found.get("places"), "apart", None):
        found.setdefault("apart", apart)
    for part, kind in PARTS.items():
        given = {name: found.pop(name) for name in kind._fields if name in found}
        needed = kind._fields[: len(kind._fields) - len(kind._field_defaults)]
        if given.keys() & {*needed}:
            _check(f"{part} of {package}", needed, given)
            found[part] = kind(**given)
    if view := found.pop("view", None):
        found["units"] = Viewed(view)
    moved = (MovedByHand, UnitMoved) if "places" in found else ()
    usual: dict[str, Any] = {
        "package": package,
        "events": (*kinds_in(Event, *modules.values()), *moved),
        "command_types": kinds_in(Command, *modules.values()),
        **{name: LazyImport(f"{package}.{name}:{constant}") for name, constant in LATE.items() if name in there},
    }
    if "units" in found and "turn" in found:
        asked = found["units"], found["turn"]
        usual |= {"shooters": partial(shooters, *asked), "targets": partial(targets, *asked)}
    whole = usual | found
    if strange := [name for name in whole if name not in KNOWN]:
        raise LookupError(f"{package}: {strange[0]} is no field of a ruleset, nor of a part that the game has")
    _check(package, [name for name, needed in KNOWN.items() if needed], whole)
    return Ruleset(**whole)


Units = Callable[[Any], tuple[UnitView, ...]]


def shooters(units: Units, turn: Callable[[Any], Turn], state: Any) -> tuple[str, ...]:
    """Everybody in play on the side that has the turn, able to shoot or not; on any side where it is nobody's."""
    side = turn(state).side
    every = (one for one in _every(units, state) if not side or str(one.side) == side)
    return tuple(one.id for one in every if not getattr(one, "out", False))


def targets(units: Units, turn: Callable[[Any], Turn], state: Any, shooter: str) -> tuple[str, ...]:
    """Everybody in play on another side than a shooter; than the one that has the turn where there is no such unit."""
    every = _every(units, state)
    side = next((str(one.side) for one in every if one.id == shooter), turn(state).side)
    return tuple(one.id for one in every if str(one.side) != side and not getattr(one, "out", False))


def _every(units: Units, state: Any) -> tuple[Any, ...]:
    """Everybody: of pieces no more is read than is asked, so that what is kept of them stands longer."""
    return tuple(state.pieces) if isinstance(state, PieceState) else units(state)


def _found(modules: Mapping[str, ModuleType], homes: Mapping[str, str]) -> dict[str, Any]:
    """Every field that a module defines which may, and its value."""
    found: dict[str, Any] = {}
    for home, module in modules.items():
        for field, _, constant in (one.partition("=") for one in homes[home].split()):
            value = vars(module).get(constant or field)
            own = constant or (isinstance(value, FunctionType) and value.__module__ == module.__name__)
            if value is None or not own:
                continue
            if found.setdefault(field, value) is not value:
                raise LookupError(f"{module.__name__} defines {constant or field}, and another module of the game, too")
    return found


def _check(what: str, needed: Iterable[str], given: Mapping[str, Any]) -> None:
    if missing := [name for name in needed if name not in given]:
        raise LookupError(f"{what} lacks {missing[0]}: no module of it defines that")
