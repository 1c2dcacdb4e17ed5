"""Battles to test with: a game's starter, its files, those that a conftest hands in, and random ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from functools import cache, lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from fireline.chance import SeededDice
from fireline.formats.folder import Folder
from fireline.formats.parsing import parse, read_text
from fireline.game.battle import Battle
from fireline.game.command import Command, Place, Shoot, Shot
from fireline.game.errors import BattleFileError
from fireline.game.log import GameLog
from fireline.game.places import Mark
from fireline.game.registry import starter as starter_text
from fireline.game.ruleset import NO_FILES, Files
from fireline.testing.hooks import OPTION, Run

STEPS = 12
MOST_MOVES = 4
Data = dict[str, Any]


# --- battles that are written down ---------------------------------------------------


@cache
def ids() -> tuple[str, ...]:
    """The games that are put to the battery."""
    config = Run.config
    return tuple(config.getoption(OPTION) or config.hook.pytest_fireline_rulesets() or ())


def newest(ids: Iterable[str]) -> frozenset[str]:
    """Of several versions of a game, which are one code base, the newest; the id of each other game.

    >>> sorted(newest(["whist", "chess@1", "chess@2"]))
    ['chess@2', 'whist']
    """
    return frozenset({id_.partition("@")[0]: id_ for id_ in ids}.values())


def in_suite(value: str, *, quick: bool) -> object:
    """A case of a parametrized test: one that a quick run tries, or one that it leaves out."""
    return value if quick else pytest.param(value, marks=pytest.mark.whole("editions"))


@cache
def folder(id_: str) -> Path | None:
    """The folder of a game's battle files, None where nobody named one."""
    found: Path | None = Run.config.hook.pytest_fireline_folder(ruleset_id=id_)
    return found


def files(id_: str) -> Files:
    """Where the battles of a game find the files that they name."""
    where = folder(id_)
    return _folder(where) if where else NO_FILES


@cache
def _folder(path: Path) -> Folder:
    return Folder(path)


def starter(id_: str) -> Data:
    """The battle file that a player starts from."""
    return deepcopy(_starter(id_))


@cache
def _starter(id_: str) -> Data:
    data: Data = parse(starter_text(id_))
    return data


@cache
def in_folder(path: Path, id_: str) -> dict[str, Data]:
    """The battle files of a game in a folder and below it, by their names."""
    return {name: data for name, data in _every(path).items() if data["ruleset"] == id_}


@cache
def _every(path: Path) -> dict[str, Data]:
    return {file.name: parse(read_text(file)) for file in sorted(path.rglob("*")) if _is_battle(file)}


def _is_battle(file: Path) -> bool:
    return file.suffix in {".yaml", ".json"} and "fireline:" in file.read_text(encoding="utf-8").replace('"', "")


@cache
def written(id_: str) -> Mapping[str, Callable[[], Data]]:
    """Every battle of a game that is written down, by a name for it."""
    handed: list[Mapping[str, Data]] = Run.config.hook.pytest_fireline_battles(ruleset_id=id_)
    more = {name: data for one in handed for name, data in one.items()}
    where = folder(id_)
    return named(id_, (in_folder(where, id_) if where else {}) | more)


def named(id_: str, more: Mapping[str, Data]) -> Mapping[str, Callable[[], Data]]:
    """A game's starter and more of its battles, under names that begin with its id."""
    first: dict[str, Callable[[], Data]] = {f"{id_}-starter": partial(starter, id_)}
    return first | {f"{id_}-{name}": partial(deepcopy, data) for name, data in more.items()}


@cache
def battle(name: str) -> Battle:
    """The battle of this name."""
    id_ = next(id_ for id_ in ids() if name in written(id_))
    return Battle.read(written(id_)[name](), files(id_))


# --- what may be said and done in one ------------------------------------------------


def pairs(battle: Battle) -> Iterator[Shot]:
    """A shot of everyone on the side that fires at everyone who could be named as its target."""
    for shooter in battle.ruleset.shooters(battle.state):
        for target in battle.ruleset.targets(battle.state, shooter):
            yield Shot(shooter, target)


def legal_shots(battle: Battle) -> list[Shot]:
    """The legal shots among them."""
    return list(_legal_shots(battle))


@lru_cache(maxsize=256)  # most tests of a battle ask for them
def _legal_shots(battle: Battle) -> tuple[Shot, ...]:
    return tuple(shot for shot in pairs(battle) if battle.check(shot).legal)


def can_shoot(battle: Battle, unit: str) -> bool:
    """Whether a unit has a legal shot once it is its side's turn."""
    game, state = battle.ruleset, battle.with_turn_of(unit).state
    if unit not in game.shooters(state):
        return False
    if game.legal_shots is not None:
        return any(True for _ in game.legal_shots(state, (unit,), None))
    ways = (way for target in game.targets(state, unit) for way in game.shots(state, unit, target))
    return any(not game.against(game.declare(state, way)) for way in ways)


def fired(log: GameLog, shot: Shot, dice: SeededDice) -> GameLog:
    """The log with a shot taken, and answers given in the customary way until its dice are thrown."""
    log, _ = log.play(Shoot(shot), dice)
    while log.battle.owing and not log.entries[-1].faces:
        log, _ = log.play(log.battle.legal()[0], dice)
    return log


def play_out(start: Battle, seed: int, steps: int = STEPS) -> GameLog:
    """A phase played by somebody who says anything that may be said, shots rather than other things."""
    log, random = GameLog(start), Random(seed)  # noqa: S311 - it chooses commands, it throws no dice
    while (commands := log.battle.legal()) and len(log.entries) < steps:
        shots: list[Command] = [command for command in commands if isinstance(command, Shoot)]
        command = random.choice(shots if shots and random.random() < 0.8 else [*commands])
        log, _ = log.play(command, SeededDice.for_event(seed, log.next_seq))
    return log


# --- battles that nobody wrote -------------------------------------------------------


@cache
def random_battles(id_: str) -> st.SearchStrategy[Data]:
    """Battles of a game that nobody wrote: those that a conftest hands in, else written ones stirred by hand."""
    found: st.SearchStrategy[Data] | None = Run.config.hook.pytest_fireline_random_battles(ruleset_id=id_)
    return stirred(st.sampled_from(sorted(written(id_))).map(battle)) if found is None else found


@st.composite
def stirred(draw: st.DrawFn, battles: st.SearchStrategy[Battle]) -> Data:
    """One of these battles in which a few units are put elsewhere, or marked otherwise, as a battle file might say."""
    here = draw(battles)
    places = here.ruleset.places
    for _ in range(draw(st.integers(0, MOST_MOVES)) if places else 0):
        assert places is not None  # noqa: S101 - only then is there anything to draw
        unit = draw(st.sampled_from([one.id for one in here.units]))
        to = draw(st.sampled_from(("", *places.all(here.state, unit))))
        marks = tuple(
            (mark.name, draw(_values(mark))) for mark in places.marks(here.state, unit) if draw(st.booleans())
        )
        with suppress(BattleFileError):  # not every place is free
            here = here.play(Place(unit, to, marks), SeededDice(0)).battle
    return here.data()


def _values(mark: Mark) -> st.SearchStrategy[Any]:
    """What a mark may say."""
    if mark.allowed:
        return st.sampled_from(mark.allowed)
    if isinstance(mark.value, bool):
        return st.booleans()
    if isinstance(mark.value, int):
        return st.integers(mark.least, mark.most)
    return st.just(mark.value)


def examples(most: int) -> settings:
    """Settings for so many examples; time and size are no part of a contract, so none is too slow or too large."""
    calm = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]
    return settings(max_examples=most, deadline=None, suppress_health_check=calm)
