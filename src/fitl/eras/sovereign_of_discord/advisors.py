"""US Advisors (P1.4): moving them about the map (P4.2.2, P6.4.2)."""

from fitl.board.factions import US
from fitl.board.pieces import ADVISOR, KINDS
from fitl.board.spaces import CONTROLLABLE
from fitl.decisions import DONE, DONE_OPTION, Decision, Flow, piece_at_option, spaces_options
from fitl.eras.sovereign_of_discord.tracks import advisor_spaces
from fitl.rules.forces import move
from fitl.state import State


def movable_advisors(s: State) -> dict[int, int]:
    """The spaces with Advisors that could go somewhere else, and how many stand there."""
    spaces = advisor_spaces(s)
    return {
        sp: n for sp in range(CONTROLLABLE) if (n := s.pieces[sp * KINDS + ADVISOR]) and any(to != sp for to in spaces)
    }


def redeploy_advisors(s: State, rule: str, at_least: int = 0) -> Flow[int]:
    """The US may set any Advisors on the map into COIN-Controlled spaces or Cities, each once; how many moved."""
    waiting = movable_advisors(s)
    moved = 0
    while any(waiting.values()):
        options = [piece_at_option(ADVISOR, sp) for sp, n in waiting.items() if n]
        if moved >= at_least:
            options.append(DONE_OPTION)
        answer = yield Decision(US, "advisor.redeploy", rule, options)
        if answer == DONE:
            break
        origin = answer[1]
        spaces = [sp for sp in advisor_spaces(s) if sp != origin]
        destination: int = yield Decision(US, "advisor.destination", rule, spaces_options(spaces), {"origin": origin})
        move(s, ADVISOR, 1, origin, destination)
        waiting[origin] -= 1
        moved += 1
    return moved
