"""Exact figures of drafts: coordinates made of rational numbers by square roots."""

from geoengine.draft.exact.errors import NotExactError
from geoengine.draft.exact.figure import ExactTruth, ExactTruths, exact_truths

__all__ = ["ExactTruth", "ExactTruths", "NotExactError", "exact_truths"]
