"""The page in Debian's Firefox: a turn by clicks, light and dark colours, the map in its place."""

from pathlib import Path

from tests.system import firefox_program
from tests.web.browser.firefox import firefox
from tests.web.browser.support import Server

ANSWER = """new Promise((done) => {
  const root = document.getElementById("table");
  const before = root.dataset.number;
  document.querySelector(".prompt.mine .option, .prompt.mine .confirm").click();
  const asked = () => root.dataset.number && root.dataset.number !== before;
  const look = () => (asked() ? done(root.dataset.number) : setTimeout(look, 20));
  look();
})"""


def test_a_table_is_played_in_firefox(server: Server, tmp_path: Path) -> None:
    made = server.create("short-1965", "us arvn nva vc")
    with firefox(firefox_program(), tmp_path) as page:
        page.size(1280, 800)
        page.open(server.address + made["links"][0]["path"])
        page.until("document.querySelector('.table.ready') !== null")
        numbers = [page.ask(ANSWER) for _ in range(6)]
        assert numbers == sorted(set(numbers), key=int)
        assert page.ask("document.querySelectorAll('.story .line').length") > 0
        paper = "getComputedStyle(document.documentElement).backgroundColor"
        assert page.ask(paper) == "rgb(246, 239, 220)", "light-dark() is understood"
        page.ask("(document.documentElement.dataset.theme = 'dark')")
        assert page.ask(paper) == "rgb(34, 29, 23)"
        left, width = page.ask(
            "(({x, width}) => [x, width])(document.querySelector('.map .sheet').getBoundingClientRect())"
        )
        assert left > 200
        assert width > 300
        assert page.ask("document.documentElement.scrollWidth") <= 1280
