"""Entries have links, which tell whether a table's entries are as they were made.

Revision ID: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for links; processes of the version before go on and write none."""
    op.add_column("entries", sa.Column("link", sa.BigInteger))


def downgrade() -> None:
    """Take them away."""
    op.drop_column("entries", "link")
