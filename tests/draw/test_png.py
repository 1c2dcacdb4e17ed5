"""Pictures as files: SVG as it is, PNG with our own letters, the same on every machine."""

import io
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from battles import example
from fireline.draw import picture
from fireline.draw.png import MOST_PIXELS, png
from fireline.formats.writing import save_picture
from fireline.testing.battery.pictures import parsed
from refusing import wrong_with

BATTLE = picture(example("ancients-ranged-combat"))
SOURCE = Path(__file__).parents[2] / "src" / "fireline"
BLANK = '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}">{2}</svg>'


def opened(svg: str, zoom: float = 1.0) -> Image.Image:
    return Image.open(io.BytesIO(png(svg, zoom)))


def letters(text: str, family: str = "system-ui, sans-serif", weight: str = "normal") -> "np.typing.NDArray[np.uint8]":
    """How a text looks, as shades."""
    said = f'<text x="4" y="24" font-size="20" font-family="{family}" font-weight="{weight}">{text}</text>'
    return np.asarray(opened(BLANK.format(400, 30, said)).getchannel("A"))


def test_a_picture_is_written_as_svg_and_as_png_of_its_own_size(tmp_path: Path) -> None:
    save_picture(BATTLE, tmp_path / "a.svg")
    save_picture(BATTLE, str(tmp_path / "a.PNG"))
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == BATTLE
    svg = parsed(BATTLE)
    with Image.open(tmp_path / "a.PNG") as image:
        assert image.format == "PNG"
        assert image.size == (int(svg.get("width", "")), int(svg.get("height", "")))


@pytest.mark.parametrize("name", ["a.jpg", "a", "a.svg.gz"])
def test_any_other_name_is_refused_and_nothing_written(tmp_path: Path, name: str) -> None:
    assert "name it .svg or .png" in wrong_with(save_picture, BATTLE, tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.whole("long")
def test_a_zoom_makes_all_of_it_larger_and_a_huge_picture_is_drawn_smaller() -> None:
    svg = BLANK.format(100, 50, '<rect x="50" width="50" height="50" fill="#ff0000"/>')
    twice = opened(svg, 2)
    assert twice.size == (200, 100)
    assert [twice.getpixel((x, 50)) for x in (98, 102)] == [(0, 0, 0, 0), (255, 0, 0, 255)]
    assert 0.9 * MOST_PIXELS < np.prod(opened(BLANK.format(20000, 9000, "")).size) <= MOST_PIXELS


def test_letters_are_ours_whatever_family_is_asked_for_and_bold_is_bolder() -> None:
    plain = letters("Zoë fires: 30.6% ✓ × −1 → ½ Жуков Ελλάς")
    assert np.array_equal(plain, letters("Zoë fires: 30.6% ✓ × −1 → ½ Жуков Ελλάς", "Comic Sans MS"))
    assert letters("Zoë", weight="bold").astype(int).sum() > letters("Zoë").astype(int).sum() > 0


def test_a_letter_that_no_font_has_is_a_box_and_never_nothing() -> None:
    assert letters("中").any()


def test_no_letter_depends_on_the_fonts_of_the_machine(tmp_path: Path) -> None:
    program = "import sys; from fireline.draw.png import png; sys.stdout.buffer.write(png(sys.stdin.read()))"
    bare = {**os.environ, "HOME": str(tmp_path), "FONTCONFIG_FILE": os.devnull, "XDG_DATA_DIRS": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program], input=BATTLE.encode(), capture_output=True, env=bare, check=True
    )
    assert done.stdout == png(BATTLE)


def test_pictures_are_drawn_in_any_thread() -> None:
    svg = BLANK.format(100, 50, '<text x="5" y="30" font-size="20">A</text>')
    with ThreadPoolExecutor(4) as threads:
        assert set(threads.map(png, [svg] * 8)) == {png(svg)}


def test_our_own_words_have_only_letters_that_the_fonts_have() -> None:
    written = "".join(file.read_text(encoding="utf-8") for file in SOURCE.rglob("*.py"))
    box = {weight: letters("中", weight=weight) for weight in ("normal", "bold")}
    for letter in {one for one in written if not one.isascii() and one.isprintable()}:
        assert not any(np.array_equal(letters(letter, weight=weight), box[weight]) for weight in box), letter


def test_the_fonts_come_with_their_licence() -> None:
    assert "Bitstream Vera Fonts Copyright" in (SOURCE / "draw" / "fonts" / "LICENSE").read_text(encoding="utf-8")
