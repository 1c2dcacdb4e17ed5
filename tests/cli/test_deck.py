"""The command that checks a deck."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from cli.typed import Typed

CARD = {"name": "c", "hit": ["miss"] * 6 + ["hit"] * 7, "damage": list(range(-6, 7))}


def deck(tmp_path: Path, **card: object) -> str:
    file = tmp_path / "deck.json"
    file.write_text(json.dumps({"fireline_deck": 1, "id": "mine", "cards": [CARD | card]}), encoding="utf-8")
    return str(file)


@pytest.mark.rule("DOA-4.5")
def test_the_own_deck_says_whose_it_is_and_what_it_does(typed: Typed) -> None:
    out = typed("deck", "builtin")
    assert "Fireline's own deck: the published card distribution is not known to the project" in out
    assert "Even" in out
    assert "50.0%" in out
    assert "A stronger rating never does worse." in out


def test_a_deck_as_data_and_a_bad_one_is_one_line(tmp_path: Path, typed: Typed) -> None:
    answer = typed.data("deck", deck(tmp_path, damage=[0] * 12 + [-1]))
    assert answer["weaker"] == ["c"]
    assert answer["at"][6] == {"difference": 0, "hit": "1", "damage": {"0": "1"}}
    assert len(answer["at"]) == 13
    file = deck(tmp_path, hit=["hit"] * 12)
    assert typed.refused("deck", file) == f"{file}: cards[0].hit: has 12 entries; at least 13"


@pytest.mark.rule("DOA-4.2")
def test_another_card_in_the_place_of_one_at_every_difference(typed: Typed) -> None:
    from fireline.rulesets.duel_of_ages.deck import OWN

    old, new = OWN.card("A1"), OWN.card("D9")
    rows = typed.data("deck", "builtin", "--replace", "A1=D9")["at"]
    assert [row["difference"] for row in rows] == list(range(-6, 7))
    for n, row in enumerate(rows):
        assert Fraction(row["hit"]["gain"]) == Fraction(new.hit[n] - old.hit[n], 60)
        assert Fraction(row["damage_mean"]["gain"]) == Fraction(new.damage[n] - old.damage[n], 60)
        assert Fraction(row["hit"]["before"]) + Fraction(row["hit"]["gain"]) == Fraction(row["hit"]["after"])
    out = typed("deck", "builtin", "--replace", "A1=D9")
    assert "builtin: 60 cards; A1 out, D9 for A1 in." in out
    assert "A stronger rating never does worse." in out


def test_cards_of_other_decks_and_of_files(tmp_path: Path, typed: Typed) -> None:
    card = tmp_path / "card.yaml"
    card.write_text(json.dumps(CARD | {"name": "worse", "damage": [0] * 12 + [-1]}))
    mine = deck(tmp_path)
    assert "does worse on worse" in typed("deck", mine, "--replace", f"c={card}")
    assert typed.data("deck", mine, "--replace", "c=A1")["cards"] == 1
    typed("deck", mine, "--replace", "c=c")
    for wrong, says in (
        ("d=c", "--replace: 'd' is no card of mine; allowed: c"),
        ("c=Q7", "--replace: 'Q7' is no card of builtin; "),
    ):
        assert typed.refused("deck", mine, "--replace", wrong).startswith(says)
    card.write_text("name: c\nhit: []\ndamage: []\n")
    assert typed.refused("deck", mine, "--replace", f"c={card}").startswith(f"{card}: hit: has 0 entries")
