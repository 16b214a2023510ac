"""Judging all claims of problem records."""
