"""Everything that may be said at once: enemies are judged together only where no rule can tell them apart."""

from functools import partial
from random import Random
from typing import Any

import pytest

from endless_horizons_field import field, shot
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase, Shoot
from fireline.game.reads import worked_out_of
from fireline.rulesets.endless_horizons.handling import Aim, known_enemies
from fireline.rulesets.endless_horizons.modifiers import modifiers
from fireline.rulesets.endless_horizons.resolution import burst
from fireline.rulesets.endless_horizons.shot import Shooting, declare
from fireline.rulesets.endless_horizons.state import State, Unit
from fireline.rulesets.endless_horizons.suppression import Suppress
from fireline.rulesets.endless_horizons.turn import preparing
from fireline.ruling import ModifierChange


def crowd(seed: int, *, order: bool = False) -> Battle:
    """People of whom many are alike, with whatever names somebody: cover, aim, suppression, distances, surroundings."""
    random = Random(seed)  # noqa: S311 (nothing secret)
    ids = [f"p{n}" for n in range(10)]
    units: list[dict[str, Any]] = []
    for n, id_ in enumerate(ids):
        unit: dict[str, Any] = {"id": id_, "at": [random.randrange(0, 60, 5) / 2, 0], "actions": 3, "hits_to_stop": 2}
        unit["weapon"] = {"name": random.choice(("Glock 17", "G36", "M40A6"))}
        if n < 9:
            unit["side"] = ("crew", "company")[n % 2]
        if random.random() < 0.3:
            unit["cover"] = {
                "material": "brick wall",
                "penetrated_by": 8,
                "towards": random.sample(ids[:n] or ids[1:], 1),
            }
        if random.random() < 0.3:
            unit |= {"aimed": 1, "aimed_at": random.choice([other for other in ids if other != id_])}
        if random.random() < 0.2:
            targets = random.sample([other for other in ids if other != id_], 2)
            unit["suppressing"] = {"bullets": 1, "targets": targets, "openings": targets[:1]}
        units.append(unit)
    return Battle.read(
        {
            "fireline": 1,
            "ruleset": "endless-horizons",
            "units": units,
            "distances": {"p0>p1": 7.5, "p2>p3": 900},
            "environment": [{"name": "smoke", "penalty": 4, "pair": "p4>p5"}],
        }
        | ({"round": {"order": ids[:4]}} if order else {})
    )


def one_by_one(battle: Battle) -> set[Command]:
    """Every legal shot, aim at and suppression of one enemy, each asked alone."""
    asked: list[Command] = [Shoot(one.shot) for one in battle.survey()]
    for unit in battle.state.units:
        for enemy in battle.state.enemies(unit):
            asked.append(Aim(unit.id, 1, enemy.id))
            asked.append(Suppress(unit.id, (enemy.id,)))
    return {command for command in asked if not battle.refusals(command)}


def of_one(command: Command) -> bool:
    return isinstance(command, Shoot | Aim) or (isinstance(command, Suppress) and len(command.targets) == 1)


@pytest.mark.parametrize("order", [False, True])
def test_what_is_said_at_once_is_what_is_said_one_by_one_at_every_step(*, order: bool) -> None:
    for seed in range(3):
        random, battle = Random(seed), crowd(seed, order=order)  # noqa: S311
        for step in range(3):
            said = battle.legal()
            assert {command for command in said if of_one(command)} == one_by_one(battle)
            going_on = [command for command in said if not isinstance(command, EndPhase)]
            if not going_on:
                break
            battle = battle.play(random.choice(going_on), seed=step).battle


def test_a_modifier_may_ask_how_many_bullets_are_fired(monkeypatch: pytest.MonkeyPatch) -> None:
    def steady(shooting: Shooting, so_far: int) -> ModifierChange:
        return ModifierChange("steadied by a long burst", -2 * shooting.bullets)

    battle = field(metres=280)
    assert [one.details.get("bullets", 1) for one in battle.survey().legal] == [1]
    entries = [*modifiers._entries, ("EHZ-5.1", steady)]
    monkeypatch.setattr(modifiers, "_entries", entries)
    found = {one.bullets: burst(one).needed for one in map(partial(declare, battle.state), battle.survey().legal)}
    every = [burst(declare(battle.state, shot(bullets=bullets))).needed for bullets in range(1, 31)]
    assert len(found) > 1
    assert set(found.values()) == set(every)


def test_rounds_in_a_carried_weapon_ask_nobody_anew_who_draws_or_hides_it() -> None:
    """EHZ-7.2, EHZ-7.3: an evaluator reads what is carried as one value, which leaves out what is loaded."""

    def stowed(loaded: int) -> object:
        jack = {"id": "jack", "carried": [{"name": "Glock 17", "where": "holster", "loaded": loaded}]}
        return Battle.read({"fireline": 1, "ruleset": "endless-horizons", "units": [jack]}).state.unit("jack").stowed

    assert stowed(3) == stowed(17) == (("Glock 17", "holster", True, False),)
    assert "stowed" in worked_out_of(Unit)


def test_what_may_help_a_shot_looks_once_who_is_there_to_be_aimed_at(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = list[str]()

    def counting(state: State, unit: Unit) -> list[str]:
        looked.append(unit.id)
        return known_enemies(state, unit)

    monkeypatch.setattr("fireline.rulesets.endless_horizons.turn.known_enemies", counting)
    state = field({"actions": 3}).state
    helps = list(preparing(state, "jack"))
    assert any(isinstance(one, Aim) for one in helps)
    assert looked == ["jack"]
