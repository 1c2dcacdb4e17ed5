"""Battles to test with, for every ruleset: its starter, its examples, cases with known answers."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from fireline.formats.battlefile import load
from fireline.formats.folder import Folder
from fireline.game.battle import Battle
from fireline.game.registry import ruleset_ids
from fireline.testing import battles
from fireline.testing.battles import fired, in_suite, legal_shots, pairs, play_out, random_battles, starter
from known_answers import DATA, cases

__all__ = [
    "EXAMPLES", "FILES", "WRITTEN", "battle", "every_battle", "every_ruleset", "example", "examples", "fired",
    "in_suite", "legal_shots", "pairs", "play_out", "random_battles", "shipped", "starter", "written",
]  # fmt: skip

EXAMPLES = Path(__file__).parent.parent / "examples"
FILES = Folder(EXAMPLES)
"""Where the examples find the files they name."""
KNOWN_ANSWERS = 12
Data = dict[str, Any]

NEWEST = battles.newest(ruleset_ids())

every_ruleset = pytest.mark.parametrize("id_", [in_suite(id_, quick=id_ in NEWEST) for id_ in ruleset_ids()])
"""A test of every ruleset; of several versions of a game the quick suite tries the newest."""


def example(name: str) -> Battle:
    """The example battle of this name."""
    return load(EXAMPLES / f"{name}.yaml")


def examples(id_: str) -> dict[str, Data]:
    """The example battle files of a ruleset by their names."""
    return battles.in_folder(EXAMPLES, id_)


def shipped(id_: str) -> list[Data]:
    """The example battle files of a ruleset; the starter of one that has none."""
    return list(examples(id_).values()) or [starter(id_)]


@cache
def known(id_: str) -> Mapping[str, Data]:
    """The battles of the first cases with known answers; of several versions of a game the newest has them."""
    files = sorted(DATA.glob(f"{id_.partition('@')[0]}*.jsonl"))
    if id_ not in NEWEST or not files:
        return {}
    first = cases(files[-1].stem)[:KNOWN_ANSWERS]
    return {f"case-{n}": case["request"]["battle"] | {"ruleset": id_} for n, case in enumerate(first, 1)}


def written(id_: str) -> Mapping[str, Callable[[], Data]]:
    """Every battle of a ruleset that is written down, by a name for it."""
    return battles.named(id_, {**examples(id_), **known(id_)})


WRITTEN = {name: get for id_ in ruleset_ids() for name, get in written(id_).items()}

STARTERS = {f"{id_}-starter" for id_ in NEWEST}
every_battle = pytest.mark.parametrize("name", [in_suite(name, quick=name in STARTERS) for name in WRITTEN])
"""A test of every battle that is written down; the quick suite tries what each game starts from."""


@cache
def battle(name: str) -> Battle:
    """The battle of this name."""
    return Battle.read(WRITTEN[name](), FILES)
