"""The ruling on a shot and its odds, in words: the procedure step by step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from fireline.chance import Dist, d20
from fireline.game.command import Shot
from fireline.game.entries import plain
from fireline.game.numbers import House
from fireline.game.odds import Headline
from fireline.rulesets.blightmeer import legality
from fireline.rulesets.blightmeer.editions import RULES, Critical, Edition, Injuring, Targeting
from fireline.rulesets.blightmeer.modifiers import defence_needed, modifiers
from fireline.rulesets.blightmeer.pieces import Check, Weapon, pieces
from fireline.rulesets.blightmeer.protect import Reply, ranked, replies
from fireline.rulesets.blightmeer.resolution import CHECKS, Outcome, volley
from fireline.rulesets.blightmeer.resolution import WOUNDS as TAKEN
from fireline.rulesets.blightmeer.scene import called
from fireline.rulesets.blightmeer.shot import SHARE, Shooting
from fireline.rulesets.blightmeer.state import NO_CHECK, State
from fireline.ruling import Explained, Ruling, total
from fireline.ruling.prose import listing, minus, plural, signed

FIRST = RULES.cite("BLM-1.3")
RANGE, SIGHT, COVER, HEIGHT = (RULES.cite(id_) for id_ in ("BLM-2.2", "BLM-5.1", "BLM-5.2", "BLM-6.1"))
WINDOW, PROTECT, NO_COVER = (RULES.cite(id_) for id_ in ("BLM-4.4", "BLM-4.2", "BLM-4.3"))
CHECK, DEFENCE, TWICE, AGAIN = (RULES.cite(id_) for id_ in ("BLM-7.2", "BLM-7.3", "BLM-7.4", "BLM-7.5"))
WOUNDS, EACH, POOL = (RULES.cite(id_) for id_ in ("BLM-7.6", "BLM-7.7", "BLM-7.8"))
INJURY, VALUE = RULES.cite("BLM-7.9"), RULES.cite("BLM-2.4")
WHY = {
    legality.CLOSEST: "It is the closest enemy.",
    legality.OPEN: "It is the closest that is not in Cover; the closest of all is in Cover.",
    legality.IGNORED: "Only Stunned or Dazed enemies are closer, and they may be ignored.",
    legality.LARGE: "It is Large: it need not be the closest.",
}
COUNTED = ("no", "one Defence Check", *(f"{count} Defence Checks" for count in ("two", "three", "four")))


def procedure(shooting: Shooting, answers: tuple[Reply, ...], *, legal: bool) -> Iterator[Explained]:
    """The steps of a shot as far as it goes; `answers` are those that the opponent has to it."""
    state, target, edition = shooting.state, shooting.target, shooting.state.edition
    if legality.nobody_first(state):
        yield Explained(FIRST, legality.NOBODY_FIRST)
    if shooting.sight.clear:  # where it is not, the refusal says it
        origin = f" from {called(shooting.peer)}" if shooting.peer else ""
        yield Explained(SIGHT if shooting.peer is None else WINDOW, f"Line of sight{origin} {shooting.sight}.")
    if shooting.covered and shooting.sight.clear:
        yield Explained(COVER, f"{target} has Cover: a part of its body is hidden.")
    if legal and (allowed := why_this_one(shooting)):
        yield allowed
    if shooting.weapon is not None:
        yield Explained(RANGE, _range(shooting, shooting.weapon))
    if shooting.elevated:
        yield Explained(HEIGHT, _height(shooting))
    if not legal or not shooting.in_range:
        return
    if shooting.protector is not None:
        yield from _protect(shooting)
    elif answers:
        yield Explained(PROTECT, _replies(answers))
    yield Explained(CHECK, _check(shooting))
    yield Explained(DEFENCE, _defence(shooting))
    yield from _critical(edition, shooting.injury_modifier)
    each = edition.house[TAKEN]
    taken = "a Wound" if each == 1 else plural(each, "Wound")
    yield Explained(WOUNDS, f"Each Defence Check that fails takes {taken}; {_wounds(shooting)}.")
    yield from _injury(shooting)
    if state.edition.windows and shooting.peer is not None:
        until = f"Until the next turn of {shooting.shooter} starts, any enemy that sees the window may target it."
        yield Explained(WINDOW, until)


def why_this_one(shooting: Shooting) -> Explained | None:
    """Which rule lets a legal target be chosen, where more is asked than that it is seen."""
    if shooting.state.edition.targeting is not Targeting.CLOSEST:
        return None
    reached = legality.reached_by(shooting)
    if reached == legality.BELOW:
        below = float(shooting.state.edition.house.value(legality.FAR_BELOW))
        return Explained(legality.BELOW, f'It is at least {below:g}" below: it need not be the closest.')
    return Explained(reached, WHY[reached]) if reached else None


def _range(shooting: Shooting, weapon: Weapon) -> str:
    far, reach = shooting.gap.shown(weapon.range), f'{float(weapon.range):g}"'
    if shooting.in_range:
        return f"Distance {far}, range {reach}."
    return f"Distance {far}, beyond the range of {reach}: the shot misses and is spent."


def _height(shooting: Shooting) -> str:
    drop = f'{shooting.target} is {float(shooting.shooter.above(shooting.target)):g}" below'
    part = shooting.state.edition.house.value(SHARE)
    share = "half" if part == Fraction(1, 2) else f"{float(part):g} of"
    half = f'{share} the range is {float(shooting.near):g}"' if shooting.near is not None else "there is no range"
    return f"{drop}; {half}: {'Advantage' if shooting.advantage else 'too far for Advantage'}."


def _protect(shooting: Shooting) -> Iterator[Explained]:
    ally, edition = shooting.protector, shooting.state.edition
    if ally is None or ally.morale is None:
        yield Explained(PROTECT, f"{ally} tries to Protect, but has a Morale of - and fails.")
        return
    worse = " with Disadvantage" if volley(shooting).unsteady else ""
    yield Explained(PROTECT, f"{ally} tries to Protect, Morale Check: {_needs(edition, ally.morale)}{worse}.")
    instead = shooting.at_protector()
    defence = _defence(instead).removesuffix(".")
    yield Explained(NO_COVER, f"If it passes, {ally} is the target, without Cover. {defence}; {_wounds(instead)}.")


def _replies(answers: tuple[Reply, ...]) -> str:
    best = ranked(answers)[0]
    allies = listing((one.protector or "" for one in answers[1:]), last="or")
    return f"The opponent may Protect with {allies}. Best for him is {best.protector or 'nobody'}: {best}."


def _check(shooting: Shooting) -> str:
    net = shooting.advantage - shooting.disadvantage
    how = {1: " with Advantage", -1: " with Disadvantage", 0: ""}[net]
    both = " (Advantage and Disadvantage cancel)" if shooting.advantage and shooting.disadvantage else ""
    needs = _needs(shooting.state.edition, shooting.ranged_needed or 0, attack=True)
    added = [f"{one.name} {signed(one.value)}" for one in shooting.special(Check.RANGED)]
    sum_ = f" (Ranged {', '.join([str(shooting.shooter.ranged), *added])})" if added else ""
    return f"Ranged Check: {needs}{how}{both}{sum_}."


def _defence(shooting: Shooting) -> str:
    target, needed, net = shooting.target, defence_needed(shooting), modifiers.sum(shooting)
    if needed is None:
        return f"Defence Check: none, for {target} has a Defence of -; every hit gets through."
    adds, none = pieces(target.house).gear, target.house[NO_CHECK]
    stat = f"- counts as {none}" if target.defence is None else str(target.defence)
    changes = [f"{one.replace('_', ' ')} {signed(-adds[one])}" for one in target.gear if adds[one]]
    changes += [f"net pierce {signed(net)}"] if net else []
    sum_ = f" (Defence {', '.join([stat, *changes])})" if changes else ""
    worse = " with Disadvantage" if volley(shooting).target.worse else ""
    return f"Defence Check: {_needs(shooting.state.edition, needed)}{worse}{sum_}."


def _needs(edition: Edition, needed: int, *, attack: bool = False) -> str:
    """What a check needs, and where natural rolls make that another thing than it seems."""
    passing = [face for face in d20.faces if edition.passes(face, needed, attack=attack)]
    usual = f"{minus(needed)} or more on a d20"
    if needed > d20.faces[-1]:
        return f"{usual}, so only {_natural(passing[0])} passes" if passing else f"{usual}, which no roll is"
    if passing[0] < needed and passing[0] > d20.faces[0]:
        return f"{usual}, and {_natural(passing[0])} passes"
    if passing[0] > needed:
        low = "1" if passing[0] == 2 else f"1 to {passing[0] - 1}"
        return f"{usual}, but a natural {low} fails"
    return usual


def _wounds(shooting: Shooting) -> str:
    unit, counts = shooting.target, shooting.state.edition.zero_wounds_count_as_one
    none = ", which counts as 1" if counts else ", so nothing injures it"
    return f"{unit} has {plural(unit.wounds, 'Wound')}" + ("" if unit.wounds else none)


def _critical(edition: Edition, injury: int) -> Iterator[Explained]:
    match edition.critical:
        case Critical.TWO_CHECKS:
            checks = COUNTED[edition.house[CHECKS]]
            yield Explained(TWICE, f"{_natural(edition.critical_from).capitalize()} calls for {checks}.")
        case Critical.CHAIN:
            roll = _natural(edition.critical_from).capitalize()
            yield Explained(AGAIN, f"{roll} gives one more attack, and so on without limit.")
        case Critical.ONE_MORE:
            criticals = [face for face in d20.faces if edition.is_critical(face, injury)]
            roll = f"A roll of {criticals[0]} or more, hit or miss," if criticals else "No roll"
            yield Explained(AGAIN, f"{roll} gives one more attack, which cannot be critical.")


def _injury(shooting: Shooting) -> Iterator[Explained]:
    modifier, added = shooting.injury_modifier, shooting.special(Check.INJURY)
    if modifier or added:
        of_which = f", of which {listing(f'{one.name} {signed(one.value)}' for one in added)}" if added else ""
        yield Explained(VALUE, f"For injury {signed(modifier)} is added to the Ranged Check{of_which}.")
    if shooting.state.edition.injuring is Injuring.POOL:
        spare = max(volley(shooting).target.pool, 1) - 1
        highest = "the highest value of those that got through injures"
        if spare:
            gone = f"{plural(spare, 'attack')} that got through {'is' if spare == 1 else 'are'} removed at random"
            highest = f"{gone}, and the highest value left injures"
        yield Explained(POOL, f"At 0 Wounds {highest}.")
    else:
        yield Explained(EACH, "At 0 Wounds each failed check injures by its value; the worse stands.")
    now = shooting.target.injury
    held = f" It is {str(now).capitalize()} already: only what is worse counts." if now.lies else ""
    yield Explained(INJURY, f"{_chart(shooting.state.edition.house)}.{held}")


def _chart(house: House) -> str:
    """Which values bring which injury."""
    told, above = list[str](), None
    for injury, lowest in pieces(house).chart:
        if above is None or lowest < above:
            upto = "" if above == lowest + 1 else " or more" if above is None else f" to {above - 1}"
            told.append(f"{lowest}{upto} {injury.capitalize()}")
            above = lowest
    return ", ".join([f"{(above or 0) - 1} or less Dazed", *reversed(told)])


def _natural(face: int) -> str:
    """A natural roll of so much or more, as a sentence names it."""
    return f"a natural {face}" + ("" if face == d20.faces[-1] else " or more")


def rule(shooting: Shooting) -> Ruling:
    """The ruling on a shot."""
    refused, lines = legality.refusals(shooting), modifiers(shooting)
    weapon, answers = shooting.weapon, tuple[Reply, ...]()
    if not refused and shooting.in_range and shooting.protectors:  # what the opponent may answer
        answers = replies(replace(shooting, protector=None))
    net = shooting.advantage - shooting.disadvantage
    summary: dict[str, Any] = {
        "distance": shooting.gap.number,
        "range": None if weapon is None else plain(weapon.range),
        "in_range": shooting.in_range,
        "ranged_needed": shooting.ranged_needed,
        "defence_needed": defence_needed(shooting),
        "net_pierce": total(lines),
        "advantage": net > 0,
        "disadvantage": net < 0,
        "visible": float(shooting.sight.visible),
    }
    if len(answers) > 1:
        best = ranked(answers)[0]
        summary["replies"] = [one.data() | {"best": one is best} for one in answers]
    return Ruling(
        title=f"{title(shooting.state, shooting.shooter.id)} > {title(shooting.state, shooting.target.id)}",
        refusals=refused,
        line_of_sight=shooting.sight,
        cover=shooting.covered,
        modifiers=lines,
        summary=summary,
        steps=tuple(procedure(shooting, answers, legal=not refused)),
        sum_name="net_pierce",
        allowed=None if refused else why_this_one(shooting),
    )


def headline(outcomes: Dist[Outcome]) -> Headline:
    """A Wound or an injury; whoever has no Wounds left can only be injured."""
    of = "wounds_lost" if any(outcome.wounds_lost for outcome in outcomes) else "injury"
    hurts = outcomes.probability(lambda outcome: outcome.wounds_lost > 0 or bool(outcome.injury))
    return Headline("hurts the target", hurts, of)


def answer_in_words(shot: Shot) -> str:
    """Who tries to Protect, where the shot says so."""
    if "protector" not in shot.details:
        return ""
    ally = shot.details["protector"]
    return "nobody Protects" if ally is None else f"{ally} tries to Protect {shot.target}"


def title(state: State, id_: str) -> str:
    """A unit as people call it: its id and its weapon."""
    unit = state.find(id_)
    return f"{id_} ({unit.weapon})" if unit and unit.weapon else id_
