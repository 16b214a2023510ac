"""Results kept between runs, in the user's cache folder.

A result is found by a digest of everything that it depends on, so that it never goes out of date:
it is only asked for no more. Where the folder or a file in it is of no use, the result is made
anew and nobody is told.

The files are pickles of records. They are read only where nobody else can write, and nothing in
them can name a class or a function but those that the caller expects.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

__all__ = ["cache_folder", "code_in", "remembered"]

T = TypeVar("T")

_FORMAT = b"geoengine 1\n"
_SIZE = 32
_MOST = 64
"""How many files are left in the folder."""


def cache_folder() -> Path | None:
    """Return the folder of the cache, which need not exist; None where there is to be none.

    It is the user's own cache folder, or what the variable ``GEOENGINE_CACHE`` names: ``off`` for
    none. In it every user has a folder of their own.

    Examples
    --------
    >>> getfixture("monkeypatch").setenv("GEOENGINE_CACHE", "off")
    >>> cache_folder() is None
    True
    """
    named = os.environ.get("GEOENGINE_CACHE")
    if named == "off":
        return None
    if named:
        folder = Path(named)
    else:
        import platformdirs

        folder = platformdirs.user_cache_path("geoengine", appauthor=False)
        if not folder.is_absolute():
            # Nobody knows where the user is at home.
            return None
    return folder / (f"user-{os.geteuid()}" if hasattr(os, "geteuid") else "user")


def remembered(
    kind: str, sources: Iterable[bytes], make: Callable[[], T], classes: Iterable[type]
) -> T:
    """Return a result that was kept, or make it and keep it.

    Parameters
    ----------
    kind : str
        A word for the name of the file.
    sources : iterable of bytes
        Everything that the result depends on, apart from the version of Python.
    make : callable
        Makes the result; what it raises is raised, and nothing is kept.
    classes : iterable of type
        Of what the result may consist, beside plain data.

    Examples
    --------
    >>> getfixture("monkeypatch").setenv("GEOENGINE_CACHE", str(getfixture("tmp_path")))
    >>> remembered("square", [b"12"], lambda: 12 * 12, ())
    144
    >>> remembered("square", [b"12"], lambda: print("made again"), ())
    144
    """
    folder = cache_folder()
    if folder is None:
        return make()
    key = _digest([sys.version.encode(), *sources])
    path = folder / f"{kind}-{key.hex()[:_SIZE]}.pickle"
    kept = _read(path, key, classes)
    if kept is None:
        kept = (make(),)
        _write(path, key, kept)
    return kept[0]


@cache
def code_in(folder: Path) -> tuple[bytes, ...]:
    """Return the source files of a folder: with them, a result depends on the code behind it.

    Examples
    --------
    >>> any(b"def remembered(" in code for code in code_in(Path(__file__).parent))
    True
    """
    return tuple(path.read_bytes() for path in sorted(folder.glob("*.py")))


def _digest(parts: Iterable[bytes], key: bytes = b"") -> bytes:
    digest = hashlib.blake2b(digest_size=_SIZE, key=key)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()


def _read(path: Path, key: bytes, classes: Iterable[type]) -> tuple[Any] | None:
    try:
        if not _is_own(path.parent.stat()):
            return None
        with path.open("rb") as file:
            if not _is_own(os.fstat(file.fileno())):
                return None
            content = file.read()
    except OSError:
        return None
    head, payload = content[: len(_FORMAT) + _SIZE], content[len(_FORMAT) + _SIZE :]
    if head != _FORMAT + _digest([payload], key):
        return None
    try:
        kept = _Unpickler(io.BytesIO(payload), classes).load()
    except Exception:
        # Whatever is wrong with it: what is made anew takes its place.
        return None
    return kept if isinstance(kept, tuple) and len(kept) == 1 else None


def _is_own(status: os.stat_result) -> bool:
    """Whether a file or folder is the user's, and nobody else can change it."""
    if not hasattr(os, "geteuid"):
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & 0o022


def _write(path: Path, key: bytes, kept: tuple[Any]) -> None:
    """Write a file as a whole or not at all; readers never see a part of it."""
    from tempfile import NamedTemporaryFile

    payload = pickle.dumps(kept, protocol=5)
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_own(path.parent.stat()):
            return
        with NamedTemporaryFile(dir=path.parent, prefix="new-", delete=False) as file:
            written = Path(file.name)
            try:
                file.write(_FORMAT + _digest([payload], key) + payload)
                file.close()
                written.replace(path)
            except BaseException:
                written.unlink()
                raise
        _tidy(path.parent)


def _tidy(folder: Path) -> None:
    """Leave the newest files."""
    files = sorted(folder.iterdir(), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in files[_MOST:]:
        file.unlink()


class _Unpickler(pickle.Unpickler):
    """Reads plain data and a few classes; nothing else can be named."""

    def __init__(self, file: io.BytesIO, classes: Iterable[type]) -> None:
        super().__init__(file)
        self._classes = {(found.__module__, found.__qualname__): found for found in classes}

    def find_class(self, module: str, name: str) -> type:
        return self._classes[module, name]
