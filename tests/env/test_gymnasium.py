"""One agent against a policy, alone and in many games at once."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from battles import every_ruleset
from fireline import env
from matches import battle, chance, match

pytestmark = pytest.mark.whole("extra")


@every_ruleset
@pytest.mark.filterwarnings("ignore:.*unable to check.*spec|.*Not able to test alternative render modes:UserWarning")
def test_gymnasium_checks_the_environment_of_every_game(id_: str) -> None:
    check_env(env.solo_env(match(id_), policy="random"), skip_render_check=True)
    check_env(env.solo_env(match(id_), policy="first", observations="dict"), skip_render_check=True)


@pytest.mark.parametrize("side", ["bottom", "top"])
def test_rewards_of_a_game_are_what_both_sides_have_lost(side: str) -> None:
    one = env.solo_env(match("ancients"), side, policy="simple", render_mode="ansi")
    rng, won = chance(2), 0.0
    _, info = one.reset(seed=4)
    ended = cut = False
    while not (ended or cut):
        _, reward, ended, cut, info = one.step(rng.choice(info["legal"]))
        won += reward
    before, after = ({unit.id: unit for unit in of.units} for of in (battle("ancients"), one.episode.position.battle))
    lost = dict.fromkeys(one.match.sides, 0)
    for id_, unit in before.items():
        lost[unit.side] += (unit.left or 0) - ((after[id_].left or 0) if id_ in after else -1)
    (other,) = set(lost) - {side}
    assert won == lost[other] - lost[side]
    assert "fires" in str(one.render())


def pickled(one: Any) -> Any:
    return pickle.loads(pickle.dumps(one))  # noqa: S301 - made here


@every_ruleset
@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_a_copy_goes_on_as_the_game_that_it_was_made_of(id_: str, copied: Callable[[Any], Any]) -> None:
    one, rng = env.solo_env(match(id_), policy="random"), chance(4)
    for seed in range(6):  # situations lead to each other, in the end through thousands
        _, info = one.reset(seed=seed)
        for _ in range(24):
            *_, ended, cut, info = one.step(rng.choice(info["legal"]))
            if ended or cut:
                break
    _, info = one.reset(seed=3)
    other = copied(one)
    assert len(pickle.dumps(other)) < 100_000, "what was worked out is left behind"
    for _ in range(5):
        action = rng.choice(info["legal"])
        observed, *came, info = one.step(action)
        again, *the_same, _ = other.step(action)
        assert np.array_equal(observed, again)
        assert came == the_same
        if came[1] or came[2]:
            break


def test_the_policy_plays_only_when_it_must(capsys: pytest.CaptureFixture[str]) -> None:
    one = env.solo_env(match("ancients"), "top", policy="first", render_mode="human")
    one.reset(seed=1)
    assert one.episode.agent == 1
    assert one.render() is None
    assert "fires" in capsys.readouterr().out  # what the other side did before


@pytest.mark.parametrize("observations", ["vector", "dict"])
def test_many_games_are_the_same_games_as_one_by_one(observations: Any) -> None:
    """Game by game the same observations, rewards and ends as alone, with the same seeds and actions."""
    games = 3
    many = env.many_games_env(match("ancients"), games, policy="random", observations=observations)
    alone = [env.solo_env(match("ancients"), policy="random", observations=observations) for _ in range(games)]
    rng = chance(5)
    _, infos = many.reset(seed=11)
    for n, one in enumerate(alone):
        one.reset(seed=11 + n)
    done = [False] * games
    for _ in range(60):
        actions = [rng.choice(legal) for legal in infos["legal"]]
        seen, rewards, ended, cut, infos = many.step(np.array(actions))
        assert seen in many.observation_space
        for n, one in enumerate(alone):
            if done[n]:  # begins anew, and the action does not count
                mine: Any = (one.reset()[0], 0.0, False, False)
            else:
                mine = one.step(actions[n])[:4]
            theirs = {key: rows[n] for key, rows in seen.items()} if observations == "dict" else seen[n]
            np.testing.assert_equal((theirs, rewards[n], ended[n], cut[n]), mine)
            done[n] = bool(mine[2] or mine[3])
    assert any(one.episode.number > 0 for one in alone)


def test_same_step_shows_the_last_observation_of_a_game() -> None:
    many = env.many_games_env(match("ancients"), 2, policy="random", autoreset="same_step")
    assert many.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    rng = chance(5)
    _, infos = many.reset(seed=1)
    while True:
        seen, _, ended, cut, infos = many.step(np.array([rng.choice(legal) for legal in infos["legal"]]))
        if (ended | cut).any():
            break
    n = int(np.flatnonzero(ended | cut)[0])
    assert infos["_final_obs"].tolist() == (ended | cut).tolist()
    assert infos["final_obs"][n] in many.single_observation_space
    assert infos["final_info"]["action_mask"][n].tolist() == [1] + [0] * (many.match.slots.size - 1)
    assert seen[n][0] > infos["final_obs"][n][0], "a new game has all its turns left"


def test_disabled_waits_for_a_reset_of_what_is_done() -> None:
    short = env.Match(battle("ancients"), limits=env.Limits(turns=1))
    many = env.many_games_env(short, 2, policy="random", autoreset="disabled")
    many.reset(seed=1)
    cut = np.zeros(2, np.bool_)
    while not cut.all():
        _, _, _, cut, _ = many.step(np.zeros(2, np.int64))
    assert many.step(np.zeros(2, np.int64))[3].all()
    numbers = [one.number for one in many.episodes]
    many.reset(options={"reset_mask": np.array([True, False])})
    assert [one.number - was for one, was in zip(many.episodes, numbers, strict=True)] == [1, 0]
    assert [one.truncated for one in many.episodes] == [False, True]


def test_chances_and_distances_are_those_of_what_may_be_shot() -> None:
    here, told = battle("ancients"), list[dict[str, float]]()
    for chances in (True, False):
        one = env.solo_env(match("ancients"), chances=chances)
        seen, _ = one.reset(seed=1)
        told.append(dict(zip((feature.name for feature in one.view.features.all), map(float, seen), strict=True)))
    weighed = {name: p for name, p in told[0].items() if name.startswith("chance")}
    mine, theirs = match("ancients").slots.units(0)
    for shot in here.survey().legal:
        pair = f"[{mine.index(shot.shooter)},{theirs.index(shot.target)}]"
        assert weighed.pop(f"chance{pair}") == np.float32(here.odds(shot).headline.chance)
        assert told[1][f"distance{pair}"] == here.check(shot).summary["distance"]
    assert not any(weighed.values())
