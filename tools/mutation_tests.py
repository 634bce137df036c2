"""The modules into which mutation testing plants faults, and the tests for each."""

from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SOURCE, TESTS = ROOT / "src" / "fitl", ROOT / "tests"
EXPANSIONS = ("fall_of_saigon", "sovereign_of_discord")
# Scenarios of the base game begin with these words; all others are the expansions'.
BASE_GAMES = ("full-1964", "long-1964", "medium-1968", "short-19")


class Part(NamedTuple):
    """Modules that are sampled together."""

    name: str  # as the page calls it
    sample: int
    patterns: tuple[str, ...]  # of paths below src/fitl


PARTS = (
    Part("The rules", 900, ("rules/**/*.py",)),
    Part("The eras of the expansions", 300, ("eras/*/*.py",)),
    Part("The cards of the expansions", 300, ("events/expansions.py", *(f"events/{era}/*.py" for era in EXPANSIONS))),
    Part("The non-players of the base game", 150, ("bots/*.py", "bots/flowchart/**/*.py")),
    Part("The server", 150, ("server/*.py",)),
)
PAGE = Part("The models of the page", 240, ())  # mutated by tools/page/mutation.mjs

NO_POSTGRESQL = ("-k", "not postgresql")

# Tests of a module of the rules that are not just those of its name; in tests/rules unless a folder is named.
OF_RULES = {
    "cards": ("pivotal", "rulings", "cli/idle_events", "events/by_hand"),
    "casualties": ("eras/fall_of_saigon/casualties", "removal"),
    "control": ("control", "victory", "forces"),
    "coup_card": ("coup_card", "coup_round", "events/cards_coups"),
    "deception": ("deception", "victory"),
    "draft": ("draft", "eras/fall_of_saigon/paris"),
    "economy": ("economy", "resources"),
    "eligibility": ("sequence", "dry_run"),
    "forces": ("forces", "basics", "control", "rally", "train", "expansion_pieces"),
    "menu": ("basics", "sequence", "attack", "ambush", "march", "rally", "assault"),
    "movement": ("sweep", "march", "patrol"),
    "operation": ("sequence", "train", "sweep", "march", "attack", "air_strike", "advise", "tax"),
    "pacification": ("support", "train", "rally"),
    "pivotal": ("pivotal", "pivotal_sets"),
    "removal": ("removal", "assault", "attack", "bombard", "air_strike", "ambush"),
    "sequence": ("sequence", "pivotal", "rulings", "deception"),
    "setup": ("setup", "board/scenarios", "bots/victory_solo", "./game", "deck"),
    "space_checks": ("server/why_not",),
    "trung": ("bots/trung/state",),
    "two_players": ("eras/fall_of_saigon/two_players", "eras/sovereign_of_discord/two_players"),
    "victory": ("victory", "deception", "bots/victory_solo"),
}

# Those of a module of an era, in the folder of its tests, unless they have its name.
OF_ERAS = {
    "fall_of_saigon/advise": ("us",),
    "fall_of_saigon/air": ("activities",),
    "fall_of_saigon/armor": ("spearhead", "armor", "casualties"),
    "fall_of_saigon/bombard": ("activities",),
    "fall_of_saigon/commitment": ("coup_round",),
    "fall_of_saigon/coup_round": ("coup_round", "victory"),
    "fall_of_saigon/infiltrate": ("activities",),
    "fall_of_saigon/lines": ("paris",),
    "fall_of_saigon/paris": ("paris", "talks_table"),
    "fall_of_saigon/prices": ("armor",),
    "fall_of_saigon/retreat": ("paris", "casualties"),
    "fall_of_saigon/spearhead": ("spearhead", "spearhead_view", "corners"),
    "sovereign_of_discord/advise": ("coin", "air_lift_first"),
    "sovereign_of_discord/advisors": ("tracks", "coin"),
    "sovereign_of_discord/air_lift": ("coin",),
    "sovereign_of_discord/bombard": ("nva",),
    "sovereign_of_discord/after_diem": ("after_diem", "fall_of_diem"),
    "sovereign_of_discord/campaign": ("after_diem",),
    "sovereign_of_discord/direct": ("nva",),
    "sovereign_of_discord/era": ("eras/eras",),
    "sovereign_of_discord/infiltrate": ("nva",),
    "sovereign_of_discord/interdict": ("coin", "air_lift_first"),
    "sovereign_of_discord/prices": ("coin", "nva", "tracks"),
    "sovereign_of_discord/propagandize": ("nva",),
    "sovereign_of_discord/reset": ("coup_round",),
}

# Those of a module of the server, in tests/server: enough of them to take each line of it.
OF_SERVER = {
    "addresses": ("names", "connections", "webhook"),
    "answers": ("taking_back", "patches"),
    "api": ("refusals", "imports"),
    "app": ("looking", "assets", "extras"),
    "assets": ("assets",),
    "backup": ("watching",),
    "bot_turns": ("bots", "patches"),
    "bots": ("bots", "thinking"),  # what a worker process does has no faults put into it
    "calls": ("looking", "refusals", "seating"),
    "chat": ("people", "retention"),
    "connections": ("connections",),
    "exports": ("exports", "looking"),
    "guard": ("refusals", "names"),
    "health": ("watching",),
    "hub": ("sockets", "people"),
    "language": ("languages",),
    "library": ("seating", "assets"),
    "limits": ("refusals", "names", "imports"),
    "lines": ("store", "imports"),
    "listen": ("several", "sockets"),
    "live": ("store", "before", "several", "taking_back", "bots"),
    "logs": ("logs",),
    "lookalikes": ("seats",),
    "metrics": ("watching",),
    "names": ("names",),
    "options": ("options",),
    "patches": ("patches",),
    "piece_changes": ("piece_changes",),
    "proposals": ("taking_back", "people"),
    "refusals": ("refusals", "imports"),
    "retention": ("retention",),
    "running": ("connections", "options"),
    "searches": ("thinking",),
    "seating": ("seating",),
    "seats": ("seats",),
    "service": ("people", "retention", "seats", "bots", "taking_back"),
    "show": ("looking", "patches", "people"),
    "socket": ("sockets",),
    "stored": ("store", "retention"),
    "story": ("looking", "patches"),
    "summary": ("each_store", "people", "webhook"),
    "taking_back": ("taking_back",),
    "tokens": ("secrets", "seats"),
    "uploads": ("imports",),
    "webhook": ("webhook",),
    "webhook_formats": ("webhook",),
    "why_not": ("why_not",),
}


def modules_of(part: Part) -> list[str]:
    """The names of its modules."""
    found = (path for pattern in part.patterns for path in SOURCE.glob(pattern))
    paths = sorted(path for path in found if path.name != "__init__.py")
    return [".".join(("fitl", *path.relative_to(SOURCE).with_suffix("").parts)) for path in paths]


def modules() -> list[str]:
    """Every module that faults are put into."""
    return [name for part in PARTS for name in modules_of(part)]


def own_tests(module: str) -> list[str]:
    """The files of tests that are about a module."""
    layer, *folders, name = module.removeprefix("fitl.").split(".")
    if layer == "rules":
        files = [_file("rules", each) for each in OF_RULES.get(name, (name,))]
    elif layer == "eras" and folders:
        files = [_file(f"eras/{folders[0]}", each) for each in OF_ERAS.get(f"{folders[0]}/{name}", (name,))]
    elif layer == "server":
        files = [_file("server", each) for each in OF_SERVER.get(name, ())]
    elif layer == "bots":
        return _tests_of_bots(folders, name)
    else:
        files = _tests_of_cards(folders, name)
    found = [str(path) for path in files if path.exists()]
    return [*found, *NO_POSTGRESQL] if found and layer == "server" else found


def _tests_of_cards(folders: list[str], name: str) -> list[Path]:
    """Of a year's cards those of the year; of words that many cards use, those of all cards of the expansion."""
    places = [TESTS / "eras" / era for era in folders or EXPANSIONS]
    of_its_name = f"test_{name.replace('year_', 'cards_').replace('pivotal', 'cards_pivotal')}.py"
    exact = [place / of_its_name for place in places]
    if any(path.exists() for path in exact):
        return exact
    return [path for place in places for what in ("card", "annex") for path in sorted(place.glob(f"test_{what}*.py"))]


def _tests_of_bots(folders: list[str], name: str) -> list[str]:
    """Of a Faction's flowchart those of the Faction; else those of the module's name, or all short ones."""
    faction = folders[1] if len(folders) > 1 else "-"
    place = TESTS / "bots"
    found = [*place.glob(f"test_{faction}_*.py"), *place.glob(f"test_{name}.py")]
    return [str(path) for path in sorted(found)] or _OF_BOTS


def _file(folder: str, each: str) -> Path:
    place, _, name = each.rpartition("/")
    return TESTS / (place or folder) / f"test_{name}.py"


def is_of_an_expansion(module: str) -> bool:
    return module.startswith(("fitl.eras", "fitl.events"))


def has_recorded_games(module: str) -> bool:
    """Do recorded games, which are replayed, run through the module?"""
    return not module.startswith(("fitl.bots", "fitl.server"))


def is_of_the_server(module: str) -> bool:
    return module.startswith("fitl.server")


def is_game_of_an_expansion(path: Path) -> bool:
    """Is a recorded game one of the expansions' scenarios?"""
    return not path.name.startswith(BASE_GAMES)


# Not the Events carried out at random, nor whole games: they take as long as all the others and only see that nothing
# gets lost.
_SHORT = ("-k", "not random and not games")
_OF_RULES = [*(str(TESTS / folder) for folder in ("rules", "playbook", "events", "eras")), *_SHORT]
_OF_EXPANSIONS = [str(TESTS / "eras"), *_SHORT]
_OF_BOTS = [*(str(path) for path in sorted((TESTS / "bots").glob("test_*.py"))), "-k", "not sheets and not games"]
# One database is enough; browsers and other processes take long.
_IN_SERVER = ("each_store", "looking", "people", "refusals", "seating", "taking_back")
_OF_SERVER = [*(str(TESTS / "server" / f"test_{name}.py") for name in _IN_SERVER), *NO_POSTGRESQL]


def other_tests(module: str) -> list[str]:
    """Those that judge a module if neither its own nor the recorded games notice anything.

    The rules are judged by those of the expansions too, which ask for the lines that an era bends.
    """
    layer = module.split(".")[1]
    return {"server": _OF_SERVER, "bots": _OF_BOTS, "rules": _OF_RULES}.get(layer, _OF_EXPANSIONS)
