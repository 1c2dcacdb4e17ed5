"""The toolbox: which commands one game alone has, and where each is found; a tool is imported when it is called."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from importlib import import_module

from fireline.game.errors import BattleFileError
from fireline.game.plugins import TOOLS, announced
from fireline.game.tools import Tool, ToolListing
from fireline.ruling.prose import listing


def tool_names() -> tuple[str, ...]:
    """The names of all tools, those of Fireline's own games first; imports none of them."""
    return tuple(dict.fromkeys((*_own(), *announced(TOOLS))))


def help_of(name: str) -> str:
    """What a tool is for, in a sentence; a plug-in's is imported for that, and where it cannot be, this says why."""
    if name in _own():
        return _own()[name].help
    try:
        return (inspect.getdoc(tool(name).run) or "").partition("\n\n")[0]
    except BattleFileError as wrong:
        return f"{wrong.problem}."


def tool(name: str) -> Tool:
    """The tool of this name; raises `BattleFileError` where it cannot be used."""
    places = {"": _own()[name].place} if name in _own() else announced(TOOLS)[name]
    if len(places) > 1:
        problem = f"cannot be used: announced by {listing(sorted(places))}; uninstall all but one of them"
        raise BattleFileError(problem, name)
    ((distribution, place),) = places.items()
    try:
        return _imported(place)
    except (Exception, SystemExit) as wrong:
        if not distribution:
            raise
        told = next(iter(str(wrong).splitlines()), "") or "no reason given"
        raise BattleFileError(f"cannot be used ({distribution}): {type(wrong).__name__}: {told}", name) from None


def _imported(place: str) -> Tool:
    module, _, attribute = place.partition(":")
    found: object = getattr(import_module(module), attribute)
    if not isinstance(found, Tool):
        raise TypeError(f"{place} is no Tool but of type {type(found).__name__}")
    return found


def _own() -> Mapping[str, ToolListing]:
    own: Mapping[str, ToolListing] = import_module("fireline.rulesets").TOOLS
    return own
