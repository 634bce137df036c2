"""The folder in Debian's Firefox: a turn by clicks, and the game is there after a reload."""

from pathlib import Path

from tests.system import firefox_program
from tests.web.browser.firefox import firefox
from tests.web.browser.site.support import Site

ANSWER = """new Promise((done) => {
  const page = frames[0].document;
  const root = page.getElementById("table");
  const before = root.dataset.number;
  page.querySelector(".prompt.mine .option, .prompt.mine .confirm").click();
  const asked = () => root.dataset.number && root.dataset.number !== before;
  const look = () => (asked() && page.querySelector(".prompt.mine .option, .prompt.mine .confirm")
    ? done(Number(root.dataset.number)) : setTimeout(look, 20));
  look();
})"""
ASKED = "!!frames[0]?.document.querySelector('.prompt.mine .option, .prompt.mine .confirm')"


def test_a_table_is_played_in_firefox(server: Site, tmp_path: Path) -> None:
    play_in_firefox(server.front, tmp_path)


def play_in_firefox(address: str, profile: Path) -> None:
    """Play a turn by clicks; load the page again; go back to the lobby."""
    with firefox(firefox_program(), profile) as page:
        page.size(1280, 800)
        page.open(address)
        page.until("!!frames[0]?.document.querySelector('.side')")
        page.ask("localStorage.setItem('fitl.settings', JSON.stringify({speed: 'instant'}))")
        page.ask("frames[0].document.querySelector('.side').click()")
        page.until(ASKED)
        numbers = [page.ask(ANSWER) for _ in range(4)]
        assert numbers == sorted(set(numbers))
        page.ask("(window.old = true, location.reload())")
        page.until(f"!window.old && {ASKED}")
        assert page.ask("Number(frames[0].document.getElementById('table').dataset.number)") == numbers[-1]
        page.ask("frames[0].document.querySelector('.home').click()")
        page.until("!!frames[0]?.document.querySelector('.my-game')")
