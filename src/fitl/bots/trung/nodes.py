"""Every point that a Trung bot may pass and tell of: cards, conditions, tables, rolls and steps."""

from typing import Final

from fitl.bots.answering import PLANNED
from fitl.bots.select import NODES as SELECT_NODES
from fitl.bots.trung.cards import CARDS
from fitl.bots.trung.conditions import CONDITIONS
from fitl.bots.trung.naming import slug
from fitl.bots.trung.tables import TABLES

FACTIONS: Final = ("us", "arvn", "nva", "vc")  # as the nodes of cards name them

ROWS: Final = tuple(f"trung.row.{row}" for row in ("a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4", "b5"))
SIDES: Final = tuple(
    f"trung.{FACTIONS[card.faction]}.{card.letter.lower()}.{side}" for card in CARDS for side in ("front", "back")
)
STEPS: Final = tuple(
    f"trung.{name}"
    for name in (
        *(
            "drawn",
            "card_fails",
            "no_operation",
            "nobody",
            "activity",
            "activity_fails",
            "effective",
            "side",
            "pivotal",
        ),
        *("pivotal_waits", "roll", "move", "sweep_in_place", "march_first", "dares", "hide", "trail", "saigon"),
        *("patrol_assault", "with_arvn", "strongest", "strike_trail", "pacify", "pacify_more", "patronage"),
        *("infiltrate", "tax", "remove", "give_up", "give_up_kind", "found", "lift", "pt_76", "always"),
        *("agitate_in_rally", "sabotage", "nothing_to_do", "leave", "otherwise"),
        *(f"commitment.{each}" for each in ("policy", "withdraw", "done")),
        *(f"redeploy.{each}" for each in ("arvn", "nva", "troops_1", "troops_2", "troops_3", "troops_4")),
        *(f"redeploy.police_{n}" for n in (1, 2, 3, 4)),
        *(f"event.{each}" for each in ("box", "place", "keep", "give_up", "stay", "move", "kind", "amount", "way")),
        *(f"event.{each}" for each in ("most_support", "least_people", "most", "enough", "half_die")),
    )
)
NODES: Final[tuple[str, ...]] = (
    *ROWS,
    *SIDES,
    *(f"trung.condition.{slug(name)}" for name in CONDITIONS),
    *(f"trung.table.{slug(name)}" for name in TABLES),
    *STEPS,
    *SELECT_NODES,
    *PLANNED,
)
