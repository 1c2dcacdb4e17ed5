"""A declared shot on the field: the two parties, how far apart, and what the shooter adds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from pydantic import Field

from fireline.game.command import Shot, ShotWords
from fireline.game.entries import FileEntry, Name, nothing, read_entry
from fireline.game.errors import BattleFileError, Code
from fireline.rulesets.endless_horizons.board import Cover, Distance
from fireline.rulesets.endless_horizons.editions import NUMBERS
from fireline.rulesets.endless_horizons.pieces import NO_CLASS, Band, Jam, Size
from fireline.rulesets.endless_horizons.state import State, Unit

COST = NUMBERS.cite("EHZ-4.3.shot")
MOST_BULLETS = 1000
MOST_AIM = 20
MOST_EFFORT = 100


class ModifierEntry(FileEntry):
    """Something else that changes the difficulty."""

    name: Name
    value: Annotated[int, Field(ge=-100, le=100)]


class ShotEntry(ShotWords):
    """What a shot may say in this game."""

    bullets: Annotated[int, Field(title="How many bullets?", ge=1, le=MOST_BULLETS)] = 1
    aim_actions: Annotated[int, Field(title="How many actions to aim?", ge=0, le=MOST_AIM)] = 0
    effort: Annotated[int, Field(title="Effort bonus?", ge=0, le=MOST_EFFORT)] = 0
    modifiers: Annotated[list[ModifierEntry], Field(max_length=50)] = Field(
        title="Other modifiers?", default_factory=nothing, examples=[[{"name": "smoke", "value": 2}]]
    )
    out_of_turn: bool | None = Field(None, title="Out of turn, where an opening allows it?")


@dataclass(frozen=True)
class Shooting:
    """A shot with everything the rules ask about it."""

    state: State
    shooter: Unit
    target: Unit
    distance: Distance
    bullets: int = 1
    aim_actions: int = 0
    effort: int = 0
    extras: tuple[tuple[str, int], ...] = ()
    declared_out_of_turn: bool | None = None
    """What the shot says itself; None: out of turn wherever there is an opening."""

    @cached_property
    def band(self) -> Band | None:
        """The range category; None beyond the effective range, or with no firearm in hand (EHZ-2.1)."""
        weapon = self.shooter.gun
        return weapon.model.band_of(self.distance.squared) if weapon else None

    @property
    def beyond(self) -> bool:
        """Whether the target is beyond the weapon's effective range."""
        return self.band is None and self.shooter.gun is not None

    @property
    def bonus(self) -> int:
        """What the shooter adds to the die (EHZ-1.2)."""
        check = self.shooter.check
        return check.dexterity + check.perception + self.skill[1] + self.effort

    @property
    def skill(self) -> tuple[str, int]:
        """The appropriate skill and its ranks: that of the weapon's kind, else the plain one (EHZ-1.5)."""
        check, weapon = self.shooter.check, self.shooter.gun
        ranks = check.ranks(weapon.model.kind) if weapon else None
        return ("skill", check.skill) if weapon is None or ranks is None else (f"{weapon.model.kind} skill", ranks)

    @property
    def aimed(self) -> int:
        """All actions spent on careful aim at this target, before and with the shot (EHZ-4.3)."""
        return self.shooter.aim_at(self.target.id) + self.aim_actions

    @property
    def opening(self) -> bool:
        """Whether the target left cover while the shooter suppressed it (EHZ-6.2)."""
        suppressing = self.shooter.suppressing
        return suppressing is not None and self.target.id in suppressing.openings

    @property
    def out_of_turn(self) -> bool:
        """Whether this is the shot that suppression allows at somebody who leaves cover (EHZ-6.2)."""
        return self.opening if self.declared_out_of_turn is None else self.declared_out_of_turn

    @property
    def actions(self) -> int:
        """The actions it costs: the shot and the aim declared with it (EHZ-4.3)."""
        return self.aim_actions + (0 if self.out_of_turn else self.state.edition.house[COST])

    @cached_property
    def cover(self) -> Cover | None:
        """What stands between the two (EHZ-9.1): of the target's cover and a wall the one that stops the bullets."""
        between = tuple(self.state.covers(self.target, self.shooter))
        stops = (one for one in between if one.full and not self._shows_over(one) and not self._goes_through(one))
        return next(stops, between[0] if between else None)

    def _shows_over(self, cover: Cover) -> bool:
        """Whether the target shows itself over its own full cover when the shot is fired (EHZ-9.1).

        It has fired from there, or its suppressing fire covers this shot, and that is fired first (EHZ-6.1).
        """
        target = self.target
        if cover is not target.cover:
            return False
        return target.showing or (target.suppresses_over_cover and target.covers(self.actions) > 0)

    @property
    def full_cover(self) -> Cover | None:
        """The cover that nothing of the target shows from behind (EHZ-9.1)."""
        return self.cover if self.cover and self.cover.full and not self._shows_over(self.cover) else None

    def _goes_through(self, cover: Cover) -> bool:
        """Whether the bullets go through a cover: it stops only weaker cartridges, or everything (EHZ-9.1)."""
        weapon = self.shooter.gun
        if weapon is None or weapon.protection is None or cover.penetrated_by == NO_CLASS:
            return False
        return weapon.protection >= cover.penetrated_by

    @property
    def penetrates(self) -> bool:
        """Whether bullets go through what stands between the two."""
        return self.cover is not None and self._goes_through(self.cover)

    @property
    def shown(self) -> Size | None:
        """The size that shows over or round the cover, None where all of the target can be hit (EHZ-9.1)."""
        cover = self.cover
        if cover is None or self.full_cover or self.penetrates or (cover.exposed is None and not cover.full):
            return None
        return min(cover.exposed or Size.TINY, self.target.size, key=list(Size).index)

    @property
    def size(self) -> Size:
        """The size that the target is judged by: what shows of it, else its own (EHZ-3.1, EHZ-9.1)."""
        return self.shown or self.target.size

    @property
    def squib(self) -> bool:
        """Whether a bullet is stuck in the barrel (EHZ-8.1)."""
        return self.shooter.weapon is not None and self.shooter.weapon.jam is Jam.SQUIB


class LengthAsked(LookupError):
    """A rule asks how many bullets are fired, and nobody has said."""


class OfAnyLength(Shooting):
    """A shot of which nobody says how many bullets it fires: what is found out about it holds for every number."""

    @property
    def bullets(self) -> int:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Raises `LengthAsked`."""
        raise LengthAsked

    @classmethod
    def of(cls, shooting: Shooting) -> OfAnyLength:
        """The same shot."""
        made = object.__new__(cls)
        vars(made).update(vars(shooting))
        return made


def aimed(shot: Shot) -> Shot:
    """The shot with one more action of careful aim (EHZ-4.3)."""
    now = shot.details.get("aim_actions", 0)
    more = now + 1 if isinstance(now, int) else 1
    return Shot(shot.shooter, shot.target, **{**shot.details, "aim_actions": more})


def should_ask(state: State, shot: Shot, detail: str) -> bool:
    """Whether a detail that the shot has not named can change it: not bullets of what fires one at a time, nor aim
    without the actions for it, nor a shot out of turn without an opening.
    """
    shooting = declare(state, shot)
    unit, weapon = shooting.shooter, shooting.shooter.gun
    if detail == "bullets":
        return weapon is not None and weapon.model.modes.longest != 1 and weapon.loaded > 1
    if detail == "aim_actions":
        return unit.actions is None or unit.actions > shooting.actions
    return shooting.opening if detail == "out_of_turn" else True


def declare(state: State, shot: Shot) -> Shooting:
    """The shot on the field; raises `BattleFileError` where it names nobody, or nobody knows how far it is."""
    entry = read_entry(ShotEntry, shot.data(), "shot")
    shooter, target = state.parties(entry)
    distance = state.distance(shooter, target)
    if distance is None:
        problem = (
            f"how far {target} is from {shooter} stands nowhere; "
            f'write distances: {{"{shooter}>{target}": METRES}}, or at: [x, y] on both units'
        )
        raise BattleFileError(Code.MISSING, problem, "distances")
    extras = tuple((modifier.name, modifier.value) for modifier in entry.modifiers)
    return Shooting(
        state, shooter, target, distance, entry.bullets, entry.aim_actions, entry.effort, extras, entry.out_of_turn
    )
