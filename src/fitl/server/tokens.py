"""Secret links: a token of 256 random bits opens a seat; the database knows only its hash."""

import hashlib
import secrets


def new_token() -> str:
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> str:
    """What is stored of a token. It is random enough that a plain hash cannot be reversed."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_game_id() -> str:
    """A public name for a game; knowing it gives no access."""
    return secrets.token_hex(8)
