"""The settings of a server, all from the environment (docs/settings.md has a table of them)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final

from pydantic import AliasChoices, Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from digsite.core.errors import DigsiteError
from digsite.table.journal import data_folder

PREFIX: Final = "DIGSITE_"
SHORTEST_KEY: Final = 32


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
    hosts: Annotated[frozenset[str], NoDecode] = frozenset({"localhost"})
    """The names that the house answers to, separated by commas; `*` for any. Numbers always work."""
    https: bool = False
    """`true` where people come by HTTPS: cookies then travel by nothing else."""
    proxies: str = "127.0.0.1"
    """The addresses of proxies that are believed when they say for whom they ask, separated by commas."""
    thinkers: int = Field(default_factory=lambda: os.cpu_count() or 1, ge=1, le=256)
    """Searches of bots that run at the same time."""
    requests_per_minute: int = Field(default=600, ge=1)
    """Requests from one address."""
    guests_per_hour: int = Field(default=60, ge=1)
    """New guests from one address."""
    tables_per_hour: int = Field(default=600, ge=1)
    """New tables from one address."""
    logs_per_minute: int = Field(default=60, ge=1)
    """Logs and set-ups that somebody brings to have them replayed or checked, from one address."""
    sockets_per_client: int = Field(default=50, ge=1)
    """Sockets that are open at the same time from one address."""
    messages_per_second: int = Field(default=30, ge=1)
    """Messages over one socket; three times as many may come at once."""
    rooms: int = Field(default=2000, ge=1)
    """Tables that are held in memory while nobody watches them."""

    @field_validator("hosts", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return frozenset(value.lower().replace(",", " ").split()) if isinstance(value, str) else value

    @field_validator("key")
    @classmethod
    def _cannot_be_guessed(cls, key: str) -> str:
        if key and len(key) < SHORTEST_KEY:
            message = f"a key has at least {SHORTEST_KEY} characters"
            raise ValueError(message)
        return key

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
