"""Commands & Colors: Ancients: fire on a hex board with symbol dice.

Read in this order: `rulebook.toml`, `editions`, `pieces`, `board`, `state`, `scenario`, `roster`, `battlefile`,
`sight`, `shot`, `modifiers`, `legality`, `resolution`, `events`, `evolution`, `rampage`, `retreat`, `answers`,
`depends`, `turn`, `prose`, `story`, `overview`, `editing`, `maps`.
"""

from operator import attrgetter

from fireline.game.command import MovedByHand, PhaseEnded
from fireline.game.decisions import Decisions
from fireline.game.planning import Planning
from fireline.game.ruleset import Ruleset
from fireline.game.versions import Versions
from fireline.rulesets.ancients import drawing, legality, overview, prose, story, turn
from fireline.rulesets.ancients.answers import Flee, Rampage, Retreat
from fireline.rulesets.ancients.battlefile import BattleEntry, read, write
from fireline.rulesets.ancients.depends import depends
from fireline.rulesets.ancients.editing import EDITING
from fireline.rulesets.ancients.editions import RULES
from fireline.rulesets.ancients.events import EVENTS
from fireline.rulesets.ancients.evolution import evolve
from fireline.rulesets.ancients.losses import LOSSES
from fireline.rulesets.ancients.maps import IMPORTING
from fireline.rulesets.ancients.places import PLACES, apart
from fireline.rulesets.ancients.resolution import Outcome, ended
from fireline.rulesets.ancients.shot import Shooting, ShotEntry, declare
from fireline.rulesets.ancients.state import State, under
from fireline.rulesets.ancients.upper_bound import upper_bound

RULESET: Ruleset[State, Shooting, Outcome] = Ruleset(
    id="ancients",
    name="Commands & Colors: Ancients",
    rulebook=RULES,
    read=read,
    write=write,
    units=overview.units,
    unit_flags=overview.FLAGS,
    turn=overview.turn,
    shooters=turn.shooters,
    targets=turn.targets,
    legal_shots=turn.legal_shots,
    declare=declare,
    rule=prose.rule,
    against=legality.refusals,
    odds=prose.odds,
    shoot=turn.shoot,
    headline=prose.headline,
    worth=prose.worth,
    successes={"hits": "hits", "flags": "flags", "falls": "own leaders killed"},
    commands=turn.commands,
    refusals=turn.refusals,
    decide=turn.decide,
    evolve=evolve,
    narrate=story.narrate,
    label=story.label,
    events=(*EVENTS, PhaseEnded, MovedByHand),
    package=__name__,
    drawing=drawing.load,
    command_types=(Retreat, Rampage, Flee),
    entry=BattleEntry,
    distance="distance",
    quick=True,
    shot_questions=(("extra_dice", "How many dice does a command card add?"),),
    shot_entry=ShotEntry,
    should_ask=lambda state, _shot, _name: state.cards,
    decisions=Decisions(
        decision_owner=turn.decision_owner,
        customary="as many flags are ignored as may be, and a way is taken that loses fewest blocks",
        material=prose.material,
        ended=ended,
    ),
    places=PLACES,
    losses=LOSSES,
    planning=Planning(
        upper_bound=upper_bound,
        with_turn_of=turn.with_turn_of,
        shots_left=turn.shots_left,
        depends=depends,
        apart=apart,
        still={"moved": 0},
    ),
    editing=EDITING,
    maps=IMPORTING,
    versions=Versions(played=attrgetter("edition"), under=under),
)
