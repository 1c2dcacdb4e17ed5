#!/usr/bin/env python3
"""Figures of the house from inside: how far one question goes, and how the modules hang together.

    python scripts/inside.py          print them
    python scripts/inside.py --json   the same as data

Lines are counted with their comments and docstrings, as `wc` counts them.
"""

import ast
import json
import sys
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import networkx as nx

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "fireline"
INSIDE = ("rulesets", "game", "ruling", "analysis", "chance", "geometry")
CACHES = {"cache", "lru_cache"}
Imports = Mapping[str, frozenset[str]]


def modules() -> dict[str, Path]:
    """Every module of the package by its name."""
    return {
        ".".join(("fireline", *file.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__"): file
        for file in sorted(SOURCE.rglob("*.py"))
    }


def imports(known: Mapping[str, Path], *, types: bool, late: bool) -> Imports:
    """The modules that each module imports as it is loaded; also for types only, or late inside of functions."""
    return {name: frozenset(_imported(file, known, types=types, late=late)) for name, file in known.items()}


def _imported(file: Path, known: Mapping[str, Path], *, types: bool, late: bool) -> Iterator[str]:
    for node in _statements(ast.parse(file.read_text(encoding="utf-8")).body, types=types, late=late):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if (found := inner if inner in known else node.module) in known:
                    yield found
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)


def _statements(body: Iterable[ast.stmt], *, types: bool, late: bool) -> Iterator[ast.stmt]:
    for node in body:
        for_types = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        in_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if (for_types and not types) or (in_function and not late):
            continue
        yield node
        inner = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt)]
        yield from _statements(inner, types=types, late=late)


def circles(found: Imports) -> list[set[str]]:
    """Every group of modules that import one another in a circle."""
    graph = nx.DiGraph((one, other) for one, others in found.items() for other in others)
    return [group for group in nx.strongly_connected_components(graph) if len(group) > 1]


def imported_once(known: Mapping[str, Path]) -> list[str]:
    """The modules that exactly one other imports, in whatever way."""
    found = imports(known, types=True, late=True)
    counts = Counter(other for one, others in found.items() for other in others if other != one)
    return [name for name, count in counts.items() if count == 1 and known[name].name != "__init__.py"]


class Crossing:
    """Notes, in every thread that begins from here on, the files of the project whose functions run inside of a `with`.

    A question is asked once before, so that what is set up for the first of its kind does not count.
    """

    def __init__(self) -> None:
        self.files: dict[str, None] = {}
        self._noting = False
        threading.setprofile(self._note)

    def _note(self, frame: Any, event: str, _: object) -> None:
        if self._noting and event == "call":
            file = Path(frame.f_code.co_filename)
            if file.is_relative_to(SOURCE):
                self.files[str(file.relative_to(SOURCE))] = None

    def __enter__(self) -> dict[str, None]:
        self.files, self._noting = {}, True
        sys.setprofile(self._note)
        return self.files

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        self._noting = False


def files_of_one_question() -> list[str]:
    """The files crossed while one battle that is read answers the odds of one shot."""
    import fireline

    battle, shot = fireline.example("ancients-ranged-combat").battle, fireline.Shot("bow", "warriors")
    battle.odds(shot)
    again = fireline.Battle.read(battle.data())
    with Crossing() as files:
        again.odds(shot)
    threading.setprofile(None)
    return list(files)


def files_of_the_server() -> tuple[list[str], list[str]]:
    """The files crossed by the same odds over HTTP, and by a shot at a table: from the request to its answer."""
    from starlette.testclient import TestClient

    crossing = Crossing()
    import fireline
    from fireline.server.app import create_app

    battle = fireline.example("ancients-ranged-combat").data
    shot = {"shooter": "bow", "target": "warriors"}
    with TemporaryDirectory() as folder, TestClient(create_app(f"{folder}/tables.db"), "http://localhost") as client:
        for n in range(2):
            with crossing as asked:
                client.post("/api/v1/odds", json={"battle": battle | {"name": str(n)}, "shot": shot}).raise_for_status()
        for _ in range(2):
            opened = client.post("/api/v1/tables", json={"battle": battle}).raise_for_status().json()
            seat = {"Authorization": f"Bearer {opened['seats'][0]['token']}"}
            table = f"/api/v1/tables/{opened['table']}"
            last = client.get(f"{table}/events", headers=seat).raise_for_status().json()[-1]["seq"]
            said = {
                "cmd_id": "c1",
                "expect": last,
                "kind": "command",
                "body": {"command": {"command": "Shoot", "shot": shot}},
            }
            with crossing as played:
                client.post(f"{table}/commands", json=said, headers=seat).raise_for_status()
    threading.setprofile(None)
    return list(asked), list(played)


def caches() -> list[str]:
    """Where a game keeps answers by hand."""
    return [
        f"{file.relative_to(SOURCE)}:{node.lineno}"
        for file in sorted((SOURCE / "rulesets").rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name) and node.id in CACHES and isinstance(node.ctx, ast.Load)
    ]


def lines(*rooms: str) -> int:
    """The lines of Python in some rooms, of all without any."""
    folders = [SOURCE / room for room in rooms] or [SOURCE]
    return sum(file.read_text(encoding="utf-8").count("\n") for folder in folders for file in folder.rglob("*.py"))


def figures() -> dict[str, int]:
    """Every figure by its name."""
    known = modules()
    asked, played = files_of_the_server()
    return {
        "files crossed by the odds of one shot": len(files_of_one_question()),
        "files crossed by the same odds over HTTP": len(asked),
        "files crossed by one shot at a table": len(played),
        "circles of imports as loaded": len(circles(imports(known, types=False, late=False))),
        "with those for types only": len(circles(imports(known, types=True, late=False))),
        "with late ones": len(circles(imports(known, types=True, late=True))),
        "modules imported by exactly one other": len(imported_once(known)),
        "caches in rulesets": len(caches()),
        "lines of src": lines(),
        f"lines of {', '.join(INSIDE)}": lines(*INSIDE),
    }


def main(arguments: list[str]) -> int:
    """Print the figures."""
    found = figures()
    if arguments == ["--json"]:
        print(json.dumps(found, indent=2))
        return 0
    for name, value in found.items():
        print(f"{value:>7,}  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
