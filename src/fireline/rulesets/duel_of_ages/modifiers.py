"""The target's defence: its Stealth, then what each space on the line adds or why it adds nothing."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.geometry.hexes import Hex
from fireline.rulesets.duel_of_ages.board import space_name
from fireline.rulesets.duel_of_ages.editions import RULES
from fireline.rulesets.duel_of_ages.shot import Shooting
from fireline.rulesets.duel_of_ages.sight import BUILDING, CAMOUFLAGE, CORNER, EDGE, GRENADE, OWN_SPACE
from fireline.ruling import ModifierChange, Modifiers

modifiers = Modifiers[Shooting](RULES)


@modifiers.rule("DOA-4.1")
def stealth(shooting: Shooting, so_far: int) -> ModifierChange:
    """The rating it starts from."""
    return ModifierChange(f"Stealth of {shooting.target.id}", shooting.target.rating("stealth"))


@modifiers.rule(OWN_SPACE)
def own_space(shooting: Shooting, so_far: int) -> ModifierChange | None:
    """The terrain under the shooter is listed to show that it changes nothing."""
    terrain = shooting.state.board.terrain_at(shooting.shooter.space)
    if terrain is None or not (value := terrain.stealth or terrain.hides):
        return None
    return ModifierChange(_named(shooting.shooter.space, terrain.name), value, unless="it is the shooter's own space")


@modifiers.rule(CAMOUFLAGE)
def camouflage(shooting: Shooting, so_far: int) -> Iterator[ModifierChange]:
    """Woods, Swamp, Fire and Rough."""
    return _under(CAMOUFLAGE, shooting)


@modifiers.rule(BUILDING)
def building(shooting: Shooting, so_far: int) -> Iterator[ModifierChange]:
    """A Building around the target."""
    return _under(BUILDING, shooting)


@modifiers.rule(GRENADE)
def lobbed(shooting: Shooting, so_far: int) -> Iterator[ModifierChange]:
    """Domes and Buildings that a grenade flies over, or a Building that it lands in."""
    return _under(GRENADE, shooting)


@modifiers.rule(EDGE)
def passed_over(shooting: Shooting, so_far: int) -> Iterator[ModifierChange]:
    """The sides of edge runs that the shooter did not choose."""
    for one in shooting.look.choices if shooting.look else ():
        chosen = one.counts or 0
        other, effect = one.spaces[1 - chosen], one.effects[1 - chosen]
        if effect.stealth and not effect.blocks:
            unless = f"along that edge the shooter chooses {space_name(one.spaces[chosen])}"
            yield ModifierChange(_named(other, effect.what), effect.stealth, unless=unless)


@modifiers.rule(CORNER)
def corners_left_out(shooting: Shooting, so_far: int) -> Iterator[ModifierChange]:
    """Spaces that the line touches in a corner only, where they do not count."""
    for one in shooting.look.met if shooting.look else ():
        if one.kind == "corner" and one.counts is None and (effect := one.effects[0]).stealth:
            yield ModifierChange(
                _named(one.spaces[0], effect.what), effect.stealth, unless="the line touches only its corner"
            )


def _under(rule: str, shooting: Shooting) -> Iterator[ModifierChange]:
    """What counts under one rule, in order along the line."""
    for one in shooting.look.met if shooting.look else ():
        effect = one.effect
        if effect and effect.rule == rule and effect.stealth and not effect.blocks:
            because = "chosen along an edge" if one.kind == "edge" else ""
            yield ModifierChange(_named(one.spaces[one.counts or 0], effect.what), effect.stealth, because=because)


def _named(space: Hex, what: str) -> str:
    return f"{what} on {space_name(space)}"
