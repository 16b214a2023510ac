"""The family ``solids``: parametrised problems about solids, with views and videos."""
