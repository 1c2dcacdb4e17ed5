"""True line of sight on the table: what blocks, what is the body, windows, and what must hold for any table."""

import copy
import pickle
from fractions import Fraction
from functools import partial
from itertools import islice, product
from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from battles import pairs, random_battles
from blightmeer_table import EDITIONS, Data, archer, battle, box, enemy, man, mill, refused, shot, state, unit, wall
from fireline.chance import SeededDice
from fireline.game.battle import Battle
from fireline.game.command import EndPhase, NextTurn, Shoot, Shot
from fireline.game.errors import BattleFileError
from fireline.geometry.figures import Posture
from fireline.geometry.shapes import box as box_solid
from fireline.geometry.sight import Crowd, balls_of
from fireline.rulesets.blightmeer import scene
from fireline.rulesets.blightmeer.openings import BEFORE
from fireline.ruling import Ruling, Visibility
from fireline.ruling.told import written
from refusing import wrong_with

every_edition = pytest.mark.parametrize("edition", EDITIONS)
STEP = Fraction(1, 50)
"""More than the grain of a picture can make of a share: 1.1 points at the most, twice."""


def seen(*units: Data, edition: str = "2026-01", details: Data | None = None, **more: Any) -> Visibility:
    """What the archer sees of the orc."""
    return sight(battle(*units, edition=edition, **more).check(shot(**details or {})))


def sight(ruling: Ruling) -> Visibility:
    assert isinstance(ruling.line_of_sight, Visibility)
    return ruling.line_of_sight


def parts(view: Visibility) -> dict[str, Fraction]:
    return dict(view.parts)


def hedge(height: float, y: float = 17, wide: float = 3) -> Data:
    """A hedge across the line of sight, close before the orc."""
    return box("hedge", (18, y), (wide, 0.2, height))


# --- who blocks -----------------------------------------------------------------------------


@pytest.mark.rule("BLM-5.3")
@pytest.mark.parametrize(("edition", "friends"), [("2025-11", True), ("2026-01", False), ("2026-07", False)])
def test_terrain_and_enemies_block_and_friends_only_in_the_first_edition(edition: str, friends: bool) -> None:
    look = partial(seen, archer(), enemy(), edition=edition)
    assert look(terrain=[hedge(0.6)]).blockers == ("hedge",)
    middle = 18, 12
    assert seen(archer(), enemy(), enemy("goblin", *middle), edition=edition).blockers == ("goblin",)
    friend = seen(archer(), enemy(), unit("friend", "red", *middle), edition=edition)
    assert friend.blockers == (("friend",) if friends else ())
    third = seen(archer(), enemy(), unit("stranger", "green", *middle), edition=edition)
    assert third.blockers == ("stranger",), "a third side is no ally"


@pytest.mark.rule("BLM-5.3")
def test_who_is_out_of_the_game_blocks_nothing() -> None:
    assert seen(archer(), enemy(), enemy("goblin", 18, 12, status=["incapacitated"])).blockers == ()


@pytest.mark.rule("BLM-5.1", "BLM-5.2")
@every_edition
@pytest.mark.parametrize("size", ["normal", "large"])
@pytest.mark.parametrize("status", [[], ["stunned"], ["dazed"]])
def test_the_models_of_the_two_never_block(edition: str, size: str, status: list[str]) -> None:
    worn: Data = {"gear": ["tower_shield", "cloak"], "weapon": "Rifle"}
    for facing in range(0, 360, 45):
        view = seen(
            archer(size=size, facing=facing, **worn),
            enemy(size=size, facing=facing + 10, status=status, **worn),
            edition=edition,
        )
        assert view.visible == 1, facing
        assert not view.hidden


# --- what the body is -----------------------------------------------------------------------


@pytest.mark.rule("BLM-5.1")
def test_only_raised_hands_above_a_wall_are_no_line_of_sight() -> None:
    # The hedge is a hand higher than the body and lower than raised arms.
    high = hedge(1.3)
    game = battle(archer(), enemy(pose=["raised_arms"]), terrain=[high])
    assert refused(game, shot()) == ["BLM-4.1", "BLM-5.1"]
    above = state(game).unit("orc").figure.solid.bounds[1][2]
    assert above > 1.45, "the hands are above it"


@pytest.mark.rule("BLM-5.2")
def test_hidden_raised_hands_are_no_cover() -> None:
    # A beam over his head hides his hands and nothing else.
    beam = box("beam", (18, 17, 1.32), (3, 0.2, 0.5))
    view = seen(archer(), enemy(pose=["raised_arms"]), terrain=[beam])
    assert view.visible == 1
    assert not view.hidden
    assert set(parts(view)) == {"head", "torso", "left leg", "right leg"}
    lower = seen(archer(), enemy(), terrain=[beam | {"box": beam["box"] | {"at": [18, 17, 1.2]}}])
    assert parts(lower)["head"] < 1


@pytest.mark.rule("BLM-5.2", "BLM-5.3")
def test_equipment_and_raised_arms_of_others_do_hide() -> None:
    def hidden(**more: Any) -> Fraction:
        return dict(seen(archer(), enemy(size="large"), enemy("goblin", 18, 12, weapon=None, **more)).hidden)["goblin"]

    assert hidden(gear=["cloak", "tower_shield"]) > hidden()
    # The arm that is raised before the eye reaches up to the head of a Large one.
    near = enemy("goblin", 18.3, 7.2, weapon=None)
    big = enemy(size="large")
    assert parts(seen(archer(), big, near))["head"] == 1
    assert parts(seen(archer(), big, near | {"pose": ["raised_arms"]}))["head"] < 1


@pytest.mark.rule("BLM-5.1")
@pytest.mark.parametrize(("status", "posture"), [("stunned", Posture.FACE_DOWN), ("dazed", Posture.FACE_UP)])
def test_who_lies_on_the_ground_is_low(status: str, posture: Posture) -> None:
    assert seen(archer(), enemy(), terrain=[hedge(0.6, 16.8)]).clear
    assert not seen(archer(), enemy(status=[status]), terrain=[hedge(0.6, 16.8)]).clear
    down = enemy("goblin", 18, 12, status=[status], facing=0)
    assert seen(archer(), enemy(), down).visible > seen(archer(), enemy(), enemy("goblin", 18, 12)).visible
    flat = state(battle(archer(), down)).unit("goblin").placed
    assert flat.body.bounds[1][2] < 0.5
    assert state(battle(archer(), down)).unit("goblin").figure == man(weapon="Long Bow", posture=posture)


@pytest.mark.rule("BLM-5.1")
def test_a_large_one_looks_over_what_hides_a_usual_one() -> None:
    assert not seen(archer(), enemy(), terrain=[hedge(1.5, 10)]).clear
    assert seen(archer(size="large"), enemy(), terrain=[hedge(1.5, 10)]).visible == 1
    assert not seen(archer(), enemy(), terrain=[hedge(1.5, 16.4)]).clear
    assert seen(archer(), enemy(size="large"), terrain=[hedge(1.5, 16.4)]).clear


# --- windows --------------------------------------------------------------------------------


PEERING = shot(peer="north")


PILLARS = [box(f"pillar {n}", (16.2 + 1.1 * n, 8.1), (0.9, 1, 4)) for n in range(4)]
"""Pillars close before a window of 3 inches, with slits of a fifth of an inch between them."""


def looks(game: Battle, across: int, up: int) -> dict[tuple[float, float], Fraction]:
    """What places all over the window show of the orc, each by itself."""
    here = state(game)
    window, one, orc = here.terrain.windows["north"], here.unit("archer"), here.unit("orc")
    spots = [(window.width * x / across, window.height * y / up) for x in range(across + 1) for y in range(up + 1)]
    face, look = window.face(left=not window.is_left_of(one.at[:2])), scene._From(here, one, orc, window.id)
    return {spot: look.seen(face.place(*spot), orc.placed.body).share for spot in spots}


@pytest.mark.whole("long")
@pytest.mark.rule("BLM-4.4")
@pytest.mark.parametrize("x", [17.2, 18, 19.2])
@pytest.mark.parametrize("tree", [0.3, 0.5, 0.9])
def test_a_window_shows_the_best_that_any_place_in_it_shows(x: float, tree: float) -> None:
    terrain = [mill(), hedge(0.4, 17, 9), box("tree", (18.2, 12), (tree, tree, 5))]
    game = battle(archer(at=(x, 6)), enemy(), terrain=terrain)
    best = sight(game.check(PEERING))
    px, py, pz = best.eye
    assert 17.5 <= px <= 18.5
    assert 0.8 <= pz <= 1.8
    assert py == pytest.approx(7.1 + BEFORE), "a little before the face of the wall that is away from the archer"
    assert best.search is not None
    assert (px, pz) == pytest.approx((17.5 + best.search.at[0], 0.8 + best.search.at[1]))
    assert best.visible >= max(looks(game, 20, 8).values())
    assert best.visible < 1, "the hedge hides some of it from everywhere"
    assert best.search.gap == 0.125
    assert f'the best of {best.search.places} places tried, a gap narrower than 0.125" could be missed' in str(best)


@pytest.mark.rule("BLM-4.4")
def test_a_gap_between_what_stands_before_a_window_is_found() -> None:
    wide = mill(windows=[{"id": "north", "along": 2.5, "width": 3, "sill": 0.2, "height": 1}])
    game = battle(archer(at=(18, 6.2)), enemy(), terrain=[wide, *PILLARS])
    assert max(looks(game, 2, 2).values()) == 0, "nothing from the nine places"
    ruling = game.check(PEERING)
    assert ruling.legal
    best = sight(ruling)
    assert best.search is not None
    assert best.visible > Fraction(9, 10)
    assert written(best)["search"] == written(best.search)
    assert ruling == game.check(PEERING)


@pytest.mark.rule("BLM-4.4")
def test_peering_shows_what_the_eyes_alone_do_not() -> None:
    game = battle(archer(at=(19.2, 6)), enemy("orc", 15, 8), terrain=[mill()])
    assert refused(game, shot()) == ["BLM-4.1", "BLM-5.1"]
    assert refused(game, PEERING) == []
    assert sight(game.check(PEERING)).visible == 1
    best = sight(battle(archer(at=(18, 6)), enemy(), terrain=[mill()]).check(PEERING))
    assert best.search is not None
    assert (best.search.at, best.search.places, best.search.gap) == ((0.5, 0.5), 1, 0), "the middle shows all"


@pytest.mark.rule("BLM-4.4")
@pytest.mark.parametrize("at", [(20, 4), (15, 6), (18, 3)])
def test_nobody_peers_back_into_the_room(at: tuple[float, float]) -> None:
    view = seen(archer(), enemy("orc", *at), terrain=[mill()], details={"peer": "north"})
    assert (view.clear, view.blockers) == (False, ("mill",))


@pytest.mark.rule("BLM-4.4", "BLM-5.2")
def test_what_is_proven_of_a_window_is_what_the_search_of_all_its_places_finds() -> None:
    opened = mill(doors=[{"along": 5, "width": 0.8, "height": 2}], bottom=0.2)
    for x, y in product((9, 15.5, 18.4, 21, 25), (3, 4.5, 8.2, 11.5, 17)):
        here = state(battle(archer(at=(18, 6)), enemy("orc", x, y), terrain=[opened, hedge(0.7, 15.5, 10)]))
        scenery = scene._From(here, here.unit("archer"), here.unit("orc"), "north")
        body, face = here.unit("orc").placed.body, here.terrain.windows["north"].face(left=True)
        assert face.shut[0][0] == 14, "from where the wall begins to the door"
        assert face.shut[1][0] == 19
        known, alone = (
            here.there.look_through(one, body, scenery._absent, *scenery._others)
            for one in (face, face._replace(shut=()))
        )
        assert known == alone == scenery.best(body)
        assert scenery.glimpse(body) == (known.seen.clear, bool(known.seen.hidden))


@pytest.mark.rule("BLM-4.4")
def test_a_window_of_another_side_of_the_house_shows_nothing_more() -> None:
    house = [mill(), wall("back", (14, 15), (22, 15))]
    game = battle(archer(), enemy(), terrain=house)
    ruling = game.check(PEERING)
    assert not ruling.legal
    assert str(ruling.refusals[-1]) == (
        "archer sees no part of orc's body through the window north: blocked by back (100.0%); "
        '81 places of the opening were tried, a gap narrower than 0.125" could be missed. BLM-5.1'
    )


@pytest.mark.rule("BLM-4.4")
@pytest.mark.parametrize(
    ("at", "terrain", "legal"),
    [
        ((18, 6), mill(), True),
        ((18, 8), mill(), True),  # from the other side it is as near, and looks this way: nothing is there
        ((18, 5.41), mill(), True),  # 6.9 less 1 less half a base of 25 mm
        ((18, 5.40), mill(), False),
        ((16.1, 6.4), mill(), True),  # beside the wall, an inch from the corner of the opening
        ((16.0, 6.4), mill(), False),
        ((18, 6), mill(sill=1.25), True),
        ((18, 6), mill(sill=1.26), False),  # above a head of 32 mm
        ((18, 6), mill(bottom=1), False),
        ((18, 6, 1.8), mill(), False),  # at the feet of who stands so high
        ((18, 6, 1.79), mill(), True),
    ],
)
def test_who_may_peer(at: tuple[float, ...], terrain: Data, legal: bool) -> None:
    rules = refused(battle(archer(at=at), enemy(), terrain=[terrain]), PEERING)
    assert ("BLM-4.4" not in rules) is legal


@pytest.mark.rule("BLM-4.4")
@pytest.mark.parametrize("thickness", [0.1, 0.25, 0.5])
@pytest.mark.parametrize(("along", "sill"), [(3.3, 0.3), (4.6, 0.8), (6, 0.5)])
def test_from_a_window_nobody_sees_another_one_of_the_same_wall(along: float, sill: float, thickness: float) -> None:
    windows = [
        {"id": "north", "along": 1, "width": 1, "sill": 0.5, "height": 1},
        {"id": "south", "along": along, "width": 1.3, "sill": sill, "height": 0.7},
    ]
    terrain = [wall("mill", (14, 7), (24, 7), thickness=thickness, windows=windows)]
    inside = enemy("orc", 14.6 + along, 6.2, peering="south")
    game = battle(archer(at=(15.5, 6.2)), inside, terrain=terrain)
    assert refused(game, PEERING) == ["BLM-4.1", "BLM-5.1"]
    assert refused(game, shot()) == [], "they stand beside each other"


@pytest.mark.rule("BLM-4.4")
@pytest.mark.parametrize("gap", [0, 0.0003, 0.01])
@pytest.mark.parametrize("aside", [0.65, 0.9, 3])
def test_from_a_window_a_body_that_leans_on_its_wall_is_not_seen_through_it(aside: float, gap: float) -> None:
    standing = state(battle(archer(), enemy(), terrain=[mill(thickness=0.5)])).terrain
    window, solids = standing.windows["north"], [piece.solid for piece in standing]
    crowd = Crowd([piece.id for piece in standing], balls_of(solids), solids.__getitem__)
    body = box_solid((0.24, 0.24, 0.8)).placed((18.5 + aside + 0.12, 6.75 - gap - 0.12, 0))
    assert not crowd.look_through(window.face(left=True), body, lambda _: False, ("mill", window.pane)).seen.clear


@pytest.mark.rule("BLM-4.4")
@pytest.mark.parametrize(
    ("screen", "seen", "close"),
    [(15.96, True, False), (15.96325, True, True), (15.9633, False, True), (15.97, False, False)],
)
def test_a_window_that_is_hardly_seen_is_too_close_to_call(screen: float, seen: bool, close: bool) -> None:
    terrain = [mill(y=7.2), box("screen", (screen, 7), (5, 0.1, 4))]
    game = battle(archer(at=(17.9, 3)), enemy("orc", 20.5, 7.9, peering="north"), terrain=terrain)
    told = game.check(shot()).data()["line_of_sight"]
    assert (told["clear"], told["close"], told["visible"]) == (seen, close, 0)


@pytest.mark.rule("BLM-4.4")
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("hundredths", range(0, 120, 3))
def test_next_to_a_window_is_an_inch_to_the_last_digit(hundredths: int, turned: bool) -> None:
    def at(along: float, y: Fraction) -> tuple[float, float]:
        return (float(y), along) if turned else (along, float(y))

    y, half = 12 + Fraction(hundredths, 100), Fraction(1, 10)
    window = {"id": "north", "along": 3.3, "width": 1.5, "sill": 0.5, "height": 1}
    terrain = [wall("mill", at(2.1, y), at(10.3, y), thickness=float(2 * half), windows=[window])]
    for further, legal in ((Fraction(), True), (Fraction(1, 10**9), False)):
        there = at(6, y - half - 1 - Fraction(1, 2) - further)
        rules = refused(battle(archer(at=there, base=25.4), enemy(), terrain=terrain), PEERING)
        assert ("BLM-4.4" not in rules) is legal


@pytest.mark.rule("BLM-4.4")
def test_the_reach_is_the_tables() -> None:
    far = archer(at=(18, 4))
    assert refused(battle(far, enemy(), terrain=[mill()]), PEERING) == ["BLM-4.4"]
    assert refused(battle(far, enemy(), terrain=[mill()], options={"window_reach": 2.5}), PEERING) == []
    assert str(battle(far, enemy(), terrain=[mill()]).check(PEERING).refusals[0]) == (
        'archer is 2.41" from the window north; next to it is within 1". BLM-4.4'
    )


@pytest.mark.rule("BLM-4.4")
def test_one_window_a_turn() -> None:
    terrain = mill(windows=[{"id": id_, "along": x, "width": 1, "sill": 0.8, "height": 1} for id_, x in WINDOWS])
    game = battle(archer(peering="south"), enemy(), terrain=[terrain])
    assert [str(one) for one in game.check(PEERING).refusals] == [
        "archer has already peered through the window south this turn. BLM-4.4"
    ]
    assert refused(game, shot(peer="south")) == []


WINDOWS = (("north", 3.5), ("south", 4.6))


@pytest.mark.rule("BLM-4.4")
def test_nobody_peers_in_the_first_edition() -> None:
    said = wrong_with(lambda: battle(archer(), enemy(), terrain=[mill()], edition="2025-11").check(PEERING))
    assert said == "shot.peer: nobody can peer through windows in blightmeer@2025-11"
    said = wrong_with(lambda: battle(archer(), enemy(), terrain=[mill()]).check(shot(peer="nort")))
    assert said == "shot.peer: 'nort' is no window of this table; did you mean 'north'?"


# --- shooting back --------------------------------------------------------------------------


def ambush(**more: Any) -> Battle:
    """A sniper of blue beside his window in the turn of red, whose archer cannot see him."""
    return battle(archer(at=(18, 18), facing=270), enemy("orc", 19.6, 6, facing=90, **more), terrain=[mill()])


@pytest.mark.rule("BLM-4.4", "BLM-5.2")
def test_who_peered_may_be_shot_by_whoever_sees_the_window() -> None:
    assert refused(ambush(), shot()) == ["BLM-4.1", "BLM-5.1"]
    ruling = ambush(peering="north").check(shot())
    assert ruling.legal
    assert ruling.cover
    assert sight(ruling).window == "north"
    assert not sight(ruling).visible
    assert str(ruling.steps[0]) == (
        "Line of sight blocked by mill (100.0%); the window it peers through is seen (north). BLM-5.1"
    )


@pytest.mark.rule("BLM-4.4")
def test_who_does_not_see_the_window_may_not_and_who_sees_the_body_needs_none() -> None:
    hidden = battle(
        archer(at=(18, 18), facing=270),
        enemy("orc", 19.6, 6, facing=90, peering="north"),
        terrain=[mill(), wall("rampart", (12, 12), (24, 12))],
    )
    assert refused(hidden, shot()) == ["BLM-4.1", "BLM-5.1"]
    beside = battle(archer(at=(27, 6), facing=180), enemy("orc", 19.6, 6, facing=90, peering="north"), terrain=[mill()])
    ruling = beside.check(shot())
    assert (ruling.legal, ruling.cover, sight(ruling).window) == (True, False, "")


def facing(at: tuple[float, float] = (19.6, 6.2), **more: Any) -> Battle:
    """Two houses with a window each, and beside each window somebody whom the other cannot see from anywhere."""
    orc = enemy("orc", 16.4, 14.8, weapon="Bow", **{"peering": "south"} | more)
    return battle(archer(at=at), orc, terrain=[mill(), mill("south", 14, name="barn")])


@pytest.mark.rule("BLM-4.4", "BLM-5.2")
def test_two_who_have_peered_through_facing_windows_may_shoot_at_each_other_opening_to_opening() -> None:
    game = facing()
    assert refused(game, shot()) == ["BLM-4.1", "BLM-5.1"], "not from the eyes"
    ruling = game.check(PEERING)
    view = sight(ruling)
    assert (ruling.legal, ruling.cover, float(view.visible), view.window) == (True, True, 0, "south")
    assert view.eye == pytest.approx((18, 7.1 + BEFORE, 1.3)), "from the middle of the opening, before its far face"
    assert view.blockers == ("barn",)
    assert refused(facing(peering=None), PEERING) == ["BLM-4.1", "BLM-5.1"], "nor without a window to look at"
    shut = box("shutter", (18, 10), (8, 0.2, 4))
    walled = battle(archer(at=(19.6, 6.2)), enemy(peering="south"), terrain=[*game.data()["terrain"], shut])
    assert refused(walled, PEERING) == ["BLM-4.1", "BLM-5.1"]
    missed, dice = game.shoot(PEERING, dice=[2]).battle, SeededDice(seed=1)
    back = missed.play(EndPhase(), dice).battle.play(NextTurn(), dice).battle.check(Shot("orc", "archer", peer="south"))
    assert (back.legal, sight(back).window) == (True, "north")


@pytest.mark.rule("BLM-4.4")
def test_a_shot_through_a_window_is_judged_from_there_alone_and_any_other_from_the_eyes() -> None:
    side = wall("side", (21, 3), (21, 11))  # the archer sees the orc's window past its end, and his own window does not
    own = wall("mill", (14, 5), (20, 5), windows=[{"id": "north", "along": 3.5, "width": 1, "sill": 0.8, "height": 1}])
    units = archer(at=(18, 5.8)), enemy("orc", 16.4, 14.8, peering="south")
    game = battle(*units, terrain=[own, side, mill("south", 14, name="barn")])
    assert game.check(shot()).legal
    assert sight(game.check(shot())).window == "south"
    assert refused(game, PEERING) == ["BLM-4.1", "BLM-5.1"], "it looks the other way"
    both = battle(archer(at=(18, 6)), enemy("orc", 20.2, 7.8, peering="north"), terrain=[mill()])
    assert both.check(PEERING).legal, "of two at one window each sees the other's: it is his own"


@pytest.mark.rule("BLM-4.4")
def test_peering_lasts_until_the_turn_of_who_peered() -> None:
    sniper = enemy("orc", 19.2, 6, facing=90, weapon="Bow")
    game = battle(
        archer(at=(13, 9), facing=270, defence=1),
        sniper,
        terrain=[mill()],
        turn={"side": "blue", "number": 2, "first_player": "red"},
    )
    dice = SeededDice(seed=1)
    assert refused(game, Shot("orc", "archer")) == ["BLM-4.1", "BLM-5.1"]
    fired = game.play(Shoot(Shot("orc", "archer", peer="north")), dice).battle
    assert state(fired).unit("orc").peering == "north"

    def answer(game: Battle) -> list[str]:
        return [rule for rule in refused(game, shot()) if rule.startswith(("BLM-4", "BLM-5"))]

    reds = fired.play(EndPhase(), dice).battle.play(NextTurn(), dice).battle
    assert state(reds).turn.side == "red"
    assert answer(reds) == []
    blues = reds.play(EndPhase(), dice).battle.play(NextTurn(), dice).battle
    assert state(blues).turn.side == "blue"
    assert state(blues).unit("orc").peering is None
    assert answer(blues) == ["BLM-4.1", "BLM-5.1"]


# --- any table ------------------------------------------------------------------------------


@pytest.mark.whole("long")
@pytest.mark.rule("BLM-5.2", "BLM-5.3", "BLM-7.3")
@settings(max_examples=40, deadline=None)
@given(st.sampled_from(EDITIONS[1:]).map("blightmeer@{}".format).flatmap(random_battles))
def test_a_piece_taken_away_never_hinders_a_shooter(table: Data) -> None:
    full = Battle.read(table)
    written = full.data()
    try:
        fewer = Battle.read(written | {"terrain": written.get("terrain", [])[1:]})
    except BattleFileError:
        reject()  # somebody peers through a window of it
    for which in islice(pairs(full), 4):
        was, now = full.check(which), fewer.check(which)
        assert now.legal or not was.legal
        assert was.cover or not now.cover or not was.legal
        assert sight(now).visible + STEP >= sight(was).visible
        if was.legal:
            assert fewer.odds(which).headline.chance >= full.odds(which).headline.chance


def test_solids_are_left_behind_where_a_battle_is_sent() -> None:
    game = battle(archer(), enemy())
    before = len(pickle.dumps(game))
    game.legal()
    assert "placed" in vars(state(game).unit("archer"))
    assert len(pickle.dumps(game)) == before
    assert copy.deepcopy(game) == game
