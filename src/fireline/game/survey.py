"""Many shots put to a battle at once: which of them may be made, and why the others may not once somebody reads it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from fireline.game.entries import one_of
from fireline.game.preview import ShotPreview
from fireline.ruling.prose import plural

if TYPE_CHECKING:
    from fireline.game.battle import Battle
    from fireline.game.shot import Shot


@dataclass(frozen=True)
class Survey:
    """Every shot of some shooters at some targets, in every way worth choosing, judged together.

    `legal` has those that may be made, in the order of `Battle.legal`: the same as asking for each of them alone, but
    in the quickest way that the game has. Iterate over the survey for every shot, legal or not; each is ruled, and its
    reasons are put into words, when they are read. Raises `BattleFileError` for units that the battle does not have.
    """

    battle: Battle
    shooters: tuple[str, ...]
    targets: tuple[str, ...] | None = None
    """None for everybody whom a shooter could name."""

    def __post_init__(self) -> None:
        known = [unit.id for unit in self.battle.units]
        for unit in self.shooters:
            one_of(unit, known, "unit of this battle", "shooters")
        for unit in self.targets or ():
            one_of(unit, known, "unit of this battle", "targets")

    def __repr__(self) -> str:
        return f"<Survey of {plural(len(self.shooters), 'shooter')}: {plural(len(self.legal), 'legal shot')}>"

    @cached_property
    def legal(self) -> tuple[Shot, ...]:
        """Every shot that may be made."""
        return tuple(legal_shots(self.battle, self.shooters, self.targets))

    @cached_property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """Every shooter with every target that it may shoot at in one way or another."""
        return frozenset((shot.shooter, shot.target) for shot in self.legal)

    def __iter__(self) -> Iterator[ShotPreview]:
        firing = _firing(self.battle, self.shooters)
        return (ShotPreview(self.battle, shot) for shot in _every_shot(self.battle, firing, self.targets))


def legal_shots(
    battle: Battle, shooters: Iterable[str] | None = None, targets: Iterable[str] | None = None
) -> Iterator[Shot]:
    """Every legal shot now in every way worth choosing, of some units or of all, at some or at any, in their order.

    Whoever is not on the side that fires has none.
    """
    at = None if targets is None else frozenset(targets)
    for shots in battle.ask_each(("shots", at), _firing(battle, shooters), partial(_shots_of, at=at)):
        yield from shots


def _shots_of(battle: Battle, shooter: str, at: frozenset[str] | None) -> tuple[Shot, ...]:
    rules = battle.ruleset
    if rules.legal_shots is not None:
        return tuple(rules.legal_shots(battle.state, (shooter,), at))
    return tuple(shot for shot in _every_shot(battle, (shooter,), at) if ShotPreview(battle, shot).is_legal)


def _firing(battle: Battle, shooters: Iterable[str] | None) -> tuple[str, ...]:
    able = battle.ruleset.shooters(battle.state)
    if shooters is None:
        return able
    known = set(able)
    return tuple(shooter for shooter in shooters if shooter in known)


def _every_shot(battle: Battle, firing: Iterable[str], targets: Iterable[str] | None) -> Iterator[Shot]:
    rules, state = battle.ruleset, battle.state
    wanted = None if targets is None else frozenset(targets)
    for shooter in firing:
        for target in rules.targets(state, shooter):
            if wanted is None or target in wanted:
                yield from rules.shots(state, shooter, target)
