"""Fireline inside a program of your own: the best shot of each unit, and one of them taken.

Run it from anywhere: `python examples/embed.py`
"""

from __future__ import annotations

import fireline


def best_shot(battle: fireline.Battle, shooter: str) -> fireline.Shot | None:
    """The legal shot with the best headline chance, or None."""
    chances = {seen.target: seen.odds.headline.chance for seen in battle.targets(shooter) if seen.odds is not None}
    return fireline.Shot(shooter, max(chances, key=chances.__getitem__)) if chances else None


def main() -> None:
    """Print the best shot of each unit whose turn it is, then roll the first of them."""
    battle = fireline.example("ancients-ranged-combat").battle
    own = [unit.id for unit in battle.units if unit.side == battle.turn.side]
    shots = {shooter: best_shot(battle, shooter) for shooter in own}
    for shooter, shot in shots.items():
        chance = battle.odds(shot).headline if shot else None
        print(f"{shooter}: {shot.target}, {chance.name} {chance.chance}" if shot and chance else f"{shooter}: no shot")
    first = next(shot for shot in shots.values() if shot)
    for step in battle.shoot(first, seed=7).story:
        print(step)


if __name__ == "__main__":
    main()
