"""The ranged phase and the turns: who may say what, and what it makes happen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fireline.chance import Dice, Step, with_step
from fireline.game.command import Command, EndPhase, NextTurn, PhaseEnded, Shoot
from fireline.game.event import Event
from fireline.game.kept import Kept
from fireline.game.planning import Equivalence
from fireline.game.shot import Shot
from fireline.rulesets.blightmeer import legality
from fireline.rulesets.blightmeer.depends import SAME, table, units_of
from fireline.rulesets.blightmeer.editions import RULES
from fireline.rulesets.blightmeer.events import ShotDeclared, ShotFired, TurnBegan
from fireline.rulesets.blightmeer.evolution import evolve
from fireline.rulesets.blightmeer.glimpses import expect_many
from fireline.rulesets.blightmeer.improvements import drawn_for
from fireline.rulesets.blightmeer.pieces import Injury
from fireline.rulesets.blightmeer.protect import Protect, attack_of, declared
from fireline.rulesets.blightmeer.resolution import attack, fire, injures, protects
from fireline.rulesets.blightmeer.shot import Shooting, why_not_protect
from fireline.rulesets.blightmeer.state import State, Unit
from fireline.rulesets.blightmeer.windows import windows_of
from fireline.ruling import Refusal, all_stand

PHASE, PROTECT = RULES.cite("BLM-1.2"), RULES.cite("BLM-4.2")
MANY = 1000
"""So many pairs are worth the code that tells sight without pictures, which takes seconds to compile the first time."""
FIRST_WITH_FIRE = 2
"""The first turn of the first player has no ranged phase (BLM-1.3)."""


def decision_owner(state: State) -> str | None:
    """The side that must say whether somebody protects."""
    return state.unit(state.due.target).side if state.due else None


def commands(state: State) -> tuple[Command, ...]:
    """Whoever may Protect, nobody first; else every legal shot and the end of the phase; after it the next turn."""
    shooting = declared(state)
    if shooting is not None:
        return (Protect(), *(Protect(ally.id) for ally in shooting.protectors))
    if state.over:
        return (NextTurn(),)
    return (*map(Shoot, legal_shots(state, shooters(state))), EndPhase())


def legal_shots(state: State, firing: tuple[str, ...], at: frozenset[str] | None = None) -> Iterator[Shot]:
    """The legal shots of some units, at some targets or at any, from the eyes and from windows."""
    if len(firing) * len(state.units) > MANY or (at is not None and len(firing) > 1):
        expect_many(state)  # whoever asks what several do to one asks it of many places
    if at is not None or not all_stand() or state.over or state.due is not None:
        yield from _sifted(state, firing, at)
        return
    for shooter in firing:
        yield from _shots_of(state, state.unit(shooter))


def _shots_of(state: State, unit: Unit) -> tuple[Shot, ...]:
    """The legal shots of a unit, kept for as long as it, its enemies and all models on the table stay as they are."""
    if unit.side != state.turn or (state.number == 1 and state.turn == state.first_player):
        return ()
    enemies = (units_of(state, side) for side in state.sides if side != unit.side)
    things = (SAME.same(unit), table(state), *enemies)
    return _SHOTS.of(things, lambda: tuple(_sifted(state, (unit.id,), None)))


_SHOTS: Kept[tuple[Shot, ...]] = Kept()


def _sifted(state: State, firing: tuple[str, ...], at: frozenset[str] | None) -> Iterator[Shot]:
    """The same, each looked at."""
    named = [unit for unit in state.standing if at is None or unit.id in at]
    for shooter in firing:
        unit = state.unit(shooter)
        ways = (None, *windows_of(state, unit))
        enemies = (enemy for enemy in named if enemy.side != unit.side)
        scenes = (Shooting(state, unit, enemy, peer=peer, undecided=True) for enemy in enemies for peer in ways)
        for shooting in legality.refusals.unbarred(scenes):
            yield _shot(shooter, shooting.target.id, shooting.peer)


def shots(state: State, shooter: str, target: str) -> Iterator[Shot]:
    """From the eyes, and from each window that the shooter may peer through."""
    ways = (None, *windows_of(state, state.unit(shooter)))
    return (_shot(shooter, target, peer) for peer in ways)


def _shot(shooter: str, target: str, peer: str | None) -> Shot:
    return Shot(shooter, target, peer=peer) if peer else Shot(shooter, target)


def with_turn_of(state: State, shooter: str) -> State:
    """The next turn of a unit's side, upkeep and all; where nobody has had a ranged phase, its second."""
    unit = state.unit(shooter)
    if unit.side == state.turn and not state.over and state.due is None:
        return state
    following = TurnBegan(unit.side, max(state.number, FIRST_WITH_FIRE))
    return evolve(replace(state, due=None), following)


def shot_with_answer(state: State, command: Command) -> Shot:
    """The shot that waits, with the ally declared that an answer names (BLM-4.2)."""
    waiting = state.due
    assert waiting is not None and isinstance(command, Protect), "a shot waits for a protector"  # noqa: PT018, S101
    peer = {"peer": waiting.peer} if waiting.peer else {}
    return Shot(waiting.shooter, waiting.target, protector=command.unit or None, **peer)


def shooters(state: State) -> tuple[str, ...]:
    """Every unit of the side whose turn it is, able to or not."""
    return tuple(unit.id for unit in state.standing if unit.side == state.turn)


def targets(state: State, shooter: str) -> tuple[str, ...]:
    """Every enemy on the table."""
    found = state.find(shooter)
    return tuple(unit.id for unit in state.standing if unit.side != (found.side if found else state.turn))


def equivalence(state: State) -> Equivalence[State]:
    """No shot asks which improvements were drawn, nor what is left of their deck."""
    return Equivalence(lambda face: face, lambda after: replace(after, deck=(), drawn=()))


def refusals(state: State, command: Command) -> tuple[Refusal, ...]:
    """Every reason against a command."""
    match command:
        case Protect(unit):
            return tuple(_against_protect(state, unit))
        case NextTurn():
            return () if state.over else (Refusal(PHASE, "The ranged phase is not over."),)
        case EndPhase() if state.over:
            return (Refusal(PHASE, "The ranged phase is over."),)
        case EndPhase() if state.due:
            return (Refusal(PHASE, "An attack is not resolved yet."),)
        case EndPhase():
            return ()
        case _:
            return (Refusal(PHASE, "That is no command of this game."),)


def decide(state: State, command: Command, dice: Dice) -> tuple[Event, ...]:
    """What a legal command makes happen."""
    match command:
        case Protect(unit):
            waiting = declared(state)
            assert waiting is not None, "a shot waits"  # noqa: S101
            return tuple(_fire(replace(waiting, protector=state.find(unit)), dice))
        case NextTurn():
            return (_next_turn(state),)
        case _:
            return (PhaseEnded(),)


def shoot(shooting: Shooting, dice: Dice) -> tuple[Event, ...]:
    """What a legal shot makes happen: it waits where somebody may Protect and nobody has said who does (BLM-4.2)."""
    if shooting.undecided and shooting.in_range and shooting.protectors:
        return (ShotDeclared(shooting.shooter.id, shooting.target.id, shooting.peer),)
    return tuple(_fire(shooting, dice))


def _fire(shooting: Shooting, dice: Dice) -> Iterator[Event]:
    outcome, whole = with_step(dice, fire, *attack_of(shooting))
    steps = list(whole.all_steps())
    attacks = (step.steps for step in steps if step.what == attack.__name__)
    yield ShotFired(
        shooter=shooting.shooter.id,
        target=shooting.target.id,
        hit=outcome.target_hit,
        wounds_lost=outcome.wounds_lost,
        injury=outcome.injury,
        attacks=tuple((checked.all_faces, tuple(one.all_faces for one in defences)) for checked, *defences in attacks),
        removed=_thrown_by(steps, injures.__name__),
        protector=shooting.protector.id if shooting.protector else None,
        protecting=_thrown_by(steps, protects.__name__),
        peer=shooting.peer,
    )
    if outcome.injury == str(Injury.INCAPACITATED):
        yield from drawn_for(shooting.state, shooting.shooter.side, dice)


def _thrown_by(steps: list[Step], program: str) -> tuple[int, ...]:
    """The faces that the program of this name threw, with those it called."""
    return next((step.all_faces for step in steps if step.what == program), ())


def _against_protect(state: State, unit: str) -> Iterator[Refusal]:
    shooting, ally = declared(state), state.find(unit)
    if shooting is None:
        yield Refusal(PROTECT, "No shot waits for a protector.")
    elif unit and (ally is None or ally.out):
        yield Refusal(PROTECT, f"{unit} is not on the table.")
    elif ally is not None:
        yield from (Refusal(rule, why) for rule, why in why_not_protect(shooting.state, shooting.target, ally))


def _next_turn(state: State) -> TurnBegan:
    sides = state.sides
    following = sides[(sides.index(state.turn) + 1) % len(sides)]
    return TurnBegan(following, state.number + (following == sides[0]))
