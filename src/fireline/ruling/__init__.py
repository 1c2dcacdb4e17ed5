"""Rulings: the rulebook, the reasons against a shot, what helps and hinders it, and the line of sight."""

from fireline.ruling.aside import Line, noting, stands, without
from fireline.ruling.modifier import Change, Modifier, Modifiers, total
from fireline.ruling.refusal import Checks, Refusal
from fireline.ruling.rulebook import Difference, Option, Rule, Rulebook, UnknownRule
from fireline.ruling.ruling import Explained, Ruling
from fireline.ruling.sight import Mark, Sight
from fireline.ruling.visibility import Search, Visibility

__all__ = [
    "Change",
    "Checks",
    "Difference",
    "Explained",
    "Line",
    "Mark",
    "Modifier",
    "Modifiers",
    "Option",
    "Refusal",
    "Rule",
    "Rulebook",
    "Ruling",
    "Search",
    "Sight",
    "UnknownRule",
    "Visibility",
    "noting",
    "stands",
    "total",
    "without",
]
