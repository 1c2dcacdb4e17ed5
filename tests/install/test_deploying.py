"""What runs elsewhere names commands that there are."""

import shlex

import pytest
import yaml

from documents import ROOT
from fireline.cli import run

pytestmark = pytest.mark.whole("install")

README = (ROOT / "README.md").read_text(encoding="utf-8")


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
