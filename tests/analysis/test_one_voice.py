"""Over random battles everybody says the same of a shot: targets, matchups, threat, plan, policies, and brute force."""

from fractions import Fraction

import pytest

from fireline.analysis.matchups import matchups
from fireline.analysis.plan import Planner
from fireline.analysis.policy import best, net
from fireline.analysis.threat import ThreatMap
from fireline.game.battle import Battle
from fireline.game.command import EndPhase, Shoot
from fireline.game.shot import Shot
from smallbattles import GAMES, every_shot

QUICK, WHOLE, PARTS = 3, 200, 4


def rank(battle: Battle, shot: Shot) -> tuple[Fraction, Fraction]:
    """What a way is weighed by."""
    return battle.odds(shot).headline.chance, net(battle, shot)


def compared(id_: str, number: int) -> None:
    battle = GAMES[id_](number)
    pairs = {(pair.shooter, pair.target): pair for pair in matchups(battle).pairs}
    everything: list[Shot] = []
    for shooter in battle.ruleset.shooters(battle.state):
        shots = every_shot(battle, shooter)
        everything += shots
        for seen in battle.targets(shooter):
            mine, pair = [shot for shot in shots if shot.target == seen.target], pairs[shooter, seen.target]
            assert seen.ruling.legal is pair.data()["legal"] is bool(mine), "legality"
            chance = seen.odds.headline.chance if seen.odds else None
            assert pair.chance == chance
            threat = ThreatMap(battle, seen.target, (shooter,))
            assert threat.cell(threat.here).chance == (chance or 0), "chance"
            if mine:
                assert pair.data()["with"] == dict(seen.shot.details), "way"
                assert rank(battle, seen.shot) == max(rank(battle, shot) for shot in mine), "nothing is better"
    worth = max((net(battle, shot) for shot in everything), default=Fraction(0))
    planner = Planner(battle)
    planner.look()
    side = [shot for shot in everything if shot.shooter in planner.shooters]
    gains = [choice.gain for choice in planner.start.choices or () if choice.shot]
    assert max(gains, default=None) == max((net(battle, shot) for shot in side), default=None)
    said = best(battle, battle.legal(), frozenset())
    if isinstance(said, Shoot):
        assert net(battle, said.shot) == worth > 0
    elif said == EndPhase():
        assert worth <= 0


@pytest.mark.parametrize("number", range(QUICK))
@pytest.mark.parametrize("id_", GAMES)
def test_everybody_says_the_same_way_legality_and_chance(id_: str, number: int) -> None:
    compared(id_, number)


@pytest.mark.whole("long")
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("id_", GAMES)
def test_everybody_does_so_in_hundreds_of_battles(id_: str, part: int) -> None:
    for number in range(QUICK + part, QUICK + WHOLE, PARTS):
        compared(id_, number)
