"""The three versions of the rules, as frozen values: what differs between two of them is what differs here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from enum import StrEnum
from typing import Any

from fireline.ruling import Difference, Rulebook

RULES = Rulebook.load("fireline.rulesets.blightmeer")


class Targeting(StrEnum):
    """Which enemies may be targeted."""

    CLOSEST = "the closest enemy in line of sight, but for four exceptions"
    ANY = "any enemy in line of sight"


class Critical(StrEnum):
    """What a critical does."""

    TWO_CHECKS = "two Defence Checks instead of one"
    CHAIN = "one more attack, which may be critical in turn, without limit"
    ONE_MORE = "one more attack, which cannot be critical"


class Injuring(StrEnum):
    """Which of several values injures."""

    EACH = "each failed check by itself; the worse injury stands"
    POOL = "the highest value left of the pool, after random removal for Wounds above 1"


def _differs(default: Any, rules: str, what: str, says: Mapping[Any, str] | None = None) -> Any:
    """A field whose values differ between editions or tables: its rules, what it decides, its values in words."""
    words = says or ({True: "yes", False: "no"} if isinstance(default, bool) else {})
    cited = tuple(map(RULES.cite, rules.split()))
    return field(default=default, metadata={"rules": cited, "what": what, "says": words})


@dataclass(frozen=True, slots=True)
class Edition:
    """One version of the rules, with the options that a table may set otherwise."""

    id: str
    targeting: Targeting = _differs(Targeting.CLOSEST, "BLM-3.1 BLM-4.1", "who may be targeted")
    protect: bool = _differs(False, "BLM-4.2", "allies of the target may Protect it")  # noqa: FBT003 - a field's default
    windows: bool = _differs(False, "BLM-4.4", "units may peer through windows")  # noqa: FBT003
    friends_block: bool = _differs(True, "BLM-5.3", "the shooter's allies block the view")  # noqa: FBT003
    critical: Critical = _differs(Critical.TWO_CHECKS, "BLM-7.4 BLM-7.5", "what a critical gives")
    critical_by_value: bool = _differs(
        False,  # noqa: FBT003
        "BLM-7.5",
        "what a critical is",
        {False: "a natural 20", True: "a value of 20 or more with the injury modifier, on a miss too"},
    )
    injuring: Injuring = _differs(Injuring.EACH, "BLM-7.7 BLM-7.8", "which value injures")
    fails_up_to: int = _differs(1, "BLM-7.2", "natural rolls that always fail", {1: "1", 4: "1 to 4"})
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
    measure_height: bool = _differs(True, "BLM-2.2", "distances are measured with the height between bases")  # noqa: FBT003
    window_reach: float = _differs(1.0, "BLM-4.4", "inches from a base to a window it peers through")

    def passes(self, face: int, needed: int, *, attack: bool = False) -> bool:
        """Whether a natural roll passes a check that needs so much (BLM-7.2)."""
        if self.natural_1_fails and face <= self.fails_up_to:
            return False
        if face == 20 and self.natural_20_passes and (self.twenty_hits or not attack):
            return True
        return face >= needed

    def is_critical(self, face: int, injury: int) -> bool:
        """Whether a natural roll is a critical, given the injury modifier (BLM-7.4, BLM-7.5)."""
        return face + injury >= 20 if self.critical_by_value else face == 20


NOVEMBER_2025 = Edition("2025-11")
JANUARY_2026 = replace(
    NOVEMBER_2025,
    id="2026-01",
    targeting=Targeting.ANY,
    protect=True,
    windows=True,
    friends_block=False,
    critical=Critical.CHAIN,
    injuring=Injuring.POOL,
)
JULY_2026 = replace(
    JANUARY_2026,
    id="2026-07",
    critical=Critical.ONE_MORE,
    critical_by_value=True,
    fails_up_to=4,
    twenty_hits=False,
    protector_must_be_unengaged=True,
)
EDITIONS = {edition.id: edition for edition in (NOVEMBER_2025, JANUARY_2026, JULY_2026)}
OPTIONS = tuple(option.name for option in RULES.options)


def differences(before: Edition, after: Edition) -> Iterator[Difference]:
    """Everything in which two editions differ."""
    for one in fields(Edition):
        if one.metadata and (old := getattr(before, one.name)) != (new := getattr(after, one.name)):
            yield Difference(one.metadata["rules"], one.metadata["what"], _said(one, old), _said(one, new))


def _said(one: Field[Any], value: Any) -> str:
    text: str = one.metadata["says"].get(value, str(value))
    return text
