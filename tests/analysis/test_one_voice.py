"""Over random battles everybody says the same of a shot: targets, matchups, threat, plan, policies, and brute force."""

from fractions import Fraction

import pytest

from fireline.analysis.matchups import best_shot, matchups
from fireline.analysis.plan import Planner
from fireline.analysis.policy import best
from fireline.analysis.threatmap import ThreatMap
from fireline.game.battle import Battle
from fireline.game.command import EndPhase, Shoot, Shot
from fireline.questions import shots as asking
from fireline.questions.shots import TargetsRequest
from smallbattles import GAMES, every_shot, numbered


def rank(battle: Battle, shot: Shot) -> tuple[Fraction, Fraction]:
    """What a way is weighed by."""
    return battle.odds(shot).headline.chance, battle.preview(shot).attack.net


def compared(battle: Battle) -> None:
    pairs = {(pair.shooter, pair.target): pair for pair in matchups(battle).pairs}
    everything: list[Shot] = []
    firing = battle.ruleset.shooters(battle.state)
    for shooter in (unit.id for unit in battle.units):
        ready = battle.with_turn_of(shooter)
        assert ready is battle if shooter in firing and battle.owing is None else True
        if shooter not in ready.ruleset.shooters(ready.state):
            assert not [pair for pair in pairs if pair[0] == shooter], "whoever cannot shoot has no pair"
            continue
        shots = every_shot(ready, shooter)
        everything += shots if shooter in firing else ()
        told = asking.targets(TargetsRequest(battle=battle, shooter=shooter)).data()
        assert told["in_turn"] is (ready is battle)
        assert {pair for pair in pairs if pair[0] == shooter} == {
            (shooter, one["shot"]["target"]) for one in told["targets"]
        }
        for seen, data in zip(battle.targets(shooter), told["targets"], strict=True):
            mine, pair = [shot for shot in shots if shot.target == seen.target], pairs[shooter, seen.target]
            assert seen.ruling.legal is pair.data()["legal"] is data["legal"] is bool(mine), "legality"
            assert data["refusals"] == pair.data()["refusals"]
            chance = seen.odds.headline.chance if seen.odds else None
            assert pair.chance == chance
            threat = ThreatMap(battle, seen.target, (shooter,))
            assert threat.cell(threat.here).chance == (chance or 0), "chance"
            if mine:
                assert pair.data()["with"] == data["odds"]["with"] == dict(seen.shot.details), "way"
                assert data["odds"]["headline"]["p"] == str(chance)
                assert rank(ready, seen.shot) == max(rank(ready, shot) for shot in mine), "nothing is better"
        legal = [seen.shot for seen in battle.targets(shooter) if seen.odds]
        first = max(legal, key=lambda shot: rank(ready, shot), default=None)
        found = best_shot(pair for (who, _), pair in pairs.items() if who == shooter)
        assert told["best"] == (first and first.target) == (found and found.target), "at whom it is best"
    worth = max((battle.preview(shot).attack.net for shot in everything), default=Fraction(0))
    planner = Planner(battle)
    planner.look()
    side = [shot for shot in everything if shot.shooter in planner.shooters]
    gains = [choice.gain for choice in planner.start.choices or () if choice.shot]
    assert max(gains, default=None) == max((battle.preview(shot).attack.net for shot in side), default=None)
    said = best(battle, battle.legal(), frozenset())
    if isinstance(said, Shoot):
        assert battle.preview(said.shot).attack.net == worth > 0
    elif said == EndPhase():
        assert worth <= 0


@numbered(3, 203, parts=4)
@pytest.mark.parametrize("id_", GAMES)
def test_everybody_says_the_same_way_legality_and_chance(id_: str, numbers: range) -> None:
    for number in numbers:
        compared(GAMES[id_](number))
