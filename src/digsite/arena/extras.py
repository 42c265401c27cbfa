"""Packages that not everybody needs: extras of ours, and a refusal that says how to install them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from digsite.core.errors import DigsiteError


def needed(module: str, extra: str) -> Any:
    """Return a module of an extra."""
    try:
        return import_module(module)
    except ImportError:
        command = f"pip install 'digsite[{extra}]'"
        raise DigsiteError("extra_missing", module=module, command=command) from None
