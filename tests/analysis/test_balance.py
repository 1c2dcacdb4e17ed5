"""Balance and what units are worth, against every game that can be played, worked out exactly."""

from fractions import Fraction
from typing import Any

import pytest

from battles import every_ruleset
from exact_games import chances_to_win
from fireline.analysis import contest as contests
from fireline.analysis.balance import Balance, balance
from fireline.analysis.contest import Contest, Playing, contest
from fireline.analysis.deadline import Deadline
from fireline.analysis.intervals import newcombe
from fireline.analysis.policy import POLICIES
from fireline.analysis.simulate import simulate, trials_of
from fireline.analysis.unitworth import units_worth, without
from fireline.analysis.vary import Variant, vary
from fireline.formats.examples import examples
from fireline.formats.parsing import parse
from fireline.game.battle import Battle
from fireline.game.errors import BattleFileError
from fireline.game.registry import starter

SIMPLE = POLICIES["simple"]
HITS = "units[ines].hits_to_stop"
SOME = Playing(turns=2, games=300, seconds=None, seed=3)


def variant_of(name: str, *changes: str) -> Variant:
    return vary(Battle.read(examples()[name].data), *changes)


PARK = variant_of("endless-horizons-the-car-park")


def balanced(goal: str, over: str = "1|3|6", how: Playing = SOME) -> Balance:
    return balance(PARK, HITS, "north", goal, over=over, how=how)


def test_every_value_has_the_games_that_simulate_plays_and_an_interval_that_holds_the_exact_chance() -> None:
    found = balanced("1/2")
    for level in (found.now, *found.levels):
        battle = PARK.battle if level is found.now else PARK.vary(f"{HITS}={level.value}").battle
        played = simulate(battle, phases=300, seed=3, turns=2, common_dice=True)
        assert level.won == (played.won or {})["north"].n
        exact = chances_to_win(battle, SIMPLE, 2)["north"]
        assert level.interval is not None
        assert level.interval.low <= exact <= level.interval.high
        now = chances_to_win(PARK.battle, SIMPLE, 2)["north"]
        assert (level is found.now) == (level.gain is None)
        assert level.gain is None or level.gain.low <= exact - now <= level.gain.high


def test_the_verdict_is_what_the_intervals_say() -> None:
    exact = {value: chances_to_win(PARK.vary(f"{HITS}={value}").battle, SIMPLE, 2)["north"] for value in (1, 3, 6)}
    one = balanced(str(exact[6]))
    assert (one.verdict, one.possible, one.nearest.value) == ("found", (6,), 6)
    between = balanced(str((exact[3] + exact[6]) / 2))
    assert (between.verdict, between.possible, between.crossings) == ("none", (), ((3, 6),))
    alike = balance(PARK, "units[ines].magazines", "north", str(exact[3]), over="2|3", how=SOME)
    assert alike.levels[0].won == alike.levels[1].won
    open_ = balance(PARK, "units[ines].magazines", "north", str(alike.nearest.won) + "/300", over="2|3", how=SOME)
    assert (open_.verdict, open_.possible, open_.nearest.value) == ("open", (2, 3), 2)
    few = balanced("1/2", how=Playing(turns=2, games=29, seconds=None))
    assert (few.verdict, few.possible, few.crossings) == ("few", (), ())
    assert few.sentence.endswith("it takes 30; no more were asked for."), "more time is no help"


def test_no_time_is_no_game_and_no_verdict() -> None:
    found = balanced("1/2", how=Playing(seconds=0))
    assert (found.games, found.verdict, found.now.share, found.levels[0].interval) == (0, "few", None, None)
    assert found.sentence.endswith("more seconds give more, and fewer turns take less.")
    weighed = units_worth(PARK, how=Playing(seconds=0))
    assert [(one.adds, one.interval, one.sure) for one in weighed.units] == [(None, None, False)] * 2


def test_a_number_of_the_rules_and_a_place_are_varied_like_a_field() -> None:
    by_rule = balance(variant_of("ancients-the-sheepfold"), "house[CCA-4.1.held]", "bottom", over="1|3", how=Playing(
        turns=3, games=60, seconds=None))  # fmt: skip
    battles = [variant_of("ancients-the-sheepfold", f"house[CCA-4.1.held]={n}").battle for n in (1, 3)]
    wins = [(simulate(one, phases=60, seed=0, turns=3, common_dice=True).won or {})["bottom"].n for one in battles]
    assert [one.won for one in by_rule.levels] == wins
    assert wins[0] != wins[1]
    by_place = balance(variant_of("ancients-the-sheepfold"), "units[riders].hex", "top", over="C7|A1|E6", how=Playing(
        turns=2, games=4, seconds=None))  # fmt: skip
    assert [one.value for one in by_place.levels] == ["C7", "A1"]
    assert list(by_place.problems) == ["E6"]


def test_what_is_usual_is_tried_around_the_value_and_what_cannot_be_is_told() -> None:
    found = balance(PARK, HITS, "north", how=Playing(turns=1, games=1, seconds=None))
    assert [one.value for one in found.levels] == [1, 2, 3, 4, 5]
    assert found.goes_on
    assert found.data()["levels"][1]["won"] == found.now.won
    for wrong, why in (
        ({"field": "hits_to_stop"}, r"field: hits_to_stop is no path; .* units\[bow\].hits_to_stop"),
        ({"side": "nroth"}, "side: 'nroth' is no side of this battle; did you mean 'north'"),
        ({"goal": "3/2"}, "goal: 3/2 is no win rate"),
        ({"over": "1..90"}, "over: 90 values are too many for games"),
        ({"over": "0|-1"}, "hits_to_stop"),
    ):
        asked: dict[str, Any] = {"field": HITS, "side": "north", **wrong}
        with pytest.raises(BattleFileError, match=why):
            balance(PARK, asked.pop("field"), asked.pop("side"), **asked)


def test_who_is_told_hears_what_is_known_so_far() -> None:
    heard: list[tuple[float, int]] = []
    balance(PARK, HITS, "north", how=SOME, over="2", heard=lambda share, known: heard.append((share, known.games)))
    assert heard == sorted(heard)
    assert heard[-1] == (1.0, 300)


def test_a_round_without_time_for_every_battle_counts_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Battle] = []
    real = trials_of

    def slow(battle: Battle, *how: Any) -> Any:
        asked.append(battle)
        return real(battle, *how)

    class Over(Deadline):
        @property
        def left(self) -> float:
            return 60.0 if len(asked) < 2 else 0.0

    monkeypatch.setattr(contests, "trials_of", slow)
    monkeypatch.setattr(contests, "Deadline", Over)
    battles = [PARK.vary(f"{HITS}={n}").battle for n in (1, 2, 3)]
    assert contest(battles, Playing(turns=2, seconds=60)).winners == ((), (), ())


def test_other_processes_play_as_this_one_would() -> None:
    battles = [PARK.vary(f"{HITS}={n}").battle for n in (1, 2, 3, 2)]
    alone, together = (contest(battles, Playing(turns=2, games=64, seconds=None, workers=n)) for n in (1, 3))
    assert alone == together
    assert alone.games == 64


def test_too_few_games_say_how_long_enough_would_take() -> None:
    few = contest([PARK.battle], Playing(turns=2, games=10, seconds=None))
    assert few.enough_after is not None
    assert few.enough_after > 0
    assert contest([PARK.battle], Playing(turns=2, games=30, seconds=None)).enough_after is None


# --- what a unit is worth ------------------------------------------------------------


def test_the_worth_of_a_unit_is_what_its_side_wins_less_without_it() -> None:
    block = variant_of("endless-horizons-roadblock")
    found = units_worth(block, ["van", "sergeant"], how=SOME)
    exact = {side: chances_to_win(block.battle, SIMPLE, 2)[side] for side in ("van crew", "patrol")}
    bare = chances_to_win(without(block, "van").battle, SIMPLE, 2)["van crew"]
    by_id = {one.view.id: one for one in found.units}
    for one, true in ((by_id["van"], exact["van crew"] - bare), (by_id["sergeant"], exact["patrol"])):
        assert one.interval is not None
        assert one.interval.low <= true <= one.interval.high
    assert by_id["sergeant"].without == 0.0, "nobody of its side is left without it"


def test_points_stand_beside_the_worth_and_name_the_dearest() -> None:
    priced = variant_of(
        "endless-horizons-roadblock", "units[van].points=40", "units[driver].points=60", "units[sergeant].points=50"
    )
    found = units_worth(priced, how=SOME)
    told = found.data()
    assert {one["unit"]: one["points"] for one in told["units"]} == {"van": 40, "driver": 60, "sergeant": 50}
    assert told["dearest"] == min(told["units"], key=lambda one: one["adds"] / one["points"])["unit"]
    assert units_worth(variant_of("endless-horizons-roadblock"), how=SOME).dearest is None


def test_who_is_no_unit_is_told_and_so_is_that_nobody_is_there() -> None:
    with pytest.raises(BattleFileError, match="units: 'inez' is no unit of this battle; did you mean 'ines'"):
        units_worth(PARK, ["inez"])
    with pytest.raises(BattleFileError, match="units: there is nobody in play"):
        units_worth(vary({"fireline": 1, "ruleset": "endless-horizons", "units": []}))


@every_ruleset
def test_every_unit_can_be_left_out(id_: str) -> None:
    battle = Battle.read(parse(starter(id_)))
    variant = Variant.of(battle)
    for one in battle.units:
        assert [other.id for other in without(variant, one.id).battle.units if other.id != one.id] == [
            other.id for other in battle.units if other.id != one.id
        ]


@pytest.mark.parametrize(
    ("id_", "unit"),
    [
        ("ancients", "units[bow]"),
        ("duel-of-ages", "heroes[tesla]"),
        ("blightmeer", "units[archer]"),
        ("endless-horizons", "units[jack]"),
    ],
)
def test_a_battle_file_keeps_the_points_of_a_unit(id_: str, unit: str) -> None:
    priced = vary(parse(starter(id_)), f"{unit}.points=75").battle
    assert [one.points for one in priced.units if one.id in unit] == [75]
    assert Battle.read(priced.data()) == priced


def test_intervals_of_differences_hold_the_truth_in_nineteen_of_twenty_cases() -> None:
    p = {(1, 1): Fraction(2, 10), (1, 0): Fraction(3, 10), (0, 1): Fraction(1, 10), (0, 0): Fraction(4, 10)}
    pairs, covered = 30, Fraction(0)
    ways = {(0, 0, 0): Fraction(1)}
    for _ in range(pairs):  # the multinomial distribution, pair by pair
        more: dict[tuple[int, int, int], Fraction] = {}
        for (both, only, less), chance in ways.items():
            for (a, b), q in p.items():
                key = (both + (a and b), only + (a and not b), less + (b and not a))
                more[key] = more.get(key, Fraction(0)) + chance * q
        ways = more
    covered = sum((chance for key, chance in ways.items() if 0.2 in newcombe(*key, pairs)), Fraction(0))
    assert 0.93 < covered < 0.97
    with pytest.raises(ValueError, match="are no shares of pairs"):
        newcombe(20, 20, 0, 30)


def test_all_intervals_of_a_contest_are_wider_the_more_battles_there_are() -> None:
    won = ("north",) * 20 + ("",) * 20
    two, ten = (Contest((won,) * n, n) for n in (2, 10))
    narrow, wide = two.interval(0, "north"), ten.interval(0, "north")
    assert narrow is not None
    assert wide is not None
    assert wide.low < narrow.low < 0.5 < narrow.high < wide.high
    assert ten.method.method == "Wilson, Bonferroni over 10"
