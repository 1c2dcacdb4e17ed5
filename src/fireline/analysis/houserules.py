"""What a game would be with a house rule: every shot of its battles before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from fireline.analysis.compare import Problems
from fireline.analysis.deadline import Deadline, Heard, seldom
from fireline.analysis.policy import everybody
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError, Code
from fireline.game.files import NO_FILES, Files
from fireline.game.odds import Headline
from fireline.game.registry import ruleset, versions_of
from fireline.game.result import Result
from fireline.game.ruleset import Ruleset


class NamedBattle(NamedTuple):
    """The data of a battle file, and what it is called."""

    name: str
    data: Mapping[str, Any]
    files: Files = NO_FILES


@dataclass(frozen=True)
class ShotChange(Result):
    """One unit's best shot at another, as printed and with the house rule; None where there is no legal one."""

    told = "battle shooter target before after difference"

    battle: str
    shooter: str
    target: str
    titles: tuple[str, str]
    """What people call the two."""
    before: Fraction | None
    after: Fraction | None

    @property
    def difference(self) -> Fraction | None:
        """How much likelier the house rule makes it; None where it is not legal both ways."""
        return None if self.before is None or self.after is None else self.after - self.before


@dataclass(frozen=True)
class HouseRules(Result):
    """Every shot that is legal with or without a house rule, and how its chance changes, exactly."""

    told = (
        "ruleset=rules.id house of shots=count changed=changing mean rise=most_up fall=most_down "
        "allowed forbidden differences battles left_out problems"
    )

    rules: Ruleset[Any, Any, Any]
    house: Mapping[str, float]
    shots: tuple[ShotChange, ...]
    of: str
    """What the chances are of."""
    battles: tuple[str, ...]
    """The battles of which every shot was asked about."""
    left_out: tuple[str, ...]
    """Those for which there was no time."""
    problems: Mapping[str, str]
    """Battles that cannot be played so, with what is wrong with each."""

    def __repr__(self) -> str:
        return f"<HouseRules {dict(self.house)}: {self.changing} of {self.count} shots change>"

    @property
    def count(self) -> int:
        """How many shots there are."""
        return len(self.shots)

    @cached_property
    def differences(self) -> tuple[ShotChange, ...]:
        """The shots that change: those that become legal or forbidden, then the largest differences first."""
        changed = [one for one in self.shots if one.before != one.after]
        return tuple(sorted(changed, key=lambda one: -2 if one.difference is None else -abs(one.difference)))

    @property
    def changing(self) -> int:
        """How many shots change."""
        return len(self.differences)

    @property
    def allowed(self) -> int:
        """How many shots become legal."""
        return sum(one.before is None for one in self.shots)

    @property
    def forbidden(self) -> int:
        """How many shots are legal no more."""
        return sum(one.after is None for one in self.shots)

    @cached_property
    def mean(self) -> Fraction | None:
        """The average difference of the shots that are legal both ways; None where there are none."""
        both = [one.difference for one in self.shots if one.difference is not None]
        return sum(both, Fraction(0)) / len(both) if both else None

    @property
    def most_up(self) -> ShotChange | None:
        """The shot that gains most; None where none gains."""
        return self._first(1)

    @property
    def most_down(self) -> ShotChange | None:
        """The shot that loses most; None where none loses."""
        return self._first(-1)

    def _first(self, sign: int) -> ShotChange | None:
        return next((one for one in self.differences if (one.difference or 0) * sign > 0), None)


def house_rules(
    game: str,
    house: Mapping[str, float],
    battles: Sequence[NamedBattle],
    *,
    seconds: float | None = None,
    heard: Heard[HouseRules] | None = None,
) -> HouseRules:
    """Ask about every shot of these battles as printed and with other numbers.

    Everybody's best shot at every enemy counts, as if it were its turn, from where everybody stands. Battles of another
    version of the game are played by the rules of this one.

    Args:
        game: The id of the ruleset.
        house: The numbers by their addresses, as a battle file's `house` says them.
        battles: What to ask about, in this order.
        seconds: How long it may take; as long as it needs if nothing is said.
        heard: Told now and then how far it is, from 0 to 1, and what is known.

    Raises:
        BattleFileError: There is no such game or number, a number is out of its bounds, or no battle is of this game.
    """
    rules, deadline, problems, tell = ruleset(game), Deadline.of_answer(seconds), Problems(), seldom(heard)
    if rules.numbers is None:
        raise BattleFileError(Code.UNSUPPORTED, f"{rules.id} lists no numbers, so it has no house rules", "house")
    rules.numbers.house(house)
    family = rules.id, rules.id.partition("@")[0], *versions_of(rules.id)
    asked = [one for one in battles if one.data.get("ruleset") in family]
    if not asked:
        raise BattleFileError(Code.MISSING, f"there is no battle of {rules.name}", "battles")
    shots, whole, late, name = list[ShotChange](), list[str](), list[str](), ""

    def so_far() -> HouseRules:
        return HouseRules(rules, house, tuple(shots), name, tuple(whole), tuple(late), problems.told)

    for n, one in enumerate(asked):
        with problems.of(one.name):
            data = {**one.data, "ruleset": rules.id}
            now = Battle.read(data, one.files)
            then = Battle.read({**data, "house": {**data.get("house", {}), **house}}, one.files)
            units = everybody(now)
            for done, shooter in enumerate(units):
                if deadline.over:
                    late.append(one.name)
                    break
                before, after = _headlines(now, shooter), _headlines(then, shooter)
                for target in dict.fromkeys((*before, *after)):
                    chances = (known[target].chance if target in known else None for known in (before, after))
                    titles = now.title(shooter), now.title(target)
                    shots.append(ShotChange(one.name, shooter, target, titles, *chances))
                name = next((headline.name for headline in before.values()), name)
                tell((n + done / len(units)) / len(asked), so_far)
            else:
                whole.append(one.name)
    return so_far()


def _headlines(battle: Battle, shooter: str) -> Mapping[str, Headline]:
    """The headline of each target at which this unit may shoot on its turn."""
    return {seen.target: seen.odds.headline for seen in battle.targets(shooter) if seen.odds}
