"""Forged requests to the server: everything a client might send by mistake or by malice (docs/web-api.md).

All of them must be refused with a reason and leave everything as it was, but for one kind: an answer that was given
already, sent again by anyone who gave it, is harmless and changes nothing either.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

LONG: Final = "x" * 12_000  # fits into a request
TOO_LONG: Final = "x" * 17_000  # does not
DIGITS: Final = "9" * 6_000  # more than Python reads as a number
WRONG_NUMBERS: Final[tuple[object, ...]] = (None, True, False, 1.5, "", "1", [], [1], {}, {"number": 1})
WRONG_TEXTS: Final[tuple[object, ...]] = (None, True, 0, 7, -1.5, [], ["pass"], {}, {"key": "pass"})
FOREIGN: Final[tuple[dict[str, str], ...]] = (
    {"Origin": "https://example.org"},
    {"Origin": "null"},
    {"Origin": "http://["},
    {"Origin": "http://127.0.0.1:1"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
)
CONTENT_TYPES: Final = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/json", "")


@dataclass(frozen=True)
class Scene:
    """A game at one decision, as somebody sees who holds all of its links."""

    game: str
    number: int
    offered: tuple[str, ...]  # keys
    given: Mapping[int, str]  # the keys of all earlier answers, those of chance included
    earlier: frozenset[str]  # keys that other decisions offered
    answering: tuple[str, ...]  # tokens that may answer now
    waiting: tuple[str, ...]  # tokens of the other players
    spectator: str
    stranger: str  # a token of another game
    givers: Mapping[str, str] = field(default_factory=dict)  # by Faction: the token that may transfer its Resources
    mine: Mapping[int, tuple[frozenset[str], str]] = field(default_factory=dict)  # people's answers: whose, and the key


@dataclass(frozen=True)
class Forged:
    """One request: POST to a path unless another method is named."""

    kind: str
    path: str
    body: bytes
    headers: Mapping[str, str]
    method: str = "POST"
    harmless: bool = False  # acknowledged again, though nothing happens


def forged_requests(scene: Scene) -> Iterator[Forged]:
    """Every kind of forged request at a decision."""
    for forge in (_answers, _numbers, _types, _huge, _replays, _tokens, _malformed, _manners, _fields, _others, _seats):
        yield from forge(scene)


def _request(scene: Scene, kind: str, body: object, token: str = "", path: str = "/choose", **headers: str) -> Forged:
    sent = {"Content-Type": "application/json", "Authorization": f"Bearer {token or scene.answering[0]}"} | headers
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Forged(kind, f"/api/games/{scene.game}{path}", content, {name: text for name, text in sent.items() if text})


def _right(scene: Scene, **instead: object) -> dict[str, object]:
    """The right answer, but for this."""
    return {"number": scene.number, "key": scene.offered[0]} | instead


def _answers(scene: Scene) -> Iterator[Forged]:
    for token in scene.waiting:
        for key in {scene.offered[0], scene.offered[-1]}:
            yield _request(scene, "wrong seat", _right(scene, key=key), token)
    for key in sorted(scene.earlier - set(scene.offered))[:12]:
        yield _request(scene, "option of another decision", _right(scene, key=key))
    good = scene.offered[0]
    wrong = ("", " ", "no such key", f"{good} ", f" {good}", f"{good}\n", f"{good}\0", f"{good.upper()}!", "../../etc")
    for key in (*wrong, "\ud800", f"\u202e{good}", "{key}", "%s%s%n", "' OR 1=1 --", "<script>", "0", "null"):
        if key not in scene.offered:
            yield _request(scene, "unknown key", _right(scene, key=key))


def _numbers(scene: Scene) -> Iterator[Forged]:
    for number in (scene.number - 1, scene.number - 2, 0, -1, -scene.number - 1):
        for key in {scene.offered[0], scene.offered[-1]}:
            if scene.given.get(number) != key and number != scene.number:
                yield _request(scene, "stale number", _right(scene, number=number, key=key))
    for number in (scene.number + 1, scene.number + 2, scene.number + 1000, 1 << 31, 1 << 63):
        yield _request(scene, "future number", _right(scene, number=number))


def _types(scene: Scene) -> Iterator[Forged]:
    for wrong in (*WRONG_NUMBERS, float(scene.number), str(scene.number), [scene.number]):
        yield _request(scene, "wrong type", _right(scene, number=wrong))
    for wrong in (*WRONG_TEXTS, [scene.offered[0]]):
        yield _request(scene, "wrong type", _right(scene, key=wrong))
    for name in ("number", "key"):
        yield _request(scene, "missing field", {own: value for own, value in _right(scene).items() if own != name})
    bodies: tuple[object, ...] = (None, True, 7, "x", [], [_right(scene)], {})
    for body in bodies:
        yield _request(scene, "wrong type", body)
    for wrong in (False, 1.5, "1", [], {}):
        yield _request(scene, "wrong type", {"number": wrong}, path="/undo")
    for path, name, others in (
        ("/undo/answer", "proposal", {"agree": True}),
        ("/transfer", "giver", {"amount": 1}),
        ("/chat", "text", {}),
        ("/name", "name", {}),
    ):
        for wrong in WRONG_TEXTS:
            yield _request(scene, "wrong type", others | {name: wrong}, path=path)
    for wrong in (None, 0, 1, "yes", [], {}):
        yield _request(scene, "wrong type", {"proposal": "x", "agree": wrong}, path="/undo/answer")
    for wrong in WRONG_NUMBERS:
        yield _request(scene, "wrong type", {"giver": "nva", "amount": wrong}, path="/transfer")
    for wrong in (None, True, -1, 99, 1.5, "", "0", "Spectators", [], ["spectators"], {}):
        yield _request(scene, "wrong type", {"seat": wrong, "muted": True}, path="/mute")
    for wrong in (None, 0, 1, "yes", [], {}):
        yield _request(scene, "wrong type", {"seat": "spectators", "muted": wrong}, path="/mute")
    for wrong in (True, 0, 7, -1.5, [], ["x"], {}, {"url": "x"}):
        yield _request(scene, "wrong type", {"url": wrong}, path="/webhook")


def _huge(scene: Scene) -> Iterator[Forged]:
    yield _request(scene, "huge", _right(scene, key=LONG))
    yield _request(scene, "huge", _right(scene, key=TOO_LONG))
    yield _request(scene, "huge", _right(scene, number=10**4000))
    yield _request(scene, "huge", _right(scene, number=-(10**4000)))
    for number in (DIGITS, f"-{DIGITS}", "1e999", "-1e999", f"0.{DIGITS}"):
        yield _request(scene, "huge", f'{{"number": {number}, "key": {json.dumps(scene.offered[0])}}}'.encode())
    yield _request(scene, "huge", b'{"a":' * 2_500 + b"1" + b"}" * 2_500)
    yield _request(scene, "huge", b"[" * 16_000)
    yield _request(scene, "huge", _right(scene) | {f"field{n}": n for n in range(2_000)})
    for path, name in (("/chat", "text"), ("/name", "name"), ("/webhook", "url")):
        yield _request(scene, "huge", {name: LONG}, path=path)


def _replays(scene: Scene) -> Iterator[Forged]:
    numbers = sorted(scene.mine)
    for number in {*numbers[-2:], *numbers[:1]}:
        senders, key = scene.mine[number]
        body = {"number": number, "key": key}
        for token in (*scene.answering, *scene.waiting, scene.spectator):
            if token in senders:
                again = _request(scene, "replayed by its sender (harmless)", body, token)
                yield replace(again, harmless=True)
                yield _request(scene, "replayed with another key", body | {"key": f"{key}?"}, token)
            else:
                yield _request(scene, "replayed by another", body, token)


def _tokens(scene: Scene) -> Iterator[Forged]:
    good = scene.answering[0]
    addresses: tuple[tuple[str, dict[str, object]], ...] = (
        ("/choose", _right(scene)),
        ("/undo", {}),
        ("/undo/answer", {"proposal": "x", "agree": True}),
        ("/transfer", {"giver": "nva", "amount": 1}),
        ("/chat", {"text": "hello"}),
        ("/name", {"name": "Ann"}),
        ("/webhook", {"url": "https://example.org/hook"}),
        ("/mute", {"seat": "spectators", "muted": True}),
        ("/renew/spectators", {}),
    )
    for path, body in addresses:
        for scheme in ("", "Bearer", f"Basic {good}", good, f"Token {good}"):
            yield _request(scene, "no token", body, path=path, Authorization=scheme)
        for token in ("x", good[:-1], f"{good}A", good.swapcase(), good[::-1], f"{good} {good}", "0" * 5_000):
            yield _request(scene, "unknown token", body, token, path)
        yield _request(scene, "token of another game", body, scene.stranger, path)
        if path not in ("/chat", "/name"):
            yield _request(scene, "spectator's token", body, scene.spectator, path)
    for name in ("nothing", scene.game[::-1], scene.game + "0", "%00", "..%2f" + scene.game):
        here = _request(scene, "another game's address", _right(scene))
        yield replace(here, path=f"/api/games/{name}/choose")


def _malformed(scene: Scene) -> Iterator[Forged]:
    text = json.dumps(_right(scene))
    cut = (text[:-1], text[1:], text[: len(text) // 2], text + "}", text + text, text.replace('"', "'"), f"({text})")
    for wrong in (*cut, "", " ", "nonsense", f"// {text}", text.replace(",", ",,"), text.replace(":", "="), f"{text};"):
        yield _request(scene, "malformed JSON", wrong.encode())
    for raw in (b"\xff\xfe", b"\x00", text.encode() + b"\xff", b"\xef\xbb\xbf" + text.encode() + b"x", b"\x80" * 100):
        yield _request(scene, "malformed JSON", raw)
    yield _request(scene, "malformed JSON", text.replace(str(scene.number), "NaN", 1).encode())


def _manners(scene: Scene) -> Iterator[Forged]:
    for path, body in (("/choose", _right(scene)), ("/undo", {}), ("/chat", {"text": "hello"})):
        for kind in CONTENT_TYPES:
            yield _request(scene, "wrong content type", body, path=path, **{"Content-Type": kind})
        for headers in FOREIGN:
            yield _request(scene, "foreign origin", body, path=path, **headers)
        for method in ("PUT", "PATCH", "DELETE", "GET"):
            good = _request(scene, "wrong method", body, path=path)
            if (method, path) != ("GET", "/chat"):
                yield replace(good, method=method)


def _fields(scene: Scene) -> Iterator[Forged]:
    """Unknown fields beside a wrong answer do not make it a right one (those beside a right one are not heeded)."""
    stale = _right(scene, number=scene.number + 1)
    for extra in ({"seat": 0}, {"force": True}, {"Number": scene.number}, {"": ""}, {"__proto__": {"number": 0}}):
        yield _request(scene, "unknown field", stale | extra)
        yield _request(scene, "unknown field", {"key": scene.offered[0]} | extra)
        for token in scene.waiting[:1]:
            yield _request(scene, "unknown field", _right(scene) | extra | {"token": scene.answering[0]}, token)


def _others(scene: Scene) -> Iterator[Forged]:
    """Take-backs, votes and transfers that are not in order."""
    for number in (scene.number - 1, scene.number + 1, -1, 1 << 63):
        yield _request(scene, "forged take-back", {"number": number}, path="/undo")
    for proposal in ("", "x", "0" * 16, LONG):
        yield _request(scene, "forged vote", {"proposal": proposal, "agree": True}, path="/undo/answer")
        yield _request(scene, "forged vote", {"proposal": proposal, "agree": False}, path="/undo/answer")
    everybody: Sequence[str] = (*scene.answering, *scene.waiting)
    for giver in ("us", "arvn", "nva", "vc", "USA", "", "2"):
        for amount in (0, -1, 10**6, 1 << 63, -(10**40)):
            owner = scene.givers.get(giver, everybody[0])
            yield _request(scene, "forged transfer", {"giver": giver, "amount": amount}, owner, "/transfer")
        for token in everybody:
            if token != scene.givers.get(giver):
                yield _request(scene, "forged transfer", {"giver": giver, "amount": 1}, token, "/transfer")


def _seats(scene: Scene) -> Iterator[Forged]:
    """Seats that are not free, secrets that could be guessed, and games that are not one's own to delete."""
    for token in (*scene.answering, *scene.waiting, scene.spectator, scene.stranger, "x" * 43):
        yield _request(scene, "forged claim", {"token": "y" * 43}, token, "/claim")
    for secret in (None, "", "short", "y" * 42, "y" * 44, "/" * 43, LONG, ["y" * 43], scene.answering[0]):
        yield _request(scene, "forged renewal", {"token": secret}, path="/renew")
    for token in (scene.spectator, scene.stranger):
        yield _request(scene, "forged renewal", {"token": "y" * 43}, token, "/renew")
    for seat in (None, -1, 0, 1, 2, 3, 4, "0", True, 1 << 63):
        for token in (*scene.waiting, scene.spectator, scene.stranger):
            yield _request(scene, "forged freeing", {"seat": seat}, token, "/free")
    ends: tuple[object, ...] = (None, 0, 1, "yes", [])
    for end in ends:
        yield _request(scene, "forged end", {"end": end}, path="/end")
    yield _request(scene, "forged end", {"end": True}, scene.spectator, "/end")
    for name in ("evil.example", "localhost.evil.example:80", "[evil]"):
        yield _request(scene, "foreign name", _right(scene), Host=name)
