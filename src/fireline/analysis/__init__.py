"""Analysis: what if, side by side, over a grid, what each rule is worth, and how the dice fell.

Everything here is exact unless it says that it is simulated; then it comes with its interval.
"""

from fireline.analysis.compare import Comparison, compare
from fireline.analysis.grid import ComparisonGrid, grid, heat_map
from fireline.analysis.kills import Kills, kills
from fireline.analysis.luck import LuckReport, luck
from fireline.analysis.matchups import Matchups, matchups
from fireline.analysis.paired import PairedResult, paired
from fireline.analysis.simulate import simulate
from fireline.analysis.simulated import SimulationResult
from fireline.analysis.solve import Solution, solve
from fireline.analysis.vary import Change, Variant, vary
from fireline.analysis.worth import WorthReport, worth

__all__ = [
    "Change",
    "Comparison",
    "ComparisonGrid",
    "Kills",
    "LuckReport",
    "Matchups",
    "PairedResult",
    "SimulationResult",
    "Solution",
    "Variant",
    "WorthReport",
    "compare",
    "grid",
    "heat_map",
    "kills",
    "luck",
    "matchups",
    "paired",
    "simulate",
    "solve",
    "vary",
    "worth",
]
