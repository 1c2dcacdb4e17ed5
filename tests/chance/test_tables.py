from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

import pytest

from battles import every_ruleset, examples, legal_shots, starter
from fireline.chance import (
    CallsItself,
    Deck,
    Dice,
    Die,
    Dist,
    FixedDice,
    NeverEnds,
    TooManyStates,
    chain,
    chance,
    counting,
    d6,
    d20,
    limited,
    odds,
    pick,
    throws,
)
from fireline.chance.absorbing import solve
from fireline.chance.counting import count
from fireline.chance.exact import program_behind
from fireline.chance.machine import MOST_CELLS, machine
from fireline.chance.tables import MOST_THRESHOLDS, Segment, Table
from fireline.testing.chisquare import fits

battle_die = Die("battle die", ("hit", "flag", "miss"), (1, 1, 4))


class Fire(NamedTuple):
    wounds: int
    attacking: bool


@chance(rule="check")
def check(dice: Dice, needed: int, advantage: bool = False) -> bool:
    return max(dice.roll(d20) for _ in range(2 if advantage else 1)) >= needed


@chance(rule="volley")
def volley(dice: Dice, number: int) -> tuple[int, bool]:
    hits = sum(dice.roll(battle_die) == "hit" for _ in range(number))
    return hits, hits > 0 and check(dice, 15, advantage=hits > 1)


def over(fire: Fire) -> bool:
    return not fire.attacking


def three(rounds_won: int) -> bool:
    return rounds_won >= 3


def negative(number: int) -> bool:
    return number < 0


@chain(rule="attack", done=over)
def attacks(dice: Dice, fire: Fire, cap: int) -> Fire:
    kept = max(dice.roll(d20), dice.roll(d20))
    unsaved = kept >= 12 and not check(dice, 14)
    return Fire(min(cap, fire.wounds + unsaved), kept == 20)


@chance(rule="shot")
def shot(dice: Dice, cap: int) -> tuple[int, int]:
    """A chain between two other throws, one of them among as many as the chain left."""
    steady = check(dice, 8)
    wounds = attacks(dice, Fire(0, attacking=True), cap).wounds if steady else 0
    return wounds, dice.roll(pick(wounds + 1))


@chain(rule="ruin", done=lambda money: money in {0, 4})
def gamble(dice: Dice, money: int) -> int:
    return money + (1 if dice.roll(d6) >= 4 else -1)


@chain(rule="rounds", done=three)
def rounds(dice: Dice, state: int) -> int:
    """A chain whose step has a chain in it."""
    return state + (gamble(dice, 2) == 4)


@chance(rule="hand")
def hand(dice: Dice, deck: Deck[str]) -> str:
    first, rest = deck.draw(dice, alike=len)
    second, _ = rest.draw(dice, alike=len)
    return f"{len(first)}{len(second)}"


@chance(rule="long")
def long_row(dice: Dice) -> int:
    """More cells than a word has: it is opened into several draws."""
    return sum(check(dice, 11, advantage=True) for _ in range(8))


@chance(rule="certain")
def certain(dice: Dice) -> str:
    return "done"


@chance(rule="one")
def one_side(dice: Dice) -> int:
    return dice.roll(pick(1)) + gamble(dice, 1)


PROGRAMS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "check": (check, (12,)),
    "advantage": (check, (12, True)),
    "volley": (volley, (3,)),
    "chain": (attacks, (Fire(0, attacking=True), 6)),
    "chain in the middle": (shot, (3,)),
    "ruin": (gamble, (1,)),
    "chain in a chain": (rounds, (0,)),
    "cards": (hand, (Deck(["ace", "ten", "king", "jack", "jack"]),)),
    "long": (long_row, ()),
    "certain": (certain, ()),
    "done before it begins": (gamble, (0,)),
    "one side": (one_side, ()),
}
every_program = pytest.mark.parametrize("name", PROGRAMS)


def words_of(segment: Segment) -> dict[int, int]:
    """How many words lead where; those that are drawn again lead nowhere."""
    words: dict[int, int] = {}
    for before, bound, to in zip((0, *segment.bounds), segment.bounds, segment.leads, strict=False):
        words[to] = words.get(to, 0) + bound - before
    return {to: number for to, number in words.items() if number}


def solved(table: Table[Any]) -> Dist[Any]:
    """The exact odds of what the table does, as a chain over its segments."""

    def step(at: int) -> Iterable[tuple[int, int]]:
        return words_of(table.segments[at]).items()

    ends = solve(Dist.from_weights({0: 1}, 1), step, lambda at: at < 0, name="table")
    return ends.map(lambda at: table.outcomes[~at])


@every_program
def test_a_table_has_exactly_the_odds_of_its_program(name: str) -> None:
    program, args = PROGRAMS[name]
    assert solved(Table(program, *args)) == odds(program, *args)


@every_program
def test_a_table_keeps_its_limits(name: str) -> None:
    program, args = PROGRAMS[name]
    for segment in Table(program, *args).segments:
        assert segment.draw.cells <= MOST_CELLS
        assert sum(segment.draw.ways.values()) == segment.draw.cells
        assert list(segment.bounds) == sorted(segment.bounds)
        assert segment.bounds[-1] == segment.share * segment.draw.cells < 1 << 64
        assert all(bound % (1 << 32) == 0 for bound in segment.bounds[: segment.ending])
        assert len(segment.draw.ways) <= max(MOST_THRESHOLDS, len(odds(program, *args)) + 1)


@pytest.mark.whole("long")
@every_program
def test_python_numpy_and_compiled_code_count_the_same(name: str) -> None:
    program, args = PROGRAMS[name]
    table = Table(program, *args)
    counted = count(table, 7, 5, 3000, by="python")
    assert counted.total() == 3000
    assert count(table, 7, 5, 3000, by="numpy") == count(table, 7, 5, 3000) == counted


@every_program
@pytest.mark.whole("long")
def test_a_trial_thrown_again_alone_ends_as_it_was_counted(name: str) -> None:
    program, args = PROGRAMS[name]
    table = Table(program, *args)
    for trial in range(200):
        again = table.rethrow(7, trial)
        assert again.outcome == table.outcomes[table.ends(7, trial)]
        assert program(FixedDice(*again.transcript.faces), *args) == again.outcome


@pytest.mark.whole("long")
@pytest.mark.parametrize("name", ["check", "advantage", "volley", "cards", "ruin"])
def test_each_cell_is_one_exact_combination_of_faces(name: str) -> None:
    program, args = PROGRAMS[name]
    for node in machine(program, *args).nodes:
        draw = node.draw
        seen = Counter((answer, draw.faces(answer, rank)) for answer in draw.ways for rank in range(draw.ways[answer]))
        assert seen.total() == draw.cells
        if name == "ruin":
            continue  # its draws are single steps
        exact = {(path.outcome, path.faces): path.probability * draw.cells for path in throws(program, *args)}
        if name != "cards":  # there the exact walk takes cards that are alike for one
            assert seen == exact


@pytest.mark.whole("long")
@every_program
def test_counts_of_many_trials_fit_the_odds(name: str) -> None:
    program, args = PROGRAMS[name]
    assert fits(count(Table(program, *args), 2026, 0, 1_000_000), odds(program, *args))


def test_any_cut_into_ranges_and_any_number_of_threads_count_the_same() -> None:
    table = Table(attacks, Fire(0, attacking=True), 6)
    whole = count(table, 3, 100, 700_000)
    assert count(table, 3, 100, 700_000, threads=3) == whole
    assert count(table, 3, 100, 123_457) + count(table, 3, 123_557, 700_000 - 123_457) == whole
    heard: list[int] = []
    assert count(table, 3, 100, 70_000, by="numpy", progress=heard.append) == count(table, 3, 100, 70_000)
    assert sum(heard) == 70_000


@pytest.mark.parametrize("name", ["check", "volley", "chain in the middle"])
def test_every_word_of_a_cell_stands_for_its_faces(name: str) -> None:
    """The first and the last word of each run lead where the faces lead that they stand for."""
    program, args = PROGRAMS[name]
    table = Table(program, *args)
    segment, before = table.segments[0], 0
    for bound, to in zip(segment.bounds, segment.leads, strict=True):
        for drawn in {before, bound - 1} if bound > before else ():
            faces = segment.faces(drawn)
            if to < 0:
                script = FixedDice(*faces)
                assert program(script, *args) == table.outcomes[~to]
                assert script.left == ()
        before = bound


def test_who_stops_listening_stops_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "PIECE", 1000)
    heard: list[int] = []
    once = iter([KeyboardInterrupt])  # whichever thread is first, and that one alone

    def stop(size: int) -> None:
        heard.append(size)
        if (wrong := next(once, None)) is not None:
            raise wrong

    with pytest.raises(KeyboardInterrupt):
        count(Table(check, 12), 1, 0, 10**12, threads=2, progress=stop)
    assert sum(heard) < 10**9


WITHOUT_COMPILER = """
from fireline.chance import Dice, chain, d20
from fireline.chance.counting import count
from fireline.chance.tables import Table

@chain(rule="attack", done=lambda fire: not fire[1])
def attacks(dice: Dice, fire: tuple[int, bool]) -> tuple[int, bool]:
    kept = max(dice.roll(d20), dice.roll(d20))
    return fire[0] + (fire[0] < 3 and kept >= 12), kept >= 13

table = Table(attacks, (0, True))
print(sorted(count(table, 7, 3, 2500).items()) == sorted(count(table, 7, 3, 2500, by="python").items()))
"""


@pytest.mark.whole("long")
def test_the_kernel_counts_the_same_without_a_compiler() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore:overflow", "-c", WITHOUT_COMPILER],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.stdout.strip() == "True"


def test_words_that_stand_for_no_cell_are_drawn_again() -> None:
    huge = Die("huge", tuple(range(3)), (1 << 62, 1 << 62, 1))
    program = chance(rule="huge")(lambda dice: dice.roll(huge))
    table = Table(program)
    again = [table.rethrow(1, trial).words for trial in range(400)]
    assert 1 in again
    assert max(again) > 4
    counted = count(table, 1, 0, 4000, by="python")
    assert counted == count(table, 1, 0, 4000, by="numpy") == count(table, 1, 0, 4000)
    assert fits(counted, odds(program))


@chance(rule="endless")
def calls_itself(dice: Dice, n: int) -> int:
    return dice.roll(d6) + (calls_itself(dice, n) if n else 0)


@chain(rule="stuck", done=lambda state: state == 9)
def stuck(dice: Dice, state: int) -> int:
    return state or dice.roll(pick(2))


@chain(rule="still", done=lambda state: state == 9)
def still(dice: Dice, state: int) -> int:
    return 1 - state


@chain(rule="still inside", done=lambda state: state == 9)
def still_inside(dice: Dice, state: int) -> int:
    return gamble(dice, 0)


@chain(rule="up", done=negative)
def up(dice: Dice, state: int) -> int:
    return state + dice.roll(d6) if dice.roll(d6) > 1 else -1


@pytest.mark.parametrize(
    ("program", "args", "error"),
    [
        (calls_itself, (1,), CallsItself),
        (stuck, (0,), NeverEnds),
        (still, (0,), NeverEnds),
        (still_inside, (0,), NeverEnds),
        (up, (0,), TooManyStates),
    ],
)
def test_what_has_no_finite_machine_says_so(program: Any, args: tuple[Any, ...], error: type[Exception]) -> None:
    with limited(states=300), pytest.raises(error):
        machine(program, *args)


@pytest.mark.parametrize(("first", "trials"), [(0, -1), (-1, 5), ((1 << 64) - 1, 5)])
def test_trials_that_there_are_not_are_refused(first: int, trials: int) -> None:
    with pytest.raises(ValueError, match="cannot be thrown"):
        count(Table(check, 12), 1, first, trials)
    assert not count(Table(check, 12), 1, 0, 0)


def test_a_trial_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="the trial is -1"):
        Table(check, 12).rethrow(1, -1)


def test_a_cell_that_there_is_not_is_refused() -> None:
    draw = Table(volley, 2).segments[0].draw
    for answer, ways in draw.ways.items():
        with pytest.raises(LookupError):
            draw.faces(answer, ways)
    (whole,) = machine(volley, 2).nodes
    with pytest.raises(LookupError):
        whole.draw.faces((0, False), whole.draw.ways[0, False])


def test_only_the_odds_of_one_program_have_a_program_behind_them() -> None:
    assert program_behind(lambda: odds(check, 12))[:2] == (check, (12,))
    with pytest.raises(LookupError, match="not the odds of one program"):
        program_behind(lambda: odds(check, 12).map(str))


# --- the games' own shots ------------------------------------------------------------


def shots_of(id_: str) -> dict[str, Any]:
    """A legal shot of the starter and of each example, by name: the one with most outcomes among the first few."""
    from battles import FILES
    from fireline.game.battle import Battle

    found: dict[str, Any] = {}
    for name, data in {"starter": starter(id_), **examples(id_)}.items():
        battle = Battle.read(data, FILES)
        legal = legal_shots(battle)[:6]
        if legal:
            richest = max(legal, key=lambda one: len(battle.odds(one).outcomes))
            found[name] = battle.preview(richest).attack.call()
    return found


@pytest.mark.whole("long")
@every_ruleset
def test_the_first_ten_thousand_shots_are_those_of_the_rules_thrown_one_by_one(id_: str) -> None:
    for n, (program, args, kwargs) in enumerate(shots_of(id_).values()):
        table, exact = Table(program, *args, **kwargs), odds(program, *args, **kwargs)
        assert solved(table) == exact
        trials = 300 if n else 10_000
        alone = Counter(table.rethrow(20_000, trial).outcome for trial in range(trials))
        assert alone == count(table, 20_000, 0, trials)
        assert fits(count(table, 20_000, 0, 4_000_000), exact)
