"""Commands & Colors: Ancients: fire on a hex board with symbol dice.

Read in this order: `rulebook.toml`, `editions`, `pieces`, `board`, `state`, `scenario`, `roster`, `battlefile`,
`sight`, `shot`, `modifiers`, `legality`, `resolution`, `events`, `evolution`, `rampage`, `retreat`, `answers`, `turn`,
`prose`, `story`.
"""

from fireline.game.command import MovedByHand, PhaseEnded
from fireline.game.ruleset import Ruleset
from fireline.rulesets.ancients import legality, prose, story, turn
from fireline.rulesets.ancients.answers import Flee, Rampage, Retreat
from fireline.rulesets.ancients.battlefile import BattleEntry, read, write
from fireline.rulesets.ancients.ceiling import ceiling
from fireline.rulesets.ancients.editions import RULES
from fireline.rulesets.ancients.events import EVENTS
from fireline.rulesets.ancients.evolution import evolve
from fireline.rulesets.ancients.losses import losses, side
from fireline.rulesets.ancients.places import PLACES
from fireline.rulesets.ancients.resolution import Outcome, ended
from fireline.rulesets.ancients.shot import Shooting, declare
from fireline.rulesets.ancients.state import State

RULESET: Ruleset[State, Shooting, Outcome] = Ruleset(
    id="ancients",
    name="Commands & Colors: Ancients",
    rulebook=RULES,
    read=read,
    write=write,
    shooters=turn.shooters,
    targets=turn.targets,
    title=prose.title,
    declare=declare,
    rule=prose.rule,
    against=legality.refusals,
    odds=prose.odds,
    shoot=turn.shoot,
    headline=prose.headline,
    worth=prose.worth,
    ended=ended,
    customary="as many flags are ignored as may be, and a way is taken that loses fewest blocks",
    material=prose.material,
    successes={"hits": "hits", "flags": "flags", "falls": "own leaders killed"},
    to_decide=turn.to_decide,
    commands=turn.commands,
    refusals=turn.refusals,
    decide=turn.decide,
    evolve=evolve,
    tell=story.tell,
    describe=story.describe,
    events=(*EVENTS, PhaseEnded, MovedByHand),
    package=__name__,
    says=(Retreat, Rampage, Flee),
    entry=BattleEntry,
    ceiling=ceiling,
    shots_left=turn.shots_left,
    questions=(("extra_dice", "How many dice does a command card add?"),),
    asks=lambda state, _shot: state.cards,
    to_fire=turn.to_fire,
    places=PLACES,
    losses=losses,
    side=side,
)
