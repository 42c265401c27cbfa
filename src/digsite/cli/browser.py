"""Opening a browser for whoever sits at this machine."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser


def show(address: str) -> None:
    """Open an address in a browser, if there is a screen for one; some browsers take a while to answer."""
    if has_screen():
        threading.Thread(target=webbrowser.open, args=(address,), name="browser", daemon=True).start()


def has_screen() -> bool:
    """Tell whether a window can appear here: a browser in the terminal would be in the way."""
    has_windows = sys.platform in ("darwin", "win32")
    return has_windows or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
