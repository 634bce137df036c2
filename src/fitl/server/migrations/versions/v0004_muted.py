"""People whom the host has muted."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    column = sa.Column("muted", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column(table_name="links", column=column)


def downgrade() -> None:
    op.drop_column("links", "muted")
