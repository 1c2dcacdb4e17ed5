"""Positions: exact steps, what agents see, and where games end."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

import fireline
from battles import every_ruleset, example
from fireline import env
from fireline.chance.counter import CounterDice
from fireline.env.view import Features
from fireline.game.battle import Battle
from fireline.game.command import EndPhase, NextTurn, Shoot
from fireline.game.errors import BattleFileError, Code
from fireline.game.event import Damage, Kind, Loss
from fireline.rulesets.endless_horizons.posture import GiveUp
from matches import LIMITS, battle, chance, match, new_match


@pytest.mark.whole("long")
@every_ruleset
def test_what_is_played_is_among_the_exact_transitions(id_: str) -> None:
    """One step where every card that may be drawn makes another battle, a few in other games."""
    rng, position = chance(1), env.Position(match(id_).start)
    for number in range(1 if position.battle.ruleset.hidden else 4):
        action = rng.choice(position.legal)
        led = position.transitions(action)
        advance = position.after(action, CounterDice(3, number))
        assert sum(led.values()) == 1
        assert all(isinstance(p, Fraction) for p in led.values())
        assert advance in led
        position = advance.position


def test_the_transitions_of_a_shot_have_its_odds() -> None:
    """Counting harm alone, before anybody answers flags."""
    harm = env.Rewards(harm=1, out=0)
    position = env.Position(env.Match(example("ancients-ranged-combat"), rewards=harm).start)
    left = {unit.id: unit.left or 0 for unit in position.battle.units}
    action, shot = next((n, one.shot) for n, one in position.situation.legal.items() if isinstance(one, Shoot))
    lost = position.battle.odds(shot).numeric_marginal("hits").map(lambda hits: min(hits, left[shot.target]))
    assert position.transitions(action).map(lambda one: one.rewards) == lost.map(lambda blocks: (blocks, -blocks))


def walked(id_: str, steps: int, seed: int = 2) -> Iterator[env.Position]:
    """Positions of a match, one after the other, by random actions that are legal."""
    rng, position = chance(seed), env.Position(match(id_).start)
    for number in range(steps):
        yield position
        if not position.legal:
            return
        position = position.after(rng.choice(position.legal), CounterDice(seed, number)).position


@every_ruleset
def test_legal_actions_are_the_legal_commands_and_every_flag_is_listed(id_: str) -> None:
    """Of the side that decides; what it may do as it sees the battle is what it may do."""
    here = match(id_)
    for position in walked(id_, 60):
        assert {flag for unit in position.battle.units for flag in unit.flags} <= {*position.battle.ruleset.unit_flags}
        if position.agent is None:
            break
        commands = position.battle.legal()
        mine = {one for one in position.situation.legal.values() if one is not None}
        assert mine <= set(commands)
        others = {one for one in commands if not isinstance(one, EndPhase | NextTurn)} - mine
        assert not {here.agent_of.get(one.actor or "") for one in others} & {position.agent}
        assert here.seen(position.battle, position.agent).legal() == commands
        assert all(position.label(action) for action in position.legal)


def test_an_agent_sees_what_its_side_may_see() -> None:
    """Cards that are not revealed change what the enemy thinks of its odds, and nothing that it is shown tells them."""
    hidden = new_match("duel-of-ages")
    perfect = new_match("duel-of-ages", information="perfect")
    position, whole = env.Position(hidden.start), env.Position(perfect.start)
    white, black = (hidden.sides.index(team) for team in ("white", "black"))
    assert position.seen_by(black).battle.state == position.battle.view_for("black").state
    assert whole.seen_by(black) is whole
    assert position.seen_by(black).battle.state != position.seen_by(white).battle.state
    observed = Features(hidden).of(position, black)
    assert observed.tolist() == Features(hidden).of(position.seen_by(black), black).tolist()


def test_the_game_is_over_where_nobody_can_go_on_or_a_side_has_lost() -> None:
    """Two units out of each other's reach: without a turn counter, the game comes back to where it was."""
    apart = fireline.loads(
        "{fireline: 1, ruleset: ancients, turn: {side: bottom}, units: ["
        "{id: bow, side: bottom, type: light_bow_infantry, hex: I1}, "
        "{id: hi, side: top, type: heavy_infantry, hex: A13}]}"
    )
    start = env.Position(env.Match(apart).start)
    assert start.over
    assert start.agent is None
    assert start.legal == ()
    episode = env.Episode(env.Match(apart))
    assert (episode.over, episode.truncated, episode.agent) == (True, False, None)
    banners = "victory: {banners: 2}, banners: {top: 2}, "
    won = fireline.loads(
        "{fireline: 1, ruleset: ancients, turn: {side: bottom}, " + banners + "units: ["
        "{id: bow, side: bottom, type: light_bow_infantry, hex: E5}, "
        "{id: hi, side: top, type: heavy_infantry, hex: C5}]}"
    )
    assert env.Position(env.Match(won).start).over, "the banners that win are won"
    game = example("ancients-ranged-combat")
    one = env.Episode(env.Match(game, limits=env.Limits(turns=200)))
    rng = chance(1)
    ended = 0
    for seed in range(20):
        one.reset(seed)
        while one.agent is not None:
            one.play(rng.choice(one.position.legal))
        ended += one.over
        assert one.over != one.truncated
    assert ended


def test_the_game_is_over_once_a_whole_side_has_given_up() -> None:
    """Whoever gives up is out of play without a loss."""
    position, company = env.Position(match("endless-horizons").start), match("endless-horizons").sides.index("company")
    for _ in range(2):
        assert not position.over
        while position.agent != company:
            position = position.after(env.PASS, CounterDice(1, 1)).position
        giving = next(action for action in position.legal if isinstance(position.situation.legal[action], GiveUp))
        position = position.after(giving, CounterDice(1, 2)).position
    assert (position.over, position.agent, position.legal) == (True, None, ())


def test_where_everybody_may_act_a_phase_ends_once_all_have_passed() -> None:
    position = env.Position(match("endless-horizons").start)
    first = position.agent
    assert position.label(env.PASS) == "Pass"
    passed = position.after(env.PASS, CounterDice(1, 1)).position
    assert passed.agent not in {first, None}
    assert passed.battle == position.battle
    assert isinstance(passed.situation.legal[env.PASS], EndPhase)
    other = next(action for action in passed.legal if action != env.PASS)
    assert passed.after(other, CounterDice(1, 2)).position.agent == first, "whoever passed is asked again"


def test_rewards_share_out_what_is_lost() -> None:
    hole, sunk = Damage("holes", Kind.HARM), Damage("sunk", Kind.OUT)
    lost = [Loss("a", hole, 2), Loss("b", sunk)]
    rewards = env.Rewards(harm=3, out=Fraction(1, 2))
    assert rewards.of(lost, {"a": 0, "b": 1}, 2) == (Fraction(-11, 2), Fraction(11, 2))
    three = rewards.of(lost, {"a": 0, "b": 1}, 3)
    assert three == (Fraction(-23, 4), Fraction(5, 2), Fraction(13, 4))
    assert sum(three) == 0


def test_matches_say_what_they_cannot_play() -> None:
    alone = fireline.loads(
        "{fireline: 1, ruleset: ancients, turn: {side: bottom}, units: ["
        "{id: bow, side: bottom, type: light_bow_infantry, hex: I1}]}"
    )
    for wrong, code in (
        (lambda: env.Match(alone), Code.MISSING),
        (lambda: env.Match(battle("ancients"), ways=0), Code.OUT_OF_RANGE),
        (lambda: env.Match(battle("ancients"), information="none"), Code.UNKNOWN_NAME),  # type: ignore[arg-type]
        (lambda: env.Limits(turns=0), Code.OUT_OF_RANGE),
        (lambda: env.Rewards(harm=-1), Code.OUT_OF_RANGE),
        (lambda: env.solo_env(match("ancients"), "middle"), Code.UNKNOWN_NAME),
        (lambda: env.solo_env(match("ancients"), policy="wise"), Code.UNKNOWN_NAME),
        (lambda: env.turn_env(match("ancients"), render_mode="film"), Code.UNKNOWN_NAME),
        (lambda: env.many_games_env(match("ancients"), 0), Code.OUT_OF_RANGE),
        (lambda: env.Position(match("ancients").start).label(10**6), Code.NOT_LEGAL),
    ):
        with pytest.raises(BattleFileError) as told:
            wrong()
        assert told.value.code is code, str(told.value)
    with pytest.raises(BattleFileError, match=r"options: .* has more than the 1 options of \w+; give the match more"):
        env.Match(battle("endless-horizons"), options=1)


def test_a_match_knows_its_sides_whoever_has_none_and_of_a_game_from_outside() -> None:
    burst = env.Match(example("endless-horizons-burst"), limits=LIMITS)
    assert burst.sides == ("player", "target")
    assert burst.slots.units(0) == (("player",), ("target",))
    regatta = match("regatta")
    assert regatta.sides == ("red", "blue")
    assert isinstance(regatta.battle, Battle)
    assert "fired" in {feature.name.partition(".")[2] for feature in Features(regatta).all}


@every_ruleset
def test_observations_keep_within_their_bounds_and_have_names(id_: str) -> None:
    features = Features(match(id_))
    names = [feature.name for feature in features.all]
    assert len(set(names)) == len(names)
    for position in walked(id_, 30, seed=6):
        for agent in range(len(match(id_).sides)):
            seen = features.of(position, agent)
            assert seen.dtype == np.float32
            assert (features.low <= seen).all()
            assert (seen <= features.high).all()


@every_ruleset
def test_whatever_is_no_legal_action_is_refused_in_words(id_: str) -> None:
    """Whoever never shoots, or is never shot at, stands in a slot too."""
    position = env.Position(match(id_).start)
    for action in range(match(id_).slots.size):
        said = position.refusals(action)
        assert (said == ()) == (action in position.legal)
        assert all(said)


def test_there_is_room_for_every_way_to_shoot_at_whoever_has_walked() -> None:
    """Who walked may be shot at where he was, and so in more ways than when the game began."""
    rng, now = chance(58), battle("duel-of-ages")
    for _ in range(32):
        now = now.play(rng.choice(now.legal()), seed=rng.randrange(10**6)).battle
    shots = [one.shot for one in now.legal() if isinstance(one, Shoot)]
    assert max(Counter((shot.shooter, shot.target) for shot in shots).values()) == 10
    assert env.Position(env.Match(now).start).legal


@every_ruleset
def test_a_number_of_turns_only_grows(id_: str) -> None:
    """Nobody looks whether a game that counts its turns comes back to where it was."""
    here, numbers = battle(id_), []
    for _ in range(8):
        numbers.append(here.turn.number)
        commands = (one for one in here.legal() if isinstance(one, EndPhase | NextTurn))
        here = here.play(next(commands), seed=1).battle
    counted = [number for number in numbers if number is not None]
    assert len(counted) in {0, 8}
    assert counted == sorted(counted)
    assert not counted or counted[0] < counted[-1]
