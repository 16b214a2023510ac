"""Published GeoBench files: their English read into our language, and audited."""

from geoengine.audit.geobench.file_audit import (
    Audit,
    ItemAudit,
    audit,
    audit_files,
    audit_together,
)
from geoengine.audit.geobench.published import Item
from geoengine.audit.geobench.reading import Made, Reading, read_sentence, read_statement
from geoengine.audit.geobench.sharegpt import is_geobench, is_index, read_items

__all__ = [
    "Audit",
    "Item",
    "ItemAudit",
    "Made",
    "Reading",
    "audit",
    "audit_files",
    "audit_together",
    "is_geobench",
    "is_index",
    "read_items",
    "read_sentence",
    "read_statement",
]
