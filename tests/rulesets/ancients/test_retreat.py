"""Retreats and flights: flags ignored, ways home, what they cost."""

import itertools
import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from ancients_table import against, blocks, commands, flagged, lay, menu, play, story, told, volley, where
from fireline.game.battle import Battle
from fireline.rulesets.ancients.board import Board
from fireline.rulesets.ancients.commands import Flee, Rampage, Retreat
from fireline.rulesets.ancients.pieces import UNITS
from fireline.rulesets.ancients.retreat import sides_crossed
from fireline.rulesets.ancients.state import Banners


def most_ignored(battle: Battle) -> int:
    return max(command.ignored for command in commands(battle) if isinstance(command, Retreat | Rampage))


def ends(battle: Battle, ignored: int = 0) -> list[str]:
    """Where the retreat may end, "stays" where the unit cannot move."""
    own = [command for command in commands(battle) if isinstance(command, Retreat) and command.ignored == ignored]
    return [command.path[-1] if command.path else "stays" for command in own]


def reasons(battle: Battle) -> str:
    """The reasons that a unit ignoring all it may would give."""
    most = most_ignored(battle)
    if not most:
        return ""
    command = next(one for one in commands(battle) if isinstance(one, Retreat) and one.ignored == most)
    text = story(play(battle, command))[0]
    return text[text.index("(", text.index(" ignores ")) + 1 :].partition(")")[0]


# Flags that may be ignored


@pytest.mark.rule("CCA-7", "CCA-5.4")
def test_a_unit_with_nothing_to_help_it_ignores_no_flag_but_leaders_and_full_strength_help() -> None:
    battle = flagged("heavy_infantry E5")
    assert most_ignored(battle) == 0
    assert against(battle, Retreat("z", 1, ())) == ["Of 1 flag the unit may ignore 0. CCA-7"]
    assert against(battle, Retreat("z", -1, ("D4",))) == ["Of 1 flag the unit may ignore 0. CCA-7"]
    battle = lay("a bottom light_bow_infantry E1", "z top heavy_infantry E4", leaders=["hanno top E4"])
    assert most_ignored(volley(battle, "red", "flag", "leader", "red").battle) == 1
    assert most_ignored(volley(battle, "red", "flag", "leader", "leader").battle) == 0
    battle = lay("a bottom light_bow_infantry E1", "z top warrior E4")
    assert most_ignored(volley(battle, "flag", "swords").battle) == 1
    assert most_ignored(volley(battle, "flag", "blue").battle) == 0


@pytest.mark.rule("CCA-7")
@pytest.mark.parametrize(
    ("others", "leaders", "supported"),
    [
        ([], [], False),
        (["x top warrior E4"], [], False),
        (["x top warrior E4", "y top elephant F5"], [], True),
        (["x top warrior E4", "y top warrior D4", "w top warrior D5"], [], True),
        (["x top warrior E4"], ["hanno top F4"], True),
        (["x top warrior E4"], ["hanno top E4"], False),  # he is with the unit: one hex
        ([], ["hanno top F4", "bomilcar top F5"], True),
        (["x top warrior E4", "y bottom warrior E6"], [], False),
        (["x top warrior E4"], ["mago bottom F4"], False),
        (["x top warrior E4", "y top warrior C5"], [], False),  # two hexes away is not adjacent
    ],
)
def test_support_is_counted_in_adjacent_hexes(others: list[str], leaders: list[str], supported: bool) -> None:
    battle = flagged("heavy_cavalry E5", *others, leaders=leaders)
    assert reasons(battle) == ("support from two hexes" if supported else "")
    assert most_ignored(flagged("elephant E5", *others, leaders=leaders)) == 0


@pytest.mark.rule("CCA-7")
@pytest.mark.parametrize("kind", sorted(UNITS))
def test_a_leader_helps_all_but_elephants_and_bridge_camp_and_rampart_help_foot_only(kind: str) -> None:
    unit, foot = f"{kind} E5 blocks=1", UNITS[kind].foot
    assert reasons(flagged(unit, leaders=["hanno top E5"])) == ("" if kind == "elephant" else "leader hanno")
    for terrain, helps in (("bridge", foot), ("fortified_camp", foot), ("hill", False), ("ford", False)):
        assert reasons(flagged(unit, terrain={"E5": terrain})) == (terrain.replace("_", " ") if helps else "")
    assert reasons(flagged(unit, origin="E8", ramparts={"E5": ["E"]})) == ("rampart" if foot else "")


@pytest.mark.rule("CCA-7")
@pytest.mark.parametrize(
    ("origin", "side"), [("E8", "E"), ("E2", "W"), ("G6", "SE"), ("G4", "SW"), ("C4", "NW"), ("C6", "NE")]
)
def test_a_rampart_helps_against_fire_over_its_side(origin: str, side: str) -> None:
    board = Board()
    assert sides_crossed(board.hexes[origin], board.hexes["E5"]) == (side,)
    for listed in ("E", "SE", "SW", "W", "NW", "NE"):
        battle = flagged("heavy_infantry E5", origin=origin, ramparts={"E5": [listed]})
        assert reasons(battle) == ("rampart" if listed == side else "")
    assert reasons(flagged("heavy_infantry E5", origin=origin, ramparts={"E4": [side], "E6": [side]})) == ""


@pytest.mark.rule("CCA-7")
@pytest.mark.parametrize(("origin", "sides"), [("G5", {"SE", "SW"}), ("C5", {"NE", "NW"}), ("D6", {"E", "NE"})])
def test_a_line_that_enters_at_a_corner_crosses_a_rampart_only_if_both_sides_are(origin: str, sides: set[str]) -> None:
    board = Board()
    assert set(sides_crossed(board.hexes[origin], board.hexes["E5"])) == sides
    for count in range(1, 4):
        for listed in itertools.combinations(("E", "SE", "SW", "W", "NW", "NE"), count):
            battle = flagged("heavy_infantry E5", origin=origin, ramparts={"E5": list(listed)})
            assert reasons(battle) == ("rampart" if sides <= set(listed) else "")


@pytest.mark.rule("CCA-7")
def test_terrain_and_rampart_are_one_flag_and_reasons_add_up() -> None:
    battle = flagged("heavy_infantry E5", flags=2, origin="E8", terrain={"E5": "bridge"}, ramparts={"E5": ["E"]})
    assert reasons(battle) == "bridge"
    battle = flagged(
        "warrior E5", "x top auxilia E4", "y top auxilia E6", flags=2, leaders=["hanno top E5"],
        terrain={"E5": "bridge"},
    )  # fmt: skip
    given = [command for command in commands(battle) if isinstance(command, Retreat)]
    assert [(one.ignored, len(one.path)) for one in given[:1]] == [(2, 0)]
    assert {(one.ignored, len(one.path)) for one in given} == {(2, 0), (1, 2), (0, 4)}
    assert story(play(battle, given[0])) == [
        "Warriors (E5) ignores 2 flags (leader hanno and support from two hexes) and stays. CCA-7"
    ]
    why = "(leader hanno, support from two hexes, bridge and Warriors at full strength)"
    assert against(battle, Retreat("z", 3, ())) == [f"Of 2 flags the unit may ignore 2 {why}. CCA-7"]
    assert most_ignored(flagged("warrior E5", flags=2)) == 1


# Ways home


@pytest.mark.rule("CCA-7")
def test_every_step_leads_one_row_nearer_the_own_edge() -> None:
    battle = flagged("light_infantry E5")
    assert ends(battle) == ["C4", "C5", "C6"]
    for path in (("D4", "C4"), ("D4", "C5"), ("D5", "C5"), ("D5", "C6")):
        after = play(battle, Retreat("z", 0, path))
        assert (where(after.battle, "z"), blocks(after.battle)) == (path[-1], 4)
        assert story(after) == [f"Light Infantry (E5) retreats to {' > '.join(path)}. CCA-7"]
    for wrong in ("E4", "E6", "F4", "D3", "Z9", "", "C5"):
        assert against(battle, Retreat("z", 0, (wrong, "C5"))) == [
            f"{wrong} is none of the two hexes behind E5, one row nearer the unit's own edge. CCA-7"
        ]
    assert against(battle, Retreat("z", 0, ("D4", "C6"))) == [
        "C6 is none of the two hexes behind D4, one row nearer the unit's own edge. CCA-7"
    ]


@pytest.mark.rule("CCA-7")
def test_a_retreat_has_its_full_length_and_the_edge_costs_a_block_for_each_hex_not_made() -> None:
    battle = flagged("light_infantry E5")
    assert against(battle, Retreat("z", 0, ())) == ["The retreat goes on from E5 to D4 or D5. CCA-7"]
    assert against(battle, Retreat("z", 0, ("D4",))) == ["The retreat goes on from D4 to C4 or C5. CCA-7"]
    assert against(battle, Retreat("z", 0, ("D4", "C4", "B4"))) == ["The retreat is 2 hexes long. CCA-7"]
    battle = lay("a top light_bow_infantry E2", "z bottom heavy_infantry E5", turn="top")
    assert ends(volley(battle, "flag", "swords").battle) == ["F4", "F5"]
    battle = flagged("light_cavalry C7")
    turned = play(battle, commands(battle)[0])
    assert story(turned)[0].endswith("and is 2 hexes short. CCA-7")
    assert (where(turned.battle, "z")[0], blocks(turned.battle)) == ("A", 1)
    side = flagged("light_infantry A1", flags=1)
    assert against(side, Retreat("z", 0, ("A2",))) != []
    corner = flagged("light_infantry E1")  # D1 only: the other hex is off the board
    assert ends(corner) == ["C1", "C2"]


@pytest.mark.rule("CCA-7")
def test_units_lone_enemy_leaders_and_impassable_terrain_block() -> None:
    cases: list[tuple[list[str], dict[str, Any], str]] = [
        (["x top auxilia D4", "y top auxilia D5"], {}, "Auxilia (D4)"),
        (["x bottom auxilia D4", "y bottom auxilia D5"], {}, "Auxilia (D4)"),
        ([], {"leaders": ["mago bottom D4", "gisgo bottom D5"]}, "Leader mago (D4)"),
        ([], {"terrain": {"D4": "river", "D5": "lake"}}, "river"),
        ([], {"terrain": {"D4": "city_wall", "D5": "sea"}}, "city wall"),
    ]
    for others, more, what in cases:
        battle = flagged("medium_cavalry E5", *others, **more)
        assert against(battle, Retreat("z", 0, ("D4",))) == [f"D4 cannot be entered: {what}. CCA-7"]
        stands = Retreat("z", 0, ())
        assert stands in commands(battle)
        assert story(play(battle, stands))[0] == "Medium Cavalry (E5) cannot retreat and is 3 hexes short. CCA-7"


@pytest.mark.rule("CCA-7")
def test_a_path_without_loss_must_be_taken_and_else_the_cheapest_comes_first() -> None:
    # By D4 the way ends in front of C4 and C5; by D5 to C6 it is free.
    battle = flagged("light_infantry E5", "x top auxilia C4", "y top auxilia C5")
    assert against(battle, Retreat("z", 0, ("D4",))) == ["This path is 1 hex short; there is one that is not. CCA-7"]
    walls = {"C4": "river", "C5": "river", "B5": "river", "B6": "river"}
    battle = flagged("medium_cavalry E5", terrain=walls)
    assert menu(battle) == [
        "Medium Cavalry (E5): retreat D5 > C6 and lose 1 block",
        "Medium Cavalry (E5): retreat D4 and lose 2 blocks",
    ]
    for path, left in ((("D5", "C6"), 2), (("D4",), 1)):
        assert blocks(play(battle, Retreat("z", 0, path)).battle) == left
    assert against(battle, Retreat("z", 0, ("D5",))) == ["The retreat goes on from D5 to C6. CCA-7"]


# Leaders on the way


@pytest.mark.rule("CCA-7")
def test_a_lone_friendly_leader_ends_the_retreat_and_joins() -> None:
    battle = flagged("light_cavalry E5", leaders=["hanno top D4"])
    turned = play(battle, Retreat("z", 0, ("D4",)))
    assert story(turned) == ["Light Cavalry (E5) retreats to D4 and joins Leader hanno (D4). CCA-7"]
    assert (where(turned.battle, "z"), blocks(turned.battle)) == ("D4", 3)
    assert turned.battle.state.leader_at(turned.battle.state.unit("z").hex).id == "hanno"
    assert against(battle, Retreat("z", 0, ("D4", "C4"))) == ["The retreat ends on D4, where a leader joins. CCA-7"]
    assert "Light Cavalry (E5): retreat D4 to join Leader hanno (D4)" in menu(battle)
    battle = flagged("light_cavalry C5", leaders=["hanno top B5"])
    assert ends(battle) == ["B5"]
    assert against(battle, Retreat("z", 0, ("B4", "A4"))) == [
        "This path is 2 hexes short; there is one that is not. CCA-7"
    ]


@pytest.mark.rule("CCA-7")
def test_an_attached_leader_goes_with_his_unit_and_is_stopped_by_another() -> None:
    battle = flagged("heavy_infantry E5", leaders=["hanno top E5"])
    turned = play(battle, Retreat("z", 0, ("D4",)))
    assert (where(turned.battle, "z"), where(turned.battle, "hanno")) == ("D4", "D4")
    battle = flagged("heavy_infantry E5", leaders=["hanno top D4", "gisgo top D5", "mago top E5"])
    assert against(battle, Retreat("z", 0, ("D4",))) == ["D4 cannot be entered: Leader hanno (D4). CCA-7"]
    assert ends(battle) == ["stays"]


# Losses that eliminate


@pytest.mark.rule("CCA-7", "CCA-5.3", "CCA-6")
def test_a_retreat_that_costs_the_last_block_is_a_banner_and_checks_the_leader_where_it_ended() -> None:
    turned = play(flagged("light_infantry A7 blocks=2"), Retreat("z", 0, ()))
    assert told(turned) == ["UnitRetreated", "BlocksLost", "UnitEliminated"]
    assert story(turned)[2] == "Light Infantry (A7) is eliminated: a Victory Banner for bottom. CCA-5.3"
    assert (turned.battle.state.banners, turned.battle.state.due) == (Banners(0, 1), ())
    beyond = play(flagged("light_infantry A7 blocks=1"), Retreat("z", 0, ()))
    assert story(beyond)[1] == "Light Infantry (A7) loses 1 block, 0 left. CCA-7"
    battle = flagged("light_infantry B7 blocks=1", leaders=["hanno top B7"])
    lives = play(battle, Retreat("z", 0, ("A7",)), "red")
    assert told(lives) == ["UnitRetreated", "BlocksLost", "UnitEliminated", "LeaderChecked", "FlightForced"]
    assert (where(lives.battle, "hanno"), menu(lives.battle)) == ("A7", ["Leader hanno (A7) has nowhere to flee"])
    dies = play(battle, Retreat("z", 0, ("A7",)), "leader")
    assert told(dies)[-2:] == ["LeaderChecked", "LeaderKilled"]
    assert dies.battle.state.banners == Banners(0, 2)


@pytest.mark.rule("CCA-6", "CCA-7")
def test_a_leader_is_checked_once_an_attack_and_not_while_his_unit_stands() -> None:
    battle = flagged("light_infantry A7 blocks=1", leaders=["hanno top A7"], checked=True)
    turned = play(battle, Retreat("z", 0, ()))
    assert told(turned) == ["UnitRetreated", "BlocksLost", "UnitEliminated", "FlightForced"]
    fired = lay("a bottom light_bow_infantry A1", "z top heavy_infantry A4 blocks=2", leaders=["hanno top A4"])
    owing = volley(fired, "red", "flag", "red", "red").battle
    assert owing.state.due[0].checked
    assert told(play(owing, Retreat("z", 0, ()))) == ["UnitRetreated", "BlocksLost", "UnitEliminated", "FlightForced"]
    turned = play(flagged("light_infantry A7", leaders=["hanno top A7"]), Retreat("z", 0, ()))
    assert told(turned) == ["UnitRetreated", "BlocksLost"]


# Flights


def fleeing(*others: str, at: str = "E5", **more: Any) -> Battle:
    leaders = [f"hanno top {at}", *more.pop("leaders", [])]
    return lay(*others, leaders=leaders, due=[{"flight": "hanno"}], **more)


def refuges(battle: Battle) -> list[str]:
    return [command.hex for command in commands(battle) if isinstance(command, Flee)]


@pytest.mark.rule("CCA-6")
def test_a_leader_flees_toward_his_own_side_and_may_pass_friends_and_join() -> None:
    battle = fleeing()
    assert refuges(battle) == ["B3", "B4", "B5", "B6", "C4", "C5", "C6", "D4", "D5"]
    turned = play(battle, Flee("hanno", "B4"))
    assert story(turned) == ["Leader hanno (E5) flees to B4. CCA-6"]
    assert (where(turned.battle, "hanno"), turned.battle.state.due) == ("B4", ())
    assert against(battle, Flee("hanno", "E6")) == ["The leader flees to B3, B4, B5, B6, C4, C5, C6, D4 or D5. CCA-6"]
    assert against(battle, Flee("hanno", "")) == against(battle, Flee("hanno", "E6"))
    other = lay("a top auxilia A1", leaders=["hanno bottom E5"], turn="top", due=[{"flight": "hanno"}])
    assert refuges(other) == ["H3", "H4", "H5", "H6", "G4", "G5", "G6", "F4", "F5"]
    battle = fleeing("x top warrior D4", "y top warrior D5", leaders=["gisgo top D5"], at="E5")
    assert refuges(battle) == ["B3", "B4", "B5", "B6", "C4", "C5", "C6", "D4"]
    turned = play(battle, Flee("hanno", "D4"))
    assert story(turned) == ["Leader hanno (E5) flees to D4 and joins Warriors (D4). CCA-6"]
    assert turned.battle.state.leader_at(turned.battle.state.unit("x").hex).id == "hanno"


@pytest.mark.rule("CCA-6")
@pytest.mark.parametrize(
    "more",
    [
        {"terrain": {"D4": "river", "D5": "sea"}},
        {"others": ["x bottom warrior D4", "y bottom warrior D5"]},
        {"leaders": ["mago bottom D4", "gisgo bottom D5"]},
        {"at": "A5"},
    ],
)
def test_a_leader_with_nowhere_to_go_is_taken(more: dict[str, Any]) -> None:
    battle = fleeing(*more.pop("others", []), **more)
    assert commands(battle) == (Flee("hanno", ""),)
    at = more.get("at", "E5")
    assert menu(battle) == [f"Leader hanno ({at}) has nowhere to flee"]
    assert against(battle, Flee("hanno", "D4")) == ["The leader has nowhere to flee. CCA-6"]
    turned = play(battle, Flee("hanno", ""))
    assert story(turned) == [
        f"Leader hanno ({at}) has nowhere to flee and is taken: a Victory Banner for bottom. CCA-6"
    ]
    assert (where(turned.battle, "hanno"), turned.battle.state.banners) == ("gone", Banners(0, 1))


# A second witness: every path walked by hand


def behind(name: str) -> list[str]:
    """The two hexes one row nearer the top edge, by counting."""
    row, number = ord(name[0]) - ord("A"), int(name[1:])
    numbers = (number, number + 1) if row % 2 else (number - 1, number)
    return [f"{chr(ord(name[0]) - 1)}{n}" for n in numbers if row >= 1 and 1 <= n <= 13 - (row - 1) % 2]


def walked(
    here: str, left: int, held: Mapping[str, str], *, leads: bool, path: Sequence[str] = ()
) -> list[tuple[tuple[str, ...], int]]:
    """Every full path with its loss; `held` maps hexes to "wall" or "friend" (a lone friendly leader)."""
    if left == 0:
        return [(tuple(path), 0)]
    found: list[tuple[tuple[str, ...], int]] = []
    for hex_ in behind(here):
        if held.get(hex_) == "friend" and not leads:
            found.append(((*path, hex_), 0))
        elif hex_ not in held:
            found += walked(hex_, left - 1, held, leads=leads, path=(*path, hex_))
    return found or [(tuple(path), left)]


@pytest.mark.rule("CCA-7")
@pytest.mark.parametrize("seed", range(30))
def test_the_menu_has_every_end_once_and_every_path_is_accepted(seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311
    names = [name for name in Board().hexes if name != "I13"]
    for _ in range(4):
        kind = dice.choice(["light_cavalry", "light_infantry", "medium_cavalry", "heavy_infantry"])
        home, *others = dice.sample(names, dice.choice((8, 20, 45)))
        rivers, friends, enemies = others[0::3], others[1::3][:6], others[2::3]
        leads, flags = dice.random() < 0.3, dice.choice((1, 2))
        leaders = [f"l{n} top {hex_}" for n, hex_ in enumerate(friends)] + [f"own top {home}"] * leads
        battle = flagged(
            f"{kind} {home}", *(f"e{n} bottom elephant {hex_}" for n, hex_ in enumerate(enemies)), flags=flags,
            leaders=leaders, terrain=dict.fromkeys(rivers, "river"),
        )  # fmt: skip
        held = dict.fromkeys(rivers + enemies, "wall") | dict.fromkeys(friends, "friend")
        every = walked(home, flags * UNITS[kind].retreat, held, leads=leads)
        allowed = [one for one in every if not one[1]] or every
        offered = [one.path[-1:] for one in commands(battle) if isinstance(one, Retreat) and not one.ignored]
        assert set(offered) == {path[-1:] for path, _ in allowed}
        assert len(offered) == len({(path[-1:], lost) for path, lost in allowed})
        for path, lost in every:
            said = against(battle, Retreat("z", 0, path))
            assert (said == []) is ((path, lost) in allowed), (path, lost, said)
            if not said:
                event = play(battle, Retreat("z", 0, path), *["red"] * _checks(battle, lost)).events[0].data()
                assert event["short"] == lost


def _checks(battle: Battle, lost: int) -> int:
    """Dice thrown for a leader whose unit the retreat destroys."""
    unit = battle.state.unit("z")
    return int(lost >= unit.blocks and battle.state.leader_at(unit.hex) is not None)
