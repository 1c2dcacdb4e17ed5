"""Duel of Ages: ranged attacks on a map of dots, drawn walls and edges, decided by challenge cards.

Read in this order: `rulebook.toml`, `editions`, `pieces`, `board`, `deck`, `state`, `mapfile`, `roster`, `battlefile`,
`sight`, `sightmarks`, `shot`, `modifiers`, `legality`, `resolution`, `events`, `evolution`, `movement`, `turn`,
`prose`, `story`, `infull`.
"""

from fireline.game.command import MovedByHand, PhaseEnded
from fireline.game.ruleset import Hidden, Ruleset
from fireline.rulesets.duel_of_ages import legality, prose, story, turn
from fireline.rulesets.duel_of_ages.alike import alike
from fireline.rulesets.duel_of_ages.battlefile import BattleEntry, read, write
from fireline.rulesets.duel_of_ages.board import Team
from fireline.rulesets.duel_of_ages.ceiling import ceiling
from fireline.rulesets.duel_of_ages.editions import RULES
from fireline.rulesets.duel_of_ages.events import EVENTS
from fireline.rulesets.duel_of_ages.evolution import evolve
from fireline.rulesets.duel_of_ages.infull import in_full
from fireline.rulesets.duel_of_ages.losses import losses
from fireline.rulesets.duel_of_ages.movement import Act, Move, SlipAway
from fireline.rulesets.duel_of_ages.places import PLACES
from fireline.rulesets.duel_of_ages.resolution import Outcome
from fireline.rulesets.duel_of_ages.shot import Shooting, runs_along_edges
from fireline.rulesets.duel_of_ages.state import State, seen_by, team_of

RULESET: Ruleset[State, Shooting, Outcome] = Ruleset(
    id="duel-of-ages",
    name="Duel of Ages II",
    rulebook=RULES,
    read=read,
    write=write,
    shooters=turn.shooters,
    targets=turn.targets,
    title=prose.title,
    declare=legality.settled,
    rule=prose.rule,
    against=legality.refusals,
    odds=prose.odds,
    shoot=turn.shoot,
    headline=prose.headline,
    worth=prose.worth,
    caveat=prose.caveat,
    successes={"wounds": "wounds", "hit": "hits", "defeated": "heroes defeated"},
    to_decide=turn.to_decide,
    commands=turn.commands,
    refusals=turn.refusals,
    decide=turn.decide,
    evolve=evolve,
    tell=story.tell,
    describe=story.describe,
    events=(*EVENTS, PhaseEnded, MovedByHand),
    package=__name__,
    says=(Move, SlipAway, Act),
    entry=BattleEntry,
    shots=turn.shots,
    shots_left=turn.shots_left,
    ceiling=ceiling,
    alike=alike,
    to_fire=turn.to_fire,
    places=PLACES,
    in_full=in_full,
    losses=losses,
    side=team_of,
    questions=(("edges", "Which spaces count along edges?"),),
    asks=runs_along_edges,
    hidden=Hidden(teams=tuple(map(str, Team)), seen_by=seen_by, team_of=team_of),
)
