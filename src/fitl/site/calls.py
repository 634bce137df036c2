"""Requests and answers as the browser's worker hands them over, and the refusals that only a tab has."""

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from fitl.catalogue import tell
from fitl.server.calls import Answer as Said
from fitl.server.calls import Ask, Call, find
from fitl.server.refusals import refusal_of
from fitl.server.service import Unknown
from fitl.server.wire.refusals import REFUSALS
from fitl.site.kept import Elsewhere, Full

JSON: Final = "application/json"
OWN: Final[dict[type[Exception], tuple[str, str]]] = {
    Full: ("quota", "server.refuse.site_full"),
    Elsewhere: ("refused", "server.refuse.site_elsewhere"),
}


class Answer(NamedTuple):
    """An answer."""

    status: int
    text: str
    kind: str = JSON
    file: str = ""


@dataclass(frozen=True)
class Asked:
    """A request."""

    method: str
    address: str
    token: str
    body: str

    @cached_property
    def path(self) -> str:
        return urlsplit(self.address).path

    @cached_property
    def call(self) -> tuple[Call, str]:
        """The call it means, and the game it names; Unknown if there is none."""
        found = find(self.method, self.path)
        if found is None:
            raise Unknown(tell("server.refuse.address"))
        return found

    def ask(self, game: str = "") -> Ask:
        """The same, as calls are asked."""
        query = dict(parse_qsl(urlsplit(self.address).query, keep_blank_values=True))
        return Ask(game, self.token, query, self.body.encode("utf-8", "surrogatepass"))


def told(said: Answer | Said) -> Answer:
    """A call's answer, as the browser gets it."""
    if isinstance(said, Answer):
        return said
    file = f'attachment; filename="{said.file}"' if said.file else ""
    return Answer(said.status, said.text.decode(), said.kind, file)


def refusal(error: Exception) -> Answer:
    """A refusal as the browser gets it; a fault of the server is marked as one."""
    own = next((each for kind, each in OWN.items() if isinstance(error, kind)), None)
    found = refusal_of(error)
    if own is not None:
        code, message = own[0], tell(own[1], game=str(error))
    elif found is not None:
        code, message = found.code, found.message
    else:
        code, message = "fault", f"{tell('server.fault')} ({error!r})"
    return Answer(REFUSALS[code].status, as_json({"error": code, "message": message}))


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
