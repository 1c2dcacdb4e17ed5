"""What lacks the extra says so in one line."""

import sys

import pytest

from fireline import env
from fireline.game.errors import BattleFileError, Code


@pytest.mark.parametrize("lacking", ["gymnasium", "pettingzoo"])
def test_without_the_extra_every_environment_says_how_to_install_it(
    lacking: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, lacking, None)
    for name in ("turn_env", "side_by_side_env", "solo_env", "many_games_env"):
        with pytest.raises(BattleFileError) as told:
            getattr(env, name)
        assert told.value.code is Code.NOT_INSTALLED
        assert str(told.value).endswith("; install it with: pip install 'fireline[agents]'")
