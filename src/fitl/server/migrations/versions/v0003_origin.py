"""Where a game came from."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column(table_name="games", column=sa.Column("origin", sa.Text))


def downgrade() -> None:
    op.drop_column("games", "origin")
