"""Drafts: scoring the constructions that responses give."""

from geoengine.evaluate.drafts.response_commands import claimed_commands
from geoengine.evaluate.drafts.scoring import REASONS, DraftVerdict, judge_draft

__all__ = ["REASONS", "DraftVerdict", "claimed_commands", "judge_draft"]
