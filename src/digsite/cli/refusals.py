"""How a command that went wrong says so: a sentence on stderr, or an object for programs, and a code."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Final

import click

from digsite.core import words

if TYPE_CHECKING:
    from digsite.core.errors import DigsiteError

REFUSED: Final = 1
MISUSED: Final = 2


def refused(error: DigsiteError, language: str, *, as_json: bool) -> int:
    """Say what was refused."""
    if as_json:
        click.echo(json.dumps({"error": error.as_json()}, ensure_ascii=False))
    else:
        click.echo(error.say(language), err=True)
    return REFUSED


def misused(error: click.ClickException, language: str) -> int:
    """Say which part of a command line was not understood, and where help is."""
    click.echo(_misuse(error, language), err=True)
    context = getattr(error, "ctx", None) or click.get_current_context(silent=True)
    path = context.command_path if context else "digsite"
    click.echo(words.say(language, "cli.see_help", command=f"{path} --help"), err=True)
    return MISUSED


def _misuse(error: click.ClickException, language: str) -> str:
    match error:
        case click.NoSuchOption():
            return words.say(language, "cli.no_such_option", option=error.option_name)
        case click.BadOptionUsage():
            return words.say(language, "cli.option_needs_value", option=error.option_name)
        case click.MissingParameter() if error.param is not None and error.ctx is not None:
            name = error.param.make_metavar(error.ctx)
            option = error.param.opts[0] if isinstance(error.param, click.Option) else ""
            return words.say(language, "cli.missing_word", word=f"{option} {name}".strip())
        case click.BadParameter() if error.param is not None:
            option = "/".join(error.param.opts)
            return words.say(language, "cli.bad_value", option=option, why=error.message)
    return words.say(language, "cli.not_understood", why=error.format_message())


def failed(error: OSError, language: str) -> int:
    """Say what the system did not let us do."""
    why = error.strerror or str(error)
    click.echo(words.say(language, "cli.system_refused", why=why), err=True)
    return REFUSED


def nobody_listens() -> int:
    """Leave quietly when the reader of our output has gone, as `| head` does."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return REFUSED
