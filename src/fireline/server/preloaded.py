"""What a process that answers questions has loaded before it is asked: every game, the questions, and compiled code."""

from __future__ import annotations

from contextlib import suppress

from fireline.formats.examples import examples
from fireline.game.battle import Battle
from fireline.game.registry import every, ruleset
from fireline.questions import questions
from fireline.server import asking, checked, page
from fireline.server.api import bringing
from fireline.server.modelfiles import server_files
from fireline.server.tables import planning, routes
from fireline.server.tables.routes import read

QUESTIONS = (asking, checked, questions())
TABLES = (bringing, page, planning, routes)
"""Where some questions live beside their routes; to load them takes longer than most answers."""
GAMES, _ = every()

for _example in examples().values():
    with suppress(Exception):  # what is wrong with a game is told to whoever asks about it
        if not _example.setup and not ruleset(_example.data["ruleset"]).quick:
            read(Battle.read(_example.data, server_files()))
