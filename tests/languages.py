"""The beginnings of another language, for tests of what languages need."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

import fitl.catalogue
from fitl.catalogue import forget_languages

TOML = """
[language]
name = "Castellano"

[faction]
us = "EE. UU."
arvn = "[el] ERVN"
nva = "[el] EVN"
vc = "[el] VC"

[piece]
vc_base = "[la] Base del VC|[las] Bases del VC"

[space.saigon]
name = "Saigón"
short = "Saigón"

[scenario.short-1965]
title = "1965 a 1967"

[form.el]
none = "{noun}"
other = "{article} {noun}"

[form.de]
none = "de {noun}"
el = "del {noun}"
other = "de {article} {noun}"

[number]
marks = ".,"

[answer]
yes = "sí"

[cards.1]
gloss = "Golfo de Tonkín"

[test]
of = "{n} {n:Recurso|Recursos} {faction:de}."
head = "{faction:El} paga."
piece = "{piece:el}; {piece:el many}; {piece:{n}}"
place = "en {space}"
money = "{x:,} y {y:.1f}"
plain = "{n:uno|varios}"
"""


@pytest.fixture
def spanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Our messages and, beside them, the beginnings of another language."""
    copytree(Path(fitl.catalogue.__file__).parent / "messages" / "en", tmp_path / "en")
    (tmp_path / "es").mkdir()
    (tmp_path / "es" / "all.toml").write_text(TOML, encoding="utf-8")
    monkeypatch.setattr(fitl.catalogue, "files", lambda package: tmp_path)
    forget_languages()
    yield
    forget_languages()
