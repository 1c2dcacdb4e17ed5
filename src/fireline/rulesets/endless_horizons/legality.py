"""May this shot be made?  Every reason against it, each under its rule."""

from __future__ import annotations

from fireline.rulesets.endless_horizons.armoury import Weapon
from fireline.rulesets.endless_horizons.board import Distance
from fireline.rulesets.endless_horizons.editions import NUMBERS, RULES
from fireline.rulesets.endless_horizons.pieces import Jam
from fireline.rulesets.endless_horizons.shot import Shooting
from fireline.rulesets.endless_horizons.state import State, Unit
from fireline.ruling import Asks, Checks, Reason
from fireline.ruling.prose import plural

CYCLE, CLEAR = NUMBERS.cite("EHZ-5.2.cycle"), NUMBERS.cite("EHZ-8.1.clear")
refusals = Checks[Shooting](RULES)

JAMS = {
    Jam.FAILURE_TO_FEED: "has failed to feed",
    Jam.FAILURE_TO_EJECT: "has failed to eject",
    Jam.SQUIB: "has a bullet stuck in the barrel",
}


@refusals.rule("EHZ-1.1")
def aims_at_somebody_else(shooting: Shooting) -> str | None:
    """Nobody shoots at himself or his own side."""
    if shooting.shooter.id == shooting.target.id:
        return "Nobody shoots at himself."
    friend = not shooting.shooter.is_enemy_of(shooting.target)
    return f"{shooting.target} is on the shooter's own side." if friend else None


refusals.against("EHZ-1.4", lambda shooting: out_of_the_fight(shooting.shooter) or out_of_the_fight(shooting.target))


def out_of_the_fight(unit: Unit) -> str | None:
    """Why somebody takes no part any more, if he does not (EHZ-1.4, EHZ-6.4)."""
    if unit.given_up:
        return f"{unit} has given up."
    return f"{unit} is out of the fight, hit {plural(unit.hits, 'time')}." if unit.out else None


refusals.against("EHZ-2.1", lambda shooting: out_of_range(shooting.state, shooting.shooter.gun, shooting.distance))


def out_of_range(state: State, weapon: Weapon | None, distance: Distance | None) -> Reason | None:
    """Why a target is too far away for the weapon in hand, if it is (EHZ-2.1).

    Beyond the effective range one shoots only where the game master names a penalty.
    """
    if weapon is None or distance is None or state.edition.beyond_range_penalty is not None:
        return None
    far = weapon.model.effective_range
    if distance.squared <= far**2:
        return None
    return lambda: f"The target is {distance} away, beyond the effective range of the {weapon}, {float(far):g} m."


refusals.against("EHZ-6.3", lambda shooting: over(shooting.state), asks=Asks.SHOOTER)


def actions(state: State, address: str) -> str:
    """So many actions, as a sentence says it."""
    return plural(state.edition.house[address], "action")


def over(state: State) -> str | None:
    """Why nothing is done now, if the round is over (EHZ-6.3)."""
    return "The round is over." if state.over else None


refusals.against(
    "EHZ-6.3", lambda shooting: not shooting.out_of_turn and not_the_turn_of(shooting.state, shooting.shooter)
)


def not_the_turn_of(state: State, unit: Unit) -> str | None:
    """Why somebody does not act now, if it is another's turn (EHZ-6.3)."""
    now = state.round
    if state.over or not now.order or now.turn == unit.id:
        return None
    if unit.id not in now.order:
        return f"{unit} has no turn: the order of the round is {', '.join(now.order)}."
    return f"It is {now.turn}'s turn." if now.turn else "Nobody in the order of the round is left to act."


@refusals.rule("EHZ-6.2")
def has_an_opening(shooting: Shooting) -> str | None:
    """A shot out of turn needs a suppressed enemy who has left cover."""
    missing = shooting.out_of_turn and not shooting.opening
    return f"{shooting.target} gives {shooting.shooter} no opening to shoot out of turn." if missing else None


@refusals.rule("EHZ-4.3")
def has_the_actions(shooting: Shooting) -> str | None:
    """The shot and its aim take actions, where they are counted."""
    shot = "the aim" if shooting.out_of_turn else "shot and aim" if shooting.aim_actions else "the shot"
    return too_few(shooting.shooter, shooting.actions, f" for {shot}")


def too_few(unit: Unit, wanted: int, what: str = "") -> str | None:
    """Why somebody has not the actions for something, where they are counted (EHZ-4.3)."""
    left = unit.actions
    if left is None or wanted <= left:
        return None
    return f"It takes {plural(wanted, 'action')}{what}; {unit} has {left} left."


@refusals.rule("EHZ-5.1", asks=Asks.WAY)
def burst_is_not_too_long(shooting: Shooting) -> str | None:
    """No more bullets than mode and magazine allow."""
    weapon = shooting.shooter.gun
    if weapon is None:
        return None
    if not weapon.loaded:
        return f"The {weapon} is empty and must be reloaded."
    most = weapon.most
    if shooting.bullets <= most:
        return None
    why = f"{weapon.loaded} loaded" if most == weapon.loaded else f"modes {weapon.model.modes.text}"
    return f"{plural(shooting.bullets, 'bullet')} cannot be fired; the most is {most} ({why})."


@refusals.rule("EHZ-6.1", asks=Asks.WAY)
def fire_goes_on_while_aiming(shooting: Shooting) -> str | None:
    """Aim out of turn is an action of one's own, under one's own suppressing fire as well."""
    suppressing, weapon = shooting.shooter.suppressing, shooting.shooter.gun
    if suppressing is None or weapon is None or not (shooting.out_of_turn and shooting.aim_actions):
        return None
    spent = shooting.aim_actions * suppressing.bullets
    if spent + shooting.bullets <= weapon.loaded:
        return None
    covering = f"{plural(shooting.aim_actions, 'action')} of aim under suppressing fire spend {plural(spent, 'bullet')}"
    return f"{covering}; with {weapon.loaded} loaded, too few are left for the shot."


@refusals.rule("EHZ-5.2", asks=Asks.WAY)
def mode_allows_it(shooting: Shooting) -> str | None:
    """Single shots, bursts of their length, or automatic fire."""
    weapon = shooting.shooter.gun
    longest = weapon.model.modes.longest if weapon else None
    if longest is None or shooting.bullets <= longest:
        return None
    what = f"bursts of at most {longest}" if longest > 1 else "single shots only"
    return f"The {weapon} fires {what}, not {shooting.bullets} bullets with one roll."


@refusals.rule("EHZ-5.2", asks=Asks.SHOOTER)
def is_cycled(shooting: Shooting) -> str | None:
    """A repeating weapon is cycled after each shot."""
    weapon = shooting.shooter.gun
    if weapon is None or weapon.ready:
        return None
    return f"The {weapon} must be cycled first, which takes {actions(shooting.state, CYCLE)}."


@refusals.needs("EHZ-7.2", asks=Asks.SHOOTER)
def has_a_weapon_in_hand(shooting: Shooting) -> str | None:
    """Only a firearm in hand fires."""
    return empty_handed(shooting.shooter)


def empty_handed(unit: Unit) -> str | None:
    """Why somebody has nothing to fire, if he has not (EHZ-7.2)."""
    if unit.gun:
        return None
    return f"The {unit.weapon} is no firearm." if unit.weapon else f"{unit} has no weapon in hand."


@refusals.rule("EHZ-8.1", asks=Asks.SHOOTER)
def is_cleared(shooting: Shooting) -> str | None:
    """A weapon that failed to feed or eject must be cleared; a squib does not stop the trigger."""
    weapon = shooting.shooter.weapon
    if weapon is None or weapon.jam is None or shooting.squib:
        return None
    return f"The {weapon} {JAMS[weapon.jam]} and must be cleared, which takes {actions(shooting.state, CLEAR)}."


refusals.against("EHZ-8.1", lambda shooting: wrecked(shooting.shooter.weapon), asks=Asks.SHOOTER)


def wrecked(weapon: Weapon | None) -> str | None:
    """Why a weapon fires no more, if it is wrecked (EHZ-8.1)."""
    return f"The {weapon} is damaged and does not fire." if weapon and weapon.damaged else None
