"""Where the numbers were measured, and how the machine is kept quiet."""

from __future__ import annotations

import datetime as dt
import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Final

from bench.twin import compiler

PACKAGES: Final = ("digsite", "numpy", "numba", "open-spiel", "chess")
CPUS: Final = Path("/proc/cpuinfo")


def pin() -> None:
    """Keep this process and its children on one CPU, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def described() -> dict[str, str]:
    """Return what a reader must know to compare the results with others."""
    words = [compiler(), "--version"]
    compiler_version = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    return {
        **plainly(),
        **{package: version(package) for package in PACKAGES},
        "compiler": compiler_version.splitlines()[0],
    }


def plainly() -> dict[str, str]:
    """Return when it was, on what machine and with what Python."""
    return {
        "date": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        "cpu": _cpu(),
        "system": platform.platform(),
        "python": platform.python_version(),
    }


def _cpu() -> str:
    lines = CPUS.read_text(encoding="utf-8").splitlines() if CPUS.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()
