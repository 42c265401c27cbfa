"""The options of a game: what may be chosen before a deal, as data that any set-up screen can show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from digsite.core.errors import BadOptions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.core.names import Options


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several named values; the first is the default."""

    key: str
    values: tuple[str, ...]
    needs: str | None = None
    """The option without which this one means nothing: it must not have its default value."""

    @property
    def default(self) -> str:
        """Return the value of an option that nobody touched."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class Text:
    """A text that the game itself checks, such as board data; empty unless given."""

    key: str
    default: str = ""
    needs: str | None = None
    is_file: bool = False
    """It has many lines: whoever gives it names the file that it is in."""


Option: TypeAlias = Choice | Text

NO_YES = ("no", "yes")


def settle(schema: Sequence[Option], given: Mapping[str, str]) -> Options:
    """Return every option with its value, or refuse what the schema does not know."""
    known = {option.key: option for option in schema}
    for key in given:
        if key not in known:
            raise BadOptions("unknown_option", option=key, options=", ".join(known))
    settled = {key: given.get(key, option.default) for key, option in known.items()}
    for option in schema:
        if isinstance(option, Choice):
            _check(option, settled[option.key])
    for option in schema:
        if settled[option.key] != option.default and not applies(option, schema, settled):
            raise BadOptions("option_needs", option=option.key, needs=option.needs)
    return settled


def _check(choice: Choice, value: str) -> None:
    if value not in choice.values:
        allowed = ", ".join(choice.values)
        raise BadOptions("unknown_value", option=choice.key, value=value, values=allowed)


def applies(option: Option, schema: Sequence[Option], options: Mapping[str, str]) -> bool:
    """Tell whether an option means something beside what was chosen so far."""
    if option.needs is None:
        return True
    return any(o.key == option.needs and options.get(o.key, o.default) != o.default for o in schema)


def chosen(schema: Sequence[Option], options: Options) -> Options:
    """Return the options that differ from their default."""
    return {o.key: options[o.key] for o in schema if options[o.key] != o.default}
