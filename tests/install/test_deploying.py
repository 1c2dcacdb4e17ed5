"""What runs the server elsewhere names commands, options and files that there are."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from documents import ROOT
from fireline.cli import run

pytestmark = pytest.mark.whole("install")

UNIT = ROOT / "deploy" / "fireline.service"
README = (ROOT / "README.md").read_text(encoding="utf-8")


def instructions() -> list[tuple[str, str]]:
    """The instructions of the container file in order, each with what it says."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    plain = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    found = [line.split(maxsplit=1) for line in plain.replace("\\\n", "").splitlines() if line]
    return [(name, rest) for name, rest in found]


def said(name: str) -> str:
    """What the last instruction of this name says."""
    return [rest for each, rest in instructions() if each == name][-1]


def unit() -> dict[str, list[str]]:
    """What the service says, by key."""
    found: dict[str, list[str]] = {}
    for line in UNIT.read_text(encoding="utf-8").splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(key, []).append(value)
    return found


def test_the_container_serves_as_a_user_without_rights() -> None:
    stages = [number for number, (name, _) in enumerate(instructions()) if name == "FROM"]
    assert len(stages) == 2
    last = dict(instructions()[stages[1] :])
    assert int(last["USER"]) > 0
    assert last["VOLUME"] == "/data"
    assert f"FIRELINE_DATABASE={last['VOLUME']}/" in last["ENV"]
    assert f"127.0.0.1:{last['EXPOSE']}/healthz" in last["HEALTHCHECK"]


def test_the_container_installs_extras_that_there_are() -> None:
    (named,) = [extras for _, rest in instructions() for extras in re.findall(r"'\.\[([\w,]+)\]'", rest)]
    pyproject = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert all(re.search(rf"^{extra} = \[", pyproject, re.MULTILINE) for extra in named.split(","))


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here to ask")
def test_systemd_finds_nothing_wrong_with_the_service(tmp_path: Path) -> None:
    here = tmp_path / UNIT.name
    text = UNIT.read_text(encoding="utf-8").replace("/opt/fireline/bin/fireline", sys.executable)
    here.write_text(text, encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", here], capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if UNIT.name in line] == []


def test_the_workflow_runs_the_commands_of_the_readme(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    flow = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))
    steps = {name: [step["run"] for step in job["steps"] if "run" in step] for name, job in flow["jobs"].items()}
    assert steps["everything"] == ["make test", "make test-all"]
    assert "make test " in README
    for job in ("plain-install", "musl"):
        monkeypatch.chdir(tmp_path_factory.mktemp("empty"))
        typed = [line for step in steps[job] for line in step.splitlines() if line.startswith("fireline ")]
        assert len(typed) > 2
        assert [line for line in typed if run(shlex.split(line)[1:]) != 0] == []
