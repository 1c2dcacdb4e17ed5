"""The toolbox: the commands that only one game has, and where to find each; a tool is imported when called."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from importlib import import_module

from fireline.game.errors import BattleFileError, Code
from fireline.game.plugins import TOOLS, announced, at_place, reason_of
from fireline.game.tools import Tool, ToolListing
from fireline.ruling.prose import listing


def tool_names() -> tuple[str, ...]:
    """The names of all tools, those of Fireline's own games first; imports none of them."""
    return tuple(dict.fromkeys((*_own(), *announced(TOOLS))))


def help_of(name: str) -> str:
    """What a tool is for, in a sentence. A plug-in's tool is imported for that; if that fails, this says why."""
    if name in _own():
        return _own()[name].help
    try:
        return (inspect.getdoc(tool(name).run) or "").partition("\n\n")[0]
    except BattleFileError as wrong:
        return f"{wrong.problem}."


def tool(name: str) -> Tool:
    """The tool of this name; raises `BattleFileError` if it cannot be used."""
    places = {"": _own()[name].place} if name in _own() else announced(TOOLS)[name]
    if len(places) > 1:
        problem = f"cannot be used: announced by {listing(sorted(places))}; uninstall all but one of them"
        raise BattleFileError(Code.DUPLICATE, problem, name)
    ((distribution, place),) = places.items()
    try:
        return _imported(place)
    except (Exception, SystemExit) as wrong:
        if not distribution:
            raise
        problem = f"cannot be used ({distribution}): {reason_of(wrong)}"
        raise BattleFileError(Code.UNREADABLE, problem, name) from None


def _imported(place: str) -> Tool:
    found = at_place(place)
    if not isinstance(found, Tool):
        raise TypeError(f"{place} is no Tool but of type {type(found).__name__}")
    return found


def _own() -> Mapping[str, ToolListing]:
    own: Mapping[str, ToolListing] = import_module("fireline.rulesets").TOOLS
    return own
