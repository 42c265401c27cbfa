"""The settings of a server, all from the environment (docs/settings.md has a table of them)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from pydantic import AliasChoices, Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from digsite.table.journal import data_folder


class Settings(BaseSettings):
    """How a house is run."""

    model_config = SettingsConfigDict(env_prefix="DIGSITE_", frozen=True)

    home: Path = Field(default_factory=data_folder)
    """Where the database and the key are kept."""
    database_url: str = Field(default="", validation_alias=AliasChoices("database_url", "DATABASE_URL"))
    """PostgreSQL instead of SQLite in the home folder."""
    redis_url: str = Field(default="", validation_alias=AliasChoices("redis_url", "REDIS_URL"))
    """Redis, so that several processes serve the same tables."""
    key: str = ""
    """Signs the cookies; by default a file in the home folder holds one."""
    hosts: Annotated[frozenset[str], NoDecode] = frozenset({"localhost"})
    """The names by which the house is called, separated by commas; `*` for any. Numbers always work."""
    https: bool = False
    """Whether people come by HTTPS: cookies then travel by nothing else."""
    thinkers: int = Field(default_factory=lambda: os.cpu_count() or 1, ge=1, le=256)
    """How many searches run at the same time."""
    requests_per_minute: int = Field(default=600, ge=1)
    """From one address."""
    guests_per_hour: int = Field(default=60, ge=1)
    """New guests from one address."""
    sockets_per_client: int = Field(default=50, ge=1)
    """Open at the same time from one address."""
    messages_per_second: int = Field(default=30, ge=1)
    """Over one socket."""
    rooms: int = Field(default=2000, ge=1)
    """Tables that are held in memory while nobody watches them."""

    @field_validator("hosts", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return frozenset(value.replace(",", " ").split()) if isinstance(value, str) else value

    @property
    def is_shared(self) -> bool:
        """Tell whether other processes may serve the same tables."""
        return bool(self.database_url and self.redis_url)
