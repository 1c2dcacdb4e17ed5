"""Fireline: the ranged-combat engine for tabletop games.

Load a battle and ask about a shot: may it be made and why, what are its exact odds, what does a roll come to.

    import fireline

    battle = fireline.load("battle.yaml")
    ruling = battle.check(fireline.Shot("bow", "hi"))       # .legal .refusals .modifiers .summary .lines()
    odds = battle.odds(fireline.Shot("bow", "hi"))          # .outcomes .marginal("hits"): exact Fractions
    after = battle.shoot(fireline.Shot("bow", "hi"), seed=7)  # .events .story .battle

Battles: `load`, `loads`, `save`, `examples`, `example`, `Example`, `picture`, `Battle`, `Shot`, `Answers`.
What they answer: `Ruling`, `Refusal`, `Modifier`, `Explained`, `Odds`, `Outcome`, `Headline`, `Dist`, `CappedCount`,
`Targets`, `ShotPreview`, `Survey`, `PlayResult`, `UnitView`, `Turn`.
Play: `Command`, `Shoot`, `EndPhase`, `NextTurn`, `Place`, `Event`, `GameLog`, `load_log`.
Dice: `Dice`, `SeededDice`, `FixedDice`.
Analysis: `vary`, `Variant`, `compare`, `Comparison`, `kills`, `Kills`, `ranges`, `Ranges`, `worth`, `WorthReport`,
`balance`, `Balance`, `units_worth`, `UnitsWorth`, `Playing`,
`threat`, `ThreatMap`, `ThreatCell`, `plan`, `PlanNode`, `PlanChoice`, `PlanBranch`, `luck`, `LuckReport`, `LuckTally`,
`simulate`, `SimulationResult`, `sweep`, `SweepResult`.
Games: `ruleset`, `ruleset_ids`, `register`, `Ruleset`.
Errors: `BattleFileError`, `IllegalCommand`, `IllegalShot`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fireline.analysis.balance import Balance, balance
    from fireline.analysis.compare import Comparison, compare
    from fireline.analysis.contest import Playing
    from fireline.analysis.kills import Kills, kills
    from fireline.analysis.luck import LuckReport, LuckTally, luck
    from fireline.analysis.plan import plan
    from fireline.analysis.plantree import PlanBranch, PlanChoice, PlanNode
    from fireline.analysis.ranges import Ranges, ranges
    from fireline.analysis.simulate import simulate
    from fireline.analysis.simulated import SimulationResult
    from fireline.analysis.sweep.sweep import SweepResult, sweep
    from fireline.analysis.threat import threat
    from fireline.analysis.threatmap import ThreatMap
    from fireline.analysis.unitworth import UnitsWorth, units_worth
    from fireline.analysis.vary import Variant, vary
    from fireline.analysis.worth import WorthReport, worth
    from fireline.chance import CappedCount, Dice, Dist, FixedDice, SeededDice
    from fireline.draw import picture
    from fireline.formats.battlefile import load, loads, save
    from fireline.formats.examples import Example, example, examples
    from fireline.formats.logfile import load_log
    from fireline.game.battle import Battle, PlayResult
    from fireline.game.command import Command, EndPhase, NextTurn, Place, Shoot, Shot
    from fireline.game.drawing import ThreatCell
    from fireline.game.errors import BattleFileError, IllegalCommand, IllegalShot
    from fireline.game.event import Event
    from fireline.game.log import GameLog
    from fireline.game.odds import Headline, Odds, Outcome
    from fireline.game.preview import ShotPreview, Targets
    from fireline.game.registry import register, ruleset, ruleset_ids
    from fireline.game.ruleset import Ruleset, Turn, UnitView
    from fireline.game.standing import Answers
    from fireline.game.ways import Survey
    from fireline.ruling import Explained, Modifier, Refusal, Ruling

from fireline.version import __version__ as __version__

__all__ = [
    "Answers",
    "Balance",
    "Battle",
    "BattleFileError",
    "CappedCount",
    "Command",
    "Comparison",
    "Dice",
    "Dist",
    "EndPhase",
    "Event",
    "Example",
    "Explained",
    "FixedDice",
    "GameLog",
    "Headline",
    "IllegalCommand",
    "IllegalShot",
    "Kills",
    "LuckReport",
    "LuckTally",
    "Modifier",
    "NextTurn",
    "Odds",
    "Outcome",
    "Place",
    "PlanBranch",
    "PlanChoice",
    "PlanNode",
    "PlayResult",
    "Playing",
    "Ranges",
    "Refusal",
    "Ruleset",
    "Ruling",
    "SeededDice",
    "Shoot",
    "Shot",
    "ShotPreview",
    "SimulationResult",
    "Survey",
    "SweepResult",
    "Targets",
    "ThreatCell",
    "ThreatMap",
    "Turn",
    "UnitView",
    "UnitsWorth",
    "Variant",
    "WorthReport",
    "balance",
    "compare",
    "example",
    "examples",
    "kills",
    "load",
    "load_log",
    "loads",
    "luck",
    "picture",
    "plan",
    "ranges",
    "register",
    "ruleset",
    "ruleset_ids",
    "save",
    "simulate",
    "sweep",
    "threat",
    "units_worth",
    "vary",
    "worth",
]

if not TYPE_CHECKING:  # hidden from type checkers, which would take any name for one that is there
    from importlib import import_module

    _HOMES = {
        "analysis.balance": "Balance balance",
        "analysis.compare": "Comparison compare",
        "analysis.contest": "Playing",
        "analysis.kills": "Kills kills",
        "analysis.luck": "LuckReport LuckTally luck",
        "analysis.plan": "plan",
        "analysis.plantree": "PlanBranch PlanChoice PlanNode",
        "analysis.ranges": "Ranges ranges",
        "analysis.simulate": "simulate",
        "analysis.simulated": "SimulationResult",
        "analysis.sweep.sweep": "SweepResult sweep",
        "analysis.threat": "threat",
        "analysis.threatmap": "ThreatMap",
        "analysis.unitworth": "UnitsWorth units_worth",
        "analysis.vary": "Variant vary",
        "analysis.worth": "WorthReport worth",
        "chance": "CappedCount Dice Dist FixedDice SeededDice",
        "draw": "picture",
        "formats.battlefile": "load loads save",
        "formats.examples": "Example example examples",
        "formats.logfile": "load_log",
        "game.battle": "Battle PlayResult",
        "game.command": "Command EndPhase NextTurn Place Shoot Shot",
        "game.drawing": "ThreatCell",
        "game.errors": "BattleFileError IllegalCommand IllegalShot",
        "game.event": "Event",
        "game.log": "GameLog",
        "game.odds": "Headline Odds Outcome",
        "game.preview": "ShotPreview Targets",
        "game.registry": "register ruleset ruleset_ids",
        "game.ruleset": "Ruleset Turn UnitView",
        "game.standing": "Answers",
        "game.ways": "Survey",
        "ruling": "Explained Modifier Refusal Ruling",
    }
    _HOME_OF = {name: module for module, names in _HOMES.items() for name in names.split()}

    def __getattr__(name):
        # A name is imported when it is first used and then kept, so that `import fireline` costs next to nothing.
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module = import_module(f"{__name__}.{_HOME_OF[name]}")
        value = globals()[name] = getattr(module, name)
        return value

    def __dir__():
        return sorted({*globals(), *__all__})
