"""What a compiled kernel was built from; also run by the build, before anything is installed."""

from __future__ import annotations

import hashlib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

__all__ = ["describe_build"]


def describe_build(folder: Path) -> dict[str, str]:
    """Return what a build of the kernel's sources is identified by.

    Parameters
    ----------
    folder : Path
        The folder with the sources.

    Returns
    -------
    dict of str to str
        ``sources``, a digest of the sources, and ``suffix``, the end of the names of libraries for
        this Python.

    Examples
    --------
    >>> sorted(describe_build(Path(__file__).parent))
    ['sources', 'suffix']
    """
    digest = hashlib.blake2b(digest_size=16)
    for path in sorted(path for path in folder.iterdir() if path.suffix in {".pyx", ".pxd"}):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return {"sources": digest.hexdigest(), "suffix": EXTENSION_SUFFIXES[0]}
