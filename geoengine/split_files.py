"""The files of a split: read, and compared with the digests in its manifest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from geoengine.errors import InputError, UsageError

__all__ = [
    "ITEMS",
    "MANIFEST",
    "PROBLEMS",
    "REPAIR_HINT",
    "SCHEMA",
    "FileFault",
    "SplitFiles",
    "digest_of",
]

ITEMS = "items.jsonl"
PROBLEMS = "problems.jsonl"
MANIFEST = "manifest.json"

SCHEMA = "geoengine.split/2"
"""The name of the layout of a split, as in its manifest."""

REPAIR_HINT = "the file was damaged or edited; geoengine generate --force generates the split again"


def digest_of(content: bytes) -> str:
    """Return the SHA-256 of the content of a file, as in manifests."""
    return hashlib.sha256(content).hexdigest()


@dataclass(frozen=True, slots=True)
class FileFault:
    """A file that does not agree with the manifest.

    Attributes
    ----------
    name : str
        The path of the file in the split.
    kind : {"missing", "changed", "unreadable", "unlisted"}
        ``missing`` files cannot be read; ``unreadable`` is the manifest; ``unlisted`` files exist,
        but are not in the manifest.
    detail : str
        The reason why the manifest is unreadable; otherwise empty.
    """

    name: str
    kind: Literal["missing", "changed", "unreadable", "unlisted"]
    detail: str = ""


@dataclass(frozen=True)
class SplitFiles:
    r"""The files in the folder of a split.

    Parameters
    ----------
    path : Path
        The folder.

    Examples
    --------
    >>> folder = getfixture("tmp_path")
    >>> _ = (folder / "items.jsonl").write_text('{"id": "one"}\n')
    >>> listed = {"items.jsonl": digest_of(b'{"id": "one"}\n'), "images/p1.png": "0" * 64}
    >>> _ = (folder / "manifest.json").write_text(json.dumps({"files": listed}))
    >>> split = SplitFiles(folder)
    >>> split.lines("items.jsonl")
    [(1, {'id': 'one'})]
    >>> [(fault.name, fault.kind) for fault in split.faults()]
    [('problems.jsonl', 'missing'), ('images/p1.png', 'missing')]
    """

    path: Path

    def require(self) -> None:
        """Raise `UsageError` unless the folder has a manifest, which only a finished split has."""
        if (self.path / MANIFEST).is_file():
            return
        unfinished = self.path.with_name(f"{self.path.name}.partial").is_dir()
        raise UsageError(
            f"expected a split but there is no {MANIFEST} in {self.path}"
            if self.path.is_dir()
            else f"expected a split, found no folder {self.path}",
            hint="it is not finished: repeat the geoengine generate command to continue it"
            if unfinished or self.path.name.endswith(".partial")
            else "make one with: geoengine generate",
        )

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """The manifest: plan, distributions and digests of the split.

        Raises
        ------
        InputError
            When it is missing or not a JSON object.
        """
        path = self.path / MANIFEST
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except json.JSONDecodeError as error:
            raise InputError(
                f"expected an object in JSON: {error.msg}",
                source=path, line=error.lineno, column=error.colno, hint=REPAIR_HINT,
            ) from error  # fmt: skip
        except (OSError, ValueError, RecursionError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise InputError(f"cannot read {path}: {why}", hint=REPAIR_HINT) from error
        if not isinstance(found, dict):
            raise InputError(
                f"expected an object in JSON, found {type(found).__name__}",
                source=path,
                hint=REPAIR_HINT,
            )
        return found

    def require_layout(self) -> None:
        """Raise `UsageError` unless the split has the layout that this version reads."""
        found = self.manifest.get("schema")
        if found != SCHEMA:
            raise UsageError(
                f"expected a split of the layout {SCHEMA}, found {found!r} in"
                f" {self.path / MANIFEST}",
                hint="another version made it; make it again with: geoengine generate",
            )

    @cached_property
    def digests(self) -> Mapping[str, str]:
        """The SHA-256 of each file in the manifest, by its path in the split.

        Raises
        ------
        InputError
            When the manifest has none.
        """
        found = self.manifest.get("files")
        if not isinstance(found, dict) or not all(isinstance(one, str) for one in found.values()):
            raise InputError(
                "expected the digests of all files under the key files, found none",
                source=self.path / MANIFEST, hint=REPAIR_HINT,
            )  # fmt: skip
        return found

    def content(self, name: str) -> bytes:
        """Return the content of a file, unless it was changed.

        A file that the manifest does not list is accepted as it is.

        Parameters
        ----------
        name : str
            The path of the file in the split.

        Raises
        ------
        InputError
            When the file cannot be read or is outside the split, its digest is not the one in the
            manifest, or the manifest has no digests.
        """
        content = self._bytes(name)
        if self.digests.get(name) not in (None, digest_of(content)):
            raise InputError(
                "the file was changed after the split was made: its SHA-256 is not the one in"
                f" {MANIFEST}",
                source=self.path / name,
                hint="restore the original, or generate the split again with: geoengine generate"
                " --force; geoengine verify lists every changed file of a split",
            )
        return content

    def lines(self, name: str, *, check_digest: bool = True) -> list[tuple[int, dict[str, Any]]]:
        """Return the objects of a JSON lines file, each with the number of its line.

        Parameters
        ----------
        name : str
            The path of the file in the split.
        check_digest : bool
            Whether to refuse a file whose digest is not the one in the manifest. A file that the
            manifest does not list is accepted.

        Raises
        ------
        InputError
            When a line is not a JSON object (the error names file and line), or the file cannot be
            read or is outside the split; with `check_digest`, also as `content`.
        """
        # The place of a broken line is more helpful than the digest of a changed file.
        found = list(self._objects(name))
        if check_digest:
            self.content(name)
        return found

    def _objects(self, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
        path, content = self.path / name, self._bytes(name).removesuffix(b"\n")
        for number, line in enumerate(content.split(b"\n") if content else (), start=1):
            try:
                record = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise InputError(
                    f"expected an object in JSON: {getattr(error, 'msg', error)}",
                    source=path, line=number, column=getattr(error, "colno", None),
                    hint=REPAIR_HINT,
                ) from error  # fmt: skip
            if not isinstance(record, dict):
                raise InputError(
                    f"expected an object in JSON, found {type(record).__name__}",
                    source=path, line=number, hint=REPAIR_HINT,
                )  # fmt: skip
            yield number, record

    def _bytes(self, name: str) -> bytes:
        path = self.path / name
        if not path.resolve().is_relative_to(self.path.resolve()):
            raise UsageError(f"expected a file in {self.path}, found {name}")
        try:
            return path.read_bytes()
        except OSError as error:
            raise InputError(f"cannot read {path}: {error.strerror}", hint=REPAIR_HINT) from error

    def faults(self) -> list[FileFault]:
        """List the files that do not agree with the manifest.

        `ITEMS` and `PROBLEMS` must exist even if the manifest does not list them.
        """
        try:
            digests = self.digests
        except InputError as error:
            if not (self.path / MANIFEST).is_file():
                return [FileFault(MANIFEST, "missing")]
            return [FileFault(MANIFEST, "unreadable", error.message)]
        found = []
        for name in dict.fromkeys((ITEMS, PROBLEMS, *digests)):
            try:
                actual = digest_of(self._bytes(name))
            except InputError:
                found.append(FileFault(name, "missing"))
                continue
            if name in digests and digests[name] != actual:
                found.append(FileFault(name, "changed"))
        listed = {MANIFEST, *digests}
        for path in sorted(self.path.rglob("*")):
            name = path.relative_to(self.path).as_posix()
            if path.is_file() and name not in listed:
                found.append(FileFault(name, "unlisted"))
        return found
