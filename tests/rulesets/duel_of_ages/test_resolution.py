"""Challenges: exact odds against a count of every two cards, and wounds one by one."""

from collections import Counter
from fractions import Fraction

import pytest

import crowds
from duel_table import duel, gun, patch, ruling, state_of
from fireline.analysis.goal import planning_of
from fireline.formats.parsing import parse
from fireline.game.battle import Battle
from fireline.game.command import Shoot, Shot
from fireline.game.errors import BattleFileError
from fireline.game.planning import ALL_DIFFERENT
from fireline.game.registry import starter
from fireline.rulesets.duel_of_ages.board import Team
from fireline.rulesets.duel_of_ages.deck import MOST, OWN
from fireline.rulesets.duel_of_ages.resolution import Outcome, differences
from fireline.rulesets.duel_of_ages.shot import Shooting
from refusing import wrong_with

SHOT = Shot("s", "t")


def counted(battle: Battle, left: list[str]) -> dict[Outcome, Fraction]:
    """Every two cards in order, one by one; the whole deck is shuffled again where none is left."""
    state, summary = state_of(battle), ruling(battle).summary
    lethal, weapon = state.unit("t").health_left, state.unit("s").weapons[0]
    assert lethal is not None
    cards = {card.name: card for card in state.pile(Team.WHITE).list.cards}
    hit_at, damage_at = summary["difference"] + MOST, summary["damage_difference"] + MOST
    weights: Counter[Outcome] = Counter()
    first = left or list(cards)
    for hit in first:
        rest = [name for name in first if name != hit] or list(cards)
        for damage in rest:
            wounds = max(0, weapon.wounds + cards[damage].damage[damage_at]) if cards[hit].hit[hit_at] else 0
            hits = cards[hit].hit[hit_at]
            defeated = hits and wounds >= lethal
            weights[Outcome(wounds, hits, defeated)] += 1
    total = len(first) * len([name for name in first if name != first[0]] or cards)
    return {outcome: Fraction(ways, total) for outcome, ways in weights.items()}


@pytest.mark.rule("DOA-4.1", "DOA-4.2", "DOA-4.3", "DOA-4.4", "DOA-4.5")
@pytest.mark.parametrize("stealth", [0, 6, 7, 9])
@pytest.mark.parametrize("drawn", [0, 1, 30, 58, 59, 60])
def test_the_odds_are_a_count_of_every_two_cards(stealth: int, drawn: int) -> None:
    names = OWN.names
    target = {"id": "t2", "team": "black", "space": "-3,0", "health": 1}
    spent = {"decks": {"white": {"drawn": list(names[:drawn])}}} if drawn else {}
    battle = duel("0,0", "3,0", patch(), heroes=[target], **spent)
    data = battle.data()
    data["heroes"][1]["ratings"]["stealth"] = stealth
    battle = Battle.read(data)
    assert battle.odds(SHOT).outcomes == counted(battle, list(names[drawn:]))


@pytest.mark.rule("DOA-4.5")
def test_odds_come_against_the_deck_as_it_stands_and_against_a_fresh_one() -> None:
    names = OWN.names
    battle = duel("0,0", "3,0", patch(), decks={"white": {"drawn": list(names[:25])}})
    fresh = battle.odds(Shot("s", "t", deck="fresh"))
    now = battle.odds(SHOT)
    assert fresh.outcomes == counted(battle, list(names))
    assert now.outcomes == counted(battle, list(names[25:]))
    assert now.outcomes != fresh.outcomes
    assert (now.ruling.summary["cards_left"], fresh.ruling.summary["cards_left"]) == (35, 60)
    assert any("35 of 60 cards are left" in step.text for step in now.ruling.steps)
    assert any("a fresh deck of 60 cards" in step.text for step in fresh.ruling.steps)
    with pytest.raises(BattleFileError, match=r"^shot.deck: fresh is for odds only"):
        battle.shoot(Shot("s", "t", deck="fresh"), seed=1)


@pytest.mark.rule("DOA-4.1")
def test_the_rating_is_the_one_the_weapon_names_and_a_symbol_adds_one() -> None:
    pointed = gun(rating="point", symbol="bow")
    data = duel("0,0", "3,0", patch(), weapon=pointed).data()
    data["heroes"][0]["ratings"]["point"] = 8
    for symbols, attack in (([], 8), (["rifle"], 8), (["rifle", "bow"], 9)):
        data["heroes"][0]["bonus_symbols"] = symbols
        assert ruling(Battle.read(data)).summary["attack"] == attack


def showing(*, hit: bool, change: int | None = None, but: str = "") -> str:
    """A card of the own deck that shows this at Better By 2 and Better By 1."""
    return next(
        card.name
        for card in OWN.cards
        if card.hit[MOST + 2] is hit and change in {None, card.damage[MOST + 1]} and card.name != but
    )


@pytest.mark.rule("DOA-4.2", "DOA-4.3", "DOA-4.4", "DOA-4.5")
def test_cards_are_drawn_hit_first_and_discarded_and_an_empty_deck_is_shuffled_again() -> None:
    battle = duel("0,0", "3,0", patch())
    hit = showing(hit=True)
    minus_two = showing(hit=True, change=-2, but=hit)
    after = battle.shoot(SHOT, dice=[hit, minus_two]).battle
    assert state_of(after).unit("t").wounds == 1
    assert state_of(after).pile(Team.WHITE).drawn == (hit, minus_two)
    assert state_of(after).pile(Team.BLACK).drawn == ()
    twice = wrong_with(battle.shoot, SHOT, dice=[hit, hit])
    assert f"'{hit}' is no face of a card of 59; it has A10, A2, A3," in twice
    assert twice.endswith(" ...")
    missed = battle.shoot(SHOT, dice=[showing(hit=False)])
    assert state_of(missed.battle).unit("t").wounds == 0
    assert len(state_of(missed.battle).pile(Team.WHITE).drawn) == 1
    names = OWN.names
    others = [name for name in names if name != hit]
    battle = duel("0,0", "3,0", patch(), decks={"white": {"drawn": others}})
    again = showing(hit=True, change=0)
    last = battle.shoot(SHOT, dice=[hit, again])
    assert state_of(last.battle).pile(Team.WHITE).drawn == (again,)
    assert [str(step) for step in last.story if "shuffled" in step.text] == [
        "The deck of white is empty and is shuffled again. DOA-4.5"
    ]
    empty = duel("0,0", "3,0", patch(), decks={"white": {"drawn": list(names)}})
    miss = showing(hit=False)
    assert state_of(empty.shoot(SHOT, dice=[miss]).battle).pile(Team.WHITE).drawn == (miss,)


@pytest.mark.rule("DOA-4.4")
def test_wounds_are_never_less_than_none_and_without_health_nobody_is_defeated() -> None:
    hit = showing(hit=True)
    worst = min(OWN.cards, key=lambda card: card.damage[MOST + 1])
    best = max(OWN.cards, key=lambda card: card.damage[MOST + 1])
    weak = duel("0,0", "3,0", patch(), weapon=gun(wounds=1))
    assert state_of(weak.shoot(SHOT, dice=[hit, worst.name]).battle).unit("t").wounds == 0
    data = weak.data()
    data["heroes"][1]["wounds"] = 4
    after = Battle.read(data).shoot(SHOT, dice=[hit, best.name])
    assert state_of(after.battle).find("t") is None
    assert [str(step) for step in after.story][-3:] == [
        "t (3,0) takes 2 wound markers, 6 of 6. DOA-4.4",
        "t (3,0) is defeated. DOA-4.4",
        "Black has no hero left on the map. DOA-4.4",
    ]
    data = duel("0,0", "3,0", patch(), weapon=gun(wounds=90)).data()
    del data["heroes"][1]["health"]
    battle = Battle.read(data)
    assert battle.odds(SHOT).marginal("defeated") == {False: 1}
    after = battle.shoot(SHOT, dice=[showing(hit=True), showing(hit=True, change=0, but=showing(hit=True))])
    assert state_of(after.battle).unit("t").wounds == 90
    assert str(after.story[-1]) == "t (3,0) takes 90 wound markers, 90 in all. DOA-4.4"
    data["heroes"][1]["ratings"]["health"] = 5
    assert state_of(Battle.read(data)).unit("t").health == 5


def test_no_more_hits_are_bounded_than_cards_that_hit() -> None:
    battle = Battle.read(parse(starter("duel-of-ages")))
    most = planning_of(battle).upper_bound(battle.state, "sanchez")
    assert battle.odds(Shot("sanchez", "lazar")).headline.chance < most["hit"] < 1
    assert most["kills"] < 1
    assert [planning_of(battle).shots_left(battle.state, id_) for id_ in ("sanchez", "nobody")] == [1, 0]
    done = battle.play(Shoot(Shot("sanchez", "lazar")), seed=1).battle
    assert planning_of(done).shots_left(done.state, "sanchez") == 0


def test_no_more_wounds_are_bounded_than_the_worst_card_brings() -> None:
    """However many cards of the team's others may be gone by then."""
    data = parse(starter("duel-of-ages"))
    white = next(one for one in data["heroes"] if one["id"] == "sanchez")
    spaces = (name for name in data["board"]["spaces"] if name not in {one["space"] for one in data["heroes"]})
    data["heroes"] += [{**white, "id": f"s{n}", "space": space} for n, space in zip(range(10), spaces, strict=False)]
    battle = Battle.read(data)
    most = planning_of(battle).upper_bound(battle.state, "sanchez")
    shots = [one for one in battle.legal() if isinstance(one, Shoot) and one.shot.shooter == "sanchez"]
    worst = max(outcome.wounds for one in shots for outcome in battle.odds(one.shot).outcomes)
    assert most["hit"] == 1
    assert most["wounds"] == worst


def test_cards_are_alike_for_shots_that_read_them_alike_and_all_different_for_none() -> None:
    battle = Battle.read(parse(starter("duel-of-ages")))
    rules, state = planning_of(battle), state_of(battle)
    alike = rules.alike_for(state, [Shot("sanchez", "lazar")])
    cards = state.pile(Team.WHITE).list.names
    assert 1 < len({alike.face(card) for card in cards}) < len(cards)
    assert rules.alike_for(state, []) is ALL_DIFFERENT


def test_the_bound_of_a_hero_asks_about_no_shots_but_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Counter[str]()

    def counting(shot: Shooting) -> tuple[int, int]:
        asked[shot.shooter.id] += 1
        return differences(shot)

    monkeypatch.setattr("fireline.rulesets.duel_of_ages.planning.differences", counting)
    battle = crowds.duel(10)
    hero = state_of(battle).units[0]
    planning_of(battle).upper_bound(battle.state, hero.id)
    enemies = sum(one.team is not hero.team for one in state_of(battle).units)
    assert asked == {hero.id: len(hero.weapons) * enemies}
