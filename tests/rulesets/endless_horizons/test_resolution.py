"""What the dice do, against ten faces written out by hand, and what cover leaves of it."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from endless_horizons_field import field, rifle, shot
from fireline.chance import FixedDice, odds
from fireline.rulesets.endless_horizons.editions import Malfunctions
from fireline.rulesets.endless_horizons.resolution import Burst, Outcome, faces_needed, fire

USUAL = Malfunctions()
FACES = range(1, 11)
DUSK = [{"name": "low light", "penalty": 1}]


@pytest.mark.rule("EHZ-1.2", "EHZ-5.1")
def test_the_examples_of_the_rules_hit_as_they_say() -> None:
    found = field(environment=DUSK).odds(shot(bullets=3))
    assert found.headline == ("at least one hit", Fraction(3, 10), "hits")
    assert found.marginal("hits") == {0: Fraction(7, 10), 1: Fraction(2, 10), 2: Fraction(1, 10)}
    assert found.marginal("hits").mean() == Fraction(4, 10)
    assert fire(FixedDice(9), Burst(3, faces_needed((16, 18, 20), bonus=10))).hits == 2


def by_hand(burst: Burst) -> Iterator[tuple[Outcome, Fraction]]:
    """A second witness: a thousand throws of three dice, each with every bullet it may fail at."""
    assert burst.malfunctions is not None
    for faces in product(FACES, FACES, FACES):
        extremes = [face if face in {1, 10} else 0 for face in faces]
        counted = extremes[: extremes.index(0)] if 0 in extremes else extremes
        effect = counted.count(10) - counted.count(1)
        kind = (burst.malfunctions.minor, burst.malfunctions.medium, burst.malfunctions.major)[abs(effect) - 1]
        for at in range(1, burst.bullets + 1):
            good = [k for k, needed in enumerate(burst.needed, 1) if faces[0] >= needed]
            chance = Fraction(1, 1000 * burst.bullets)
            if effect >= 0 or kind == "none":
                yield Outcome(len(good), burst.bullets, "none", effect), chance
            elif kind != "squib":
                yield Outcome(len([k for k in good if k <= at]), at, kind, effect), chance
            else:
                on = at < burst.bullets
                hits = len([k for k in good if k < at])
                yield Outcome(hits, at + on, "catastrophe" if on else "squib", effect), chance


@pytest.mark.whole("long")
@pytest.mark.rule("EHZ-8.1", "EHZ-8.2")
@pytest.mark.parametrize("bullets", [1, 2, 5])
@pytest.mark.parametrize("needed", [(), (1,), (1, 1), (4, 8)])
@pytest.mark.parametrize("malfunctions", [USUAL, Malfunctions("squib", "none", "failure_to_feed")])
def test_malfunctions_are_those_of_three_dice_written_out(
    bullets: int, needed: tuple[int, ...], malfunctions: Malfunctions
) -> None:
    burst = Burst(bullets, needed[:bullets], malfunctions)
    counted: dict[Outcome, Fraction] = {}
    for outcome, p in by_hand(burst):
        counted[outcome] = counted.get(outcome, Fraction(0)) + p
    assert odds(fire, burst) == counted


@pytest.mark.rule("EHZ-8.1", "EHZ-8.2")
def test_firing_on_a_squib_is_a_catastrophe_for_certain_and_without_the_option_a_one_is_only_a_one() -> None:
    found = field({"weapon": rifle(jam="squib")}).odds(shot(bullets=3)).outcomes
    assert found == {Outcome(0, 1, "catastrophe", 0): 1}
    assert set(field().odds(shot(bullets=3)).marginal("malfunction")) == {"none"}
    assert len(field(options={"escalation": True}).odds(shot()).marginal("malfunction")) == 4


@pytest.mark.whole("long")
@pytest.mark.rule("EHZ-8.1")
def test_a_table_may_give_the_chance_of_a_catastrophe_in_tenths() -> None:
    battle = field({"weapon": rifle(jam="squib")}, options={"squib_bursts": 3})
    p, q = Fraction(3, 10), Fraction(7, 10)
    assert battle.odds(shot(bullets=2)).outcomes == {
        Outcome(0, 1, "catastrophe"): p,
        Outcome(0, 2, "catastrophe"): q * p,
        Outcome(0, 2, "squib"): q * q,
    }
    (warning,) = [one.text for one in battle.check(shot()).steps if one.rule == "EHZ-8.1"]
    assert "with 3 in ten each bullet fired wrecks the weapon" in warning
    lucky = battle.shoot(shot(bullets=2), dice=[4, 9])
    assert [str(line) for line in lucky.story] == [
        "jack fires 2 bullets of the Rifle at drone with a bullet stuck in the barrel and rolls 4 and 9. EHZ-8.1"
    ]
    weapon = lucky.battle.state.unit("jack").weapon
    assert (weapon.jam, weapon.damaged, weapon.loaded) == ("squib", False, 28)
    never = field({"weapon": rifle(jam="squib")}, options={"squib_bursts": 0})
    assert never.odds(shot(bullets=5)).outcomes == {Outcome(0, 5, "squib"): 1}


@pytest.mark.rule("EHZ-8.1")
def test_a_long_burst_into_a_squib_is_weighed_at_once_and_thrown_bullet_by_bullet() -> None:
    battle = field({"weapon": rifle(capacity=100)}, options={"squib_bursts": 5, "escalation": True})
    found = battle.odds(shot(bullets=100)).outcomes
    # A natural 1 and two more of them; the squib at any bullet but the last, the catastrophe half the time at the next.
    at_the_next = sum(p for one, p in found.items() if (one.fired, one.malfunction) == (2, "catastrophe"))
    assert at_the_next == Fraction(1, 1000) * Fraction(1, 100) * Fraction(1, 2)
    stays = sum(p for one, p in found.items() if one.malfunction == "squib")
    assert stays == Fraction(1, 1000) * sum(Fraction(1, 100) * Fraction(1, 2) ** after for after in range(100))
    # Stuck at the fifth of ten: one d10 for each bullet after it, until one is the catastrophe.
    thrown = fire(FixedDice(1, 1, 1, 4, 6, 7, 5), Burst(10, (), USUAL, tenths=5))
    assert thrown == Outcome(0, 8, "catastrophe", -3)
    too_many = battle.check(shot(bullets=1000))
    assert "cannot be fired" in too_many.refusals[0].because
    assert too_many.summary["expected_hits"] is None


@pytest.mark.rule("EHZ-9.1")
@pytest.mark.parametrize(
    ("weapon", "material", "through"),
    [
        ({"name": "Glock 17"}, "wood", True),
        ({"name": "G36"}, "wood", True),
        ({"name": "Barrett M82"}, "wood", True),
        ({"name": "G36"}, "brick", False),
        ({"name": "M40A6"}, "brick", False),
        ({"name": "M40A6", "armour_piercing": True}, "brick", False),
        ({"name": "Barrett M82"}, "brick", True),
        (rifle(stopped_by=1), "wood", False),
        (rifle(stopped_by=1, armour_piercing=True), "wood", True),
        (rifle(cartridge="secret"), "wood", False),
    ],
)
def test_most_bullets_go_through_wood_and_a_50_bmg_through_brick(
    weapon: dict[str, Any], material: str, through: bool
) -> None:
    battle = field({"weapon": weapon, "check": {"skill": 20}}, {"cover": {"material": material}}, metres=20)
    ruling, exact = battle.check(shot()), battle.odds(shot())
    assert (ruling.legal, ruling.cover) == (True, True)
    assert exact.headline.chance == (1 if through else 0)
    (text,) = [step.text for step in ruling.steps if step.rule == "EHZ-9.1"]
    assert ("goes through" in text) is through
    assert ("no hit is possible" in text) is not through


@pytest.mark.rule("EHZ-9.1")
def test_the_sentence_about_cover_names_classes() -> None:
    brick = "brick lets class VI and up through"
    steps = field(None, {"cover": {"material": "brick"}}).check(shot()).steps
    assert [step.text for step in steps if step.rule == "EHZ-9.1"] == [
        f"drone is wholly behind brick, which stops 5.56x45 (class III): no hit is possible; {brick}."
    ]
