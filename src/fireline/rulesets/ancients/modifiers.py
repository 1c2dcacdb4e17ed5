"""How many dice: the number for holding or moving, then what terrain takes away."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.rulesets.ancients.editions import RULES
from fireline.rulesets.ancients.pieces import MOVED
from fireline.rulesets.ancients.shot import Shooting
from fireline.ruling import ModifierChange, Modifiers, is_active, total
from fireline.ruling.prose import plural

modifiers = Modifiers[Shooting](RULES)

TERRAIN, MOVED_TOO_FAR = RULES.cite("CCA-4.3"), RULES.cite("CCA-4.2")


@modifiers.rule("CCA-4.1")
def held_or_moved(shooting: Shooting, so_far: int) -> Iterator[ModifierChange]:
    """Two dice for a unit that held its position, one for one that moved."""
    kind, moved = shooting.shooter.type, shooting.shooter.moved
    if not kind.fires:
        return
    (held, after_moving), usual = kind.dice, shooting.state.edition.house[MOVED]
    hexes = plural(moved, "hex", "hexes")
    yield ModifierChange("held its position", held, unless=f"it moved {hexes}" if moved else "")
    if not moved:
        yield ModifierChange("moved", usual, unless="it held its position")
    elif not kind.fires_having_moved(moved) and is_active(MOVED_TOO_FAR):
        yield ModifierChange("moved", usual, unless=f"{kind.name} that moved {hexes} may not fire, CCA-4.2")
    elif after_moving == held:
        yield ModifierChange("moved", usual, unless=f"{kind.name} always roll {after_moving}, CCA-4.2")
    else:
        yield ModifierChange("moved", after_moving or usual, because=hexes)  # none of its own is by that rule, too


@modifiers.rule("CCA-4.2")
def rolls_always_the_same(shooting: Shooting, so_far: int) -> ModifierChange | None:
    """A light chariot rolls two dice whether it moved or not."""
    kind = shooting.shooter.type
    held, after_moving = kind.dice
    if not kind.fires or held != after_moving:
        return None
    return ModifierChange(
        f"{kind.name} moved", after_moving, unless="" if shooting.shooter.moved else "it held its position"
    )


@modifiers.rule("CCA-4.6")
def card_adds(shooting: Shooting, so_far: int) -> ModifierChange | None:
    """Dice that a command card adds to the shot."""
    extra = shooting.extra_dice
    if not extra:
        return None
    return ModifierChange(
        f"command card: {plural(extra, 'die', 'dice')} more",
        extra,
        unless="" if so_far else "there is no die to add to",
    )


@modifiers.rule("CCA-4.4")
def never_counts(shooting: Shooting, so_far: int) -> Iterator[ModifierChange]:
    """Lost blocks and leaders are listed to show that they change nothing."""
    shooter = shooting.shooter
    if shooter.blocks < shooter.type.blocks:
        yield ModifierChange(
            "lost blocks", 0, unless=f"{plural(shooter.blocks, 'block')} left fire like {shooter.type.blocks}"
        )
    if leader := shooting.state.leader_at(shooter.hex):
        yield ModifierChange(f"leader {leader.id}", 0, unless="leaders do not help fire")


@modifiers.rule(TERRAIN)
def fires_into(shooting: Shooting, so_far: int) -> ModifierChange | None:
    """A cap from the target's terrain."""
    terrain = shooting.state.board.terrain_at(shooting.target.hex)
    return _cap(f"into {terrain.name}", terrain.fire_into_cap, shooting, so_far) if terrain else None


@modifiers.rule(TERRAIN)
def fires_out_of(shooting: Shooting, so_far: int) -> ModifierChange | None:
    """A cap from the firer's own terrain."""
    terrain = shooting.state.board.terrain_at(shooting.shooter.hex)
    return _cap(f"out of {terrain.name}", terrain.fire_out_cap, shooting, so_far) if terrain else None


@modifiers.rule(TERRAIN)
def fires_hampered(shooting: Shooting, so_far: int) -> ModifierChange | None:
    """Dice fewer from the firer's own terrain, after the caps."""
    terrain = shooting.state.board.terrain_at(shooting.shooter.hex)
    if terrain is None or not terrain.fire_out_minus:
        return None
    name = f"out of {terrain.name}: {plural(terrain.fire_out_minus, 'die', 'dice')} fewer"
    if so_far == 0:
        return ModifierChange(name, -terrain.fire_out_minus, unless="there is no die to take away")
    return ModifierChange(name, -min(terrain.fire_out_minus, so_far))


def dice_number(shooting: Shooting) -> tuple[int, int]:
    """The number of dice before and after terrain."""
    every = modifiers(shooting)
    return total(line for line in every if line.rule != TERRAIN), total(every)


def _cap(name: str, cap: int | None, shooting: Shooting, so_far: int) -> ModifierChange | None:
    """The most dice that terrain leaves; what a card adds comes on top of it (CCA-4.6)."""
    if cap is None:
        return None
    most = cap + shooting.extra_dice
    name = f"{name}: at most {plural(most, 'die', 'dice')}"
    if so_far <= most:
        return ModifierChange(
            name,
            0,
            unless=f"there {'is' if so_far == 1 else 'are'} no more than {plural(so_far, 'die', 'dice')}",
        )
    return ModifierChange(name, most - so_far)
