"""How long it takes to look over a whole map from one space, and to weigh a shot against a deck of 100 cards, cold.

Each beside what one would do without Fireline: shapely for every space and wall, and a count of every two cards.

Run: python benchmarks/bench_duel.py
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

import shapely

from fireline.chance import forget_odds, odds
from fireline.geometry import hexes
from fireline.geometry.hexes import Hex, distance
from fireline.geometry.polygons import GRID, flaw
from fireline.rulesets.duel_of_ages.board import Board
from fireline.rulesets.duel_of_ages.deck import ChallengeCard, DeckList, Pile
from fireline.rulesets.duel_of_ages.pieces import TERRAIN
from fireline.rulesets.duel_of_ages.resolution import CardDraws, Outcome, fire
from fireline.rulesets.duel_of_ages.sight import survey

if TYPE_CHECKING:
    from collections.abc import Callable

    from fireline.geometry.polygons import Polygon

SPACES, WALLS, CARDS = 200, 60, 100
SURVEY_GOAL, ODDS_GOAL = 0.030, 0.005
CORNERS = ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))
KINDS = ["clear"] * 6 + [kind for kind in TERRAIN if kind not in {"clear", "dome"}]


def a_map(random: Random) -> Board:
    """A patch of 200 spaces with terrain, dots aside and 60 walls."""
    near = sorted((Hex(q, r) for q in range(-9, 10) for r in range(-9, 10)), key=lambda h: (distance(h, Hex(0, 0)), h))
    spaces = [(space, random.choice(KINDS)) for space in near[:SPACES]]
    dots = [(h, Hex(h.q * GRID + random.randint(-9000, 9000), h.r * GRID)) for h, _ in spaces if random.random() < 0.2]
    walls: list[Polygon] = []
    while len(walls) < WALLS:
        x, y = random.randint(-8 * GRID, 8 * GRID), random.randint(-8 * GRID, 8 * GRID)
        away = [(random.randint(-12_000, 12_000), random.randint(-12_000, 12_000)) for _ in range(8)]
        wall = tuple((x + dx, y + dy) for dx, dy in away)
        if not flaw(wall):
            walls.append(wall)
    return Board(tuple(spaces), tuple(dots), tuple(walls))


def with_shapely(board: Board, start: Hex) -> dict[Hex, bool]:
    """The peer: every line against every wall and every space in floats; whether walls or blocking spaces are met."""
    walls = shapely.STRtree([shapely.Polygon(wall) for wall in board.walls])
    third = GRID // 3
    shapes = {
        space: shapely.Polygon([(space.q * GRID + third * x, space.r * GRID + third * y) for x, y in CORNERS])
        for space, _ in board.spaces
    }
    order = list(shapes)
    tree = shapely.STRtree(list(shapes.values()))
    blocking = {space for space, kind in board.spaces if TERRAIN[kind].blocks}
    seen = {}
    for space in order:
        if space == start:
            continue
        line = shapely.LineString([board.dot_of(start), board.dot_of(space)])
        met = {order[n] for n in tree.query(line, predicate="crosses")} - {start, space}
        seen[space] = not walls.query(line, predicate="intersects").size and not met & blocking
    return seen


def a_deck(random: Random) -> DeckList:
    """A hundred cards, no two alike."""
    cards = []
    for n in range(CARDS):
        needs, shift = random.randint(-6, 7), random.randint(-6, 6)
        hit = tuple(d >= needs for d in range(-6, 7))
        cards.append(ChallengeCard(f"c{n}", hit, tuple((d + shift) // 2 for d in range(-6, 7))))
    return DeckList("bench", "", tuple(cards))


def draws(deck: DeckList) -> CardDraws:
    """A shot at Better By 1 twice, with three wounds against six of Health."""
    pile = Pile(deck)
    return CardDraws(pile.left, deck.readings(1, 1), wounds=3, lethal=6)


def counted(deck: DeckList) -> dict[Outcome, Fraction]:
    """The peer: every two cards in order."""
    weights: Counter[Outcome] = Counter()
    for hit in deck.cards:
        for damage in deck.cards:
            if damage is not hit:
                wounds = max(0, 3 + damage.damage[7]) if hit.hit[7] else 0
                weights[Outcome(wounds, hit.hit[7], hit.hit[7] and wounds >= 6)] += 1
    return {outcome: Fraction(ways, CARDS * (CARDS - 1)) for outcome, ways in weights.items()}


def seconds(answer: Callable[[], object], repeats: int = 5) -> float:
    """The best time of several, nothing remembered from one to the next."""
    best = float("inf")
    for _ in range(repeats):
        hexes.forget_lines()
        forget_odds()
        start = perf_counter()
        answer()
        best = min(best, perf_counter() - start)
    return best


def main() -> None:
    """Print the figures."""
    random = Random(7)  # noqa: S311 - nothing secret
    board, deck = a_map(random), a_deck(random)
    start = Hex(0, 0)
    seen, floats = survey(board, start), with_shapely(board, start)
    inside = [space for space in seen if space not in dict(board.dots) and seen[space] is not None]
    assert all(floats[space] for space in inside), "what is seen exactly is seen in floats"
    assert dict(odds(fire, draws(deck)).items()) == counted(deck)
    ours, peer = seconds(lambda: survey(replace(board), start)), seconds(lambda: with_shapely(board, start))
    clear = sum(stealth is not None for stealth in seen.values())
    print(f"{len(board.spaces)} spaces, {len(board.walls)} walls, {clear} seen from one; milliseconds, one core, cold:")
    print(f"  survey, with every cost  {1000 * ours:8.1f}   {peer / ours:.1f} x as quick as shapely, yes or no only")
    exact, every = seconds(lambda: odds(fire, draws(deck))), seconds(lambda: counted(deck))
    quicker = f"{every / exact:.1f} x as quick as counting every two cards"
    print(f"  exact odds, {CARDS} cards   {1000 * exact:8.1f}   {quicker}")
    for name, took, goal in (("survey", ours, SURVEY_GOAL), ("odds", exact, ODDS_GOAL)):
        print(f"{name}: at most {1000 * goal:.0f} ms: {'yes' if took <= goal else 'NO'}")


if __name__ == "__main__":
    main()
