"""The example learns, and what it learned plays."""

from pathlib import Path

import numpy as np
import pytest

from fitl.lab.players import parse_players
from fitl.lab.simulate import Order, play_one

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def examples_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))


def test_what_was_followed_by_more_becomes_likelier() -> None:
    from learn_to_beat_random import Policy, improve

    policy = Policy()
    named = np.array([[10, 1024, 2048, 3072], [11, 1024, 2048, 3072]])
    even = policy.chances(3, named)
    assert even.tolist() == [0.5, 0.5]
    improve(policy, [([(3, named, even, 0, 0.0)], 2.0), ([(3, named, even, 1, 0.0)], -2.0)])
    assert policy.chances(3, named)[0] > 0.5
    assert policy.chances(4, named).tolist() == [0.5, 0.5], "about other questions nothing was learned"


def test_what_was_learned_is_kept_and_plays_in_matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from learn_to_beat_random import Policy, learn

    policy = learn("short-1965", "vc", minutes=1, seed=3, most=2)
    policy.weights[1, 2] = 0.5
    policy.save(str(tmp_path / "learned.npz"))
    assert Policy.load(str(tmp_path / "learned.npz")).weights[1, 2] == 0.5
    monkeypatch.setenv("LEARNED", str(tmp_path / "learned.npz"))
    cast = parse_players("vc=agent:learn_to_beat_random:Learned,others=random")
    assert play_one(Order("short-1965", cast, 1), 0).error is None
    np.savez(tmp_path / "old.npz", weights=policy.weights, board=["elsewhere"])
    with pytest.raises(ValueError, match="learned with another version"):
        Policy.load(str(tmp_path / "old.npz"))


def test_weights_follow_the_names_of_questions_and_answers(tmp_path: Path) -> None:
    from learn_to_beat_random import BOARD, WIDTH, Policy

    from fitl.env.vocabulary import question_kinds, words

    kind, word = question_kinds()[5], words()[7]
    weights = np.zeros((3, WIDTH), np.float32)
    weights[2, 1] = 0.25  # the second kind of then, its first word
    weights[2, 1024 + 3] = 0.75  # and a space
    weights[1, 1] = 9
    np.savez(tmp_path / "then.npz", weights=weights, kinds=["gone", kind], words=[word, "gone"], board=BOARD)
    now = Policy.load(str(tmp_path / "then.npz")).weights
    assert now[6, 8] == 0.25
    assert now[6, 1024 + 3] == 0.75
    assert now.sum() == 1


@pytest.mark.soak
def test_it_learns_to_beat_random_players() -> None:
    from learn_to_beat_random import Policy, learn, share_of_wins

    policy = learn("short-1965", "vc", minutes=5, seed=1, most=800)
    assert share_of_wins("short-1965", "vc", policy, 100) > 0.8 > share_of_wins("short-1965", "vc", Policy(), 100) + 0.2
