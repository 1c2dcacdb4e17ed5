"""The ledger of an attack: what it costs every unit when it is over, held against every battle it can lead to."""

from collections import Counter
from fractions import Fraction

import pytest

from battles import battle, example, starter
from fireline.game.battle import Battle
from fireline.game.command import Shot
from fireline.game.event import Kind
from fireline.game.transitions import shot_transitions
from fireline.game.ways import legal_shots

BATTLES = {
    "ancients-elephants": example("ancients-elephants"),
    "ancients-leaders": example("ancients-leaders"),
    "blightmeer-protect": battle("blightmeer@2026-01-blightmeer-protect.yaml"),
    "duel-of-ages": Battle.read(starter("duel-of-ages")),
    "endless-horizons-alley": example("endless-horizons-alley"),
    "regatta": Battle.read(starter("regatta")),
}


@pytest.mark.parametrize("name", BATTLES)
def test_the_ledger_is_what_all_battles_after_the_attack_have_lost(name: str) -> None:
    here = BATTLES[name]
    for shot in list(legal_shots(here))[:3]:
        ledger = here.odds(shot).ledger
        assert ledger is not None
        lost: Counter[tuple[str, str]] = Counter()
        net = Fraction(0)
        for one, p in shot_transitions(here, shot).items():
            for unit, what, number in one.losses:
                lost[unit, what.name] += p * number  # type: ignore[assignment]
                if Kind.HARM in what.kind:
                    net += p * number * (1 if here.side(unit) != here.side(shot.shooter) else -1)
        assert {(unit, what.name): number.mean() for unit, what, number in ledger.lines} == dict(lost)
        assert ledger.net == net
        assert all(sum(number.values()) == 1 for _, _, number in ledger.lines)


@pytest.mark.rule("CCA-7.1", "CCA-8")
def test_bystanders_of_a_rampage_and_leaders_stand_in_it() -> None:
    told = BATTLES["ancients-elephants"].odds(Shot("archers", "surus")).data()
    lines = {(one["unit"], one["what"]): one for one in told["losses"]}
    assert lines["velites", "blocks"]["side"] == "bottom"
    assert lines["velites", "blocks"]["p"] == {"0": "1175/1296", "1": "121/1296"}
    assert lines["hanno", "leader"]["p"] == {"0": "205/216", "1": "11/216"}
    assert told["net"] == {"expected": "6959/7776", "of": "blocks"}


def test_a_jam_is_the_shooters_own_loss_and_no_harm() -> None:
    told = BATTLES["endless-horizons-alley"].odds(Shot("gunner", "marksman")).data()
    jam = next(one for one in told["losses"] if one["unit"] == "gunner")
    assert (jam["what"], jam["expected"]) == ("jam", "23/250")
    assert told["net"] == {"expected": "3/5", "of": "hits"}


def test_a_deck_that_is_for_odds_alone_costs_nothing_yet() -> None:
    fresh = BATTLES["duel-of-ages"]
    shot = next(iter(legal_shots(fresh)))
    odds = fresh.odds(Shot(shot.shooter, shot.target, **shot.details, deck="fresh"))
    assert odds.ledger is None
    assert "losses" not in odds.data()
