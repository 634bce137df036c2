"""What the database holds: games as their journals, line by line (docs/journal-format.md), and their people."""

from typing import Final

import sqlalchemy as sa
from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Integer, MetaData, String, Table, Text

METADATA: Final = MetaData()

GAMES: Final = Table(
    "games",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("scenario", String(64), nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False, index=True),
    Column("generation", Integer, nullable=False),  # a new one when the journal had to be written again
    Column("lines", Integer, nullable=False),  # of this generation's journal
    Column("stamp", Integer, nullable=False),  # counts every change that somebody may want to see
    Column("summary", Text, nullable=False),  # JSON: who is asked on which card, for lists of games
    Column("bot_asked", Boolean, nullable=False, index=True),  # a non-player has something to decide
    Column("proposal", Text),  # JSON: a take-back that others are asked to agree to
    Column("webhook", Text),
    Column("lesson", Boolean, nullable=False),
    Column("over", Boolean, nullable=False, server_default=sa.false()),
    Column("played", Boolean, nullable=False, server_default=sa.false()),  # a person has answered something
    Column("creator", String(32), nullable=False, server_default="", index=True),  # whose it is (retention.py)
    Column("size", BigInteger, nullable=False, server_default="0"),  # bytes of its journal and chat
    Column("ends", Float, index=True),  # when it will be deleted
    Column("ends_by", String(16)),  # "host", or "age"
    Column("origin", Text),  # JSON: where an imported game came from, for everybody to see
)

LINES: Final = Table(
    "lines",
    METADATA,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("generation", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("line", Text, nullable=False),
)

LINKS: Final = Table(
    "links",
    METADATA,
    Column("token_hash", String(64), primary_key=True),
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("place", Integer, nullable=False),  # order within the game
    Column("role", String(16), nullable=False),  # "player" or "spectator"
    Column("seats", Text, nullable=False),  # JSON: the numbers of the seats it answers for
    Column("name", Text, nullable=False),
    Column("claimed", Boolean, nullable=False, server_default=sa.true()),  # else it is an invitation
    Column("host", Boolean, nullable=False, server_default=sa.false()),  # is this the link of the game's creator?
    Column("seen", Float),  # when it was used last, to the hour
    Column("muted", Boolean, nullable=False, server_default=sa.false()),  # the host lets it say nothing
)

CHAT: Final = Table(
    "chat",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("at", Float, nullable=False),
    Column("who", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("place", Integer),  # of the link that spoke; none: the server did
)

SETTINGS: Final = Table(
    "settings",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)
