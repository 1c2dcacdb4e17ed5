"""Hostile mesh files: no other file is opened, and of every spoilt one comes a model or one clear line."""

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireline.formats.meshes import read_model
from fireline.game.errors import BattleFileError
from fireline.testing.battery.hostile import fuzz
from formats.meshmaking import ALL, FACES, NUMBERS, TETRAHEDRON, Glb, glb, mesh_xml, model_xml, package, tree


def knight() -> bytes:
    """A GLB file with bones, and a hat on one of them."""
    file = Glb()
    names = {"POSITION": file.put(TETRAHEDRON), "JOINTS_0": file.put([[0, 1, 0, 0]] * 4, "<u1")}
    names["WEIGHTS_0"] = file.put([[0.5, 0.5, 0, 0]] * 4)
    morph = {"indices": {"bufferView": file.view([1], "<u2"), "componentType": 5123}}
    target = {"count": 1, **morph, "values": {"bufferView": file.view([[0, 0, 4]], "<f4")}}
    file.accessors.append({"componentType": 5126, "count": 4, "type": "VEC3", "sparse": target})
    shape = file.mesh(names, targets=[{"POSITION": 3}])
    return file.file(
        nodes=[{"mesh": 0, "skin": 0, "children": [1, 2]}, {"mesh": 1}, {"translation": [8, 0, 0]}],
        meshes=[{**shape, "weights": [0.5]}, {"primitives": []}],
        skins=[{"joints": [1, 2], "inverseBindMatrices": file.put([np.eye(4).reshape(-1)] * 2)}],
        animations=[{"channels": [], "samplers": []}],
    )


def scout() -> bytes:
    """A 3MF file, nothing in it packed, so that what is spoilt is what it says."""
    mesh = mesh_xml(TETRAHEDRON.tolist(), FACES.tolist())
    objects = (
        f'<object id="1">{mesh}</object><object id="2"><components><component objectid="1"/></components></object>'
    )
    return package({"3D/3dmodel.model": model_xml(objects, '<item objectid="2"/>')}, how=ZIP_STORED)


GOOD = {**ALL, "knight.glb": knight(), "scout.3mf": scout()}

_listening: list[list[str]] = []
"""What was opened since somebody asked; Python keeps what listens to it for ever."""


def _watch(event: str, given: tuple[Any, ...]) -> None:
    if _listening and (event == "open" or event.startswith(("socket.", "subprocess.", "os.system", "os.exec"))):
        _listening[-1].append(str(given[0]) if event == "open" else event)


@pytest.fixture(scope="module")
def opened() -> Callable[[Path], list[str]]:
    """What is opened while a file is read."""
    sys.addaudithook(_watch)

    def opened(file: Path) -> list[str]:
        for _ in range(2):  # the first time, modules may be loaded
            _listening[:] = [[]]
            with suppress(BattleFileError):
                read_model(file)
        return _listening.pop()

    return opened


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.obj", b"mtllib ../../etc/passwd\nmtllib a.mtl\ncall evil.obj\ncsh touch x\n" + ALL["thing.obj"]),
        ("a.ply", ALL["text.ply"].replace(b"element v", b"comment TextureFile a.mtl\nelement v")),
        ("b.ply", ALL["thing.ply"].replace(b"element v", b"comment TextureFile /etc/passwd\nelement v")),
        ("a.glb", glb(tree(buffers=[{"uri": "a.mtl", "byteLength": 72}]), NUMBERS)),
        ("b.glb", glb(tree(images=[{"uri": "http://localhost/a.png"}]), NUMBERS)),
        ("a.stl", ALL["text.stl"]),
        ("b.stl", ALL["thing.stl"]),
    ],
)
def test_no_other_file_is_opened(
    opened: Callable[[Path], list[str]], tmp_path: Path, name: str, content: bytes
) -> None:
    (tmp_path / "a.mtl").write_text("newmtl skin\nmap_Kd a.png\n")
    file = tmp_path / name
    file.write_bytes(content)
    assert opened(file) == [str(file)]


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("spoilt")


@st.composite
def spoilt(draw: st.DrawFn) -> tuple[str, bytes]:
    """A good file with bytes changed, put in or taken out, or cut off."""
    name = draw(st.sampled_from(sorted(GOOD)))
    raw = bytearray(GOOD[name])
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, len(raw)))
        match draw(st.sampled_from(["flip", "put", "take", "number"])):
            case "flip" if at < len(raw):
                raw[at] ^= 1 << draw(st.integers(0, 7))
            case "put":
                raw[at:at] = draw(st.binary(max_size=6))
            case "take":
                del raw[at : at + draw(st.integers(1, 9))]
            case _:
                raw[at : at + 1] = draw(st.sampled_from([b"-", b"9", b"99999999999", b"1e999", b"nan", b"\xff" * 4]))
    return name, bytes(raw[: draw(st.integers(0, len(raw)))] if draw(st.booleans()) else raw)


@fuzz("meshes", 500)
@given(spoilt())
def test_of_a_spoilt_file_comes_a_model_or_one_line(scratch: Path, file: tuple[str, bytes]) -> None:
    name, content = file
    path = scratch / name
    path.write_bytes(content)
    said, model = "", None
    try:
        model = read_model(path)
    except BattleFileError as wrong:
        said = wrong.problem
    assert said.isprintable()
    assert len(said) < 300
    assert bool(said) == (model is None)
    if model is not None:
        assert len(model.solid)
        assert np.isfinite(model.solid.corners).all()
        assert set(model.solid.part_of.tolist()) == set(range(len(model.tags)))
