"""The message catalogue: no sentence for players stands in code, and code and catalogue agree about each message."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

import fitl.catalogue
from fitl.catalogue import catalogue, has_message, languages, messages_in, read_messages, speaking, tell
from fitl.cli.main import main
from fitl.rules.setup import NEEDS

SOURCE = Path(fitl.catalogue.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))

# --- sentences in code --------------------------------------------------------------------------------------------

# Modules whose sentences are for programmers only, and why.
DATA_CHECKS = "checks of our own data files while they are loaded: no player gives one or is told of one"
FOR_PROGRAMMERS = {
    "board/card.py": DATA_CHECKS,
    "board/cards.py": DATA_CHECKS,
    "board/expansion_cards.py": DATA_CHECKS,
    "board/pivotals.py": DATA_CHECKS,
    "board/facts.py": DATA_CHECKS,
    "board/forces.py": DATA_CHECKS,
    "board/random_spaces.py": DATA_CHECKS,
    "board/scenario_checks.py": DATA_CHECKS,
    "board/scenarios.py": DATA_CHECKS,
    "board/spaces.py": DATA_CHECKS,
    "server/wire/refusals.py": "what a refusal means stands in the document of the web API alone",
    "board/talks.py": DATA_CHECKS,
    "lab/deep_checks.py": "what every game must withstand, said of a fault in the engine",
    "lab/forgery.py": "kinds of forged answers, as the fuzzer counts them",
    "lab/web_forgeries.py": "kinds of forged requests, as they are counted, and what they say",
    "lab/fuzz.py": "names of what the engine did wrong; the line around them is in the catalogue",
    "lab/invariants.py": "what must hold in the engine, said of a fault in it",
    "lab/failing_disk.py": "what a recorded game must withstand, said of a fault in the engine",
    "server/assets.py": "HTML and JavaScript, and what is wrong with a module, for whoever wrote it",
    "site/single.py": "JavaScript, and the policy of its file",
    "server/metrics.py": "names and forms of Prometheus' format",
    "bots/trung/cards.py": "the faces of the cards in the notation of their print; reasons say it in words",
    "bots/trung/marks.py": "the marks of all Events as a table",
    "bots/trung/tables.py": "columns of tables in the notation of their print; reasons say it in words",
    "lab/watchdog.py": "how long something took that does not end",
}

# Exceptions that mean a fault of the program: nobody catches them to show them as an answer to what a player did.
FAULTS = {"AssertionError", "KeyError", "NotImplementedError", "RuntimeError", "ScriptError", "TypeError"}

# Single texts that are no sentences for players, and why. Everything else belongs into messages/en/*.toml.
ALLOWED = {
    ("server/store/sql.py", "REPEATABLE READ"): "a word of SQL",
    ("bots/hint.py", "nobody is asked"): "the caller's fault; the terminal never asks then",
    ("catalogue.py", "message {} stands in two files of the catalogue"): "a fault of the catalogue itself",
    ("cli/main.py", "fitl {}"): "the program's name and version",
    ("cli/session.py", "fitl replay "): "a command to be typed",
    ("cli/session.py", "fitl resume "): "a command to be typed",
    ("cli/terminal.py", "tab: complete"): "a setting of the line editor",
    ("drawing/palette.py", "Alegreya, "): "typefaces",
    ("drawing/palette.py", "'Alegreya Sans', "): "typefaces",
    ("env/open_spiel.py", "Fire in the Lake"): "the game's name",
    ("compose.py", "two eras have the id {}"): "a fault of the program",
    ("compose.py", "two modules have a program for the {} side of card {}"): "a fault of the program",
    ("events/program.py", "card {} has a program for its {} side already"): "a fault of the program",
    ("events/program.py", "card {} has no {} side"): "a fault of the program",
    ("server/app.py", "public, max-age="): "how long a browser may keep something",
    ("lab/svg.py", "<svg xmlns="): "SVG",
    ("lab/svg.py", "<rect x="): "SVG",
    ("lab/svg.py", "<line x1="): "SVG",
    ("lab/svg.py", "<text x="): "SVG",
    ("packs/pack.py", "(.*) \\(at (?:line "): "a pattern of what tomllib says",
    ("prng.py", "weights must be positive"): "a fault of the program",
    ("rules/economy.py", "Faction {} cannot pay {}: an option was offered"): "a fault of the program",
}

PLACE = "\0"  # stands for what an f-string fills in
WORDS = re.compile(rf"[A-Za-z]{{2,}}[,;:.!?]? +(?:[A-Za-z(]|{PLACE})|{PLACE}[,;:.!?]? +[A-Za-z]{{2,}}")
# What is written for programs: a statement of SQL, a header of HTTP with a parameter, a source of a page's policy.
TECHNICAL = re.compile(
    r"(ALTER|BEGIN|CREATE|DELETE|DROP|INSERT|LISTEN|NOTIFY|PRAGMA|SELECT|UPDATE|VACUUM|WITH) "
    r"|[\w/+.-]+; \w+=|[a-z]+-src '"
)
LOGS = {"log", "logger", "logging"}  # what a program notes for those who run it
# What shows its arguments to people: even a single word there is one they read.
SHOWING = {"print", "write", "complain", "Text", "add_column", "add_row", "add_argument_group"}
SHOWN_KEYWORDS = {"help", "metavar", "description", "epilog", "usage"}


class Found(NamedTuple):
    """A text in code that people would read."""

    line: int
    text: str


def text_of(node: ast.AST) -> str | None:
    """A string as written; what an f-string fills in is a PLACE."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else PLACE for part in node.values)
    return None


def no_texts(tree: ast.AST) -> Iterator[ast.AST]:
    """Strings no player is shown: docstrings, annotations, notes for those who run a server, texts of faults; and the
    parts of f-strings, which count as a whole.
    """
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant() as value):
                yield value
            case ast.JoinedStr():
                for part in node.values:
                    yield part
                    if isinstance(part, ast.FormattedValue) and part.format_spec is not None:
                        yield part.format_spec
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name))) if name in LOGS:
                yield from node.args
            case ast.Raise(exc=ast.Call(func=ast.Name(id=name)) as fault) if name in FAULTS:
                yield from fault.args
            case ast.arg(annotation=ast.expr() as annotation) | ast.AnnAssign(annotation=annotation):
                yield from ast.walk(annotation)
            case ast.FunctionDef(returns=ast.expr() as returns) | ast.AsyncFunctionDef(returns=ast.expr() as returns):
                yield from ast.walk(returns)


def is_read(node: ast.AST) -> bool:
    """Is this a text with a letter in it, and not the id of a message?"""
    text = text_of(node) or ""
    beginning, place, _ = text.partition(PLACE)
    if place and beginning:
        is_id = any(message.startswith(beginning) for message in catalogue())
    else:
        is_id = has_message(text)
    return not is_id and re.search("[A-Za-z]", text) is not None


def shown_words(tree: ast.AST) -> Iterator[ast.AST]:
    """Strings handed to what shows or raises them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            yield from filter(is_read, node.exc.args)
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            shown = list(node.args) if name in SHOWING else []
            shown += [keyword.value for keyword in node.keywords if keyword.arg in SHOWN_KEYWORDS]
            yield from filter(is_read, shown)


def sentences(code: str) -> list[Found]:
    """What people would read in a module."""
    tree = ast.parse(code)
    skipped = {id(node) for node in no_texts(tree)}
    shown = {id(node) for node in shown_words(tree)}
    return [
        Found(node.lineno, text)  # type: ignore[attr-defined]
        for node in ast.walk(tree)
        if (text := text_of(node)) is not None
        and id(node) not in skipped
        and not TECHNICAL.match(text)
        and (WORDS.search(text.strip()) or id(node) in shown)
    ]


def name_of(file: Path) -> str:
    return file.relative_to(SOURCE).as_posix()


def allowed_for(module: str, text: str) -> tuple[str, str] | None:
    """The entry of the list above that lets a text be."""
    written = text.replace(PLACE, "{}")
    return next((entry for entry in ALLOWED if entry[0] == module and written.startswith(entry[1])), None)


@pytest.mark.parametrize("file", [file for file in MODULES if name_of(file) not in FOR_PROGRAMMERS], ids=name_of)
def test_no_sentence_for_players_stands_in_code(file: Path) -> None:
    module = name_of(file)
    wrong = [
        f"{module}:{line}: {text.replace(PLACE, '{}')!r}: put it into messages/en/*.toml and say it with tell or say"
        for line, text in sentences(file.read_text(encoding="utf-8"))
        if allowed_for(module, text) is None
    ]
    assert not wrong, "\n".join(wrong)


def test_every_exception_to_that_is_still_needed() -> None:
    used = {
        allowed_for(module, text)
        for module in map(name_of, MODULES)
        for _, text in sentences((SOURCE / module).read_text(encoding="utf-8"))
    }
    assert set(ALLOWED) - used == set()
    assert [module for module in FOR_PROGRAMMERS if not sentences((SOURCE / module).read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "code",
    [
        'raise ValueError("the seats are wrong")',
        'raise ValueError(f"{name} is wrong")',
        'raise ValueError(f"unknown {name}")',
        'raise ValueError("wrong")',
        'raise Problem([f"{file}: not a pack"])',
        'value.error("the text is empty")',
        'notes.append(f"Play goes on at line {line}.")',
        'HEADINGS = ("share of wins", "margin")',
        'command.add_argument("--seed", help="number")',
        'table.add_column("wins")',
        'print("Saved.")',
        'complain(f"{file}: busy")',
        'text = "one" if n == 1 else f"{n} of them"',
    ],
)
def test_the_search_finds_a_sentence_in_code(code: str) -> None:
    assert len(sentences(code)) == 1


@pytest.mark.parametrize(
    "code",
    [
        '"""A docstring with words."""',
        'raise Refused(say("refuse.over"))',
        'raise PositionError(tell("position.pool", name=name, n=n)) from error',
        'raise value.error("pack.no_cards")',
        'raise value.error(f"pack.unknown.{what}", word=word)',
        'def run(self) -> "Run | None": ...',
        'raise KeyError(f"{key} is not offered by {kind}")',
        'log.warning("listening failed: %s", error)',
        'connection.execute(f"SELECT {column} FROM games")',
        'HEADERS = {"Content-Type": "text/html; charset=utf-8"}',
        """POLICY = ("img-src 'self' data: blob:", "default-src 'none'")""",
        'table.add_row(f"{choice.mark})", Text(choice.label))',
        'text = f"{path}.{key}" + ", ".join(names)',
        'line = f"{one:>{width} } {two}"',
    ],
)
def test_the_search_lets_other_strings_be(code: str) -> None:
    assert sentences(code) == []


# --- messages that code names -------------------------------------------------------------------------------------

DIAGNOSTICS = ("options", "players", "file", "language", "position", "journal", "pack", "lab", "cli.argument")


class Use(NamedTuple):
    """A message that code names, with its parameters if they stand there too."""

    place: str
    message: str
    params: frozenset[str] | None


def literals(node: ast.expr) -> list[str]:
    """The ids an argument may stand for: a string, or either branch of a condition."""
    if isinstance(node, ast.IfExp):
        return literals(node.body) + literals(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def uses() -> Iterator[Use]:
    for file in MODULES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            pack = name_of(file).startswith("packs/")
            if name == "tell" or (pack and name == "error"):
                message, params = node.args[0], keywords(node)
            elif pack and name == "need":
                message, params = node.args[1], keywords(node)
            elif name == "say":
                message, params = node.args[0], dict_keys(node.args[1:2])
            else:
                continue
            yield from (Use(f"{name_of(file)}:{node.lineno}", each, params) for each in literals(message))


def keywords(call: ast.Call) -> frozenset[str] | None:
    names = [keyword.arg for keyword in call.keywords]
    return None if None in names else frozenset(name for name in names if name)


def dict_keys(args: list[ast.expr]) -> frozenset[str] | None:
    if not args:
        return frozenset()
    if not isinstance(args[0], ast.Dict) or not all(isinstance(key, ast.Constant) for key in args[0].keys):
        return None
    return frozenset(str(key.value) for key in args[0].keys if isinstance(key, ast.Constant))


def fields(template: str) -> set[str]:
    """The parameters of a message, those within a format included."""
    found = set()
    for _, name, spec, _ in Formatter().parse(template):
        if name is not None:
            found.add(name)
            found |= fields(spec or "")
    return found


USES = list(uses())


def test_the_messages_that_code_names_are_found() -> None:
    named = {use.message for use in USES}
    assert {"options.seats", "pack.need.in", "pack.order", "refuse.over", "cli.farewell", "cli.pivotal.held"} <= named


def test_every_message_that_code_names_is_in_the_catalogue() -> None:
    assert [use for use in USES if not has_message(use.message)] == []


def test_every_message_is_given_its_parameters() -> None:
    short = [
        (use, sorted(missing))
        for use in USES
        if use.params  # without any, a message is shown as it stands
        if (missing := fields(catalogue().get(use.message, "")) - use.params)
    ]
    assert short == []


def test_no_message_that_has_parameters_is_said_without() -> None:
    bare = {use.message for use in USES if use.params == frozenset()}
    field = re.compile(r"\{\w+(![rs])?(:[^{}]*)?\}")
    assert sorted(message for message in bare if field.search(catalogue().get(message, ""))) == []


def test_every_diagnostic_message_is_used() -> None:
    code = "\n".join(file.read_text(encoding="utf-8") for file in MODULES)
    made = ("pack.type.", "pack.unknown.")  # put together from parts; see the next test
    made += tuple(f"options.{name}" for name in NEEDS)  # by the name of the option
    unused = [
        message
        for message in catalogue()
        if message.startswith(tuple(f"{table}." for table in DIAGNOSTICS))
        and not message.startswith(made)
        and f'"{message}"' not in code
    ]
    assert unused == []


def test_every_kind_of_word_in_a_pack_has_its_refusal() -> None:
    code = "\n".join(file.read_text(encoding="utf-8") for file in (SOURCE / "packs").glob("*.py"))
    kinds = {*re.findall(r'\.word\("(\w+)"', code), *re.findall(r'(?:_masks|_own)\([^"\n]*(?:"\w+"\), )?"(\w+)"', code)}
    told = {message.removeprefix("pack.unknown.") for message in catalogue() if message.startswith("pack.unknown.")}
    assert kinds == told


# --- languages ----------------------------------------------------------------------------------------------------


@pytest.fixture
def spanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A catalogue of two languages, one of them incomplete."""
    for name, text in (("en", '[a]\nyes = "yes"\nno = "no"\n'), ("es", '[a]\nyes = "sí"\n')):
        (tmp_path / name).mkdir()
        (tmp_path / name / "all.toml").write_text(text, encoding="utf-8")
    (tmp_path / "empty").mkdir()
    monkeypatch.setattr(fitl.catalogue, "files", lambda package: tmp_path)
    forget_what_was_read()
    yield
    forget_what_was_read()


def forget_what_was_read() -> None:
    languages.cache_clear()
    messages_in.cache_clear()


@pytest.mark.usefixtures("spanish")
def test_a_language_is_a_folder_and_what_it_lacks_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    assert languages() == ("en", "es")
    with speaking("es"):
        assert catalogue() == {"a.yes": "sí", "a.no": "no"}
    monkeypatch.setenv("FITL_LANG", " ES ")
    assert (tell("a.yes"), tell("a.no")) == ("sí", "no")


@pytest.mark.usefixtures("spanish")
@pytest.mark.parametrize("setting", ["", "fr", "../en", "empty"])
def test_without_a_language_we_have_everything_is_said_in_english(
    setting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FITL_LANG", setting)
    assert (tell("a.yes"), tell("a.no")) == ("yes", "no")


def test_a_language_that_is_not_there_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FITL_LANG", "xx")
    assert main(["scenarios"]) == 0
    told = capsys.readouterr()
    assert "There is no language 'xx', so this is English. Choose from en" in told.err
    assert "short-1965" in told.out


def test_a_message_in_two_files_is_refused(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.toml").write_text('[a]\nyes = "yes"\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"'a\.yes' stands in two files"):
        read_messages(tmp_path)


# --- its place among the layers -----------------------------------------------------------------------------------


def test_the_catalogue_knows_nothing_of_the_game() -> None:
    tree = ast.parse((SOURCE / "catalogue.py").read_text(encoding="utf-8"))
    named = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    named += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    assert [name for name in named if name.split(".")[0] == "fitl"] == []


def test_a_game_is_played_without_reading_a_message() -> None:
    program = """
from fitl.game import Game
from fitl.catalogue import messages_in
game = Game.new("short-1965", log=True)
for _ in range(50):
    game.choose(game.decision.options[0])
assert messages_in.cache_info().currsize == 0
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
