"""What users write, checked by mypy and pyright as they check user code, and run: one question of every kind."""

from fractions import Fraction
from pathlib import Path

import fireline


def best_shot(battle: fireline.Battle, shooter: str) -> fireline.Shot:
    """The target of the best headline; raises `ValueError` where there is none."""
    legal = [(seen.odds.headline.chance, seen.target) for seen in battle.targets(shooter) if seen.odds is not None]
    return fireline.Shot(shooter, max(legal)[1])


def lines(ruling: fireline.Ruling) -> list[str]:
    """A ruling in words."""
    helped: list[str] = [f"{one.value:+d} {one.name} ({one.rule})" for one in ruling.modifiers if one.applies]
    against: list[str] = [f"{one.because} ({one.rule})" for one in ruling.refusals]
    steps: list[str] = [step.text for step in ruling.steps]
    return [ruling.title, str(ruling.legal), *helped, *against, *steps, *ruling.lines()]


def numbers(odds: fireline.Odds) -> Fraction:
    """Something made of odds."""
    hits: fireline.Dist[int] = odds.numeric_marginal("hits")
    by_value: dict[int | str, Fraction] = dict(odds.marginal("hits").items())
    together: Fraction = sum((p for _, p in odds.outcomes.items()), Fraction(0))
    bounds = [span.most - span.least for spans in odds.bounds.values() for span in spans.values()]
    assert together == sum(by_value.values()) == 1
    return hits.at_least(1) + hits.mean() + odds.headline.chance + sum(bounds)


def refused(battle: fireline.Battle, shot: fireline.Shot) -> tuple[str, ...]:
    """The rules that forbid a shot, or the place of the mistake in it."""
    try:
        battle.shoot(shot, seed=1)
    except fireline.IllegalShot as illegal:
        return tuple(refusal.rule for refusal in illegal.ruling.refusals)
    except fireline.BattleFileError as wrong:
        return (wrong.place,)
    return ()


def played(battle: fireline.Battle) -> tuple[fireline.GameLog, list[str]]:
    """The phase to its end, the first command each time, as a log with its story."""
    log = fireline.GameLog(battle, seed=3)
    while not log.battle.turn.over:
        command: fireline.Command = log.battle.legal()[0]
        log, result = log.play(command, log.dice())
        assert result.battle.refusals(fireline.Place("bow", "A1")) == ()
    return log, [step.text for step in log.story()]


def rolled(battle: fireline.Battle, shot: fireline.Shot) -> fireline.PlayResult:
    """The same shot by a seed, by faces, by dice and by command."""
    seeded, laid = battle.shoot(shot, seed=7), battle.shoot(shot, dice=["blue", "red"])
    fixed = battle.play(fireline.Shoot(shot), fireline.FixedDice("blue", "red"))
    thrown: fireline.PlayResult = battle.play(fireline.Shoot(shot), seed=7)
    dice: fireline.Dice = fireline.SeededDice(7)
    assert laid.events == fixed.events
    assert thrown.events == seeded.events[: len(thrown.events)]
    assert isinstance(battle.play(fireline.Shoot(shot), dice).events[0], fireline.Event)
    return seeded


def compared(battle: fireline.Battle, shot: fireline.Shot) -> Fraction | None:
    """What it costs to have moved."""
    held: fireline.Variant = fireline.vary(battle, shot=shot)
    comparison: fireline.Comparison = fireline.compare(held, held.vary("units[bow].moved=1"), labels=("held", "moved"))
    report: fireline.WorthReport = fireline.worth(held)
    lost: Fraction | None = comparison.gain(comparison.columns[1])
    assert lost is not None
    assert report.lines[0].chance is not None
    return lost + report.lines[0].chance


def tactics(battle: fireline.Battle) -> tuple[Fraction, str]:
    """Where it is dangerous, and what to do about it."""
    cell: fireline.ThreatCell = fireline.threat(battle, "warriors", ["bow", "horse"]).cell("G7")
    choice: fireline.PlanChoice | None = fireline.plan(battle, "losses", ["bow"]).best
    assert choice is not None
    assert choice.shot is not None
    branches: tuple[fireline.PlanBranch, ...] = choice.branches
    return cell.chance, branches[0].what + choice.shot.target


def swept(folder: Path) -> fireline.SweepResult:
    """A sweep of two cases."""
    fireline.save(fireline.example("ancients-ranged-combat").battle, folder / "battle.yaml")
    spec = folder / "spec.toml"
    text = """
        battle = "battle.yaml"
        shot = {shooter = "bow", target = "warriors"}
        vary = {"units[bow].moved" = [0, 1]}
    """
    spec.write_text(text, encoding="utf-8")
    return fireline.sweep(spec, folder / "out.parquet", workers=1)


def main(folder: Path) -> None:
    """Everything at once."""
    battle = fireline.example("ancients-ranged-combat").battle
    shot = best_shot(battle, "bow")
    assert lines(battle.check(shot))
    assert numbers(battle.odds(shot)) > 0
    assert refused(battle, fireline.Shot("slingers", "warriors")) == ("CCA-2.1", "CCA-3.2")
    log, story = played(battle)
    assert story
    assert fireline.luck(log).tallies
    assert rolled(battle, shot).seed == 7
    assert compared(battle, shot) is not None
    assert tactics(battle)[0] > 0
    assert swept(folder).legal == 2
    again = fireline.loads(battle.data())
    assert again == battle
    assert fireline.load(folder / "battle.yaml") == battle
    assert fireline.picture(battle, shot).startswith("<svg")
    assert battle.ruleset.id in fireline.ruleset_ids()
    assert fireline.ruleset("ancients") is battle.ruleset
    assert [*fireline.examples()]
