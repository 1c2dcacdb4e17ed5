"""A small game to test with that has words of its own for everything: boats, berths, holes, sunk boats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from fireline.chance import Dice, Dist, chance, d6, with_faces
from fireline.chance import odds as weigh
from fireline.game.command import Command, EndPhase, NextTurn, PhaseEnded, Shoot
from fireline.game.entries import FileEntry, Name, read_entry
from fireline.game.errors import BattleFileError, Code
from fireline.game.event import Event
from fireline.game.files import Files
from fireline.game.losses import Damage, Kind, Loss, Losses
from fireline.game.odds import Headline
from fireline.game.places import Mark, check_marks, refused
from fireline.game.planning import Planning
from fireline.game.roster import Turn, UnitView
from fireline.game.ruleset import Ruleset
from fireline.game.shot import Shot
from fireline.ruling import Explained, Refusal, Rule, Rulebook, Ruling

RULES = Rulebook("boats", {"BTS-1": Rule("BTS-1", "A boat fires once; a 4 or more makes a hole.", "fact", "done")})
RULE = RULES.cite("BTS-1")
HOLES = Damage("holes", Kind.HARM, one="hole")
SUNK = Damage("sunk", Kind.OUT)
BERTHS = ("north", "south", "east", "west")
NEEDED = 4


class BoatEntry(FileEntry):
    """A boat, and how many holes sink it."""

    id: Name
    fleet: Name
    berth: str
    planks: Annotated[int, Field(ge=1, le=9)] = 2
    fired: bool = False


class BattleEntry(FileEntry):
    """A harbour."""

    ebb: Name
    boats: list[BoatEntry]
    dusk: bool = False


@dataclass(frozen=True)
class Boat:
    """A boat that floats."""

    id: str
    fleet: str
    berth: str
    planks: int
    fired: bool


@dataclass(frozen=True)
class Harbour:
    """The state: which fleet the ebb favours, the boats, and whether it is dark."""

    ebb: str
    boats: tuple[Boat, ...]
    dusk: bool = False

    def boat(self, id_: str) -> Boat:
        """The boat of this id; raises `BattleFileError`."""
        found = next((boat for boat in self.boats if boat.id == id_), None)
        if found is None:
            raise BattleFileError(Code.UNKNOWN_NAME, f"{id_!r} is no boat", "shot")
        return found


class Aimed(NamedTuple):
    """A declared shot: the harbour, who fires, and at what."""

    harbour: Harbour
    gunner: Boat
    hull: Boat


class Outcome(NamedTuple):
    """What a shot comes to."""

    holed: bool


@dataclass(frozen=True, slots=True)
class Holed(Event):
    """A boat fired at another, and made a hole or none."""

    gunner: str
    hull: str
    face: int
    holes: int


@dataclass(frozen=True, slots=True)
class Sank(Event):
    """A boat went down."""

    hull: str


@dataclass(frozen=True, slots=True)
class Bail(Command):
    """A crew bails its boat out, which changes nothing."""

    hull: str


@dataclass(frozen=True, slots=True)
class Bailed(Event):
    """A crew bailed."""

    hull: str


@chance(rule=RULE)
def fire(dice: Dice) -> Outcome:
    """One die."""
    return Outcome(dice.roll(d6) >= NEEDED)


def read(data: Mapping[str, Any], _: Files) -> Harbour:
    entry = read_entry(BattleEntry, data)
    return Harbour(entry.ebb, tuple(Boat(**boat.model_dump()) for boat in entry.boats), entry.dusk)


def write(state: Harbour) -> dict[str, Any]:
    boats = [{name: getattr(boat, name) for name in BoatEntry.model_fields} for boat in state.boats]
    return {"ebb": state.ebb, "boats": boats} | ({"dusk": True} if state.dusk else {})


def units(state: Harbour) -> tuple[UnitView, ...]:
    return tuple(UnitView(one.id, f"the {one.id}", one.fleet, one.berth, left=one.planks) for one in state.boats)


def turn(state: Harbour) -> Turn:
    return Turn(state.ebb, f"the ebb is {state.ebb}'s", over=state.dusk, data={"ebb": state.ebb})


def shooters(state: Harbour) -> tuple[str, ...]:
    return tuple(boat.id for boat in state.boats if boat.fleet == state.ebb)


def targets(state: Harbour, shooter: str) -> tuple[str, ...]:
    fleet = next((boat.fleet for boat in state.boats if boat.id == shooter), state.ebb)
    return tuple(boat.id for boat in state.boats if boat.fleet != fleet)


def refusals(state: Harbour, command: Command) -> tuple[Refusal, ...]:
    match command:
        case NextTurn():
            return () if state.dusk else (Refusal(RULE, "It is not dusk."),)
        case _ if state.dusk:
            return (Refusal(RULE, "It is dusk."),)
        case _:
            return ()


def declare(state: Harbour, shot: Shot) -> Aimed:
    return Aimed(state, state.boat(shot.shooter), state.boat(shot.target))


def against(aimed: Aimed) -> tuple[Refusal, ...]:
    return tuple(_against(*aimed))


def _against(state: Harbour, gunner: Boat, hull: Boat) -> Iterator[Refusal]:
    if state.dusk:
        yield Refusal(RULE, "It is dusk.")
        return
    if gunner.fired or gunner.fleet != state.ebb:
        yield Refusal(RULE, f"{gunner.id} may not fire.")
    if gunner.fleet == hull.fleet:
        yield Refusal(RULE, f"{hull.id} is a friend.")


def commands(state: Harbour) -> tuple[Command, ...]:
    if state.dusk:
        return (NextTurn(),)
    mine = shooters(state)
    shots = (Shot(a, b) for a in mine for b in targets(state, a))
    shooting = (Shoot(shot) for shot in shots if not against(declare(state, shot)))
    return (*shooting, *(Bail(one) for one in mine), EndPhase())


def rule(aimed: Aimed) -> Ruling:
    steps = (Explained(RULE, f"A {NEEDED} or more makes a hole."),)
    return Ruling(f"{aimed.gunner.id} > {aimed.hull.id}", against(aimed), None, None, (), {"needed": NEEDED}, steps)


def odds(_: Aimed) -> Dist[Outcome]:
    return weigh(fire)


def shoot(aimed: Aimed, dice: Dice) -> tuple[Event, ...]:
    outcome, faces = with_faces(dice, fire)
    gunner, hull = aimed.gunner.id, aimed.hull.id
    holed = Holed(gunner, hull, next(iter(faces), 0), int(outcome.holed))
    return (holed, Sank(hull)) if outcome.holed and aimed.hull.planks == 1 else (holed,)


def decide(state: Harbour, command: Command, dice: Dice) -> tuple[Event, ...]:
    match command:
        case Bail(hull):
            return (Bailed(hull),)
        case NextTurn():
            return ()
        case _:
            return (PhaseEnded(),)


def evolve(state: Harbour, event: Event) -> Harbour:
    def changed(id_: str, **values: Any) -> Harbour:
        return replace(state, boats=tuple(replace(one, **values) if one.id == id_ else one for one in state.boats))

    match event:
        case Holed(gunner, hull, _, holes):
            state = changed(hull, planks=state.boat(hull).planks - holes)
            return changed(gunner, fired=True)
        case Sank(hull):
            return replace(state, boats=tuple(one for one in state.boats if one.id != hull))
        case PhaseEnded():
            return replace(state, dusk=True)
        case _:
            return state


def tell(_: Harbour, event: Event) -> tuple[Explained, ...]:
    return (Explained(RULE, f"{type(event).__name__} {event.data()}."),)


def losses(event: Event) -> tuple[Loss, ...]:
    match event:
        case Holed(hull=hull, holes=holes) if holes:
            return (Loss(hull, HOLES, holes),)
        case Sank(hull):
            return (Loss(hull, SUNK),)
        case _:
            return ()


class Berths:
    """Places are berths; two boats may share one."""

    measure = "berths"
    rule = RULE

    def everybody(self, state: Harbour) -> tuple[str, ...]:
        return tuple(boat.id for boat in state.boats)

    def at(self, state: Harbour, unit: str) -> str:
        return state.boat(unit).berth

    def all(self, state: Harbour, unit: str, step: Fraction | None = None) -> tuple[str, ...]:
        return BERTHS

    def steps(self, state: Harbour, unit: str) -> tuple[str, ...]:
        return tuple(berth for berth in BERTHS if berth != state.boat(unit).berth)

    def put(self, state: Harbour, unit: str, place: str) -> Harbour:
        if place not in BERTHS:
            raise refused(unit, place, "there is no such berth")
        boats = (replace(one, berth=place) if one.id == unit else one for one in state.boats)
        return replace(state, boats=tuple(boats))

    def marks(self, state: Harbour, unit: str) -> tuple[Mark, ...]:
        return (Mark("fired", state.boat(unit).fired),)

    def mark(self, state: Harbour, unit: str, marks: Mapping[str, Any]) -> Harbour:
        check_marks(self.marks(state, unit), marks)
        return replace(state, boats=tuple(replace(one, **marks) if one.id == unit else one for one in state.boats))


def ceiling(state: Harbour, shooter: str) -> Mapping[str, Fraction]:
    half = Fraction(1, 2)
    return {"losses": half, "kills": half, "holed": half}


def to_fire(state: Harbour, shooter: str) -> Harbour:
    fleet = state.boat(shooter).fleet
    if fleet == state.ebb and not state.dusk:
        return state
    fresh = tuple(replace(one, fired=False) if one.fleet == fleet else one for one in state.boats)
    return replace(state, ebb=fleet, boats=fresh, dusk=False)


def shots_left(state: Harbour, unit: str) -> int:
    return int(any(one.id == unit and not one.fired for one in state.boats))


def headline(outcomes: Dist[Outcome]) -> Headline:
    return Headline("a hole", outcomes.probability(lambda one: one.holed), "holed")


def preparing(_: Harbour, __: str) -> Iterable[Command]:
    return ()


RULESET: Ruleset[Harbour, Aimed, Outcome] = Ruleset(
    id="boats",
    name="Boats",
    rulebook=RULES,
    package=__name__,
    read=read,
    write=write,
    entry=BattleEntry,
    units=units,
    turn=turn,
    shooters=shooters,
    targets=targets,
    declare=declare,
    rule=rule,
    against=against,
    odds=odds,
    shoot=shoot,
    headline=headline,
    worth=lambda _state, _shot, outcome: Fraction(outcome.holed),
    commands=commands,
    refusals=refusals,
    decide=decide,
    evolve=evolve,
    narrate=tell,
    label=lambda _, command: str(command),
    events=(Holed, Sank, Bailed, PhaseEnded),
    command_types=(Bail,),
    successes={"holed": "holes"},
    quick=True,
    places=Berths(),
    losses=Losses(of=losses),
    planning=Planning(upper_bound=ceiling, with_turn_of=to_fire, shots_left=shots_left, preparing=preparing),
)
BARE = replace(RULESET, id="bare-boats", places=None, losses=None, planning=None)
"""The same game with no part that a game may lack."""

HARBOUR: dict[str, Any] = {
    "ebb": "red",
    "boats": [
        {"id": "ada", "fleet": "red", "berth": "north"},
        {"id": "bee", "fleet": "red", "berth": "east"},
        {"id": "cat", "fleet": "blue", "berth": "south", "planks": 1},
    ],
}
