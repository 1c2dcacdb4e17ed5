"""The targeting rules of 2025-11: the closest, and the four exceptions."""

from itertools import permutations
from math import atan2, degrees, hypot

import pytest

from blightmeer_table import Data, archer, battle, box, enemy, refused, shot


def hedge(id_: str, x: float, y: float, height: float = 0.6) -> Data:
    """A low hedge across the line of sight, 0.85 inches before somebody: it hides the legs, or whoever lies there."""
    away = hypot(x - 18, y - 6)
    ux, uy = (18 - x) / away, (6 - y) / away
    return box(id_, (x + ux * 0.85, y + uy * 0.85), (1.4, 0.2, height), degrees(atan2(uy, ux)) + 90)


def rules_against(*units: Data, terrain: list[Data] | None = None) -> dict[str, list[str]]:
    game = battle(archer(), *units, edition="2025-11", terrain=terrain or [])
    return {one["id"]: refused(game, shot(one["id"])) for one in units}


@pytest.mark.rule("BLM-3.1")
def test_equally_close_ones_are_each_the_closest() -> None:
    assert rules_against(enemy("left", 14, 12), enemy("right", 22, 12)) == {"left": [], "right": []}


@pytest.mark.rule("BLM-3.1")
def test_who_is_engaged_or_hidden_is_no_candidate() -> None:
    assert rules_against(enemy("near", 15, 10, engaged=True), enemy("far", 20, 14))["far"] == []
    tall = box("house", (13, 9), (3, 0.4, 4))
    assert rules_against(enemy("near", 13, 10), enemy("far", 20, 14), terrain=[tall])["far"] == []


@pytest.mark.rule("BLM-3.3")
def test_a_staggered_enemy_is_not_ignored() -> None:
    assert rules_against(enemy("near", 14, 10, status=["staggered"]), enemy("far", 20, 14))["far"] == ["BLM-3.1"]


@pytest.mark.rule("BLM-3.4", "BLM-3.5")
def test_large_and_low_enemies_may_always_be_targeted_when_seen() -> None:
    near = enemy("near", 14, 12)
    assert rules_against(near, enemy("giant", 22, 14, size="large"))["giant"] == []
    high = battle(archer(at=(18, 6, 2)), enemy("near", 14, 12, 1), enemy("low", 22, 14, 0), edition="2025-11")
    assert refused(high, shot("low")) == []
    less = battle(archer(at=(18, 6, 1.9)), enemy("near", 14, 12, 1), enemy("low", 22, 14, 0), edition="2025-11")
    assert refused(less, shot("low")) == ["BLM-3.1"]


@pytest.mark.rule("BLM-3.4", "BLM-5.1")
def test_the_exceptions_lift_nothing_else() -> None:
    near, giant = enemy("near", 14, 12), enemy("giant", 22, 16, size="large")
    hidden = rules_against(near, giant, terrain=[box("barn", (21.5, 13), (8, 0.4, 6))])
    assert hidden["giant"] == ["BLM-3.1", "BLM-5.1"]
    assert rules_against(near, giant | {"engaged": True})["giant"] == ["BLM-3.1"]


def allowed_by_brute_force(candidates: list[tuple[float, bool, bool]], target: int) -> bool:
    """BLM-3.1 to 3.3 word by word: some set of lying enemies is ignored, then the closest, or if it is in cover the
    closest in the open."""
    lying = [n for n, (_, _, lies) in enumerate(candidates) if lies and n != target]
    for chosen in range(1 << len(lying)):
        ignored = {n for bit, n in enumerate(lying) if chosen >> bit & 1}
        left = [n for n in range(len(candidates)) if n not in ignored]
        nearest = min(candidates[n][0] for n in left)
        closest = [n for n in left if candidates[n][0] == nearest]
        if target in closest:
            return True
        open_ = [n for n in left if not candidates[n][1]]
        if any(candidates[n][1] for n in closest) and open_:
            near = min(candidates[n][0] for n in open_)
            if target in open_ and candidates[target][0] == near:
                return True
    return False


@pytest.mark.rule("BLM-3.1", "BLM-3.2", "BLM-3.3")
@pytest.mark.parametrize("order", list(permutations(["covered", "open", "lying", "lying covered"])))
def test_every_order_of_four_enemies_is_as_the_words_say(order: tuple[str, ...]) -> None:
    places = [(13, 10.5), (16.2, 13.5), (20.5, 15), (25.5, 17)]
    units, hedges = [], []
    for n, (kind, (x, y)) in enumerate(zip(order, places, strict=True)):
        lies, covered = "lying" in kind, "covered" in kind
        units.append(enemy(f"e{n}", x, y, facing=90, status=["stunned"] if lies else []))
        if covered:
            hedges.append(hedge(f"h{n}", x, y, 0.25 if lies else 0.6))
    game = battle(archer(), *units, edition="2025-11", terrain=hedges)
    rulings = [game.check(shot(f"e{n}")) for n in range(4)]
    assert [ruling.cover for ruling in rulings] == ["covered" in kind for kind in order]
    candidates = [(float(n), "covered" in kind, "lying" in kind) for n, kind in enumerate(order)]
    distances = [ruling.summary["distance"] for ruling in rulings]
    assert distances == sorted(distances)
    assert [ruling.legal for ruling in rulings] == [allowed_by_brute_force(candidates, n) for n in range(4)]
