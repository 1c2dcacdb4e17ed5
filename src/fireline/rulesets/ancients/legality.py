"""May this shot be made?  Every reason against it, each under its rule."""

from __future__ import annotations

from fireline.rulesets.ancients.board import hex_name
from fireline.rulesets.ancients.editions import NUMBERS, RULES
from fireline.rulesets.ancients.modifiers import dice_number
from fireline.rulesets.ancients.shot import ALONG_EDGE, CORNER, HILL, OBSTRUCTION, Shooting
from fireline.rulesets.ancients.state import Leader, Unit
from fireline.ruling import Asks, Checks, Reasons
from fireline.ruling.prose import listing, plural

NEAREST = NUMBERS.cite("CCA-1.2.nearest")
refusals = Checks[Shooting](RULES)


@refusals.needs("CCA-1.1", asks=Asks.SHOOTER)
def has_missiles(shooting: Shooting) -> str | None:
    """Green circles and war machines have missiles; the unit table knows."""
    kind = shooting.shooter.type
    return None if kind.fires else f"{kind.name} have no missile weapons, so they may not fire."


@refusals.rule("CCA-1.2")
def aims_at_an_enemy(shooting: Shooting) -> str | None:
    """Fire is for enemies."""
    friend = shooting.target.side is shooting.shooter.side
    return f"{shooting.target} is on the firer's own side." if friend else None


@refusals.rule("CCA-1.2")
def aims_further_than_one_hex(shooting: Shooting) -> str | None:
    """An adjacent enemy is fought hand to hand."""
    least = shooting.state.edition.house[NEAREST]
    if shooting.distance >= least or shooting.target.side is shooting.shooter.side:
        return None
    near = "adjacent" if shooting.distance == 1 else f"{plural(shooting.distance, 'hex', 'hexes')} away"
    return f"{shooting.target} is {near}; fire is for targets more than {plural(least - 1, 'hex', 'hexes')} away."


@refusals.rule("CCA-1.2")
def aims_at_a_leader_only_where_allowed(shooting: Shooting) -> str | None:
    """A leader who stands alone is a target, unless the table plays it otherwise."""
    lone = shooting.state.lone_leader_at(shooting.target.hex) == shooting.target
    barred = lone and not shooting.state.edition.lone_leader_is_target
    return f"{shooting.target} stands alone, and this table does not fire at leaders." if barred else None


@refusals.rule("CCA-1.3", asks=Asks.SHOOTER)
def is_not_pinned(shooting: Shooting) -> str | None:
    """An adjacent enemy unit stops all fire; a lone leader only where the table plays it so."""
    pins = shooting.state.edition.lone_leader_pins
    near = [e for e in shooting.state.enemies_beside(shooting.shooter) if pins or isinstance(e, Unit)]
    if not near:
        return None
    return f"The unit is next to an enemy ({listing(hex_name(e.hex) for e in near)}), so it may not fire."


@refusals.rule("CCA-1.4", asks=Asks.SHOOTER)
def was_ordered(shooting: Shooting) -> str | None:
    """Only ordered units battle."""
    return None if shooting.shooter.ordered else "The unit was not ordered this turn."


@refusals.rule("CCA-1.4", asks=Asks.SHOOTER)
def has_not_battled(shooting: Shooting) -> str | None:
    """One battle a turn, more only where a card says so."""
    shooter = shooting.shooter
    if shooter.battled < shooter.battles:
        return None
    times = "" if shooter.battles == 1 else f" {plural(shooter.battles, 'time')}, as often as it may"
    return f"The unit has already battled this turn{times}."


@refusals.rule("CCA-1.6", asks=Asks.SHOOTER)
def nothing_is_pending(shooting: Shooting) -> str | None:
    """The attack before is resolved wholly, and the phase still runs."""
    if shooting.state.over:
        return "The ranged phase is over."
    owed = [f"{due.id} must still {due.what}" for due in shooting.state.due]
    return f"The attack before is not resolved yet: {listing(owed)}." if owed else None


@refusals.rule("CCA-6")
def target_stands_alone(shooting: Shooting) -> str | None:
    """A leader with a unit is reached only through his unit."""
    host = shooting.state.unit_at(shooting.target.hex)
    if not isinstance(shooting.target, Leader) or host is None:
        return None
    return f"{shooting.target} is with {host}; fire at the unit, and he takes his casualty check."


@refusals.rule("CCA-2.1")
def is_in_range(shooting: Shooting) -> str | None:
    """Distance against the unit's range."""
    kind, far = shooting.shooter.type, shooting.distance
    if not kind.fires or far <= kind.range:
        return None
    return f"The target is {plural(far, 'hex', 'hexes')} away; the range of {kind.name} is {kind.range}."


@refusals.look(OBSTRUCTION, ALONG_EDGE, HILL, CORNER)
def line_is_clear(shooting: Shooting) -> Reasons | None:
    """Units, leaders, blocking terrain, hills and the edge of the battlefield, between the two or beside the line."""
    return None if shooting.line.clear else lambda: shooting.line.reasons


@refusals.rule("CCA-4.2", asks=Asks.SHOOTER)
def did_not_move_too_far(shooting: Shooting) -> str | None:
    """Auxilia after two hexes, war machines after any."""
    shooter = shooting.shooter
    if shooter.type.fires_having_moved(shooter.moved):
        return None
    return f"{shooter.type.name} that moved {plural(shooter.moved, 'hex', 'hexes')} may not fire."


@refusals.rule("CCA-4.5", asks=Asks.SHOOTER)
def did_not_enter_terrain_that_stops_it(shooting: Shooting) -> str | None:
    """Forest and broken ground silence units that moved onto them this turn, but for those at home there."""
    shooter = shooting.shooter
    terrain = shooting.state.board.terrain_at(shooter.hex)
    entered = shooting.state.edition.entered_terrain_stops_fire and shooter.moved > 0
    if not entered or terrain is None or not terrain.silences(shooter.type):
        return None
    return f"{shooter.type.name} that moved onto {terrain.name} this turn may not fire."


@refusals.rule("CCA-4.3")
def terrain_leaves_a_die(shooting: Shooting) -> str | None:
    """Terrain may take the last die."""
    before, after = dice_number(shooting)
    return "Terrain leaves no die to roll." if before > 0 and after == 0 else None
