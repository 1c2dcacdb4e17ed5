"""What a ruleset is, and the register of those there are."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, Generic, NamedTuple, TypeVar

from fireline.chance import Dice, Dist
from fireline.game.command import Command
from fireline.game.entries import Entry, one_of
from fireline.game.event import Event
from fireline.game.files import Files
from fireline.game.losses import Loss
from fireline.game.odds import AnyOutcome, Headline
from fireline.game.places import Places
from fireline.game.shot import Shot
from fireline.ruling import Difference, Explained, Refusal, Rulebook, Ruling

S = TypeVar("S")
D = TypeVar("D")
OutcomeT = TypeVar("OutcomeT", bound=AnyOutcome)


@dataclass(frozen=True, kw_only=True)
class Hidden(Generic[S]):
    """What a game hides from whom: its teams, and the state as one of them may know it."""

    teams: tuple[str, ...]
    seen_by: Callable[[S, str], S]
    """The state with everything blank that this team may not look at."""
    team_of: Callable[[S, str], str]
    """Whose a shooter is, "" where there is no such shooter."""


class Alike(NamedTuple, Generic[S]):
    """What no shot left in a phase can tell apart: a key of each face, and one state for all that play out alike."""

    face: Callable[[Any], Hashable]
    state: Callable[[S], S]


@dataclass(frozen=True, kw_only=True)
class Ruleset(Generic[S, D, OutcomeT]):
    """One game as Fireline plays it: a name, a rulebook, and the functions that carry its rules out.

    `S` is the game's state, a frozen hashable dataclass; `D` a shot declared in it, with everything that the rules
    measure; `OutcomeT` its outcomes, a NamedTuple of plain values.
    Functions that take something from outside (`read`, `declare`) raise `BattleFileError`.
    """

    id: str
    name: str
    rulebook: Rulebook

    read: Callable[[Mapping[str, Any], Files], S]
    """A state from the data of a battle file, and from the files that it names."""
    write: Callable[[S], dict[str, Any]]
    """The data of a battle file from a state: `read(write(state)) == state`."""

    shooters: Callable[[S], tuple[str, ...]]
    """Everyone on the side that fires, able to or not."""
    targets: Callable[[S, str], tuple[str, ...]]
    """Everyone a shooter could name as target: every enemy."""
    title: Callable[[S, str], str]
    """A unit as people call it."""

    declare: Callable[[S, Shot], D]
    """The shot on the board, from which everything else about it is asked; what it leaves open is settled."""
    rule: Callable[[D], Ruling]
    """The ruling on a shot; throws no dice."""
    against: Callable[[D], tuple[Refusal, ...]]
    """The refusals of that ruling alone."""
    odds: Callable[[D], Dist[OutcomeT]]
    """The exact odds of what the dice of a legal shot do; see `ended` for what is decided after them."""
    shoot: Callable[[D, Dice], tuple[Event, ...]]
    """What a legal shot makes happen; here its dice are thrown."""
    headline: Callable[[Dist[OutcomeT]], Headline]
    """The chance a player asks for first."""
    worth: Callable[[S, Shot, OutcomeT], Fraction]
    """What an outcome is worth to the shooter, for a simple policy of play."""

    successes: Mapping[str, str] = field(default_factory=dict)
    """What counts as success beside the headline, by what people call so many of it: fields of outcomes, and checks
    that are thrown outside an attack."""

    to_decide: Callable[[S], str | None]
    """Who owes an answer (to a retreat, say) before the next shot, if anybody."""
    commands: Callable[[S], tuple[Command, ...]]
    """What may be said now; of the answers owed, the customary one first."""
    refusals: Callable[[S, Command], tuple[Refusal, ...]]
    """Every reason against a command that is no shot; () is legal."""
    decide: Callable[[S, Command, Dice], tuple[Event, ...]]
    """What such a command makes happen where it is legal, with the dice that it throws."""
    evolve: Callable[[S, Event], S]
    """The state after an event; pure, no dice."""
    tell: Callable[[S, Event], tuple[Explained, ...]]
    """The story of an event that happens to this state, each sentence with its rule."""
    describe: Callable[[S, Command], str]
    """A command as a menu shows it."""

    events: tuple[type[Event], ...]
    package: str
    """The package that holds `starter.yaml`, the commented first battle file."""
    files: Callable[[S], tuple[str, ...]] | None = None
    """The files in the battle's folder that a state goes on naming; None for a game that names none."""
    questions: tuple[tuple[str, str], ...] = ()
    """Details of a shot that are asked for at the table: the name and the question."""
    asks: Callable[[S, Shot], bool] = lambda _state, _shot: True
    """Whether the prompt asks them before this shot."""
    ended: Callable[[S, Shot, OutcomeT, S], OutcomeT] | None = None
    """The outcome when the attack is over, of the state before it, the shot, the outcome of the dice, and the state
    that the last answer has led to; None where the dice decide all."""
    declaring: Callable[[S, Command], Shot] | None = None
    """The shot that waits for an answer, with this answer declared; None where all answers come after the dice."""
    declared: Callable[[Shot], str] = lambda _: ""
    """The answer of another player that a shot itself declares, as a sentence, "" for none."""
    customary: str = ""
    """The customary answers to what is owed, as a sentence's end: "nobody Protects"."""
    caveat: Callable[[S], str] = lambda _: ""
    """What has to be said wherever chances of this battle are shown, "" for nothing."""
    material: Callable[[S], Mapping[str, Fraction]] = lambda _: {}
    """What each side has left, for weighing answers against each other; for games in which any are owed."""
    edition: Any = None
    """The version of the rules, for a game that has several."""
    differences: Callable[[Any, Any], Iterable[Difference]] | None = None
    """What differs between two versions of the rules."""
    hidden: Hidden[S] | None = None
    """What the game hides; None where everybody may see everything."""
    entry: type[Entry] | None = None
    """What a battle file may say, less format and ruleset: its JSON Schema is published."""
    says: tuple[type[Command], ...] = ()
    """The kinds of command that this game adds to a shot and the end of the phase."""
    shots: Callable[[S, str, str], Iterable[Shot]] = lambda _state, shooter, target: (Shot(shooter, target),)
    """Every way worth choosing to declare a shot of one at another, legal or not: bullets, weapons, windows."""
    ceiling: Callable[[S, str], Mapping[str, Fraction]] = lambda _state, _shooter: {}
    """What one shot of a unit is expected to come to at most in this phase, whatever has happened before it: proven
    bounds by "losses", "kills" and each field of outcomes that is a number; for planning."""
    shots_left: Callable[[S, str], int | None] = lambda _state, _unit: None
    """How many shots a unit may still take in this phase at most, were it armed; None where the rules do not count
    them, so that whoever plays for it takes one."""
    preparing: Callable[[S, str], Iterable[Command]] = lambda _state, _unit: ()
    """What a unit may do that makes later shots of it possible or better (aim, reload), legal or not; each takes away
    from its `shots_left`, so that nobody prepares for ever."""
    alike: Callable[[S], Alike[S]] = lambda _: Alike(lambda face: face, lambda state: state)
    """What no shot left in the phase can tell apart, seen from a state; for planning."""
    to_fire: Callable[[S, str], S] = lambda state, _: state
    """The state were it the turn of a unit's side to fire now, the same where it is; for what an enemy might do."""
    places: Places[S] | None = None
    """Where units stand and might stand; None for a game that names no places."""
    in_full: Callable[[S, str], Mapping[str, Any]] = lambda _state, _id: {}
    """What a unit's entry in a battle file says the shorter way (a weapon by its name), with every number, by key."""
    losses: Callable[[Event], tuple[Loss, ...]] = lambda _: ()
    """What an event takes from whom, for counting what a phase costs."""
    warnings: Callable[[S], tuple[str, ...]] = lambda _: ()
    """What in a state is allowed and still looks like a slip of the pen, each as a sentence."""
    side: Callable[[S, str], str] = lambda _state, _id: ""
    """Whose a unit is, "" for nobody's."""


_HOMES = {
    "ancients": "fireline.rulesets.ancients:RULESET",
    "blightmeer@2025-11": "fireline.rulesets.blightmeer:V2025_11",
    "blightmeer@2026-01": "fireline.rulesets.blightmeer:V2026_01",
    "blightmeer@2026-07": "fireline.rulesets.blightmeer:V2026_07",
    "duel-of-ages": "fireline.rulesets.duel_of_ages:RULESET",
    "endless-horizons": "fireline.rulesets.endless_horizons:RULESET",
}


_NEWEST = {"blightmeer": "blightmeer@2026-07"}
"""The version that a game's bare name means."""


def ruleset_ids() -> tuple[str, ...]:
    """The ids of all rulesets, in the order they are listed."""
    return tuple(_HOMES)


def starter(id_: str) -> str:
    """The commented battle file to start from; raises `BattleFileError` for an unknown ruleset."""
    text = files(ruleset(id_).package).joinpath("starter.yaml").read_text(encoding="utf-8")
    return re.sub(r"^ruleset: \S+", f"ruleset: {id_}", text, count=1, flags=re.MULTILINE)


@cache
def ruleset(id_: str) -> Ruleset[Any, Any, Any]:
    """The ruleset of this id, imported when first asked for; raises `BattleFileError` for an unknown one.

    The bare name of a game with several versions means the newest: "blightmeer".
    """
    if id_ in _NEWEST:
        return ruleset(_NEWEST[id_])
    one_of(id_, _HOMES, "ruleset", "ruleset")
    package, _, name = _HOMES[id_].partition(":")
    loaded: Ruleset[Any, Any, Any] = getattr(import_module(package), name)
    return loaded
