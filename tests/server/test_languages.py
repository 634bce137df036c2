"""A server with readers of two languages answers each in its own."""

import pytest

from tests.languages import spanish  # noqa: F401  (a fixture)
from tests.server.support import Running


@pytest.mark.usefixtures("spanish")
def test_each_request_is_answered_in_the_language_of_its_reader(server: Running) -> None:
    es, en = (
        {page: server.http.get(f"/api/{page}", headers={"accept-language": wish}) for page in ("facts", "messages")}
        for wish in ("es-MX,en;q=0.5", "en")
    )
    assert es["facts"].headers["content-language"] == "es"
    assert "accept-language" in es["facts"].headers["vary"].lower()
    words = es["messages"].json()
    assert (words[""], words["named.vc.de"], words["named.us.el"]) == ("es", "del VC", "EE. UU.")
    assert not [name for name in en["messages"].json() if name.startswith("named.")]
    assert {words["language.of.en"], words["language.of.es"]} == {"English", "Castellano"}
    assert es["facts"].json()["spaces"]["saigon"]["short"] == "Saigón"
    assert en["facts"].json()["spaces"]["saigon"]["short"] == "Saigon"


@pytest.mark.usefixtures("spanish")
def test_a_page_says_in_which_language_it_is(server: Running) -> None:
    for wish in ("es", "en"):
        assert f'<html lang="{wish}">' in server.http.get("/", headers={"accept-language": wish}).text
