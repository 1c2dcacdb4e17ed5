"""The types of the API as the page has them, written from the server's own description.

`python tests/browser/api_types.py --write` writes them anew.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).parents[2]
TYPES = ROOT / "web/src/api/types.d.ts"
TOOL = ROOT / "web/node_modules/openapi-typescript/bin/cli.js"


def described() -> str:
    """The types that the server's OpenAPI description of this moment comes to, without games that others installed."""
    from fireline.game import registry
    from fireline.server.app import create_app

    with tempfile.TemporaryDirectory() as folder, patch.object(registry, "announced", dict):
        spec, types = Path(folder, "openapi.json"), Path(folder, "types.d.ts")
        spec.write_text(json.dumps(create_app("sqlite://").openapi()), encoding="utf-8")
        subprocess.run(["node", str(TOOL), str(spec), "-o", str(types)], check=True, capture_output=True)
        return types.read_text(encoding="utf-8")


if __name__ == "__main__":
    if "--write" in sys.argv:
        TYPES.write_text(described(), encoding="utf-8")
    elif TYPES.read_text(encoding="utf-8") != described():
        sys.exit(f"{TYPES.relative_to(ROOT)} is not current; run: make golden")
