"""click, in four languages: help texts are sentences of the language files, found by name.

A command's help is `cli.command_NAME`, an option's `cli.option_NAME`.
"""

from __future__ import annotations

import re
from copy import copy
from typing import Any, Final

import click

from digsite.core import words
from digsite.core.errors import DigsiteError

SECONDS: Final = {"s": 1, "m": 60, "h": 60 * 60, "d": 24 * 60 * 60}
"""Of each unit of a time."""


def language_now() -> str:
    """Return the language of the command that runs."""
    context = click.get_current_context(silent=True)
    root = context.find_root().obj if context else None
    return root if isinstance(root, str) else "en"


def say(key: str) -> str:
    """Return a sentence of the terminal."""
    return words.say(language_now(), f"cli.{key}")


class Spoken(click.Command):
    """A command that helps in the reader's language."""

    def get_short_help_str(self, limit: int = 45) -> str:  # noqa: ARG002 - click's
        """Return the line that stands in the list of commands."""
        return say(f"command_{self.name}")

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write how the command is called."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=say("usage") + " ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write what the command does."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(say(f"command_{self.name}"))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options."""
        records = [_record(param, ctx) for param in self.get_params(ctx)]
        with formatter.section(say("options")):
            formatter.write_dl([record for record in records if record is not None])


def _record(param: click.Parameter, ctx: click.Context) -> tuple[str, str] | None:
    if not isinstance(param, click.Option):
        return None
    shown = copy(param)
    name = "help" if "--help" in param.opts else param.name
    shown.help = say(f"option_{name}")
    return shown.get_help_record(ctx)


class SpokenGroup(Spoken, click.Group):
    """A group of commands that helps in the reader's language."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options and the commands."""
        Spoken.format_options(self, ctx, formatter)
        commands = [self.commands[name] for name in self.list_commands(ctx)]
        with formatter.section(say("commands")):
            formatter.write_dl([(str(c.name), c.get_short_help_str()) for c in commands])

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's
        """Return the commands in the order in which they were written down."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Refuse a command that does not exist with the names of those that do."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            raise DigsiteError("unknown_command", command=args[0], commands=", ".join(self.commands))
        return super().resolve_command(ctx, args)


class Number(click.ParamType[int]):
    """A whole number, not below `least`."""

    name = "N"

    def __init__(self, least: int) -> None:
        self.least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number, or refuse what is none."""
        text = str(value)
        if not (text.isascii() and text.isdecimal() and len(text) <= 9 and int(text) >= self.least):
            why = words.say(language_now(), "cli.number_wanted", least=self.least, found=text)
            self.fail(why, param, ctx)
        return int(text)


class Seconds(click.ParamType[float]):
    """A time in seconds, above 0."""

    name = "S"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the time, or refuse what is none."""
        text = str(value)
        if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text) or float(text) == 0:
            self.fail(words.say(language_now(), "cli.seconds_wanted", found=text), param, ctx)
        return float(text)


class Span(click.ParamType[float]):
    """A time with its unit, such as 30m, 1h or 1d; in seconds."""

    name = "TIME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the time, or refuse what is none."""
        found = re.fullmatch(r"([0-9]{1,6})([smhd])", str(value))
        if not found or int(found[1]) == 0:
            self.fail(words.say(language_now(), "cli.span_wanted", found=str(value)), param, ctx)
        return float(found[1]) * SECONDS[found[2]]


class Language(click.ParamType[str]):
    """One of the languages."""

    name = "|".join(words.LANGUAGES)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the language, or refuse one that we do not speak."""
        if value not in words.LANGUAGES:
            known = ", ".join(words.LANGUAGES)
            self.fail(words.say(language_now(), "cli.language_wanted", languages=known), param, ctx)
        return str(value)
