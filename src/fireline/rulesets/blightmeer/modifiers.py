"""Net pierce, and what else makes an attack likelier or less likely to hurt."""

from __future__ import annotations

from fireline.rulesets.blightmeer.editions import RULES
from fireline.rulesets.blightmeer.pieces import Check
from fireline.rulesets.blightmeer.shot import Shooting
from fireline.rulesets.blightmeer.state import NO_CHECK
from fireline.ruling import ModifierChange, Modifiers

modifiers = Modifiers[Shooting](RULES)

COVER = MOVED = -3


@modifiers.rule("BLM-2.3")
def pierce(shooting: Shooting, so_far: int) -> ModifierChange | None:
    """The weapon's own pierce."""
    return (
        None if shooting.weapon is None else ModifierChange(f"pierce of the {shooting.weapon}", shooting.weapon.pierce)
    )


@modifiers.rule("BLM-2.1")
def special(shooting: Shooting, so_far: int) -> tuple[ModifierChange, ...]:
    """Special rules of the weapon for the Defence Check: what adds to its roll makes the net pierce less."""
    rules = shooting.weapon.special if shooting.weapon else ()
    return tuple(ModifierChange(one.name, -one.value) for one in rules if one.check is Check.DEFENCE)


@modifiers.rule("BLM-7.3")
def cover(shooting: Shooting, so_far: int) -> ModifierChange | None:
    """Any part of the target's body hidden; of one that is not seen at all there is nothing to say."""
    if not shooting.clear:
        return None
    if shooting.covered:
        return ModifierChange("target has Cover", COVER, because=lambda: _hiding(shooting))
    return ModifierChange("target has Cover", COVER, unless="nothing hides any part of its body")


def _hiding(shooting: Shooting) -> str:
    return f"hidden by {', '.join(shooting.sight.blockers)}"


@modifiers.rule("BLM-7.3")
def movement(shooting: Shooting, so_far: int) -> ModifierChange:
    """The shooter moved this turn."""
    return ModifierChange("shooter moved", MOVED, unless="" if shooting.shooter.moved else "it has not moved this turn")


def net_pierce(shooting: Shooting) -> int:
    """What the target's Defence is worsened by, all in all."""
    return modifiers.sum(shooting)


def defence_needed(shooting: Shooting) -> int | None:
    """What a Defence Check needs, None where there is none (BLM-7.3).

    A Defence of - is just out of reach of a d20: pierce does not make it worse, and what improves it brings a check.
    """
    target, net = shooting.target, net_pierce(shooting)
    if target.defence is None and not shooting.state.edition.improves_no_defence:
        return None
    if target.armour is None:
        return NO_CHECK + net if net < 0 else None
    needed = target.armour + net
    return None if target.defence is None and needed >= NO_CHECK else needed
