"""The terminal. Nothing heavy is imported before a command needs it: `digsite --help` answers at once."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from digsite.cli.language import language_asked

if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 130
"""What a shell expects of a program that was stopped with Ctrl-C."""


def main(args: Sequence[str] | None = None) -> None:
    """Run one command and leave with its exit code; whatever goes wrong is said in a sentence."""
    given = list(sys.argv[1:] if args is None else args)
    _accept_any_terminal()
    sys.exit(_run(given, language_asked(given)))


def _accept_any_terminal() -> None:
    """Let a terminal that is not UTF-8 show what it can."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _run(args: list[str], language: str) -> int:
    import click

    from digsite.cli import refusals
    from digsite.cli.commands import digsite
    from digsite.core.errors import DigsiteError

    try:
        # click returns the code of an Exit, and what a command returns: None
        code = digsite.main(args, prog_name="digsite", standalone_mode=False, obj=language)
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        return refusals.nobody_listens()
    except click.ClickException as error:
        return refusals.misused(error, language)
    except DigsiteError as error:
        return refusals.refused(error, language, as_json="--json" in args)
    except OSError as error:
        return refusals.failed(error, language)
    return code if isinstance(code, int) else 0
