"""What people do with their weapons, and how they stand, move and take cover: who may, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.chance import Dice, with_faces
from fireline.game.entries import one_of
from fireline.game.event import Event
from fireline.rulesets.endless_horizons import commands
from fireline.rulesets.endless_horizons.editions import NUMBERS, RULES
from fireline.rulesets.endless_horizons.events import posture
from fireline.rulesets.endless_horizons.legality import empty_handed, out_of_the_fight
from fireline.rulesets.endless_horizons.pieces import MATERIALS, Movement, Size, Stance, pieces
from fireline.rulesets.endless_horizons.resolution import check
from fireline.rulesets.endless_horizons.shot import MOST_AIM
from fireline.rulesets.endless_horizons.state import Unit, Weapon
from fireline.ruling import Checks

EASIER_BY_TOUCH = NUMBERS.cite("EHZ-7.3.touch")
MOST_CLASS = 8


refusals = Checks[commands.Acting](RULES)


@refusals.rule("EHZ-4.3")
def aims_with_something(acting: commands.Acting) -> str | None:
    """Aim needs a firearm, at least one action, and an end."""
    if not isinstance(acting.command, commands.Aim):
        return None
    if acting.gun is None:
        return empty_handed(acting.unit)
    most = MOST_AIM - acting.unit.aim_at(acting.command.target or acting.unit.aimed_at)
    return None if 1 <= acting.command.actions <= most else f"Aim takes 1 action or more, in all at most {MOST_AIM}."


@refusals.rule("EHZ-4.3")
def aims_at_an_enemy(acting: commands.Acting) -> str | None:
    """Aim is taken at an enemy in the fight."""
    if not isinstance(acting.command, commands.Aim) or not acting.command.target:
        return None
    target = acting.state.named(acting.command.target, "command.target")
    if not acting.unit.is_enemy_of(target):
        return f"{target} is no enemy of {acting.unit}."
    return out_of_the_fight(target)


@refusals.rule("EHZ-7.1")
def can_reload(acting: commands.Acting) -> str | None:
    """Reloading needs a weapon, room in it and, where they are counted, a magazine."""
    weapon = acting.gun
    if not isinstance(acting.command, commands.Reload):
        return None
    if weapon is None:
        return empty_handed(acting.unit)
    if acting.unit.magazines == 0:
        return f"{acting.unit} has no magazine left, and magazines are not refilled in a fight."
    return f"The {weapon} is full." if weapon.loaded == weapon.model.capacity else None


@refusals.rule("EHZ-7.2")
def can_draw(acting: commands.Acting) -> str | None:
    """Only what is carried can be drawn."""
    if not isinstance(acting.command, commands.Draw) or acting.unit.carries(acting.command.weapon):
        return None
    return f"{acting.unit} carries no {acting.command.weapon}."


@refusals.rule("EHZ-8.1")
def can_clear(acting: commands.Acting) -> str | None:
    """Clearing needs a malfunction, and a firearm that is not wrecked."""
    if not isinstance(acting.command, commands.Clear | commands.Reload):
        return None
    weapon = acting.weapon
    if weapon and weapon.damaged:
        return f"The {weapon} is damaged; that is not cleared in a fight."
    jammed = weapon is not None and weapon.jam is not None
    if isinstance(acting.command, commands.Reload):
        return f"The {weapon} must be cleared first." if jammed else None
    return None if jammed else "There is no malfunction to clear."


@refusals.rule("EHZ-5.2")
def can_cycle(acting: commands.Acting) -> str | None:
    """Only a repeating weapon that has fired is cycled, and only with something to load."""
    if not isinstance(acting.command, commands.Cycle):
        return None
    weapon = acting.weapon
    if weapon is None or weapon.ready:
        return "There is no fired repeating weapon to cycle."
    return None if weapon.loaded else f"The {weapon} is empty and must be reloaded."


@refusals.rule("EHZ-7.3")
def can_hide(acting: commands.Acting) -> str | None:
    """Only small weapons that are carried, or in hand, can be hidden."""
    if not isinstance(acting.command, commands.Hide):
        return None
    sought = _sought(acting.unit, acting.command.weapon)
    if sought is None:
        return f"{acting.unit} has no {acting.command.weapon}."
    return None if sought.model.small else f"The {sought} is no pistol or personal defence weapon: too big to hide."


@refusals.rule("EHZ-7.3")
def can_search(acting: commands.Acting) -> str | None:
    """Nobody searches himself."""
    if not isinstance(acting.command, commands.Search):
        return None
    wearer = acting.state.named(acting.command.wearer, "command.wearer")
    return "Nobody searches himself." if wearer.id == acting.unit.id else None


@refusals.rule("EHZ-6.4")
def can_change_stance(acting: commands.Acting) -> str | None:
    """Whoever has a stance may take another."""
    if not isinstance(acting.command, commands.ChangeStance):
        return None
    stance = one_of(acting.command.stance, [str(one) for one in Stance], "stance", "command.stance")
    now = acting.unit.firing_stance
    if now is None:
        return f"{acting.unit} has a size but no stance."
    return f"{acting.unit} is {now.replace('_', ' ')} already." if stance == now else None


@refusals.rule("EHZ-6.4")
def can_change_movement(acting: commands.Acting) -> str | None:
    """Somebody moves otherwise than before; no person keeps quite still (EHZ-4.1)."""
    if not isinstance(acting.command, commands.ChangeMovement):
        return None
    movement = one_of(acting.command.movement, [str(one) for one in Movement], "movement", "command.movement")
    if movement == acting.unit.movement:
        return f"{acting.unit}'s movement is {movement} already."
    if movement == Movement.STILL and acting.unit.firing_stance is not None:
        return "Nobody keeps quite still but whoever is bound, unconscious or lifeless."
    return None


@refusals.rule("EHZ-6.4")
def can_take_cover(acting: commands.Acting) -> str | None:
    """Cover is of a material whose class is known, and hides from others."""
    command = acting.command
    if not isinstance(command, commands.TakeCover):
        return None
    if not command.penetrated_by:
        one_of(command.material, MATERIALS, "listed material (give its class as 'penetrated_by')", "command.material")
    if command.exposed:
        one_of(command.exposed, [str(one) for one in Size], "size", "command.exposed")
    if any(acting.state.named(id_, "command.towards").id == acting.unit.id for id_ in command.towards):
        return "Nobody takes cover from himself."
    if not 0 <= command.penetrated_by <= MOST_CLASS:
        return f"Classes go from 1 to {MOST_CLASS}."
    return f"{acting.unit} has cover already and leaves it first." if acting.unit.cover else None


@refusals.rule("EHZ-6.2")
def is_behind_cover(acting: commands.Acting) -> str | None:
    """Only who has cover can leave it."""
    bare = isinstance(acting.command, commands.Uncover) and acting.unit.cover is None
    return f"{acting.unit} has no cover to leave." if bare else None


def decide(acting: commands.Acting, dice: Dice) -> Iterator[Event]:
    """What a legal command makes happen."""
    unit, weapon, actions = acting.unit, acting.weapon, acting.actions
    match acting.command:
        case commands.Aim(_, _, target):
            yield posture.Aimed(unit.id, actions, target)
        case commands.Reload() if weapon:
            yield posture.WeaponReloaded(unit.id, weapon.model.capacity, actions)
        case commands.Draw(_, sought):
            yield posture.WeaponDrawn(unit.id, sought, actions)
        case commands.Clear() if weapon and weapon.jam:
            yield posture.WeaponCleared(unit.id, str(weapon.jam), actions)
        case commands.Cycle():
            yield posture.WeaponCycled(unit.id, actions)
        case commands.Hide(_, sought):
            result, faces = with_faces(dice, check, unit.check.stealth)
            yield posture.WeaponHidden(unit.id, sought, faces, result, actions)
        case commands.Search(_, wearer_id, touching):
            wearer = acting.state.unit(wearer_id)
            result, faces = with_faces(dice, check, unit.check.notice)
            found = noticed(wearer, result, acting.state.edition.house[EASIER_BY_TOUCH] if touching else 0)
            yield posture.UnitSearched(unit.id, wearer_id, touching, faces, result, found, actions)
        case _:
            yield from _changed(acting)


def _changed(acting: commands.Acting) -> Iterator[Event]:
    unit, actions = acting.unit, acting.actions
    match acting.command:
        case commands.ChangeStance(_, stance):
            yield posture.StanceChanged(unit.id, stance, actions)
        case commands.ChangeMovement(_, movement):
            yield posture.MovementChanged(unit.id, movement, actions)
        case commands.TakeCover(_, material, full, class_, towards, exposed):
            class_ = class_ or pieces(acting.state.edition.house).materials[material]
            yield posture.CoverTaken(unit.id, material, class_, full, tuple(dict.fromkeys(towards)), exposed, actions)
        case commands.Uncover():
            yield posture.CoverLeft(unit.id, actions)
        case commands.GiveUp():
            yield posture.GaveUp(unit.id, actions)
        case _:
            return


def noticed(wearer: Unit, result: int, ease: int) -> tuple[str, ...]:
    """The hidden weapons that a Notice check with this result finds, so much easier than by a look (EHZ-7.3)."""
    return tuple(str(one.weapon) for one in wearer.carried if one.hidden is not None and result >= one.hidden - ease)


def _sought(unit: Unit, name: str) -> Weapon | None:
    if there := unit.carries(name):
        return there.weapon
    return unit.weapon if unit.weapon and str(unit.weapon) == name else None
