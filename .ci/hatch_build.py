"""Build hooks: the kernel, the programs of the pages, and a README for package indexes."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ASSETS = Path("geoengine", "inspect", "built", "versions.json")
"""The last file that `make assets` writes."""

_PICTURE = re.compile(r"^!\[[^\]]*\]\((?!https?:)[^)]*\)\n\n?", re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https?:)[^)]*\)")


class AddBuiltFiles(BuildHookInterface[Any]):
    """Compile the kernel, and let no package be built without the programs of the pages.

    Whoever installs a wheel or a source distribution could not build the programs. An editable
    installation reads the checkout, where they can be built later. Without a C compiler, the
    package is built all the same, without the kernel.
    """

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Stop the build where the programs are missing; compile the kernel for this Python."""
        if version != "editable" and not (Path(self.root) / ASSETS).is_file():
            self.app.abort(
                "error: expected the programs that `geoengine inspect` puts into its pages,"
                f" found no {ASSETS.as_posix()}\n"
                "  hint: run `make assets` first (it needs npm, which comes with Node.js),"
                " or install the checkout itself: pip install -e ."
            )
        if self.target_name == "wheel":
            kernel = runpy.run_path(str(Path(self.root, ".ci", "compile_kernel.py")))
            error = kernel["compile_kernel"](Path(self.root))
            build_data["artifacts"] += ["*.so", "*.pyd", "/geoengine/kernel/built.json"]
            if error is None:
                build_data["pure_python"], build_data["infer_tag"] = False, True
            else:
                self.app.display_warning(kernel["warning"](error))


class ReadmeForIndex(MetadataHookInterface):
    """Set the package's description: the README without what leads to files of the checkout."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the description."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": without_local_links(text)}


def without_local_links(text: str) -> str:
    """Replace relative links by their text, and drop pictures that lie in the checkout."""
    return _LINK.sub(r"\1", _PICTURE.sub("", text))
