"""Auditing files in the form of GeoGramBench: a question, drawing code, an answer, a level."""

from geoengine.audit.geogrambench.file_audit import ProgramAudit, audit_programs
from geoengine.audit.geogrambench.published_program import (
    PublishedProgram,
    is_geogrambench,
    read_programs,
)

__all__ = [
    "ProgramAudit",
    "PublishedProgram",
    "audit_programs",
    "is_geogrambench",
    "read_programs",
]
