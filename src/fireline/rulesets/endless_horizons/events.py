"""Shots, what becomes of weapons and targets by them, and the ends of turns and rounds: what is done, told and lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from fireline.game import command
from fireline.game.event import Damage, Event, Kind, Loss
from fireline.rulesets.endless_horizons.armoury import Weapon
from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.legality import JAMS
from fireline.rulesets.endless_horizons.pieces import Jam
from fireline.rulesets.endless_horizons.prose import weapon_title
from fireline.rulesets.endless_horizons.resolution import MOST_DICE, rolled_on
from fireline.rulesets.endless_horizons.state import Hit, State, Unit, with_turn
from fireline.ruling import Explained
from fireline.ruling.prose import listing, plural

STOPPING, BURST = RULES.cite("EHZ-1.4"), RULES.cite("EHZ-5.1")
MALFUNCTION, EFFECTS = RULES.cite("EHZ-8.1"), RULES.cite("EHZ-8.2")
HITS = Damage("hits", Kind.HARM, one="hit")
INCAPACITATED = Damage("incapacitated", Kind.OUT)
JAMMED = Damage("jams", Kind.OTHER, of="jam")
WRECKED = Damage("weapons wrecked", Kind.OTHER, of="weapon wrecked")
INJURED = Damage("injured", Kind.OTHER)
SIZES = ("", "minor", "medium", "major")
AIM, ROUND = RULES.cite("EHZ-4.3"), RULES.cite("EHZ-6.3")


class UnitEvent(Event):
    """Base of the events that change one unit and nothing else."""

    unit: str

    def after(self, state: State) -> State:
        return state.put(self.changed(state.unit(self.unit)))

    def changed(self, unit: Unit) -> Unit:
        """The unit after it."""
        return unit


def spent(unit: Unit, actions: int) -> Unit:
    """The unit with so many actions less, where they are counted."""
    return unit if unit.actions is None else replace(unit, actions=unit.actions - actions)


def aimless(unit: Unit) -> Unit:
    """A unit that aims at nobody any more (EHZ-4.3)."""
    return replace(unit, aimed=0, aimed_at=None) if unit.aimed or unit.aimed_at else unit


def armed(unit: Unit, **changes: Any) -> Unit:
    """The unit with its weapon in hand changed."""
    return replace(unit, weapon=replace(weapon_of(unit), **changes))


def weapon_of(unit: Unit) -> Weapon:
    """The weapon in hand; raises `LookupError` where there is none."""
    if unit.weapon is None:
        raise LookupError(f"{unit} has no weapon in hand")
    return unit.weapon


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
        shooter, target = state.unit(self.shooter), state.unit(self.target)
        hit = Hit(self.shooter, str(shooter.weapon), self.hits)
        struck = replace(target, hits_taken=(*target.hits_taken, hit)) if self.hits else target
        return state.put(self._spent(shooter), struck)

    def _spent(self, unit: Unit) -> Unit:
        """Bullets, actions and aim are spent, a repeating weapon is uncycled, an opening is used."""
        now = unit.suppressing
        if now is not None:
            now = replace(now, openings=tuple(one for one in now.openings if one != self.target))
        weapon, shown = weapon_of(unit), unit.showing or unit.shoots_over(self.target)
        left, cycled = weapon.loaded - self.fired, not weapon.model.modes.by_hand
        unit = armed(spent(aimless(unit), self.actions), loaded=left, cycled=cycled)
        return replace(unit, fired=unit.fired + self.fired, suppressing=now, showing=shown)

    def story(self, state: State) -> Iterator[Explained]:
        weapon, most = weapon_title(state, self.shooter), state.edition.house[MOST_DICE]
        turn = " out of turn" if self.out_of_turn else ""
        fires = f"{self.shooter} fires {plural(self.fired, 'bullet')} of the {weapon} at {self.target}{turn}"
        if self.result is None:
            rolled = f" and rolls {listing(map(str, self.faces))}" if self.faces else ""
            yield Explained(MALFUNCTION, f"{fires} with a bullet stuck in the barrel{rolled}.")
            return
        rolled = f"rolls {self.faces[0]}, a total of {self.result}"
        yield Explained(BURST, f"{fires} and {rolled}: {plural(self.hits, 'hit')}.")
        more, kind = rolled_on(self.faces, most), "negative" if self.effect < 0 else "positive"
        effect = f"a {SIZES[abs(self.effect)]} {kind} effect" if self.effect else "no effect"
        if more:
            yield Explained(EFFECTS, f"The {self.faces[0]} is rolled on: {listing(map(str, more))}; {effect}.")
        elif self.effect:
            yield Explained(EFFECTS, f"The {self.faces[0]} brings {effect}.")

    def losses(self) -> tuple[Loss, ...]:
        return (Loss(self.target, HITS, self.hits),) if self.hits else ()


class WeaponJammed(UnitEvent):
    """The weapon failed to feed or eject, or a bullet stuck in the barrel."""

    takes = JAMMED

    jam: str

    def changed(self, unit: Unit) -> Unit:
        return armed(unit, jam=Jam(self.jam))

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(MALFUNCTION, f"The {weapon_title(state, self.unit)} {JAMS[Jam(self.jam)]}."),)


class WeaponWrecked(UnitEvent):
    """A bullet was fired into one that was stuck: the firearm was damaged and the shooter injured."""

    def changed(self, unit: Unit) -> Unit:
        return replace(armed(unit, damaged=True, jam=Jam.SQUIB), injured=True)

    def story(self, state: State) -> tuple[Explained, ...]:
        wrecked = f"the {weapon_title(state, self.unit)} is wrecked, {self.unit} injured"
        return (Explained(MALFUNCTION, f"A bullet meets the one stuck in the barrel: {wrecked}."),)

    def losses(self) -> tuple[Loss, ...]:
        return (Loss(self.unit, WRECKED), Loss(self.unit, INJURED))


class UnitStopped(UnitEvent):
    """Somebody was hit as often as it takes to put him out of the fight."""

    takes = INCAPACITATED

    def changed(self, unit: Unit) -> Unit:
        return replace(aimless(unit), suppressing=None)

    def story(self, state: State) -> tuple[Explained, ...]:
        hits = plural(state.unit(self.unit).hits, "time")
        return (Explained(STOPPING, f"{self.unit} is out of the fight, hit {hits}."),)


class TurnEnded(Event):
    """Somebody's turn ended and the next one's began; "" for nobody's: the round is over."""

    unit: str
    following: str

    def after(self, state: State) -> State:
        return with_turn(state, self.following or None)

    def story(self, state: State) -> tuple[Explained, ...]:
        then = f"; it is {self.following}'s" if self.following else ""
        return (Explained(ROUND, f"{self.unit}'s turn ends{then}."),)


class PhaseEnded(command.PhaseEnded):
    """The round ended."""

    def after(self, state: State) -> State:
        """Aim and openings are lost, actions are there again, suppression goes on.

        Those without a turn of their own who showed themselves over cover are hidden again (EHZ-9.1).
        """
        order = state.round.order
        rested = (_rested(unit, shows=unit.showing and unit.id in order) for unit in state.units)
        return state.but(pieces=state.pieces.put(*rested), over=True, round=replace(state.round, turn=None))

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(AIM, "The round ends; aim not used is lost."),)


def _rested(unit: Unit, *, shows: bool) -> Unit:
    """A unit at the end of a round, or itself where it is so already."""
    rested = replace(
        unit,
        aimed=0,
        aimed_at=None,
        fired=0,
        actions=unit.actions_per_round,
        suppressing=unit.suppressing and replace(unit.suppressing, openings=()),
        showing=shows,
    )
    return unit if rested == unit else rested


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
