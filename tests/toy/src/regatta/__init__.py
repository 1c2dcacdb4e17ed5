"""Regatta: boats at berths along a quay, a game from outside with words of its own.

Read in this order: `rulebook.toml`, `editions`, `state`, `battlefile`, `shot`, `modifiers`, `legality`, `resolution`,
`prose`, `events`, `places`, `turn`, `overview`, `upper_bound`, `editing`, `drawing`.
"""

from dataclasses import replace
from operator import attrgetter

from fireline.game.command import MovedByHand, UnitMoved, commands_in
from fireline.game.planning import Planning
from fireline.game.ruleset import Decisions, Ruleset, Versions
from regatta import legality, overview, prose, turn
from regatta.battlefile import BattleEntry, read, write
from regatta.drawing import load
from regatta.editing import EDITING
from regatta.editions import RULES
from regatta.events import EVENTS, HOLES
from regatta.places import BERTHS
from regatta.resolution import Outcome, ended
from regatta.shot import Shooting, declare
from regatta.state import State
from regatta.upper_bound import upper_bound

RULESET: Ruleset[State, Shooting, Outcome] = Ruleset(
    id="regatta",
    name="Regatta",
    rulebook=RULES,
    package=__name__,
    read=read,
    write=write,
    entry=BattleEntry,
    units=overview.units,
    unit_flags=("fired",),
    turn=overview.turn,
    shooters=turn.shooters,
    targets=turn.targets,
    declare=declare,
    rule=prose.rule,
    against=legality.refusals,
    odds=prose.odds,
    shoot=turn.shoot,
    headline=prose.headline,
    successes={"holes": "holes"},
    distance="distance",
    phases=turn.PHASES,
    shot_label=turn.shot_label,
    events=(*EVENTS, MovedByHand, UnitMoved),
    command_types=commands_in(turn),
    decisions=Decisions(
        decision_owner=turn.decision_owner,
        answers=turn.answers,
        customary="every captain keeps his cannons",
        material=prose.material,
        ended=ended,
    ),
    places=BERTHS,
    losses=HOLES.name,
    planning=Planning(upper_bound=upper_bound, with_turn_of=turn.with_turn_of, shots_left=turn.shots_left),
    drawing=load,
    editing=EDITING,
    versions=Versions(played=attrgetter("edition"), under=lambda state, edition: replace(state, edition=edition)),
)
