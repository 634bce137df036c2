"""What is sent to change something."""

from typing import NotRequired, TypedDict


class Since(TypedDict("From", {"from": int | None}, total=False)):
    """Every change may say how much its sender knows: `steps` then tells what happened since."""

    have: NotRequired[str | None]  # the series and number of one's table (`1f0c.17`), or "": then a `Patch` is answered


class ChooseWish(Since):
    """An answer."""

    number: int
    key: str


class UndoWish(Since):
    """A step back."""

    number: NotRequired[int | None]  # of the present decision
    to: NotRequired[int | None]  # of the earliest answer that shall go


class ProposalWish(Since):
    """What one thinks of a take-back."""

    proposal: str
    agree: bool


class RollWish(Since):
    """Let the program roll or draw."""

    number: int


class TransferWish(Since):
    """Resources handed over (1.5.2)."""

    giver: str
    amount: int


class SayWish(Since):
    """A line of chat."""

    text: str  # up to 1,000 characters


class NameWish(Since):
    """What others shall see."""

    name: str


class SecretWish(Since):
    """The token that opens the seat from now on."""

    token: str  # 256 random bits in base64url (43 characters), made by the client


class FreeWish(Since):
    """A seat to be freed."""

    seat: int


class MuteWish(Since):
    """Somebody who shall be silent, or may speak again."""

    seat: int | str  # `spectators`: all of them
    muted: bool


class EndWish(TypedDict):
    """Delete the game, or not after all."""

    end: bool


class WebhookWish(Since):
    """Where word is sent when the turn passes to another person."""

    url: str | None  # empty: nowhere
