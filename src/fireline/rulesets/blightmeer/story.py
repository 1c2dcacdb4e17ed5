"""What happened, and what may be said, in words."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.game.command import Command, EndPhase, NextTurn, PhaseEnded, Shoot
from fireline.game.event import Event
from fireline.rulesets.blightmeer.editions import RULES, Critical
from fireline.rulesets.blightmeer.events import Faces, ImprovementDrawn, ShotDeclared, ShotFired, TurnBegan
from fireline.rulesets.blightmeer.pieces import Injury
from fireline.rulesets.blightmeer.protect import Protect, declared, replies
from fireline.rulesets.blightmeer.resolution import WoundMark, kept, volley
from fireline.rulesets.blightmeer.shot import Shooting
from fireline.rulesets.blightmeer.state import State, Unit
from fireline.rulesets.blightmeer.windows import called
from fireline.ruling import Explained
from fireline.ruling.prose import listing, minus, plural

PHASE, RANGE, LOADED = RULES.cite("BLM-1.2"), RULES.cite("BLM-2.2"), RULES.cite("BLM-2.5")
PROTECT, WINDOW, CHECK = RULES.cite("BLM-4.2"), RULES.cite("BLM-4.4"), RULES.cite("BLM-7.2")
DEFENCE, WOUNDS, REMOVED = RULES.cite("BLM-7.3"), RULES.cite("BLM-7.6"), RULES.cite("BLM-7.8")
VALUE, INJURY, IMPROVEMENT = RULES.cite("BLM-2.4"), RULES.cite("BLM-7.9"), RULES.cite("BLM-7.10")


def narrate(state: State, event: Event) -> tuple[Explained, ...]:
    """The story of an event that happens to this state."""
    return tuple(_tell(state, event))


def _tell(state: State, event: Event) -> Iterator[Explained]:
    match event:
        case ShotDeclared(shooter, target):
            text = f"{shooter} declares a shot at {target}; the opponent may name an ally to Protect it."
            yield Explained(PROTECT, text)
        case ShotFired():
            yield from _shot(state, event)
        case ImprovementDrawn(side, card):
            yield Explained(IMPROVEMENT, f"{side} draws {card} from the Improvement Deck.")
        case PhaseEnded():
            yield Explained(PHASE, "The ranged phase is over.")
        case TurnBegan(side, number):
            yield Explained(LOADED, f"Turn {number} of {side} begins; its weapons are loaded.")
            yield from (_upkeep(unit) for unit in state.units if unit.side == side and unit.injury and not unit.out)
        case _:
            return


def _upkeep(unit: Unit) -> Explained:
    left = unit.injury.after_upkeep
    now = f"now {str(left).capitalize()}" if left else "fit again"
    return Explained(INJURY, f"{unit} was {str(unit.injury).capitalize()} and is {now}.")


def _shot(state: State, event: ShotFired) -> Iterator[Explained]:
    shooter, target = state.unit(event.shooter), state.unit(event.target)
    protector = state.find(event.protector) if event.protector else None
    shooting = Shooting(state, shooter, target, protector, event.peer)
    if event.peer:
        yield Explained(WINDOW, f"{shooter} peers through {called(event.peer)}.")
    if not shooting.in_range:
        assert shooter.weapon is not None, "a shot was fired"  # noqa: S101
        far = f"{shooting.gap.shown(shooter.weapon.range)} away, beyond the range of the {shooter.weapon}"
        yield Explained(RANGE, f"{shooter} shoots at {target}, who is {far}: the shot misses.")
        return
    if protector is not None:
        yield Explained(PROTECT, f"{protector} tries to Protect {target}, {_protecting(shooting, protector, event)}.")
        if event.hit == event.protector:
            shooting = shooting.at_protector()
    for n, (check, defences) in enumerate(event.attacks):
        yield from _attack(shooting, check, defences, again=n > 0)
    yield from _result(state, event, tuple(_through(shooting, event)))


def _protecting(shooting: Shooting, protector: Unit, event: ShotFired) -> str:
    if protector.morale is None:
        return "but has a Morale of - and fails"
    face = kept(event.protecting, -1 if volley(shooting).unsteady else 0)
    ends = "steps in front" if event.hit == protector.id else "fails to step in"
    return f"rolls {_faces(event.protecting, face)}, needing {protector.morale}, and {ends}"


def _saved(shooting: Shooting, thrown: Faces) -> bool:
    """Whether a Defence Check passed."""
    mark = volley(shooting).target
    return mark.defence is not None and shooting.state.edition.passes(_counts(mark, thrown), mark.defence)


def _through(shooting: Shooting, event: ShotFired) -> Iterator[int]:
    """The values for injury of the attacks that got through, in the order rolled."""
    advantage = volley(shooting).target.advantage
    for check, defences in event.attacks:
        value = kept(check, advantage) + shooting.injury_modifier
        yield from (value for thrown in defences if not _saved(shooting, thrown))


def _counts(mark: WoundMark, thrown: Faces) -> int:
    """The die of a Defence Check that counts."""
    return kept(thrown, -1 if mark.worse else 0)


def _attack(shooting: Shooting, check: Faces, defences: tuple[Faces, ...], *, again: bool) -> Iterator[Explained]:
    edition, mark = shooting.state.edition, volley(shooting).target
    modifier, ranged, least = shooting.injury_modifier, shooting.ranged_needed, mark.defence
    assert ranged is not None, "a shot was fired"  # noqa: S101
    face = kept(check, mark.advantage)
    may_be = not again or edition.critical is Critical.CHAIN
    critical = " (critical)" if may_be and edition.is_critical(face, modifier) else ""
    verdict = "a hit" if edition.passes(face, ranged, attack=True) else "a miss"
    aim = f"{shooting.shooter} shoots at {shooting.target}{' once more' if again else ''}"
    yield Explained(CHECK, f"{aim} and rolls {_faces(check, face)}{critical}, needing {ranged}: {verdict}.")
    for thrown in defences:
        if least is None:
            yield Explained(DEFENCE, f"{shooting.target} has no Defence Check: it gets through.")
            continue
        end = "it is defended" if _saved(shooting, thrown) else "it gets through"
        rolled = _faces(thrown, _counts(mark, thrown))
        yield Explained(DEFENCE, f"{shooting.target} defends with {rolled}, needing {minus(least)}: {end}.")
    if modifier and not all(_saved(shooting, thrown) for thrown in defences):
        yield Explained(VALUE, f"For injury the roll counts {face + modifier}.")


def _result(state: State, event: ShotFired, through: tuple[int, ...]) -> Iterator[Explained]:
    hit = state.unit(event.hit)
    if event.wounds_lost:
        left = plural(hit.wounds - event.wounds_lost, "Wound")
        yield Explained(WOUNDS, f"{hit} loses {plural(event.wounds_lost, 'Wound')} and has {left} left.")
    if event.removed:
        yield Explained(REMOVED, f"{hit} had {plural(hit.wounds, 'Wound')}, so {_removed(event.removed, through)}.")
    if event.injury != str(Injury.NONE):
        yield Explained(INJURY, f"{hit} is {event.injury.capitalize()}.")
    elif through and hit.wounds == event.wounds_lost:
        yield Explained(INJURY, f"{hit} is {str(hit.injury).capitalize()} already, and is no worse off.")


def _removed(removed: Faces, through: tuple[int, ...]) -> str:
    """Which attacks of the pool were removed, by their numbers as rolled and their values, and what is left."""
    left = dict(enumerate(through, 1))
    gone = []
    for face in removed:
        number = list(left)[face - 1]
        gone.append(f"number {number} ({left.pop(number)})")
    are = "is" if len(gone) == 1 else "are"
    of = f"{len(gone)} of the {len(through)} attacks that got through {are} removed at random"
    return f"{of}: {listing(gone)}; the highest left, {max(left.values())}, injures"


def _faces(faces: Faces, counts: int | None = None) -> str:
    """The faces thrown, and of two the one that counts."""
    which = f" ({counts} counts)" if len(faces) > 1 and counts is not None else ""
    return listing(map(str, faces)) + which


def label(state: State, command: Command) -> str:
    """A command as a menu shows it."""
    match command:
        case Shoot(shot):
            window = shot.details.get("peer")
            return f"{shot.shooter} shoots at {shot.target}{f' through {called(window)}' if window else ''}"
        case EndPhase():
            return "End the ranged phase"
        case NextTurn():
            sides = state.sides
            return f"Begin the turn of {sides[(sides.index(state.turn) + 1) % len(sides)]}"
        case Protect(unit):
            return f"{f'{unit} tries' if unit else 'Nobody tries'} to Protect{_prospect(state, unit)}"
        case _:
            return str(command)


def _prospect(state: State, unit: str) -> str:
    """What an answer comes to for the opponent."""
    shooting = declared(state)
    if shooting is None:
        return ""
    one = next((one for one in replies(shooting) if (one.protector or "") == unit), None)
    return "" if one is None else f": {one}"
