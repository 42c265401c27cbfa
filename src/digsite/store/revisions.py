"""At which migration a database is, and how it gets to another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import inspect, text

from digsite.core.errors import DigsiteError
from digsite.store.schema import REVISION

if TYPE_CHECKING:
    from sqlalchemy import Connection

NOTE: Final = "alembic_version"
"""The table that tells it."""


def revision_of(connection: Connection) -> str | None:
    """Return the last migration that a database has seen; none, where it has no tables of ours."""
    if not inspect(connection).has_table(NOTE):
        return None
    return connection.execute(text(f"SELECT version_num FROM {NOTE}")).scalar_one_or_none()  # noqa: S608


def is_newer(revision: str) -> bool:
    """Tell whether a migration is newer than all that we have: they are numbered."""
    return revision > REVISION


def require_known(revision: str | None) -> None:
    """Refuse the database of a newer Digsite: nobody here knows what its tables mean."""
    if revision is not None and is_newer(revision):
        raise DigsiteError("database_newer", revision=revision, known=REVISION)


def upgrade(connection: Connection, to: str = REVISION) -> None:
    """Let Alembic run the migrations that a database has not seen; it is slow to load."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "digsite.store:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, to)
    except CommandError as error:
        raise DigsiteError("store_unreachable", why=str(error)) from error
