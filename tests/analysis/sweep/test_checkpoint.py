"""What is kept beside the output: taken up, refused where it belongs elsewhere, safe when the disk is full."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from fireline.analysis.sweep.results import Checkpoint, checkpoint_of
from fireline.game.errors import BattleFileError
from refusing import wrong_with
from sweeping import LONG, SHOT, kept, loaded, swept, without_progress, written

pytestmark = pytest.mark.usefixtures("plain_tables")
OPEN = Path("/proc/self/fd")


def test_a_result_that_is_there_stays(tmp_path: Path) -> None:
    with Checkpoint(tmp_path / "out.parquet", "a") as one:
        one.keep([(7, 1, '{"n":1}'), (7, 0, '{"n":0}')])
        one.keep([(7, 0, '{"n":9}')])
        assert one.parts(7) == [{"n": 0}, {"n": 1}]
        assert one.done() == {(7, 0), (7, 1)}


def test_what_was_kept_is_taken_up_and_resume_wants_something_to_go_on_with(tmp_path: Path) -> None:
    spec, out = written(tmp_path, SHOT), tmp_path / "out.parquet"
    swept(spec, out)
    whole = out.read_bytes()
    out.unlink()
    asked = loaded(SHOT)
    with Checkpoint(out, asked.digest) as half:
        half.keep((case, 0, '{"problem":"kept from before"}') for case in range(4))
    told = swept(spec, out, resume=True)
    assert told.taken_up == 4
    assert set(told.problems) == {1, 2, 3, 4}
    assert out.read_bytes() != whole
    out.unlink()
    assert "nothing has been computed yet; leave out --resume to begin" in wrong_with(swept, spec, out, resume=True)
    swept(spec, out)
    assert swept(spec, out, resume=True).finished


def test_a_checkpoint_of_another_sweep_or_none_is_refused_and_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    with Checkpoint(out, loaded(SHOT).digest) as one:
        one.keep([(7, 0, "{}")])
    said = wrong_with(swept, written(tmp_path, SHOT + "seed = 8"), out)
    assert "out.parquet.sweep.sqlite: holds the results of another sweep, or of" in said
    assert kept(out) == 1
    checkpoint_of(out).write_text("these are my notes, and nobody is to write over them " * 20)
    said = wrong_with(swept, written(tmp_path, SHOT), out)
    assert "out.parquet.sweep.sqlite: cannot be written: file is not a database" in said
    assert checkpoint_of(out).read_text().startswith("these are my notes")


@pytest.mark.skipif(not OPEN.is_dir(), reason="no list of open files here")
def test_a_checkpoint_that_is_refused_is_closed(tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    checkpoint_of(out).write_text("these are my notes " * 100)
    with pytest.raises(BattleFileError) as held:  # and with it all that the refusal came through
        Checkpoint(out, "a")
    assert "file is not a database" in str(held.value)
    assert checkpoint_of(out) not in {one.resolve() for one in OPEN.iterdir()}


FULL = """
import resource, sys
from fireline.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
sys.argv[1:] = sys.argv[2:]
main()
"""
"""The command where no file may be larger than this many bytes."""


@pytest.mark.whole("extra")
@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="no limit on files here")
def test_a_full_disk_is_one_line_and_what_was_computed_is_kept(tmp_path: Path) -> None:
    spec, out = written(tmp_path, LONG), tmp_path / "out.parquet"
    command = [sys.executable, "-c", FULL, "60000", "sweep", str(spec), "--out", str(out), "--workers", "1"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2, done
    assert done.stdout == ""
    complaint = without_progress(done.stderr)
    assert complaint.startswith(f"{checkpoint_of(out)}: cannot be written: ")
    assert complaint.count("\n") == 1
    assert 0 < kept(out) < 576
    assert swept(spec, out, resume=True).taken_up > 0


def test_a_table_that_cannot_be_written_leaves_the_results_where_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, out = written(tmp_path, SHOT), tmp_path / "out.parquet"

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        assert "out.parquet: cannot be written: No space" in wrong_with(swept, spec, out)
    assert kept(out) == 9
    assert swept(spec, out, resume=True).taken_up == 9
    spec, out = written(tmp_path, SHOT), Path("/proc/out.parquet")
    assert "/proc/out.parquet.sweep.sqlite: cannot be written: unable to open" in wrong_with(swept, spec, out)
