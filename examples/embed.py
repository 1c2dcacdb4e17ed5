"""Fireline inside a program of your own: the best shot of each unit, and one of them taken.

Run it from the project's folder: `python examples/embed.py`
"""

from __future__ import annotations

from pathlib import Path

import fireline

BATTLE = Path(__file__).parent / "ancients-ranged-combat.yaml"


def best_shot(battle: fireline.Battle, shooter: str) -> fireline.Shot | None:
    """The legal shot with the best headline chance, or None."""
    legal = [seen for seen in battle.targets(shooter) if seen.odds is not None]
    if not legal:
        return None
    best = max(legal, key=lambda seen: seen.odds.headline.chance if seen.odds else 0)
    return fireline.Shot(shooter, best.target)


def main() -> None:
    """Print each unit's best shot, then roll the first of them."""
    battle = fireline.load(BATTLE)
    shots = {shooter: best_shot(battle, shooter) for shooter in battle.ruleset.shooters(battle.state)}
    for shooter, shot in shots.items():
        chance = battle.odds(shot).headline if shot else None
        print(f"{shooter}: {shot.target}, {chance.name} {chance.chance}" if shot and chance else f"{shooter}: no shot")
    first = next(shot for shot in shots.values() if shot)
    for step in battle.shoot(first, seed=7).story:
        print(step)


if __name__ == "__main__":
    main()
