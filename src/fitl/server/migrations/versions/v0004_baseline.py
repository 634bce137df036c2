"""Everything as in version 1.0: games, their journals, links to seats, chat, settings."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = None

LATER = sa.false()  # what is so only once somebody has done something


def _id(name: str = "game") -> sa.Column[str]:
    return sa.Column(name, sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    _games()
    _of_games()
    settings = op.create_table(
        "settings",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.bulk_insert(settings, [{"name": "address_key", "value": secrets.token_hex(16)}])


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False, index=True),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("lines", sa.Integer, nullable=False),
        sa.Column("stamp", sa.Integer, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("bot_asked", sa.Boolean, nullable=False, index=True),
        sa.Column("proposal", sa.Text),
        sa.Column("webhook", sa.Text),
        sa.Column("lesson", sa.Boolean, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False, server_default=LATER),
        sa.Column("played", sa.Boolean, nullable=False, server_default=LATER),
        sa.Column("creator", sa.String(32), nullable=False, server_default="", index=True),
        sa.Column("size", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("ends", sa.Float, index=True),
        sa.Column("ends_by", sa.String(16)),
        sa.Column("origin", sa.Text),
    )


def _of_games() -> None:
    """What belongs to a game: its journal, links to its seats, its chat."""
    op.create_table(
        "lines",
        _id(),
        sa.Column("generation", sa.Integer),
        sa.Column("number", sa.Integer),
        sa.Column("line", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "generation", "number"),
    )
    op.create_table(
        "links",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        _id(),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("claimed", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("host", sa.Boolean, nullable=False, server_default=LATER),
        sa.Column("seen", sa.Float),
        sa.Column("muted", sa.Boolean, nullable=False, server_default=LATER),
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        _id(),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("place", sa.Integer),
    )
    for table in ("links", "chat"):
        op.create_index(f"ix_{table}_game", table, ["game"])
