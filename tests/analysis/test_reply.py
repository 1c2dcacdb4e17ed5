"""Fire and the best reply to it: against every pair of shots weighed by hand, and as far as the time lets it."""

from fractions import Fraction
from itertools import count

import pytest

import ancients_table
from fireline.analysis.goal import Goal, planning_of
from fireline.analysis.reply import RepliesAnswer, ReplySearch
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.event import enemies_of
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


def field() -> Battle:
    return ancients_table.lay(
        "a bottom light_bow_infantry E4",
        "b bottom auxilia F6 blocks=1",
        "c bottom light_bow_infantry F4",
        "y top light_bow_infantry C5 blocks=1",
        "z top light_bow_cavalry B6",
    )


def test_a_reply_is_the_best_shot_at_each_battle_that_is_left() -> None:
    battle = field()
    told = ReplySearch(battle, GOAL).run()
    found = told.exchanges
    assert len(found) > 1
    assert told.exact
    values = [one.value for one in found if one.value is not None]
    assert values == sorted(values, reverse=True)
    assert len(values) == len(found)
    for one in found:
        assert (one.gain, one.reply) == by_hand(battle, one.shot)
        assert sum(p for _, p in one.answers) == 1
    assert any(one.reply for one in found)
    assert found[0].data()["value"] == str(found[0].value)
    best = "After the best reply this is worth most: Light Bow (E4) fires at Light Bow (C5), 0.17"
    assert told.sentence == f"{best} (it gains 0.33, the reply costs 0.16)."


def bounds_hold(told: RepliesAnswer, whole: RepliesAnswer) -> None:
    """What is told as known is known, and everything else bounds it."""
    known = {one.shot: one for one in whole.exchanges}
    for one in told.exchanges:
        assert one.gain == known[one.shot].gain
        assert one.reply_least <= known[one.shot].reply_least
        assert one.value in {None, known[one.shot].value}
        assert one.value_most >= known[one.shot].value_most
    assert told.exact == (told.exchanges == whole.exchanges)


def test_after_so_many_battles_bounds_are_told_and_what_was_not_searched() -> None:
    whole = ReplySearch(field(), GOAL)
    whole.run()
    for budget in range(1, whole.looked_at):
        search = ReplySearch(field(), GOAL)
        told = search.run(budget)
        assert (search.looked_at, search.known) == (budget, False)
        bounds_hold(told, whole.answer())
        open_ = sum(one.value is None for one in told.exchanges)
        assert f"The replies to {open_} shot" in told.left_out[0]
        assert search.run() == whole.answer(), "whoever goes on finds the rest"


def test_the_search_ends_when_its_time_is_over_and_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = ReplySearch(field(), GOAL).run()
    seen = set()
    for seconds in range(0, 1000, 7):
        ticks = count()
        monkeypatch.setattr("fireline.analysis.deadline.time.monotonic", lambda ticks=ticks: next(ticks))
        shares: list[float] = []
        search = ReplySearch(field(), GOAL)
        told = search.run(seconds=seconds, heard=lambda share, _: shares.append(share))  # noqa: B023 - it is told now
        assert next(ticks) <= seconds + 5, "nothing is begun once the time is over"
        bounds_hold(told, whole)
        assert shares == sorted(shares)
        seen.add((bool(told.unweighed), bool(told.exchanges), told.exact))
        if told.exact:
            break
    assert {(True, False, False), (True, True, False), (False, True, False), (False, True, True)} <= seen


def test_a_shot_that_nothing_unsearched_can_beat_is_told_as_the_best() -> None:
    whole = ReplySearch(field(), GOAL)
    best = whole.run().exchanges[0]
    for budget in range(1, whole.looked_at):
        told = ReplySearch(field(), GOAL).run(budget)
        if "None of them can be better than the first." in told.left_out:
            assert told.exchanges[0].value == best.value
            break
    else:
        pytest.fail("the best shot was never told before the end")
