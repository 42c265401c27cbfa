"""Entries have links, which tell whether they are as they were made; people log out and delete themselves.

Revision ID: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy import text

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add columns that may be empty: processes of the version before go on, and know nothing of them."""
    op.add_column("entries", sa.Column("link", sa.BigInteger))
    _index(
        "ix_entries_person_table", "entries", ["person", "table"], "what IN ('open', 'sit', 'say', 'erase')"
    )
    op.add_column("people", sa.Column("logged_out", sa.BigInteger))
    op.add_column("people", sa.Column("erased", sa.BigInteger))
    op.add_column("people", sa.Column("erasing", sa.BigInteger))
    _index("ix_people_erasing", "people", ["erasing"], "erasing IS NOT NULL")
    _index("ix_people_logged_out", "people", ["logged_out"], "logged_out IS NOT NULL")
    _make_sessions()


def _make_sessions() -> None:
    """Make a table with a row for each browser."""
    op.create_table(
        "sessions",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.PrimaryKeyConstraint("digest", name="pk_sessions"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_sessions_person"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    _index("ix_sessions_ended", "sessions", ["ended"], "ended IS NOT NULL")


def _index(name: str, table: str, columns: list[str], where: str) -> None:
    """Make an index of some rows."""
    op.create_index(name, table, columns, sqlite_where=text(where), postgresql_where=text(where))


def downgrade() -> None:
    """Take them away; whoever was being erased would be known again, so nobody may."""
    left = op.get_bind().scalar(text("SELECT count(*) FROM people WHERE erased IS NOT NULL"))
    if left:
        message = "people have deleted themselves: the version before would let them in again"
        raise RuntimeError(message)
    op.drop_table("sessions")
    op.drop_index("ix_people_logged_out", "people")
    op.drop_column("people", "logged_out")
    op.drop_index("ix_people_erasing", "people")
    op.drop_column("people", "erasing")
    op.drop_column("people", "erased")
    op.drop_index("ix_entries_person_table", "entries")
    op.drop_column("entries", "link")
