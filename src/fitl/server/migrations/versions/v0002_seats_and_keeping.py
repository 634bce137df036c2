"""Seats that are claimed, chat that says who spoke, sizes, and games that end.

Seats of before count as claimed: whoever holds a link goes on with it, and can renew it. Who created a game was not
noted; where one person plays alone, that person hosts it.
"""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "settings",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.execute(
        sa.text("INSERT INTO settings (name, value) VALUES ('address_key', :key)").bindparams(key=secrets.token_hex(16))
    )
    op.add_column("links", sa.Column("claimed", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("links", sa.Column("host", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("links", sa.Column("seen", sa.Float))
    op.execute(
        "UPDATE links SET host = (1 = 1) WHERE role = 'player' AND "
        "(SELECT count(*) FROM links AS others WHERE others.game = links.game AND others.role = 'player') = 1"
    )
    op.add_column("chat", sa.Column("place", sa.Integer))
    op.add_column("games", sa.Column("over", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("played", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute("UPDATE games SET played = (1 = 1), over = (summary LIKE '%\"over\": true%')")
    op.add_column("games", sa.Column("creator", sa.String(32), nullable=False, server_default=""))
    op.add_column("games", sa.Column("size", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("ends", sa.Float))
    op.add_column("games", sa.Column("ends_by", sa.String(16)))
    op.create_index("ix_games_creator", "games", ["creator"])
    op.create_index("ix_games_ends", "games", ["ends"])
    lines = "SELECT sum(length(line) + 1) FROM lines WHERE lines.game = games.id"
    op.execute(f"UPDATE games SET size = COALESCE(({lines}), 0)")


def downgrade() -> None:
    op.drop_index("ix_games_ends", "games")
    op.drop_index("ix_games_creator", "games")
    for table, columns in (
        ("games", ("ends_by", "ends", "size", "creator", "played", "over")),
        ("chat", ("place",)),
        ("links", ("seen", "host", "claimed")),
    ):
        for column in columns:
            op.drop_column(table, column)
    op.drop_table("settings")
