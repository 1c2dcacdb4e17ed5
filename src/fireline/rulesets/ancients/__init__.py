"""Commands & Colors: Ancients: fire on a hex board with symbol dice.

Read in this order: `rulebook.toml`, `editions`, `pieces`, `board`, `state`, `battlefile`, `sight`, `shot`,
`modifiers`, `legality`, `resolution`, `prose`, `retreat`, `events`, `commands`, `turn`, `places`, `editing`, `maps`.
"""

from fireline.game.command import MovedByHand, UnitMoved, commands_in
from fireline.game.drawing import late
from fireline.game.event import events_in
from fireline.game.planning import OpenField, Planning, marked
from fireline.game.ruleset import Decisions, Ruleset, Versions
from fireline.rulesets.ancients import commands, events, legality, prose, turn
from fireline.rulesets.ancients.battlefile import BattleEntry, read, write
from fireline.rulesets.ancients.editing import EDITING
from fireline.rulesets.ancients.editions import NUMBERS, RULES
from fireline.rulesets.ancients.events import BLOCKS
from fireline.rulesets.ancients.maps import IMPORTING
from fireline.rulesets.ancients.places import PLACES, in_the_open, reach
from fireline.rulesets.ancients.resolution import Outcome, ended
from fireline.rulesets.ancients.shot import Shooting, ShotEntry, declare
from fireline.rulesets.ancients.state import State, under

RULESET: Ruleset[State, Shooting, Outcome] = Ruleset(
    id="ancients",
    name="Commands & Colors: Ancients",
    rulebook=RULES,
    numbers=NUMBERS,
    read=read,
    write=write,
    units=turn.units,
    unit_flags=turn.FLAGS,
    turn=turn.turn,
    victor=turn.victor,
    shooters=turn.shooters,
    targets=turn.targets,
    legal_shots=turn.legal_shots,
    declare=declare,
    rule=prose.rule,
    against=legality.refusals,
    odds=prose.odds,
    shoot=turn.shoot,
    headline=prose.headline,
    successes={"hits": "hits", "flags": "flags", "falls": "own leaders killed"},
    phases=turn.PHASES,
    shot_label=turn.shot_label,
    events=(*events_in(events), MovedByHand, UnitMoved),
    package=__name__,
    drawing=late(f"{__name__}.drawing:DRAWING"),
    command_types=commands_in(commands),
    entry=BattleEntry,
    distance="distance",
    quick=True,
    shot_questions=(("extra_dice", "How many dice does a command card add?"),),
    shot_entry=ShotEntry,
    should_ask=lambda state, _shot, _name: state.cards,
    decisions=Decisions(
        decision_owner=turn.decision_owner,
        answers=commands.answers,
        customary="as many flags as possible are ignored, and the retreat loses the fewest blocks",
        material=prose.material,
        ended=ended,
    ),
    places=PLACES,
    losses=BLOCKS.name,
    planning=Planning(
        upper_bound=turn.upper_bound,
        contact=turn.contact,
        with_turn_of=turn.with_turn_of,
        shots_left=turn.shots_left,
        apart=PLACES.apart,
        in_the_open=OpenField(in_the_open, reach, "other units, terrain, ramparts and a near edge of the board"),
        still=marked(PLACES, moved=0),
    ),
    editing=EDITING,
    maps=IMPORTING,
    versions=Versions(under),
)
