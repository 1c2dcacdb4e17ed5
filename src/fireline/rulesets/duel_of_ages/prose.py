"""The ruling in words: the procedure of a shot step by step, and its odds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fireline.chance import Dist
from fireline.chance import odds as weigh
from fireline.game.odds import Headline
from fireline.geometry.polygons import GRID
from fireline.rulesets.duel_of_ages import legality
from fireline.rulesets.duel_of_ages.board import Team, space_name
from fireline.rulesets.duel_of_ages.deck import BUILTIN, DECKS, OWN_DECK
from fireline.rulesets.duel_of_ages.editions import RULES
from fireline.rulesets.duel_of_ages.legality import REACTION_SPACES
from fireline.rulesets.duel_of_ages.modifiers import modifiers
from fireline.rulesets.duel_of_ages.resolution import Outcome, differences, draws, fire
from fireline.rulesets.duel_of_ages.shot import SYMBOL, Shooting
from fireline.rulesets.duel_of_ages.sight import EDGE, OWN_SPACE
from fireline.rulesets.duel_of_ages.state import TURNED_UP, State, StepKind
from fireline.ruling import Explained, Ruling, total
from fireline.ruling.prose import listing, plural, signed

STEPS = frozenset(id_ for id_ in RULES if id_.startswith("DOA-1."))
"""Rules about steps and cards: what they refuse, they refuse wherever the shot is aimed."""
DOTS, RANGE = RULES.cite("DOA-3.1"), RULES.cite("DOA-2.1")
HIT, DIFFERENCE = RULES.cite("DOA-4.1"), RULES.cite("DOA-4.2")
DAMAGE, WOUNDS = RULES.cite("DOA-4.3"), RULES.cite("DOA-4.4")
LOOKING, SWITCHED = RULES.cite("DOA-3.10"), RULES.cite("DOA-1.6")


def rule(shooting: Shooting) -> Ruling:
    """The ruling on a shot."""
    state, lines = shooting.state, modifiers(shooting)
    weapon, defence = shooting.weapon, total(lines)
    hit_at, damage_at = differences(shooting)
    deck = state.pile(shooting.shooter.team).list
    return Ruling(
        title=f"{shooting.shooter}{f' with {weapon}' if weapon else ''} > {_aim(shooting)}",
        refusals=legality.refusals(shooting),
        line_of_sight=shooting.sight,
        cover=bool(shooting.look and shooting.look.stealth),
        modifiers=lines,
        summary={
            "weapon": weapon.name if weapon else None,
            "space": space_name(shooting.space),
            "distance": shooting.distance,
            "range": [weapon.min_range, weapon.max_range] if weapon else None,
            "stealth_bonus": shooting.look.stealth if shooting.look else 0,
            "attack": shooting.attack,
            "defence": defence,
            "difference": hit_at if weapon else None,
            "damage_difference": damage_at if weapon else None,
            "deck": deck.id,
            "cards_left": len(deck.cards) if shooting.fresh else len(state.pile(shooting.shooter.team).left),
        },
        steps=tuple(_procedure(shooting, defence)),
        sum_name="defence",
    )


def odds(shooting: Shooting) -> Dist[Outcome]:
    """The exact odds of a legal shot, against the deck as it stands or, where the shot says so, a fresh one."""
    return weigh(fire, draws(shooting))


def headline(outcomes: Dist[Outcome]) -> Headline:
    """At least one wound."""
    return Headline("at least one wound", outcomes.probability(lambda outcome: outcome.wounds > 0), "wounds")


def caveat(state: State) -> str:
    """Whose cards they are, where a team draws from Fireline's own."""
    return OWN_DECK if any(pile.list.id == BUILTIN for pile in map(state.pile, Team)) else ""


def shot_caveat(shooting: Shooting) -> str:
    """Whose cards they are, where the shot draws from Fireline's own."""
    return OWN_DECK if shooting.state.pile(shooting.shooter.team).list.id == BUILTIN else ""


def better_by(difference: int) -> str:
    """A difference as the cards call it.

    >>> better_by(1), better_by(0), better_by(-6)
    ('Better By 1', 'Even', 'Worse By 6')
    """
    if not difference:
        return "Even"
    return f"{'Better' if difference > 0 else 'Worse'} By {abs(difference)}"


def _aim(shooting: Shooting) -> str:
    """The target, and where it was when the shot reaches back to its move."""
    target, there = shooting.target, space_name(shooting.space)
    return str(target) if shooting.space == target.space else f"{target.id} (when it was on {there})"


def _procedure(shooting: Shooting, defence: int) -> Iterator[Explained]:
    state, weapon = shooting.state, shooting.weapon
    if weapon and not weapon.face_up:
        yield Explained(TURNED_UP, f"The {weapon} lies face down; shooting turns it up for everybody to see.")
    if state.step is StepKind.REACTION:
        yield from _reaction_spaces(shooting)
    if weapon and shooting.distance is not None:
        reach = f"range {weapon.min_range} to {weapon.max_range}"
        yield Explained(RANGE, f"Distance {plural(shooting.distance, 'space')}, {reach}.")
    if shooting.sight:
        yield Explained(DOTS, f"Line of sight {shooting.sight}.")
        if not shooting.sight.clear:
            yield Explained(LOOKING, "Looking is free: a shot that is blocked was never taken.")
    yield from _choices(shooting)
    if state.board.snap:
        far = f"{float(state.board.snap):.2g} of a space"
        yield Explained(DOTS, f"The map's coordinates were moved by up to {far} to lie on the grid of 1/{GRID}.")
    if weapon:
        yield from _challenges(shooting, defence)


def _reaction_spaces(shooting: Shooting) -> Iterator[Explained]:
    """Which spaces of the target's last Action are open, and why the others are not."""
    action, target = shooting.target.last_action, shooting.target
    if action is None or not action.entered or target.team is shooting.shooter.team:
        return
    start = action.path[0]
    yield Explained(REACTION_SPACES, f"{target.id} started on {space_name(start)}: closed.")
    for space in dict.fromkeys(action.entered):
        if space != start:
            reasons = [one for one in legality.refusals(replace(shooting, space=space)) if one.rule not in STEPS]
            why = " ".join(map(str, reasons)) if reasons else "open."
            yield Explained(REACTION_SPACES, f"{target.id} moved into {space_name(space)}: {why}")


def _choices(shooting: Shooting) -> Iterator[Explained]:
    look = shooting.look
    if look is None:
        return
    for one in look.choices:
        sides = [f"{name} ({effect})" for name, effect in zip(one.names, one.effects, strict=True)]
        chosen = one.names[one.counts or 0]
        same = one.effects[0].cost == one.effects[1].cost
        why = f"it makes no difference, {chosen} counts" if same else f"the shooter chooses {chosen}"
        yield Explained(EDGE, f"Along the edge between {listing(sides)} {why}.")
    if look.own.what and not look.own.blocks and look.own.what != "Clear":
        yield Explained(OWN_SPACE, f"The {look.own.what} in the shooter's own space does not count.")


def _challenges(shooting: Shooting, defence: int) -> Iterator[Explained]:
    weapon, target = shooting.weapon, shooting.target
    if weapon is None:
        return
    hit_at, damage_at = differences(shooting)
    base = shooting.shooter.rating(weapon.rating)
    bonus = shooting.state.edition.house[SYMBOL]
    symbol = f" {signed(bonus)} for the {weapon.symbol} symbol" if shooting.matching else ""
    attack = f"{weapon.rating.capitalize()} {base}{symbol}"
    yield Explained(HIT, f"Hit Challenge: {attack} against {defence}: {better_by(hit_at)}.")
    armor = target.rating("armor")
    yield Explained(DAMAGE, f"Damage Challenge: Power {weapon.power} against Armor {armor}: {better_by(damage_at)}.")
    left = "no Health is written down for it" if target.health_left is None else f"{target.health_left} defeat it"
    yield Explained(WOUNDS, f"{plural(weapon.wounds, 'wound')} and what the card adds to {target.id}; {left}.")
    yield Explained(DECKS, _deck(shooting))


def _deck(shooting: Shooting) -> str:
    pile = shooting.state.pile(shooting.shooter.team)
    deck, left = pile.list, len(pile.left)
    whose = f"{OWN_DECK}: the published one is not known to it" if deck.id == BUILTIN else f"the deck {deck.id}"
    if shooting.fresh:
        return f"The odds are those of a fresh deck of {len(deck.cards)} cards, {whose}."
    drawn = f"{left} of {len(deck.cards)} cards are left" if pile.drawn else f"all {left} cards are there"
    return f"Cards come from {whose}; {drawn}."
