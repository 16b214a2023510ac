"""The folder of a split, and the folder beside it that holds it until it is finished."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shlex
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import geoengine
from geoengine.errors import UsageError
from geoengine.split.avoided import digest_of
from geoengine.split.manifest import is_manifest
from geoengine.split.plan import Plan, make_plan
from geoengine.split_files import SplitFiles

__all__ = ["Folder", "plan_of", "write_errors_reported"]

_SCHEMA_PREFIX = "geoengine.split/"
_LOCK = ".lock"
_SPLIT_FILES = frozenset({"items.jsonl", "problems.jsonl", "manifest.json"})
_MEDIA_FOLDERS = ("images", "videos", "drafts", "files")
_PARTIAL_FILES = frozenset(
    {_LOCK, "plan.json", "scenes.jsonl", "problems.jsonl", "split", "replaced"}
)
_MEDIUM = re.compile(r"(p[0-9]{6,}|[a-z0-9_]+-[0-9]{4,})[-_a-zA-Z0-9]*\.[a-z0-9]+")


class Folder:
    """The destination of a split, and the folder beside it that holds it until it is finished.

    The latter is ``OUT.partial``; it holds the unfinished split and everything needed to resume it.

    Parameters
    ----------
    out : Path
        The destination.
    plan : Plan

    Attributes
    ----------
    out, partial, split : Path
        The destination, ``OUT.partial``, and the folder of the split within ``OUT.partial``.

    Raises
    ------
    UsageError
        When `out` is a link that leads nowhere or in a circle, or contains the current folder.
    """

    def __init__(self, out: Path, plan: Plan) -> None:
        place = _resolved(out)
        # As the user wrote it, unless it is a link.
        self.out = out if out.absolute() == place else place
        self.partial = place.with_name(f"{place.name}.partial")
        self.split = self.partial / "split"
        self._plan = plan

    def finished(self, *, force: bool) -> dict[str, Any] | None:
        """Return the manifest of the planned split if it is finished, unchanged, and to be kept.

        Parameters
        ----------
        force : bool
            Whether to replace a split at the destination; no manifest is returned then.

        Returns
        -------
        dict or None
            None if the split has to be made: nothing is there, or it is to be replaced.

        Raises
        ------
        UsageError
            When the destination holds other files than a split, or, without `force`, another
            split or a changed one.
        """
        if self.out.exists() and not self.out.is_dir():
            raise UsageError(
                f"expected a folder but {self.out} is a file", hint="choose another folder"
            )
        if not self.out.is_dir() or not any(self.out.iterdir()):
            return None
        manifest = _read(self.out / "manifest.json")
        stray = _stray(self.out) if force else None
        if manifest is None or stray is not None:
            raise UsageError(
                f"expected an empty folder, or a split, but {self.out} holds other files"
                + (f": {stray}" if stray else ""),
                hint="choose another folder",
            )
        if force:
            return None
        mend = "choose another folder, or replace it with --force"
        if other := _difference(manifest, self._plan.as_dict()):
            raise UsageError(f"{self.out} holds another split: {other}", hint=mend)
        if changed := self._changed(manifest):
            raise UsageError(
                f"{self.out} holds this split, but {changed} was changed or is missing", hint=mend
            )
        return manifest

    def _changed(self, manifest: dict[str, Any]) -> str:
        """Return the name of a file that was changed or is missing; empty if there is none."""
        if not is_manifest(manifest, self._plan):
            return "manifest.json"
        faults = SplitFiles(self.out).faults()
        return next((fault.name for fault in faults if fault.kind != "unlisted"), "")

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Make the folder beside the destination, and lock it against other runs.

        Raises
        ------
        UsageError
            When another run has locked it, it holds other files, or the destination is a mount
            point.
        PermissionError
            When the folder around it cannot be written to.
        """
        self._check_partial()
        if os.path.ismount(self.out):
            raise UsageError(
                f"expected a folder that can be replaced but {self.out} is a mount point",
                hint="choose a folder in it",
            )
        self.partial.mkdir(parents=True, exist_ok=True)
        if not os.access(self.partial.parent, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, "Permission denied", str(self.partial.parent))
        # Imported here, since plans and reports of splits do not need it.
        from filelock import FileLock, Timeout

        lock = FileLock(self.partial / _LOCK)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise UsageError(
                f"another run is writing {self.out}",
                hint="wait until it has ended, or choose another folder",
            ) from None
        try:
            yield
        finally:
            lock.release()

    def open(self, *, force: bool) -> None:
        """Start a split in the folder beside the destination, or resume one of the same plan.

        Parameters
        ----------
        force : bool
            Whether an unfinished split of another plan may be discarded.

        Raises
        ------
        UsageError
            When the folder holds other files or, without `force`, an unfinished split of another
            plan or program.
        """
        self._check_partial()
        plan = self._resume_key()
        left = _read(self.partial / "plan.json")
        if left is not None and left != plan:
            if not force:
                raise UsageError(
                    f"{self.partial} holds an unfinished split of another plan:"
                    f" {_difference(left, plan) or 'it was begun with another program'}",
                    hint=self._how_to_continue(left),
                )
            self._empty()
            left = None
        if left is None:
            (self.partial / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
        self.split.mkdir(exist_ok=True)

    def _resume_key(self) -> dict[str, Any]:
        """Return the plan with the code digest; a run resumes only a split where both are equal."""
        return {**self._plan.as_dict(), "program": _code_digest()}

    def _how_to_continue(self, left: dict[str, Any]) -> str:
        """Describe how to continue or discard an unfinished split of another plan."""
        discard = f"discard it with --force, or delete {self.partial}"
        made_by = ("schema", "engine", "catalogue", "program")
        own = self._resume_key()
        if left.keys() != own.keys() or any(left[name] != own[name] for name in made_by):
            return f"the program has changed since, so it cannot be continued; {discard}"
        command = f"geoengine generate {shlex.quote(str(self.out))} --resume"
        return f"continue it with: {command}\n  or {discard}"

    def _check_partial(self) -> None:
        """Raise `UsageError` if the folder beside the destination holds other files."""
        if not self.partial.exists() and not self.partial.is_symlink():
            return
        found = "something else"
        if self.partial.is_dir() and not self.partial.is_symlink():
            names = {path.name for path in self.partial.iterdir()}
            stray = next(iter(sorted(names - _PARTIAL_FILES)), None) or _stray(self.split)
            if stray is not None:
                found = f"something else: it holds {stray}"
            elif names <= {_LOCK} or _read(self.partial / "plan.json") is not None:
                return
        raise UsageError(
            f"expected an unfinished split but {self.partial} is {found}",
            hint="move it away, or choose another folder",
        )

    def publish(self) -> None:
        """Move the complete split to its destination, replacing another; remove the rest."""
        if self.out.is_dir():
            # The old split is deleted last, when the new one is in place.
            self.out.rename(self.partial / "replaced")
        self.split.rename(self.out)
        self._clear()

    def clear(self) -> None:
        """Remove the folder that a finished run of the same plan left beside its split.

        It stays if another run has locked it, or if it holds other files.
        """
        if _read(self.partial / "plan.json") == self._resume_key():
            with suppress(UsageError, OSError), self.locked():
                self._clear()

    def _clear(self) -> None:
        self._empty()
        (self.partial / _LOCK).unlink(missing_ok=True)
        with suppress(OSError):
            # This fails if the folder holds other files; it is kept then.
            self.partial.rmdir()

    def _empty(self) -> None:
        """Remove all files but the lock; the plan last, since it shows what the folder is for."""
        for name in ("replaced", "split"):
            if (self.partial / name).exists():
                shutil.rmtree(self.partial / name)
        for name in ("scenes.jsonl", "problems.jsonl", "plan.json"):
            (self.partial / name).unlink(missing_ok=True)


def plan_of(out: Path) -> Plan:
    """Read the plan of a split from ``OUT.partial`` or, if that is missing, from the split itself.

    Parameters
    ----------
    out : Path
        The destination of the split.

    Returns
    -------
    Plan
        The plan of the unfinished split, or else of the finished one.

    Raises
    ------
    UsageError
        When there is neither, or when an incompatible version of geoengine wrote the plan.
    """
    place = _resolved(out)
    left = _read(place.with_name(f"{place.name}.partial") / "plan.json")
    found = left or _read(out / "manifest.json")
    if found is None:
        raise UsageError(
            f"expected an unfinished split beside {out}, found none",
            hint="begin one: geoengine generate OUT --count N",
        )
    try:
        return make_plan(
            found["count"],
            **{name: found[name] for name in ("seed", "family", "tasks", "images", "mix")},
            **{name: found[name] for name in ("tiers", "topics", "language")},
            **{name: found[name] for name in ("adversary", "evidence", "batches", "videos")},
            **found.get("look", {}),
            **_code_of(found),
        )
    except (KeyError, TypeError):
        raise UsageError(
            f"expected the plan of a split in {out}, found one of another version",
            hint="begin it anew, with --force",
        ) from None


def _code_of(found: dict[str, Any]) -> dict[str, Any]:
    """Return the options about code, and check that the file to be avoided is the same."""
    avoided = found.get("avoid")
    if avoided is not None and digest_of(avoided["file"]) != avoided["sha256"]:
        raise UsageError(
            f"expected {avoided['file']} as it was when the split was begun, found it changed",
            hint="begin the split anew, with --force",
        )
    return {
        "languages": [name for name, _ in found["code"]] if "code" in found else None,
        "avoid": None if avoided is None else avoided["file"],
    }


def _resolved(out: Path) -> Path:
    """Return a path with links resolved.

    Raises
    ------
    UsageError
        When it is a link that leads nowhere or in a circle, or contains the current folder.
    """
    mend = "choose another folder"
    if out.is_symlink() and not out.exists():
        raise UsageError(f"expected a folder but {out} is a link that leads nowhere", hint=mend)
    try:
        place = out.resolve()
    except RuntimeError as error:
        raise UsageError(f"expected a folder but {out} leads in a circle", hint=mend) from error
    if Path.cwd().is_relative_to(place):
        raise UsageError(
            f"expected a folder to be made but {out} is the current one, or above it",
            hint="name a folder in it",
        )
    return place


def _stray(split: Path) -> str | None:
    """Return the path of something in a folder that no split has; None if there is nothing."""
    if not split.is_dir():
        return None
    for path in sorted(split.iterdir()):
        if path.name not in _SPLIT_FILES and path.name not in _MEDIA_FOLDERS:
            return path.name
    for folder in _MEDIA_FOLDERS:
        for path in sorted((split / folder).glob("*")):
            if not _MEDIUM.fullmatch(path.name):
                return f"{folder}/{path.name}"
    return None


def _difference(there: dict[str, Any], plan: dict[str, Any]) -> str:
    """Describe the first difference of an existing split from the planned one; empty if none."""
    for name, value in plan.items():
        found = there.get(name)
        if found != value and name != "program":
            if name == "catalogue":
                return "it was made with other rules, constructions, scenes or tasks"
            return f"its {name} is {found}, not {value}"
    return ""


@contextmanager
def write_errors_reported(place: Path) -> Iterator[None]:
    """Turn an `OSError` into a `UsageError` that names the file (or else `place`) and the reason.

    Examples
    --------
    >>> with write_errors_reported(Path("out")):
    ...     raise OSError(28, "No space left on device")
    Traceback (most recent call last):
    geoengine.errors.UsageError: cannot write out: No space left on device
      hint: choose another folder
    """
    try:
        yield
    except OSError as error:
        raise UsageError(
            f"cannot write {error.filename or place}: {error.strerror}",
            hint="choose another folder",
        ) from error


def _read(path: Path) -> dict[str, Any] | None:
    """Read a manifest or a plan; None if the file is missing, or holds something else."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    ours = isinstance(found, dict) and str(found.get("schema", "")).startswith(_SCHEMA_PREFIX)
    return found if ours else None


def _code_digest() -> str:
    """Return a digest of all code of the package; only the same code resumes a split."""
    digest = hashlib.sha256()
    package = Path(geoengine.__file__).parent
    # In a checkout, the packages of the pages' programs lie within; some of them hold Python files.
    for path in sorted(p for p in package.rglob("*.py") if "node_modules" not in p.parts):
        digest.update(f"{path.relative_to(package).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
