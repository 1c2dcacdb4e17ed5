"""Endless Horizons: firearms by one ten-sided die against a difficulty.

Read in this order: `rulebook.toml`, `editions`, `pieces`, `board`, `state`, `armoury`, `roster`, `battlefile`, `shot`,
`modifiers`, `legality`, `resolution`, `events`, `rounds`, `evolution`, `commands`, `acting`, `handling`,
`suppression`, `posture`, `turn`, `prose`, `story`, `infull`.
"""

from fireline.game.command import MovedByHand, PhaseEnded
from fireline.game.ruleset import Ruleset
from fireline.rulesets.endless_horizons import legality, prose, story, turn
from fireline.rulesets.endless_horizons.battlefile import BattleEntry, read, write
from fireline.rulesets.endless_horizons.ceiling import ceiling
from fireline.rulesets.endless_horizons.commands import COMMANDS
from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.events import EVENTS
from fireline.rulesets.endless_horizons.evolution import evolve
from fireline.rulesets.endless_horizons.infull import in_full
from fireline.rulesets.endless_horizons.losses import losses, side
from fireline.rulesets.endless_horizons.places import PLACES
from fireline.rulesets.endless_horizons.resolution import Outcome
from fireline.rulesets.endless_horizons.shot import Shooting, declare
from fireline.rulesets.endless_horizons.state import State

RULESET: Ruleset[State, Shooting, Outcome] = Ruleset(
    id="endless-horizons",
    name="Endless Horizons",
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
    successes={"hits": "hits"},
    to_decide=turn.to_decide,
    commands=turn.commands,
    refusals=turn.refusals,
    decide=turn.decide,
    evolve=evolve,
    tell=story.tell,
    describe=story.describe,
    events=(*EVENTS, PhaseEnded, MovedByHand),
    package=__name__,
    says=COMMANDS,
    entry=BattleEntry,
    shots=turn.shots,
    shots_left=turn.shots_left,
    preparing=turn.preparing,
    ceiling=ceiling,
    alike=turn.alike,
    to_fire=turn.to_fire,
    places=PLACES,
    in_full=in_full,
    losses=losses,
    side=side,
    questions=(
        ("bullets", "How many bullets?"),
        ("aim_actions", "How many actions to aim?"),
        ("effort", "Effort bonus?"),
        ("modifiers", 'Other modifiers, such as [{"name": "smoke", "value": 2}]?'),
        ("out_of_turn", "Out of turn, where an opening allows it (true or false)?"),
    ),
)
