"""Write the golden transcripts anew: python tests/golden/regenerate.py; then read the diff before it is kept."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from golden.transcripts import GOLDEN, played, text


def main() -> None:
    """Write every transcript, and take away those of battles that are gone."""
    wanted = {file: text(*battle) for file, battle in played().items()}
    for file in set(GOLDEN.glob("*/*.txt")) - wanted.keys():
        file.unlink()
        print(f"gone     {file.relative_to(GOLDEN)}")
    for file, said in wanted.items():
        if not file.exists() or file.read_text(encoding="utf-8") != said:
            file.parent.mkdir(exist_ok=True)
            file.write_text(said, encoding="utf-8")
            print(f"written  {file.relative_to(GOLDEN)}")


if __name__ == "__main__":
    main()
