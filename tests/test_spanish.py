"""The Spanish catalogue: whole, with the parameters and forms it needs, and in the style of docs/es/terminos.md."""

import re
from string import Formatter

import pytest

from fitl.board.factions import FACTION_IDS
from fitl.board.pieces import KIND_IDS
from fitl.catalogue import catalogue, messages_in, speaking, tell
from fitl.words import say
from tests.english_words import ENGLISH_ONLY, PARAMETER, SPANISH, TYPED, english_in, words_in

ENGLISH = messages_in("en")

# What English has no message for: how names bend, and names that are printed in English.
OWN = re.compile(r"form\.|space\.[a-z_]+\.(name|short)$|scenario\.[a-z0-9-]+\.(title|subtitle)$|cards\.\w+\.gloss$")
# What every message of a table is given, whether its English has it or not.
GIVEN = {"ask": {"faction"}, "option": {"faction"}}
SHOWN_AS_IT_STANDS = re.compile(r"\{(\w+)(?:![rs])?(?::([^{}]*(?:\{\w+\}[^{}]*)?))?\}")


def parameters(template: str) -> set[str]:
    """The parameters of a message, those within a format included."""
    try:
        parts = list(Formatter().parse(template))
    except ValueError:
        return set()  # braces of its own, in a message that has no parameters
    found = {name for _, name, _, _ in parts if name}
    return found.union(*(parameters(spec) for _, _, spec, _ in parts if spec))


def test_every_message_has_its_spanish() -> None:
    assert sorted(ENGLISH.keys() - SPANISH.keys()) == []


def test_every_spanish_message_is_one_of_the_catalogue() -> None:
    assert [name for name in SPANISH if name not in ENGLISH and not OWN.match(name)] == []


def test_a_message_and_its_english_share_no_other_words() -> None:
    """A message left in English would make its words Spanish, and nothing that reads the screen would notice."""
    shown = [name for name in SPANISH.keys() & ENGLISH.keys() if not TYPED.match(name)]
    left = {name: words_in([SPANISH[name]]) & words_in([ENGLISH[name]]) - SHARED for name in shown}
    assert {name: words for name, words in left.items() if words} == {}


def test_an_english_message_on_a_spanish_screen_is_noticed() -> None:
    shown = {name: text for name, text in ENGLISH.items() if not TYPED.match(name) and SPANISH[name] != text}
    missed = [name for name, text in shown.items() if not english_in([PARAMETER.sub(" ", text)])]
    assert len(missed) < len(shown) / 100, missed
    assert {"moves", "resources", "available", "to", "of"} <= ENGLISH_ONLY


def test_spanish_messages_have_the_parameters_of_the_english_ones() -> None:
    wrong = []
    for name in SPANISH.keys() & ENGLISH.keys():
        wanted, has = parameters(ENGLISH[name]), parameters(SPANISH[name])
        if has - wanted - GIVEN.get(name.partition(".")[0], set()) or wanted - has:
            wrong.append((name, sorted(wanted ^ has)))
    assert wrong == []


def test_every_form_that_a_message_asks_for_exists() -> None:
    forms = {name.split(".")[1] for name in SPANISH if name.startswith("form.")}
    known = forms | {"many"}
    wrong = []
    for name, text in SPANISH.items():
        for parameter, spec in SHOWN_AS_IT_STANDS.findall(text):
            if parameter in ("faction", "by", "piece", "other", "giver", "to") and "|" not in spec:
                words = [word for word in re.sub(r"\{\w+\}", "", spec).split() if not word.isdecimal()]
                wrong += [(name, word) for word in words if word.lower() not in known]
    assert wrong == []


@pytest.mark.parametrize("faction", range(len(FACTION_IDS)))
def test_every_sentence_about_a_faction_contracts_its_article(faction: int) -> None:
    with speaking("es"):
        for name, text in SPANISH.items():
            if parameters(text) == {"faction"} and not name.startswith(("web.", "cli.", "server.")):
                told = say(name, {"faction": faction})
                assert not re.search(r"\b(de|a) el (E|V)|\b(de|a) VC|UU\.\.|^el ", told), (name, told)


@pytest.mark.parametrize("n", [0, 1, 2])
def test_every_piece_is_told_in_every_number(n: int) -> None:
    with speaking("es"):
        for kind, _ in enumerate(KIND_IDS):
            told = say("log.move", {"n": n, "piece": kind, "origin": 0, "destination": 1})
            assert "[" not in told
            assert told.startswith(f"{n} ")


# Words that both languages write so, ...
SHARED = words_in(
    """
    active balance base bases bot bots capital captor central chat coin compiled control cookies crisis da
    decide decides delta dice editor es final games general go guerrilla guerrillas has hook inter irregular make
    marines mini neutral no normal panel plan ranger rangers reduce sea solo son tab ten terminal terror total
    tutorial van vulnerable web wheel
    """.splitlines()
)
# ... and names, abbreviations and what is typed.
SHARED |= words_in(
    """
    bac bc cao cd chau china con cong ctrl dak diem discord doc duong eco econ era esc fitl ga gmt hainan
    http https ia indochina journal json jsonl kennedy khanh ky laos lat lbj lieu long mb mc mekong minh
    nguyen nixon ntfy op pat phu python qr quoc ra rvn sap slack ter tet thieu tn trung vc viet vietnam
    washington
    """.splitlines()
)

WRONG = {
    r"\b(vosotros|ustedes|usted|vos)\b": "tú, o impersonal",
    r"\b(de|a) el (?!Sur\b)": "del, al",
    r"\bUU\.\.": "un solo punto",
    r"EE\. UU": "un espacio duro entre EE. y UU. (U+00A0)",
    r"[\d}] %": "un espacio duro ante %",
    r"\b([Cc]oge|[Cc]oger)\b": "tomar",
    r" (y) (i|hi(?!e))[a-záéíóú]": "e ante i-",
    r" o (o|ho)[a-záéíóú]": "u ante o-",
    r"\b([Qq]uedan|[Ff]altan) \{": "{n:Queda|Quedan} {n}",
    r"\{(n|left)\} (Tropas|Guerrillas|Recursos|fichas|impactos)\b": "{n} {n:Tropa|Tropas}",
    r"\b([Ii]ndique|[Ee]scriba|[Pp]ulse|[Cc]ompruebe|[Aa]prenda|[Cc]ré[ea]l[ao])\b": "tú, o impersonal",
    r"\w\((a|as|es|os|s)\)|\b(el|los|de[l]?|un|o)/(la|las|una|a)\b": "formas, no paréntesis",
    r"\b(ARVN|NVA|LoCs?)\b": "ERVN, EVN, LdC",
    r"\b[Aa] dónde": "adónde",
}


@pytest.mark.parametrize("pattern", WRONG)
def test_no_spanish_message_has_what_the_style_forbids(pattern: str) -> None:
    assert [(name, WRONG[pattern]) for name, text in SPANISH.items() if re.search(pattern, text)] == []


def test_every_question_has_its_opening_mark() -> None:
    def asked(text: str) -> str:
        return re.sub(r"https?://\S+|[?¿](?=[\"'`>),]|, )|, \?|\? =|\?\w+=", "", text)

    wrong = [
        name
        for name, text in SPANISH.items()
        if asked(text).count("?") > asked(text).count("¿") and re.search(r"\w[)”\"}]?\?", asked(text))
    ]
    assert wrong == []


def test_numbers_are_written_as_spanish_does() -> None:
    with speaking("es"):
        assert catalogue()["number.percent"] == "\u00a0%"
        assert tell("cli.bench.at_most", bound=12345).endswith("12.345")
        assert tell("cli.bench.at_most", bound=1234).endswith("1234")
