"""The three versions of the rules, as frozen values: what differs between two of them is what differs here."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import Field

from fireline.game.entries import plain
from fireline.game.errors import BattleFileError, Code
from fireline.game.numbers import House, Numbers
from fireline.ruling import Difference, Rulebook

PACKAGE = "fireline.rulesets.blightmeer"
RULES, NUMBERS = Rulebook.load(PACKAGE), Numbers.load(PACKAGE)
DICE, FAILS, PASSES = NUMBERS.cite("BLM-7.2.dice"), NUMBERS.cite("BLM-7.2.fails"), NUMBERS.cite("BLM-7.2.passes")
NATURAL, CRITICAL = NUMBERS.cite("BLM-7.4.critical"), NUMBERS.cite("BLM-7.5.critical")
REACH = NUMBERS.cite("BLM-4.4.reach")


ProtectBy = Literal["harm", "weighted"]
"""By what the opponent's best answer is told, where he may Protect."""


class Targeting(StrEnum):
    """Which enemies may be targeted."""

    CLOSEST = "the closest enemy in line of sight, but for four exceptions"
    ANY = "any enemy in line of sight"


class Critical(StrEnum):
    """What a critical does."""

    TWO_CHECKS = "two Defence Checks instead of one"
    CHAIN = "one more attack, which may be critical in turn, without limit"
    ONE_MORE = "one more attack, which cannot be critical"


class GettingUp(StrEnum):
    """Why a unit that gets up from Dazed has not moved."""

    RULING = "a ruling (getting_up_is_no_move)"
    RULES = "the rules say so"


class Injuring(StrEnum):
    """Which of several values injures."""

    EACH = "each failed check by itself; the worse injury stands"
    POOL = "the highest value left of the pool, after random removal for Wounds above 1"


def _differs(default: Any, rules: str | Mapping[Any, str], what: str, says: Mapping[Any, str] | None = None) -> Any:
    """A field whose values differ between editions or tables: its rules, what it decides, its values in words.

    Where each value has a rule of its own, `rules` says which.
    """
    words = says or ({True: "yes", False: "no"} if isinstance(default, bool) else {})
    own = {} if isinstance(rules, str) else {value: RULES.cite(rule) for value, rule in rules.items()}
    cited = (RULES.cite(rules),) if isinstance(rules, str) else tuple(dict.fromkeys(own.values()))
    return field(default=default, metadata={"rules": cited, "of": own, "what": what, "says": words})


@dataclass(frozen=True, slots=True)
class Edition:
    """One version of the rules, with the options that a table may set otherwise."""

    id: str
    targeting: Targeting = _differs(
        Targeting.CLOSEST, {Targeting.CLOSEST: "BLM-3.1", Targeting.ANY: "BLM-4.1"}, "who may be targeted"
    )
    protect: bool = _differs(False, "BLM-4.2", "allies of the target may Protect it")  # noqa: FBT003 - a field's default
    windows: bool = _differs(False, "BLM-4.4", "units may peer through windows")  # noqa: FBT003
    friends_block: bool = _differs(True, "BLM-5.3", "the shooter's allies block the view")  # noqa: FBT003
    critical: Critical = _differs(
        Critical.TWO_CHECKS,
        {Critical.TWO_CHECKS: "BLM-7.4", Critical.CHAIN: "BLM-7.5", Critical.ONE_MORE: "BLM-7.5"},
        "what a critical gives",
    )
    critical_by_value: bool = _differs(
        False,  # noqa: FBT003
        "BLM-7.5",
        "what a critical is",
        {False: "a natural 20", True: "a value of 20 or more with the injury modifier, on a miss too"},
    )
    injuring: Injuring = _differs(
        Injuring.EACH, {Injuring.EACH: "BLM-7.7", Injuring.POOL: "BLM-7.8"}, "which value injures"
    )
    getting_up: GettingUp = _differs(GettingUp.RULING, "BLM-7.3", "why getting up from Dazed is no Move")
    twenty_hits: bool = _differs(True, "BLM-7.2", "a natural 20 always passes a Ranged Check")  # noqa: FBT003
    # From here on the options of a table.
    natural_20_passes: bool = _differs(True, "BLM-7.2", "a natural 20 passes")  # noqa: FBT003
    natural_1_fails: bool = _differs(True, "BLM-7.2", "a natural 1 fails")  # noqa: FBT003
    staggered_defends_worse: bool = _differs(False, "BLM-7.2", "a Staggered target defends with Disadvantage")  # noqa: FBT003
    staggered_protects_worse: bool = _differs(False, "BLM-7.2", "a Staggered protector has Disadvantage")  # noqa: FBT003
    protector_must_be_unengaged: bool = _differs(False, "BLM-4.2", "only unengaged allies may Protect")  # noqa: FBT003
    measure_to_protector: bool = _differs(False, "BLM-4.2", "range and height are measured to a protector")  # noqa: FBT003
    injured_may_protect: bool = _differs(False, "BLM-4.2", "Stunned and Dazed allies may Protect")  # noqa: FBT003
    peering_gives_cover: bool = _differs(True, "BLM-4.4", "who is targeted through its own window has Cover")  # noqa: FBT003
    zero_wounds_count_as_one: bool = _differs(True, "BLM-7.8", "a target at 0 Wounds counts as having 1")  # noqa: FBT003
    improves_no_defence: bool = _differs(True, "BLM-7.3", "what improves a Defence of - brings a check")  # noqa: FBT003
    getting_up_is_no_move: bool = _differs(True, "BLM-7.3", "getting up from Dazed is no Move")  # noqa: FBT003
    measure_height: bool = _differs(True, "BLM-2.2", "distances are measured with the height between bases")  # noqa: FBT003
    protect_by: ProtectBy = _differs(
        "harm",
        "BLM-4.2",
        "which answer is the opponent's best",
        {
            "harm": "the least chance of an Incapacitated, then the fewest Wounds",
            "weighted": "the fewest Wounds, with injuries weighed",
        },
    )
    window_reach: Annotated[float, Field(ge=0, le=12)] = _differs(
        float(NUMBERS[REACH].value), "BLM-4.4", "inches from a base to a window it peers through"
    )
    house: House = NUMBERS.printed
    """The numbers of the version, with those that the table has changed."""

    def passes(self, face: int, needed: int, *, attack: bool = False) -> bool:
        """Whether a natural roll passes a check that needs so much (BLM-7.2)."""
        if self.natural_1_fails and face <= self.house[FAILS]:
            return False
        if face >= self.house[PASSES] and self.natural_20_passes and (self.twenty_hits or not attack):
            return True
        return face >= needed

    def is_critical(self, face: int, injury: int) -> bool:
        """Whether a natural roll is a critical, given the injury modifier (BLM-7.4, BLM-7.5)."""
        return face + (injury if self.critical_by_value else 0) >= self.critical_from

    @property
    def critical_from(self) -> int:
        """The roll from which on an attack is a critical."""
        return self.house[NATURAL if self.critical is Critical.TWO_CHECKS else CRITICAL]

    @property
    def reach(self) -> Fraction:
        """How near to a window, in inches, a base must be to peer through it (BLM-4.4)."""
        usual = EDITIONS[self.id].window_reach
        return self.house.value(REACH) if self.window_reach == usual else Fraction(str(self.window_reach))


def _printed(id_: str) -> House:
    return Numbers.load(PACKAGE, id_).printed


NOVEMBER_2025 = Edition("2025-11", house=_printed("2025-11"))
JANUARY_2026 = replace(
    NOVEMBER_2025,
    id="2026-01",
    house=_printed("2026-01"),
    targeting=Targeting.ANY,
    protect=True,
    windows=True,
    friends_block=False,
    critical=Critical.CHAIN,
    injuring=Injuring.POOL,
    getting_up=GettingUp.RULES,
)
JULY_2026 = replace(
    JANUARY_2026,
    id="2026-07",
    house=_printed("2026-07"),
    critical=Critical.ONE_MORE,
    critical_by_value=True,
    twenty_hits=False,
    protector_must_be_unengaged=True,
)
EDITIONS = {edition.id: edition for edition in (NOVEMBER_2025, JANUARY_2026, JULY_2026)}
OPTIONS = tuple(option.name for option in RULES.options)


def check_known(edition: Edition, what: str, lacks: str, place: str) -> None:
    """Raise `BattleFileError` where a battle file or a shot says what an edition does not know: Protect, windows."""
    if not getattr(edition, what):
        raise BattleFileError(Code.UNSUPPORTED, f"{lacks} in blightmeer@{edition.id}", place)


def differences(before: Edition, after: Edition) -> Iterator[Difference]:
    """Everything in which two editions differ."""
    for one in fields(Edition):
        if one.metadata and (old := getattr(before, one.name)) != (new := getattr(after, one.name)):
            of = one.metadata["of"]
            rules = tuple(dict.fromkeys((of[old], of[new]))) if of else one.metadata["rules"]
            yield Difference(rules, one.metadata["what"], _said(one, old), _said(one, new))
    for address, number in before.house.numbers.items():
        if address in after.house.numbers and (first := before.house.value(address)) != after.house.value(address):
            other = after.house.value(address)
            yield Difference((number.rule,), number.about, str(plain(first)), str(plain(other)))


def _said(one: dataclasses.Field[Any], value: Any) -> str:
    text: str = one.metadata["says"].get(value, str(value))
    return text
