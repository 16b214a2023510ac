"""Proofs replayed step by step, and rules tested in figures."""
