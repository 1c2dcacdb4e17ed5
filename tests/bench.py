"""A Python of one's own, in which everything is found that this one has, and packages can be installed besides."""

import sys
import sysconfig
import venv
from pathlib import Path

PROGRAMS = {
    "fireline": "exec '{python}' -m fireline",
    "pytest": "exec '{python}' -m pytest -p no:cacheprovider --hypothesis-seed=0",
    # What builds a package is here already, and so is what it depends on: nothing is fetched.
    "pip": "PIP_NO_BUILD_ISOLATION=0 PIP_NO_DEPS=1 exec '{python}' -m pip --disable-pip-version-check",
}


def own_python(folder: Path) -> Path:
    """Make one in a new folder; gives the folder of its programs."""
    venv.create(folder)
    bin_ = folder / "bin"
    found = sysconfig.get_path("purelib", "venv", vars={"base": str(folder), "platbase": str(folder)})
    lines = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n"
    (Path(found) / "everything.pth").write_text(lines, encoding="utf-8")
    for name, line in PROGRAMS.items():
        program = bin_ / name
        program.write_text(f'#!/bin/sh\n{line.format(python=bin_ / "python")} "$@"\n', encoding="utf-8")
        program.chmod(0o755)
    return bin_


if __name__ == "__main__":
    print(own_python(Path(sys.argv[1])))
