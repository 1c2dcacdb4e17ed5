"""Who may say what at a table."""

from __future__ import annotations

import fireline
from fireline.chance import FixedDice
from fireline.game.command import EndPhase, Shoot
from fireline.game.shot import Shot
from fireline.server.sides import speakers

FIRE = Shoot(Shot("bow", "warriors"))


def test_a_shot_is_its_shooters_side_to_say_though_another_owes_an_answer() -> None:
    battle = fireline.load("examples/ancients-ranged-combat.yaml")
    owing = battle.play(FIRE, FixedDice("blue", "flag")).battle
    assert owing.owing == "top"
    assert speakers(battle, FIRE) == speakers(owing, FIRE) == {"bottom"}
    assert speakers(owing, owing.ruleset.commands(owing.state)[0]) == {"top"}


def test_nobody_but_who_owes_an_answer_says_anything_else() -> None:
    battle = fireline.load("examples/ancients-ranged-combat.yaml")
    owing = battle.play(FIRE, FixedDice("blue", "flag")).battle
    assert speakers(battle, EndPhase()) == {"bottom"}
    assert speakers(owing, EndPhase()) == {"top"}
