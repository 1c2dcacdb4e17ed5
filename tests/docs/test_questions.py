"""Adding a question, as CONTRIBUTING.md says it: one file, and every door asks it."""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
ASK = """
import json, sys
import fireline.questions as table
table.__path__.append(sys.argv[1])
from starlette.testclient import TestClient
import fireline
from fireline.cli.batch import answer_line
from fireline.server.app import create_app
from fireline.server.mcp.tools import answer as told
from fireline.server.mcp.tools import tools
from fireline.server.offline import answer

asked = {"battle": fireline.example("ancients-ranged-combat").data}
sent = json.dumps(asked)
app = create_app(sys.argv[1] + "/tables.db")
with TestClient(app, base_url="http://localhost") as client:
    http = client.post("/api/v1/likeliest", json=asked).json()
described = app.openapi()
schema = described["components"]["schemas"]["Likeliest"]
route = described["paths"]["/api/v1/likeliest"]["post"]
print(json.dumps({
    "http": http,
    "offline": json.loads(answer("/api/v1/likeliest", sent).text),
    "tool": json.loads(told("likeliest", sent.encode()).data),
    "batch": answer_line(json.dumps({"ask": "likeliest", **asked}).encode(), 1),
    "schema": schema["properties"],
    "text": [route["description"], tools()["likeliest"].text],
}))
"""


def test_a_question_is_one_file_and_every_door_asks_it(tmp_path: Path) -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    (tmp_path / "likeliest.py").write_text(block, encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", ASK, str(tmp_path)], capture_output=True, check=False, text=True)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["http"] == told["offline"] == told["tool"] == told["batch"]
    assert told["http"]["shot"]["shooter"] == "bow"
    assert told["http"]["headline"]["of"] == "blocks_lost"
    assert "ShotData" in json.dumps(told["schema"]["shot"])
    assert told["text"] == ["The legal shot with the best headline, of everybody who may fire now."] * 2
