"""Write the golden transcripts anew: python tests/golden/regenerate.py; then read the diff before it is kept."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from golden.transcripts import GOLDEN, transcripts


def main() -> None:
    """Write every transcript, and take away those of battles that are gone."""
    wanted = transcripts()
    for file in set(GOLDEN.glob("*/*.txt")) - wanted.keys():
        file.unlink()
        print(f"gone     {file.relative_to(GOLDEN)}")
    for file, text in wanted.items():
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
            print(f"written  {file.relative_to(GOLDEN)}")


if __name__ == "__main__":
    main()
