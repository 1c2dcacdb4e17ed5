"""Blightmeer: miniatures on a table in three dimensions, in three versions of its rules.

Read in this order: `rulebook.toml`, `editions`, `pieces`, `board`, `bases`, `openings`, `terrain`, `walls`, `hills`,
`state`, `landscape`, `roster`, `battlefile`, `slips`, `kit`, `figure`, `peering`, `scene`, `openview`, `shot`,
`targeting`, `windows`, `modifiers`, `legality`, `resolution`, `protect`, `events`, `improvements`, `evolution`, `turn`,
`procedure`, `prose`, `story`, `infull`.
"""

from functools import partial

from fireline.game.command import MovedByHand, PhaseEnded
from fireline.game.ruleset import Ruleset
from fireline.rulesets.blightmeer import legality, prose, story, turn
from fireline.rulesets.blightmeer.battlefile import entry_of, files_named, read, write
from fireline.rulesets.blightmeer.ceiling import ceiling
from fireline.rulesets.blightmeer.editions import JANUARY_2026, JULY_2026, NOVEMBER_2025, RULES, Edition, differences
from fireline.rulesets.blightmeer.events import EVENTS
from fireline.rulesets.blightmeer.evolution import evolve
from fireline.rulesets.blightmeer.infull import in_full
from fireline.rulesets.blightmeer.losses import losses, side
from fireline.rulesets.blightmeer.places import PLACES
from fireline.rulesets.blightmeer.protect import Protect, odds_of
from fireline.rulesets.blightmeer.resolution import Outcome
from fireline.rulesets.blightmeer.shot import Shooting, declare
from fireline.rulesets.blightmeer.slips import warnings
from fireline.rulesets.blightmeer.state import State


def _ruleset(edition: Edition) -> Ruleset[State, Shooting, Outcome]:
    return Ruleset(
        id=f"blightmeer@{edition.id}",
        name=f"Blightmeer, rules of {edition.id}",
        rulebook=RULES.of(edition.id),
        read=partial(read, edition=edition),
        write=write,
        shooters=turn.shooters,
        targets=turn.targets,
        title=prose.title,
        declare=declare,
        rule=prose.rule,
        against=legality.refusals,
        odds=odds_of,
        shoot=turn.shoot,
        headline=prose.headline,
        worth=prose.worth,
        successes={"wounds_lost": "wounds", "attacks_hit": "attacks that hit"},
        to_decide=turn.to_decide,
        commands=turn.commands,
        declaring=turn.declaring,
        declared=prose.declared,
        customary="nobody Protects",
        material=prose.material,
        refusals=turn.refusals,
        decide=turn.decide,
        evolve=evolve,
        tell=story.tell,
        describe=story.describe,
        events=(*EVENTS, PhaseEnded, MovedByHand),
        package=__name__,
        says=(Protect,),
        entry=entry_of(edition),
        shots=turn.shots,
        ceiling=ceiling,
        alike=turn.alike,
        to_fire=turn.to_fire,
        places=PLACES,
        in_full=in_full,
        losses=losses,
        side=side,
        files=files_named,
        warnings=warnings,
        edition=edition,
        differences=differences,
    )


V2025_11, V2026_01, V2026_07 = map(_ruleset, (NOVEMBER_2025, JANUARY_2026, JULY_2026))
