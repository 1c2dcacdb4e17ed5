"""What suppression adds to whatever anybody does: the bullets that cover it, its end, and openings to shoot at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from fireline.game.event import Event
from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.events import UnitEvent, armed, weapon_of
from fireline.rulesets.endless_horizons.state import State, Unit
from fireline.ruling import Explained
from fireline.ruling.prose import plural

SUPPRESSION, OPENING = RULES.cite("EHZ-6.1"), RULES.cite("EHZ-6.2")
RUN_OUT = "the bullets have run out"
FIRED, FAILED = "the weapon fires a shot of its own", "the weapon fails"


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


class SuppressionEnded(UnitEvent):
    """Suppressing fire stopped."""

    because: str

    def changed(self, unit: Unit) -> Unit:
        return replace(unit, suppressing=None)

    def story(self, state: State) -> tuple[Explained, ...]:
        ends = Explained(SUPPRESSION, f"{self.unit} suppresses no more: {self.because}.")
        reloads = Explained(OPENING, f"{self.unit} reloads in his own turn.")
        return (ends, reloads) if self.because == RUN_OUT else (ends,)


class OpeningGiven(UnitEvent):
    """Whoever suppresses may shoot out of turn at somebody who left cover."""

    target: str

    def changed(self, unit: Unit) -> Unit:
        now = unit.suppressing
        assert now is not None, "who may shoot out of turn suppresses somebody"  # noqa: S101
        openings = tuple(dict.fromkeys((*now.openings, self.target)))
        return replace(unit, suppressing=replace(now, openings=openings))

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(OPENING, f"{self.unit} may shoot at {self.target} out of turn."),)


def openings(state: State, left: Unit, covers: Iterable[Event]) -> Iterator[Event]:
    """Who may shoot out of turn at somebody who left cover: all who suppress it and have not ended just now."""
    if not state.edition.suppression_shots:
        return
    ended = {event.unit for event in covers if isinstance(event, SuppressionEnded)}
    for other in state.units:
        if other.suppressing and left.id in other.suppressing.targets and other.id not in ended:
            yield OpeningGiven(other.id, left.id)


def covers(state: State, actor: Unit, actions: int, *, idle: bool) -> Iterator[Event]:
    """The bullets that all who suppress spend on these actions; whoever has too few left ends before the next."""
    for one in state.units:
        if one.suppressing is None or one.gun is None or not actions or (idle and one.id == actor.id):
            continue
        paid = one.covers(actions)
        if paid:
            yield SuppressionFired(one.id, actor.id, one.suppressing.bullets, paid)
        if paid < actions:
            yield SuppressionEnded(one.id, RUN_OUT)
