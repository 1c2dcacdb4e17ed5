"""What an answer that is owed costs: by hand for retreats and flights, by the odds of the shot for Protect."""

from fractions import Fraction

import pytest

from ancients_table import lay, volley
from blightmeer_table import archer, enemy, shot
from blightmeer_table import battle as table
from fireline.analysis.goal import Cost, cost
from fireline.chance import Dist, FixedDice
from fireline.game.battle import Battle
from fireline.game.command import Command, EndPhase, Shoot
from fireline.game.errors import IllegalCommand
from fireline.game.event import LossOdds
from fireline.rulesets.ancients.commands import Flee, Retreat
from fireline.rulesets.ancients.events import BLOCKS
from fireline.rulesets.blightmeer.events import WOUNDS
from fireline.rulesets.blightmeer.pieces import Injury
from fireline.rulesets.blightmeer.protect import Protect, declared, odds, replies


def corner(blocks: int = 1) -> Battle:
    """Warriors with a leader on their own edge, where a flag leaves them nowhere to go."""
    start = lay("a bottom light_bow_infantry C4", f"z top warrior A4 blocks={blocks}", leaders=["caesar top A4"])
    return volley(start, "flag", "swords").battle


def told(battle: Battle, command: Command) -> tuple[str, Fraction, str]:
    found = cost(battle, command)
    return found.headline.name, found.headline.chance, str(found)


@pytest.mark.rule("CCA-7")
def test_a_flag_ignored_costs_nothing_and_one_not_made_good_a_block_for_each_hex() -> None:
    assert told(corner(blocks=4), Retreat("z", 1, ())) == ("nothing lost", Fraction(1), "nothing lost")
    name = "Warriors (A4): 2 blocks lost"
    assert told(corner(blocks=4), Retreat("z", 0, ())) == (name, Fraction(1), f"{name} for certain")


@pytest.mark.rule("CCA-6")
def test_a_leader_whose_unit_is_destroyed_falls_to_one_die_or_for_certain() -> None:
    # Friends stand behind the unit, so it cannot go and loses its last block. Its leader falls to the one leader
    # symbol of one die; else he joins a friend, which costs nothing.
    friends = ("y top auxilia A4", "x top auxilia A5")
    lines = ("a bottom light_bow_infantry D4", "z top warrior B4 blocks=1", *friends)
    boxed = volley(lay(*lines, leaders=["caesar top B4"]), "flag", "swords").battle
    name, p, text = told(boxed, Retreat("z", 0, ()))
    assert (name, p) == ("Leader caesar (B4): killed", Fraction(1, 6))
    assert text == (
        "Warriors (B4): 1 block lost for certain, eliminated for certain; Leader caesar (B4): killed 16.7% (1/6)"
    )
    assert told(corner(), Retreat("z", 0, ()))[:2] == (
        "Warriors (A4): 1 block lost, eliminated; Leader caesar (A4): killed",
        Fraction(1),
    )
    alone = volley(
        lay("a bottom light_bow_infantry C4", leaders=["caesar top A4"]), "red", "red", target="caesar"
    ).battle
    (only,) = alone.legal()
    assert isinstance(only, Flee)
    assert told(alone, only)[1] == 1


@pytest.mark.rule("BLM-4.2")
def test_a_protect_costs_what_the_odds_of_the_shot_say_of_both() -> None:
    game = table(archer(), enemy(), enemy("ally", 19.5, 18))
    game = game.play(Shoot(shot()), FixedDice()).battle
    shooting = declared(game.state)
    assert shooting is not None
    nobody, ally = replies(shooting)
    for reply, command in ((nobody, Protect()), (ally, Protect("ally"))):
        found = cost(game, command)
        out = [one.more for one in found.suffered if one.what.name == Injury.INCAPACITATED]
        assert sum(out) == reply.incapacitated
        assert sum(one.number.mean() for one in found.suffered if one.what.name == "wounds") == reply.wounds
        assert found.headline.name == "anything lost"
        for unit in {one.unit for one in found.suffered}:
            lost = [one.what.name for one in found.suffered if one.unit == unit]
            assert lost == ["wounds", "dazed", "stunned", "incapacitated"], "the lesser before the worse"
    hurt = odds(shooting).probability(lambda one: one.wounds_lost > 0 or bool(one.injury))
    assert cost(game, Protect()).headline.chance == hurt
    assert {one.unit for one in cost(game, Protect("ally")).suffered} == {"orc (Long Bow)", "ally (Long Bow)"}


def test_what_is_certain_is_told_apart_and_where_nothing_is_owed_there_is_nothing_to_weigh() -> None:
    half = Fraction(1, 2)
    some = LossOdds("z", BLOCKS, Dist({1: half, 2: half}))
    assert str(some) == "more than 1 block lost 50.0% (1/2), 1.50 on average"
    assert Cost((some,), half).headline == ("z: more than 1 block lost", half, "")
    none = LossOdds("z", WOUNDS, Dist({0: half, 1: half}))
    assert Cost((some, none), Fraction(3, 4)).headline == ("more lost than is certain", Fraction(3, 4), "")
    assert Cost((none, none._replace(unit="y")), Fraction(3, 4)).headline == ("anything lost", Fraction(3, 4), "")
    calm = lay("a bottom light_bow_infantry C4", "z top warrior A4")
    with pytest.raises(ValueError, match="nobody owes"):
        cost(calm, EndPhase())
    with pytest.raises(IllegalCommand):
        cost(corner(), EndPhase())
