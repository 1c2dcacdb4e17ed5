"""One server for all tests that leave nothing behind, and a loop for those that wait."""

import asyncio
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from forking import ready_to_answer, shared
from server.clients import BOW, Client, Table, served


@pytest.fixture(scope="session", autouse=True)
def models(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test brings a model into the data folder of whoever runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FIRELINE_MODELS", str(tmp_path_factory.mktemp("brought")))
        yield


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(tmp_path_factory.mktemp("server")) as client:
        yield client


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder in which a server of the module's own keeps what people bring."""
    folder = tmp_path_factory.mktemp("brought") / "there"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FIRELINE_MODELS", str(folder))
        yield folder


@pytest.fixture(scope="module")
def keeping(kept: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """That server."""
    assert not kept.exists()
    with served(tmp_path_factory.mktemp("server")) as client:
        yield client


@pytest.fixture
def table(client: Client) -> Table:
    return Table(client, BOW)


@pytest.fixture(scope="session", autouse=True)
def questions() -> None:
    """Servers in this process have their questions answered by copies of a process that is there already."""
    ready_to_answer(shared)


@pytest.fixture
def loop() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test that waits runs in that loop."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    loop: asyncio.Runner = pyfuncitem._request.getfixturevalue("loop")
    loop.run(
        pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters})
    )
    return True
