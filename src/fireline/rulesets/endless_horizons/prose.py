"""The ruling in words: the procedure of a shot step by step, and its odds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from fireline.chance import Dist, limited
from fireline.chance import odds as weigh
from fireline.game.odds import Headline
from fireline.rulesets.endless_horizons import legality
from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.modifiers import modifiers, thresholds
from fireline.rulesets.endless_horizons.pieces import NO_CLASS, ROMAN, STANCES, Band
from fireline.rulesets.endless_horizons.resolution import HIGHEST, LOWEST, Outcome, burst, fire
from fireline.rulesets.endless_horizons.shot import MOST_BULLETS, Shooting
from fireline.rulesets.endless_horizons.state import State
from fireline.ruling import Explained, Ruling, total
from fireline.ruling.prose import listing, plural, signed

ROLL, EVASION, HITS = RULES.cite("EHZ-1.2"), RULES.cite("EHZ-1.3"), RULES.cite("EHZ-1.4")
SKILL, RANGE, SIZE = RULES.cite("EHZ-1.5"), RULES.cite("EHZ-2.1"), RULES.cite("EHZ-3.1")
BURST, OUT_OF_TURN, MALFUNCTION = RULES.cite("EHZ-5.1"), RULES.cite("EHZ-6.2"), RULES.cite("EHZ-8.1")
EFFECTS, COVER = RULES.cite("EHZ-8.2"), RULES.cite("EHZ-9.1")
BULLETS_SHOWN, MOST_NAMED = 6, 3
PLAIN_SKILL = "skill"


def rule(shooting: Shooting) -> Ruling:
    """The ruling on a shot."""
    lines = modifiers(shooting)
    difficulty, band, weapon = total(lines), shooting.band, shooting.shooter.weapon
    expected = expected_hits(shooting)
    return Ruling(
        title=f"{shooting.shooter}{f' ({weapon})' if weapon else ''} > {shooting.target}",
        refusals=legality.refusals(shooting),
        line_of_sight=None,
        cover=shooting.full_cover is not None,
        modifiers=lines,
        summary={
            "distance": shooting.distance.number,
            "range_category": str(band) if band else None,
            "size": str(shooting.size),
            "difficulty": difficulty,
            "bonus": shooting.bonus,
            "expected_hits": None if expected is None else str(expected),
        },
        steps=tuple(_procedure(shooting, difficulty, expected)),
        sum_name="difficulty",
    )


def odds(shooting: Shooting) -> Dist[Outcome]:
    """The exact odds of a legal shot."""
    # A malfunction at any bullet of the longest burst, and the catastrophe at any after it: a path for each pair.
    with limited(paths=MOST_BULLETS**2):
        return weigh(fire, burst(shooting))


def expected_hits(shooting: Shooting) -> Fraction | None:
    """How many bullets hit on average, None with no firearm in hand that fires so many."""
    weapon = shooting.shooter.gun
    if weapon is None or shooting.bullets > weapon.most:
        return None
    return odds(shooting).mean(lambda outcome: outcome.hits)


def headline(outcomes: Dist[Outcome]) -> Headline:
    """At least one hit."""
    return Headline("at least one hit", outcomes.probability(lambda outcome: outcome.hits > 0), "hits")


def weapon_title(state: State, id_: str) -> str:
    """The weapon in somebody's hand as people call it."""
    unit = state.find(id_)
    return str(unit.weapon) if unit and unit.weapon else "weapon"


def _procedure(shooting: Shooting, difficulty: int, expected: Fraction | None) -> Iterator[Explained]:
    yield Explained(RANGE, _range(shooting))
    if shooting.beyond or shooting.band is Band.MAXIMUM:
        text = "the target may have time to evade; no number is given for it, so the game master's modifiers carry it"
        yield Explained(EVASION, f"At an extreme distance: {text}.")
    yield Explained(SIZE, _size(shooting))
    if shooting.skill[0] != PLAIN_SKILL:
        yield Explained(SKILL, f"The {shooting.shooter.weapon} takes the {shooting.skill[0]}.")
    yield Explained(ROLL, _roll(shooting, difficulty))
    if shooting.bullets > 1:
        yield Explained(BURST, _bullets(shooting, difficulty, expected))
    if (shooting.target.cover or shooting.cover) and (shooting.full_cover or shooting.shown or not shooting.cover):
        yield Explained(COVER, _cover(shooting))
    if shooting.out_of_turn and shooting.opening:
        yield Explained(OUT_OF_TURN, f"{shooting.target} left cover under suppression: the shot needs no action.")
    if shooting.target.hits_to_stop is not None:
        target, taken = shooting.target, plural(shooting.target.hits, "hit")
        yield Explained(HITS, f"{target} has taken {taken} and is out of the fight with {target.hits_to_stop}.")
    yield from _troubles(shooting)


def caveat(state: State) -> str:
    """Whom hits never put out of the fight, as the file does not say with how many (EHZ-1.4)."""
    standing = [unit.id for unit in state.units if unit.hits_to_stop is None]
    if not standing:
        return ""
    few = listing(standing) if len(standing) <= MOST_NAMED else plural(len(standing), "unit")
    who = "anybody" if len(standing) == len(state.units) else few
    return f"no number of hits puts {who} out of the fight: the battle gives no hits_to_stop"


def _troubles(shooting: Shooting) -> Iterator[Explained]:
    """What may go wrong, or has."""
    if shooting.shooter.injured:
        yield Explained(MALFUNCTION, f"{shooting.shooter} is injured; no number is given for it.")
    often, burst_on = shooting.state.edition.squib_bursts, "wrecks the weapon, injures the shooter"
    if shooting.squib:
        when = "firing" if often is None else f"with {often} in ten each bullet fired"
        yield Explained(MALFUNCTION, f"Warning: a bullet is stuck in the barrel; {when} {burst_on} and hits nothing.")
    elif shooting.state.edition.escalation:
        yield Explained(EFFECTS, f"A natural {LOWEST} or {HIGHEST} is rolled on and may bring an effect.")


def _range(shooting: Shooting) -> str:
    weapon = shooting.shooter.gun
    if weapon is None:
        return f"Distance {shooting.distance}."
    reach = f"{float(weapon.model.effective_range):g} m"
    if shooting.band is None:
        return f"Distance {shooting.distance}: beyond the effective range of {reach}."
    return f"Distance {shooting.distance}: {shooting.band} range of the effective {reach}."


def _size(shooting: Shooting) -> str:
    target = shooting.target
    if shooting.shown:
        return f"{target} shows a {shooting.size} target."
    if target.own_size is not None or target.stance is None:
        return f"{target} is a {target.size} target."
    return f"{target} is {target.stance.replace('_', ' ')}: a {STANCES[target.stance].size} target."


def _roll(shooting: Shooting, difficulty: int) -> str:
    check = shooting.shooter.check
    skill, ranks = shooting.skill
    parts = {"dexterity": check.dexterity, "perception": check.perception, skill: ranks}
    named = [f"{name} {signed(value)}" for name, value in (parts | {"effort": shooting.effort}).items() if value]
    added = f" + {shooting.bonus} ({listing(named)})" if named else ""
    return f"Roll 1d10{added} against {difficulty}: {_needs(difficulty - shooting.bonus)}."


def _needs(face: int) -> str:
    if face > HIGHEST:
        return "no face is enough"
    return f"{face} or more on the die" if face > LOWEST else "any face is enough"


def _bullets(shooting: Shooting, difficulty: int, average: Fraction | None) -> str:
    each = thresholds(shooting, difficulty)
    shown = [str(dc) for dc in each[:BULLETS_SHOWN]]
    rest = f", and so on to {each[-1]}" if len(each) > BULLETS_SHOWN else ""
    text = ", ".join(shown) + rest if rest else listing(shown)
    recoil = each[1] - each[0]
    many = "" if average is None else f"; {hits_text(average)} on average"
    return f"One roll for {plural(shooting.bullets, 'bullet')}, difficulties {text} (recoil {recoil}){many}."


def hits_text(average: Fraction) -> str:
    """How many hits are to be expected, to two digits.

    >>> hits_text(Fraction(2, 5)), hits_text(Fraction(1, 3)), hits_text(Fraction(1))
    ('0.4 hits', '0.33 hits', '1 hit')
    """
    return f"{float(round(average, 2)):g} hit{'s' * (average != 1)}"


def _class(number: int) -> str:
    return f"above class {ROMAN[-1]}" if number == NO_CLASS else f"class {ROMAN[number]}"


def _cover(shooting: Shooting) -> str:
    target, cover, weapon = shooting.target, shooting.cover, shooting.shooter.gun
    if cover is None:
        return f"The {target.cover} of {target} does not stand between the two."
    if shooting.shown:
        why = f"is behind {cover} in part"
        if cover.full:
            fires = "has shot" if target.showing else "suppresses"
            why = f"{fires} from behind {cover} and shows himself"
        return f"{target} {why}: what shows is {shooting.size}."
    if weapon is None:
        return f"{target} is wholly behind cover."
    bullets = f"{'armour-piercing ' if weapon.armour_piercing else ''}{weapon.model.cartridge or 'its cartridge'}"
    known = _class(weapon.protection) if weapon.protection else "of no known class"
    least = "nothing" if cover.penetrated_by == NO_CLASS else f"{_class(cover.penetrated_by)} and up"
    stops = f"{cover.material} lets {least} through"
    if shooting.penetrates:
        return f"{target} is wholly behind {cover}; {bullets} ({known}) goes through: {stops}."
    behind = f"{target} is wholly behind {cover}"
    return f"{behind}, which stops {bullets} ({known}): no hit is possible; {stops}."
