"""With the core alone: three games answer everything, and what lacks an extra says in one line how to get it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.whole("install")

EXAMPLES = Path(__file__).parents[2] / "examples"
HERE = Path(__file__).parent

SHOTS = {
    "ancients-ranged-combat": ("bow", "warriors"),
    "duel-of-ages-tommy-gun": ("sanchez", "lazar"),
    "endless-horizons-burst": ("player", "target"),
}
BLIGHTMEER = str(EXAMPLES / "blightmeer-village.yaml")
STARTER = "starter.yaml"  # no mesh file is named in it


def asked(name: str) -> list[list[str]]:
    """Everything that is asked of a battle."""
    battle, shot = str(EXAMPLES / f"{name}.yaml"), ["-s", SHOTS[name][0], "-t", SHOTS[name][1]]
    return [
        ["check", battle, *shot],
        ["targets", battle, *shot[:2]],
        ["odds", battle, *shot, "--json"],
        ["shoot", battle, *shot, "--seed", "7"],
        ["worth", battle, *shot],
        ["compare", battle, battle, *shot],
        ["matchups", battle],
        ["threat", battle, "--against", SHOTS[name][1]],
        ["plan", battle],
        ["picture", battle, "-o", f"{name}.svg"],
        ["picture", battle, *shot, "-o", f"{name}-shot.svg"],
        ["simulate", battle, "--phases", "3", "--seed", "1"],
        ["simulate", battle, *shot, "--shots", "1000000", "--seed", "1"],
        ["simulate", battle, *shot, "--trial", "3", "--seed", "1"],
        ["phase", battle, "--auto", "--seed", "1", "--log", f"{name}.jsonl"],
        ["replay", f"{name}.jsonl"],
        ["luck", f"{name}.jsonl"],
    ]


ANSWERED = [
    *(line for name in SHOTS for line in asked(name)),
    ["rulesets"],
    ["rules", "blightmeer"],
    ["rules", "blightmeer", "--diff", "2025-11", "2026-07"],
    ["new", "blightmeer"],
    ["new-ruleset", "skirmish"],
    ["deck", "builtin"],
    ["verify-dice", str(EXAMPLES / "ancients-table.jsonl")],
    ["verify-dice", f"{EXAMPLES}/ancients-mixed-table.jsonl", "--head", f"{EXAMPLES}/ancients-mixed-table.head.txt"],
    ["--version"],
    ["--help"],
]
ANCIENTS, (BOW, WARRIORS) = str(EXAMPLES / "ancients-ranged-combat.yaml"), SHOTS["ancients-ranged-combat"]
LACKING = {
    "3d": [
        ["check", BLIGHTMEER, "-s", "lookout", "-t", "brute"],
        ["targets", BLIGHTMEER, "-s", "lookout"],
        ["shoot", BLIGHTMEER, "-s", "lookout", "-t", "brute"],
        ["picture", BLIGHTMEER, "-o", "village.svg"],
        ["phase", BLIGHTMEER, "--auto", "--log", "village.jsonl"],
        ["check", STARTER, "-s", "bowman", "-t", "slinger"],
        ["figure", str(EXAMPLES / "tower.glb")],
        ["figure", str(EXAMPLES / "scout.stl")],
    ],
    "png": [["picture", ANCIENTS, "-o", "board.png"]],
    "server": [["serve"], ["db", "list"], ["db", "verify"]],
    "mcp": [["mcp"]],
    "sweep": [
        ["sweep", str(EXAMPLES / "sweeps/slingers.toml"), "--out", "slingers.parquet"],
        ["report", "slingers.parquet", "--out", "slingers.html"],
        ["matchups", ANCIENTS, "--out", "pairs.parquet"],
    ],
}


def typed(lines: list[list[str]], folder: Path) -> list[tuple[int, str, str]]:
    """What the commands answer in a Python that finds only the core."""
    program = [sys.executable, str(HERE / "core_only.py"), json.dumps(lines)]
    done = subprocess.run(program, cwd=folder, check=True, capture_output=True, encoding="utf-8")
    return [(status, out, wrong) for status, out, wrong in json.loads(done.stdout)]


def test_three_games_answer_with_the_core_alone(tmp_path: Path) -> None:
    told = typed(ANSWERED, tmp_path)
    assert [(line, wrong) for line, (status, _, wrong) in zip(ANSWERED, told, strict=True) if status] == []
    assert all(out for _, out, _ in told)


@pytest.fixture(scope="module")
def starter(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What `new` prints with the core alone, of a game that needs more."""
    (new,) = typed([["new", "blightmeer"]], tmp_path_factory.mktemp("new"))
    return new[1]


@pytest.mark.parametrize("extra", LACKING)
def test_what_lacks_an_extra_says_how_to_install_it(extra: str, starter: str, tmp_path: Path) -> None:
    lines = LACKING[extra]
    (tmp_path / STARTER).write_text(starter, encoding="utf-8")
    for line, (status, out, wrong) in zip(lines, typed(lines, tmp_path), strict=True):
        assert (status, out) == (2, ""), line
        assert wrong.endswith(f"; install it with: pip install 'fireline[{extra}]'\n"), line
        assert wrong.count("\n") == 1, line
