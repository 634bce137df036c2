"""The documentation site: `make docs-site` (see docs/decisions/0024-documentation-site.md).

The folder of sources is the repository, so that links between its pages hold as they stand there.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "src"))

from fitl import __version__  # noqa: E402  (the path must be set first)

project = "fitl"
author = "The fitl authors"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest", "sphinx.ext.viewcode"]
root_doc = "docs/manual/index"
source_suffix = {".md": "markdown"}
include_patterns = ["docs/**", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"]
exclude_patterns = ["docs/strength/**", "docs/screenshots/**"]
nitpicky = False
suppress_warnings = ["myst.header", "misc.highlighting_failure", "toc.empty_glob"]

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"

html_theme = "furo"
html_title = "fitl"
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
