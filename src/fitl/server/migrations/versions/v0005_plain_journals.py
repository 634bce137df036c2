"""Journals of before version 1.0 are told in today's lines; those of before are kept beside them.

Delete it together with journal/format2.py, and let the baseline take its number.
"""

import logging

import sqlalchemy as sa
from alembic import op

from fitl.journal.format2 import DAMAGED, converted
from fitl.server.lines import as_stored
from fitl.server.store.schema import GAMES, LINES

revision = "0005"
down_revision = "0004"

log = logging.getLogger(__name__)


def upgrade() -> None:
    connection = op.get_bind()
    for game, generation in connection.execute(sa.select(GAMES.c.id, GAMES.c.generation)).all():
        stored = sa.select(LINES.c.line).where(LINES.c.game == game, LINES.c.generation == generation)
        old = [*connection.scalars(stored.order_by(LINES.c.number)), ""]
        try:
            new = as_stored(converted(old, game))
        except DAMAGED:
            log.exception("game %s cannot be converted", game)
            continue
        rows = enumerate(new)
        columns = {"game": game, "generation": generation + 1}
        connection.execute(LINES.insert(), [columns | {"number": number, "line": line} for number, line in rows])
        size = GAMES.c.size + sum(len(line.encode()) + 1 for line in new)
        values = {"generation": generation + 1, "lines": len(new), "size": size, "stamp": GAMES.c.stamp + 1}
        connection.execute(GAMES.update().where(GAMES.c.id == game).values(values))
