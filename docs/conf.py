"""The site: the guides in this folder, and the reference of what `import fireline` offers; `make docs` builds it."""

import sys
from pathlib import Path

import fireline

sys.path.insert(0, str(Path(__file__).parent))

project = "Fireline"
author = "Fireline contributors"
project_copyright = author
release = version = fireline.__version__

extensions = ["sphinx.ext.autodoc", "sphinx.ext.napoleon", "myst_parser", "notebooks", "declared"]
exclude_patterns = ["conf.py"]
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_inherit_docstrings = False
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
default_role = "code"  # docstrings say `load` as Markdown does
napoleon_numpy_docstring = False

html_theme = "furo"
html_title = "Fireline"
html_static_path = ["_static"]
html_css_files = ["wide.css"]
html_show_sphinx = False
html_copy_source = False
pygments_style = "friendly"
