"""Duel of Ages: ranged attacks on a map of dots, drawn walls and edges, decided by challenge cards.

Read in this order: `rulebook.toml`, `editions`, `pieces`, `board`, `deck`, `state`, `mapfile`, `battlefile`,
`sight`, `shot`, `modifiers`, `legality`, `resolution`, `prose`, `events`, `movement`, `turn`, `planning`, `attrition`,
`places`, `editing`, `maps`.
"""

from fireline.game.command import MovedByHand, UnitMoved, commands_in
from fireline.game.drawing import late
from fireline.game.event import events_in
from fireline.game.planning import OpenField, Planning
from fireline.game.ruleset import Hidden, Ruleset, Versions
from fireline.rulesets.duel_of_ages import attrition, events, legality, movement, planning, prose, turn
from fireline.rulesets.duel_of_ages.battlefile import BattleEntry, read, write
from fireline.rulesets.duel_of_ages.board import Team
from fireline.rulesets.duel_of_ages.editing import EDITING
from fireline.rulesets.duel_of_ages.editions import NUMBERS, RULES
from fireline.rulesets.duel_of_ages.events import WOUNDS
from fireline.rulesets.duel_of_ages.maps import IMPORTING
from fireline.rulesets.duel_of_ages.places import PLACES, armed, in_the_open, reach
from fireline.rulesets.duel_of_ages.resolution import Outcome
from fireline.rulesets.duel_of_ages.shot import Shooting, ShotEntry, declare
from fireline.rulesets.duel_of_ages.state import State, under, view_for

RULESET: Ruleset[State, Shooting, Outcome] = Ruleset(
    id="duel-of-ages",
    name="Duel of Ages II",
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
    declare=legality.disambiguated,
    rule=prose.rule,
    against=legality.refusals,
    odds=prose.odds,
    shoot=turn.shoot,
    headline=prose.headline,
    caveat=prose.caveat,
    successes={"wounds": "wounds", "hit": "hits", "defeated": "heroes defeated"},
    phases=turn.PHASES,
    doings=movement.doings,
    shot_label=turn.shot_label,
    events=(*events_in(events), MovedByHand, UnitMoved),
    package=__name__,
    drawing=late(f"{__name__}.drawing:DRAWING"),
    command_types=commands_in(movement),
    entry=BattleEntry,
    shots=turn.shots,
    expanded_entry=turn.expanded_entry,
    weapon="shot.weapon",
    arms=("cards",),
    distance="distance",
    quick=True,
    shot_questions=(("edges", "Which spaces count along edges?"),),
    shot_entry=ShotEntry,
    should_ask=lambda state, shot, _name: any(one.look.choices for one in declare(state, shot) if one.look),
    places=PLACES,
    losses=WOUNDS.name,
    planning=Planning(
        upper_bound=planning.upper_bound,
        contact=planning.contact,
        with_turn_of=turn.with_turn_of,
        shots_left=turn.shots_left,
        still=turn.still,
        equivalence=planning.equivalence,
        alike_for=planning.alike_for,
        missing=planning.missing,
        attrition=attrition.attrition,
        apart=PLACES.apart,
        in_the_open=OpenField(in_the_open, reach, "other heroes, walls and terrain", armed, ("space",)),
    ),
    hidden=Hidden(teams=tuple(map(str, Team)), view_for=view_for),
    editing=EDITING,
    maps=IMPORTING,
    versions=Versions(under),
)
