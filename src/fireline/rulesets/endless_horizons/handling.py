"""What people do with their weapons: clear, cycle, reload, draw and aim, in the order of a menu."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Annotated, Any

from fireline.chance import Dice
from fireline.game.command import Parameter
from fireline.game.event import Event
from fireline.rulesets.endless_horizons.armoury import Carried, Weapon
from fireline.rulesets.endless_horizons.commands import Acting, Doing
from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.events import UnitEvent, aimless, armed, spent, weapon_of
from fireline.rulesets.endless_horizons.legality import CLEAR, CYCLE, empty_handed, out_of_the_fight
from fireline.rulesets.endless_horizons.pieces import RELOAD, Place, pieces
from fireline.rulesets.endless_horizons.prose import weapon_title
from fireline.rulesets.endless_horizons.shot import MOST_AIM
from fireline.rulesets.endless_horizons.state import State, Unit
from fireline.ruling import Explained
from fireline.ruling.prose import plural

AIM, CYCLING, RELOADING = RULES.cite("EHZ-4.3"), RULES.cite("EHZ-5.2"), RULES.cite("EHZ-7.1")
DRAWING, MALFUNCTION = RULES.cite("EHZ-7.2"), RULES.cite("EHZ-8.1")
HANDLED = "the weapon is handled"


class Clear(Doing):
    """Clear a malfunction."""

    told = "clear the {weapon}"
    address = CLEAR
    ends = HANDLED
    helps = "clearing"

    def does(self, acting: Acting[Any], dice: Dice) -> Iterator[Event]:
        yield WeaponCleared(self.unit, str(weapon_of(acting.unit).jam), acting.actions)


@Clear.checks.rule("EHZ-8.1")
def can_clear(acting: Acting[Clear]) -> str | None:
    """Clearing needs a malfunction, and a firearm that is not wrecked."""
    jammed = acting.unit.weapon is not None and acting.unit.weapon.jam is not None
    return beyond_repair(acting.unit.weapon) or (None if jammed else "There is no malfunction to clear.")


class WeaponCleared(UnitEvent):
    """A malfunction was cleared."""

    jam: str
    actions: int

    def changed(self, unit: Unit) -> Unit:
        return armed(spent(unit, self.actions), jam=None)

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(MALFUNCTION, f"{self.unit} clears the {weapon_title(state, self.unit)}."),)


def beyond_repair(weapon: Weapon | None) -> str | None:
    """Why nothing is done with a weapon, if it is wrecked (EHZ-8.1)."""
    return f"The {weapon} is damaged; that is not cleared in a fight." if weapon and weapon.damaged else None


class WeaponCycled(UnitEvent):
    """A repeating weapon was worked by hand."""

    actions: int

    def changed(self, unit: Unit) -> Unit:
        return armed(spent(unit, self.actions), cycled=True)

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(CYCLING, f"{self.unit} cycles the {weapon_title(state, self.unit)}."),)


class Cycle(Doing):
    """Work a repeating weapon after its shot."""

    makes = WeaponCycled
    told = "cycle the {weapon}"
    address = CYCLE
    ends = HANDLED
    helps = "cycling"


@Cycle.checks.rule("EHZ-5.2")
def can_cycle(acting: Acting[Cycle]) -> str | None:
    """Only a repeating weapon that has fired is cycled, and only with something to load."""
    weapon = acting.unit.weapon
    if weapon is None or weapon.ready:
        return "There is no fired repeating weapon to cycle."
    return None if weapon.loaded else f"The {weapon} is empty and must be reloaded."


class Reload(Doing):
    """Swap the magazine of the weapon in hand."""

    told = "reload the {weapon}"
    ends = HANDLED
    helps = "reloading"

    def cost(self, state: State) -> int:
        weapon = state.named(self.unit, "command.unit").weapon
        return weapon.model.reload_actions if weapon else state.edition.house[RELOAD]

    def does(self, acting: Acting[Any], dice: Dice) -> Iterator[Event]:
        yield WeaponReloaded(self.unit, weapon_of(acting.unit).model.capacity, acting.actions)


@Reload.checks.rule("EHZ-7.1")
def can_reload(acting: Acting[Reload]) -> str | None:
    """Reloading needs a weapon, room in it and, where they are counted, a magazine."""
    weapon = acting.unit.gun
    if weapon is None:
        return empty_handed(acting.unit)
    if acting.unit.magazines == 0:
        return f"{acting.unit} has no magazine left, and magazines are not refilled in a fight."
    return f"The {weapon} is full." if weapon.loaded == weapon.model.capacity else None


@Reload.checks.rule("EHZ-8.1")
def is_cleared(acting: Acting[Reload]) -> str | None:
    """Only a weapon that works is reloaded."""
    weapon = acting.unit.weapon
    if weapon is None or weapon.damaged:
        return beyond_repair(weapon)
    return f"The {weapon} must be cleared first." if weapon.jam else None


class WeaponReloaded(UnitEvent):
    """The magazine was swapped."""

    loaded: int
    actions: int

    def changed(self, unit: Unit) -> Unit:
        magazines = None if unit.magazines is None else unit.magazines - 1
        return replace(armed(spent(unit, self.actions), loaded=self.loaded, cycled=True), magazines=magazines)

    def story(self, state: State) -> tuple[Explained, ...]:
        reloads = f"{self.unit} reloads the {weapon_title(state, self.unit)}"
        return (Explained(RELOADING, f"{reloads}: {plural(self.loaded, 'bullet')}."),)


class WeaponDrawn(UnitEvent):
    """A carried weapon was taken in hand."""

    weapon: str
    actions: int

    def changed(self, unit: Unit) -> Unit:
        at = next(n for n, one in enumerate(unit.carried) if str(one.weapon) == self.weapon)
        stowed = (Carried(unit.weapon),) if unit.weapon else ()
        left = (*unit.carried[:at], *unit.carried[at + 1 :], *stowed)
        return replace(aimless(spent(unit, self.actions)), weapon=unit.carried[at].weapon, carried=left)

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(DRAWING, f"{self.unit} draws the {self.weapon}, {plural(self.actions, 'action')}."),)


class Draw(Doing):
    """Take a carried weapon in hand."""

    makes = WeaponDrawn
    told = "draw the {0.weapon}"
    ends = HANDLED
    helps = "another weapon"

    weapon: str

    @classmethod
    def offers(cls, state: State, unit: Unit) -> Iterable[Doing]:
        return [cls(unit.id, name) for name in dict.fromkeys(one.name for one in unit.stowed)]

    def cost(self, state: State) -> int:
        there = state.named(self.unit, "command.unit").carries(self.weapon)
        return pieces(state.edition.house).draws[there.where if there else Place.ELSEWHERE]


Draw.checks.against(
    "EHZ-7.2",
    lambda acting: (
        not acting.unit.carries(acting.command.weapon) and f"{acting.unit} carries no {acting.command.weapon}."
    ),
)


def known_enemies(state: State, unit: Unit) -> list[str]:
    """The enemies in the fight whose distance is known."""
    return [enemy.id for enemy in state.enemies(unit) if state.distance(unit, enemy) is not None]


class Aimed(UnitEvent):
    """Actions were spent on careful aim, at somebody or at nobody named."""

    actions: int
    target: str = ""

    def changed(self, unit: Unit) -> Unit:
        at = self.target or unit.aimed_at
        return replace(spent(unit, self.actions), aimed=unit.aim_at(at) + self.actions, aimed_at=at)

    def story(self, state: State) -> tuple[Explained, ...]:
        at = f" at {self.target}" if self.target else ""
        return (Explained(AIM, f"{self.unit} takes careful aim{at} for {plural(self.actions, 'action')}."),)


class Aim(Doing):
    """Spend actions on careful aim, for a shot later in the round, at a target or at nobody named."""

    makes = Aimed
    ends = HANDLED
    helps = "aim"

    actions: Annotated[int, Parameter(least=1)] = 1
    target: Annotated[str, Parameter(kind="unit")] = ""

    @classmethod
    def offers(cls, state: State, unit: Unit) -> Iterable[Doing]:
        return [cls(unit.id, 1, enemy) for enemy in known_enemies(state, unit)]

    def cost(self, state: State) -> int:
        return self.actions

    def words(self, weapon: str) -> str:
        return f"take careful aim{f' at {self.target}' if self.target else ''}, {plural(self.actions, 'action')}"


@Aim.checks.rule("EHZ-4.3")
def aims_with_something(acting: Acting[Aim]) -> str | None:
    """Aim needs a firearm, at least one action, and an end."""
    if acting.unit.gun is None:
        return empty_handed(acting.unit)
    most = MOST_AIM - acting.unit.aim_at(acting.command.target or acting.unit.aimed_at)
    return None if 1 <= acting.command.actions <= most else f"Aim takes 1 action or more, in all at most {MOST_AIM}."


@Aim.checks.rule("EHZ-4.3")
def aims_at_an_enemy(acting: Acting[Aim]) -> str | None:
    """Aim is taken at an enemy in the fight."""
    if not acting.command.target:
        return None
    target = acting.state.named(acting.command.target, "command.target")
    if not acting.unit.is_enemy_of(target):
        return f"{target} is no enemy of {acting.unit}."
    return out_of_the_fight(target)
