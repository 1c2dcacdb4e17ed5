"""The page built where it has to be."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
OPTIONS = ("--rate", "0", "--patience", "600")
"""Of servers of the page: other tests may have the machine to themselves meanwhile."""


def hook() -> ModuleType:
    """The build hook of the package, as a module."""
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    # The hook's class is for the packager, whose library need not be here; its functions are for everybody.
    module.__name__ = "__main__"
    source = (ROOT / "hatch_build.py").read_text(encoding="utf-8").partition('if __name__ == "__main__":')[0]
    exec(compile(source, "hatch_build.py", "exec"), module.__dict__)  # noqa: S102 - our own build
    return module


def built() -> Path:
    """The folder of the page, built by the package's own hook; raises `FileNotFoundError` where there is no Node."""
    pages = hook()
    if pages.is_due(ROOT):
        if pages.node_on_path() is None:
            raise FileNotFoundError("the page is not built")
        pages.build(ROOT)
    return ROOT / "src/fireline/server/page"
