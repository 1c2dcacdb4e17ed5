"""Every question, declared once: a function of a file here is a question, and every door asks whatever is here.

Whether a game of a table holds is declared in `fireline.server.checked`, since tables decide what a log may say.

HTTP with its description, the page without a server, language models and `fireline batch` walk `questions()`; none of
them knows a question by name. `@question` declares one: its name is that of the function, what may be asked is the
model of its first argument, what it comes to is the type that it returns, and its text is the docstring.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from inspect import cleandoc
from typing import Any, TypeVar, get_type_hints

from fireline.game.entries import FileEntry
from fireline.game.result import named
from fireline.questions.forms.requests import BATTLE, Bound

JSON, LINES, SVG, PNG, TEXT = "application/json", "application/x-ndjson", "image/svg+xml", "image/png", "text/plain"
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, eq=False)
class Question:
    """One question, and everything that a door must know of it."""

    name: str
    function: Callable[..., Any]
    request: type[FileEntry]
    result: Any
    """The type of the answer: a `Result`, or text and bytes of another media type."""
    text: str
    """What it answers, for people."""
    example: Mapping[str, Any] | None = None
    """The fields of a good question about the battle of the examples, which stands beside them; None for none."""
    media: str = JSON
    tag: str = "rulings"
    tool: str = ""
    """Its name as a tool of a language model, "" where it is none."""
    known: Mapping[str, Any] = field(default_factory=dict)
    """What a long answer tells on the way beside how far it is, of what it would be then: the type of each entry."""
    quick: bool = False
    """Whether it is answered on the spot where the game is quick and the battle is small."""
    changes: bool = False
    """Whether it throws dice, so that the same question may have another answer."""
    large: bool = False
    """Whether the answer is large, so that it is sent compressed to whoever takes it so."""
    bound: Bound = BATTLE

    @property
    def path(self) -> str:
        """Its address below that of the API."""
        return f"/{self.name}"

    @property
    def is_long(self) -> bool:
        """Whether it may take minutes, and says how far it is."""
        return "heard" in self.function.__annotations__

    def news(self, share: float, so_far: Any) -> dict[str, Any]:
        """What is told on the way: how far the answer is, from 0 to 1, and what is known of it by then."""
        return {"progress": share} | ({} if so_far is None else named(so_far, *self.known))

    def sample(self) -> dict[str, Any] | None:
        """The example as it is sent."""
        if self.example is None:
            return None
        from fireline.questions.forms.samples import BATTLE, SHOT  # reads a battle

        known = {"battle": BATTLE, "shot": SHOT, "ruleset": BATTLE["ruleset"]}
        return {name: known[name] for name in self.request.model_fields if name in known} | dict(self.example)


_TABLE: dict[str, Question] = {}


def question(*, name: str = "", tool: str | None = None, **facts: Any) -> Callable[[F], F]:
    """Declare the function below it a question; `facts` are fields of `Question`.

    The name is that of the function unless another is given, and so is that of the tool; `tool=""` makes it none.
    """

    def declare(function: F) -> F:
        called = name or function.__name__
        one = question_of(called, function)
        _TABLE[called] = replace(one, tool=called if tool is None else tool, **facts)
        return function

    return declare


def question_of(name: str, function: Callable[..., Any]) -> Question:
    """A question as its function says it."""
    hints = get_type_hints(function)
    asked = hints[function.__code__.co_varnames[0]]
    return Question(name, function, asked, hints["return"], cleandoc(function.__doc__ or ""))


def declared(function: Callable[..., Any]) -> Question:
    """The question that a function answers."""
    return next(one for one in _TABLE.values() if one.function is function)


@cache
def questions() -> Mapping[str, Question]:
    """Every question by its name: those of all files beside this one."""
    for file in pkgutil.iter_modules(__path__):
        import_module(f"{__name__}.{file.name}")
    return _TABLE
