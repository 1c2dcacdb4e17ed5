"""What lacks the extra says so in one line."""

import sys

import pytest

from fireline import env
from fireline.game.errors import BattleFileError, Code
from matches import match


@pytest.mark.parametrize("lacking", ["gymnasium", "pettingzoo"])
def test_without_the_extra_every_environment_says_how_to_install_it(
    lacking: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, lacking, None)
    here = match("ancients")
    for new in (env.turn_env, env.side_by_side_env, env.solo_env, lambda one: env.many_games_env(one, 2)):
        with pytest.raises(BattleFileError) as told:
            new(here)
        assert told.value.code is Code.NOT_INSTALLED
        assert str(told.value).endswith("; install it with: pip install 'fireline[agents]'")
