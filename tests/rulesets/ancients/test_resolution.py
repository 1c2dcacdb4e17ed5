"""What the dice do: exact odds against counting every throw by hand, and scripted throws."""

import itertools
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from ancients_table import lay, menu, story, told, volley, where
from fireline import Shot
from fireline.rulesets.ancients.pieces import UNITS
from fireline.rulesets.ancients.resolution import BATTLE_DIE
from fireline.rulesets.ancients.state import Banners

FACES = ("green", "blue", "red", "leader", "swords", "flag")
Result = tuple[int, bool, bool, int, int]


def counted(dice: int, symbol: str, left: int, *, leader: bool) -> dict[Result, Fraction]:
    """Hits, gone, leader killed, blocks lost, flags, of the dice: by walking through every throw and every check."""
    ways: Counter[Result] = Counter()
    for faces in itertools.product(FACES, repeat=dice):
        hits, flags = faces.count(symbol), faces.count("flag")
        gone = hits >= left
        for check in itertools.product(FACES, repeat=2):  # a check of one die reads the first
            shown = check[:1] if gone else check
            killed = leader and hits > 0 and set(shown) == {"leader"}
            ways[hits, gone, killed, min(hits, left), flags] += 1
    total = sum(ways.values())
    return {result: Fraction(count, total) for result, count in ways.items()}


@pytest.mark.rule("CCA-5.1")
def test_a_battle_die_has_six_faces_one_each() -> None:
    assert tuple(str(face) for face in BATTLE_DIE.faces) == FACES
    assert BATTLE_DIE.weights == ()
    assert {BATTLE_DIE.probability(face) for face in BATTLE_DIE.faces} == {Fraction(1, 6)}


def rows() -> Iterator[tuple[str, int, int, bool]]:
    for kind, moved, leader in itertools.product(sorted(UNITS), (0, 1), (False, True)):
        for left in range(1, UNITS[kind].blocks + 1):
            yield kind, moved, left, leader


@pytest.mark.whole("long")
@pytest.mark.rule("CCA-5.1", "CCA-5.2", "CCA-5.3", "CCA-6")
@pytest.mark.parametrize(("kind", "moved", "left", "leader"), list(rows()))
def test_the_odds_are_what_counting_every_throw_gives(kind: str, moved: int, left: int, leader: bool) -> None:
    battle = lay(
        f"a bottom light_infantry E1 moved={moved}", f"z top {kind} E3 blocks={left}",
        leaders=["hanno top E3"] if leader else [],
    )  # fmt: skip
    given = battle.odds(Shot("a", "z"))
    rolled = battle.ruleset.odds(battle.ruleset.declare(battle.state, Shot("a", "z")))
    assert dict(rolled.items()) == counted(1 if moved else 2, UNITS[kind].symbol, left, leader=leader)
    at_least_one = Fraction(1, 6) if moved else Fraction(11, 36)
    assert given.headline.of == "blocks_lost"
    assert given.marginal("hits").probability(lambda hits: hits != 0) == at_least_one <= given.headline.chance


@pytest.mark.rule("CCA-6")
@pytest.mark.parametrize("dice", [1, 2])
def test_a_lone_leader_dies_on_any_leader_symbol(dice: int) -> None:
    battle = lay(f"a bottom light_infantry E1 moved={2 - dice}", leaders=["z top E3"])
    given = battle.odds(Shot("a", "z"))
    assert given.headline == ("leader killed", Fraction(1, 6) if dice == 1 else Fraction(11, 36), "leader_killed")
    ways: Counter[Result] = Counter()
    for faces in itertools.product(FACES, repeat=dice):
        dead = "leader" in faces
        ways[0, dead, dead, 0, faces.count("flag")] += 1
    assert given.outcomes == {r: Fraction(n, 6**dice) for r, n in ways.items()}


@pytest.mark.rule("CCA-5.3", "CCA-5.4")
def test_each_hit_takes_a_block_and_flags_on_an_eliminated_unit_do_nothing() -> None:
    battle = lay("a bottom light_infantry E1", "z top warrior E3 blocks=3")
    assert story(volley(battle, "blue", "blue")) == [
        "Light Infantry (E1) fires at Warriors (E3) and rolls blue triangle and blue triangle: 2 hits. CCA-5.2",
        "Warriors (E3) loses 2 blocks, 1 left. CCA-5.3",
    ]
    last = lay("a bottom light_infantry E1", "z top warrior E3 blocks=1")
    turned = volley(last, "blue", "blue")
    assert story(turned)[1:] == [
        "Warriors (E3) loses 1 block, 0 left. CCA-5.3",
        "Warriors (E3) is eliminated: a Victory Banner for bottom. CCA-5.3",
    ]
    assert (where(turned.battle, "z"), turned.battle.state.banners) == ("gone", Banners(0, 1))
    battle = lay("a bottom light_infantry E1", "z top warrior E3 blocks=1")
    turned = volley(battle, "flag", "blue")
    assert told(turned) == ["UnitFired", "BlocksLost", "UnitEliminated"]
    assert turned.battle.state.due == ()
    assert story(turned)[0].endswith("rolls flag and blue triangle: 1 hit, 1 flag. CCA-5.2")
    assert menu(turned.battle) == ["End the phase"]


@pytest.mark.rule("CCA-5.4", "CCA-6")
def test_the_order_is_hits_then_the_leaders_check_then_retreats_and_no_check_without_a_loss() -> None:
    battle = lay("a bottom light_infantry E1", "z top warrior E3", leaders=["hanno top E3"])
    turned = volley(battle, "flag", "blue", "leader", "flag")
    assert told(turned) == ["UnitFired", "BlocksLost", "LeaderChecked", "RetreatForced"]
    assert story(turned) == [
        "Light Infantry (E1) fires at Warriors (E3) and rolls flag and blue triangle: 1 hit, 1 flag. CCA-5.2",
        "Warriors (E3) loses 1 block, 3 left. CCA-5.3",
        "Leader hanno (E3) is checked with leader and flag: he lives. CCA-6",
        "Warriors (E3) must answer 1 flag. CCA-5.4",
    ]
    assert told(volley(battle, "leader", "leader")) == ["UnitFired"]
    assert told(volley(battle, "flag", "leader")) == ["UnitFired", "RetreatForced"]
    assert told(volley(battle, "blue", "blue", "leader", "red")).count("LeaderChecked") == 1


@pytest.mark.rule("CCA-6")
def test_a_leader_with_a_unit_dies_on_two_leader_symbols_or_on_one_when_it_is_gone() -> None:
    battle = lay("a bottom light_infantry E1", "z top warrior E3", leaders=["hanno top E3"])
    for check in itertools.product(FACES, repeat=2):
        turned = volley(battle, "blue", "swords", *check)
        dead = check == ("leader", "leader")
        assert (where(turned.battle, "hanno") == "gone") is dead
        assert turned.battle.state.banners == Banners(0, int(dead))
    assert story(turned := volley(battle, "blue", "flag", "leader", "leader"))[2:] == [
        "Leader hanno (E3) is checked with leader and leader: he falls. CCA-6",
        "Leader hanno (E3) is killed: a Victory Banner for bottom. CCA-6",
        "Warriors (E3) must answer 1 flag. CCA-5.4",
    ]
    assert turned.battle.state.leader_at(turned.battle.state.unit("z").hex) is None
    battle = lay("a bottom light_infantry E1", "z top warrior E3 blocks=1", leaders=["hanno top E3"])
    for face in FACES:
        turned = volley(battle, "blue", "flag", face)
        dead = face == "leader"
        fate = ["LeaderKilled"] if dead else ["FlightForced"]
        assert told(turned) == ["UnitFired", "BlocksLost", "UnitEliminated", "LeaderChecked", *fate]
        assert turned.battle.state.banners == Banners(0, 2 if dead else 1)
        assert turned.battle.owing == (None if dead else "top")


@pytest.mark.rule("CCA-6", "CCA-5.2")
def test_a_lone_leader_flags_do_nothing_and_other_symbols_make_him_flee() -> None:
    battle = lay("a bottom light_infantry E1", leaders=["z top E3"])
    flees = volley(battle, "flag", "flag")
    assert told(flees) == ["UnitFired", "FlightForced"]
    assert story(flees) == [
        "Light Infantry (E1) fires at Leader z (E3) and rolls flag and flag. CCA-5.2",
        "Leader z (E3) must flee. CCA-6",
    ]
    killed = volley(battle, "flag", "leader")
    assert story(killed)[1:] == ["Leader z (E3) is killed: a Victory Banner for bottom. CCA-6"]
    assert killed.battle.state.banners == Banners(0, 1)
