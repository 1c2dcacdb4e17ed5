"""A table for tests of Commands & Colors: Ancients: battles in few words, dice laid down, sentences read back."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fireline.chance import FixedDice
from fireline.game.battle import Battle, PlayResult
from fireline.game.command import Command, Shoot, Shot
from fireline.rulesets.ancients.board import hex_name
from fireline.rulesets.ancients.state import Leader, State, Unit
from fireline.ruling import Ruling


def lay(
    *units: str,
    leaders: Iterable[str] = (),
    terrain: Mapping[str, str] | None = None,
    ramparts: Mapping[str, Sequence[str]] | None = None,
    **more: Any,
) -> Battle:
    """A battle, the bottom side's fire unless `turn` says so.

    A unit is "id side type hex" and any of "blocks=2 moved=1 ordered=no battled=yes"; a leader "id side hex".
    """
    board: dict[str, Any] = {
        "terrain": dict(terrain or {}),
        "ramparts": {hex_: list(sides) for hex_, sides in (ramparts or {}).items()},
    }
    side = more.pop("turn", "bottom")
    data = {
        "fireline": 1,
        "ruleset": "ancients",
        "turn": {"side": side},
        "board": board | more.pop("board", {}),
        "units": [_unit(line) for line in units],
        "leaders": [dict(zip(("id", "side", "hex"), line.split(), strict=True)) for line in leaders],
        **more,
    }
    return Battle.read(data)


def flagged(unit: str, *others: str, flags: int = 1, origin: str = "I13", checked: bool = False, **more: Any) -> Battle:
    """A unit of top, "type hex ...", that owes an answer to flags from a heavy war machine."""
    due = [{"retreat": "z", "flags": flags, "origin": origin, "checked": checked}]
    return lay(f"a bottom heavy_war_machine {origin} battled=yes", f"z top {unit}", *others, due=due, **more)


def _unit(line: str) -> dict[str, Any]:
    id_, side, kind, hex_, *rest = line.split()
    words = {"yes": True, "no": False}
    more = {key: words[value] if value in words else int(value) for key, value in (one.split("=") for one in rest)}
    return {"id": id_, "side": side, "type": kind, "hex": hex_, **more}


def ruling(battle: Battle, shooter: str = "a", target: str = "z") -> Ruling:
    return battle.check(Shot(shooter, target))


def refused(battle: Battle, shooter: str = "a", target: str = "z") -> list[str]:
    """Every refusal as a player reads it: the sentence, then the rule."""
    return [str(refusal) for refusal in ruling(battle, shooter, target).refusals]


def rules_against(battle: Battle, shooter: str = "a", target: str = "z") -> list[str]:
    return [refusal.rule for refusal in ruling(battle, shooter, target).refusals]


def dice_of(battle: Battle, shooter: str = "a", target: str = "z") -> int:
    dice: int = ruling(battle, shooter, target).summary["dice"]
    return dice


def play(battle: Battle, command: Command, *faces: str) -> PlayResult:
    """Carry out one command with exactly these faces."""
    dice = FixedDice(*faces)
    turned = battle.play(command, dice)
    dice.assert_used_up()
    return turned


def volley(battle: Battle, *faces: str, shooter: str = "a", target: str = "z") -> PlayResult:
    """Fire with exactly these faces."""
    return play(battle, Shoot(Shot(shooter, target)), *faces)


def story(turned: PlayResult) -> list[str]:
    """What happened as a player reads it: the sentence, then the rule."""
    return [str(step) for step in turned.story]


def told(turned: PlayResult) -> list[str]:
    """The names of the events, in order."""
    return [type(event).__name__ for event in turned.events]


def menu(battle: Battle) -> list[str]:
    """What may be said now, as a menu shows it."""
    return [battle.ruleset.label(battle.state, command) for command in commands(battle)]


def commands(battle: Battle) -> tuple[Command, ...]:
    given: tuple[Command, ...] = battle.legal()
    return given


def against(battle: Battle, command: Command) -> list[str]:
    return [str(refusal) for refusal in battle.refusals(command)]


def state(battle: Battle) -> State:
    assert isinstance(battle.state, State)
    return battle.state


def where(battle: Battle, id_: str) -> str:
    """The hex of a unit or leader, "gone" if there is none any more."""
    piece: Unit | Leader | None = state(battle).find(id_)
    return hex_name(piece.hex) if piece else "gone"


def blocks(battle: Battle, id_: str = "z") -> int:
    return state(battle).unit(id_).blocks
