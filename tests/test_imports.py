"""What is imported when: nothing heavy for a cold answer."""

import json
import subprocess
import sys
from importlib.metadata import packages_distributions

import pytest

from battles import every_ruleset

HEAVY = {
    "numba", "fastapi", "starlette", "uvicorn", "scipy", "resvg", "pyarrow", "dask", "distributed", "gymnasium",
    "jinja2", "pettingzoo",
}  # fmt: skip
CHECK = """
import sys
import fireline
from fireline.formats.parsing import parse
from fireline.game import answers
from fireline.game.battle import Battle
from importlib.resources import files

rules = fireline.ruleset(sys.argv[1])
battle = Battle.read(parse(files(rules.package).joinpath("starter.yaml").read_text(encoding="utf-8")))
for shooter in rules.shooters(battle.state):
    for target in rules.targets(battle.state, shooter):
        battle.preview(fireline.Shot(shooter, target)).data()
"""


def loaded_after(code: str, *arguments: str) -> set[str]:
    """The packages that a fresh Python has loaded when it has run the code."""
    code += "\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code, *arguments], check=True, capture_output=True, encoding="utf-8")
    return {name.partition(".")[0] for name in json.loads(done.stdout.splitlines()[-1])}


def test_what_is_asked_first_loads_nothing_heavy() -> None:
    assert not loaded_after("import fireline") & (HEAVY | {"numpy", "pydantic", "yaml", "rich", "typer"})
    assert not loaded_after("import fireline.cli.app") & (HEAVY | {"numpy"})
    of_the_server = {"sqlalchemy", "alembic", "nacl", "platformdirs", "httpx", "websockets"}
    assert not loaded_after("import fireline.client") & (HEAVY | {"numpy"} | of_the_server)
    told = "from fireline.cli import run\nassert run(['--version']) == 0\nprint()"
    assert not loaded_after(told) & (HEAVY | {"numpy", "pydantic", "yaml", "rich", "typer"})


def test_a_check_in_a_pipe_loads_nothing_that_draws_edits_or_throws() -> None:
    told = """
import sys
from fireline.cli import run
assert run(["check", "ancients-ranged-combat", "--shooter", "bow", "--target", "warriors"]) == 0
assert not {f"fireline.game.{name}" for name in ("attack", "drawing", "editing", "maps")} & {*sys.modules}
"""
    assert not loaded_after(told) & (HEAVY | {"numpy", "rich"})


@every_ruleset
@pytest.mark.whole("long")
def test_a_cold_ruling_and_its_odds_load_nothing_heavy(id_: str) -> None:
    needed = {"numba", "numpy"} if id_.startswith("blightmeer") else set()
    assert not loaded_after(CHECK, id_) & (HEAVY | {"numpy"}) - needed


def test_the_page_without_a_server_imports_what_the_browser_has() -> None:
    told = packages_distributions()
    loaded = loaded_after("import fireline.server.offline") - loaded_after("")
    assert {one.lower().replace("_", "-") for name in loaded for one in told.get(name, ())} <= {
        *("fireline", "annotated-types", "pydantic", "pydantic-core", "pyyaml", "rfc8785"),
        *("typing-extensions", "typing-inspection"),
    }


@pytest.mark.whole("long")
@every_ruleset
def test_a_rulebook_loads_nothing_heavy(id_: str) -> None:
    assert not loaded_after("import sys, fireline\nfireline.ruleset(sys.argv[1])", id_) & (HEAVY | {"numpy", "trimesh"})


@pytest.mark.whole("long")
def test_a_match_is_searched_without_what_its_environments_need() -> None:
    searched = """
import fireline
from fireline import env
start = env.Position(env.Match(fireline.example("ancients-ranged-combat").battle).start)
assert sum(start.transitions(start.legal[-1]).values()) == 1
"""
    assert not loaded_after(searched) & (HEAVY | {"numpy"})
