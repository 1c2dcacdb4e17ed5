"""The registry: which games there are, and where to find each.

Fireline's own games are listed in `fireline.rulesets`. Others announce themselves as entry points of the group
`fireline.rulesets`, whose name is the ruleset's id and whose value is `module:attribute`, or are registered by hand.
A game is imported when its id is first asked for. A game that cannot be used gets one line; the others still work.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from pkgutil import get_data
from typing import Any

from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code, running
from fireline.game.ruleset import Ruleset
from fireline.game.tools import PLACE, announced, at_place, reason_of
from fireline.ruling.prose import listing
from fireline.version import __version__

ROOMS = ("chance", "game", "geometry", "ruling")
"""The packages that rule on a shot, besides the game's own."""
_NUMBERED = re.compile(r"^\d+-")
NAME = re.compile(r"[a-z0-9][a-z0-9._-]*(@[a-z0-9._-]+)?")

_registered: dict[str, str] = {}


def register(id_: str, where: str) -> None:
    """Add a game for the life of this process; the processes that Fireline starts from it know it, too.

    Args:
        id_: The ruleset's id, as battle files name it.
        where: `module:attribute`, imported when the id is first asked for.

    Raises:
        BattleFileError: Another game has the id, or one of the two is not what it must be.

    >>> register("my-game", "my_package:RULESET")  # doctest: +SKIP
    """
    if not NAME.fullmatch(id_):
        raise BattleFileError(
            Code.MALFORMED, f"{shown(id_)} is no id; an id is small letters, digits, dots and dashes", "ruleset"
        )
    if not PLACE.fullmatch(where):
        raise BattleFileError(Code.MALFORMED, f"{shown(where)} is not MODULE:ATTRIBUTE, e.g. my_package:RULESET", id_)
    known = _near().get(id_, where)
    if known != where:
        raise BattleFileError(Code.DUPLICATE, f"{shown(id_)} is already the id of the game at {known}", "ruleset")
    _registered[id_] = where
    ruleset.cache_clear()


class Registered(tuple[tuple[str, str], ...]):
    """What has been registered by hand, id and place; unpickling registers it there."""

    __slots__ = ()

    @classmethod
    def here(cls) -> Registered:
        """What has been registered in this process."""
        return cls(_registered.items())

    def __reduce__(self) -> tuple[Any, ...]:
        return _arrived, (tuple(self),)


def _arrived(homes: Iterable[tuple[str, str]]) -> Registered:
    for id_, where in homes:
        register(id_, where)
    return Registered(homes)


def ruleset_ids() -> tuple[str, ...]:
    """The ids of all rulesets, Fireline's own first; imports none of them.

    >>> "ancients" in ruleset_ids()
    True
    """
    return tuple(dict.fromkeys((*_near(), *announced())))


def names() -> tuple[str, ...]:
    """Every name that a battle file may give a ruleset: the ids, and the bare names of games with several versions."""
    ids = ruleset_ids()
    return tuple(dict.fromkeys((*(id_.partition("@")[0] for id_ in ids if "@" in id_), *ids)))


def versions_of(id_: str) -> tuple[str, ...]:
    """The ids of all versions of a game, the newest last; one id where there is one. Raises `BattleFileError`."""
    rules = ruleset(id_)
    return (rules.versions.ids if rules.versions else ()) or (rules.id,)


def version_of(id_: str, version: str, place: str) -> str:
    """The id of another version of a game, named by what follows the @; raises `BattleFileError` naming `place`.

    >>> version_of("blightmeer", "2025-11", "edition")
    'blightmeer@2025-11'
    """
    family, _, _ = id_.partition("@")
    known = {one.partition("@")[2]: one for one in versions_of(id_)}
    if len(known) < 2:
        raise BattleFileError(Code.UNSUPPORTED, f"there is only one version of {id_}", place)
    return known[one_of(version.rpartition("@")[2], known, f"version of {family}", place)]


def starter(id_: str) -> str:
    """The commented battle file to start from; raises `BattleFileError` for an unknown ruleset."""
    text = (get_data(ruleset(id_).package, "starter.yaml") or b"").decode()
    return re.sub(r"^ruleset: \S+", f"ruleset: {id_}", text, count=1, flags=re.MULTILINE)


def setups(id_: str) -> dict[str, Path]:
    """The files of a game's set-ups, by their names, from the smallest to the largest.

    They are the YAML files in the folder `setups` of the game's package, in the order of their file names; a number in
    front says only where a set-up comes. Raises `BattleFileError` for an unknown ruleset.
    """
    from importlib.resources import files

    family, folder = id_.partition("@")[0], Path(str(files(ruleset(id_).package))) / "setups"
    found = sorted(folder.glob("*.yaml"))
    return {f"{family}-{_NUMBERED.sub('', file.stem)}": file for file in found}


@cache
def rules_version(packages: tuple[str, ...]) -> str:
    """The version of Fireline, and a hash of its code and data and of these packages' that rule on a shot."""
    from importlib.resources import files

    told = sha256()
    for package in (*(f"fireline.{room}" for room in ROOMS), *packages):
        home = Path(str(files(package)))
        for file in sorted(one for one in home.rglob("*") if one.suffix in {".py", ".toml", ".json"}):
            told.update(f"{package}/{file.relative_to(home).as_posix()} ".encode() + file.read_bytes())
    return f"{__version__}+{told.hexdigest()[:16]}"


@cache
def ruleset(id_: str) -> Ruleset[Any, Any, Any]:
    """A game by its id, imported when it is first asked for.

    Args:
        id_: "ancients", "blightmeer@2026-01"; a bare "blightmeer" is the newest version.

    Returns:
        The game.

    Raises:
        BattleFileError: There is no such game, or it cannot be used.

    >>> ruleset("blightmeer").id
    'blightmeer@2026-07'
    """
    for known in (_near, announced):  # what is installed is looked through only for an id that is not here
        if id_ in known():
            return _found(id_)
        if versions := [one for one in known() if one.startswith(f"{id_}@")]:
            return ruleset(versions_of(versions[-1])[-1])
    return ruleset(one_of(id_, ruleset_ids(), "ruleset", "ruleset"))


def every() -> tuple[tuple[Ruleset[Any, Any, Any], ...], tuple[str, ...]]:
    """Every game that can be used, and a line about each that cannot."""
    found, problems = list[Ruleset[Any, Any, Any]](), list[str]()
    for id_ in ruleset_ids():
        try:
            found.append(ruleset(id_))
        except BattleFileError as wrong:
            problems.append(wrong.problem)
    for id_ in _near():
        if places := announced().get(id_):
            problems.append(f"{id_} of {listing(places)} is not used: another game has that id already")
    return tuple(found), tuple(problems)


def mistake(wrong: BaseException, told: str = "") -> str:
    """An error that nobody foresaw, in a sentence: whose mistake it is, and what it was unless that is told.

    It is that of a game of somebody else's where code of its package was running.

    >>> mistake(KeyError("hex"))
    'fireline made a mistake (KeyError); please report it'
    """
    others = {at: id_ for id_, places in announced().items() for at in places.values()}
    others |= {at: id_ for id_, at in _registered.items()}
    by_package = {re.split(r"[.:]", at)[0]: id_ for at, id_ in others.items()}
    games = [by_package[package] for one in running(wrong) if (package := one.partition(".")[0]) in by_package]
    who, whom = (f"the game {games[-1]}", " to its author") if games else ("fireline", "")
    return f"{who} made a mistake ({told or type(wrong).__name__}); please report it{whom}"


def where(id_: str) -> str:
    """Where to find a ruleset registered by hand, "" for one that every process finds by its id."""
    return _registered.get(id_, "")


def _near() -> Mapping[str, str]:
    """Fireline's own games and those registered by hand: where each is found, by id."""
    return {**_own(), **_registered}


def _own() -> Mapping[str, str]:
    own: Mapping[str, str] = import_module("fireline.rulesets").RULESETS
    return own


def _found(id_: str) -> Ruleset[Any, Any, Any]:
    """The ruleset of a known id; raises `BattleFileError` with what is wrong with a game that is not Fireline's."""
    if id_ in _own():
        return _loaded(id_, _own()[id_])
    places = announced().get(id_, {}) if id_ not in _registered else {"": _registered[id_]}
    if len(places) > 1:
        problem = f"{id_} is announced by {listing(sorted(places))}; uninstall all but one of them"
        raise BattleFileError(Code.DUPLICATE, problem, "ruleset")
    ((distribution, place),) = places.items()
    try:
        return _loaded(id_, place)
    except (Exception, SystemExit) as wrong:  # noqa: BLE001 - whatever a plug-in does, the other games go on
        called = f"{id_} of {distribution}" if distribution else id_
        raise BattleFileError(Code.UNREADABLE, f"{called} cannot be used: {reason_of(wrong)}", "ruleset") from None


def _loaded(id_: str, place: str) -> Ruleset[Any, Any, Any]:
    """What stands at `module:attribute`; raises whatever its import raises, `TypeError` where it is no such ruleset."""
    found = at_place(place)
    if not isinstance(found, Ruleset):
        raise TypeError(f"{place} is no Ruleset but of type {type(found).__name__}")
    if found.id != id_:
        raise TypeError(f"{place} is the ruleset {found.id}, not {id_}")
    return found
