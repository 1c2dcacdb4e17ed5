"""Blightmeer: miniatures on a table in three dimensions, in three versions of its rules.

Read in this order: `rulebook.toml`, `editions`, `pieces`, `openings`, `terrain`, `walls`, `landscape`, `roster`,
`state`, `battlefile`, `figure`, `scene`, `shot`, `modifiers`, `legality`, `resolution`, `protect`, `events`, `turn`,
`prose`, `editing`, `maps`.
"""

from functools import partial

from fireline.game.command import MovedByHand, UnitMoved, commands_in
from fireline.game.drawing import late
from fireline.game.event import events_in
from fireline.game.planning import OpenField, Planning, marked
from fireline.game.ruleset import Decisions, Ruleset, Versions
from fireline.rulesets.blightmeer import events, legality, places, prose, protect, turn
from fireline.rulesets.blightmeer.battlefile import ENTRIES, files_named, read, write
from fireline.rulesets.blightmeer.editing import EDITING
from fireline.rulesets.blightmeer.editions import EDITIONS, RULES, Edition, differences
from fireline.rulesets.blightmeer.events import WOUNDS
from fireline.rulesets.blightmeer.maps import IMPORTING
from fireline.rulesets.blightmeer.places import PLACES, armed, in_the_open, reach
from fireline.rulesets.blightmeer.protect import odds_of, ranking
from fireline.rulesets.blightmeer.resolution import Outcome
from fireline.rulesets.blightmeer.shot import Shooting, declare
from fireline.rulesets.blightmeer.state import State, under
from fireline.rulesets.blightmeer.turn import expanded_entry, warnings


def _id(edition: Edition) -> str:
    return f"blightmeer@{edition.id}"


def _ruleset(edition: Edition) -> Ruleset[State, Shooting, Outcome]:
    return Ruleset(
        id=_id(edition),
        name=f"Blightmeer, rules of {edition.id}",
        rulebook=RULES.of(edition.id),
        numbers=edition.house.numbers,
        read=partial(read, edition=edition),
        write=write,
        units=turn.units,
        unit_flags=turn.FLAGS,
        turn=turn.turn,
        shooters=turn.shooters,
        targets=turn.targets,
        legal_shots=turn.legal_shots,
        declare=declare,
        rule=prose.rule,
        against=legality.refusals,
        odds=odds_of,
        shoot=turn.shoot,
        headline=prose.headline,
        successes={"wounds_lost": "wounds", "attacks_hit": "attacks that hit"},
        phases=turn.PHASES,
        shot_label=turn.shot_label,
        events=(*events_in(events), MovedByHand, UnitMoved),
        package=__name__,
        drawing=late(f"{__name__}.drawing.tabletop:DRAWING"),
        command_types=commands_in(protect, places),
        entry=ENTRIES[edition.id],
        shots=turn.shots,
        expanded_entry=expanded_entry,
        weapon="shooter.weapon",
        arms=("weapon",),
        files=files_named,
        warnings=warnings,
        distance="distance",
        decisions=Decisions(
            decision_owner=turn.decision_owner,
            answers=protect.answers,
            customary="nobody Protects",
            ranking=ranking,
            shot_with_answer=turn.shot_with_answer,
            answer_in_words=prose.declared,
        ),
        places=PLACES,
        losses=WOUNDS.of,
        planning=Planning(
            upper_bound=turn.upper_bound,
            contact=turn.contact,
            with_turn_of=turn.with_turn_of,
            equivalence=turn.equivalence,
            missing=turn.missing,
            in_the_open=OpenField(
                in_the_open, reach, "other models and terrain, and on level ground", armed, ("peer", "protector")
            ),
            still=marked(PLACES, moved=False, ran=False),
        ),
        editing=EDITING,
        maps=IMPORTING,
        versions=Versions(
            under=under,
            edition=edition,
            differences=differences,
            ids=tuple(map(_id, EDITIONS.values())),
        ),
    )


V2025_11, V2026_01, V2026_07 = map(_ruleset, EDITIONS.values())
