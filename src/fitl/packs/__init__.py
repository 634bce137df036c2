"""Card packs: Events as data files, in the words the printed cards are written in (see docs/card-packs.md).

game = Game.new("full-1964", packs=[load_pack("my-cards.toml")])
"""

from importlib.resources import files

from fitl.packs.pack import Pack, PackCard, PackSide, card_set_of, load_pack, parse_pack, with_packs
from fitl.packs.reading import PackError


def example_pack() -> Pack:
    """The pack that comes with the program, of invented cards."""
    return parse_pack(files("fitl.packs").joinpath("example.toml").read_text(encoding="utf-8"), "example.toml")


__all__ = [
    "Pack",
    "PackCard",
    "PackError",
    "PackSide",
    "card_set_of",
    "example_pack",
    "load_pack",
    "parse_pack",
    "with_packs",
]
