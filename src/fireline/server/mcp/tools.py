"""The tools that a language model has: the questions, and what there is to look up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from operator import itemgetter

from fireline.questions import Question, question_of, questions
from fireline.server.mcp import library

ABOUT_BATTLE = (
    " `battle` is a battle file as data or as text, or the name of an example; fireline://rulesets and "
    "fireline://examples list what there is."
)


@cache
def tools() -> Mapping[str, Question]:
    """Every tool by its name."""
    found = {one.tool: one for one in (*_LIBRARY, *questions().values())}
    return {name: one for name, one in found.items() if name}


def about(tool: Question) -> str:
    """What a tool is for, in words."""
    return " ".join(tool.text.split()) + (ABOUT_BATTLE if "battle" in tool.request.model_fields else "")


_LIBRARY = (
    replace(question_of("rulesets", library.rulesets), tool="rulesets", says=library.told),
    replace(question_of("rules", library.rules), tool="rules", says=library.told),
    replace(question_of("new_battle", library.new_battle, "StarterAnswer"), tool="new_battle", says=itemgetter("text")),
)
