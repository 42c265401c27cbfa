"""What happened since somebody last looked, in as many lines as there are."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST: Final = 3
"""So many lines are never too many."""
EARLIER: Final = "… "
"""Stands for sentences that were left out; `log` tells them."""


def fitted(sentences: Sequence[str], width: int, lines: int) -> list[str]:
    """Return sentences line by line if they fit, else one after the other, else the last of them."""
    room = max(lines, LEAST)
    if sum(_lines(sentence, width) for sentence in sentences) <= room:
        return list(sentences)
    for first in range(len(sentences)):
        text = (EARLIER if first else "") + " ".join(sentences[first:])
        if _lines(text, width) <= room:
            return [text]
    return list(sentences[-1:])


def _lines(text: str, width: int) -> int:
    return len(wrap(text, width)) or 1
