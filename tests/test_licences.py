"""The page takes fonts and libraries along, and with them their licences."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from digsite.server.page import FOLDER

WEB = Path(__file__).parent.parent / "web"
PACKAGES = WEB / "node_modules"
IMPORTED = re.compile(r"""(?:from|import|@import)\s*\(?['"]((?:@[\w-]+/)?[\w-]+)[/'"]""")
BY_TOOLS = ("vite", "rolldown", "svelte")
"""What the tools that build the page add to it."""


def of_page(path: Path) -> bool:
    """Tell whether a file becomes part of the page, and not of its tests."""
    return (
        path.suffix in (".ts", ".svelte", ".css") and ".test." not in path.name and path.parent.name != "made"
    )


def libraries() -> set[str]:
    sources = [path for path in (WEB / "src").rglob("*") if path.is_file() and of_page(path)]
    found = {name for path in sources for name in IMPORTED.findall(path.read_text(encoding="utf-8"))}
    return {name for name in found if (PACKAGES / name).is_dir()}


def licence(package: str) -> str:
    """Return what a package says of its licence, without what is about others."""
    (file,) = (path for path in (PACKAGES / package).iterdir() if re.fullmatch(r"LICENSE(\.\w+)?", path.name))
    return file.read_text(encoding="utf-8").partition("# Licenses of bundled dependencies")[0].rstrip("# \n")


@pytest.fixture(scope="module")
def served() -> str:
    file = FOLDER / "licences.txt"
    assert file.exists(), "the page is not built: make page"
    return file.read_text(encoding="utf-8")


def require(package: str, served: str) -> None:
    about = json.loads((PACKAGES / package / "package.json").read_text(encoding="utf-8"))
    assert f"{package} {about['version']} ({about['license']})" in served
    assert licence(package) in served


def test_the_licence_of_every_font_is_in_the_page(served: str) -> None:
    shipped = {path.read_bytes() for path in (FOLDER / "assets").glob("*.woff*")}
    assert shipped
    fonts = [path for path in PACKAGES.glob("@fontsource*/*/files/*.woff*") if path.read_bytes() in shipped]
    assert {path.read_bytes() for path in fonts} == shipped, "a font that came from elsewhere"
    for package in {path.parents[1].relative_to(PACKAGES).as_posix() for path in fonts}:
        require(package, served)
        assert "SIL OPEN FONT LICENSE" in licence(package)


def test_the_licence_of_every_library_is_in_the_page(served: str) -> None:
    found = libraries()
    assert {"svelte", "uqr", "@fontsource/marcellus"} <= found
    for package in found | set(BY_TOOLS):
        require(package, served)
