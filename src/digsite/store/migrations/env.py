"""Run by Alembic: the connection comes from `opening.upgrade`."""

from __future__ import annotations

from alembic import context

from digsite.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
