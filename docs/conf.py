import sys
from pathlib import Path

from geoengine import __version__

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

project = "geoengine"
copyright = "the geoengine authors"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
exclude_patterns = ["_build"]
source_suffix = {".md": "markdown"}

myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 3

napoleon_google_docstring = False
napoleon_use_ivar = True
autodoc_typehints = "description"
autodoc_member_order = "bysource"

# Attributes of one name, such as points, belong to several classes; a mention of one is no link.
suppress_warnings = ["ref.python"]

html_theme = "furo"
html_title = f"geoengine {version}"


def setup(app):
    from gallery import write_gallery
    from reference import write_reference
    from solid_gallery import write_solid_gallery

    app.connect("builder-inited", lambda _: write_reference(HERE / "reference"))
    app.connect("builder-inited", lambda _: write_gallery(HERE / "gallery"))
    app.connect("builder-inited", lambda _: write_solid_gallery(HERE / "gallery" / "solids"))
