"""The ruling on a shot, and its odds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fireline.chance import Dist
from fireline.game.entries import plain
from fireline.game.odds import Headline
from fireline.game.shot import Shot
from fireline.rulesets.blightmeer import legality
from fireline.rulesets.blightmeer.modifiers import defence_needed, modifiers
from fireline.rulesets.blightmeer.pieces import Injury
from fireline.rulesets.blightmeer.procedure import procedure, why_this_one
from fireline.rulesets.blightmeer.protect import Reply, ranked, replies
from fireline.rulesets.blightmeer.resolution import Outcome
from fireline.rulesets.blightmeer.shot import Shooting
from fireline.rulesets.blightmeer.state import State
from fireline.ruling import Ruling, total


def rule(shooting: Shooting) -> Ruling:
    """The ruling on a shot."""
    refused, lines = legality.refusals(shooting), modifiers(shooting)
    weapon, answers = shooting.weapon, () if refused else _answers(shooting)
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
    return Headline("hurts the target", outcomes.probability(_hurts), of)


def _hurts(outcome: Outcome) -> bool:
    return outcome.wounds_lost > 0 or outcome.injury != str(Injury.NONE)


def declared(shot: Shot) -> str:
    """Who tries to Protect, where the shot says so."""
    if "protector" not in shot.details:
        return ""
    ally = shot.details["protector"]
    return "nobody Protects" if ally is None else f"{ally} tries to Protect {shot.target}"


def title(state: State, id_: str) -> str:
    """A unit as people call it: its id and its weapon."""
    unit = state.find(id_)
    return f"{id_} ({unit.weapon})" if unit and unit.weapon else id_


def _answers(shooting: Shooting) -> tuple[Reply, ...]:
    """What the opponent may answer, where the shot leaves it open."""
    return replies(replace(shooting, protector=None)) if shooting.in_range and shooting.protectors else ()
