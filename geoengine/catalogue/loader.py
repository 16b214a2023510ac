"""Loading of YAML files as validated entries; errors carry file, line and column."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from pydantic import ValidationError

from geoengine.cache import cached_result
from geoengine.catalogue.document import Document, read_yaml
from geoengine.catalogue.entry import YamlModel
from geoengine.catalogue.fingerprint import code_behind, model_classes
from geoengine.catalogue.folders import data_folder
from geoengine.catalogue.validation_errors import catalogue_error, describe_value
from geoengine.errors import CatalogueError

__all__ = ["load_each", "load_entries", "load_file", "load_files", "load_mapping", "yaml_files"]

R = TypeVar("R", bound=YamlModel)


def load_file(path: str | os.PathLike[str], model: type[R]) -> list[R]:
    r"""Load the entries of one file, in the order in which they are written.

    Parameters
    ----------
    path : str or path
        A YAML file that holds a list of mappings.
    model : type of YamlModel
        The model of each entry.

    Returns
    -------
    list of YamlModel

    Raises
    ------
    CatalogueError
        As ``file:line:column: message``, for the first mistake in the file.

    Examples
    --------
    >>> from geoengine.catalogue import Entry
    >>> folder = getfixture("tmp_path")
    >>> _ = (folder / "kites.yaml").write_text("- name: kite\n  titel: A kite\n")
    >>> try:
    ...     load_file(folder / "kites.yaml", Entry)
    ... except CatalogueError as error:
    ...     print(error.line, error.column, error.message, error.hint, sep=" | ")
    2 | 3 | unknown key 'titel' | did you mean title?
    """
    return _entries_in(_document(path), model)


def load_each(path: str | os.PathLike[str], model: type[R]) -> tuple[list[R], list[CatalogueError]]:
    """Load the valid entries of one file, and list the first mistake of each other entry.

    Parameters
    ----------
    path : str or path
    model : type of YamlModel

    Raises
    ------
    CatalogueError
        When the file is not YAML, or not a list.
    """
    document = _document(path)
    entries: list[R] = []
    errors: list[CatalogueError] = []
    for position, data in enumerate(_listed(document)):
        try:
            entries.append(_validated(data, document, (position,), model))
        except CatalogueError as error:
            errors.append(error)
    return entries, errors


def _entries_in(document: Document, model: type[R]) -> list[R]:
    return [
        _validated(data, document, (position,), model)
        for position, data in enumerate(_listed(document))
    ]


def _listed(document: Document) -> list[object]:
    if not isinstance(document.data, list):
        found = describe_value(document.data)
        raise document.error(
            (), f"expected a list of entries, found {found}", hint="write: - name: …"
        )
    return document.data


def load_mapping(path: str | os.PathLike[str], model: type[R]) -> R:
    r"""Load a file that holds a single mapping.

    Parameters
    ----------
    path : str or path
    model : type of YamlModel
        The model of the mapping.

    Raises
    ------
    CatalogueError
        As ``file:line:column: message``, for the first mistake in the file.

    Examples
    --------
    >>> from geoengine.split import RunConfig
    >>> path = getfixture("tmp_path") / "run.yaml"
    >>> _ = path.write_text("count: 60\nmix: geobench\n")
    >>> load_mapping(path, RunConfig).count
    60
    """
    document = _document(path)
    if not isinstance(document.data, dict):
        raise document.error((), f"expected a mapping, found {describe_value(document.data)}")
    return _validated(document.data, document, (), model)


def _validated(data: object, document: Document, path: tuple[int, ...], model: type[R]) -> R:
    """Validate the data at a path of a document, and attach its place."""
    try:
        entry = model.model_validate(data)
    except ValidationError as error:
        raise catalogue_error(error, document, path, model) from None
    return entry.read_at(document.source, *document.place(path))


def _document(path: str | os.PathLike[str]) -> Document:
    return read_yaml(_content(path), os.fspath(path))


def _content(path: str | os.PathLike[str]) -> bytes:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise CatalogueError(
            f"expected a YAML file: {why.lower()}", source=os.fspath(path)
        ) from None


def load_files(
    paths: Iterable[str | os.PathLike[str]], model: type[R], *, onto: Mapping[str, R] | None = None
) -> dict[str, R]:
    """Load the entries of several files, by key.

    An entry that equals one in `onto` is accepted; it is in the result once.

    Parameters
    ----------
    paths : iterable of path
        YAML files.
    model : type of YamlModel
        The model of each entry.
    onto : mapping, optional
        Entries to extend; they come first in the result.

    Raises
    ------
    CatalogueError
        When a file is invalid, or two other entries have the same key.
    """
    return _by_key((entry for path in paths for entry in load_file(path, model)), onto or {})


def _by_key(found: Iterable[R], onto: Mapping[str, R]) -> dict[str, R]:
    entries = dict(onto)
    for entry in found:
        first = entries.setdefault(entry.key, entry)
        # The same rule may be in the catalogue and in a file given by --rules.
        if first is not entry and onto.get(entry.key) != entry:
            raise entry.error(
                f"expected each name once, found {entry.key!r} again",
                hint=f"it is at {first.place} too",
            )
    return entries


def yaml_files(paths: Iterable[str | os.PathLike[str]]) -> list[Path]:
    """List files; a folder is replaced by the YAML files directly in it, sorted by name.

    Parameters
    ----------
    paths : iterable of path

    Raises
    ------
    CatalogueError
        When a folder has no YAML files.

    Examples
    --------
    >>> folder = getfixture("tmp_path")
    >>> _ = (folder / "mine.yaml").write_text("[]")
    >>> [file.name for file in yaml_files([folder])]
    ['mine.yaml']
    """
    files: list[Path] = []
    for path in map(Path, paths):
        inside = sorted(path.glob("*.yaml")) if path.is_dir() else [path]
        if not inside:
            raise CatalogueError(
                "expected YAML files in the folder, found none",
                source=path, hint="name a file, or a folder of files that end in .yaml",
            )  # fmt: skip
        files += inside
    return files


def load_entries(kind: str, model: type[R]) -> Mapping[str, R]:
    """Load all entries of one kind that come with geoengine; files are read once per process.

    Parameters
    ----------
    kind : str
        The folder, such as ``rules`` or ``tasks/prompts``.
    model : type of YamlModel
        The model of each entry.

    Returns
    -------
    mapping of str to YamlModel
        The entries by key, in the order of the file names. It cannot be changed.

    Raises
    ------
    CatalogueError
        When there is no such folder, or a file is invalid.

    Examples
    --------
    >>> from geoengine.catalogue import Construction
    >>> load_entries("constructions", Construction)["midpoint"].name
    'midpoint'
    """
    return MappingProxyType(_entries(kind, model))


@cache
def _entries(kind: str, model: type[R]) -> dict[str, R]:
    """Load entries from the cache, or from their files."""
    # An entry may refer to one in a folder next to or inside its own, so the cached result depends
    # on all files of the kind.
    folder = data_folder(kind.partition("/")[0])
    contents = {path: _content(path) for path in sorted(folder.rglob("*.yaml"))}
    own = data_folder(kind)

    def read() -> dict[str, R]:
        documents = (
            read_yaml(contents[path], os.fspath(path)) for path in contents if path.parent == own
        )
        return _by_key(
            (entry for document in documents for entry in _entries_in(document, model)), {}
        )

    sources = [text for path, content in contents.items() for text in (os.fsencode(path), content)]
    return cached_result(
        kind.replace("/", "-"), [*code_behind(model), *sources], read, model_classes()
    )
