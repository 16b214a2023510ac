"""Auxiliary points: the search for points with which a goal can be proved."""

from geoengine.auxiliary.budget import Ranking, SearchBudget, SearchStop
from geoengine.auxiliary.result import SearchProgress, SearchResult
from geoengine.auxiliary.searching import search

__all__ = ["Ranking", "SearchBudget", "SearchProgress", "SearchResult", "SearchStop", "search"]
