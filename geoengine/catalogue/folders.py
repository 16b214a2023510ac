"""The folders of the YAML files: beside the package in a checkout, inside an installed package."""

from __future__ import annotations

from pathlib import Path

from geoengine.errors import CatalogueError

__all__ = ["data_folder"]

_PACKAGE = Path(__file__).resolve().parent.parent


def data_folder(kind: str) -> Path:
    """Return the folder of one kind of catalogue entry.

    Parameters
    ----------
    kind : {'rules', 'constructions', 'scenes', 'tasks'}
        The kind of entry; a subfolder may follow, as in ``tasks/prompts``.

    Returns
    -------
    pathlib.Path
        The folder in the checkout, or its copy inside the installed package.

    Raises
    ------
    CatalogueError
        When there is no such folder.

    Examples
    --------
    >>> data_folder("rules").name
    'rules'
    """
    checkout = (_PACKAGE.parent / "pyproject.toml").is_file()
    folder = (_PACKAGE.parent if checkout else _PACKAGE / "_data") / kind
    if not folder.is_dir():
        raise CatalogueError(
            f"expected a folder of {kind} at {folder}, found none",
            hint="reinstall geoengine, or restore the folder in the checkout",
        )
    return folder
