"""A field of Endless Horizons to test on: two people, a rifle, a distance, and whatever a test changes."""

from typing import Any

from fireline.chance import FixedDice
from fireline.game.battle import Battle, PlayResult
from fireline.game.command import Command, Shot
from fireline.rulesets.endless_horizons.state import State, Unit

RIFLE = {"name": "Rifle", "effective_range": 300, "modes": "SBA", "capacity": 30, "recoil": 2, "cartridge": "5.56x45"}
JACK = {"id": "jack", "stance": "standing", "check": {"dexterity": 1, "perception": 1, "skill": 3}, "weapon": RIFLE}
DRONE = {"id": "drone", "size": "small"}


ROUND = """\
fireline: 1
ruleset: endless-horizons
round: {order: [jack, foe, jill, drone], actions: 2, turn: jack}
units:
  - {id: jack, side: blue, check: {dexterity: 1, perception: 1, skill: 3}, weapon: {name: G36, loaded: 30}}
  - {id: jill, side: blue, check: {dexterity: 1, perception: 1, skill: 3}, weapon: {name: G36, loaded: 30}}
  - {id: foe, side: red, hits_to_stop: 1, weapon: {name: G36, loaded: 30}}
  - {id: drone, side: red, size: small, hits_to_stop: 1}
distances: {"jack>foe": 300, "jack>drone": 300, "jill>foe": 300, "jill>drone": 300}
"""
"""A round of four people in an order, two on each side."""


def field(
    shooter: dict[str, Any] | None = None,
    target: dict[str, Any] | None = None,
    *others: dict[str, Any],
    metres: float = 100,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> Battle:
    """Jack and a drone, each with the fields given changed; a field that is None is taken away."""
    units = [_changed(JACK, shooter), _changed(DRONE, target), *others]
    distances = {f"{a['id']}>{b['id']}": metres for n, a in enumerate(units) for b in units[n + 1 :]}
    data = {"fireline": 1, "ruleset": "endless-horizons", "units": units, "options": options or {}}
    return Battle.read(data | {"distances": distances} | more)


def _changed(data: dict[str, Any], changes: dict[str, Any] | None) -> dict[str, Any]:
    return {key: value for key, value in (data | (changes or {})).items() if value is not None}


def rifle(**changes: Any) -> dict[str, Any]:
    """The rifle with some fields changed."""
    return RIFLE | changes


def shot(**details: Any) -> Shot:
    """Jack's shot at the drone."""
    return Shot("jack", "drone", **details)


def refused(battle: Battle, **details: Any) -> dict[str, str]:
    """Why Jack may not shoot: the sentence by its rule."""
    return {refusal.rule: refusal.because for refusal in battle.check(shot(**details)).refusals}


def against(battle: Battle, command: Command) -> dict[str, str]:
    """Why a command is refused: the sentence by its rule."""
    return {refusal.rule: refusal.because for refusal in battle.refusals(command)}


def play(battle: Battle, command: Command, *faces: int) -> PlayResult:
    """A command carried out with these faces, all of which it must use."""
    script = FixedDice(*faces)
    turned = battle.play(command, script)
    script.assert_used_up()
    return turned


def unit(battle: Battle, id_: str = "jack") -> Unit:
    """A unit as it stands."""
    state: State = battle.state
    return state.unit(id_)


def story(turned: PlayResult) -> list[str]:
    """What happened, sentence by sentence with its rule."""
    return [str(step) for step in turned.story]
