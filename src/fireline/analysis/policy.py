"""Policies: they choose the next command when nobody is at the table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from fireline.chance import Dice, pick
from fireline.game.attack import nets
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase, NextTurn, Shoot, Shot
from fireline.game.entries import one_of, shown
from fireline.game.errors import BattleFileError, Code
from fireline.game.standing import Answers
from fireline.game.transitions import legal_steps, legal_transitions, reply, resolved
from fireline.game.ways import legal_shots

NOTHING = Fraction(0)
Gain = Callable[[Battle, Sequence[Shot]], Sequence[Fraction]]
"""What each of some legal shots is expected to gain for the side that takes it."""
Policy = Callable[[Battle, Sequence[Command], Collection[str], Dice], Command]
"""Chooses one of the legal commands, given who has fired in this phase and the dice of the trial.

It depends on nothing else, so the same dice make the same choice.
"""


def simple(battle: Battle, commands: Sequence[Command], fired: Collection[str], dice: Dice) -> Command:
    """Always the shot with the best net ledger, none that costs more than it gains; owed answers as the battle says."""
    return best(battle, commands, fired)


def first(battle: Battle, commands: Sequence[Command], fired: Collection[str], dice: Dice) -> Command:
    """The first legal shot of whoever may still fire; owed answers as the battle says."""
    return next(iter(_shots(battle, commands, fired)), None) or _otherwise(battle, commands)


def nearest(battle: Battle, commands: Sequence[Command], fired: Collection[str], dice: Dice) -> Command:
    """The first shot at the nearest target of whoever may still fire; owed answers as the battle says."""
    shots = _shots(battle, commands, fired)
    nearest_shot = min(shots, key=lambda one: _apart(battle, one.shot) or NOTHING, default=None)
    return nearest_shot or _otherwise(battle, commands)


def at_random(battle: Battle, commands: Sequence[Command], fired: Collection[str], dice: Dice) -> Command:
    """Any legal command, each equally likely: shots, answers, whatever else units may do, and the end of the phase."""
    return commands[dice.roll(pick(len(commands)))]


def advance(battle: Battle, commands: Sequence[Command], fired: Collection[str], dice: Dice) -> Command:
    """The simple policy; but first whoever has no shot takes one step towards the nearest enemy, once in its turn."""
    return _stepping(battle, commands, fired, _nearest_enemy)


def cover(battle: Battle, commands: Sequence[Command], fired: Collection[str], dice: Dice) -> Command:
    """The careful policy; but first whoever has no shot takes one step to where fire costs least, once in its turn."""
    return answered_well(battle) if battle.owing else _stepping(battle, commands, fired, danger)


def careful(battle: Battle, commands: Sequence[Command], fired: Collection[str], dice: Dice) -> Command:
    """The simple policy; but an answer that is owed is the best for its owner."""
    return answered_well(battle) if battle.owing else best(battle, commands, fired)


POLICIES: Mapping[str, Policy] = {
    "simple": simple,
    "first": first,
    "nearest": nearest,
    "advance": advance,
    "cover": cover,
    "careful": careful,
    "random": at_random,
}


@dataclass(frozen=True)
class BySide:
    """Each side plays by its own policy; sides without one play by the simple policy.

    If everybody may act at once, the first side that wants to do anything does it.
    """

    names: tuple[tuple[str, str], ...]
    """Side and name of its policy."""

    def __call__(self, battle: Battle, commands: Sequence[Command], fired: Collection[str], dice: Dice) -> Command:
        """What the side that has to decide chooses."""
        if owner := battle.owing:
            return self._of(owner)(battle, commands, fired, dice)
        ending = [command for command in commands if command.actor is None]
        by_side: dict[str, list[Command]] = {}
        for command in commands:
            if unit := command.actor:
                by_side.setdefault(battle.side(unit), []).append(command)
        for side, own in by_side.items():
            chosen = self._of(side)(battle, (*own, *ending), fired, dice)
            if chosen not in ending:
                return chosen
        return ending[-1]

    def _of(self, side: str) -> Policy:
        return POLICIES[dict(self.names).get(side, "simple")]


def policy_of(spec: str, battle: Battle, place: str = "policies") -> Policy:
    """Read a policy by its name, or one for each side: "nearest", "top=random,bottom=simple".

    Raises `BattleFileError` for an unknown policy or side.
    """
    if "=" not in spec:
        return POLICIES[one_of(spec, POLICIES, "policy", place)]
    named: dict[str, str] = {}
    sides = dict.fromkeys(battle.side(unit) for unit in everybody(battle))
    for part in spec.split(","):
        side, equals, name = (word.strip() for word in part.partition("="))
        if not equals or side in named:
            problem = f"{shown(part)} is not SIDE=NAME for another side, e.g. {next(iter(sides), 'SIDE')}=simple"
            raise BattleFileError(Code.MALFORMED, problem, place)
        one_of(side, [one for one in sides if one], "side of this battle", place)
        named[side] = one_of(name, POLICIES, "policy", place)
    return BySide(tuple(named.items()))


def everybody(battle: Battle) -> tuple[str, ...]:
    """Everyone on the side that fires, and every enemy, by their ids."""
    rules, state = battle.ruleset, battle.state
    shooters = rules.shooters(state)
    return tuple(dict.fromkeys((*shooters, *(one for shooter in shooters for one in rules.targets(state, shooter)))))


def best(battle: Battle, commands: Sequence[Command], fired: Collection[str], gain: Gain = nets) -> Command:
    """The command that the simple policy gives.

    The shot that gains most, if it gains anything; but first a preparation (aim, reload), if the shot after it gains
    more than the shots that it takes the place of.
    """
    if battle.owing:
        return _otherwise(battle, commands)
    most, shot = _best_shot(battle, _shots(battle, commands, fired), gain)
    prepared, preparing = NOTHING, None
    for command in _preparing(battle, commands, fired, shot):
        more = _after(battle, command, max(most, NOTHING), gain)
        if more > prepared:
            prepared, preparing = more, command
    if preparing is not None:
        return preparing
    return shot if shot is not None and most > 0 else _otherwise(battle, commands)


def _best_shot(battle: Battle, shots: Sequence[Shoot], gain: Gain) -> tuple[Fraction, Shoot | None]:
    """The shot that gains most, the first of equally good ones."""
    gains = gain(battle, [command.shot for command in shots])
    number = max(range(len(shots)), key=gains.__getitem__, default=None)
    return (NOTHING, None) if number is None else (gains[number], shots[number])


def _preparing(
    battle: Battle, commands: Sequence[Command], fired: Collection[str], shot: Shoot | None
) -> Sequence[Command]:
    """Commands that prepare a shot of the unit with the best shot now or, if nobody has a shot, of any unit."""
    planning, state = battle.ruleset.planning, battle.state
    if planning is None:
        return []
    wanted = [
        command
        for unit in ((shot.shot.shooter,) if shot else battle.ruleset.shooters(state))
        if planning.shots_left(state, unit) is not None or (shot is None and unit not in fired)
        for command in planning.preparing(state, unit)
    ]
    legal = frozenset(commands) if wanted else ()  # there may be many, and seldom anything to prepare
    return [command for command in wanted if command in legal]


def _after(battle: Battle, command: Command, now: Fraction, gain: Gain) -> Fraction:
    """What preparing gains: what the best shot after it does, minus what could be fired in the same time."""
    unit = command.actor
    assert unit is not None, "somebody prepares"  # noqa: S101
    before, more = _shots_left(battle, unit), NOTHING
    for one, p in resolved(legal_transitions(battle.put(command))).items():
        left = _shots_left(one.battle, unit)
        lost = 0 if before is None or left is None else before - left
        shots = tuple(map(Shoot, legal_shots(one.battle, (unit,))))
        more += p * (max(_best_shot(one.battle, shots, gain)[0], NOTHING) - now * (1 + lost))
    return more


def _stepping(
    battle: Battle,
    commands: Sequence[Command],
    fired: Collection[str],
    far: Callable[[Battle, str], Fraction | None],
) -> Command:
    """The simple policy; but first the step of whoever has no shot and has not moved, if it brings it out of contact
    to where a number is less than where it stands: the least of them, the first of equally good steps. Where a game
    does not count moves, nobody steps.
    """
    if not battle.owing:
        for unit in battle.ruleset.shooters(battle.state):
            if unit not in fired and (step := _step(battle, unit, far)):
                return step
    return best(battle, commands, fired)


def _step(battle: Battle, unit: str, far: Callable[[Battle, str], Fraction | None]) -> Command | None:
    planning = battle.ruleset.planning
    if planning is None or has_moved(battle, unit) or any(True for _ in legal_shots(battle, (unit,))):
        return None
    least, chosen = far(battle, unit), None
    for move, there in legal_steps(battle, unit):
        if not has_moved(there, unit) or any(True for _ in planning.contact(there.state, unit)):
            continue
        number = far(there, unit)
        if number is not None and (least is None or number < least):
            least, chosen = number, move
    return chosen and battle.command(battle.text(chosen))  # as the game itself says it, so that its data read back


def has_moved(battle: Battle, unit: str) -> bool:
    """Whether a unit has moved in its turn, or whether nobody can know because the game does not count moves."""
    planning = battle.ruleset.planning
    return planning is None or planning.still(battle.state, unit) is not battle.state


def danger(battle: Battle, unit: str) -> Fraction:
    """What fire at a unit is expected to cost its side: the best net ledger of every enemy's shot at it, added up.

    Each enemy fires as if it were its turn, in the battle as it stands; one who would lose by it does not.
    """
    cost = dict[str, Fraction]()
    for ready, enemies in battle.turns_of(battle.ruleset.targets(battle.state, unit)):
        shots = list(legal_shots(ready, enemies, (unit,)))
        for shot, gained in zip(shots, nets(ready, shots), strict=True):
            cost[shot.shooter] = max(cost.get(shot.shooter, gained), gained)
    return sum(cost.values(), NOTHING)


def answered_well(battle: Battle) -> Command:
    """The owed answer that is best for its owner, as `answers: best` gives it."""
    return reply(battle.with_answers(Answers.BEST))


def _nearest_enemy(battle: Battle, unit: str) -> Fraction | None:
    """How far the nearest enemy is; None where nobody knows."""
    shots = (Shot(unit, target) for target in battle.ruleset.targets(battle.state, unit))
    return min((far for shot in shots if (far := _apart(battle, shot)) is not None), default=None)


def _shots(battle: Battle, commands: Sequence[Command], fired: Collection[str]) -> list[Shoot]:
    """The shots of the units that may still fire, none while an answer is owed."""
    if battle.owing:
        return []
    shots = (command for command in commands if isinstance(command, Shoot))
    return [command for command in shots if may_fire(battle, command.shot.shooter, fired)]


def may_fire(battle: Battle, unit: str, fired: Collection[str]) -> bool:
    """Whether a unit may fire once more: as often as the rules say, or once if they do not count shots."""
    left = _shots_left(battle, unit)
    return unit not in fired if left is None else left > 0


def fired_after(fired: frozenset[str], command: Command) -> frozenset[str]:
    """Who has fired in this phase once a command is carried out: nobody where it begins a turn."""
    if isinstance(command, NextTurn):
        return frozenset()
    return fired | {command.shot.shooter} if isinstance(command, Shoot) else fired


def _shots_left(battle: Battle, unit: str) -> int | None:
    """How many shots a unit may still take; None if the rules do not count them."""
    planning = battle.ruleset.planning
    return planning.shots_left(battle.state, unit) if planning else None


def _otherwise(battle: Battle, commands: Sequence[Command]) -> Command:
    """The command if nobody shoots: the owed answer, otherwise the end of the phase."""
    if battle.owing:
        return reply(battle)
    return EndPhase() if EndPhase() in commands else commands[0]


def _apart(battle: Battle, shot: Shot) -> Fraction | None:
    """How far the two are from each other; None where nobody knows."""
    rules = battle.ruleset
    distance = battle.check(shot).summary[
        rules.needs(rules.distance or None, "gives no distances, so no target is nearest")
    ]
    return None if distance is None else Fraction(distance)
