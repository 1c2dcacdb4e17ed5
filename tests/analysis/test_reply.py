"""Fire and the best reply to it: against every pair of shots weighed by hand."""

from fractions import Fraction

import ancients_table
from fireline.analysis.goal import Goal, planning_of
from fireline.analysis.reply import exchanges
from fireline.game.battle import Battle
from fireline.game.losses import enemies_of
from fireline.game.shot import Shot
from fireline.game.transitions import shot_transitions

GOAL = Goal()


def by_hand(battle: Battle, shot: Shot) -> tuple[Fraction, Fraction]:
    """What the shot gains, and what the best reply to each of its ends costs."""
    gain = cost = Fraction(0)
    rules = battle.ruleset
    for one, p in shot_transitions(battle, shot).items():
        replies = [Fraction(0)]
        for enemy in rules.targets(one.battle.state, shot.shooter):
            ready = one.battle.with_state(planning_of(one.battle).with_turn_of(one.battle.state, enemy))
            legal = [Shot(enemy, seen.target) for seen in ready.targets(enemy) if seen.odds is not None]
            replies += [shot_transitions(ready, reply).mean(GOAL.of) for reply in legal]
        gain += p * GOAL.of(one, enemies_of(battle, shot.shooter))
        cost += p * max(replies)
    return gain, cost


def test_a_reply_is_the_best_shot_at_each_battle_that_is_left() -> None:
    battle = ancients_table.lay(
        "a bottom light_bow_infantry E4",
        "b bottom auxilia F6 blocks=1",
        "y top light_bow_infantry C5 blocks=1",
        "z top light_bow_cavalry B6",
    )
    found = exchanges(battle, GOAL)
    assert found
    assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
    for one in found:
        assert (one.gain, one.reply) == by_hand(battle, one.shot)
        assert sum(p for _, p in one.answers) == 1
    assert any(one.reply for one in found)
    assert found[0].data()["value"] == str(found[0].gain - found[0].reply)
