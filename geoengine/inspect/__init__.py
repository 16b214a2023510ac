"""Pages to look at problems, proofs, items and splits in a browser."""

from geoengine.inspect.display import Frame, as_html
from geoengine.inspect.gallery import write_gallery
from geoengine.inspect.item_data import item_record
from geoengine.inspect.libraries import MissingLibrariesError
from geoengine.inspect.page import page
from geoengine.inspect.problem_data import graph_record, problem_record, proof_record

__all__ = [
    "Frame",
    "MissingLibrariesError",
    "as_html",
    "graph_record",
    "item_record",
    "page",
    "problem_record",
    "proof_record",
    "write_gallery",
]
