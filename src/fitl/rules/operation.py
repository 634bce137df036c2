"""What all Operations (3.1) and Special Activities (4.1) share: selecting spaces, paying, and the one mechanism by
which a Special Activity comes before, during or after its Operation."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from fitl.board.spaces import EVERYWHERE as EVERYWHERE
from fitl.decisions import DONE, DONE_OPTION, RELIST, Decision, Flow, Option, space_option
from fitl.lasting import TYPHOON_KATE
from fitl.rules.economy import can_afford, pay
from fitl.state import State

BANNED_BY_TYPHOON_KATE: Final = ("air_lift", "transport", "bombard")  # card 115; its limit is for all others


class Activity:
    """One Special Activity (4.1) being carried out.

    `op` is the Operation it accompanies, None if an Event grants it. `allowed` restricts its spaces, `max_spaces`
    replaces its printed limit where an Event says so. It is `void` if nobody did anything in it.
    """

    __slots__ = ("allowed", "faction", "max_spaces", "name", "op", "s", "spaces", "void")

    def __init__(
        self,
        s: State,
        faction: int,
        name: str,
        op: "Operation | None" = None,
        allowed: int = EVERYWHERE,
        max_spaces: int | None = None,
    ) -> None:
        self.s = s
        self.faction = faction
        self.name = name
        self.op = op
        self.allowed = allowed & s.era.open_spaces
        self.max_spaces = max_spaces
        self.spaces: list[int] = []
        self.void = False

    @property
    def free(self) -> bool:
        """Granted by an Event (3.1.2): momentum bans yield to the later text (5.1.2)."""
        return self.op is None

    def limit(self, printed: int) -> int:
        """4.1: how many spaces it may have.

        Typhoon Kate (card 115) allows one; where it bans the activity an Event that grants it beats it whole (5.1.2).
        """
        if self.max_spaces is not None:
            return self.max_spaces
        if self.s.effects & TYPHOON_KATE and self.name not in BANNED_BY_TYPHOON_KATE:
            return min(printed, 1)
        return printed

    def may_select(self, sp: int) -> bool:
        """A space is picked at most once per Special Activity (4.1)."""
        return sp not in self.spaces and bool(self.allowed >> sp & 1)

    def next_space(
        self, ask: str, rule: str, limit: int, candidates: Sequence[int], required: bool = False
    ) -> Flow[int]:
        """Select the next space, or DONE. At least one space is selected; `required` demands the limit."""
        if len(self.spaces) >= limit:
            return DONE
        options = [space_option(sp) for sp in candidates if self.may_select(sp)]
        if not options:
            return DONE
        if self.spaces and not required:
            options.append(DONE_OPTION)
        sp: int = yield Decision(self.faction, ask, rule, options, {"left": limit - len(self.spaces)})
        if sp != DONE:
            self.spaces.append(sp)
        return sp


class ActivityRule(NamedTuple):
    """How a Special Activity is found and done: may it be taken now, and its procedure."""

    can: Callable[[State, Activity], bool]
    run: Callable[[State, Activity], Flow[None]]


def activity_rule(s: State, name: str) -> ActivityRule:
    """How a Special Activity is done in this era."""
    rule: ActivityRule = s.era.activity_rules[name]
    return rule


BY_EVENT: Final = 2  # how an Operation is free that an Event grants


class Operation:
    """One Operation (3.1) being carried out.

    free: no Resource cost; BY_EVENT if an Event grants it (3.1.2), which beats bans. limited: one space, no Special
    Activity (2.3.5). allowed, and `max_spaces` later: restrictions by an Event. activities: names of the Special
    Activities that may accompany it (4.1.1), empty if none may.
    """

    __slots__ = (
        "activities",
        "activity",
        "allowed",
        "begins_with",
        "by_event",
        "faction",
        "free",
        "limited",
        "max_spaces",
        "name",
        "notes",
        "s",
        "spaces",
    )

    def __init__(
        self,
        s: State,
        faction: int,
        name: str,
        *,
        free: int = False,
        limited: bool = False,
        allowed: int = EVERYWHERE,
        activities: tuple[str, ...] = (),
    ) -> None:
        self.s = s
        self.faction = faction
        self.name = name
        self.free = bool(free)
        self.limited = limited
        self.allowed = allowed & s.era.open_spaces
        self.max_spaces = 1 if limited else None
        self.activities = activities
        self.by_event = free == BY_EVENT
        self.begins_with = ""  # the Special Activity without which no space could be chosen
        self.activity: Activity | None = None
        self.spaces: list[int] = []
        self.notes: dict[str, Any] = {}  # what the Special Activity needs to know of this Operation, and vice versa

    # --- spaces and costs ---

    def full(self) -> bool:
        """No further space may be selected."""
        return self.max_spaces is not None and len(self.spaces) >= self.max_spaces

    def may_select(self, sp: int) -> bool:
        """3.1: a space is selected at most once per Operation, and only where an Event allows."""
        return sp not in self.spaces and bool(self.allowed >> sp & 1)

    def can_pay(self, cost: int) -> bool:
        return self.free or can_afford(self.s, self.faction, cost)

    def pay(self, cost: int) -> None:
        if not self.free:
            pay(self.s, self.faction, cost)

    # --- Special Activity before, during or after (4.1) ---

    def activity_options(self) -> list[Option]:
        """The Special Activities that may be taken right now; first of all the one that must bring about a space."""
        if self.activity is not None or not self.activities:
            return []
        options = []
        for name in (self.begins_with,) if self.begins_with and not self.spaces else self.activities:
            activity = Activity(self.s, self.faction, name, self)
            if activity_rule(self.s, name).can(self.s, activity):
                options.append(Option("sa:" + name, activity))
        return options

    def take(self, activity: Activity) -> Flow[None]:
        """4.1: carry out the Special Activity at this point of the Operation."""
        self.activity = activity
        self.s.note("log.activity", faction=self.faction, activity=activity.name)
        yield from activity_rule(self.s, activity.name).run(self.s, activity)

    def choose(
        self,
        ask: str,
        rule: str,
        list_options: Callable[[], list[Option]],
        params: dict[str, Any] | None = None,
        cost: int | None = None,
    ) -> Flow[Any]:
        """Ask one step of the Operation, offering the Special Activity beside it; list again after it was taken.

        DONE is offered where nothing else is left, so while the Special Activity may still bring about the first space
        an Operation cannot end (2.3.4). A non-player keeps the way out: its boxes judge beforehand the result of an
        Operation (8.1.C), and plan the Special Activity when they are asked for it.
        """
        while True:
            options = list_options()
            if self.activities and self.activity is None:
                if not options and self.faction in self.s.options.privileged:
                    options.append(DONE_OPTION)
                options += self.activity_options()
            if not options:
                options.append(DONE_OPTION)
            decision = Decision(self.faction, ask, rule, options, params, cost)
            decision.open = True
            decision.during = self
            answer = yield decision
            if answer is RELIST:
                continue
            if type(answer) is Activity:
                yield from self.take(answer)
                continue
            return answer

    def next_space(
        self,
        ask: str,
        rule: str,
        candidates: Callable[[], Sequence[int]],
        cost: int | None = None,
        params: dict[str, Any] | None = None,
    ) -> Flow[int]:
        """3.1: select the next space, or DONE.

        `candidates` lists the spaces that are legal and payable now. An Operation has at least one space if any can be
        had, so DONE is offered once a space is selected, or (by `choose`) if none is left.
        """
        if self.full():
            return DONE

        def options() -> list[Option]:
            found = [space_option(sp) for sp in candidates() if self.may_select(sp)]
            if self.spaces:
                found.append(DONE_OPTION)
            return found

        sp: int = yield from self.choose(ask, rule, options, params, cost)
        if sp != DONE:
            self.spaces.append(sp)
        return sp

    def finish(self) -> Flow[None]:
        """After the last step: the Special Activity may still come (4.1)."""
        if self.activities and self.activity is None:
            yield from self.choose("operation.finish", "4.1", lambda: [DONE_OPTION])
        self.activities = ()  # the Operation is over: not asked again
