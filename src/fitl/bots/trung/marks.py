"""The marks on the Event cards: what each Event is to each Trung bot, and which side it uses.

C is Critical, P is Performed, - is ignored; u the unshaded side, s the shaded one, neither where a card has one text.
"""

from typing import Final, NamedTuple

CRITICAL: Final = "C"
PERFORMED: Final = "P"
SIDES: Final = {"u": "unshaded", "s": "shaded", "": "single"}


class Mark(NamedTuple):
    """What an Event is to a bot: CRITICAL or PERFORMED, and the side it uses."""

    weight: str
    side: str


# By card: US, ARVN, NVA, VC.
_PRINTED: Final = """
  1  Cu -  Ps Ps
  2  -  Pu Cs Ps
  3  Cu -  Ps -
  4  Cu Pu Cs Ps
  5  -  Pu Ps Ps
  6  -  Pu Ps -
  7  -  Pu Ps -
  8  Cu Cu Ps Cs
  9  Cu -  Ps Ps
 10  -  Pu Ps Ps
 11  Cu Pu Cs Cs
 12  -  Pu Cs -
 13  Cu Cu Cs Cs
 14  Cu Pu Cs Cs
 15  -  Pu Ps Ps
 16  -  Pu -  Cs
 17  -  Pu Ps Ps
 18  Cu -  Cs Cs
 19  Cu -  Cs Cs
 20  Cu Pu Cs Cs
 21  Cu -  -  Cs
 22  Cu -  Ps Cs
 23  -  -  Ps Ps
 24  -  Pu -  Ps
 25  -  Pu -  Ps
 26  -  -  Ps Cs
 27  -  Pu -  Cs
 28  Cu Cu Ps Cs
 29  -  Pu -  Cs
 30  -  Pu -  Cs
 31  Pu Pu Cs -
 32  Cu Cu Cs -
 33  Pu Pu Cs -
 34  Cu Pu Cs -
 35  Pu Pu -  -
 36  Pu Pu -  Ps
 37  Pu Pu -  Ps
 38  P  P  -  -
 39  Pu Pu -  Ps
 40  Cu -  -  Ps
 41  C  C  -  -
 42  Pu Pu -  -
 43  Cu Pu -  -
 44  Pu -  -  Ps
 45  Cu Cu Cs Ps
 46  Pu Pu -  -
 47  -  Pu -  -
 48  Cu Pu -  Cs
 49  -  Pu -  -
 50  Cu Pu -  Ps
 51  Pu Pu -  -
 52  Cu Cu Cs Cs
 53  Pu Pu -  Ps
 54  Cu -  -  Ps
 55  Pu Pu -  -
 56  -  -  -  -
 57  Cu -  -  Ps
 58  Pu Pu -  -
 59  Pu Pu -  -
 60  Cu -  -  -
 61  Pu Cu Cs Cs
 62  Pu -  Ps -
 63  Pu Cs Ps Ps
 64  P  -  P  P
 65  Cu -  Ps Ps
 66  Cu -  Ps Ps
 67  -  -  -  -
 68  Cu -  Ps Cs
 69  P  -  P  P
 70  Pu -  -  Cs
 71  Pu -  Ps -
 72  -  -  Ps Ps
 73  -  -  Ps Ps
 74  Pu -  -  -
 75  Pu -  Ps Ps
 76  -  Cu Ps Ps
 77  Pu -  Ps Ps
 78  Cu Cs Ps Ps
 79  -  Cs Ps Ps
 80  -  C  P  C
 81  Pu -  -  Ps
 82  Cu -  Ps Ps
 83  Cu -  -  Cs
 84  -  -  Ps Ps
 85  Cu Cs Ps Ps
 86  -  Cu Cs Cs
 87  Cu Cs Ps Ps
 88  Cu Cu Ps Ps
 89  -  Cu Ps Cs
 90  -  -  Ps Ps
 91  Cu -  Ps -
 92  Pu Pu Ps -
 93  -  -  Ps -
 94  P  P  P  -
 95  Pu -  -  Cs
 96  Cu -  -  Cs
 97  Pu Pu Pu Cs
 98  Cu Pu Ps -
 99  Pu Pu Ps -
100  Pu Pu Ps Cs
101  Cu Pu Cs Cs
102  Pu Pu Ps -
103  Pu -  Ps -
104  Cu Cu Ps Cs
105  Cu Cs -  Cs
106  C  P  -  C
107  -  Cu -  Cs
108  Cu -  Ps -
109  Cu -  -  Cs
110  Cu -  Ps -
111  Pu Pu -  Cs
112  Pu Pu -  Cs
113  Pu Pu -  -
114  Cu Pu -  Cs
115  P  P  P  -
116  Cu Cu -  Cs
117  -  Pu Ps -
118  Pu Pu -  Cs
119  -  Cu -  Cs
120  Cu -  Ps -
"""


def _mark(printed: str) -> Mark | None:
    return None if printed == "-" else Mark(printed[0], SIDES[printed[1:]])


MARKS: Final[dict[int, tuple[Mark | None, ...]]] = {
    int(card): tuple(_mark(each) for each in marks) for card, *marks in map(str.split, _PRINTED.strip().splitlines())
}


def mark_of(faction: int, card: int) -> Mark | None:
    """The mark of an Event for a bot; None if it ignores it, as it does all cards without marks."""
    marks = MARKS.get(card)
    return None if marks is None else marks[faction]
