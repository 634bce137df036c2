"""The form in which a web hook gets its message: what Discord, Slack and ntfy accept as it is, and JSON for programs.

The form follows from the host. For one's own server of these kinds it is named at the end of the address, such as
`https://push.example.org/hue#ntfy`; what follows the # is not sent. Discord takes Slack's form at `.../slack`.
"""

import json
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from fitl.server.wire.hooks import Word, WordSent

JSON: Final = "application/json"
HOSTS: Final[Mapping[str, str]] = {
    "discord.com": "discord",
    "discordapp.com": "discord",
    "slack.com": "slack",
    "slack-gov.com": "slack",
    "ntfy.sh": "ntfy",
}
SLACK_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})  # a name must not call <!channel>


class Posted(NamedTuple):
    """What is sent to a web hook."""

    body: bytes
    kind: str


def _json(value: object) -> Posted:
    return Posted(json.dumps(value).encode(), JSON)


def _discord(text: str, _facts: Word) -> Posted:
    return _json({"content": text, "allowed_mentions": {"parse": []}})  # a name must not call @everyone


def _slack(text: str, _facts: Word) -> Posted:
    return _json({"text": text.translate(SLACK_ESCAPES)})


def _ntfy(text: str, _facts: Word) -> Posted:
    return Posted(text.encode(errors="replace"), "text/plain; charset=utf-8")


def _plain(text: str, facts: Word) -> Posted:
    sent: WordSent = {**facts, "text": text}
    return _json(sent)


FORMS: Final[Mapping[str, Callable[[str, Word], Posted]]] = {
    "discord": _discord,
    "slack": _slack,
    "ntfy": _ntfy,
    "json": _plain,
}


def form_of(url: str) -> str:
    """The name of the form that the receiver at this address accepts."""
    parts = urlsplit(url)
    host = (parts.hostname or "").rstrip(".")
    if (named := parts.fragment.lower()) in FORMS:
        return named
    site = ".".join(host.split(".")[-2:])
    form = HOSTS.get(site, "ntfy" if host.startswith("ntfy.") else "json")
    return "slack" if form == "discord" and parts.path.rstrip("/").endswith("/slack") else form


def posted(url: str, text: str, facts: Word) -> Posted:
    """A message in the form that the receiver at this address accepts."""
    return FORMS[form_of(url)](text, facts)
