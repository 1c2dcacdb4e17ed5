"""Net pierce, and what else makes an attack likelier or less likely to hurt."""

from __future__ import annotations

from fireline.rulesets.blightmeer.editions import NUMBERS, RULES, GettingUp
from fireline.rulesets.blightmeer.pieces import Check, Injury
from fireline.rulesets.blightmeer.shot import Shooting
from fireline.rulesets.blightmeer.state import NO_CHECK
from fireline.ruling import ModifierChange, Modifiers

modifiers = Modifiers[Shooting](RULES)

COVER, MOVED = NUMBERS.cite("BLM-7.3.cover"), NUMBERS.cite("BLM-7.3.moved")


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
    net = shooting.state.edition.house[COVER]
    if shooting.covered:
        return ModifierChange(
            "target has Cover", net, because=lambda: f"hidden by {', '.join(shooting.sight.blockers)}"
        )
    return ModifierChange("target has Cover", net, unless="nothing hides any part of its body")


@modifiers.rule("BLM-7.3")
def movement(shooting: Shooting, so_far: int) -> ModifierChange:
    """The shooter moved this turn; getting up from Dazed is no move, by the rules or by ruling."""
    net = shooting.state.edition.house[MOVED]
    return ModifierChange("shooter moved", net, unless="" if shooting.shooter.moved else _still(shooting))


def _still(shooting: Shooting) -> str:
    """Why a shooter has not moved; who is Staggered may have got up in the upkeep of this turn."""
    edition = shooting.state.edition
    if shooting.shooter.injury is not Injury.STAGGERED or not edition.getting_up_is_no_move:
        return "it has not moved this turn"
    why = " by ruling (getting_up_is_no_move)" if edition.getting_up is GettingUp.RULING else ""
    return f"it has not moved this turn; getting up from Dazed is none{why}"


def defence_needed(shooting: Shooting) -> int | None:
    """What a Defence Check needs, None where there is none (BLM-7.3).

    A Defence of - is just out of reach of a d20: pierce does not make it worse, and what improves it brings a check.
    """
    target, net, none = shooting.target, modifiers.sum(shooting), shooting.state.edition.house[NO_CHECK]
    if target.defence is None and not shooting.state.edition.improves_no_defence:
        return None
    if target.armour is None:
        return none + net if net < 0 else None
    needed = target.armour + net
    return None if target.defence is None and needed >= none else needed
