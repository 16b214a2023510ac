"""Where a split is written: beside its place until it is whole."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import geoengine
from geoengine.errors import UsageError
from geoengine.split.plan import Plan

__all__ = ["Folder", "writing"]

_FAMILY = "geoengine.split/"


class Folder:
    """The place of a split and the folder beside it in which it grows.

    A split that is not whole lies in ``OUT.partial``, with what is needed to take it up again.

    Parameters
    ----------
    out : Path
        Where the split is to be.
    plan : Plan

    Attributes
    ----------
    out, partial, split : Path
        The place, the folder beside it, and the split within that.
    """

    def __init__(self, out: Path, plan: Plan) -> None:
        self.out = out
        self.partial = out.absolute().with_name(out.absolute().name + ".partial")
        self.split = self.partial / "split"
        self._plan = plan

    def finished(self, *, force: bool) -> dict[str, Any] | None:
        """Return the manifest of the very split that is planned, where it is there already.

        Parameters
        ----------
        force : bool
            Whether another split may be replaced, and this one made anew.

        Raises
        ------
        UsageError
            When something else is in its place, and must not be replaced.
        """
        if self.out.is_file():
            raise UsageError(f"expected a folder but {self.out} is a file")
        if not self.out.is_dir() or not any(self.out.iterdir()):
            return None
        manifest = _read(self.out / "manifest.json")
        if manifest is None:
            raise UsageError(
                f"expected an empty folder, or a split, but {self.out} holds other files",
                hint="choose another folder",
            )
        if force:
            return None
        mend = "choose another folder, or replace it with --force"
        if other := self._other_than(manifest):
            raise UsageError(f"{self.out} holds another split: {other}", hint=mend)
        changed = [name for name, digest in manifest["files"].items() if not self._is(name, digest)]
        if changed:
            raise UsageError(
                f"{self.out} holds this split, but {changed[0]} was changed or is missing",
                hint=mend,
            )
        return manifest

    def _other_than(self, manifest: dict[str, Any]) -> str:
        """Say in what a split that is there differs from the planned one."""
        for name, value in self._plan.as_dict().items():
            there = manifest.get(name)
            if there != value:
                if name == "catalogue":
                    return "it was made with other rules, constructions, scenes or tasks"
                return f"its {name} is {there}, not {value}"
        return ""

    def _is(self, name: str, digest: str) -> bool:
        path = self.out / name
        return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == digest

    def open(self) -> None:
        """Make the folder beside, or take up the one that a run of the same plan left.

        Raises
        ------
        UsageError
            When something else is there.
        """
        plan = {**self._plan.as_dict(), "code": _code_digest()}
        if self.partial.exists():
            left = _read(self.partial / "plan.json")
            if left is None:
                raise UsageError(
                    f"expected an unfinished split but {self.partial} is something else",
                    hint="move it away, or choose another folder",
                )
            if left != plan:
                shutil.rmtree(self.partial)
        if not self.partial.exists():
            self.partial.mkdir(parents=True)
            (self.partial / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
        self.split.mkdir(exist_ok=True)

    def publish(self) -> None:
        """Put the whole split in its place, and clear away the rest."""
        if self.out.is_dir():
            # What is replaced goes at the very end, when the new split stands.
            self.out.rename(self.partial / "replaced")
        self.split.rename(self.out)
        self.clear()

    def clear(self) -> None:
        """Remove the folder beside, if it is one of ours."""
        if _read(self.partial / "plan.json") is not None:
            shutil.rmtree(self.partial)


@contextmanager
def writing(place: Path) -> Iterator[None]:
    """Say in a message what could not be read or written, whatever it was.

    Examples
    --------
    >>> with writing(Path("out")):
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
    """Read a manifest or a plan; None where there is none, or of something else."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    ours = isinstance(found, dict) and str(found.get("schema", "")).startswith(_FAMILY)
    return found if ours else None


def _code_digest() -> str:
    """Return a digest of the program: what another program left unfinished is not taken up."""
    digest = hashlib.sha256()
    package = Path(geoengine.__file__).parent
    for path in sorted(package.rglob("*.py")):
        digest.update(f"{path.relative_to(package).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
