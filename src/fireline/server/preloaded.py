"""What a process that answers questions has loaded before it is asked: every game, and the questions themselves."""

from __future__ import annotations

from fireline.formats.examples import example_files, examples
from fireline.game.registry import every
from fireline.server import analysing, answering, asking, editing, scene
from fireline.server.api import analysisrequests, requests

QUESTIONS = (analysing, answering, asking, editing, scene, analysisrequests, requests)
GAMES, FILES, EXAMPLES = every(), example_files(), examples()
