"""How many attacks put a target out of play, against the same attacks made one after another from files."""

import importlib
import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Any

import pytest

import ancients_table
import duel_table
import endless_horizons_field
from fireline.analysis.kills import Kills, kills
from fireline.chance.errors import limited
from fireline.formats.examples import example
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.errors import BattleFileError
from fireline.game.transitions import shot_transitions
from fireline.game.ways import best_way
from fireline.rulesets.duel_of_ages.attrition import attrition
from fireline.ruling import ModifierChange
from smallbattles import GAMES, every_shot, numbered

Data = dict[str, Any]
PIECES = "units", "leaders", "heroes"
FEW = 5


def piece(data: Data, id_: str) -> Data | None:
    return next((one for name in PIECES for one in data.get(name, ()) if one["id"] == id_), None)


def written(battle: Battle, before: Data, shooter: str) -> str:
    """The file of a battle after an attack, with the shooter's entry as it was, and drawn cards in any order."""
    data = battle.data()
    for name in PIECES:
        if name in data:
            data[name] = [piece(before, shooter) if one["id"] == shooter else one for one in data[name]]
    for deck in data.get("decks", {}).values():
        if isinstance(deck, dict) and "drawn" in deck:
            deck["drawn"] = sorted(deck["drawn"])
    return json.dumps(data, sort_keys=True)


@cache
def attacked(text: str, shot: Shot) -> Mapping[str | None, Fraction]:
    """What one attack leads to, each as a file; None where the target is out of play."""
    data = json.loads(text)
    battle = Battle.read(data)
    try:
        legal = battle.check(shot).legal
    except BattleFileError:
        legal = False
    if not legal:
        return {text: Fraction(1)}
    found: dict[str | None, Fraction] = {}
    for one, p in shot_transitions(battle, shot).items():
        left = next((unit for unit in one.battle.units if unit.id == shot.target and not unit.out), None)
        key = None if left is None else written(one.battle, data, shot.shooter)
        found[key] = found.get(key, Fraction(0)) + p
    return found


def followed(battle: Battle, *shots: Shot) -> dict[int, Fraction]:
    """The chance that the target is out after each of a few attacks."""
    now: dict[str | None, Fraction] = {json.dumps(battle.data(), sort_keys=True): Fraction(1)}
    after = {}
    for number in range(1, FEW + 1):
        onward: dict[str | None, Fraction] = {None: now.pop(None, Fraction(0))}
        for text, p in now.items():
            assert text is not None
            for then, q in attacked(text, shots[(number - 1) % len(shots)]).items():
                onward[then] = onward.get(then, Fraction(0)) + p * q
        after[number] = onward[None]
        now = onward
    return after


def never(found: Kills) -> Fraction:
    """The chance that it is never out, where all attacks were followed."""
    assert found.never is not None
    assert found.exact
    return found.never


def is_sound(found: Kills) -> None:
    """What holds in every game: more attacks never do less, and the average is no less than what these leave of it."""
    chances = [Fraction(0), *found.after.values()]
    assert chances == sorted(chances)
    assert chances[-1] <= 1 - never(found)
    assert (found.expected is None) == (never(found) > 0)
    assert chances[-1] >= Fraction(99, 100) or len(found.after) == 50
    if found.expected is not None:
        assert found.expected >= sum(1 - p for p in chances[:-1])


def compared(battle: Battle) -> None:
    for shooter in battle.ruleset.shooters(battle.state):
        for shot in every_shot(battle, shooter)[:2]:
            found = kills(battle, shot)
            is_sound(found)
            truth = followed(battle, shot)
            assert {n: p for n, p in found.after.items() if n <= FEW} == {n: truth[n] for n in found.after if n <= FEW}
            onward = attacked(json.dumps(battle.data(), sort_keys=True), shot)
            later = [(p, kills(Battle.read(json.loads(text)), shot)) for text, p in onward.items() if text is not None]
            assert found.never == sum(p * never(one) for p, one in later)
            if found.expected is not None:
                assert found.expected == 1 + sum(p * (one.expected or 0) for p, one in later)


@numbered(3, 60)
@pytest.mark.parametrize("id_", GAMES)
def test_each_attack_finds_the_target_as_the_last_one_left_it(id_: str, numbers: range) -> None:
    for number in numbers:
        compared(GAMES[id_](number))


def test_equal_attacks_follow_the_negative_binomial_law() -> None:
    battle = endless_horizons_field.field({}, {"hits_to_stop": 2})
    shot = Shot("jack", "drone")
    p = battle.odds(shot).marginal("hits").get(1, Fraction(0))
    found = kills(battle, shot)
    assert found.expected == 2 / p
    assert found.after[2] == p * p
    assert found.after[3] == p * p * (3 - 2 * p)
    assert found.never == 0


def test_shooters_of_different_skill_take_turns() -> None:
    second = {"id": "jill", "check": {"skill": 6}, "weapon": "MP5"}
    battle = endless_horizons_field.field({}, {"hits_to_stop": 3}, second)
    shots = Shot("jack", "drone"), Shot("jill", "drone", bullets=3)
    found = kills(battle, *shots)
    is_sound(found)
    assert {n: found.after[n] for n in range(1, FEW + 1)} == followed(battle, *shots)
    onward = attacked(json.dumps(battle.data(), sort_keys=True), shots[0])
    later = [(p, kills(Battle.read(json.loads(text)), *reversed(shots))) for text, p in onward.items() if text]
    assert found.expected == 1 + sum(p * (one.expected or 0) for p, one in later)
    with pytest.raises(BattleFileError, match=r"then\[0\].target: .* all attack the same one"):
        kills(battle, shots[0], Shot("jill", "jack"))
    with pytest.raises(BattleFileError, match=r"^then\[1\].shooter: 'joe' is no unit"):
        kills(battle, *shots, Shot("joe", "drone"))


def test_who_may_not_attack_is_passed_over_and_not_counted() -> None:
    battle, shot = Battle.read(example("ancients-ranged-combat").data), Shot("bow", "warriors")
    alone, both = kills(battle, shot), kills(battle, shot, Shot("javelins", "warriors"))
    assert (both.after, both.never, both.expected) == (alone.after, alone.never, alone.expected)


def test_attacks_that_are_not_followed_to_the_end_tell_what_was() -> None:
    battle = endless_horizons_field.field({}, {"hits_to_stop": 4})
    whole = kills(battle, shot := Shot("jack", "drone"))
    assert (whole.exact, whole.left_out) == (True, ())
    short = kills(battle, shot, seconds=0)
    assert (short.exact, short.never, short.expected) == (False, None, None)
    assert short.after == {1: whole.after[1]}
    assert "because the time is up" in short.left_out[0]
    assert "more were not followed" in short.sentence
    with limited(states=2):
        full = kills(battle, shot)
    assert full.after == {n: whole.after[n] for n in full.after}
    assert not full.exact
    assert "because they lead to more than 2 situations" in full.left_out[0]


def test_of_many_attacks_the_picture_shows_the_first_ten_then_every_fifth_and_the_last() -> None:
    found = kills(example("ancients-elephants").battle, Shot("archers", "guards"))
    told = [int(bar.name.split()[0]) for bar in found.bars()]
    assert told == [*range(1, 11), max(found.after)] == [*range(1, 11), 13]


def test_the_same_shot_in_turns_is_one_shot_again_and_again() -> None:
    battle = example("duel-of-ages-across-the-brook").battle
    shot = best_way(battle, "trapper", "surveyor").shot
    one, turns = kills(battle, shot), kills(battle, shot, shot)
    assert (one.after, one.expected, one.never) == (turns.after, turns.expected, turns.never)


def hurt(game: str, monkeypatch: pytest.MonkeyPatch) -> Battle:
    """A battle in which an added rule makes the next shot at whoever is hurt easier."""
    rules = importlib.import_module(f"fireline.rulesets.{game}.modifiers")
    field, by, name = {"endless_horizons": ("hits_taken", 2, "EHZ-1.4"), "duel_of_ages": ("wounds", -2, "DOA-4.4")}[
        game
    ]

    def easier(shooting: Any, _: int) -> ModifierChange | None:
        lost = getattr(shooting.target, field)
        return ModifierChange("hurt before", by) if lost else None

    monkeypatch.setattr(rules.modifiers, "_entries", [*rules.modifiers._entries])
    rules.modifiers.rule(name)(easier)
    if game == "endless_horizons":
        return endless_horizons_field.field({}, {"hits_to_stop": 3})
    seldom = ["miss"] * 9 + ["hit"] * 4
    deck = duel_table.deck(("a", "hit", -2), ("b", seldom, -2), ("c", seldom, -2))
    return duel_table.duel("0,0", "2,0", duel_table.patch(2), decks={"white": {"deck": deck}})


@pytest.mark.parametrize("game", ["endless_horizons", "duel_of_ages"])
def test_a_rule_that_somebody_adds_may_read_what_the_attacks_do(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = kills(hurt(game, monkeypatch), shot := Shot(*{"e": ("jack", "drone"), "d": ("s", "t")}[game[0]]))
    truth = followed(before.battle, shot)
    assert {n: before.after[n] for n in truth} == truth
    attacked.cache_clear()
    monkeypatch.undo()
    assert kills(before.battle, shot).after != before.after
    attacked.cache_clear()


def test_a_target_that_nothing_puts_out_of_play_never_is() -> None:
    for battle in (endless_horizons_field.field({}, {}), duel_table.duel("0,0", "2,0", duel_table.patch(2), heroes=[])):
        shot = Shot(*(unit.id for unit in battle.units[:2]))
        data = battle.data()
        for one in data.get("heroes", ()):
            one.pop("health")
        found = kills(Battle.read(data), shot)
        assert found.never == 1
        assert found.expected is None
        assert set(found.after.values()) == {Fraction(0)}
        assert len(found.after) == 50


def test_an_attack_that_is_not_legal_any_more_never_is() -> None:
    """Beyond the range of slings, where a flag drives them, warriors are safe."""
    battle = ancients_table.lay("s bottom light_sling_infantry E5", "w top warrior C5 blocks=1")
    found = kills(battle, Shot("s", "w"))
    assert 0 < never(found) < 1
    assert found.expected is None
    illegal = kills(ancients_table.lay("s bottom warrior E5", "w top warrior C5"), Shot("s", "w"))
    assert not illegal.legal
    assert illegal.never == 1
    assert "CCA-1.1" in [one.rule for one in illegal.refusals]


@pytest.mark.rule("DOA-4.5")
def test_shots_with_other_cards_or_from_a_fresh_deck_are_not_reckoned_as_one_again_and_again() -> None:
    heavy = duel_table.hero("h", "white", "1,0", cards=[duel_table.gun(wounds=5)])
    state = duel_table.duel("0,0", "2,0", duel_table.patch(2), heroes=[heavy]).state
    shot, fresh, other = Shot("s", "t"), Shot("s", "t", deck="fresh"), Shot("h", "t")
    found = [attrition(state, shots) for shots in ([shot], [shot, shot], [shot, other], [fresh])]
    assert [one is None for one in found] == [False, False, True, True]


@pytest.mark.parametrize("drawn", [[], ["a"], ["a", "b", "c"]])
def test_a_deck_is_drawn_on_and_shuffled_anew(drawn: list[str]) -> None:
    """Every order of three cards, again and again: the first card hits, the second says the wounds."""
    damage = {"a": -1, "b": 0, "c": -3}
    hits = {"a": "hit", "b": "miss", "c": "hit"}
    deck = {"deck": duel_table.deck(*((n, hits[n], damage[n]) for n in "abc")), "drawn": drawn}
    battle = duel_table.duel("0,0", "2,0", duel_table.patch(2), decks={"white": deck})

    def beaten(attacks: int, health: int, left: tuple[str, ...]) -> Fraction:
        """The chance of defeat when the order of the cards left is any, and of each shuffle as well."""
        if health <= 0 or not attacks:
            return Fraction(health <= 0)
        if not left:
            return mean([beaten(attacks, health, order) for order in permutations("abc")])
        first, *rest = left
        if hits[first] == "miss":
            return beaten(attacks - 1, health, tuple(rest))
        orders = [tuple(rest)] if rest else [*permutations("abc")]
        return mean([beaten(attacks - 1, health - max(0, 3 + damage[o[0]]), o[1:]) for o in orders])

    found = kills(battle, Shot("s", "t"))
    starts = [*permutations(sorted(set("abc") - set(drawn)))]
    for number in range(1, FEW + 1):
        assert found.after[number] == mean([beaten(number, 6, order) for order in starts])
    is_sound(found)


def mean(chances: list[Fraction]) -> Fraction:
    return sum(chances, Fraction(0)) / len(chances)
