"""Shots, what becomes of weapons and targets by them, suppressing fire, and the ends of turns and rounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from fireline.game import command
from fireline.game.event import Event
from fireline.game.losses import Damage, Kind, Loss
from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.legality import JAMS
from fireline.rulesets.endless_horizons.pieces import Jam
from fireline.rulesets.endless_horizons.prose import weapon_title
from fireline.rulesets.endless_horizons.resolution import MOST_DICE, rolled_on
from fireline.rulesets.endless_horizons.state import Hit, State, Suppression, Unit, Weapon, with_turn
from fireline.ruling import Explained
from fireline.ruling.prose import listing, plural

STOPPING, BURST = RULES.cite("EHZ-1.4"), RULES.cite("EHZ-5.1")
SUPPRESSION, OPENING = RULES.cite("EHZ-6.1"), RULES.cite("EHZ-6.2")
MALFUNCTION, EFFECTS = RULES.cite("EHZ-8.1"), RULES.cite("EHZ-8.2")
HITS = Damage("hits", Kind.HARM, one="hit")
INCAPACITATED = Damage("incapacitated", Kind.OUT)
JAMMED = Damage("jams", Kind.OTHER, of="jam")
WRECKED = Damage("weapons wrecked", Kind.OTHER, of="weapon wrecked")
SIZES = ("", "minor", "medium", "major")
RUN_OUT = "the bullets have run out"
AIM, ROUND = RULES.cite("EHZ-4.3"), RULES.cite("EHZ-6.3")


@dataclass(frozen=True, slots=True)
class UnitEvent(Event):
    """Base of the events that change one unit and nothing else."""

    unit: str

    def after(self, state: State) -> State:
        return state.with_unit(self.changed(state.unit(self.unit)))

    def changed(self, unit: Unit) -> Unit:
        """The unit after it."""
        return unit


def spent(unit: Unit, actions: int) -> Unit:
    """The unit with so many actions less, where they are counted."""
    return unit if unit.actions is None else replace(unit, actions=unit.actions - actions)


def aimless(unit: Unit) -> Unit:
    """A unit that aims at nobody any more (EHZ-4.3)."""
    return replace(unit, aimed=0, aimed_at=None)


def armed(unit: Unit, **changes: Any) -> Unit:
    """The unit with its weapon in hand changed."""
    return replace(unit, weapon=replace(weapon_of(unit), **changes))


def weapon_of(unit: Unit) -> Weapon:
    """The weapon in hand; raises `LookupError` where there is none."""
    if unit.weapon is None:
        raise LookupError(f"{unit} has no weapon in hand")
    return unit.weapon


def suppression_of(unit: Unit) -> Suppression:
    """The suppressing fire of a unit; raises `LookupError` where there is none."""
    if unit.suppressing is None:
        raise LookupError(f"{unit} suppresses nobody")
    return unit.suppressing


def named(faces: tuple[int, ...]) -> str:
    """Faces as a sentence names them."""
    return listing(map(str, faces))


@dataclass(frozen=True, slots=True)
class ShotFired(Event):
    """A shot or burst: the faces thrown, the roll with everything added, and what it came to."""

    shooter: str
    target: str
    faces: tuple[int, ...]
    result: int | None
    """None where nothing was rolled: the weapon had a squib in the barrel."""
    fired: int
    hits: int
    effect: int
    aimed: int
    actions: int
    out_of_turn: bool = False

    def after(self, state: State) -> State:
        shooter = state.unit(self.shooter)
        state = state.with_unit(self._spent(shooter))
        if not self.hits:
            return state
        target, hit = state.unit(self.target), Hit(self.shooter, str(shooter.weapon), self.hits)
        return state.with_unit(replace(target, hits_taken=(*target.hits_taken, hit)))

    def _spent(self, unit: Unit) -> Unit:
        """Bullets, actions and aim are spent, a repeating weapon is uncycled, an opening is used."""
        now = unit.suppressing
        if now is not None:
            now = replace(now, openings=tuple(one for one in now.openings if one != self.target))
        weapon, shown = weapon_of(unit), unit.showing or unit.shoots_over(self.target)
        left, cycled = weapon.loaded - self.fired, not weapon.model.modes.by_hand
        unit = armed(spent(aimless(unit), self.actions), loaded=left, cycled=cycled)
        return replace(unit, fired=unit.fired + self.fired, suppressing=now, showing=shown)

    def story(self, state: State) -> tuple[Explained, ...]:
        return tuple(self._told(weapon_title(state, self.shooter), state.edition.house[MOST_DICE]))

    def _told(self, weapon: str, most: int) -> Iterator[Explained]:
        turn = " out of turn" if self.out_of_turn else ""
        fires = f"{self.shooter} fires {plural(self.fired, 'bullet')} of the {weapon} at {self.target}{turn}"
        if self.result is None:
            rolled = f" and rolls {named(self.faces)}" if self.faces else ""
            yield Explained(MALFUNCTION, f"{fires} with a bullet stuck in the barrel{rolled}.")
            return
        rolled = f"rolls {self.faces[0]}, a total of {self.result}"
        yield Explained(BURST, f"{fires} and {rolled}: {plural(self.hits, 'hit')}.")
        more, kind = rolled_on(self.faces, most), "negative" if self.effect < 0 else "positive"
        effect = f"a {SIZES[abs(self.effect)]} {kind} effect" if self.effect else "no effect"
        if more:
            yield Explained(EFFECTS, f"The {self.faces[0]} is rolled on: {named(more)}; {effect}.")
        elif self.effect:
            yield Explained(EFFECTS, f"The {self.faces[0]} brings {effect}.")

    def losses(self) -> tuple[Loss, ...]:
        return (Loss(self.target, HITS, self.hits),) if self.hits else ()


@dataclass(frozen=True, slots=True)
class WeaponJammed(UnitEvent):
    """The weapon failed to feed or eject, or a bullet stuck in the barrel."""

    jam: str

    def changed(self, unit: Unit) -> Unit:
        return armed(unit, jam=Jam(self.jam))

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(MALFUNCTION, f"The {weapon_title(state, self.unit)} {JAMS[Jam(self.jam)]}."),)

    def losses(self) -> tuple[Loss, ...]:
        return (Loss(self.unit, JAMMED),)


@dataclass(frozen=True, slots=True)
class WeaponWrecked(UnitEvent):
    """A bullet was fired into one that was stuck: the firearm was damaged and the shooter injured."""

    def changed(self, unit: Unit) -> Unit:
        return replace(armed(unit, damaged=True, jam=Jam.SQUIB), injured=True)

    def story(self, state: State) -> tuple[Explained, ...]:
        wrecked = f"the {weapon_title(state, self.unit)} is wrecked, {self.unit} injured"
        return (Explained(MALFUNCTION, f"A bullet meets the one stuck in the barrel: {wrecked}."),)

    def losses(self) -> tuple[Loss, ...]:
        return (Loss(self.unit, WRECKED),)


@dataclass(frozen=True, slots=True)
class UnitStopped(UnitEvent):
    """Somebody was hit as often as it takes to put him out of the fight."""

    def changed(self, unit: Unit) -> Unit:
        return replace(aimless(unit), suppressing=None)

    def story(self, state: State) -> tuple[Explained, ...]:
        hits = plural(state.unit(self.unit).hits, "time")
        return (Explained(STOPPING, f"{self.unit} is out of the fight, hit {hits}."),)

    def losses(self) -> tuple[Loss, ...]:
        return (Loss(self.unit, INCAPACITATED),)


@dataclass(frozen=True, slots=True)
class SuppressionBegan(UnitEvent):
    """Somebody began to suppress these, with so many bullets for every action from then on."""

    targets: tuple[str, ...]
    bullets_per_action: int
    actions: int

    def changed(self, unit: Unit) -> Unit:
        now = Suppression(self.bullets_per_action, self.targets)
        return replace(aimless(spent(unit, self.actions)), suppressing=now)

    def story(self, state: State) -> tuple[Explained, ...]:
        each = f"{plural(self.bullets_per_action, 'bullet')} for every action from now on"
        return (Explained(SUPPRESSION, f"{self.unit} suppresses {listing(self.targets)}: {each}."),)


@dataclass(frozen=True, slots=True)
class SuppressionFired(UnitEvent):
    """Suppressing fire covered so many actions of somebody."""

    actor: str
    bullets_per_action: int
    covered: int

    @property
    def _bullets(self) -> int:
        return self.covered * self.bullets_per_action

    def changed(self, unit: Unit) -> Unit:
        shown = unit.showing or unit.suppresses_over_cover
        unit = armed(unit, loaded=weapon_of(unit).loaded - self._bullets)
        return replace(unit, fired=unit.fired + self._bullets, showing=shown)

    def story(self, state: State) -> tuple[Explained, ...]:
        whose = f"{'an action' if self.covered == 1 else plural(self.covered, 'action')} of {self.actor}"
        spent_on = f"{plural(self._bullets, 'bullet')} for {whose}"
        return (Explained(SUPPRESSION, f"{self.unit}'s suppressing fire: {spent_on}."),)


@dataclass(frozen=True, slots=True)
class SuppressionEnded(UnitEvent):
    """Suppressing fire stopped."""

    because: str

    def changed(self, unit: Unit) -> Unit:
        return replace(unit, suppressing=None)

    def story(self, state: State) -> tuple[Explained, ...]:
        ends = Explained(SUPPRESSION, f"{self.unit} suppresses no more: {self.because}.")
        reloads = Explained(OPENING, f"{self.unit} reloads in his own turn.")
        return (ends, reloads) if self.because == RUN_OUT else (ends,)


@dataclass(frozen=True, slots=True)
class OpeningGiven(UnitEvent):
    """Whoever suppresses may shoot out of turn at somebody who left cover."""

    target: str

    def changed(self, unit: Unit) -> Unit:
        now = suppression_of(unit)
        openings = tuple(dict.fromkeys((*now.openings, self.target)))
        return replace(unit, suppressing=replace(now, openings=openings))

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(OPENING, f"{self.unit} may shoot at {self.target} out of turn."),)


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """Somebody's turn ended and the next one's began; "" for nobody's: the round is over."""

    unit: str
    following: str

    def after(self, state: State) -> State:
        return with_turn(state, self.following or None)

    def story(self, state: State) -> tuple[Explained, ...]:
        then = f"; it is {self.following}'s" if self.following else ""
        return (Explained(ROUND, f"{self.unit}'s turn ends{then}."),)


@dataclass(frozen=True, slots=True)
class PhaseEnded(command.PhaseEnded):
    """The round ended."""

    def after(self, state: State) -> State:
        """Aim and openings are lost, actions are there again, suppression goes on.

        Where nobody has turns, those who showed themselves over cover are hidden again (EHZ-9.1).
        """
        turns = bool(state.round.order)
        for unit in state.units:
            rested = replace(
                aimless(unit),
                fired=0,
                actions=unit.actions_per_round,
                suppressing=replace(unit.suppressing, openings=()) if unit.suppressing else None,
                showing=unit.showing and turns,
            )
            state = state.with_unit(rested)
        return state.but(over=True, round=replace(state.round, turn=None))

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(AIM, "The round ends; aim not used is lost."),)


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """The next round began, with the turn of the first, or with nobody's where there are none: ""."""

    number: int
    following: str

    def after(self, state: State) -> State:
        begun = state.but(over=False, round=replace(state.round, number=self.number))
        return with_turn(begun, self.following or None)

    def story(self, state: State) -> tuple[Explained, ...]:
        turn = f" with {self.following}'s turn" if self.following else ""
        return (Explained(ROUND, f"Round {self.number} begins{turn}."),)
