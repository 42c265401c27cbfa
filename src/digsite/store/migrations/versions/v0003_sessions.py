"""Every browser has a session of its own, which ends by itself or when somebody logs out.

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
    """Make a table of sessions, and note of people when they logged out everywhere."""
    op.add_column("people", sa.Column("logged_out", sa.BigInteger))
    op.create_index(
        "ix_people_logged_out",
        "people",
        ["logged_out"],
        sqlite_where=text("logged_out IS NOT NULL"),
        postgresql_where=text("logged_out IS NOT NULL"),
    )
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
    op.create_index(
        "ix_sessions_ended",
        "sessions",
        ["ended"],
        sqlite_where=text("ended IS NOT NULL"),
        postgresql_where=text("ended IS NOT NULL"),
    )


def downgrade() -> None:
    """Take it back: whoever has a session must come in anew."""
    op.drop_table("sessions")
    op.drop_index("ix_people_logged_out", "people")
    op.drop_column("people", "logged_out")
