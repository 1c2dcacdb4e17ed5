"""The page of figures keeps what it does not measure anew."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest


def test_what_is_not_measured_anew_stays_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = spec_from_file_location("figures", Path(__file__).parents[1] / "benchmarks/__main__.py")
    assert spec is not None
    assert spec.loader is not None
    figures = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "figures", figures)
    spec.loader.exec_module(figures)
    monkeypatch.setattr(figures, "PAGE", tmp_path / "figures.md")
    when = "2026-11-23, 2 cores (a * b); 3 s"
    reports = {name: figures.Report(when, f"  {name}: goal 3: met\n\n  goal 4: MISSED\n") for name in ("a", "b", "c")}
    figures.PAGE.write_text(figures.page(reports), encoding="utf-8")
    assert figures.known() == reports
    assert figures.PAGE.read_text(encoding="utf-8").count("| 1 | 1 |") == 3
