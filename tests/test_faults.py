"""Where faults are planted to measure the suites."""

from pathlib import Path

from faults.sites import calls_of_compiled, of_file

from fireline.geometry.rasteriser import compiled

TEXT = f"""
@{compiled.__name__}("int64(int64)")
def one(n):
    return n + 1


def other(n):
    return one(n) - 1
"""


def test_faults_in_compiled_code_are_marked_where_it_is_called(tmp_path: Path) -> None:
    file = tmp_path / "src/fireline/geometry/some.py"
    file.parent.mkdir(parents=True)
    file.write_text(TEXT, encoding="utf-8")
    found = {(fault.function, fault.compiled) for fault in of_file(tmp_path, "geometry", file)}
    assert found == {("one", True), ("other", False)}
    assert [TEXT[call.start : call.end] for call in calls_of_compiled(tmp_path)] == ["one(n)"]
