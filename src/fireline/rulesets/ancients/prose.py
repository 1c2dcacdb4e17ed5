"""The ruling in words: the procedure of a shot step by step, and its odds."""

from __future__ import annotations

from collections.abc import Iterator

from fireline.chance import Dist
from fireline.chance import odds as weigh
from fireline.game.odds import Headline
from fireline.rulesets.ancients import legality
from fireline.rulesets.ancients.editions import RULES
from fireline.rulesets.ancients.modifiers import modifiers
from fireline.rulesets.ancients.pieces import SYMBOL_NAMES
from fireline.rulesets.ancients.resolution import Outcome, fire, volley
from fireline.rulesets.ancients.shot import Shooting
from fireline.rulesets.ancients.state import Leader
from fireline.ruling import Explained, Ruling, total
from fireline.ruling.prose import plural

NO_ANSWER, RANGE, SIGHT = RULES.cite("CCA-1.5"), RULES.cite("CCA-2.1"), RULES.cite("CCA-3.1")
DICE, SYMBOLS, LEADERS = RULES.cite("CCA-4.1"), RULES.cite("CCA-5.2"), RULES.cite("CCA-6")


def rule(shooting: Shooting) -> Ruling:
    """The ruling on a shot."""
    sight, found = shooting.line.sight, modifiers(shooting)
    return Ruling(
        title=f"{shooting.shooter} > {shooting.target}",
        refusals=legality.refusals(shooting),
        line_of_sight=sight,
        cover=False,
        modifiers=found,
        summary={"distance": shooting.distance, "range": shooting.shooter.type.range, "dice": total(found)},
        steps=tuple(_procedure(shooting, total(found))),
        sum_name="dice",
    )


def odds(shooting: Shooting) -> Dist[Outcome]:
    """The exact odds of the dice of a legal shot, up to the owner's answer to flags."""
    return weigh(fire, volley(shooting))


def headline(outcomes: Dist[Outcome]) -> Headline:
    """At least one block lost when the attack is over; against a leader alone, his death."""
    if any(outcome.leader_killed and not outcome.blocks_lost for outcome in outcomes):
        killed = outcomes.probability(lambda outcome: outcome.leader_killed)
        return Headline("leader killed", killed, "leader_killed")
    lost = outcomes.probability(lambda outcome: outcome.blocks_lost > 0)
    return Headline("at least one block lost", lost, "blocks_lost")


def _procedure(shooting: Shooting, dice: int) -> Iterator[Explained]:
    shooter, target = shooting.shooter, shooting.target
    yield Explained(RANGE, f"Distance {plural(shooting.distance, 'hex', 'hexes')}, range {shooter.type.range}.")
    yield Explained(SIGHT, f"Line of sight {shooting.line.sight}.")
    yield Explained(DICE, f"{plural(dice, 'battle die', 'battle dice')}.")
    if isinstance(target, Leader):
        yield Explained(LEADERS, "Any leader symbol kills; else the leader must flee, and flags do nothing.")
    else:
        yield Explained(SYMBOLS, f"Each {SYMBOL_NAMES[target.type.symbol]} is a hit; each flag may force a retreat.")
        if leader := shooting.state.leader_at(target.hex):
            yield Explained(LEADERS, f"Leader {leader.id} takes a casualty check if the unit loses blocks.")
    yield Explained(NO_ANSWER, "The target does not battle back and does not evade.")
