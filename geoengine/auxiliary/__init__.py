"""Auxiliary points: the search for points with which a goal can be proved."""

from geoengine.auxiliary.budget import Ranking, SearchBudget, SearchStop
from geoengine.auxiliary.promise import promising_points
from geoengine.auxiliary.redefinition import other_constructions
from geoengine.auxiliary.result import SearchProgress, SearchResult
from geoengine.auxiliary.search_tree import SearchNode, SearchTree
from geoengine.auxiliary.searching import search

__all__ = [
    "Ranking",
    "SearchBudget",
    "SearchNode",
    "SearchProgress",
    "SearchResult",
    "SearchStop",
    "SearchTree",
    "other_constructions",
    "promising_points",
    "search",
]
