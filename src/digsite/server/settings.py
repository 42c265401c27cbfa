"""The settings of a server, all from the environment (docs/settings.md has a table of them)."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import AliasChoices, Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from digsite.core.errors import DigsiteError
from digsite.server.limits import Limits
from digsite.server.networks import read_networks
from digsite.server.open_files import MOST_FILES
from digsite.server.retention import Retention
from digsite.table.journal import data_folder

PREFIX: Final = "DIGSITE_"
SHORTEST_KEY: Final = 32
LOCAL: Final = "local"
SHORTEST_TOKEN: Final = 16


class Settings(BaseSettings):
    """How a house is run."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, frozen=True, use_attribute_docstrings=True
    )

    home: Path = Field(default_factory=data_folder)
    """The folder where the database and the key are kept."""
    database_url: str = Field(
        default="", validation_alias=AliasChoices("database_url", "DATABASE_URL"), repr=False
    )
    """A PostgreSQL instead of SQLite in the home folder: `postgresql://user:password@host/name`."""
    redis_url: str = Field(default="", validation_alias=AliasChoices("redis_url", "REDIS_URL"), repr=False)
    """A Redis, so that several processes serve the same tables: `redis://host`."""
    key: str = Field(default="", repr=False)
    """Signs the cookies: 32 characters or more. By default a file in the home folder has one."""
    upgrade_backup: bool = True
    """`true`: a backup goes into the home folder before a newer Digsite changes the database."""
    session_days: int = Field(default=400, ge=2)
    """Days without a visit after which a browser is not known any more, unless its guest is in a game."""
    hosts: Annotated[frozenset[str], NoDecode] = frozenset({"localhost"})
    """The names that the house answers to, separated by commas; `*` for any. Numbers always work."""
    https: bool = False
    """`true` where people come by HTTPS: cookies then travel by nothing else."""
    proxies: str = "127.0.0.1"
    """The addresses of proxies that are believed when they say for whom they ask, separated by commas."""
    thinkers: int = Field(default_factory=lambda: os.cpu_count() or 1, ge=1, le=256)
    """Searches of bots that run at the same time."""
    requests_per_minute: int = Field(default=20_000, ge=1)
    """Requests from one address."""
    guests_per_hour: int = Field(default=600, ge=1)
    """New guests from one address."""
    tables_per_hour: int = Field(default=3000, ge=1)
    """New tables from one address."""
    logs_per_minute: int = Field(default=1200, ge=1)
    """Logs and set-ups to be replayed or checked, from one address; long logs count for more."""
    listed_tables_per_guest: int = Field(default=Limits().listed_tables, ge=1)
    """Tables in the list that one guest has open at the same time."""
    open_tables_per_guest: int = Field(default=Limits().open_tables, ge=1)
    """Tables that one guest has open at the same time, in the list or not, until they start."""
    chairs_per_guest: int = Field(default=Limits().chairs, ge=1)
    """Open tables of others at which one guest waits at the same time."""
    sockets_per_client: int = Field(default=1000, ge=1)
    """Sockets that are open at the same time from one address."""
    sockets_per_person: int = Field(default=20, ge=1)
    """Sockets that one person has open at the same time."""
    messages_per_second: int = Field(default=30, ge=1)
    """Messages over one socket; three times as many may come at once."""
    networks: str = ""
    """Networks where many play, and the shares of each address there: `192.0.2.0/24=10, 2001:db8::/32=20`."""
    connections: int = Field(default=MOST_FILES, ge=1)
    """Connections of one process; never more than its limit of open files allows."""
    connections_per_client: int = Field(default=2000, ge=1)
    """Connections from one address that is no proxy; never more than half of all."""
    rooms: int = Field(default=2000, ge=1)
    """Tables that are held in memory while nobody watches them."""
    rooms_megabytes: int = Field(default=256, ge=1)
    """Megabytes of memory, more or less, that these tables may take."""
    keep_unused_tables_days: int = Field(default=30, ge=0)
    """Days after which a table that nobody joined is removed; 0 keeps all."""
    keep_games_days: int = Field(default=0, ge=0)
    """Days after which a finished game is removed, if nobody looks at it; 0 keeps all."""
    keep_guests_days: int = Field(default=90, ge=0)
    """Days after which a guest is removed who never opened or joined a table; 0 keeps all."""
    keep_codes_days: int = Field(default=1, ge=0)
    """Days after which a code for another device is removed that can no longer be used; 0 keeps all."""
    log: Literal["text", "json"] = "text"
    """How lines on standard error look: `text` for people, `json` for programs."""
    log_level: Literal["info", "warning", "error", "critical"] = "warning"
    """What is logged at least: `info`, `warning`, `error` or `critical`."""
    access_log: bool = False
    """`true`: a line for every request, and for every socket that is opened or closed."""
    log_addresses: bool = False
    """`true`: addresses of clients are part of the log."""
    metrics: str = Field(default="", repr=False)
    """Who may read `/metrics`: `local` for this machine, or a token of 16 characters or more. Else nobody."""

    @field_validator("hosts", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return frozenset(value.lower().replace(",", " ").split()) if isinstance(value, str) else value

    @field_validator("networks")
    @classmethod
    def _can_be_read(cls, networks: str) -> str:
        read_networks(networks)
        return networks

    @field_validator("key")
    @classmethod
    def _cannot_be_guessed(cls, key: str) -> str:
        if key and len(key) < SHORTEST_KEY:
            message = f"a key has at least {SHORTEST_KEY} characters"
            raise ValueError(message)
        return key

    @field_validator("log", "log_level", mode="before")
    @classmethod
    def _in_small_letters(cls, value: object) -> object:
        return value.lower() if isinstance(value, str) else value

    @field_validator("metrics")
    @classmethod
    def _is_guarded(cls, metrics: str) -> str:
        if metrics not in ("", LOCAL) and not re.fullmatch(f"[!-~]{{{SHORTEST_TOKEN},}}", metrics):
            message = f"write {LOCAL}, or a token of at least {SHORTEST_TOKEN} characters, without spaces"
            raise ValueError(message)
        return metrics

    @property
    def limits(self) -> Limits:
        """Return how many open tables one person may hold."""
        return Limits(self.listed_tables_per_guest, self.open_tables_per_guest, self.chairs_per_guest)

    @property
    def retention(self) -> Retention:
        """Return for how long what nobody needs is kept."""
        return Retention(
            self.keep_unused_tables_days, self.keep_games_days, self.keep_guests_days, self.keep_codes_days
        )

    @property
    def is_shared(self) -> bool:
        """Tell whether other processes may serve the same tables."""
        return bool(self.database_url and self.redis_url)


def variable(field: str) -> str:
    """Return the environment variable of a setting."""
    alias = Settings.model_fields[field].validation_alias
    return str(alias.choices[-1]) if isinstance(alias, AliasChoices) else f"{PREFIX}{field.upper()}"


def read_settings() -> Settings:
    """Return the settings, or name the one that is wrong."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0])
        name = variable(field) if field in Settings.model_fields else field
        raise DigsiteError("bad_setting", setting=name, why=first["msg"]) from None
