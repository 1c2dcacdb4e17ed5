"""The ruling in words: the procedure of a shot step by step, and its odds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from fireline.chance import Dist
from fireline.chance import odds as weigh
from fireline.game.odds import Headline
from fireline.game.shot import Shot
from fireline.rulesets.endless_horizons import legality
from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.modifiers import modifiers, thresholds
from fireline.rulesets.endless_horizons.pieces import ROMAN, STANCES
from fireline.rulesets.endless_horizons.resolution import HIGHEST, LOWEST, Outcome, burst, fire
from fireline.rulesets.endless_horizons.shot import Shooting, declare
from fireline.rulesets.endless_horizons.state import State
from fireline.ruling import Explained, Ruling, total
from fireline.ruling.prose import listing, plural, signed

ROLL, RANGE, SIZE = RULES.cite("EHZ-1.2"), RULES.cite("EHZ-2.1"), RULES.cite("EHZ-3.1")
BURST, OUT_OF_TURN, MALFUNCTION = RULES.cite("EHZ-5.1"), RULES.cite("EHZ-6.2"), RULES.cite("EHZ-8.1")
EFFECTS, COVER = RULES.cite("EHZ-8.2"), RULES.cite("EHZ-9.1")
BULLETS_SHOWN = 6


def rule(state: State, shot: Shot) -> Ruling:
    """The ruling on a shot."""
    shooting = declare(state, shot)
    lines = modifiers(shooting)
    difficulty, band, weapon = total(lines), shooting.band, shooting.shooter.weapon
    return Ruling(
        title=f"{shooting.shooter}{f' ({weapon})' if weapon else ''} > {shooting.target}",
        refusals=legality.refusals(shooting),
        line_of_sight=None,
        cover=shooting.full_cover is not None,
        modifiers=lines,
        summary={
            "distance": shooting.distance.number,
            "range_category": str(band) if band else None,
            "size": str(shooting.target.size),
            "difficulty": difficulty,
            "bonus": shooting.bonus,
        },
        steps=tuple(_procedure(shooting, difficulty)),
        sum_name="difficulty",
    )


def odds(state: State, shot: Shot) -> Dist[Outcome]:
    """The exact odds of a legal shot."""
    return weigh(fire, burst(declare(state, shot)))


def headline(outcomes: Dist[Outcome]) -> Headline:
    """At least one hit."""
    return Headline("at least one hit", outcomes.probability(lambda outcome: outcome.hits > 0), "hits")


def worth(state: State, shot: Shot, outcome: Outcome) -> Fraction:
    """The bullets that hit."""
    return Fraction(outcome.hits)


def title(state: State, id_: str) -> str:
    """A unit as people call it: its id."""
    return id_


def _procedure(shooting: Shooting, difficulty: int) -> Iterator[Explained]:
    yield Explained(RANGE, _range(shooting))
    yield Explained(SIZE, _size(shooting))
    yield Explained(ROLL, _roll(shooting, difficulty))
    if shooting.bullets > 1:
        yield Explained(BURST, _bullets(shooting, difficulty))
    if shooting.full_cover:
        yield Explained(COVER, _cover(shooting))
    if shooting.out_of_turn:
        yield Explained(OUT_OF_TURN, f"{shooting.target} left cover under suppression: the shot needs no action.")
    if shooting.squib:
        text = "a bullet is stuck in the barrel; firing wrecks the weapon, injures the shooter and hits nothing."
        yield Explained(MALFUNCTION, f"Warning: {text}")
    elif shooting.state.edition.escalation:
        yield Explained(EFFECTS, f"A natural {LOWEST} or {HIGHEST} is rolled on and may bring an effect.")


def _range(shooting: Shooting) -> str:
    weapon = shooting.shooter.weapon
    if weapon is None:
        return f"Distance {shooting.distance}."
    reach = f"{float(weapon.model.effective_range):g} m"
    if shooting.band is None:
        return f"Distance {shooting.distance}: beyond the effective range of {reach}."
    return f"Distance {shooting.distance}: {shooting.band} range of the effective {reach}."


def _size(shooting: Shooting) -> str:
    target = shooting.target
    if target.own_size is not None or target.stance is None:
        return f"{target} is a {target.size} target."
    return f"{target} is {target.stance.replace('_', ' ')}: a {STANCES[target.stance].size} target."


def _roll(shooting: Shooting, difficulty: int) -> str:
    check = shooting.shooter.check
    parts = {"dexterity": check.dexterity, "perception": check.perception, "skill": check.skill}
    named = [f"{name} {signed(value)}" for name, value in (parts | {"effort": shooting.effort}).items() if value]
    added = f" + {shooting.bonus} ({listing(named)})" if named else ""
    return f"Roll 1d10{added} against {difficulty}: {_needs(difficulty - shooting.bonus)}."


def _needs(face: int) -> str:
    if face > HIGHEST:
        return "no face is enough"
    return f"{face} or more on the die" if face > LOWEST else "any face is enough"


def _bullets(shooting: Shooting, difficulty: int) -> str:
    each = thresholds(shooting, difficulty)
    shown = [str(dc) for dc in each[:BULLETS_SHOWN]]
    rest = f", and so on to {each[-1]}" if len(each) > BULLETS_SHOWN else ""
    text = ", ".join(shown) + rest if rest else listing(shown)
    return f"One roll for {plural(shooting.bullets, 'bullet')}, difficulties {text} (recoil {each[1] - each[0]})."


def _cover(shooting: Shooting) -> str:
    cover, weapon = shooting.full_cover, shooting.shooter.weapon
    if cover is None or weapon is None:
        return f"{shooting.target} is wholly behind cover."
    bullets = f"{'armour-piercing ' if weapon.armour_piercing else ''}{weapon.model.cartridge or 'its cartridge'}"
    known = f"class {ROMAN[weapon.protection]}" if weapon.protection else "of no known class"
    stops = f"{cover.material} lets class {ROMAN[cover.penetrated_by]} and up through"
    if shooting.penetrates:
        return f"{shooting.target} is wholly behind {cover.material}; {bullets} ({known}) goes through: {stops}."
    behind = f"{shooting.target} is wholly behind {cover.material}"
    return f"{behind}, which stops {bullets} ({known}): no hit is possible; {stops}."
