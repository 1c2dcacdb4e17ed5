"""Duel of Ages: ranged attacks on a map of dots, drawn walls and edges, decided by challenge cards.

Read in this order: `rulebook.toml`, `editions`, `pieces`, `board`, `deck`, `state`, `mapfile`, `roster`, `battlefile`,
`sight`, `sightmarks`, `shot`, `modifiers`, `legality`, `resolution`, `events`, `evolution`, `movement`, `turn`,
`misses`, `prose`, `story`, `overview`, `expanded`, `editing`, `maps`.
"""

from operator import attrgetter

from fireline.game.command import MovedByHand, PhaseEnded
from fireline.game.hidden import Hidden
from fireline.game.planning import Planning
from fireline.game.ruleset import Ruleset
from fireline.game.versions import Versions
from fireline.rulesets.duel_of_ages import drawing, legality, overview, prose, story, turn
from fireline.rulesets.duel_of_ages.battlefile import BattleEntry, read, write
from fireline.rulesets.duel_of_ages.board import Team
from fireline.rulesets.duel_of_ages.editing import EDITING
from fireline.rulesets.duel_of_ages.editions import RULES
from fireline.rulesets.duel_of_ages.equivalence import equivalence
from fireline.rulesets.duel_of_ages.events import EVENTS
from fireline.rulesets.duel_of_ages.evolution import evolve
from fireline.rulesets.duel_of_ages.expanded import expanded_entry
from fireline.rulesets.duel_of_ages.losses import LOSSES
from fireline.rulesets.duel_of_ages.maps import IMPORTING
from fireline.rulesets.duel_of_ages.misses import missing
from fireline.rulesets.duel_of_ages.movement import Act, Move, SlipAway
from fireline.rulesets.duel_of_ages.places import PLACES, apart
from fireline.rulesets.duel_of_ages.resolution import Outcome
from fireline.rulesets.duel_of_ages.shot import Shooting, ShotEntry, runs_along_edges
from fireline.rulesets.duel_of_ages.state import State, under, view_for
from fireline.rulesets.duel_of_ages.upper_bound import upper_bound

RULESET: Ruleset[State, Shooting, Outcome] = Ruleset(
    id="duel-of-ages",
    name="Duel of Ages II",
    rulebook=RULES,
    read=read,
    write=write,
    units=overview.units,
    unit_flags=overview.FLAGS,
    turn=overview.turn,
    shooters=turn.shooters,
    targets=turn.targets,
    legal_shots=turn.legal_shots,
    declare=legality.disambiguated,
    rule=prose.rule,
    against=legality.refusals,
    odds=prose.odds,
    shoot=turn.shoot,
    headline=prose.headline,
    worth=prose.worth,
    caveat=prose.caveat,
    successes={"wounds": "wounds", "hit": "hits", "defeated": "heroes defeated"},
    commands=turn.commands,
    refusals=turn.refusals,
    decide=turn.decide,
    evolve=evolve,
    narrate=story.narrate,
    label=story.label,
    events=(*EVENTS, PhaseEnded, MovedByHand),
    package=__name__,
    drawing=drawing.load,
    command_types=(Move, SlipAway, Act),
    entry=BattleEntry,
    shots=turn.shots,
    expanded_entry=expanded_entry,
    weapon="shot.weapon",
    arms=("cards",),
    distance="distance",
    quick=True,
    shot_questions=(("edges", "Which spaces count along edges?"),),
    shot_entry=ShotEntry,
    should_ask=runs_along_edges,
    places=PLACES,
    losses=LOSSES,
    planning=Planning(
        upper_bound=upper_bound,
        with_turn_of=turn.with_turn_of,
        shots_left=turn.shots_left,
        equivalence=equivalence,
        missing=missing,
        apart=apart,
    ),
    hidden=Hidden(teams=tuple(map(str, Team)), view_for=view_for),
    editing=EDITING,
    maps=IMPORTING,
    versions=Versions(played=attrgetter("edition"), under=under),
)
