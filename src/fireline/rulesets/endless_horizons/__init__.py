"""Endless Horizons: firearms by one ten-sided die against a difficulty.

Read in this order: `rulebook.toml`, `editions`, `pieces`, `board`, `state`, `armoury`, `battlefile`, `shot`,
`modifiers`, `legality`, `resolution`, `prose`, `events`, `covering`, `commands`, `handling`, `hiding`, `posture`,
`suppression`, `places`, `turn`, `editing`.
"""

from fireline.game.command import MovedByHand, UnitMoved
from fireline.game.drawing import late
from fireline.game.event import events_in
from fireline.game.planning import OpenField, Planning
from fireline.game.ruleset import Ruleset, Versions
from fireline.rulesets.endless_horizons import (
    covering,
    events,
    handling,
    hiding,
    legality,
    places,
    posture,
    prose,
    suppression,
    turn,
)
from fireline.rulesets.endless_horizons.battlefile import BattleEntry, expanded_entry, read, write
from fireline.rulesets.endless_horizons.editing import EDITING
from fireline.rulesets.endless_horizons.editions import NUMBERS, RULES
from fireline.rulesets.endless_horizons.events import HITS
from fireline.rulesets.endless_horizons.places import PLACES, apart, armed, in_the_open, reach
from fireline.rulesets.endless_horizons.posture import keeping_still
from fireline.rulesets.endless_horizons.resolution import Outcome
from fireline.rulesets.endless_horizons.shot import Shooting, ShotEntry, aimed, declare, matters
from fireline.rulesets.endless_horizons.state import State, under

RULESET: Ruleset[State, Shooting, Outcome] = Ruleset(
    id="endless-horizons",
    name="Endless Horizons",
    rulebook=RULES,
    numbers=NUMBERS,
    read=read,
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
    odds=prose.odds,
    shoot=turn.shoot,
    headline=prose.headline,
    successes={"hits": "hits"},
    phases=turn.PHASES,
    doings=turn.doings,
    shot_label=turn.shot_label,
    events=(
        *events_in(events, suppression, covering, posture, places, handling, hiding),
        MovedByHand,
        UnitMoved,
    ),
    package=__name__,
    drawing=late(f"{__name__}.drawing.rangeband:DRAWING"),
    command_types=turn.COMMANDS,
    entry=BattleEntry,
    shots=turn.shots,
    expanded_entry=expanded_entry,
    weapon="shooter.weapon",
    arms=("weapon", "carried"),
    distance="distance",
    quick=True,
    places=PLACES,
    losses=HITS.name,
    planning=Planning(
        upper_bound=turn.upper_bound,
        with_turn_of=turn.with_turn_of,
        shots_left=turn.shots_left,
        handing_on=turn.handing_on,
        preparing=turn.preparing,
        left_out=turn.left_out,
        equivalence=turn.equivalence,
        missing=turn.missing,
        apart=apart,
        in_the_open=OpenField(in_the_open, reach, "anybody else, cover, walls and suppressing fire", armed),
        aimed=aimed,
        still=keeping_still,
    ),
    editing=EDITING,
    versions=Versions(under),
    should_ask=matters,
    shot_questions=(
        ("bullets", "How many bullets?"),
        ("aim_actions", "How many actions to aim?"),
        ("effort", "Effort bonus?"),
        ("modifiers", "Other modifiers?"),
        ("out_of_turn", "Out of turn, where an opening allows it?"),
    ),
    shot_entry=ShotEntry,
)
