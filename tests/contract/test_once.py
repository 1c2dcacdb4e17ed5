"""One question declares its shot once, traces its line once, rules once, and writes the battle once."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from battles import battle, every_ruleset, legal_shots
from fireline.cli import run
from fireline.formats.battlefile import save
from fireline.game.battle import Battle
from fireline.game.entries import FileEntry
from fireline.game.registry import ruleset
from fireline.game.shot import Shot
from fireline.rulesets.blightmeer.scene import forget_views
from fireline.server import answering

LINES = (
    ("fireline.rulesets.ancients.sight", "trace"),
    ("fireline.rulesets.duel_of_ages.sight", "_look"),
    ("fireline.geometry.sight", "look"),
)
"""What traces lines, by module and name."""
QUESTIONS = ("check", "odds", "shoot", "targets")
Ask = Callable[[str, Battle, Shot, Path], object]


def by_library(question: str, battle: Battle, shot: Shot, _: Path) -> object:
    """A question put to the battle itself."""
    if question == "targets":
        return list(battle.targets(shot.shooter))
    return battle.shoot(shot, seed=7) if question == "shoot" else getattr(battle, question)(shot)


def by_http(question: str, _: Battle, shot: Shot, file: Path) -> object:
    """The function that answers a request."""
    asked: dict[str, Any] = {"battle": json.loads(file.read_text()), "team": None, "seed": 7, "dice": None}
    more = {"shooter": shot.shooter} if question == "targets" else {"shot": shot.data()}
    return getattr(answering, question)(asked | more)


def by_hand(question: str, _: Battle, shot: Shot, file: Path) -> object:
    """The command line."""
    target = [] if question == "targets" else ["--target", shot.target]
    seed = ["--seed", "7"] if question == "shoot" else []
    assert run([question, str(file), "--shooter", shot.shooter, *target, *seed, "--json"]) == 0
    return None


class Counted:
    """How often each thing was done to each thing; everything is kept, so that no two things share an id."""

    def __init__(self) -> None:
        self._done: Counter[tuple[str, object]] = Counter()
        self._kept: list[object] = []

    def watched(self, what: str, function: Callable[..., Any], key: Callable[..., object]) -> Callable[..., Any]:
        """A function that does the same, counted by what its key says it is done to."""

        def counted(*args: Any, **kwargs: Any) -> Any:
            thing = key(*args, **kwargs)
            self._kept.append(thing)
            self._done[what, thing if isinstance(thing, str) else id(thing)] += 1
            return function(*args, **kwargs)

        return counted

    def most(self, what: str) -> int:
        """How often it was done to what it was done to most often."""
        return max((times for (done, _), times in self._done.items() if done == what), default=0)

    def times(self, what: str) -> int:
        """How often it was done in all."""
        return sum(times for (done, _), times in self._done.items() if done == what)


@pytest.mark.whole("long")
@every_ruleset
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("ask", [by_library, by_http, by_hand])
def test_a_question_goes_down_once(
    id_: str, question: str, ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = battle(f"{id_}-starter")
    shot, file = legal_shots(start)[0], tmp_path / "battle.json"
    save(start, file)
    enemies = start.ruleset.targets(start.state, shot.shooter)
    forget_views()
    answering._battle.cache_clear()
    done = _counted(id_, monkeypatch)
    asked = Battle.read(start.data())
    ask(question, asked, shot, file)
    assert done.most("declared") == 1
    assert done.most("line") <= 1
    assert done.most("ruled") == 1
    assert done.times("ruled") == (len(enemies) if question == "targets" else 1)
    assert done.most("weighed") <= 1
    assert done.times("written") == (question == "shoot" and ask is not by_library)


def _counted(id_: str, monkeypatch: pytest.MonkeyPatch) -> Counted:
    """Count what the game is asked from now on."""
    done = Counted()
    rules = ruleset(id_)
    watched = replace(
        rules,
        rule=done.watched("ruled", rules.rule, lambda declared: declared),
        odds=done.watched("weighed", rules.odds, lambda declared: declared),
        write=done.watched("written", rules.write, lambda state: state),
    )
    monkeypatch.setattr("fireline.game.battle.ruleset", lambda _: watched)
    read = FileEntry.model_validate.__func__  # type: ignore[attr-defined]
    monkeypatch.setattr(FileEntry, "model_validate", classmethod(done.watched("declared", read, _entry)))
    for module, name in LINES:
        place = import_module(module)
        monkeypatch.setattr(place, name, done.watched("line", getattr(place, name), lambda *args, **_: repr(args)))
    return done


def _entry(kind: type[FileEntry], data: object) -> object:
    """A shot by what it says; whatever else is read counts by itself."""
    return repr(data) if kind.__name__ == "ShotEntry" else data
