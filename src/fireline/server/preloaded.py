"""What a process that answers questions has loaded before it is asked: every game, the questions, and compiled code."""

from __future__ import annotations

from contextlib import suppress

from fireline.formats.examples import examples
from fireline.game.battle import Battle
from fireline.game.registry import every, ruleset
from fireline.server import analysing, answering, asking, bringing, editing, scene
from fireline.server.api import analysisrequests, requests
from fireline.server.modelfiles import server_files

QUESTIONS = (analysing, answering, asking, bringing, editing, scene, analysisrequests, requests)
GAMES, _ = every()

for _example in examples().values():
    with suppress(Exception):  # what is wrong with a game is told to whoever asks about it
        if not _example.setup and not ruleset(_example.data["ruleset"]).quick:
            answering.overview(Battle.read(_example.data, server_files()))
