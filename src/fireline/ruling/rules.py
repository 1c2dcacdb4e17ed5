"""Rules as functions: what each adds to a shot and says against it, and what a shot is where some are set aside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from fireline.ruling.prose import house_mark
from fireline.ruling.rulebook import Rulebook
from fireline.ruling.told import data_of, tells

SET_ASIDE = "set aside"
"""Why a line that is set aside does not apply."""


class RuleLine(NamedTuple):
    """Something that a rule does in a shot, by its name in the ruling; without a name, all that the rule forbids."""

    rule: str
    name: str = ""


_gone: ContextVar[frozenset[RuleLine]] = ContextVar("_gone", default=frozenset())
_noted: ContextVar[dict[RuleLine, None] | None] = ContextVar("_noted", default=None)


@contextmanager
def without_lines(*lines: RuleLine) -> Iterator[None]:
    """Rule as if these lines did not apply, inside a `with` block, in this thread or task only.

    A modifier of that name is listed as set aside; a line without a name silences whatever its rule forbids.

    >>> with without_lines(RuleLine("CCA-4.1", "moved")):
    ...     is_active("CCA-4.1", "moved"), is_active("CCA-4.1", "held its position")
    (False, True)
    >>> is_active("CCA-4.1", "moved")
    True
    """
    token = _gone.set(_gone.get() | frozenset(lines))
    try:
        yield
    finally:
        _gone.reset(token)


@contextmanager
def recording_lines() -> Iterator[Iterable[RuleLine]]:
    """Record every line that counts in the rulings inside a `with` block, in the order first met.

    >>> with recording_lines() as lines:
    ...     _ = is_active("CCA-4.1", "moved"), is_active("CCA-4.1", "moved")
    >>> list(lines)
    [RuleLine(rule='CCA-4.1', name='moved')]
    """
    lines: dict[RuleLine, None] = {}
    token = _noted.set(lines)
    try:
        yield lines
    finally:
        _noted.reset(token)


def is_active(rule: str, name: str = "") -> bool:
    """Whether a line that would count in this shot applies; rules that can be set aside ask this.

    Ask only if the line changes something, so that a list of what counts has no others.
    """
    line = RuleLine(rule, name)
    if line in _gone.get():
        return False
    if (noted := _noted.get()) is not None:
        noted[line] = None
    return True


def nothing_set_aside() -> bool:
    """Whether no line is set aside and nobody notes them, so that what the rules say may be taken from memory.

    >>> with without_lines(RuleLine("CCA-2.1")):
    ...     nothing_set_aside()
    False
    """
    return not _gone.get() and _noted.get() is None


F = TypeVar("F", bound=Callable[..., object])
S = TypeVar("S")
T = TypeVar("T")
Reason = str | Callable[[], str]
"""A reason as a sentence, or what makes the sentence once somebody reads it."""
Reasons = Callable[[], Iterable[tuple[str, str]]]
"""Reasons that stand under several rules, each a rule and a sentence, made once somebody reads them."""
Check = Callable[[S], Reason | Literal[False] | None]
C = TypeVar("C", bound=Callable[..., Reason | Reasons | Literal[False] | None])
_written: list[str] = []
"""The rule of every function for one, in the order in which they were written down."""


def rules_written() -> int:
    """How many functions for rules were written down so far.

    Rules may be added while a program runs: whoever keeps what rules said asks them anew when there are more.
    """
    return len(_written)


class Register(Generic[F]):
    """Functions that carry out rules of a rulebook, in the order in which they are written.

    An ID that the rulebook lacks raises `UnknownRule` at import.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self._entries: list[tuple[str, F]] = []
        rulebook.registers.append(lambda: [function for _, function in self._entries])

    def rule(self, id_: str) -> Callable[[F], F]:
        """Add the decorated function under this rule."""
        self._rulebook.cite(id_)

        def add(function: F) -> F:
            self._entries.append((id_, function))
            _written.append(id_)
            return function

        return add


@tells("rule name value applies because? house?")
class Modifier(NamedTuple):
    """One line of the sum; if it does not apply, it stays listed with the reason."""

    rule: str
    name: str
    value: int
    applies: bool = True
    because: str = ""
    house: str = ""
    """The addresses of the house rules that made it so, "" for none."""


class ModifierChange(NamedTuple):
    """What a rule does to the sum so far; `unless` says why it does not apply, `because` why it does.

    Where a sentence takes long to make, `because` makes it: nobody reads it who asks for the sum alone.
    """

    name: str
    value: int
    unless: str = ""
    because: str | Callable[[], str] = ""


Rate = Callable[[S, int], "ModifierChange | Iterable[ModifierChange] | None"]


def total(modifiers: Iterable[Modifier]) -> int:
    """The sum of the lines that apply.

    >>> total([Modifier("R-1", "base", 2), Modifier("R-2", "cap", -1), Modifier("R-3", "mud", -1, applies=False)])
    1
    """
    return sum(modifier.value for modifier in modifiers if modifier.applies)


class Modifiers(Register[Rate[S]]):
    """The modifiers a rulebook knows, asked in order; each is told the sum so far, for caps.

        @modifiers.rule("CCA-4.1")
        def held(scene: Scene, so_far: int) -> ModifierChange: ...

    A function may return one change, several (each under its rule), or None if there is nothing to say.
    A line that is set aside (`fireline.ruling.rules`) stays listed and does not apply.
    """

    def __call__(self, scene: S) -> tuple[Modifier, ...]:
        """Every line of the sum, in order."""
        return tuple(
            Modifier(id_, change.name, change.value, not unless, unless or _said(change.because))
            for id_, change, unless in self._changes(scene)
        )

    def sum(self, scene: S) -> int:
        """The `total` of the lines."""
        return sum(change.value for _, change, unless in self._changes(scene) if not unless)

    def _changes(self, scene: S) -> Iterator[tuple[str, ModifierChange, str]]:
        """The rule of every line, what it changes, and why it does not apply."""
        so_far = 0
        for id_, rate in self._entries:
            answer = rate(scene, so_far)
            if answer is None:
                continue
            for change in (answer,) if isinstance(answer, ModifierChange) else answer:
                unless = change.unless or ("" if is_active(id_, change.name) else SET_ASIDE)
                so_far += 0 if unless else change.value
                yield id_, change, unless


def _said(because: str | Callable[[], str]) -> str:
    return because if isinstance(because, str) else because()


class Asks(IntEnum):
    """What a check looks at, the cheapest first."""

    SHOOTER = 0
    """The battle and whoever acts, whatever is aimed at: asked once for many targets."""
    TARGET = 1
    """Both of them: who they are, and how far apart."""
    WAY = 2
    """In which of several ways it is done: with so many bullets, with this weapon."""
    SIGHT = 3
    """What lies between them."""

    __hash__ = int.__hash__  # that of an enum takes a call for each check that is looked up


EVERYTHING = tuple(Asks)


@dataclass(frozen=True, slots=True)
class Explained:
    """A sentence under its rule: one step of the procedure in this shot, or of what has happened."""

    told: ClassVar[str] = "rule text house?"

    rule: str
    text: str
    house: str = ""
    """The addresses of the house rules that made it so, "" for none."""

    def __str__(self) -> str:
        return f"{self.text}{house_mark(self.house)} {self.rule}"

    def data(self) -> dict[str, Any]:
        """The sentence as it stands in a JSON answer."""
        return data_of(self)


class Refusal(Explained):
    """One reason why a shot, or another command, is illegal."""

    __slots__ = ()
    told = "rule message=text house?"

    @property
    def because(self) -> str:
        """The reason."""
        return self.text


class _Entry(NamedTuple, Generic[S]):
    """A check with the rules it may object by; `needed` where it is asked even though its rule is set aside."""

    rules: tuple[str, ...]
    check: Callable[[S], Reason | Reasons | Literal[False] | None]
    asks: Asks
    needed: bool = False

    def reasons(self, scene: S) -> Iterator[tuple[str, str]]:
        """Every reason with its rule, whether the rule stands or not, in the order of the rules."""
        objects = self.check(scene)
        if not objects:
            return
        made = objects if isinstance(objects, str) else objects()
        found = ((self.rules[0], made),) if isinstance(made, str) else tuple(made)
        for rule in self.rules:
            if because := " ".join(reason for id_, reason in found if id_ == rule):
                yield rule, because

    def bars(self, scene: S) -> bool:
        """Whether it objects, some rules being set aside."""
        if self.needed:
            return bool(self.check(scene))
        return any(is_active(rule) for rule, _ in self.reasons(scene))


class Checks(Generic[S]):
    """The reasons a rulebook knows against something, asked in the order they are written down.

    A check is a function that returns the reason, or None where its rule does not object; `asks` says what it looks
    at, so that a survey of many shots asks no more than it must:

        @checks.rule("CCA-1.3", asks=Asks.SHOOTER)
        def next_to_an_enemy(scene: Scene) -> str | None: ...

    One that is a single condition and its sentence needs no name:

        checks.against("CCA-1.4", lambda scene: scene.moved and f"{scene.shooter} has moved.", asks=Asks.SHOOTER)

    A rule that is set aside (`fireline.ruling.rules`) objects to nothing, but for checks marked with `needs`:
    without what they ask for there is no shot to think of. An ID that the rulebook lacks raises `UnknownRule` at
    import.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self._entries: list[_Entry[S]] = []
        rulebook.registers.append(lambda: [entry.check for entry in self._entries])
        self._asking: dict[tuple[Asks, ...], list[_Entry[S]]] = {}
        """The checks that look at these, in the order of what they look at, once somebody has asked for them."""

    def rule(self, id_: str, *, asks: Asks = Asks.TARGET) -> Callable[[C], C]:
        """Add the decorated function under this rule."""
        return self._adding((id_,), asks)

    def against(self, id_: str, check: Check[S], *, asks: Asks = Asks.TARGET) -> None:
        """Add a check under this rule that is one expression: false, or the reason."""
        self._adding((id_,), asks)(check)

    def needs(self, id_: str, *, asks: Asks = Asks.TARGET) -> Callable[[C], C]:
        """Add the decorated function under this rule, to be asked even where the rule is set aside."""
        return self._adding((id_,), asks, needed=True)

    def look(self, *rules: str) -> Callable[[C], C]:
        """Add the decorated function, which looks at what lies between and objects by one or several of these rules."""
        return self._adding(rules, Asks.SIGHT)

    def _adding(self, rules: tuple[str, ...], asks: Asks, *, needed: bool = False) -> Callable[[C], C]:
        for id_ in rules:
            self._rulebook.cite(id_)

        def add(check: C) -> C:
            self._entries.append(_Entry(rules, check, asks, needed))
            self._asking.clear()
            _written.append(rules[0])
            return check

        return add

    def __call__(self, scene: S) -> tuple[Refusal, ...]:
        """Every reason against the scene, () when there is none."""
        return tuple(
            Refusal(id_, because)
            for entry in self._entries
            for id_, because in entry.reasons(scene)
            if entry.needed or is_active(id_)
        )

    def bar(self, scene: S, *asks: Asks) -> bool:
        """Whether a check that looks at any of these, or any check if nothing is named, has a reason against the scene.

        The first one found is enough.
        """
        entries = self._asking.get(asks)
        if entries is None:
            entries = [entry for one in asks or EVERYTHING for entry in self._entries if entry.asks is one]
            self._asking[asks] = entries
        if not nothing_set_aside():
            return any(entry.bars(scene) for entry in entries)
        for entry in entries:  # noqa: SIM110 - asked by the hundred thousand: a generator takes twice as long
            if entry.check(scene):
                return True
        return False

    def unbarred(
        self, asked: Iterable[T], alone: S | None = None, scene: Callable[[T], S] | None = None
    ) -> Iterator[T]:
        """Of scenes that have battle and shooter in common those with no reason against them, as `__call__` says it.

        What is asked about may be something else that `scene` makes a scene of. What is the shooter's own fault is
        asked once, and a line of sight is looked along last. With a scene of the shooter alone, aimed at nobody else,
        no other is made where it has a fault of its own.
        """
        if alone is not None and self.bar(alone, Asks.SHOOTER):
            return
        first = alone is None
        for one in asked:
            made: Any = one if scene is None else scene(one)
            if first and self.bar(made, Asks.SHOOTER):
                return
            first = False
            if not self.bar(made, Asks.TARGET, Asks.WAY, Asks.SIGHT):
                yield one
