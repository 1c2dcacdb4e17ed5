"""The guide for programs: its Python and TypeScript run as they stand, and what it says of names is so."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from fireline.client import Client, Table
from fireline.server.app import create_app
from server.serving import serving

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "programs.md").read_text(encoding="utf-8")
TOOLS = ROOT / "web/node_modules"
ADDRESS = "http://127.0.0.1:8700"


@pytest.mark.whole("long")
def test_its_python_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    assert len(blocks) == 2
    scope: dict[str, object] = {}
    with serving(tmp_path / "tables.db") as url:
        for block in blocks:
            assert ADDRESS in block
            exec(compile(block.replace(ADDRESS, url), "programs.md", "exec"), scope)  # noqa: S102
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "Light Bow (F5) > Warriors (C5) True 11/36"
    assert said[1].startswith("3 bottom ")


@pytest.mark.whole("install")
def test_its_typescript_fits_the_types_and_runs(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None or not (TOOLS / "openapi-typescript").is_dir():
        pytest.skip("the page's tools are not all there; fetch them with: make lint")
    (words,) = re.findall(r"npx openapi-typescript (.*)", GUIDE)
    (block,) = re.findall(r"```ts\n(.*?)```", GUIDE, re.DOTALL)
    (tmp_path / "node_modules").symlink_to(TOOLS)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    with serving(tmp_path / "tables.db") as url:
        (tmp_path / "asks.ts").write_text(block.replace(ADDRESS, url))
        types = ["openapi-typescript/bin/cli.js", *words.replace(ADDRESS, url).split()]
        compiled = ["typescript/bin/tsc", "--strict", "--module", "nodenext", "--target", "es2022", "asks.ts"]
        for tool, *options in (types, compiled):
            subprocess.run([node, TOOLS / tool, *options], cwd=tmp_path, check=True)
        done = subprocess.run([node, "asks.js"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout == "11/36\n"


def test_the_names_it_tells_are_there() -> None:
    spec = create_app("sqlite://").openapi()
    operations = [route["operationId"] for methods in spec["paths"].values() for route in methods.values()]
    assert len(set(operations)) == len(operations)
    assert {"check", "openTable", "sayCommand"} <= set(operations)
    assert all(re.fullmatch(r"[a-z]+([A-Z][a-z]+){0,3}", name) for name in operations)
    for name in re.search(r"`Client` has (.*?);", GUIDE, re.DOTALL)[1].replace(" and ", ", ").split(","):  # type: ignore[index]
        assert hasattr(Client, name.strip().strip("`"))
    assert all(hasattr(Table, name) for name in ("read", "say", "undo", "listen", "send"))
    assert "/api/v1/asyncapi.json" in spec["paths"]
