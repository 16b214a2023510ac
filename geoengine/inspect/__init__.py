"""Web pages and notebook displays of problems, proofs, items and splits."""

from geoengine.inspect.built_files import MissingAssetsError, built_file
from geoengine.inspect.display import PageFrame, as_html
from geoengine.inspect.gallery import write_gallery
from geoengine.inspect.item_data import item_record
from geoengine.inspect.page import standalone_page
from geoengine.inspect.problem_data import graph_record, problem_record
from geoengine.inspect.proof_data import extended_proof_record, proof_record
from geoengine.inspect.responses_data import GradedResponse, ModelResponses

__all__ = [
    "GradedResponse",
    "MissingAssetsError",
    "ModelResponses",
    "PageFrame",
    "as_html",
    "built_file",
    "extended_proof_record",
    "graph_record",
    "item_record",
    "problem_record",
    "proof_record",
    "standalone_page",
    "write_gallery",
]
