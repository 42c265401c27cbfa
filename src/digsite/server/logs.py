"""How the server logs: to standard error, as lines for people or as JSON for programs (docs/running.md)."""

from __future__ import annotations

import json
import logging
from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from digsite.server.settings import Settings

FIELDS: Final = "fields"
"""Where a record keeps what has a name of its own in JSON."""
ACCESS: Final = "digsite.access"
SHORT: Final = 6
"""Characters of an id: enough to find the table in the database, far too few to open it."""


def short(name: str) -> str:
    """Return as much of an id as may be logged: whoever knows that of a table can watch it."""
    return name[:SHORT] + "…"


def log_config(settings: Settings) -> dict[str, Any]:
    """Return how to log, as `logging.config.dictConfig` takes it.

    Everything goes through the root, so libraries write the same way; their own notes stay out, as some
    have secrets in them. A program that has handlers of its own keeps them, and its own way.
    """
    level = settings.log_level.upper()
    config: dict[str, Any] = {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"chosen": {"()": FORMATTERS[settings.log]}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "chosen"}},
        "loggers": {
            "digsite": {"level": level},
            "uvicorn": {"level": level},
            # Each malformed request would be a line: whoever sends them could fill the disk.
            "uvicorn.error": {"level": "ERROR"},
            ACCESS: {"level": "INFO"},  # nothing is written there unless a setting asks for it
        },
    }
    if not logging.getLogger().handlers:
        config["root"] = {"handlers": ["stderr"], "level": "WARNING"}
    return config


class TextFormatter(logging.Formatter):
    """Lines for people: when, how bad, what."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: ARG002, N802
        """Return when it happened."""
        return _moment(record)


class JsonFormatter(logging.Formatter):
    """An object a line, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as one line."""
        line = {
            "time": _moment(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
            **getattr(record, FIELDS, {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


FORMATTERS: Final = {"text": TextFormatter, "json": JsonFormatter}


class LogCounter(logging.Handler):
    """Counts what is logged, by level."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.counts = Counter(warning=0, error=0, critical=0)

    def emit(self, record: logging.LogRecord) -> None:
        """Count a record."""
        self.counts[record.levelname.lower()] += 1


def _moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
