"""What tests of the command line share."""

import pytest

from cli.typed import Typed


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Types commands, one after the other."""
    return Typed(capsys, monkeypatch)
