"""Cover from one side, and whoever shoots from behind it."""

from typing import Any

import pytest

from endless_horizons_field import DRONE, JACK, field, play, rifle, shot, story, unit
from fireline.game.battle import Battle
from fireline.game.command import EndPhase, NextTurn, Shoot, Shot
from fireline.game.errors import BattleFileError
from fireline.questions.answering.changing import edit
from fireline.rulesets.endless_horizons.drawing import plan
from fireline.rulesets.endless_horizons.posture import ChangeStance, Uncover
from fireline.rulesets.endless_horizons.suppression import Suppress

WALL = {"material": "brick"}
BACK = Shot("drone", "jack")


def behind(cover: dict[str, Any], **more: Any) -> Battle:
    """Jack behind cover, an armed drone before it and another behind him."""
    armed = {"weapon": rifle(), "check": {"skill": 9}}
    return field({"cover": cover}, armed, {"id": "third", "weapon": rifle(), "check": {"skill": 9}}, **more)


def hidden(battle: Battle, back: Shot = BACK) -> bool:
    return battle.odds(back).headline.chance == 0


@pytest.mark.rule("EHZ-9.1")
def test_cover_told_from_one_side_hides_from_these_only() -> None:
    battle = behind(WALL | {"towards": ["drone"]})
    assert hidden(battle)
    open_side = battle.check(Shot("third", "jack"))
    assert not open_side.cover
    assert [one.text for one in open_side.steps if one.rule == "EHZ-9.1"] == [
        "The brick of jack does not stand between the two."
    ]
    assert not hidden(battle, Shot("third", "jack"))


@pytest.mark.rule("EHZ-9.1", "EHZ-6.3")
def test_who_shoots_from_behind_cover_shows_himself_until_his_next_turn_or_the_end_of_the_round() -> None:
    battle = behind(WALL)
    assert hidden(battle), "before he shoots he is hidden wholly"
    fired = play(battle, Shoot(shot()), 5).battle
    ruling = fired.check(BACK)
    assert (ruling.cover, ruling.summary["size"]) == (False, "tiny")
    assert [one.text for one in ruling.steps if one.rule in {"EHZ-9.1", "EHZ-3.1"}] == [
        "jack shows a tiny target.",
        "jack has shot from behind brick and shows himself: what shows is tiny.",
    ]
    assert not hidden(fired)
    assert hidden(play(play(fired, EndPhase()).battle, NextTurn()).battle)
    battle = behind(WALL, round={"order": ["jack", "drone"]})
    fired = play(play(battle, Shoot(shot()), 5).battle, EndPhase()).battle
    assert not hidden(fired)
    following = play(play(fired, EndPhase()).battle, NextTurn()).battle
    assert not unit(following).showing
    late = behind(WALL, round={"order": ["drone", "jack"]})
    late = play(play(play(late, EndPhase()).battle, Shoot(shot()), 5).battle, EndPhase()).battle
    early = play(late, NextTurn()).battle
    assert not hidden(early), "the next turn of jack has not begun yet"
    assert not unit(play(early, EndPhase()).battle).showing


@pytest.mark.rule("EHZ-9.1", "EHZ-6.3")
def test_who_has_no_turn_in_the_order_is_hidden_again_when_the_round_ends() -> None:
    suppresses = {"bullets": 1, "targets": ["drone"], "openings": ["drone"]}
    battle = field(
        {"cover": WALL, "suppressing": suppresses}, round={"order": ["drone"]}, options={"suppression_shots": True}
    )
    fired = play(battle, Shoot(shot()), 5).battle
    assert unit(fired).showing
    assert not unit(play(fired, EndPhase()).battle).showing


@pytest.mark.rule("EHZ-9.1")
@pytest.mark.parametrize(("exposed", "size"), [(None, "tiny"), ("small", "small"), ("huge", "medium")])
def test_he_is_judged_by_what_the_file_says_shows_and_never_by_more_than_he_is(exposed: str | None, size: str) -> None:
    battle = behind(WALL | ({"exposed": exposed} if exposed else {}))
    fired = play(battle, Shoot(shot()), 5).battle
    assert fired.check(BACK).summary["size"] == size


@pytest.mark.rule("EHZ-9.1", "EHZ-6.1")
def test_a_shot_at_the_open_side_shows_nobody_and_suppressing_over_cover_does() -> None:
    battle = behind(WALL | {"towards": ["drone"]})
    assert hidden(play(battle, Shoot(Shot("jack", "third")), 5).battle)
    assert not hidden(play(battle, Shoot(shot()), 5).battle)
    battle = play(behind(WALL), Suppress("jack", ("drone",))).battle
    (told,) = [one.text for one in battle.check(BACK).steps if one.rule == "EHZ-9.1"]
    assert told == "jack suppresses from behind brick and shows himself: what shows is tiny."
    after = play(battle, ChangeStance("third", "kneeling")).battle
    again = play(battle, Shoot(BACK), 5).battle
    assert battle.odds(BACK).outcomes == after.odds(BACK).outcomes == again.odds(BACK).outcomes
    badge = next(one for one in battle.survey() if (one.shot.shooter, one.shot.target) == ("drone", "jack"))
    assert badge.odds
    assert badge.odds.outcomes == battle.odds(BACK).outcomes
    spent = {"weapon": rifle(loaded=2), "suppressing": {"bullets": 3, "targets": ["drone"]}}
    assert hidden(field({"cover": WALL} | spent, {"weapon": rifle()})), "too few bullets are left to cover the shot"
    fired = play(behind({"material": "wood"}), Shoot(shot()), 5).battle
    assert fired.check(BACK).summary["size"] == "medium"


@pytest.mark.rule("EHZ-9.1", "EHZ-8.1")
def test_cover_in_part_and_its_thickness_are_told_and_an_injury_too() -> None:
    battle = behind(WALL | {"full": False, "exposed": "small"})
    ruling = battle.check(BACK)
    assert (ruling.cover, ruling.summary["size"]) == (False, "small")
    assert [one.text for one in ruling.steps if one.rule == "EHZ-9.1"] == [
        "jack is behind brick in part: what shows is small."
    ]
    battle = behind({"material": "wood", "thickness": 40, "penetrated_by": 5})
    (text,) = [one.text for one in battle.check(BACK).steps if one.rule == "EHZ-9.1"]
    assert text.startswith("jack is wholly behind 40 cm of wood, which stops 5.56x45")
    assert story(play(battle, Uncover("jack"))) == ["jack leaves the 40 cm of wood. EHZ-6.2"]
    steps = field({"injured": True}).check(shot()).steps
    assert [one.text for one in steps if one.rule == "EHZ-8.1"] == ["jack is injured; no number is given for it."]


def walled(*walls: dict[str, Any], **drone: Any) -> Battle:
    """Jack at 0,0 and an armed drone at 40,0 on the plan, with these walls."""
    jack = JACK | {"at": [0, 0]}
    armed = DRONE | {"at": [40, 0], "weapon": rifle(), "check": {"skill": 9}} | drone
    data = {"fireline": 1, "ruleset": "endless-horizons", "units": [jack, armed], "walls": list(walls)}
    return Battle.read(data)


def wall(start: list[float], end: list[float], material: str = "brick", **more: Any) -> dict[str, Any]:
    return {"id": f"wall {start} {end}", "from": start, "to": end, "material": material, **more}


ACROSS, ASIDE = wall([20, -5], [20, 5]), wall([20, 1], [20, 5])


@pytest.mark.rule("EHZ-9.1")
@pytest.mark.parametrize(
    ("walls", "stops"),
    [
        ((), False),
        ((ASIDE,), False),
        ((ACROSS,), True),
        ((wall([20, -5], [20, 0]),), True),
        ((wall([10, 0], [30, 0]),), True),
        ((wall([41, 0], [50, 0]),), False),
        ((wall([20, -5], [20, 5], "wood"),), False),
        ((wall([10, -5], [10, 5], "wood"), ACROSS), True),
        ((ACROSS | {"full": False},), False),
    ],
    ids=["none", "beside", "across", "touched", "along", "behind", "wood", "two", "low"],
)
def test_a_wall_of_the_plan_covers_whoever_is_on_its_other_side(walls: tuple[dict[str, Any], ...], stops: bool) -> None:
    battle = walled(*walls)
    assert [hidden(battle, one) for one in (shot(), BACK)] == [stops, stops]
    said = [one.text for one in battle.check(shot()).steps if one.rule == "EHZ-9.1"]
    assert any("drone is wholly behind brick" in text and "no hit is possible" in text for text in said) == stops


@pytest.mark.rule("EHZ-9.1")
def test_who_shows_himself_over_cover_of_his_own_is_hidden_by_a_wall_all_the_same() -> None:
    assert not hidden(walled(showing=True, cover=WALL), shot())
    assert hidden(walled(ACROSS, showing=True), shot())
    assert hidden(walled(ACROSS, showing=True, cover=WALL), shot())


@pytest.mark.rule("EHZ-9.1")
@pytest.mark.parametrize(
    ("cover", "material", "size"),
    [
        (WALL | {"full": False, "exposed": "tiny"}, "brick", None),
        ({"material": "wood"}, "brick", None),
        (WALL | {"full": False, "exposed": "tiny"}, "wood", "tiny"),
        ({"material": "wood"}, "wood", "small"),
        (WALL, "wood", None),
    ],
    ids=["shown in part", "shot through", "wood and a part", "wood twice", "brick and wood"],
)
def test_a_wall_stops_what_cover_of_his_own_lets_through(
    cover: dict[str, Any], material: str, size: str | None
) -> None:
    battle = walled(wall([20, -5], [20, 5], material), cover=cover, size="small")
    assert hidden(battle, shot()) == (size is None)
    if size:
        assert battle.check(shot()).summary["size"] == size


def test_walls_are_drawn_moved_and_taken_away_by_hand() -> None:
    drawn = edit(
        walled(), [{"op": "draw", "path": "walls", "places": ["20,-5", "20,5"], "value": {"material": "brick"}}]
    )
    (id_,) = drawn.added
    assert hidden(drawn.battle)
    moved = edit(drawn.battle, [{"op": "move", "unit": id_, "to": "20,30"}]).battle
    assert moved.data()["walls"] == [{"id": id_, "from": [20, 25], "to": [20, 35], "material": "brick"}]
    assert not hidden(moved)
    assert f'data-terrain="{id_}"' in plan.draw(moved)
    assert edit(moved, [{"op": "remove", "unit": id_}]).battle == walled()
    with pytest.raises(BattleFileError, match="too few"):
        edit(walled(), [{"op": "draw", "path": "walls", "places": ["20,-5"], "value": {"material": "brick"}}])


@pytest.mark.rule("EHZ-9.1")
@pytest.mark.parametrize(
    ("stopped_by", "cover", "house", "told"),
    [
        (7, 7, {}, "armour-piercing 9x19 (above class VII) goes through: steel lets class VII and up through."),
        (
            7,
            8,
            {},
            "which stops armour-piercing 9x19 (above class VII): no hit is possible; steel lets nothing through.",
        ),
        (6, 7, {"EHZ-9.1.armour_piercing": 8}, "9x19 (above class VII) goes through: steel lets class VII and up"),
        (6, 8, {"EHZ-9.1.armour_piercing": 0}, "which stops armour-piercing 9x19 (class VI): no hit is possible;"),
    ],
)
def test_class_8_lets_nothing_through(stopped_by: int, cover: int, house: dict[str, int], told: str) -> None:
    weapon = rifle(cartridge="9x19", stopped_by=stopped_by, armour_piercing=True)
    battle = field({"weapon": weapon}, {"cover": {"material": "steel", "penetrated_by": cover}}, house=house)
    (text,) = [one.text for one in battle.check(shot()).steps if one.rule == "EHZ-9.1"]
    assert told in text
    assert (battle.odds(shot()).headline.chance == 0) == (cover == 8)
