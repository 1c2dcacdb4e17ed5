"""Models of very many triangles on a table: every ruling is that of the same triangles kept plainly."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import fireline
from battles import EXAMPLES
from fireline.formats.meshes import read_model
from fireline.game.answers import CheckAnswer
from fireline.geometry import bulk
from fireline.geometry.bulk import Bulk
from fireline.geometry.figures import Figure, Posture
from fireline.geometry.sight import forget_looks
from fireline.geometry.solids import Solid
from fireline.rulesets.blightmeer.modelfacts import of_model
from fireline.rulesets.blightmeer.terrain import Mesh
from fireline.ruling.told import written


def rows(solid: Solid) -> list[list[float]]:
    found = np.column_stack([solid.corners.reshape(-1, 9), solid.part_of])
    ordered: list[list[float]] = found[np.lexsort(found.T)].tolist()
    return ordered


def facts(figure: Figure) -> tuple[Any, ...]:
    return figure.tags, figure.eyes, figure.height, figure.solid.parts, rows(figure.solid), rows(figure.body)


@pytest.mark.parametrize("posture", Posture)
@pytest.mark.parametrize("base", [0.0, 5.0])
def test_a_figure_is_the_same_however_its_triangles_are_kept(
    monkeypatch: pytest.MonkeyPatch, posture: Posture, base: float
) -> None:
    plain = replace(read_model(EXAMPLES / "brute.glb"), base_height=base)
    monkeypatch.setattr(bulk, "LARGE", 200)
    large = replace(read_model(EXAMPLES / "brute.glb"), base_height=base)
    assert isinstance(large.solid, Bulk)
    assert facts(of_model(large, posture)) == facts(of_model(plain, posture))


def rulings() -> list[Any]:
    battle = fireline.load(EXAMPLES / "blightmeer-village.yaml")
    pairs = [(one, other) for one in ("lookout", "scout") for other in battle.ruleset.targets(battle.state, one)]
    found = [CheckAnswer(battle.preview(fireline.Shot(*pair))).data() for pair in pairs]
    mesh = next(piece for piece in battle.state.terrain if isinstance(piece, Mesh))
    floors = [mesh.floors((mesh.at[0] + n / 3, mesh.at[1] - n / 5)) for n in range(-9, 9)]
    return [found, floors, [unit.at for unit in battle.state.units]]


def test_a_battle_is_ruled_the_same_however_its_models_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = rulings()
    forget_looks()
    monkeypatch.setattr(bulk, "LARGE", 200)
    assert rulings() == plain


def test_a_page_is_sent_a_coarse_model_and_told_how_coarse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "LARGE", 200)
    monkeypatch.setattr("fireline.rulesets.blightmeer.drawing.MOST_TRIANGLES", 300)
    battle = fireline.load(EXAMPLES / "blightmeer-village.yaml")
    drawing = battle.ruleset.needs(battle.ruleset.drawing, "draws nothing")
    assert drawing.scene is not None
    solids = {one["name"]: one for one in written(drawing.scene(battle.state))["solids"]}
    for name in ("brute", "tower"):
        assert 0 < solids[name]["coarse"] < 3
        assert sum(len(part["positions"]) for part in solids[name]["parts"]) <= 9 * 300
    assert "coarse" not in solids["lookout"]
