"""What every flowchart non-player keeps of its turn."""

from dataclasses import dataclass


@dataclass(slots=True)
class Turn:
    """What the diamonds have led to."""

    operation: str = ""  # none yet, or an Event's
    side: str = ""  # of the Event, if it is executed


@dataclass(slots=True)
class EventSoFar:
    """What the choices of an Event have led to."""

    space: int | None = None  # the one chosen last
    purpose: str = ""  # what it was chosen for
    left: int = 1  # spaces that the present question still asks for
    alternate: bool = False  # the next piece goes alone, so that cubes stay even or spaces shift
