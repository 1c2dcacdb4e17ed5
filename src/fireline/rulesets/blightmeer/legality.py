"""May this shot be made?  Every reason against it, each under its rule, and whom the rules let a unit target."""

from __future__ import annotations

from dataclasses import replace

from fireline.rulesets.blightmeer.editions import NUMBERS, RULES, Targeting
from fireline.rulesets.blightmeer.pieces import Size
from fireline.rulesets.blightmeer.scene import called, why_not_peer, windows_of
from fireline.rulesets.blightmeer.shot import Shooting, why_not_protect
from fireline.rulesets.blightmeer.state import State, Unit
from fireline.ruling import Asks, Check, Checks, Reason, Reasons
from fireline.ruling.prose import listing

CLOSEST, OPEN, IGNORED = RULES.cite("BLM-3.1"), RULES.cite("BLM-3.2"), RULES.cite("BLM-3.3")
LARGE, BELOW, ANY = RULES.cite("BLM-3.4"), RULES.cite("BLM-3.5"), RULES.cite("BLM-4.1")
FAR_BELOW = NUMBERS.cite("BLM-3.5.below")


def why_no_candidate(shooting: Shooting) -> str | None:
    """Why the target is none that could be chosen: no enemy, engaged, or out of sight."""
    shooter, target = shooting.shooter, shooting.target
    if target.id == shooter.id:
        return "Nobody shoots at himself."
    if target.side == shooter.side:
        return f"{target} is on the shooter's own side."
    if target.out:
        return f"{target} is Incapacitated and out of the game."
    if target.engaged:
        return f"{target} is engaged in melee."
    return None if shooting.clear else f"{target} is not in line of sight."


def reached_by(shooting: Shooting) -> str | None:
    """The rule that lets a candidate be targeted in the first edition; None where none does."""
    if shooting.target.size is Size.LARGE:
        return LARGE
    if shooting.shooter.above(shooting.target) >= shooting.state.edition.house.value(FAR_BELOW):
        return BELOW
    closer = _closer(shooting)
    if not closer:
        return CLOSEST
    # Whoever is not ignored stands in the way: of the closest anybody, of the closest in the open those in the open.
    firm = [one for one in closer if not one.target.injury.lies]
    if not firm:
        return IGNORED
    if not shooting.covered and all(one.covered for one in firm):
        return OPEN
    return None


def why_not_closest(shooting: Shooting) -> str:
    """Why a candidate that no rule reaches may not be targeted: who is closer, and why no exception helps."""
    firm = [one for one in _closer(shooting) if not one.target.injury.lies]
    closer = [str(one.target) for one in firm if shooting.covered or not one.covered]
    why = ", which is in Cover itself" if shooting.covered else " and not in Cover"
    return f"{listing(closer)} {'is' if len(closer) == 1 else 'are'} closer than {shooting.target}{why}."


def _closer(shooting: Shooting) -> list[Shooting]:
    """The candidates closer than the target, nearest first."""
    others = (
        Shooting(shooting.state, shooting.shooter, enemy, peer=shooting.peer)
        for enemy in shooting.state.enemies(shooting.shooter)
        if enemy.id != shooting.target.id
    )
    closer = [one for one in others if one.gap < shooting.gap and why_no_candidate(one) is None]
    return sorted(closer, key=lambda one: one.gap)


TURNS = NUMBERS.cite("BLM-1.3.turns")
refusals = Checks[Shooting](RULES)


@refusals.needs("BLM-1.1", asks=Asks.SHOOTER)
def has_a_weapon(shooting: Shooting) -> str | None:
    """A ranged attack takes a ranged weapon and a Ranged stat."""
    if shooting.weapon is None:
        return f"{shooting.shooter} has no ranged weapon."
    return f"{shooting.shooter} has a Ranged stat of -." if shooting.shooter.ranged is None else None


def by_itself(rule: str, check: Check[Unit]) -> None:
    """Add a reason of a unit's own, which stands against any ranged attack that it makes."""
    refusals.against(rule, lambda shooting: check(shooting.shooter), asks=Asks.SHOOTER)


by_itself("BLM-1.1", lambda unit: unit.engaged and f"{unit} is engaged in melee.")
by_itself("BLM-1.1", lambda unit: unit.ran and f"{unit} has run this turn.")
by_itself("BLM-1.1", lambda unit: unit.cast and f"{unit} has cast a spell this turn.")
by_itself("BLM-1.1", lambda unit: unit.injury.lies and f"{unit} is {unit.injury.capitalize()}.")
by_itself("BLM-1.1", lambda unit: unit.shot and f"{unit} has already made a ranged attack this turn.")


refusals.against("BLM-1.2", lambda shooting: why_not_now(shooting.state, shooting.shooter), asks=Asks.SHOOTER)


def why_not_now(state: State, unit: Unit) -> str | None:
    """Why a unit does nothing now: only the active player's units act, one attack after the other (BLM-1.2)."""
    if state.over:
        return "The ranged phase is over."
    if state.due is not None:
        return f"The attack on {state.due.target} is not resolved yet."
    if unit.out:
        return f"{unit} is Incapacitated and out of the game."
    side = state.turn.side
    return None if unit.side == side else f"It is the turn of {side}; {unit} is of {unit.side}."


@refusals.rule("BLM-1.3", asks=Asks.SHOOTER)
def phase_is_not_skipped(shooting: Shooting) -> str | None:
    """The first player's first turn has no ranged phase."""
    turn = shooting.state.turn
    if turn.number > shooting.state.edition.house[TURNS] or turn.side != turn.first_player:
        return None
    which = "the first turn" if turn.number == 1 else f"turn {turn.number}"
    return f"It is {which} of {turn.side}, the first player: there is no ranged phase in it."


NOBODY_FIRST = (
    "Nobody is known to have gone first: that the first player's first turn has no ranged phase is not applied."
)


def nobody_first(state: State) -> bool:
    """Whether it is the first turn of a battle that does not say who the first player is (BLM-1.3)."""
    return state.turn.number <= state.edition.house[TURNS] and state.turn.first_player is None


by_itself(
    "BLM-2.5",
    lambda unit: unit.weapon is not None and not (unit.loaded or unit.shot) and f"The {unit.weapon} is not loaded.",
)


@refusals.rule("BLM-2.6", asks=Asks.SHOOTER)
def is_reloaded(shooting: Shooting) -> str | None:
    """Long Reload takes a turn without a shot."""
    slow = shooting.weapon is not None and shooting.weapon.long_reload and shooting.shooter.shot_last_turn
    return f"The {shooting.weapon} has Long Reload and shot in the previous turn." if slow else None


@refusals.rule("BLM-3.1", asks=Asks.SIGHT)
def is_the_closest(shooting: Shooting) -> Reason | None:
    """The closest candidate, or one that an exception reaches (BLM-3.2 to BLM-3.5)."""
    if shooting.state.edition.targeting is not Targeting.CLOSEST:
        return None
    if reason := why_no_candidate(shooting):
        return reason
    return None if reached_by(shooting) else lambda: why_not_closest(shooting)


refusals.against(
    "BLM-4.1",
    lambda shooting: shooting.state.edition.targeting is Targeting.ANY and why_no_candidate(shooting),
    asks=Asks.SIGHT,
)


@refusals.rule("BLM-5.1", asks=Asks.SIGHT)
def sees_the_target(shooting: Shooting) -> Reason | None:
    """No shot without a line of sight."""
    shooter, target = shooting.shooter, shooting.target
    if target.out or target.id == shooter.id or shooting.clear:
        return None
    through = f" through {called(shooting.peer)}" if shooting.peer else ""
    return lambda: f"{shooter} sees no part of {target}'s body{through}: {shooting.sight}.{_hint(shooting)}"


@refusals.look("BLM-4.2", "BLM-4.3")
def protector_may_try(shooting: Shooting) -> Reasons | None:
    """An ally within 2", fit to act, that sees whom it protects."""
    ally = shooting.protector
    why = () if ally is None else tuple(why_not_protect(shooting.state, shooting.target, ally))
    return (lambda: why) if why else None


refusals.against(
    "BLM-4.4",
    lambda shooting: shooting.peer and why_not_peer(shooting.state, shooting.shooter, shooting.peer),
    asks=Asks.WAY,
)


def _hint(shooting: Shooting) -> str:
    """Through which windows a shot that sees nothing from the eyes would be legal."""
    if shooting.peer is not None:
        return ""
    windows = windows_of(shooting.state, shooting.shooter)
    legal = [id_ for id_ in windows if not refusals(replace(shooting, peer=id_))]
    return "".join(f" Legal through {called(id_)}: peer={id_}." for id_ in legal)
