"""Ways: everything that one unit can declare to shoot at another, and which of it is best.

Whatever lists or ranks shots asks here, so that the same pair has the same way everywhere: the legal way with the best
headline, of those the one with the best net ledger, of those the first in the order of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from fireline.game.command import NO_DETAILS, Shoot, Shot
from fireline.game.entries import one_of
from fireline.game.preview import ShotPreview
from fireline.ruling import Checks
from fireline.ruling.prose import plural

if TYPE_CHECKING:
    from fireline.game.battle import Battle


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
    return (command.shot for command in legal_of(battle, _firing(battle, shooters), targets))


def legal_of(battle: Battle, firing: Iterable[str], targets: Iterable[str] | None = None) -> Iterator[Shoot]:
    """The same of some units on the side that fires, as commands."""
    at, together = None if targets is None else frozenset(targets), battle.ruleset.legal_shots
    if battle.evaluator is None and together is not None:  # where nothing is kept, all are asked about at once
        yield from map(Shoot, together(battle.state, tuple(firing), at))
        return
    for shots in battle.ask_each("shots", ((shooter, at) for shooter in firing), _commands_of):
        yield from shots


def _commands_of(battle: Battle, asked: tuple[str, frozenset[str] | None]) -> tuple[Shoot, ...]:
    shooter, at = asked
    rules, checks = battle.ruleset, battle.ruleset.against
    if rules.legal_shots is not None:
        return tuple(map(Shoot, rules.legal_shots(battle.state, (shooter,), at)))
    shots = _every_shot(battle, (shooter,), at)
    if not isinstance(checks, Checks):
        return tuple(Shoot(shot) for shot in shots if ShotPreview(battle, shot).is_legal)
    declared = partial(rules.declare, battle.state)
    return tuple(map(Shoot, checks.unbarred(shots, declared(Shot(shooter, shooter)), declared)))


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


def ways(
    battle: Battle, shooter: str, target: str, declared: Mapping[str, Any] = NO_DETAILS
) -> tuple[ShotPreview, ...]:
    """Every way to declare a shot of one unit at another, legal or not: by window, weapon, space and bullets.

    What is `declared` already stays in each of them. A plain shot where the game has no way at all, so that its ruling
    says why. Raises `BattleFileError` for a unit that the battle does not have.
    """
    known = [unit.id for unit in battle.units]
    for unit, place in ((shooter, "shot.shooter"), (target, "shot.target")):
        one_of(unit, known, "unit of this battle", place)
    shots = tuple(battle.ruleset.shots(battle.state, shooter, target)) or (Shot(shooter, target),)
    if declared:
        shots = tuple(dict.fromkeys(Shot(shooter, target, **{**one.details, **declared}) for one in shots))
    return tuple(ShotPreview(battle, shot) for shot in shots)


def best_way(battle: Battle, shooter: str, target: str, declared: Mapping[str, Any] = NO_DETAILS) -> ShotPreview:
    """The best legal way of one unit to shoot at another, as `ways` has them; the first one where none is legal."""
    every = ways(battle, shooter, target, declared)
    return best_of([one for one in every if one.is_legal] or every[:1])


def seen_by(battle: Battle, shooter: str, target: str, apart: Fraction | None = None) -> ShotPreview:
    """A target as a shooter sees it: its best way, weighed under the rules that stand now; if asked, so far apart.

    Raises `BattleFileError` if the game cannot put a unit at a distance, or no place of this target is so far off.
    """
    if apart is not None:
        planning = battle.ruleset.planning
        put = battle.ruleset.needs(
            planning and planning.apart, "cannot put a unit at a distance; leave out the distance"
        )
        battle = battle.with_state(put(battle.state, shooter, target, apart))
    seen = best_way(battle, shooter, target)
    _ = seen.odds
    return seen


def best_of(found: Sequence[ShotPreview]) -> ShotPreview:
    """The best of some legal ways: by the headline, then the net ledger, then the order."""
    if len(found) == 1:
        return found[0]
    chances = [one.headline.chance for one in found]
    most = max(chances)
    best = [one for one, chance in zip(found, chances, strict=True) if chance == most]
    return best[0] if len(best) == 1 else max(best, key=lambda one: one.attack.net)


def better_way(asked: ShotPreview) -> ShotPreview | None:
    """A legal way to declare the same shot that has a better headline; None where there is none, or it is illegal.

    Everything else that the shot declares (aim, effort, modifiers) stays as it is.
    """
    if asked.odds is None:
        return None
    battle, shot = asked.battle, asked.shot
    known = ways(battle, shot.shooter, shot.target)
    if rest := beside_ways(shot, (one.shot for one in known)):
        known = ways(battle, shot.shooter, shot.target, rest)
    legal = [one for one in known if one.shot != shot and one.is_legal]
    best = best_of(legal) if legal else None
    return best if best is not None and best.headline.chance > asked.headline.chance else None


def beside_ways(shot: Shot, known: Iterable[Shot]) -> Mapping[str, Any]:
    """What a shot declares that makes no difference between these ways: aim, effort, modifiers, a card, an answer."""
    names = {name for one in known for name in one.details}
    return {name: value for name, value in shot.details.items() if name not in names}


def other_shots(battle: Battle, shot: Shot) -> Iterator[Shot]:
    """Every other legal shot of the same shooter, in every way, with all else declared as in this one.

    The answer of another player that it declares is one to a shot at its target, so no shot at others has it.
    """
    listed = tuple(legal_shots(battle, (shot.shooter,)))
    ways_here = battle.ruleset.shots(battle.state, shot.shooter, shot.target)
    rest = beside_ways(shot, (*ways_here, *listed))
    elsewhere = {name: value for name, value in rest.items() if not _is_answer(battle, shot, name)}
    for other in listed:
        beside = rest if other.target == shot.target else elsewhere
        one = Shot(other.shooter, other.target, **{**other.details, **beside})
        if one != shot and ShotPreview(battle, one).is_legal:
            yield one


def _is_answer(battle: Battle, shot: Shot, name: str) -> bool:
    """Whether a detail that a shot declares is the answer of another player."""
    decisions = battle.ruleset.decisions
    alone = Shot(shot.shooter, shot.target, **{name: shot.details[name]})
    return decisions is not None and bool(decisions.answer_in_words(alone))
