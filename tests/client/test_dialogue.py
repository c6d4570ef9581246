"""What is typed at a table, and what is heard there."""

import random

import pytest

from facedown.client.announcer import Announcer, Line
from facedown.client.dialogue import Dialogue, Reaction
from facedown.client.news import LineBack, LineLost, News, Seated
from facedown.client.parlour import Parlour, Place
from facedown.games.duel import DUEL, DuelOptions
from facedown.kernel import Face
from facedown.server.messages import LobbyOpened, Queued
from facedown.table import Clock
from facedown.table.messages import (
    Act,
    Chat,
    Chatted,
    Claim,
    Concede,
    Mute,
    Offer,
    Offered,
    Presence,
    Rejected,
    Rematch,
    RematchWanted,
    Reply,
    Said,
)
from facedown.table.mirror import Mirror
from table.rooms import Party


class Talk:
    """A person at a table against a bot that plays at random."""

    def __init__(self, *, careful: bool = False, lasting: bool = False, seed: int = 1) -> None:
        deck: tuple[Face, ...] = DUEL.decks()["starter"]
        places = [Place("ada", deck), Place("Bot", deck, "random")]
        self.parlour = Parlour(DUEL, places, dealer="house", options=DuelOptions(), seed=seed)
        self.announcer = Announcer()
        self.dialogue = Dialogue(self.announcer, careful=careful, lasting=lasting)
        self.heard: list[Line] = []
        for news in self.parlour.begin():
            self.heard += self.announcer.hear(news, 0)
        self.think()

    def think(self) -> None:
        while self.parlour.thinking:
            for news in self.parlour.think():
                self.heard += self.announcer.hear(news, 0)

    def say(self, message: Said) -> list[Line]:
        before = len(self.heard)
        for news in self.parlour.say(message):
            self.heard += self.announcer.hear(news, 0)
        self.think()
        return self.heard[before:]

    def hear(self, news: News) -> list[str]:
        return [words for _, words in self.announcer.hear(news, 0)]

    def type(self, text: str) -> Reaction:
        return self.dialogue.typed(text)

    def words(self, text: str) -> str:
        """What is answered to this without anything being done."""
        reaction = self.type(text)
        assert reaction.say is None
        assert not reaction.leave
        return "\n".join(words for _, words in reaction.lines)


@pytest.fixture
def talk() -> Talk:
    return Talk()


def test_a_person_is_told_who_plays_what_was_dealt_and_what_to_type(talk: Talk) -> None:
    words = [words for _, words in talk.heard]
    assert words[0] == "You are ada and play duel against Bot."
    assert any("is bound to" in line for line in words)
    assert any("The coin falls" in line for line in words)
    assert words[-1] == "Type a move, `moves` for what you may do, or `help`."
    assert "  hand:" in words


def test_every_move_that_is_listed_can_be_typed_by_number_and_by_name(talk: Talk) -> None:
    listed = talk.words("moves").splitlines()
    for line in listed:
        number, label = line.split(maxsplit=1)
        by_number, by_name = talk.type(number).say, talk.type(label).say
        assert isinstance(by_number, Act)
        assert by_number == by_name


def test_moves_can_be_narrowed_down(talk: Talk) -> None:
    assert talk.words("moves end") == "   1 end turn"
    assert "None of your" in talk.words("moves leviathan")


def test_a_move_is_told_when_it_has_happened(talk: Talk) -> None:
    reaction = talk.type("end")
    assert reaction.say is not None
    heard = [words for _, words in talk.say(reaction.say)]
    assert any(words.startswith("Turn ") and "Bot" in words for words in heard)
    assert heard.count("Type a move, `moves` for what you may do, or `help`.") == 0


def test_a_text_with_several_meanings_lists_them(talk: Talk) -> None:
    words = talk.words("play")
    assert words.startswith("`play` may mean:")
    assert words.count("play ") > 2


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("ned turn", "None of your moves has `ned` in it. Did you mean `end`?"),
        ("hlep", "None of your moves has `hlep` in it. Did you mean `help`?"),
        ("xyzzy", "None of your moves has `xyzzy` in it. `moves` lists them, `help` the commands."),
        ("999", "moves, from 1 on; `moves` lists them."),
        ("/nonsense", "There is no command /nonsense."),
        ("card xyzzy", "No card is called `xyzzy`. `facedown deck cards` lists all."),
        ("card fireblot", "No card is called `fireblot`. Did you mean Firebolt?"),
        ("card", "Which card? `card NAME`."),
        ("chat", "What do you want to say? `chat TEXT`."),
        ("accept", "Nobody has asked you for anything."),
    ],
)
def test_a_wrong_line_is_answered_with_what_would_have_been_right(
    talk: Talk, typed: str, answer: str
) -> None:
    assert answer in talk.words(typed)


def test_a_card_that_is_held_but_too_dear_is_explained() -> None:
    talk = Talk(seed=7)
    while (
        costly := talk.type("castle walker")
    ).say is None:  # draw until there is one, then be short of mana
        end = talk.type("end turn").say
        assert end is not None
        talk.say(end)
    for text in (
        "village champion",
        "firebolt enemy hero",
        "oak",
        "sentinel",
        "ringer",
        "pup",
        "bread",
        "gate",
    ):
        if (message := talk.type(text).say) is not None:
            talk.say(message)
    assert costly.say is not None
    answer = "You cannot play Castle Walker now. It is: 8 mana, hearth creature 6/12."
    assert talk.words("play castle").startswith(answer)


def test_cards_and_hand_are_explained(talk: Talk) -> None:
    assert talk.words("card cinder fox").startswith("  Cinder Fox: 2 mana, ember creature 3/3.")
    assert len(talk.words("card tid").splitlines()) == 2
    mirror = talk.announcer.mirror
    assert mirror is not None
    assert len(talk.words("hand").splitlines()) == len(mirror.state.sides[0].hand)


def test_the_table_is_shown_by_name_and_by_enter(talk: Talk) -> None:
    assert talk.words("table") == talk.words("") == talk.words("tab")
    assert "ada: 50 health" in talk.words("table")


def test_the_log_tells_the_last_steps_as_they_were_told(talk: Talk) -> None:
    steps = talk.words("log").splitlines()
    assert steps[0].endswith("….")
    assert talk.words("log 1") == steps[-1]


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("undo", Offer("undo")),
        ("draw", Offer("draw")),
        ("/draw", Offer("draw")),
        ("claim", Claim()),
        ("concede", Concede()),
        ("chat hello  there", Chat("hello  there")),
        ("again", Rematch()),
        ("CONCEDE", Concede()),
    ],
)
def test_commands_become_messages(talk: Talk, typed: str, message: Said) -> None:
    assert talk.type(typed).say == message


def test_mute_goes_on_and_off(talk: Talk) -> None:
    assert [talk.type("mute").say for _ in range(2)] == [Mute(True), Mute(False)]


def test_an_offer_can_be_accepted_and_declined(talk: Talk) -> None:
    mirror = talk.announcer.mirror
    assert mirror is not None
    assert talk.announcer.hear(Offered("draw", 1), 0) == [
        ("heading", "Bot asks for a draw: `accept` or `decline`.")
    ]
    assert talk.type("accept").say == Reply("draw", True)
    assert talk.type("decline").say == Reply("draw", False)
    assert talk.announcer.hear(Offered("draw", None), 0) == [
        ("hint", "The offer of a draw is off the table.")
    ]
    assert talk.announcer.hear(Offered("undo", 0), 0) == [("hint", "You ask for an undo of the last action.")]


def test_giving_up_is_asked_about_twice_if_somebody_is_there_to_ask() -> None:
    talk = Talk(careful=True)
    assert talk.words("concede") == "Do you want to give up this match?"
    assert talk.dialogue.prompt(0) == "yes or no> "
    assert talk.words("n") == "Then not."
    talk.words("concede")
    assert talk.type("y").say == Concede()


def test_quitting_gives_up_only_what_nobody_could_come_back_to() -> None:
    here, there = Talk().type("quit"), Talk(lasting=True).type("quit")
    assert (here.say, here.leave) == (Concede(), True)
    assert (there.say, there.leave) == (None, True)


def test_prompts_say_whose_move_it_is_and_how_it_stands(talk: Talk) -> None:
    assert Dialogue(Announcer(), careful=False, lasting=False).prompt(0) == "waiting> "
    assert talk.dialogue.prompt(0).startswith("your move (10 mana, hero ")
    awaited = [talk.dialogue.awaited]
    talk.say(Concede())
    awaited.append(talk.dialogue.awaited)
    assert awaited == [True, False]
    assert talk.dialogue.prompt(0) == "again or quit> "
    assert talk.heard[-1] == ("heading", "You lose: you gave up.")
    assert "There is no match to move in" in talk.words("end turn")


def test_news_around_the_table_is_told(talk: Talk) -> None:
    assert talk.hear(Chatted(1, "hi")) == ["Bot says: hi"]
    assert talk.hear(Presence(1, False, 45_000)) == [
        "Bot has left the table. In 45 s you may `claim` the win."
    ]
    assert talk.hear(Presence(1, True)) == ["Bot is at the table."]
    assert talk.hear(Rejected("illegal", "no")) == ["That changed nothing: no."]
    assert talk.hear(RematchWanted((1,))) == ["They want to play again: `again` or `quit`."]


def test_news_of_the_line_is_told_but_not_every_attempt(talk: Talk) -> None:
    assert talk.hear(Queued("duel")) == ["In the queue for duel. The match begins when somebody else comes."]
    assert talk.hear(LobbyOpened("ABCDEF", ("ada",), 2)) == ["In the lobby: ada (1 of 2 players)."]
    lost = "The line is lost: gone. Your place is kept; trying to get it back."
    assert talk.hear(LineLost("gone", 0.3, 0)) == [lost]
    assert talk.hear(LineLost("gone", 3.0, 3)) == []
    assert talk.hear(LineLost("gone", 3.0, 4)) == ["Still no line (gone); next try in 3.0 s."]
    assert talk.hear(LineBack()) == ["The line is back."]


def test_the_prompt_shows_what_is_left_of_the_turn_and_then_of_the_reserve() -> None:
    party = Party(clock=Clock(turn=90_000, reserve=60_000, lag=0))
    seat = party.mover
    announcer = Announcer()
    dialogue = Dialogue(announcer, careful=False, lasting=True)
    mirror = Mirror(party.room.snapshot(seat, party.now + 5_000), party.lines)
    announcer.hear(Seated(mirror, []), now=1_000)
    left = [dialogue.prompt(1_000 + later) for later in (0, 25_000, 84_999, 100_000, 500_000)]
    assert left == [
        f"your move (10 mana, hero 50 to 50, {words})> "
        for words in ("1:25 left", "1:00 left", "0:00 left", "0:45 of reserve left", "0:00 of reserve left")
    ]


def test_a_place_that_is_lost_is_no_mere_refusal(talk: Talk) -> None:
    lost = talk.hear(Rejected("unseated", "you have joined from somewhere else"))
    assert lost == ["You have no place at the table any more: you have joined from somewhere else."]


def test_a_long_past_is_told_in_part_and_can_be_asked_for() -> None:
    party = Party()
    party.play(60, random.Random(3))
    announcer = Announcer()
    mirror = Mirror(party.room.snapshot(0, party.now), party.lines)
    lines = announcer.hear(Seated(mirror, mirror.history), 0)
    assert lines[1][1].startswith("So much has happened that `log ")
    dialogue = Dialogue(announcer, careful=False, lasting=True)
    told = dialogue.typed("log 999").lines
    assert len(told) > len(lines)
    assert told[0][1].endswith("….")
