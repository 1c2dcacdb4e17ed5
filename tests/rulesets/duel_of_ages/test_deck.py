"""Challenge decks: the project's own is sensible, and deck files are checked."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import fireline
from duel_table import duel, patch, ruling
from fireline.formats.battlefile import save
from fireline.game.errors import BattleFileError
from fireline.rulesets.duel_of_ages.deck import BUILTIN, ENTRIES, MOST, OWN, deck_data, read_deck
from refusing import wrong_with

EVEN = MOST
BETTER_BY_1 = MOST + 1


def card(name: str = "c", **more: Any) -> dict[str, Any]:
    return {"name": name, "hit": ["miss"] * 6 + ["hit"] * 7, "damage": list(range(-6, 7))} | more


def a_deck(*cards: dict[str, Any]) -> dict[str, Any]:
    return {"fireline_deck": 1, "id": "mine", "cards": list(cards)}


@pytest.mark.rule("DOA-4.5", "DOA-4.2", "DOA-4.3")
def test_every_answer_from_the_own_deck_says_whose_it_is_and_that_is_sensible() -> None:
    battle = duel("0,0", "3,0", patch())
    told = [step.text for step in ruling(battle).steps if step.rule == "DOA-4.5"]
    assert told == [
        "Cards come from Fireline's own deck: the published one is not known to it; all 60 cards are there."
    ]
    odds = battle.odds(fireline.Shot("s", "t"))
    assert odds.headline.name == "at least one wound, Fireline's own deck"
    assert odds.ruling.summary["deck"] == BUILTIN
    deck = OWN
    assert deck.id == BUILTIN
    assert deck.weaker() == ()
    chances = [deck.hits_at(d) for d in range(-MOST, MOST + 1)]
    assert chances == sorted(chances)
    assert chances[EVEN] == Fraction(1, 2)
    assert chances[-1] == 1 - chances[0] == Fraction(29, 30)
    averages = [deck.damage_at(d).mean() for d in range(-MOST, MOST + 1)]
    assert averages == sorted(averages)
    assert abs(averages[EVEN]) < Fraction(1, 4)
    assert any(one.hit[BETTER_BY_1] for one in OWN.cards)
    assert any(one.damage[BETTER_BY_1] == -2 for one in OWN.cards)


def test_a_deck_comes_back_from_its_file_and_a_weaker_entry_is_found() -> None:
    deck = read_deck(a_deck(card("a", count=3), card("b")))
    assert deck.names == ("a.1", "a.2", "a.3", "b")
    assert read_deck(deck_data(deck)) == deck
    assert read_deck(deck_data(OWN)) == OWN
    falls = card("falls", damage=[0] * 12 + [-1])
    misses = card("misses", hit=["hit"] * 12 + ["miss"])
    assert read_deck(a_deck(falls, card("fine"), misses)).weaker() == ("falls", "misses")


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (a_deck(card(hit=["hit"] * 12)), "cards[0].hit: has 12 entries; at least 13"),
        (a_deck(card(), card("d", damage=[0] * 14)), "cards[1].damage: has 14 entries; at most 13"),
        (a_deck({"name": "c", "hit": ["hit"] * 13}), "cards[0].damage: is missing"),
        (a_deck(card(hit=["maybe"] * 13)), "cards[0].hit[0]: 'maybe' is not hit or miss"),
        (a_deck(card(damage=[0.5] * 13)), "cards[0].damage[0]: 0.5 is not a whole number"),
        (a_deck(card(), card()), "cards: two cards are called 'c'"),
        (a_deck(), "cards: has 0 entries; at least 1"),
        ({"id": "mine", "cards": [card()]}, "fireline_deck: is missing"),
        ("cards", "'cards' is not a mapping of keys to values"),
    ],
)
def test_a_bad_deck_is_refused_in_one_line(data: object, problem: str) -> None:
    assert wrong_with(read_deck, data) == problem


def test_a_battle_names_a_deck_file_in_its_folder_and_a_saved_one_holds_it(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text(json.dumps(a_deck(card("a"), card("b"))), encoding="utf-8")
    battle = duel("0,0", "3,0", patch())
    file = tmp_path / "battle.yaml"
    save(battle, file)
    text = file.read_text(encoding="utf-8")
    file.write_text(text + "decks: {white: mine.json}\n", encoding="utf-8")
    loaded = fireline.load(file)
    odds = loaded.odds(fireline.Shot("s", "t"))
    assert odds.ruling.summary["deck"] == "mine"
    assert "own deck" not in odds.headline.name
    assert not any("own deck" in step.text for step in odds.ruling.steps)
    (tmp_path / "mine.json").write_text(json.dumps(a_deck(card(hit=["hit"] * 5))), encoding="utf-8")
    said = wrong_with(fireline.load, file)
    assert said == f"{file}: decks.white: 'mine.json': cards[0].hit: has 5 entries; at least 13"
    battle = duel("0,0", "3,0", patch(), decks={"white": {"deck": a_deck(card("a"), card("b")), "drawn": ["b"]}})
    save(battle, tmp_path / "battle.yaml")
    assert fireline.load(tmp_path / "battle.yaml") == battle
    with pytest.raises(BattleFileError, match=r"^decks\.white: 'mine\.yaml' names a file, but this battle came"):
        duel("0,0", "3,0", patch(), decks={"white": "mine.yaml"})
    assert ENTRIES == 13
