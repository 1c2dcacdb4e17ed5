"""What is deployed is what there is: images, ports, options, names; and the proxy passes WebSockets on."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from packaging.requirements import Requirement

from fireline.cli.app import commands
from fireline.server.dice.notes import VARIABLE
from fireline.server.modelfiles import VARIABLE as MODELS
from server.clients import BOW
from server.postgres import free_port
from server.serving import serving
from server.sockets import Open, at_once

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNIT, LOCK = DEPLOY / "fireline.service", DEPLOY / "requirements.txt"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
SERVERS = [name for name in SERVICES if name.startswith("server-")]
CONTAINERFILE = (ROOT / "Containerfile").read_text("utf-8")
CADDYFILE = (DEPLOY / "Caddyfile").read_text("utf-8")
SERVE: Any = commands().get_command(None, "serve")
OWN = {variable for option in SERVE.params for variable in [option.envvar] if variable} | {VARIABLE, MODELS}


def options(arguments: list[str]) -> dict[str, Any]:
    """What `fireline serve` makes of its arguments; raises where it would refuse them."""
    assert arguments[0] == "serve"
    found: dict[str, Any] = SERVE.make_context("serve", arguments[1:]).params
    return found


def instructions() -> list[tuple[str, str]]:
    """The instructions of the container file in order, each with what it says."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    plain = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    found = [line.split(maxsplit=1) for line in plain.replace("\\\n", "").splitlines() if line]
    return [(name, rest) for name, rest in found]


def test_every_option_and_variable_of_the_servers_is_one_of_fireline() -> None:
    assert len(SERVERS) == 2
    for name in SERVERS:
        server = SERVICES[name]
        asked = options(server["command"])
        assert (asked["host"], asked["browser"]) == ("0.0.0.0", False)  # noqa: S104 - within its container
        assert {variable for variable in server["environment"] if variable.startswith("FIRELINE_")} <= OWN
        assert (DEPLOY / server["build"]["context"] / server["build"]["dockerfile"]).exists()
        assert server["environment"]["FIRELINE_DATABASE"].partition("@")[2] == "database/fireline"


def test_so_are_those_of_the_container_and_of_the_service() -> None:
    command = dict(instructions())["CMD"].strip("[]")
    assert options([word.strip().strip('"') for word in command.split(",")])["port"] == 8700
    start = re.findall(r"^ExecStart=\S*/fireline (.*)$", UNIT.read_text("utf-8"), re.MULTILINE)
    assert [options(one.split())["browser"] for one in start] == [False]


def test_the_container_serves_as_a_user_without_rights() -> None:
    stages = [number for number, (name, _) in enumerate(instructions()) if name == "FROM"]
    assert len(stages) == 2
    last = dict(instructions()[stages[1] :])
    assert int(last["USER"]) > 0
    assert last["VOLUME"] == "/data"
    assert f"FIRELINE_DATABASE={last['VOLUME']}/" in last["ENV"]
    assert f"127.0.0.1:{last['EXPOSE']}/healthz" in last["HEALTHCHECK"]


def test_the_container_installs_what_is_locked_and_nothing_else() -> None:
    installs = [rest for name, rest in instructions() if name == "RUN" and "pip install" in rest]
    locked, package = (rest.partition("pip install ")[2].split() for rest in installs)
    assert locked == ["--no-cache-dir", "--require-hashes", "-r", LOCK.relative_to(ROOT).as_posix()]
    assert package == ["--no-cache-dir", "--no-deps", "."]


def test_the_lock_holds_all_that_the_server_needs_within_its_bounds_each_file_by_its_hash() -> None:
    entries = re.split(r"\n(?=\S)", LOCK.read_text("utf-8").partition("make lock\n")[2].strip())
    versions = dict(entry.split()[0].split("==") for entry in entries)
    hashed = re.compile(r"\S+==\S+(?: \\\n    --hash=sha256:[0-9a-f]{64})+")
    assert [entry for entry in entries if not hashed.fullmatch(entry)] == []
    extras = PROJECT["optional-dependencies"]
    (extra_names,) = re.findall(r"^lock: .*\n.*pyproject\.toml (.*) --python-version", MAKEFILE, re.MULTILINE)
    asked = re.findall(r"--extra (\w+)", extra_names)
    assert {"server", "postgres"} <= {*asked}
    for line in [*PROJECT["dependencies"], *(line for name in asked for line in extras[name])]:
        needed = Requirement(line)
        assert needed.specifier.contains(versions[needed.name]), line


def test_every_dependency_ends_before_a_version_that_nobody_has_tried() -> None:
    extras = PROJECT["optional-dependencies"].values()
    lines = [*PROJECT["dependencies"], *(line for some in extras for line in some)]
    needed = [one for one in map(Requirement, lines) if one.name != "fireline"]
    assert len(needed) > 20
    for one in needed:
        assert {bound.operator for bound in one.specifier} == {">=", "<"}, one


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here to ask")
def test_systemd_finds_nothing_wrong_with_the_service(tmp_path: Path) -> None:
    here = tmp_path / UNIT.name
    text = UNIT.read_text(encoding="utf-8").replace("/opt/fireline/bin/fireline", sys.executable)
    here.write_text(text, encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", here], capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if UNIT.name in line] == []


def test_images_are_named_with_their_versions_and_everything_that_is_named_is_there() -> None:
    for service in SERVICES.values():
        assert "build" in service or re.fullmatch(r"docker\.io/library/\w+:\d[\d.]*", service["image"])
        for other in service.get("depends_on", ()):
            assert other in SERVICES
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in COMPOSE["volumes"] or (DEPLOY / source).exists()
        if isinstance(service.get("depends_on"), dict):
            assert all("healthcheck" in SERVICES[other] for other in service["depends_on"])


def test_the_proxy_knows_every_server_by_its_name_and_port() -> None:
    exposed = re.findall(r"^EXPOSE (\d+)$", CONTAINERFILE, re.MULTILINE)
    upstreams = re.findall(r"reverse_proxy (.*) \{", CADDYFILE)[0].split()
    assert upstreams == [f"{name}:{options(SERVICES[name]['command'])['port']}" for name in SERVERS]
    assert {one.rpartition(":")[2] for one in upstreams} == {*exposed}
    assert re.findall(r"\{\$(\w+)", CADDYFILE) == [*SERVICES["proxy"]["environment"]]


def test_the_guide_names_all_files() -> None:
    guide = (ROOT / "docs" / "deploying.md").read_text("utf-8")
    assert all(f"deploy/{file.name}" in guide for file in DEPLOY.iterdir())


@contextmanager
def caddy(folder: Path, *upstreams: str) -> Iterator[str]:
    """The proxy as it is deployed, before these servers."""
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("Caddy is not installed")
    site = f"http://127.0.0.1:{free_port()}"
    file = folder / "Caddyfile"
    written = re.sub(r"reverse_proxy .* \{", f"reverse_proxy {' '.join(upstreams)} {{", CADDYFILE)
    file.write_text(f"{{\n\tadmin off\n}}\n{written}", "utf-8")
    home = {"SITE": site, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    process = subprocess.Popen(
        [program, "run", "--config", str(file), "--adapter", "caddyfile"],
        env=os.environ | home,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        for line in process.stderr:
            assert '"level":"error"' not in line, line
            if "serving initial configuration" in line:
                break
        yield site
    finally:
        process.kill()
        process.communicate()


@pytest.mark.whole("long")
def test_the_proxy_passes_on_requests_and_sockets_and_passes_over_a_server_that_is_away(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.db") as server:
        upstreams = (f"127.0.0.1:{free_port()}", server.removeprefix("http://"))
        with caddy(tmp_path, *upstreams) as site:
            assert [httpx.get(f"{site}/healthz").status_code for _ in range(4)] == [200] * 4
            table = Open(site, BOW)

            @at_once
            async def _() -> None:
                async with table.sit("bottom") as bottom, table.sit("top") as top:
                    said = await bottom.chat("hello")
                    assert (await top.event(said["seq"]))["body"] == {"text": "hello"}
