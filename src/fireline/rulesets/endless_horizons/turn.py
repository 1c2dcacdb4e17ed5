"""The round: who is in it, who may say what, as menus show it, what then happens, and what plans must know of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod

from fireline.chance import Dice, with_faces
from fireline.game.command import Command, EndPhase, Shoot, Shot
from fireline.game.errors import BattleFileError
from fireline.game.event import Event, kinds_in
from fireline.game.facts import view_of
from fireline.game.planning import Equivalence
from fireline.game.ruleset import Phases, Turn, UnitView
from fireline.rulesets.endless_horizons import events, handling, legality, posture, suppression
from fireline.rulesets.endless_horizons.armoury import Weapon
from fireline.rulesets.endless_horizons.board import Distance
from fireline.rulesets.endless_horizons.commands import FAILED, FIRED, Doing, SuppressionEnded, allowed, covers
from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.handling import Aim, known_enemies
from fireline.rulesets.endless_horizons.modifiers import common_difficulty
from fireline.rulesets.endless_horizons.pieces import STANCES, Jam, Movement, Stance, pieces
from fireline.rulesets.endless_horizons.places import PLACES
from fireline.rulesets.endless_horizons.posture import ChangeMovement, ChangeStance
from fireline.rulesets.endless_horizons.prose import expected_hits, headline, hits_text, odds
from fireline.rulesets.endless_horizons.resolution import CATASTROPHE, MOST_DICE, NONE, burst, fire
from fireline.rulesets.endless_horizons.shot import COST, MOST_AIM, Shooting, declare
from fireline.rulesets.endless_horizons.state import Hit, State, Unit, first_of, to_act, with_turn
from fireline.ruling import Asks
from fireline.ruling.prose import plural

COMMANDS: tuple[type[Doing], ...] = kinds_in(Doing, handling, suppression, posture)
"""What units may do beside shooting, in the order of a menu."""
FLAGS = ("given up", "injured", "suppressing", *map(str, Movement), *map(str, Stance))


def view(state: State, unit: Unit) -> UnitView:
    """Somebody, out of the fight or not."""
    told = {"given up": unit.given_up, "injured": unit.injured, "suppressing": unit.suppressing is not None}
    posture = [str(unit.movement), *([str(unit.stance)] if unit.stance else [])]
    left = None if unit.hits_to_stop is None else unit.hits_to_stop - unit.hits
    try:
        place = PLACES.at(state, unit.id)
    except BattleFileError:  # nobody has said where it stands
        place = ""
    flags = (*posture, *(word for word, is_so in told.items() if is_so))
    return view_of(unit, unit.side or "", place, left, out=unit.out, flags=flags)


def turn(state: State) -> Turn:
    """The unit whose turn it is, where the round has an order: its side may act, or the unit itself if it has none."""
    now = state.round
    if now.turn is None:
        return Turn("", f"round {now.number}", over=state.over, number=now.number)
    side = state.unit(now.turn).side or now.turn
    return Turn(side, f"turn of {now.turn}", over=state.over, number=now.number)


def shot_label(state: State, shot: Shot) -> str:
    """A shot as a menu shows it."""
    bullets = shot.details.get("bullets", 1)
    how = f", {plural(bullets, 'bullet')}" if isinstance(bullets, int) else ""
    if isinstance(aim := shot.details.get("aim_actions"), int) and aim:
        how += f", {plural(aim, 'action')} of aim"
    return f"{shot.shooter} fires at {shot.target}{how}{'' if bullets == 1 else _average(state, shot)}"


def _average(state: State, shot: Shot) -> str:
    """The hits to be expected of a burst; of a single shot they are its chance."""
    try:
        average = expected_hits(declare(state, shot))
    except BattleFileError:
        return ""
    return "" if average is None else f", {hits_text(average)} on average"


def _ended(state: State) -> Iterator[Event]:
    """The end of a turn, or of the round where nobody has turns or this was the last (EHZ-6.3)."""
    now, following = state.round, None
    if now.turn is not None:
        following = first_of(state, now.order[now.order.index(now.turn) + 1 :])
        yield events.TurnEnded(now.turn, following or "")
    if following is None:
        yield events.PhaseEnded()


PHASES = Phases[State](
    name="round",
    rule=RULES.cite("EHZ-6.3"),
    end=lambda state: f"End {state.round.turn}'s turn" if state.round.turn else "End the round",
    ended=_ended,
    next=lambda state: f"Begin round {state.round.number + 1}",
    begun=lambda state: (events.RoundBegan(state.round.number + 1, first_of(state, state.round.order) or ""),),
)


def shooters(state: State) -> tuple[str, ...]:
    """Everybody in the fight, armed or not: who suppresses may act out of turn (EHZ-6.2)."""
    return tuple(unit.id for unit in state.units if not unit.out)


def targets(state: State, shooter: str) -> tuple[str, ...]:
    """Every enemy in the fight whose distance is known.

    An armed shooter who is at no known distance from anybody gets all of them, so that a shot says what is missing.
    """
    unit = state.find(shooter)
    if unit is None:
        return tuple(one.id for one in state.units if not one.out)
    enemies = tuple(state.enemies(unit))
    known = tuple(enemy for enemy in enemies if state.distance(unit, enemy) is not None)
    return tuple(enemy.id for enemy in (known or enemies if unit.gun else known))


def shoot(shooting: Shooting, dice: Dice) -> Iterator[Event]:
    """What a legal shot makes happen: suppression covers it, but one's own ends unless it is out of turn."""
    shooter, target = shooting.shooter, shooting.target
    if shooter.suppressing is not None and not shooting.out_of_turn:
        yield SuppressionEnded(shooter.id, FIRED)
    yield from covers(shooting.state, shooter, shooting.actions, idle=not shooting.out_of_turn)
    outcome, thrown = with_faces(dice, fire, burst(shooting))
    yield events.ShotFired(
        shooter=shooter.id,
        target=target.id,
        faces=thrown,
        result=thrown[0] + shooting.bonus if thrown and not shooting.squib else None,
        fired=outcome.fired,
        hits=outcome.hits,
        effect=outcome.effect,
        aimed=shooting.aimed,
        actions=shooting.actions,
        out_of_turn=shooting.out_of_turn,
    )
    if outcome.malfunction == CATASTROPHE:
        yield events.WeaponWrecked(shooter.id)
    elif outcome.malfunction != NONE and not shooting.squib:
        yield events.WeaponJammed(shooter.id, outcome.malfunction)
    if shooter.suppressing and shooting.out_of_turn and outcome.malfunction != NONE:
        yield SuppressionEnded(shooter.id, FAILED)
    if target.hits_to_stop is not None and outcome.hits and target.hits + outcome.hits >= target.hits_to_stop:
        yield events.UnitStopped(target.id)


def shots(state: State, shooter: str, target: str) -> Iterator[Shot]:
    """In every length of `lengths`; of somebody with no firearm in hand one, which says so."""
    unit, enemy = state.unit(shooter), state.unit(target)
    distance = state.distance(unit, enemy)
    if unit.gun is None or distance is None:
        yield Shot(shooter, target)
    else:
        yield from map(_shot, lengths(Shooting(state, unit, enemy, distance), unit.gun))


def lengths(shooting: Shooting, weapon: Weapon) -> Iterator[Shooting]:
    """The shot with every number of bullets that mode and magazine allow, less those that can only waste bullets.

    Two numbers that hit alike with every face differ in what is loaded afterwards and in nothing else, and whatever may
    be done with fewer bullets loaded may be done with more: so the larger is no better by any goal. That holds only if
    nothing can fail, neither by a face that escalates nor by a bullet stuck in the barrel: where a burst fails sooner
    or later by its length, all are ways. Nor does it hold out of turn for who suppresses over his own cover: that fire
    goes on, and shows him as long as there are bullets for it.
    """
    fails = shooting.squib or shooting.state.edition.escalation
    shows = shooting.out_of_turn and shooting.shooter.suppresses_over_cover
    every, seen = fails or shows or weapon.most <= 1, set[tuple[int, ...]]()
    first = None if every else common_difficulty(shooting)
    wasted: int | None = None  # the recoil with which one more bullet hits with no face
    for bullets in range(1, max(weapon.most, 1) + 1):
        recoil = weapon.model.recoil_of(bullets)
        if recoil == wasted:
            continue
        one = replace(shooting, bullets=bullets)
        needed = () if every else burst(one, first).needed
        if every or needed not in seen:
            seen.add(needed)
            yield one
        if first is not None and len(needed) < bullets:
            wasted = recoil


def legal_shots(state: State, firing: tuple[str, ...], at: frozenset[str] | None = None) -> Iterator[Shot]:
    """The legal shots of some units, at some targets or at any, in their order: see `lengths`."""
    checks, anywhere = legality.refusals, Distance(Fraction(0))
    for unit in map(state.unit, firing):
        if checks.bar(Shooting(state, unit, unit, anywhere), Asks.SHOOTER):
            continue
        for enemy in state.enemies(unit) if at is None else state.in_order(at):
            distance = state.distance(unit, enemy)
            if distance is None or checks.bar(shooting := Shooting(state, unit, enemy, distance), Asks.TARGET):
                continue
            ways = lengths(shooting, unit.gun) if unit.gun else (shooting,)
            yield from (_shot(one) for one in ways if not checks.bar(one, Asks.WAY))


def _shot(one: Shooting) -> Shot:
    more = {"bullets": one.bullets} if one.bullets > 1 else {}
    if one.aim_actions:
        more["aim_actions"] = one.aim_actions
    return Shot(one.shooter.id, one.target.id, **more)


def doings(state: State, id_: str) -> Iterator[Command]:
    """What a unit may do beside shooting: in its own turn where there are turns, and while it suppresses."""
    unit = state.unit(id_)
    if not state.round.order or unit.id == state.round.turn or unit.suppressing:
        yield from allowed(state, unit, (one for kind in COMMANDS for one in kind.offers(state, unit)))


# --- what a plan of the rest must know ---------------------------------------------------


def with_turn_of(state: State, shooter: str) -> State:
    """There are no turns of sides: the round as it stands, or the next one; in an order, the shooter's next turn."""
    ready = state.but(over=False) if state.over else state
    if shooter not in state.round.order or state.round.turn == shooter:
        return ready
    unit = state.unit(shooter)
    return with_turn(ready.put(replace(unit, actions=unit.actions_per_round)), shooter)


def equivalence(state: State) -> Equivalence[State]:
    """No shot asks who made which hits, nor how many they are of those who take any number."""

    def merged(after: State) -> State:
        for unit in after.units:
            if unit.hits_taken:
                same = (Hit("", "", unit.hits),) if unit.hits_to_stop is not None else ()
                after = after.put(replace(unit, hits_taken=same))
        return after

    return Equivalence(lambda face: face, merged)


def shots_left(state: State, shooter: str) -> int | None:
    """As many as there are actions for, and those at an opening; None where nobody counts actions (EHZ-6.3).

    In an order whoever has yet to act has the actions of that turn, and whoever has acted has none. At a table where a
    shot takes no action, the bullets limit the shots.
    """
    unit, each = state.unit(shooter), state.edition.house[COST]
    openings = len(unit.suppressing.openings) if unit.suppressing else 0
    if unit.out or (state.round.order and unit.id not in to_act(state)):
        return openings
    if unit.actions is None:
        return None
    return openings + (unit.actions // each if each else _bullets(unit, unit.actions))


def _bullets(unit: Unit, actions: int) -> int:
    """The most bullets that a unit can have in so many actions: all that is loaded, and what it reloads (EHZ-7.1)."""
    weapons = [one for one in (unit.weapon, *(held.weapon for held in unit.carried)) if one]
    takes = [one.model.reload_actions for one in weapons if one.model.reload_actions]
    reloads = actions // min(takes) if takes else 0
    if unit.magazines is not None:
        reloads = min(reloads, unit.magazines)
    return sum(one.loaded for one in weapons) + reloads * max((one.model.capacity for one in weapons), default=0)


def handing_on(state: State) -> Command | None:
    """The end of a turn that another one follows in the order of the round (EHZ-6.3)."""
    return EndPhase() if len(to_act(state)) > 1 else None


def preparing(state: State, shooter: str) -> Iterator[Command]:
    """What makes a weapon ready, careful aim, a steadier stance and less movement, where that takes counted actions.

    Aim by itself ends one's own suppressing fire, so at who has left cover under it there are aimed shots (EHZ-6.2).
    """
    unit = state.unit(shooter)
    if unit.actions is None:
        return
    if unit.suppressing:  # else it spends bullets on what is done before the shot
        yield suppression.StopSuppressing(shooter)
    yield from (command for command in _helpful(state, unit) if command.cost(state))
    for target in unit.suppressing.openings if unit.suppressing else ():
        distance = state.distance(unit, state.unit(target))
        if unit.gun is not None and distance is not None:
            for aim in range(1, min(unit.actions, MOST_AIM) + 1):
                aimed = Shooting(state, unit, state.unit(target), distance, aim_actions=aim)
                yield from (Shoot(_shot(one)) for one in lengths(aimed, unit.gun))


def left_out(state: State, shooter: str) -> Iterator[str]:
    """The same where it takes no action or nobody counts them, so that there is no end to it; now or later."""
    unit = state.unit(shooter)
    if (unit.gun is None and not unit.carried) or (state.round.order and shooter not in to_act(state)):
        return
    ready = with_turn_of(state, shooter)
    if unit.actions is None:
        words = dict.fromkeys(one.helps for one in allowed(ready, unit, _helpful(ready, unit)))
        yield ", ".join(("one shot only, since nobody counts actions", *(f"no {one}" for one in words)))
        return
    free: dict[str, None] = {}
    for later in _later(ready, ready.unit(shooter)):
        then = ready.put(later)
        costless = (one for one in _helpful(then, later) if not one.cost(then))
        free |= dict.fromkeys(one.helps for one in allowed(then, later, costless))
    if free:
        yield f"without {' or '.join(free)}, which takes no action"


def _later(state: State, unit: Unit) -> Iterator[Unit]:
    """A unit as it stands, and with each of its firearms in hand once that has fired, and failed where it may."""
    yield unit
    kinds = state.edition.malfunctions
    fails = state.edition.escalation and any(one != NONE for one in (kinds.minor, kinds.medium, kinds.major))
    for gun in (unit.weapon, *(one.weapon for one in unit.carried)):
        if gun is not None and gun.model.fires:
            for loaded in {max(gun.loaded - 1, 0), 0}:
                fired = replace(gun, loaded=loaded, cycled=False)
                yield replace(unit, weapon=fired)
                if fails:
                    yield replace(unit, weapon=replace(fired, jam=Jam.SQUIB))


def _helpful(state: State, unit: Unit) -> Iterator[Doing]:
    """All that can make a later shot possible or better: cover, suppression and searches cannot (EHZ-4, 6, 7, 8).

    Aim at nobody named counts against anybody, so it is as good as any aim at one of several (EHZ-4.3).
    """
    now, penalties = unit.firing_stance, pieces(state.edition.house).movements
    anybody = known_enemies(state, unit) if unit.aimed_at is None else []
    for one in (one for kind in COMMANDS if kind.helps for one in kind.offers(state, unit)):
        match one:
            case ChangeStance(_, stance) if now is None or STANCES[Stance(stance)].penalty >= STANCES[now].penalty:
                continue
            case ChangeMovement(_, movement) if penalties[Movement(movement)] >= penalties[unit.movement]:
                continue
            case Aim() if len(anybody) > 1:
                if one.target == anybody[0]:
                    yield Aim(unit.id)
            case _:
                yield one


def upper_bound(state: State, shooter: str) -> Mapping[str, Fraction]:
    """Bounds on the expected fields of an outcome, losses and kills: what no throw can surpass.

    No more bullets hit than any weapon of the shooter's can hold or holds, for it may reload and draw; the
    effect is at most the number of dice. A shot puts one enemy out of the fight at most, and none of those who take any
    number of hits. There is none on bullets fired: no plan is made to waste them (`turn.lengths`).
    """
    unit = state.find(shooter)
    weapons = (unit.weapon, *(one.weapon for one in unit.carried)) if unit else ()
    loaded = Fraction(max((max(one.loaded, one.model.capacity) for one in weapons if one), default=0))
    kills = Fraction(any(enemy.hits_to_stop is not None for enemy in state.enemies(unit)) if unit else 0)
    return {"hits": loaded, "effect": Fraction(state.edition.house[MOST_DICE]), "losses": loaded, "kills": kills}


def missing(state: State, ways: Sequence[tuple[Shot, ...]]) -> Fraction | None:
    """The chance that nobody hits; None where somebody suppresses, or acts in an order.

    Otherwise a miss changes nothing but its shooter, so that the shots are independent of each other.
    """
    if state.round.order or any(unit.suppressing for unit in state.units):
        return None
    misses = ([1 - headline(odds(declare(state, shot))).chance for shot in shots] for shots in ways)
    return prod(map(min, misses), start=Fraction(1))
