"""Matches against bots in one process."""

import random

import msgspec
import pytest

from facedown.client.news import Moved, News, Seated
from facedown.client.parlour import Parlour, Place
from facedown.games.duel import DUEL, DuelOptions, EndTurn
from facedown.games.magic.game import MAGIC
from facedown.games.magic.state import MagicOptions
from facedown.kernel import encode
from facedown.table import verify
from facedown.table.entries import Contributed, Opened, read_entry
from facedown.table.messages import Act, Concede, Rejected, Rematch
from facedown.table.mirror import Mirror

STARTER = DUEL.decks()["starter"]


def parlour(seed: int | None = None, bot: str = "random") -> Parlour:
    places = [Place("ada", STARTER), Place("Bot", STARTER, bot)]
    return Parlour(DUEL, places, dealer="house", options=DuelOptions(), seed=seed)


class Guest:
    """Plays at a parlour's table, any legal move."""

    def __init__(self, table: Parlour) -> None:
        self.table = table
        self.news: list[News] = []
        self.choose = random.Random(1)
        self._mirror: Mirror | None = None
        for item in table.begin():
            self.hear(item)

    @property
    def mirror(self) -> Mirror:
        assert self._mirror is not None
        return self._mirror

    def hear(self, item: News) -> None:
        self.news.append(item)
        if isinstance(item, Seated):
            self._mirror = item.mirror

    def say(self, message: Act | Concede | Rematch) -> None:
        for item in self.table.say(message):
            self.hear(item)

    def play(self) -> None:
        while self.mirror.standing.outcome is None:
            if self.table.thinking:
                assert not self.mirror.my_move
                for item in self.table.think():
                    self.hear(item)
            else:
                action = self.choose.choice(self.mirror.legal())
                self.say(Act(self.mirror.standing.at, msgspec.Raw(encode(action))))


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_whole_match_ends_with_a_log_that_is_fair(bot: str) -> None:
    guest = Guest(parlour(bot=bot))
    guest.play()
    report = verify(guest.table.log(), head=guest.mirror.standing.head)
    assert report.finished
    assert report.outcome == guest.mirror.standing.outcome
    assert guest.mirror.checked
    assert guest.mirror.audit() == report
    assert not any(isinstance(item, Rejected) for item in guest.news)


def test_the_players_own_randomness_is_bound_before_and_shown_after_the_dealer_is_bound() -> None:
    table = Guest(parlour()).table
    opened, shown = (read_entry(line).body for line in table.lines[:2])
    assert isinstance(opened, Opened)
    assert isinstance(shown, Contributed)
    assert [bool(chair.nonce) for chair in opened.chairs] == [True, False]
    assert shown.nonce not in table.lines[0].decode()


def test_no_two_matches_have_the_same_secret() -> None:
    openings = [read_entry(parlour().lines[0]).body for _ in range(3)]
    assert len({opening.commitment for opening in openings if isinstance(opening, Opened)}) == 3


def test_a_seed_repeats_a_match_to_the_byte() -> None:
    logs = []
    for _ in range(2):
        guest = Guest(parlour(seed=7, bot="random"))
        guest.play()
        logs.append(guest.table.log())
    other = Guest(parlour(seed=8))
    other.play()
    assert logs[0] == logs[1] != other.table.log()


def test_news_is_heard_in_order_with_the_mirror_as_it_was_then() -> None:
    table = parlour(seed=1)
    begin = table.begin()
    seated = next(begin)
    assert isinstance(seated, Seated)
    assert seated.mirror.standing.at == 1
    moved = next(begin)
    assert isinstance(moved, Moved)
    assert moved.mirror.standing.at == 1 + len(moved.moments)


def test_a_rematch_is_another_match_with_the_seats_turned_round_and_new_randomness() -> None:
    guest = Guest(parlour())
    first = guest.table.lines
    guest.say(Concede())
    guest.say(Rematch())
    second = guest.table.lines
    assert guest.mirror.seat == 1
    assert guest.mirror.names == ("Bot", "ada")
    nonces = [
        body.nonce
        for body in (read_entry(line).body for line in first + second)
        if isinstance(body, Contributed)
    ]
    assert len(set(nonces)) == 2
    guest.play()
    assert verify(guest.table.log()).finished


def test_what_is_not_allowed_changes_nothing() -> None:
    guest = Guest(parlour(seed=2))
    at = guest.mirror.standing.at
    guest.say(Act(at + 3, msgspec.Raw(encode(EndTurn()))))
    assert isinstance(guest.news[-1], Rejected)
    assert guest.mirror.standing.at == at


@pytest.mark.parametrize("dealer", ["house", "mental"])
def test_when_the_person_gives_up_bots_do_not_play_on_among_themselves(dealer: str) -> None:
    deck = MAGIC.decks()["goblins"]
    places = [Place("ada", deck), *(Place(f"Bot {n}", deck, "random") for n in range(3))]
    guest = Guest(Parlour(MAGIC, places, dealer=dealer, options=MagicOptions(), seed=1))
    guest.say(Concede())
    assert guest.mirror.standing.outcome is not None
    assert guest.mirror.standing.outcome.winners == (3,)
    assert guest.table.thinking is None
    assert not any(isinstance(item, Rejected) for item in guest.news)
    assert verify(guest.table.log()).finished
