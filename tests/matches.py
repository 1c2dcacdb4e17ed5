"""Matches to test environments with, small ones of every game."""

from functools import cache
from random import Random
from typing import Any

from fireline import env
from fireline.game.battle import Battle
from fireline.testing.battles import starter

LIMITS = env.Limits(turns=4, commands=60)


@cache
def battle(id_: str) -> Battle:
    """What a game starts from."""
    return Battle.read(starter(id_))


@cache
def match(id_: str) -> env.Match:
    """A short match of a game, shared by tests."""
    return new_match(id_)


def new_match(id_: str, **options: Any) -> env.Match:
    """A short match of a game that has met nothing yet."""
    return env.Match(battle(id_), limits=LIMITS, **options)


def chance(seed: int) -> Random:
    """What agents without a mind choose by."""
    return Random(seed)  # noqa: S311 - agents
