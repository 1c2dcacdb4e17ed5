"""Endless Horizons: firearms by one ten-sided die against a difficulty.

Read in this order: `rulebook.toml`, `editions`, `pieces`, `board`, `state`, `armoury`, `roster`, `battlefile`, `shot`,
`modifiers`, `legality`, `resolution`, `events`, `rounds`, `evolution`, `commands`, `acting`, `handling`,
`suppression`, `posture`, `offers`, `depends`, `turn`, `prose`, `story`, `overview`, `expanded`, `editing`.
"""

from operator import attrgetter

from fireline.game.command import MovedByHand, PhaseEnded
from fireline.game.planning import Planning
from fireline.game.ruleset import Ruleset
from fireline.game.versions import Versions
from fireline.rulesets.endless_horizons import drawing, legality, offers, overview, prose, story, turn
from fireline.rulesets.endless_horizons.battlefile import BattleEntry, read, write
from fireline.rulesets.endless_horizons.commands import COMMANDS
from fireline.rulesets.endless_horizons.depends import depends
from fireline.rulesets.endless_horizons.editing import EDITING
from fireline.rulesets.endless_horizons.editions import RULES
from fireline.rulesets.endless_horizons.events import EVENTS
from fireline.rulesets.endless_horizons.evolution import evolve
from fireline.rulesets.endless_horizons.expanded import expanded_entry
from fireline.rulesets.endless_horizons.losses import LOSSES
from fireline.rulesets.endless_horizons.misses import missing
from fireline.rulesets.endless_horizons.places import PLACES, apart
from fireline.rulesets.endless_horizons.resolution import Outcome
from fireline.rulesets.endless_horizons.shot import Shooting, ShotEntry, aimed, declare, matters
from fireline.rulesets.endless_horizons.state import State, under
from fireline.rulesets.endless_horizons.upper_bound import upper_bound

RULESET: Ruleset[State, Shooting, Outcome] = Ruleset(
    id="endless-horizons",
    name="Endless Horizons",
    rulebook=RULES,
    read=read,
    write=write,
    units=overview.units,
    unit_flags=overview.FLAGS,
    turn=overview.turn,
    shooters=turn.shooters,
    targets=turn.targets,
    legal_shots=offers.legal_shots,
    declare=declare,
    rule=prose.rule,
    against=legality.refusals,
    odds=prose.odds,
    shoot=turn.shoot,
    headline=prose.headline,
    worth=prose.worth,
    successes={"hits": "hits"},
    commands=turn.commands,
    refusals=turn.refusals,
    decide=turn.decide,
    evolve=evolve,
    narrate=story.narrate,
    label=story.label,
    events=(*EVENTS, PhaseEnded, MovedByHand),
    package=__name__,
    drawing=drawing.load,
    command_types=COMMANDS,
    entry=BattleEntry,
    shots=turn.shots,
    expanded_entry=expanded_entry,
    weapon="shooter.weapon",
    arms=("weapon", "carried"),
    distance="distance",
    quick=True,
    places=PLACES,
    losses=LOSSES,
    planning=Planning(
        upper_bound=upper_bound,
        with_turn_of=turn.with_turn_of,
        shots_left=turn.shots_left,
        handing_on=turn.handing_on,
        preparing=turn.preparing,
        equivalence=turn.equivalence,
        depends=depends,
        missing=missing,
        apart=apart,
        aimed=aimed,
        still={"movement": "still"},
    ),
    editing=EDITING,
    versions=Versions(played=attrgetter("edition"), under=under),
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
