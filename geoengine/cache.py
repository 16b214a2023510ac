"""A cache of results between runs, in the user's cache folder.

The key of a result is a digest of everything that it depends on, so results never become stale. If
the folder or a file cannot be used, the result is computed again, without a message.

The files are pickles. They are read only if no other user can write to them, and unpickling is
restricted to the classes that the caller expects.
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

__all__ = ["cache_folder", "cached_result", "code_in"]

T = TypeVar("T")

_FORMAT = b"geoengine 1\n"
_SIZE = 32
"""The length of a digest in bytes, and of the part of it in a file name in hexadecimal digits."""
_MOST = 64
"""The largest number of files kept in the folder."""


def cache_folder() -> Path | None:
    """Return the folder of the cache, which need not exist; None if results are not cached.

    By default it is in the user's cache folder; if the home folder is unknown, nothing is cached.
    The environment variable ``GEOENGINE_CACHE`` names another folder, or disables the cache with
    ``off``. Each user has a separate subfolder.

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
            # The home folder is unknown.
            return None
    return folder / (f"user-{os.geteuid()}" if hasattr(os, "geteuid") else "user")


def cached_result(
    kind: str, sources: Iterable[bytes], make: Callable[[], T], classes: Iterable[type]
) -> T:
    """Return a cached result, or compute and cache it.

    Parameters
    ----------
    kind : str
        A word for the name of the file.
    sources : iterable of bytes
        Everything that the result depends on, apart from the version of Python.
    make : callable
        Computes the result; its exceptions are passed on, and nothing is cached.
    classes : iterable of type
        The classes that the result may contain, in addition to plain data. A result with others is
        computed each time.

    Examples
    --------
    >>> getfixture("monkeypatch").setenv("GEOENGINE_CACHE", str(getfixture("tmp_path")))
    >>> cached_result("square", [b"12"], lambda: 12 * 12, ())
    144
    >>> cached_result("square", [b"12"], lambda: print("made again"), ())
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
    """Return the contents of the Python files directly in a folder, sorted by name.

    A result that depends on the code has them among its `sources`.

    Examples
    --------
    >>> any(b"def cached_result(" in code for code in code_in(Path(__file__).parent))
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
    """Return the cached result in a tuple; None if there is none that can be read and trusted."""
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
        # A damaged file is replaced by a new one.
        return None
    return kept if isinstance(kept, tuple) and len(kept) == 1 else None


def _is_own(status: os.stat_result) -> bool:
    """Return whether a file or folder belongs to the user, and no other user can write to it."""
    if not hasattr(os, "geteuid"):
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & 0o022


def _write(path: Path, key: bytes, kept: tuple[Any]) -> None:
    """Write a file atomically, unless the folder cannot be used."""
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
    """Delete all but the `_MOST` newest files."""
    files = sorted(folder.iterdir(), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in files[_MOST:]:
        file.unlink()


class _Unpickler(pickle.Unpickler):
    """Unpickler for plain data and the given classes only."""

    def __init__(self, file: io.BytesIO, classes: Iterable[type]) -> None:
        super().__init__(file)
        self._classes = {(found.__module__, found.__qualname__): found for found in classes}

    def find_class(self, module: str, name: str) -> type:
        return self._classes[module, name]
