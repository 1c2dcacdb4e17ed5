"""After how many attacks a target is out of play: the same attacks again and again, its condition carried over.

Each shooter attacks in its turn from where it stands, ready and loaded as it is now; nobody else acts and no time
passes. What an attack changes otherwise stays changed: the target's wounds and place, cards drawn, bystanders.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from fireline.analysis.deadline import Deadline
from fireline.analysis.goal import planning_of
from fireline.chance import Dist
from fireline.chance.absorbing import reach
from fireline.chance.errors import limits
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.errors import BattleFileError, Code
from fireline.game.pieces import PieceState
from fireline.game.planning import Attrition, Equivalence
from fireline.game.preview import ShotPreview
from fireline.game.result import Bar, Result
from fireline.game.tools import Table
from fireline.game.transitions import Transition, shot_transitions
from fireline.ruling import Refusal
from fireline.ruling.prose import average, capital, exactly, listing, percent, plural

SURE, MOST = Fraction(99, 100), 50
"""The chances are listed until one is as likely as this, or after so many attacks."""
LIKELY = Fraction(1, 2), Fraction(9, 10)
IN_FULL, THEN_EVERY = 10, 5
"""So many attacks are shown one by one, of the later ones each fifth and the last."""
NONE = Fraction(0)


class Kills(Result):
    """The chance that the target is out of play after each number of attacks, exactly."""

    told = (
        "sentence ruleset=battle.ruleset.id shot then legal refusals after expected never stands_on=battle.assumptions "
        "exact left_out"
    )

    battle: Battle
    shot: Shot
    then: tuple[Shot, ...]
    """Attacks of others after it, in order; then it begins again."""
    refusals: tuple[Refusal, ...]
    """Every reason against the first attack."""
    after: Mapping[int, Fraction]
    """The chance that it is out of play after so many attacks or fewer."""
    never: Fraction | None
    """The chance that it never is, because no attack is legal any more or none can do it harm; None if not exact."""
    expected: Fraction | None
    """The average number of attacks until it is out of play; None where it may never be, and if not exact."""
    left_out: tuple[str, ...] = ()
    """What was not followed, as sentences."""

    @property
    def legal(self) -> bool:
        """Whether the first attack is legal as the battle stands."""
        return not self.refusals

    @property
    def exact(self) -> bool:
        """Whether the attacks were followed to the end: if not, only these chances are known, exactly."""
        return self.never is not None

    @property
    def shooters(self) -> tuple[str, ...]:
        """Who attacks, in order."""
        return tuple(shot.shooter for shot in (self.shot, *self.then))

    @property
    def target(self) -> str:
        """Who is attacked."""
        return self.shot.target

    @property
    def sentence(self) -> str:
        """How many attacks it takes, or why there is none."""
        target, attacks = self.battle.title(self.target), f"attacks of {listing(map(self.battle.title, self.shooters))}"
        if not self.legal:
            return f"There is no such attack on {target}: {' '.join(map(str, self.refusals))}"
        likely = ", ".join(f"{percent(p)} after {n}" for n, p in self._likely)
        if self.never is None:
            return f"{capital(attacks)} put {target} out of play: {likely}; more were not followed."
        if self.never == 1:
            return f"{capital(attacks)} never put {target} out of play."
        if self.expected is None:
            ever = percent(1 - self.never)
            return f"In {ever} of all cases {attacks} put {target} out of play in the end; in the others they never do."
        mean = str(self.expected) if self.expected.denominator == 1 else average(self.expected)
        return f"On average {mean} {attacks} put {target} out of play: {likely}."

    @property
    def _likely(self) -> Iterator[tuple[int, Fraction]]:
        """The first number of attacks after which it is as likely as not, and likely; the last that was followed."""
        numbers = [next((n for n, p in self.after.items() if p >= wanted), None) for wanted in LIKELY]
        if not self.exact and None in numbers:
            numbers.append(max(self.after))
        return ((n, self.after[n]) for n in dict.fromkeys(numbers) if n is not None)

    def bars(self) -> Sequence[Bar]:
        """The chance after each number of attacks, of many after every fifth."""
        if self.never == 1:
            return []
        last = max(self.after)
        listed = ((n, p) for n, p in self.after.items() if n <= IN_FULL or n == last or not n % THEN_EVERY)
        return [Bar(plural(n, "attack"), float(p), percent(p)) for n, p in listed]

    def notes(self) -> Iterator[str]:
        """What an attack finds, and which answers are given."""
        if self.legal:
            yield "Each attack finds the target as the last one left it; one that is no longer legal is left out."
            yield self.battle.assumptions
        yield from self.left_out

    def in_full(self) -> Iterator[Table]:
        """The chance after each number of attacks."""
        yield Table(("attacks", "out of play by then"), [(str(n), exactly(p)) for n, p in self.after.items()])
        ends = [("never", exactly(self.never))] if self.never is not None else []
        ends += [("attacks on average", str(self.expected))] if self.expected is not None else []
        if ends:
            yield Table(("", ""), ends, ruled=False)

    def picture(self) -> str:
        """The chances as a curve."""
        from fireline.draw.charts import Dot, draw_curve

        if not self.legal:
            return ""
        shooters = listing(map(self.battle.title, self.shooters))
        title = f"{shooters} at {self.battle.title(self.target)}, again and again: out of play"
        dots = [
            Dot(str(n), float(p), marked=False, note=f"{plural(n, 'attack')}: {percent(p)}")
            for n, p in self.after.items()
        ]
        return draw_curve(title, "attacks", dots, 0.5)


def kills(battle: Battle, shot: Shot, *then: Shot, seconds: float | None = None) -> Kills:
    """The exact chance that the target is out of play after each number of such attacks.

    Args:
        battle: The battle as it stands.
        shot: The attack.
        then: Attacks of others on the same target, after the first and in this order; then it begins again. Whoever may
            not attack is passed over; only attacks are counted.
        seconds: How long the attacks may be followed; as long as it takes if nothing is said.

    Returns:
        The chances up to 99%, or of 50 attacks; the expected number; and the chance that it never happens. Where the
        time is up first, or they lead to too many situations: the chances after as many attacks as were followed.

    Raises:
        BattleFileError: A shot names nobody of this battle, or another target than the first.

    >>> from fireline.formats.battlefile import load
    >>> found = kills(load("ancients-ranged-combat"), Shot("bow", "warriors"))
    >>> str(found.after[2]), str(found.never)
    ('1/648', '861/1000')
    """
    shots, refusals = (shot, *then), battle.ruled(shot).refusals
    for n, one in enumerate(then):
        try:
            battle.check(one)
        except BattleFileError as wrong:
            raise wrong.at(wrong.place.replace("shot", f"then[{n}]", 1)) from None
        if one.target != shot.target:
            problem = f"{one.target} is another target than {shot.target}; all attack the same one"
            raise BattleFileError(Code.CONFLICT, problem, f"then[{n}].target")
    deadline = Deadline.of_answer(seconds)
    found = None if refusals else _in_short(battle, shots)
    found = found or _followed(battle, shots, deadline)
    after = dict[int, Fraction]()
    for number in range(1, min(found.followed or MOST, MOST) + 1):
        after[number] = found.out(number)
        if after[number] >= SURE:
            break
    left = f"Attacks after number {found.followed} were not followed, because {found.why}."
    left_out = () if found.followed is None else (left,)
    return Kills(battle, shot, then, refusals, after, found.never, found.expected, left_out)


def _in_short(battle: Battle, shots: Sequence[Shot]) -> Attrition | None:
    """The answer of the game itself, where it has one."""
    planning = planning_of(battle) if battle.ruleset.planning else None
    if planning is None or planning.attrition is None or not all(ShotPreview(battle, one).is_legal for one in shots):
        return None
    return planning.attrition(battle.state, shots)


# --- battle by battle ----------------------------------------------------------------------


class _Situation(NamedTuple):
    """A battle, and whose attack comes next."""

    battle: Battle
    turn: int


def _followed(battle: Battle, shots: Sequence[Shot], deadline: Deadline) -> Attrition:
    """Every situation that the attacks lead to, and the chain of them solved; or as many as there is time for."""
    alike = planning_of(battle).equivalence(battle.state) if battle.ruleset.planning else None
    start, budget = _Situation(battle.remembering(), 0), limits().states

    def late(situations: int) -> str:
        if situations > budget:
            return f"they lead to more than {budget:,} situations"
        return "the time is up" if situations > 1 and deadline.over else ""

    found = reach(
        Dist[_Situation | None].certain(start),
        lambda here: _attacked(here, shots, alike).ways() if here else (),
        lambda here: here is None,
        name="kills",
        stop=late,
    )

    def out(attacks: int) -> Fraction:
        return found.after(attacks).get(None, NONE)

    if found.followed is not None:
        return Attrition(out, None, None, found.followed, found.why)
    never = 1 - found.ends(stuck=True).get(None, NONE)
    return Attrition(out, never, None if never else found.mean_steps)


def _attacked(here: _Situation, shots: Sequence[Shot], alike: Equivalence[Any] | None) -> Dist[_Situation | None]:
    """What the next legal attack leads to, None for the target out of play; nothing happens where none is legal."""
    turns = ((here.turn + more) % len(shots) for more in range(len(shots)))
    turn = next((one for one in turns if ShotPreview(here.battle, shots[one]).is_legal), None)
    if turn is None:
        return Dist.certain(here)
    shot, onward = shots[turn], (turn + 1) % len(shots)

    def led(one: Transition) -> _Situation | None:
        if all(unit.out for unit in one.battle.units if unit.id == shot.target):
            return None
        return _Situation(_ready_again(here.battle, one.battle, shot.shooter), onward)

    return shot_transitions(here.battle, shot, alike).map(led)


def _ready_again(before: Battle, after: Battle, shooter: str) -> Battle:
    """The battle after an attack with the shooter as it was before: it holds, and has ammunition."""
    if not isinstance(after.state, PieceState):
        problem = f"{after.ruleset.id} keeps no pieces, so nobody can be put back as he was before an attack"
        raise BattleFileError(Code.UNSUPPORTED, problem, "kills")
    return after.with_state(after.state.but(pieces=after.state.pieces.put(before.state.pieces[shooter])))
