"""Commands typed where only the core is installed; run as a program, it answers with status and last line of each."""

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from importlib.abc import MetaPathFinder

EXTRAS = {
    "3d": {"numpy", "numba", "llvmlite", "mapbox_earcut", "PIL"},
    "png": {"resvg"},
    "server": {"fastapi", "starlette", "uvicorn", "websockets", "sqlalchemy", "alembic", "platformdirs"},
    "postgres": {"asyncpg"},
    "sweep": {"pyarrow", "jinja2"},
    "cluster": {"distributed", "dask"},
    "mcp": {"mcp", "mcp_types"},
    "agents": {"gymnasium", "pettingzoo"},
    "": {"matplotlib", "scipy", "shapely", "networkx", "trimesh"},  # what others bring along
}
LACKING = set[str]().union(*EXTRAS.values())


class Blocker(MetaPathFinder):
    """Finds nothing of what the core lacks."""

    def find_spec(self, name: str, *_: object) -> None:
        if name.partition(".")[0] in LACKING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def answers(lines: list[list[str]]) -> list[tuple[int, str, str]]:
    """The exit status of each command, what it prints, and what it complains of."""
    from fireline.cli import run

    told: list[tuple[int, str, str]] = []
    for line in lines:
        out, wrong = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(wrong):
            told.append((run(line), out.getvalue(), wrong.getvalue()))
    return told


if __name__ == "__main__":
    sys.meta_path.insert(0, Blocker())
    found = answers(json.loads(sys.argv[1]))
    assert not LACKING & {name.partition(".")[0] for name in sys.modules}
    print(json.dumps(found))
