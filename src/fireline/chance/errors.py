"""What can go wrong with chance, in words for the author of the program.

All of them can be pickled; those that name a program hold its name and rule as text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fireline.chance.dice import Die


class Unanswered(Exception):
    """The faces laid down have run out: the program waits for a throw of `die`."""

    code = "wrong-dice"

    def __init__(self, die: Die[Any]) -> None:
        super().__init__(die)
        self.die = die

    def __str__(self) -> str:
        return f"no face is left for the throw of {self.die.name}"


class NotOnDie(ValueError):
    """A face was laid down that the die thrown does not have."""

    code = "wrong-dice"

    def __init__(self, face: object, die: Die[Any]) -> None:
        super().__init__(face, die)
        self.face, self.die = face, die

    def __str__(self) -> str:
        return f"{self.face!r} is not on {self.die.name}, which has {_some(self.die.faces)}"


class EmptyDeck(LookupError):
    """A card had to be drawn and none was left."""

    code = "missing"

    def __str__(self) -> str:
        return "the deck is empty: there is no card to draw"


class ImpureProgram(RuntimeError):
    """A program did something different when the same faces came up again, so it has no odds."""

    code = "bug"

    def __init__(self, program: str, number: int, before: str, now: str) -> None:
        super().__init__(program, number, before, now)
        self.program, self.number, self.before, self.now = program, number, before, now

    def __str__(self) -> str:
        return (
            f"{self.program} is not pure: after the same answers, step {self.number} "
            f"was {self.before} the first time and {self.now} the next; "
            "a program may depend on nothing but its arguments and its dice"
        )


class TooManyPaths(RuntimeError):
    """One program's body has more paths than the budget allows."""

    code = "too-large"

    def __init__(self, program: str, budget: int) -> None:
        super().__init__(program, budget)
        self.program, self.budget = program, budget

    def __str__(self) -> str:
        return (
            f"{self.program} has more than {self.budget:,} paths; move a part of it into a program "
            "of its own, so that equal results merge, or raise the budget: "
            f"with limited(paths={self.budget * 10})"
        )


class TooManyStates(RuntimeError):
    """An unlimited chain reaches more states than the budget allows."""

    code = "too-large"

    def __init__(self, program: str, budget: int) -> None:
        super().__init__(program, budget)
        self.program, self.budget = program, budget

    def __str__(self) -> str:
        return (
            f"repeating {self.program} reaches more than {self.budget:,} states; keep only what matters "
            f"in the state (cap what counts up), or raise the budget: with limited(states={self.budget * 10})"
        )


class NeverEnds(ValueError):
    """A chain reaches states from which it can never end."""

    code = "bug"

    def __init__(self, program: str, states: tuple[object, ...]) -> None:
        super().__init__(program, states)
        self.program, self.states = program, states

    def __str__(self) -> str:
        return f"repeating {self.program} never ends from {_some(self.states)}"


class CallsItself(RuntimeError):
    """The odds of a program depend on themselves."""

    code = "bug"

    def __init__(self, program: str, call: str) -> None:
        super().__init__(program, call)
        self.program, self.call = program, call

    def __str__(self) -> str:
        return (
            f"{self.program} can call itself with the same arguments, {self.call}, so its paths have no end; "
            "write one step of it as a program and solve the chain with Dist.until"
        )


class TooDeep(RuntimeError):
    """Programs call programs deeper than Python can follow."""

    code = "too-large"

    def __init__(self, program: str, call: str) -> None:
        super().__init__(program, call)
        self.program, self.call = program, call

    def __str__(self) -> str:
        return (
            f"{self.program} calls programs too deep to follow, last {self.call}; write one step of it "
            "as a program and push a Dist through it with Dist.then, or to its end with Dist.until"
        )


def _some(things: tuple[object, ...], most: int = 8) -> str:
    named = ", ".join(map(repr, things[:most]))
    return f"{named} and {len(things) - most} more" if len(things) > most else named
