"""Threat maps against every throw for itself, and against the odds of single shots."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import ancients_table
import battles
import blightmeer_table
import duel_table
import endless_horizons_field
from battles import every_battle
from fireline.analysis.deadline import GRACE
from fireline.analysis.goal import planning_of
from fireline.analysis.threat import UNTOLD, Safest, ThreatAnswer
from fireline.analysis.threatmap import ThreatMap, enemies, places_of
from fireline.chance import FixedDice, Unanswered
from fireline.game.battle import Battle
from fireline.game.command import Command, Shoot, Shot
from fireline.game.drawing import ThreatCell
from fireline.game.errors import BattleFileError
from fireline.game.event import Event, Kind
from fireline.game.transitions import legal_steps
from fireline.rulesets.ancients.events import UnitFired
from refusing import wrong_with


def placed(battle: Battle, unit: str, place: str) -> Battle:
    return Battle(battle.ruleset, places_of(battle).put(battle.state, unit, place))


# --- one shooter: the odds of its shot ------------------------------------------------


@pytest.mark.whole("long")
@every_battle
def test_of_one_shooter_it_is_the_headline_of_its_shot(name: str) -> None:
    battle = battles.battle(name)
    rules, state = battle.ruleset, battle.state
    shooter = next((one for one in rules.shooters(state) if any(rules.targets(state, one))), None)
    if shooter is None or battle.owing:
        return
    for target in rules.targets(state, shooter)[:1]:
        if attempt_fails(battle, target):
            continue
        threat = ThreatMap(battle, target, (shooter,))
        everywhere = threat.everywhere()
        for place in everywhere[:: max(1, len(everywhere) // 12)]:
            cell = threat.cell(place)
            assert cell.chance == expected(battle, shooter, target, place)
            assert cell.stands == (not cell.why or "cannot stand" not in cell.why[0])
            assert cell.chance == 0 or not cell.why


def attempt_fails(battle: Battle, unit: str) -> bool:
    try:
        places_of(battle).at(battle.state, unit)
    except BattleFileError:
        return True
    return False


def expected(battle: Battle, shooter: str, target: str, place: str) -> Fraction:
    """The headline of the best way, 0 where there is none."""
    try:
        there = placed(battle, target, place)
    except BattleFileError:
        return Fraction(0)
    rules = battle.ruleset
    ready = Battle(rules, planning_of(there).with_turn_of(there.state, shooter))
    shots = [shot for shot in rules.shots(ready.state, shooter, target) if ready.check(shot).legal]
    return max((ready.odds(shot).headline.chance for shot in shots), default=Fraction(0))


# --- several: every throw for itself --------------------------------------------------


def long_way(battle: Battle, shooters: tuple[str, ...], unit: str, at_least: int | None, lost: int = 0) -> Fraction:
    """The chance by trying every face of every die, one shooter after the other, answers the customary way."""
    place = places_of(battle).at(battle.state, unit)
    for n, shooter in enumerate(shooters):
        shot = Shot(shooter, unit)
        if battle.check(shot).legal:
            return follow(battle, Shoot(shot), (), (shooters[n + 1 :], unit, at_least, place, lost))
    return Fraction(0)


def follow(battle: Battle, command: Command, faces: tuple[Any, ...], rest: Any) -> Fraction:
    shooters, unit, at_least, place, lost = rest
    try:
        turned = battle.play(command, FixedDice(*faces))
    except Unanswered as waiting:
        die = waiting.die
        return sum((die.probability(f) * follow(battle, command, (*faces, f), rest) for f in die.faces), Fraction(0))
    fired = next((event for event in turned.events if isinstance(event, UnitFired)), None)
    lost += sum(loss.number for event in turned.events for loss in losses(battle, event, unit))
    if (at_least is None and fired is not None and fired.hits) or (at_least is not None and lost >= at_least):
        return Fraction(1)
    after = turned.battle
    if after.owing:
        return follow(after, after.legal()[0], (), (shooters, unit, at_least, place, lost))
    if after.state.find(unit) is None or places_of(after).at(after.state, unit) != place:
        return Fraction(0)
    return long_way(after, shooters, unit, at_least, lost)


def losses(battle: Battle, event: Event, unit: str) -> list[Any]:
    return [loss for loss in battle.losses((event,)) if loss.unit == unit and Kind.HARM in loss.what.kind]


BOWS = ("a bottom light_bow_infantry E4", "b bottom light_bow_infantry E6", "c bottom light_infantry D6")


@pytest.mark.whole("long")
@pytest.mark.parametrize("at_least", [None, 1, 2])
@pytest.mark.parametrize("place", ["C5", "A5", "B5"])
def test_of_several_it_is_what_every_throw_for_itself_comes_to(at_least: int | None, place: str) -> None:
    bows = (f"{bow} moved=1" for bow in BOWS[:2])  # one die each: every throw for itself takes its time
    battle = ancients_table.lay(*bows, "z top auxilia A1 blocks=2", "y top warrior H8", leaders=["x top A1"])
    threat = ThreatMap(battle, "z", ("a", "b"), at_least)
    assert threat.cell(place).chance == long_way(placed(battle, "z", place), ("a", "b"), "z", at_least)


def test_it_is_as_if_it_were_the_enemys_turn_with_fresh_units() -> None:
    tired = ("a bottom light_bow_infantry E4 battled=yes moved=2 ordered=no", "z top auxilia A1")
    fresh = ("a bottom light_bow_infantry E4", "z top auxilia A1")
    theirs = ancients_table.lay(*tired, turn="top")
    assert ThreatMap(theirs, "z", ("a",)).cell("C5") == ThreatMap(ancients_table.lay(*fresh), "z", ("a",)).cell("C5")
    already = ThreatMap(ancients_table.lay(*tired), "z", ("a",)).cell("C5")
    assert already.chance == 0
    assert "a: The unit was not ordered this turn. CCA-1.4" in already.why


def test_where_it_cannot_stand_and_where_nobody_may_shoot_the_reason_is_kept() -> None:
    battle = ancients_table.lay(*BOWS, "z top auxilia A1", terrain={"B1": "sea"})
    threat = ThreatMap(battle, "z", ("a",))
    assert threat.cell("B1") == ThreatCell(
        "B1", Fraction(0), stands=False, why=("'z' cannot stand on B1: sea stops it",)
    )
    assert threat.cell("E4").stands is False
    assert threat.cell("I1").why == ("a: The target is 5 hexes away; the range of Light Bow is 3. CCA-2.1",)
    told: dict[str, Any] = {"place": "I1", "p": "0", "stands": True, "reach": False, "contact": [], "safe": True}
    assert threat.cell("I1").data() == told | {"why": list(threat.cell("I1").why)}
    beside = next(threat.cell(place) for place in battle.places.steps(battle.state, "a") if threat.cell(place).contact)
    assert (set(beside.contact), beside.safe, beside.stands) == ({"a", "b"}, False, True), "as it may be fought there"
    assert not threat.cell("B1").safe


def stepped_to(battle: Battle, unit: str) -> set[str]:
    """Where a unit may stand after any number of legal steps, one after another."""
    met, waiting = {battle}, [battle.with_turn_of(unit)]
    while waiting:
        fresh = {there for _, there in legal_steps(waiting.pop(), unit)} - met
        met |= fresh
        waiting += fresh
    return {one.places.at(one.state, unit) for one in met}


@pytest.mark.parametrize("turn", ["bottom", "top"])
def test_what_a_move_leads_to_is_what_its_steps_lead_to_and_the_safest_of_it_is_told(turn: str) -> None:
    walls = [[[0.4, -9], [0.6, -9], [0.6, 0.4], [0.4, 0.4]]]
    heroes = [duel_table.hero("u", "black", "0,2")]
    duel = duel_table.duel("-2,0", "3,0", duel_table.patch(4), *walls, heroes=heroes, step="action", team="black")
    top = "z top auxilia A4 moved=1", "y top warrior B4", "x top auxilia B5"
    bows = ancients_table.lay(*BOWS, *top, turn=turn, terrain={"A6": "sea"})
    for battle, unit, shooters in ((duel, "t", ("s",)), (bows, "z", ("a", "b"))):
        told = ThreatAnswer.within(ThreatMap(battle, unit, shooters), None)
        reached = stepped_to(battle, unit)
        assert {cell.place for cell in told.cells if cell.reach} == reached
        assert 2 < len(reached) < len(told.cells)
        least = min((bool(cell.contact), cell.chance) for cell in told.cells if cell.place in reached)
        assert told.safest.p == least[1]
        known = {cell.place: (bool(cell.contact), cell.chance) for cell in told.cells if cell.place in reached}
        assert set(told.safest.places) == {place for place, danger in known.items() if danger == least}
        assert "around what its own move leads to" in str(told.drawn.svg)
        assert told.data()["safest"] == {"places": list(told.safest.places), "p": str(least[1])}


def test_where_places_are_distances_its_own_move_leads_to_them_too() -> None:
    """A move names the distances, so a place that names them is one that it leads to."""
    alone = endless_horizons_field.field(metres=20)
    told = ThreatAnswer.within(ThreatMap(alone, "drone", ("jack",)), None)
    assert all(cell.reach for cell in told.cells)
    assert {there for _, there in legal_steps(alone, "drone")} == {placed(alone, "drone", far) for far in ("10", "30")}
    assert told.safest.p == min(cell.chance for cell in told.cells) < told.asked.cell("20").chance
    assert told.sentence.startswith("drone is safest on ")
    nearest = ThreatMap(alone, "drone", ("jack",)).nearest_first(told.asked.everywhere())
    assert [abs(int(place) - 20) for place in nearest] == sorted(abs(int(place) - 20) for place in nearest)
    first = ThreatAnswer.within(ThreatMap(alone, "drone", ("jack",)), 0)
    assert [cell.place for cell in first.cells] == ["20"], "where it stands comes first"
    assert "(so far as it was asked)" in first.sentence


def test_where_it_stands_is_one_of_the_places_also_off_the_grid() -> None:
    """Behind the rock nobody sees it; no middle of a square of 9 inches is there."""
    rock = blightmeer_table.box("rock", (18, 21), (3, 1, 3))
    archer, orc = blightmeer_table.archer(), blightmeer_table.enemy("orc", 18, 22.5)
    battle = blightmeer_table.battle(archer, orc, terrain=[rock])
    told = ThreatAnswer.within(ThreatMap(battle, "orc", ("archer",)), None, Fraction(9))
    assert all(cell.chance for cell in told.cells if cell.reach)
    assert told.safest == Safest(("18,22.5",), Fraction(0))
    assert told.sentence.startswith("orc (Long Bow) is safest on 18,22.5, of the 17 places")


def test_contact_is_told_in_every_game_that_knows_it() -> None:
    hero = duel_table.duel("0,0", "2,0", duel_table.patch(2))
    near = {cell.place for cell in ThreatMap(hero, "t", ("s",)).cells() if cell.contact}
    assert near == set(hero.places.steps(hero.state, "s"))
    model = blightmeer_table.archer()
    touching = blightmeer_table.battle(model, blightmeer_table.enemy("orc", 18, 7))
    assert [*planning_of(touching).contact(touching.state, "orc")] == []
    close = touching.places.put(touching.state, "orc", "18,6.985")
    assert [*planning_of(touching).contact(close, "orc")] == ["archer"]


def test_wounds_of_several_add_up_and_a_protector_takes_the_hit() -> None:
    battle = blightmeer_table.battle(
        blightmeer_table.archer(),
        blightmeer_table.unit("second", "red", 20, 6),
        blightmeer_table.enemy(defence="-", wounds=3),
        edition="2025-11",
    )
    both = {n: ThreatMap(battle, "orc", ("archer", "second"), n).cell("18,18").chance for n in (1, 2, 3, 4)}
    assert ThreatMap(battle, "orc", ("archer", "second")).cell("18,18").chance == both[1]
    assert both[1] > both[2] > both[3] > both[4] == 0
    strong = blightmeer_table.enemy("strong", 19.2, 18, defence="-", morale=2, wounds=9)
    orc = blightmeer_table.enemy(defence="-", wounds=1)
    battle = blightmeer_table.battle(blightmeer_table.archer(), orc, strong, edition="2026-07")
    alone = ThreatMap(battle, "orc", ("archer",), 1).cell("18,18").chance
    best = battle.with_answers("best")
    protected = ThreatMap(best, "orc", ("archer",), 1).cell("18,18").chance
    unprotected = battle.odds(blightmeer_table.shot(protector="strong")).marginal("target_hit")["orc"]
    assert 0 < protected == alone * unprotected < alone


def test_of_several_weapons_the_best_is_taken_and_of_several_bullets_too() -> None:
    weak, strong = duel_table.gun("Pea"), duel_table.gun("Gun", wounds=9)
    hero = duel_table.hero("s", "white", "0,0", cards=[weak | {"wounds": 0, "power": 0}, strong])
    board = {"spaces": duel_table.patch()}
    battle = duel_table.read({"board": board, "heroes": [hero, duel_table.hero("t", "black", "2,0")], "team": "black"})
    best = planning_of(battle).with_turn_of(battle.state, "s")
    gun = Battle(battle.ruleset, best).odds(Shot("s", "t", weapon="Gun")).headline.chance
    assert ThreatMap(battle, "t", ("s",)).cell("2,0").chance == gun
    field = endless_horizons_field.field()
    burst = max(field.odds(Shot("jack", "drone", bullets=n)).outcomes.mean(lambda one: one.hits) for n in (1, 2, 3, 4))
    assert burst > field.odds(Shot("jack", "drone")).outcomes.mean(lambda one: one.hits)
    assert ThreatMap(field, "drone", ("jack",), 2).cell("100").chance > 0


def test_what_may_be_asked_and_a_unit_that_is_gone_is_shot_at_no_more() -> None:
    battle = ancients_table.lay(*BOWS, "z top auxilia A1")
    assert "at_least: 0 is too small; at least 1" in wrong_with(ThreatMap, battle, "z", ("a",), 0)
    assert "'q' is no unit or leader" in wrong_with(ThreatMap, battle, "q", ("a",))
    assert ThreatMap(battle, "z", ("a",)).what == "is hit"
    assert ThreatMap(battle, "z", ("a",), 2).what == "loses 2 or more"
    assert ThreatMap(battle, "z", ()).cell("C5").chance == 0
    battle = ancients_table.lay(*BOWS, "z top auxilia A5 blocks=1")
    assert ThreatMap(battle, "z", ("a", "b"), 2).cell("C5").chance == 0
    battle = ancients_table.lay(*BOWS, "z top auxilia A1 blocks=4", turn="top")
    assert enemies(battle, "z") == ("a", "b", "c")
    assert "'q' is no enemy of z" in wrong_with(ThreatMap, battle, "z", ("q",))


def test_what_there_is_no_time_for_is_said_and_the_nearest_places_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = ancients_table.lay("a bottom light_bow_infantry C4", "z top auxilia A5")
    threat = ThreatMap(battle, "z", ("a",))
    whole = ThreatAnswer.within(threat, None)
    assert (whole.cells, whole.exact, whole.left_out) == (tuple(threat.cells()), True, ())
    nearest = threat.nearest_first(threat.everywhere())
    real, done = ThreatMap.cell, list[ThreatCell]()

    def second(asked: ThreatMap, place: str) -> ThreatCell:
        done.append(real(asked, place))
        return done[-1]

    monkeypatch.setattr(ThreatMap, "cell", second)
    for clock in ("monotonic", "perf_counter"):  # every place takes a second
        monkeypatch.setattr(f"fireline.analysis.deadline.time.{clock}", lambda: float(len(done)))
    for seconds in (0, 4, 20):
        heard = list[tuple[float, str]]()

        def told_of(share: float, cell: ThreatCell, heard: list[tuple[float, str]] = heard) -> None:
            heard.append((share, cell.place))

        told = ThreatAnswer.within(threat, seconds, heard=told_of)
        assert [place for _, place in heard] == nearest[: max(1, seconds)], "nothing is begun once the time is over"
        assert heard[-1][0] == len(heard) / len(nearest)
        assert [cell for cell in whole.cells if cell in told.cells] == list(told.cells)
        assert {cell.place for cell in told.cells} == {place for _, place in heard}
        assert not told.exact
        missing = f"{len(nearest) - len(heard)} of {len(nearest)} places were not asked about, the farthest from A5."
        assert told.left_out == (missing,)
        assert missing in str(told.drawn.svg)
        assert missing not in str(whole.drawn.svg)


def test_reasons_for_which_there_is_no_time_are_said_to_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = ancients_table.lay("a bottom light_bow_infantry C4", "z top auxilia A5")
    threat, real, done = ThreatMap(battle, "z", ("a",)), ThreatMap._reasons, list[str]()
    whole = {cell.place: cell for cell in threat.cells()}
    silent = [place for place in threat.nearest_first(list(whole)) if whole[place].stands and whole[place].why]

    def counted(asked: ThreatMap, place: str) -> Iterator[str]:
        done.append(place)
        return real(asked, place)

    monkeypatch.setattr(ThreatMap, "_reasons", counted)
    for clock in ("monotonic", "perf_counter"):  # the reasons of every place take a second
        monkeypatch.setattr(f"fireline.analysis.deadline.time.{clock}", lambda: float(len(done)))
    told = ThreatAnswer.within(threat, 5)
    assert done == silent[: 5 + int(GRACE)], "the nearest places first"
    assert told.exact
    for cell in told.cells:
        assert cell == (replace(whole[cell.place], why=UNTOLD) if cell.place in silent[6:] else whole[cell.place])
    done.clear()
    read = ThreatAnswer.within(threat, 5, words=False)
    assert not done, "they wait to be read"
    assert read.cells == tuple(whole.values())


def test_a_place_that_takes_longer_than_those_before_it_is_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = ancients_table.lay("a bottom light_bow_infantry C4", "z top auxilia A5")
    threat, real, done = ThreatMap(battle, "z", ("a",)), ThreatMap.cell, list[str]()

    def counted(asked: ThreatMap, place: str) -> ThreatCell:
        done.append(place)
        return real(asked, place)

    monkeypatch.setattr(ThreatMap, "cell", counted)
    for clock in ("monotonic", "perf_counter"):  # so quick at first that many are taken together
        monkeypatch.setattr(f"fireline.analysis.deadline.time.{clock}", lambda: 1e-4 * len(done) + 5 * (len(done) > 20))
    told = ThreatAnswer.within(threat, 5)
    assert len(done) == len(told.cells) == 21
    assert not told.exact
