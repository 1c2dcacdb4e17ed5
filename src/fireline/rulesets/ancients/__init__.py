"""Commands & Colors: Ancients: fire on a hex board with symbol dice.

Read in this order: `rulebook.toml`, `editions`, `pieces`, `board`, `battlefile`, `shot`, `sight`, `modifiers`,
`legality`, `resolution`, `events`, `evolution`, `retreat`, `answers`, `turn`, `prose`.
"""

from fireline.game.command import PhaseEnded
from fireline.game.ruleset import Ruleset
from fireline.rulesets.ancients import prose, turn
from fireline.rulesets.ancients.battlefile import read, write
from fireline.rulesets.ancients.board import State
from fireline.rulesets.ancients.editions import RULES
from fireline.rulesets.ancients.events import EVENTS
from fireline.rulesets.ancients.evolution import evolve
from fireline.rulesets.ancients.resolution import Outcome

RULESET: Ruleset[State, Outcome] = Ruleset(
    id="ancients",
    name="Commands & Colors: Ancients",
    rulebook=RULES,
    read=read,
    write=write,
    shooters=turn.shooters,
    targets=turn.targets,
    title=prose.title,
    rule=prose.rule,
    odds=prose.odds,
    headline=prose.headline,
    worth=prose.worth,
    to_decide=turn.to_decide,
    commands=turn.commands,
    refusals=turn.refusals,
    decide=turn.decide,
    evolve=evolve,
    tell=prose.tell,
    describe=prose.describe,
    events=(*EVENTS, PhaseEnded),
    package=__name__,
)
