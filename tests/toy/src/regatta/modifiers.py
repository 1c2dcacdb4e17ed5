"""How many dice: one a cannon, one fewer from afar."""

from __future__ import annotations

from fireline.ruling import ModifierChange, Modifiers
from fireline.ruling.prose import plural
from regatta.editions import RULES
from regatta.shot import Shooting

NEAR = 3
modifiers = Modifiers[Shooting](RULES)


@modifiers.rule("RGT-2.1")
def cannons(shooting: Shooting, so_far: int) -> ModifierChange:
    """One die a cannon."""
    return ModifierChange("cannons", shooting.shooter.cannons)


@modifiers.rule("RGT-2.2")
def from_afar(shooting: Shooting, so_far: int) -> ModifierChange:
    """One die fewer beyond three berths."""
    far = shooting.distance > NEAR
    near = f"the target is {plural(shooting.distance, 'berth')} away"
    return ModifierChange("from afar", -min(1, so_far), unless="" if far else near)
