"""Published GeoBench files: their English is read into our language, and audited."""

from geoengine.audit.geobench.file_audit import (
    Audit,
    ItemAudit,
    audit,
    audit_files,
    audit_together,
)
from geoengine.audit.geobench.published_item import PublishedItem
from geoengine.audit.geobench.sharegpt import is_geobench, is_index, read_items
from geoengine.audit.geobench.text_reader import (
    ConstructionSentence,
    Reading,
    read_sentence,
    read_statement,
)
from geoengine.audit.geobench.theorem_names import theorems_named

__all__ = [
    "Audit",
    "ConstructionSentence",
    "ItemAudit",
    "PublishedItem",
    "Reading",
    "audit",
    "audit_files",
    "audit_together",
    "is_geobench",
    "is_index",
    "read_items",
    "read_sentence",
    "read_statement",
    "theorems_named",
]
