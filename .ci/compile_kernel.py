"""Compile the kernel, `geoengine/kernel/*.pyx`, in place; go on without it where that fails.

The build hook calls this in every installation; run it by hand after changing the kernel:
``.venv/bin/python .ci/compile_kernel.py``.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import runpy
import shlex
import sys
import tempfile
from pathlib import Path

FLAGS = ["-O2", *shlex.split(os.environ.get("CFLAGS", "")), "-g0", "-ffp-contract=off"]
"""Without the last, some machines round a product and a sum at once, unlike numpy."""


def compile_kernel(root: Path) -> str | None:
    """Compile what changed since the last time.

    Parameters
    ----------
    root : Path
        The checkout.

    Returns
    -------
    str or None
        Why the kernel was not compiled; None if it was.
    """
    folder = root / "geoengine" / "kernel"
    record = folder / "built.json"
    # The package itself cannot be imported here: what it depends on is not installed yet.
    described = runpy.run_path(str(folder / "build_record.py"))["describe_build"](folder)
    if _read(record) == described and all(map(Path.is_file, _libraries(folder, described))):
        return None
    record.unlink(missing_ok=True)
    for old in (*folder.glob("*.so"), *folder.glob("*.pyd")):
        old.unlink()
    error = _build(folder)
    record.write_text(json.dumps(described if error is None else {"error": error}) + "\n")
    return error


def _read(record: Path) -> object:
    with contextlib.suppress(OSError, ValueError):
        return json.loads(record.read_text(encoding="utf-8"))
    return None


def _libraries(folder: Path, described: dict[str, str]) -> list[Path]:
    return [folder / (path.stem + described["suffix"]) for path in folder.glob("*.pyx")]


def _build(folder: Path) -> str | None:
    """Translate with Cython, which must succeed, and compile; return why it failed."""
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension

    root = folder.parents[1]
    flags = FLAGS if os.name == "posix" else []
    extensions = [
        Extension(f"geoengine.kernel.{path.stem}", [str(path.relative_to(root))])
        for path in sorted(folder.glob("*.pyx"))
    ]
    for extension in extensions:
        extension.extra_compile_args = flags
    with tempfile.TemporaryDirectory() as scratch, contextlib.chdir(root):
        translated = cythonize(extensions, build_dir=scratch, quiet=True, language_level=3)
        package = Distribution({"name": "geoengine", "ext_modules": translated})
        command = package.get_command_obj("build_ext")
        command.inplace, command.build_temp = True, scratch
        command.parallel = os.cpu_count()
        command.ensure_finalized()
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                command.run()
        except Exception as error:
            # Versions of setuptools disagree on what is raised where there is no compiler.
            return " ".join(str(error).split())
    return None


def warning(error: str) -> str:
    """Return the line that says that the kernel is missing, and what that means."""
    return (
        f"geoengine's kernel was not compiled ({error}); everything works without it, but"
        " deduction takes up to three times as long. Install a C compiler and the headers of"
        " Python, then install geoengine again."
    )


if __name__ == "__main__":
    failed = compile_kernel(Path(__file__).resolve().parents[1])
    print(warning(failed) if failed else "the kernel is compiled", file=sys.stderr)
