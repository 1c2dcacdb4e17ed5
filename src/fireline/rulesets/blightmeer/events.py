"""What can happen in a ranged phase, in the past tense, with the faces thrown: what it does, tells and costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fireline.game import command
from fireline.game.event import Damage, Event, Kind, Loss
from fireline.rulesets.blightmeer.editions import RULES, Critical
from fireline.rulesets.blightmeer.pieces import Injury
from fireline.rulesets.blightmeer.resolution import WoundMark, cards, kept, volley
from fireline.rulesets.blightmeer.scene import called
from fireline.rulesets.blightmeer.shot import Shooting
from fireline.rulesets.blightmeer.state import Declared, DrawnCard, Improvements, State, Unit
from fireline.ruling import Explained
from fireline.ruling.prose import listing, minus, plural

PHASE, RANGE, LOADED = RULES.cite("BLM-1.2"), RULES.cite("BLM-2.2"), RULES.cite("BLM-2.5")
PROTECT, WINDOW, CHECK = RULES.cite("BLM-4.2"), RULES.cite("BLM-4.4"), RULES.cite("BLM-7.2")
DEFENCE, LOST, REMOVED = RULES.cite("BLM-7.3"), RULES.cite("BLM-7.6"), RULES.cite("BLM-7.8")
VALUE, INJURY, IMPROVEMENT = RULES.cite("BLM-2.4"), RULES.cite("BLM-7.9"), RULES.cite("BLM-7.10")
WOUNDS = Damage("wounds", Kind.HARM, one="wound", of="Wounds")
INJURIES = {one: Damage(str(one), Kind.OUT if one is Injury.INCAPACITATED else Kind.OTHER) for one in Injury}
Faces = tuple[int, ...]


class ShotDeclared(Event):
    """A shot was declared, and waits for the opponent's word on Protect."""

    shooter: str
    target: str
    peer: str | None = None

    def after(self, state: State) -> State:
        return state.but(due=Declared(state.unit(self.shooter).id, state.unit(self.target).id, self.peer))

    def story(self, state: State) -> tuple[Explained, ...]:
        declares = f"{self.shooter} declares a shot at {self.target}"
        return (Explained(PROTECT, f"{declares}; the opponent may name an ally to Protect it."),)


class ShotFired(Event):
    """A ranged attack from first to last.

    `target` is the one declared, `hit` who was shot at in the end. `protecting` holds the faces of the protector's
    Morale Check; `attacks` for each attack those of its Ranged Check, and of each of its Defence Checks (none where
    there is no check). `removed` says which attacks of the pool were removed at random, each counted from 1 among
    those left then, in the order rolled. `injury` is "none" where the one hit is no worse off.
    """

    shooter: str
    target: str
    hit: str
    wounds_lost: int
    injury: Injury
    attacks: tuple[tuple[Faces, tuple[Faces, ...]], ...] = ()
    removed: Faces = ()
    protector: str | None = None
    protecting: Faces = ()
    peer: str | None = None

    @property
    def thrower(self) -> str:
        """The shooter, also where it is the opponent's word on Protect that lets the dice fall."""
        return self.shooter

    def after(self, state: State) -> State:
        shooter, hit = state.unit(self.shooter), state.unit(self.hit)
        hurt = replace(hit, wounds=max(hit.wounds - self.wounds_lost, 0), injury=max(hit.injury, self.injury))
        shot = replace(shooter, shot=True, loaded=False, peering=self.peer or shooter.peering)
        return state.but(pieces=state.pieces.put(hurt, shot), due=None)

    def story(self, state: State) -> Iterator[Explained]:
        shooter, target = state.unit(self.shooter), state.unit(self.target)
        protector = state.find(self.protector) if self.protector else None
        shooting = Shooting(state, shooter, target, protector, self.peer)
        if self.peer:
            yield Explained(WINDOW, f"{shooter} peers through {called(self.peer)}.")
        if not shooting.in_range:
            assert shooter.weapon is not None, "a shot was fired"  # noqa: S101
            far = f"{shooting.gap.shown(shooter.weapon.range)} away, beyond the range of the {shooter.weapon}"
            yield Explained(RANGE, f"{shooter} shoots at {target}, who is {far}: the shot misses.")
            return
        if protector is not None:
            yield Explained(
                PROTECT, f"{protector} tries to Protect {target}, {_protecting(shooting, protector, self)}."
            )
            if self.hit == self.protector:
                shooting = shooting.at_protector()
        for n, (check, defences) in enumerate(self.attacks):
            yield from _attack(shooting, check, defences, again=n > 0)
        yield from _result(state, self, tuple(_through(shooting, self)))

    def losses(self) -> tuple[Loss, ...]:
        """Wounds, and each injury that leaves the one hit worse off, by its name."""
        wounds = (Loss(self.hit, WOUNDS, self.wounds_lost),) if self.wounds_lost else ()
        return (*wounds, Loss(self.hit, INJURIES[self.injury])) if self.injury else wounds


class ImprovementDrawn(Event):
    """A side drew a card from the Improvement Deck."""

    side: str
    card: str

    def after(self, state: State) -> State:
        left = list(cards(state))
        left.remove(self.card)
        drawn = (*state.improvements.drawn, DrawnCard(self.side, self.card))
        return state.but(improvements=Improvements(tuple(left), drawn))

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(IMPROVEMENT, f"{self.side} draws {self.card} from the Improvement Deck."),)


class PhaseEnded(command.PhaseEnded):
    """The ranged phase ended."""

    def story(self, state: State) -> tuple[Explained, ...]:
        return (Explained(PHASE, "The ranged phase is over."),)


class TurnBegan(Event):
    """A side's turn began, with its upkeep: injuries grew less, weapons were loaded."""

    side: str
    number: int

    def after(self, state: State) -> State:
        still = state.edition.getting_up_is_no_move
        begin = (_upkeep(unit, still=still) for unit in state.units if unit.side == self.side)
        turn = replace(state.turn, side=self.side, number=self.number)
        return state.but(pieces=state.pieces.put(*begin), turn=turn, over=False)

    def story(self, state: State) -> tuple[Explained, ...]:
        begins = f"Turn {self.number} of {self.side} begins; its weapons are loaded."
        hurt = (unit for unit in state.units if unit.side == self.side and unit.injury and not unit.out)
        return Explained(LOADED, begins), *map(_healing, hurt)


def _upkeep(unit: Unit, *, still: bool) -> Unit:
    """A unit at the start of its own turn (BLM-7.9, BLM-2.5, BLM-4.4), or itself where it is so already.

    `still` says that whoever gets up has not moved by that (BLM-7.3).
    """
    after = unit.injury.after_upkeep
    begins = replace(
        unit,
        injury=after,
        shot_last_turn=unit.shot,
        shot=False,
        loaded=True,
        moved=unit.injury.lies and not after.lies and not still,
        ran=False,
        cast=False,
        peering=None,
    )
    return unit if begins == unit else begins


def _healing(unit: Unit) -> Explained:
    left = unit.injury.after_upkeep
    now = f"now {str(left).capitalize()}" if left else "fit again"
    return Explained(INJURY, f"{unit} was {unit.injury.capitalize()} and is {now}.")


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
        yield Explained(LOST, f"{hit} loses {plural(event.wounds_lost, 'Wound')} and has {left} left.")
    if event.removed:
        yield Explained(REMOVED, f"{hit} had {plural(hit.wounds, 'Wound')}, so {_removed(event.removed, through)}.")
    if event.injury:
        yield Explained(INJURY, f"{hit} is {event.injury.capitalize()}.")
    elif through and hit.wounds == event.wounds_lost:
        yield Explained(INJURY, f"{hit} is {hit.injury.capitalize()} already, and is no worse off.")


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
