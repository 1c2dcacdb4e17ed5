"""Analysis: what if, side by side, over a grid, what each rule is worth, and how the dice fell.

Everything here is exact unless it says that it is simulated; then it comes with its interval.
"""

from fireline.analysis.compare import Comparison as Comparison
from fireline.analysis.compare import compare as compare
from fireline.analysis.grid import ComparisonGrid as ComparisonGrid
from fireline.analysis.grid import grid as grid
from fireline.analysis.grid import heat_map as heat_map
from fireline.analysis.kills import Kills as Kills
from fireline.analysis.kills import kills as kills
from fireline.analysis.luck import LuckReport as LuckReport
from fireline.analysis.luck import luck as luck
from fireline.analysis.matchups import Matchups as Matchups
from fireline.analysis.matchups import matchups as matchups
from fireline.analysis.paired import PairedResult as PairedResult
from fireline.analysis.paired import paired as paired
from fireline.analysis.simulate import simulate as simulate
from fireline.analysis.simulated import SimulationResult as SimulationResult
from fireline.analysis.solve import Solution as Solution
from fireline.analysis.solve import solve as solve
from fireline.analysis.vary import Change as Change
from fireline.analysis.vary import Variant as Variant
from fireline.analysis.vary import vary as vary
from fireline.analysis.worth import WorthReport as WorthReport
from fireline.analysis.worth import worth as worth
