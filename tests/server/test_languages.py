"""A server with readers of two languages answers each in its own."""

import pytest

from tests.languages import spanish  # noqa: F401  (a fixture)
from tests.server.support import Running


@pytest.mark.usefixtures("spanish")
def test_each_request_is_answered_in_the_language_of_its_reader(server: Running) -> None:
    es = server.http.get("/api/facts", headers={"accept-language": "es-MX,en;q=0.5"})
    en = server.http.get("/api/facts", headers={"accept-language": "en"})
    assert es.headers["content-language"] == "es"
    assert "accept-language" in es.headers["vary"].lower()
    assert (es.json()["factions"]["vc"], en.json()["factions"]["vc"]) == (
        {"name": "VC", "forms": {"de": "del VC", "el": "el VC"}},
        {"name": "VC", "forms": {}},
    )
    assert es.json()["spaces"]["saigon"]["short"] == "Saigón"
    assert en.json()["spaces"]["saigon"]["short"] == "Saigon"
    assert server.http.get("/api/messages", headers={"accept-language": "es"}).json()[""] == "es"
