"""Suppressing fire: bullets for every action that anybody takes, and the shot at whoever leaves cover."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Annotated, Any

from fireline.chance import Dice
from fireline.game.command import Parameter
from fireline.game.event import Event
from fireline.rulesets.endless_horizons import legality
from fireline.rulesets.endless_horizons.commands import Acting, Doing
from fireline.rulesets.endless_horizons.editions import NUMBERS, RULES
from fireline.rulesets.endless_horizons.events import UnitEvent, aimless, armed, spent, weapon_of
from fireline.rulesets.endless_horizons.handling import known_enemies
from fireline.rulesets.endless_horizons.legality import CYCLE, JAMS
from fireline.rulesets.endless_horizons.posture import Uncover
from fireline.rulesets.endless_horizons.shot import Shooting
from fireline.rulesets.endless_horizons.state import State, Suppression, Unit
from fireline.ruling import Asks, Explained, Reason
from fireline.ruling.prose import listing, plural

SUPPRESSION, OPENING = RULES.cite("EHZ-6.1"), RULES.cite("EHZ-6.2")
RUN_OUT = "the bullets have run out"
FIRED, FAILED = "the weapon fires a shot of its own", "the weapon fails"
REPEATING = NUMBERS.cite("EHZ-5.2.repeating")


class Suppress(Doing):
    """Suppress these targets: from then on every action of anybody is covered by so many bullets."""

    address = NUMBERS.cite("EHZ-6.1.begin")
    ends = "it turns to others"

    targets: Annotated[tuple[str, ...], Parameter(kind="unit")]
    bullets_per_action: Annotated[int, Parameter("bullets", least=1)] = 1

    @classmethod
    def offers(cls, state: State, unit: Unit) -> Iterable[Doing]:
        """At each enemy whose distance is known, and at all of them; any other number of bullets may be said."""
        known = known_enemies(state, unit)
        every = [tuple(known)] if len(known) > 1 else []
        return [cls(unit.id, at) for at in [*((one,) for one in known), *every]]

    def happens(self, acting: Acting[Any], dice: Dice) -> Iterator[Event]:
        targets = tuple(dict.fromkeys(self.targets))
        yield SuppressionBegan(self.unit, targets, self.bullets_per_action, acting.actions)

    def words(self, weapon: str) -> str:
        return f"suppress {listing(self.targets)}, {plural(self.bullets_per_action, 'bullet')} an action"


@Suppress.checks.rule("EHZ-6.1", asks=Asks.WAY)
def has_the_bullets(acting: Acting[Suppress]) -> str | None:
    """Any number of bullets that is loaded, so that at least one action is covered."""
    bullets, weapon = acting.command.bullets_per_action, acting.gun
    if weapon is None or 1 <= bullets <= weapon.loaded:
        return None
    if not weapon.loaded:
        return f"The {weapon} is empty and must be reloaded."
    most = f"to {weapon.loaded} bullets" if weapon.loaded > 1 else "bullet"
    return f"Suppression takes 1 {most} an action with what is loaded in the {weapon}, not {bullets}."


@Suppress.checks.rule("EHZ-6.1")
def suppresses_enemies(acting: Acting[Suppress]) -> str | None:
    """Suppression is for enemies."""
    targets = [acting.state.named(target, "command.targets") for target in acting.command.targets]
    enemies = bool(targets) and all(acting.unit.is_enemy_of(target) for target in targets)
    return None if enemies else "Suppression names one enemy or more, and only enemies."


@Suppress.checks.rule("EHZ-6.1")
def reaches_them(acting: Acting[Suppress]) -> Reason | None:
    """The place must be known and within the weapon's range; nobody asks for a line of sight."""
    state, unit = acting.state, acting.unit
    targets = (state.named(target, "command.targets") for target in acting.command.targets)
    reasons = (legality.out_of_range(state, unit.gun, state.distance(unit, target)) for target in targets)
    return next((reason for reason in reasons if reason), None)


@Suppress.checks.rule("EHZ-6.1", asks=Asks.WAY)
def is_something_new(acting: Acting[Suppress]) -> str | None:
    """What goes on already is not begun."""
    now, command = acting.unit.suppressing, acting.command
    if now is None:
        return None
    same = (set(now.targets), now.bullets) == (set(command.targets), command.bullets_per_action)
    return f"{acting.unit} does so already; it goes on by itself." if same else None


@Suppress.checks.rule("EHZ-5.2", asks=Asks.WAY)
def weapon_keeps_up(acting: Acting[Suppress]) -> str | None:
    """A repeating weapon fires one bullet an action; any other as many as asked, one after the other."""
    weapon = acting.gun
    if weapon is None or not weapon.model.modes.by_hand:
        return None
    if not weapon.ready:
        return f"The {weapon} must be cycled first, which takes {legality.actions(acting.state, CYCLE)}."
    most = acting.state.edition.house[REPEATING]
    few = "one bullet" if most == 1 else f"at most {most} bullets"
    return None if acting.command.bullets_per_action <= most else f"The {weapon} fires {few} an action."


Suppress.checks.against("EHZ-7.2", lambda acting: legality.empty_handed(acting.unit))


@Suppress.checks.rule("EHZ-8.1")
def weapon_works(acting: Acting[Suppress]) -> str | None:
    """Nobody suppresses with a weapon that is jammed or wrecked."""
    weapon = acting.gun
    jam = f"The {weapon} {JAMS[weapon.jam]} and must be cleared." if weapon and weapon.jam else None
    return legality.wrecked(weapon) or jam


class StopSuppressing(Doing):
    """Stop suppressing."""

    verb = "stop"
    any_turn = True
    ends = "the shooter stops"

    def words(self, weapon: str) -> str:
        return "stop suppressing"


StopSuppressing.checks.against(
    "EHZ-6.1", lambda acting: not acting.unit.suppressing and f"{acting.unit} suppresses nobody."
)


# --- what it makes happen --------------------------------------------------------------


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


def around(acting: Acting[Doing], events: Iterator[Event]) -> Iterator[Event]:
    """What suppression adds to a command: one's own ends, others cover it, who leaves cover gives openings."""
    unit = acting.unit
    over = acting.command.ends_fire(unit) if unit.suppressing else ""
    if over:
        yield SuppressionEnded(unit.id, over)
    covers = tuple(_covers(acting.state, unit, acting.covered, idle=bool(over)))
    yield from covers
    yield from events
    if isinstance(acting.command, Uncover) and acting.state.edition.suppression_shots:
        ended = {event.unit for event in covers if isinstance(event, SuppressionEnded)}
        yield from (
            OpeningGiven(other.id, unit.id)
            for other in acting.state.units
            if other.suppressing and unit.id in other.suppressing.targets and other.id not in ended
        )


def around_shot(shooting: Shooting) -> Iterator[Event]:
    """What suppression adds before a shot: one's own ends, but for a shot out of turn; that of all others covers it."""
    shooter = shooting.shooter
    if shooter.suppressing is not None and not shooting.out_of_turn:
        yield SuppressionEnded(shooter.id, FIRED)
    yield from _covers(shooting.state, shooter, shooting.actions, idle=True)


def _covers(state: State, actor: Unit, actions: int, *, idle: bool) -> Iterator[Event]:
    """The bullets that all who suppress spend on these actions; whoever has too few left ends before the next."""
    for one in state.units:
        if one.suppressing is None or one.gun is None or not actions or (idle and one.id == actor.id):
            continue
        paid = one.covers(actions)
        if paid:
            yield SuppressionFired(one.id, actor.id, one.suppressing.bullets, paid)
        if paid < actions:
            yield SuppressionEnded(one.id, RUN_OUT)
