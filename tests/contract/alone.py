"""Pytest where nothing is installed but the core and the extra `testing`, with the battery's plug-in and no other."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1]))

from install import core_only

PLUGINS = ["-p", "fireline.testing.plugin", "-p", "_hypothesis_pytestplugin"]

if __name__ == "__main__":
    brought, arguments = sys.argv[1].split(","), sys.argv[2:]
    core_only.LACKING -= set(brought)
    core_only.LACKING |= {"hypothesis"} - set(brought)
    sys.meta_path.insert(0, core_only.Blocker())
    sys.exit(pytest.main([*(PLUGINS if "hypothesis" in brought else PLUGINS[:2]), *arguments]))
