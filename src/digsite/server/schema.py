"""What the house promises to programs, as files: `python -m digsite.server.schema` writes them anew."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pydantic import TypeAdapter

from digsite.server.app import create_app
from digsite.server.settings import Settings
from digsite.wire.catalog import CATALOGS
from digsite.wire.messages import FROM_PAGE, TO_PAGE

if TYPE_CHECKING:
    from collections.abc import Callable


def api() -> dict[str, Any]:
    """Return the REST API as OpenAPI."""
    return create_app(Settings(home=Path("nowhere"))).openapi()


def wire() -> dict[str, Any]:
    """Return the messages over the socket as JSON Schema: `FromPage` and `ToPage` are all there are."""
    messages, shared = TypeAdapter.json_schemas(
        [("FromPage", "validation", FROM_PAGE), ("ToPage", "serialization", TO_PAGE)],
        title="The messages over Digsite's socket",
    )
    unions = {name: message for (name, _), message in messages.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": shared["title"],
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in unions],
        "$defs": unions | shared["$defs"],
    }


FILES: Final[dict[str, Callable[[], Any]]] = {
    "docs/openapi.json": api,
    "docs/wire.schema.json": wire,
    **{f"web/src/games/{key}/catalog.json": catalog for key, catalog in CATALOGS.items()},
}
"""Where in the repository each of them is kept."""


def text(name: str) -> str:
    """Return what a file should hold."""
    return json.dumps(FILES[name](), indent=2, ensure_ascii=False) + "\n"


def write(repository: Path) -> None:
    """Write the files."""
    for name in FILES:
        (repository / name).write_text(text(name), encoding="utf-8")


if __name__ == "__main__":
    write(Path())
