"""The games of this server: opening, creating and changing them. Everything here may block; run it in a thread.

Viewers hear of a change only after it is stored; then the bots are set to work and people are nudged.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from fitl import journal
from fitl.board.factions import FACTION_BY_ID
from fitl.catalogue import tell
from fitl.game import Game
from fitl.position import read_options as read_saved_options
from fitl.prng import new_secret
from fitl.refusals import Refused, Stale
from fitl.rules.setup import scenario_named
from fitl.server.exports import may_hide
from fitl.server.hub import Hub
from fitl.server.lines import as_stored
from fitl.server.live import Gone, LiveGame
from fitl.server.offload.jobs.bot_turn import Append, Report
from fitl.server.proposals import Proposals
from fitl.server.retention import Keeping
from fitl.server.searches import Searches
from fitl.server.seating import (
    Body,
    Place,
    Unclear,
    a_name,
    a_number,
    a_switch,
    a_text,
    make_links,
    people_at,
    places_of,
    read_options,
    read_places,
)
from fitl.server.seats import Invitation, Seats, called, check_name, check_names
from fitl.server.store import Store
from fitl.server.stored import About, Company, Head, Link, Moment, NewRow, Origin, StoreError
from fitl.server.summary import about, card_at
from fitl.server.taking_back import seat_of
from fitl.server.tokens import hash_of, new_game_id
from fitl.server.webhook import Nudges
from fitl.server.wire.lobby import BroughtIn, Created
from fitl.server.wire.queries import News
from fitl.server.wire.table import Taken
from fitl.thinker.thought import Question, Thought
from fitl.words import game_name, say, scenario_title

OPEN_GAMES: Final = 400  # how many games of common size are kept in memory; others are read again when needed
QUIET: Final = 5.0  # seconds after which bots that should be playing have lost the process that drove them
CHAT_LENGTH: Final = 1000

log = logging.getLogger(__name__)


class Unknown(LookupError):
    """A link that no longer works here."""


class NewGame(NamedTuple):
    """A game that is to be stored for the first time."""

    lines: list[str]
    about: About
    scenario: str
    title: str
    unplayable: bool  # dice are typed in, but something must be drawn in secret


class Played(NamedTuple):
    """How far non-players came in a moment."""

    more: bool  # have they more to do?
    question: Question | None  # what one of them must think about first


class Service:
    """Everything the API can do."""

    def __init__(self, store: Store, hub: Hub, nudges: Nudges, keeping: Keeping | None = None) -> None:
        self.store = store
        self.hub = hub
        self.nudges = nudges
        self.proposals = Proposals(store)
        self.seats = Seats(store)
        self.keeping = keeping or Keeping(store)
        self.set_to_work: Callable[[str], None] = lambda game: None  # starts the non-players of a game
        self.searches = Searches()
        hub.on_hurry, hub.on_thought = self.searches.stop, self.searches.hear
        self.new_seed: Callable[[], int] = new_secret
        self.open_games = OPEN_GAMES
        self._games: dict[str, LiveGame] = {}
        self._crowded = False  # are more games in memory than should be, because all are held?
        self._lock = threading.Lock()

    # --- finding ---

    def link(self, token: str, game: str) -> Link:
        """What a token opens; Unknown if it is not one of this game's."""
        link = self._opened(token, game)
        if not link.claimed:
            raise Invitation(tell("server.refuse.invitation"))
        self.seats.note(link, token)
        return link

    def _opened(self, token: str, game: str) -> Link:
        link = self.store.link(hash_of(token)) if token else None
        if link is None or link.game != game:
            raise Unknown(tell("server.refuse.token"))
        return link

    @contextmanager
    def open(self, game: str) -> Iterator[LiveGame]:
        """Hold a game, level with the store. Who holds it and opens it again has the same one."""
        with self._lock:
            live = self._games.get(game)
            if live is None:
                live = self._games[game] = LiveGame(self.store, game)
                self._make_room()
            live.holders += 1
        try:
            with live.up_to_date():
                yield live
        except Gone:
            with self._lock:
                self._games.pop(game, None)
            raise Unknown(tell("server.refuse.game")) from None
        finally:
            with self._lock:
                live.holders -= 1
                if self._crowded:
                    self._make_room()

    def _make_room(self) -> None:
        """Let go of the games nobody has looked at for longest and nobody holds."""
        weight = sum(live.weight for live in self._games.values())
        for live in sorted(self._games.values(), key=lambda live: live.used)[:-1]:  # the last is the one wanted now
            if weight <= self.open_games:
                break
            if not live.holders:
                weight -= live.weight
                del self._games[live.id]
                live.drop()
        self._crowded = weight > self.open_games

    # --- creating ---

    def create(self, wish: Body, address: str = "") -> Created:
        """Create a game for the lobby of an address; the links are sent only this once."""
        creator = self._with_room(address)
        scenario, seed = wish.get("scenario"), wish.get("seed")
        if not isinstance(scenario, str):
            raise Unclear(tell("server.refuse.scenario"))
        if seed is not None and (type(seed) is not int or not 0 <= seed < 1 << 63):
            raise Unclear(tell("server.refuse.seed"))
        places = read_places(wish.get("seats"), scenario_named(scenario).factions)
        if seed is not None and people_at(places) > 1:
            raise Unclear(tell("server.refuse.seed_together"))
        options = read_options(wish.get("options"), places)
        game = Game.new(
            scenario,
            seed=self.new_seed() if seed is None else seed,
            options=options,
            manual_chance=a_switch(wish, "table_mode"),
        )
        new = NewGame(
            as_stored(journal.lines_of(game)),
            about(game),
            game.state.scenario.name,
            scenario_title(game.state.scenario),
            game.manual_chance and may_hide(game.state),
        )
        return self._store_new(new, places, wish, None, creator)

    def _with_room(self, address: str) -> str:
        """Under what a new game from an address is counted; Full if there is no room for it."""
        creator = self.keeping.creator(address)
        self.keeping.check_room(creator)
        return creator

    def fork_from(self, link: Link, at: object) -> Moment:
        """The moment of a game from which the holder of a link wants to play on in a copy."""
        entry = a_number(at, "at")
        with self.open(link.game) as live:
            entries = len(live.game.entries)
            if entry is not None and not live.game.checkpoints[0].entries <= entry <= entries:
                raise Unclear(tell("server.refuse.moment", n=entries))
            entry = entries if entry is None else entry
            name = game_name(live.listed.name, live.game.state.scenario)
            return {"game": live.id, "name": name, "entry": entry, "card": card_at(live.game, entry)}

    def take_in(self, brought: Mapping[str, Any], address: str = "", of: Moment | None = None) -> BroughtIn:
        """Store a game that somebody saved, as a job read it (import_save.py), and keep where it came from."""
        creator = self._with_room(address)
        wish = brought["wish"]
        places = places_of(read_saved_options(brought["options"]))
        kinds = wish.get("seats")
        if kinds is not None:
            asked = read_places(kinds)
            if [(place.factions, place.kind == "bot") for place in asked] != [
                (place.factions, place.kind == "bot") for place in places
            ]:
                raise Unclear(tell("server.refuse.import_seats"))
            places = asked
        origin: Origin = {
            "kind": brought["kind"],
            "by": a_name(wish.get("host", ""), "host"),
            "markers": brought["markers"] and people_at(places) > 1,  # if one player knows them, so may all
        }
        if of is not None:
            origin["of"] = of
        new = NewGame(
            brought["lines"],
            brought["about"],
            brought["scenario"],
            brought["title"],
            brought["table_mode"] and brought["may_hide"],
        )
        return {**self._store_new(new, places, wish, origin, creator), "notes": brought["notes"]}

    def _store_new(
        self,
        new: "NewGame",
        places: list[Place],
        wish: Body,
        origin: Origin | None,
        creator: str,
    ) -> Created:
        if new.unplayable:
            raise Unclear(tell("server.refuse.table_mode_secret"))
        webhook = self._webhook(wish.get("webhook"))
        lesson = a_switch(wish, "lesson")
        game_id = new_game_id()
        name = a_text(wish.get("name", ""), "name") or scenario_named(new.scenario).title
        host = a_name(wish.get("host", ""), "host")
        check_names(places, host)
        links, told = make_links(game_id, places, host)
        row: NewRow = {
            "id": game_id,
            "name": name,
            "scenario": new.scenario,
            "webhook": webhook,
            "lesson": lesson,
            "creator": creator,
            "origin": origin,
            "about": new.about,
        }
        self.store.create(row, new.lines, links)
        if new.about["bot_asked"]:
            self.set_to_work(game_id)
        if new.about["summary"]["person"] is not None and (listed := self.store.listed(game_id)) is not None:
            self.nudges.send(listed)
        return {"game": game_id, "title": new.title, "links": told}

    # --- changing ---

    def choose(self, link: Link, number: object, key: object) -> None:
        """Answer for a seat."""
        if type(number) is not int or not isinstance(key, str):
            raise Unclear(tell("server.refuse.answer"))
        self._must_play(link)
        with self.open(link.game) as live:
            self.keeping.check_size(live.listed.size)
            live.choose(link, number, key)
            self._after(live)

    def roll(self, link: Link, number: object) -> None:
        """Table mode: let the game roll or draw what people were asked to enter."""
        self._must_play(link)
        if type(number) is not int:
            raise Unclear(tell("server.refuse.number", name="number"))
        with self.open(link.game) as live:
            live.roll(number)
            self._after(live)

    def transfer(self, link: Link, giver: object, amount: object) -> None:
        """1.5.2: hand over Resources."""
        self._must_play(link)
        if not isinstance(giver, str) or giver not in FACTION_BY_ID or type(amount) is not int:
            raise Unclear(tell("server.refuse.transfer"))
        with self.open(link.game) as live:
            live.transfer(link, FACTION_BY_ID[giver], amount)
            self._after(live)

    def take_back(self, link: Link, number: object = None, to: object = None) -> Taken:
        """Undo one's last answer (or all from the one numbered `to` on), or ask the others for their consent.

        `number` (of the present decision) guards against taking back twice what was meant once. Tells whether consent
        is asked for (`proposed`), and else what was taken back, so that it can be given again (`taken`).
        """
        self._must_play(link)
        present, back = a_number(number, "number"), a_number(to, "to")
        with self.open(link.game) as live:
            if present is not None and present != live.game.number:
                raise Stale(say("refuse.stale", {"number": present, "present": live.game.number}))
            alone = self.alone(link)
            way = live.way_back(link, alone, back)
            taken = None
            if way is not None and not way.free and back is None:
                self.proposals.make(live, link, way.kept)
            else:
                before = list(live.game.entries)
                live.take_back(link, alone, back)
                kept = len(live.game.entries)
                mine = [n for n in range(kept, len(before)) if seat_of(live.game, before[n]) in link.seats or n == kept]
                taken = [(n, before[n].key) for n in mine]
            self._after(live)
        return {"proposed": taken is None, "taken": taken}

    def answer_proposal(self, link: Link, proposal: object, agree: object) -> None:
        """Agree to another player's take-back, or decline it; carried out when everybody has agreed."""
        self._must_play(link)
        if not isinstance(proposal, str) or not isinstance(agree, bool):
            raise Unclear(tell("server.refuse.proposal"))
        with self.open(link.game) as live:
            self.proposals.answer(live, link, proposal, agree)
            self._after(live)

    def say(self, link: Link, text: object) -> int:
        """Chat; spectators may, too, but nobody whom the host has muted."""
        self._must_not_be_muted(link)
        said = a_text(text, "text", CHAT_LENGTH)
        if not said:
            raise Unclear(tell("server.refuse.empty"))
        with self.open(link.game) as live:
            self.keeping.check_size(live.listed.size)
            number = self.store.say(link.game, link.name or self.called(link, live), said, link.place)
            live.look_again()
        self.hub.publish(link.game)
        return number

    def rename(self, link: Link, name: object) -> None:
        """Give oneself a name, unless the host has muted one."""
        self._must_not_be_muted(link)
        told = a_name(name)
        with self.open(link.game) as live:
            own = [faction for seat in link.seats for faction in live.options.seats[seat]]
            others = [other.name for other in self.store.links(link.game) if other.place != link.place]
            check_name(told, own, others)
            self.store.rename(link, told)
            live.look_again()
        self.hub.publish(link.game)

    # --- seats, and the end of a game ---

    def claim(self, token: str, game: str, secret: object) -> None:
        """Take the seat an invitation is for, under a secret of one's own."""
        link = self._opened(token, game)
        if link.claimed:
            raise Refused(tell("server.refuse.claimed"))
        self.seats.claim(link, token, secret)
        self._look_again(game)

    def renew(self, link: Link, token: str, secret: object) -> None:
        """Exchange the secret of a seat for another."""
        self.seats.renew(link, token, secret)
        self._look_again(link.game)

    def free(self, link: Link, seat: object) -> str:
        """The host frees a seat that was abandoned; a new invitation to it."""
        with self.open(link.game) as live:
            token = self.seats.free(link, seat, self.hub.here(link.game), live.options.seats)
        self._look_again(link.game)
        return token

    def mute(self, link: Link, seat: object, muted: object) -> None:
        """The host mutes somebody, or lets them speak again."""
        if not isinstance(muted, bool):
            raise Unclear(tell("server.refuse.switch", name="muted"))
        with self.open(link.game) as live:
            self.seats.mute(link, seat, muted, live.options.seats)
        self._look_again(link.game)

    def renew_spectators(self, link: Link) -> str:
        """The host renews the spectators' link: open spectators are cut off. The new token."""
        token = self.seats.renew_spectators(link)
        self._look_again(link.game)
        return token

    def end(self, link: Link, end: object) -> bool:
        """The host has the game deleted, or not after all; is it gone already?"""
        if not isinstance(end, bool):
            raise Unclear(tell("server.refuse.switch", name="end"))
        gone = self.keeping.end(link) if end else self.keeping.keep(link)
        if gone:
            self.searches.stop(link.game)  # nobody waits for it any more
        else:
            self._look_again(link.game)
        self.hub.publish(link.game)
        return gone

    def _look_again(self, game: str) -> None:
        with self.open(game) as live:
            live.look_again()
        self.hub.publish(game)

    def set_webhook(self, link: Link, url: object) -> None:
        """The host says where to send word when a person's turn begins; an empty text turns it off."""
        if not link.host:
            raise Refused(tell("server.refuse.host_only"))
        with self.open(link.game) as live:
            self.store.set_webhook(link.game, self._webhook(url))
            live.look_again()
        self.hub.publish(link.game)

    def _webhook(self, url: object) -> str | None:
        if url is None or url == "":
            return None
        self.nudges.check(url)
        return str(url)

    def play_bots(self, game: str, thought: Thought | None = None) -> Played:
        """Let the non-players of a game play for a moment; no more when it is for people (or the end).

        A thinker's search runs elsewhere, and its result is passed here the next time.
        """
        with self.open(game) as live:
            played = live.play_bots(thought)
            if live.take_turn_passed():
                self.nudges.send(live.listed)
            more = played and live.bots_asked
            question = live.question if more else None
        self.hub.publish(game)
        return Played(more, question)

    def company(self, game: str) -> Company:
        """Who is in a game; Unknown if it is gone."""
        found = self.store.company(game)
        if found is None:
            raise Unknown(tell("server.refuse.game"))
        return found

    def store_played(self, change: Append) -> Head:
        """Store what the worker process played in a game of bots alone."""
        head = self.store.append(change.game, change.seen, change.lines, change.about, anew=change.anew)
        self.hub.publish(change.game)
        return head

    def note_played(self, game: str, report: Report) -> None:
        """A job of the worker process is done."""
        if report.passed and (listed := self.store.listed(game)) is not None:
            self.nudges.send(listed)
        self.hub.publish(game)

    def thought_of(self, game: str) -> int | None:
        """The percentage of its budget that a game's thinker has spent, in coarse steps."""
        part = self.searches.part(game)
        return None if part is None else min(90, int(part * 10) * 10)

    def hurry(self, link: Link) -> bool:
        """Let the thinker of a game answer with the best it has found so far; False if none is thinking.

        Players may, and the host, who is none where bots play among themselves.
        """
        if not (link.plays or link.host):
            raise Refused(tell("server.refuse.hurry"))
        if self.searches.stop(link.game):
            return True
        if not self.searches.is_elsewhere(link.game):
            return False
        self.store.announce(self.hub.hurry(link.game))
        return True

    def tell_thought(self, game: str) -> None:
        """Report the progress of a game's thinker to its viewers, here and through other processes."""
        self.hub.publish(game)
        try:
            self.store.announce(self.hub.thought(game, self.searches.told(game)))
        except StoreError as error:  # they do without: the thought itself is not disturbed
            log.warning("how far game %s is could not be told: %s", game, error)

    def _after(self, live: LiveGame) -> None:
        """A change was stored: tell the viewers, set the bots to work, send word to the seat that is asked now."""
        self.hub.publish(live.id)
        if live.bots_asked:
            self.set_to_work(live.id)
        if live.take_turn_passed():
            self.nudges.send(live.listed)

    def keep_going(self, live: LiveGame) -> None:
        """Set non-players to work whom nobody makes play any more: their process was killed.

        In table mode they may be waiting for a die in another process, which is not stored: they must wait here, too.
        A stamp from the future is of a clock that has been put back since, and as old as any.
        """
        if self.searches.is_elsewhere(live.id):
            return
        if live.bots_asked and (live.game.manual_chance or abs(time.time() - live.listed.updated) > QUIET):
            self.set_to_work(live.id)

    # --- news ---

    def news_of(self, game: str) -> News:
        """Whether there is something new to look at, in numbers."""
        with self.open(game) as live:
            self.keep_going(live)
            return self.news(live)

    def news(self, live: LiveGame) -> News:
        return {
            "version": live.listed.head.stamp,
            "number": live.game.number,
            "entries": len(live.game.entries),
            "chat": live.listed.chat,
            "thinking": live.bots_asked,
            "thought": self.thought_of(live.id),
            "waiting": self.searches.waits(live.id),
            "here": self.hub.here(live.id),
        }

    # --- people ---

    def alone(self, link: Link) -> bool:
        """Is this the only person in the game (so that nobody has to be asked)?"""
        return sum(other.plays for other in self.store.links(link.game)) == 1

    def called(self, link: Link, live: LiveGame) -> str:
        """Somebody without a name is called by their Factions."""
        return called(link, live.options.seats)

    def _must_not_be_muted(self, link: Link) -> None:
        if link.muted:
            raise Refused(tell("server.refuse.muted"))

    def _must_play(self, link: Link) -> None:
        if not link.plays:
            raise Refused(tell("server.refuse.spectator"))
