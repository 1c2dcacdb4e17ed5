"""Rulings: the rulebook, the reasons against a shot, what helps and hinders it, and the line of sight."""

from fireline.ruling.ablation import RuleLine, all_stand, is_active, recording_lines, without_lines
from fireline.ruling.modifier import Modifier, ModifierChange, Modifiers, total
from fireline.ruling.refusal import Asks, Checks, Reason, Reasons, Refusal
from fireline.ruling.rulebook import Difference, Option, Rule, Rulebook, UnknownRule, data_file, rules_written
from fireline.ruling.ruling import Explained, Ruling
from fireline.ruling.sight import EyeSearch, Sight, SightMark, Visibility

__all__ = [
    "Asks",
    "Checks",
    "Difference",
    "Explained",
    "EyeSearch",
    "Modifier",
    "ModifierChange",
    "Modifiers",
    "Option",
    "Reason",
    "Reasons",
    "Refusal",
    "Rule",
    "RuleLine",
    "Rulebook",
    "Ruling",
    "Sight",
    "SightMark",
    "UnknownRule",
    "Visibility",
    "all_stand",
    "data_file",
    "is_active",
    "recording_lines",
    "rules_written",
    "total",
    "without_lines",
]
