"""The table for a client that has an earlier one: what has changed since."""

from typing import NotRequired, TypedDict

from fitl.server.wire.table import NewLink, Steps, Table, Taken


class RowsChanged(TypedDict):
    """What has changed of a list with growing numbers: `n` in `view.log`, `id` in `turns`, `number` in `plan`."""

    keep: list[int] | None  # the rows with numbers from the first of these to the second stay, all others go
    then: list[object]  # the rows that follow


class Patch(TypedDict):
    """The whole table, or what has changed since an earlier one."""

    series: str  # only tables of one series follow each other
    number: int  # of this table in its series
    base: int | None  # the number of the table to change (or a later one); null: this one is whole
    table: NotRequired[Table]  # if it is whole
    changed: NotRequired[dict[str, object]]  # new values by their path in the table: `number`, `view.spaces.hue`
    gone: NotRequired[list[str]]  # paths at which there is nothing any more
    rows: NotRequired[dict[str, RowsChanged]]  # by path
    steps: NotRequired[Steps | None]  # what led here, if `from` was given; null if that is too much


class Patched(TypedDict):
    """The answer to a change, for a client that keeps a table."""

    patch: Patch
    result: Taken | NewLink | int | bool | None  # see each address
