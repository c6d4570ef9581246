"""What a page asks of a mirror, in JSON: the same answers that the table itself would give."""

import json
import random
from typing import Any

import msgspec
import pytest

from facedown.bots.arena import matches
from facedown.games.duel import DUEL
from facedown.kernel import Seat, encode
from facedown.table import find_game, log_file, nonce_commitment, verify
from facedown.table.bridge import AT_ONCE, MOST_AT_ONCE, Bridge
from facedown.table.messages import Concede, Contribute, Offer, Reply, Update
from facedown.table.reel import Reel
from table.rooms import Party

NONCES = ("aa" * 16, "bb" * 16)


class Page:
    """A seat whose page hears everything as text."""

    def __init__(
        self,
        seat: Seat = 0,
        *,
        log: bool = False,
        moves: int = 0,
        party: Party | None = None,
        asked: Any = None,
    ) -> None:
        self.party = party or Party(nonces=tuple(map(nonce_commitment, NONCES)))
        self.seat, self.heard = seat, 0
        self.bridge = Bridge()
        self.choose = random.Random(7)
        if moves:
            self.deal()
            self.play(moves)
        lines = self.party.log.decode() if log else None
        self.opened = self.ask("open", snapshot=self.snapshot(), log=lines, asked=asked)
        self.heard = len(self.party.told[seat])

    def deal(self) -> None:
        for seat in (0, 1):
            self.party.say(seat, Contribute(NONCES[seat]))

    def play(self, moves: int) -> None:
        self.party.play(moves, self.choose)

    def snapshot(self) -> str:
        return encode(self.party.room.snapshot(self.seat, self.party.now)).decode()

    def ask(self, ask: str, **fields: Any) -> Any:
        """The answer; a fault fails the test."""
        reply = json.loads(self.bridge.ask(ask, json.dumps(fields)))
        assert list(reply) == ["answer"], reply
        return reply["answer"]

    def refused(self, ask: str, **fields: Any) -> Any:
        reply = json.loads(self.bridge.ask(ask, json.dumps(fields)))
        assert list(reply) == ["fault"]
        return reply["fault"]

    def news(self) -> list[str]:
        told, self.heard = self.party.told[self.seat][self.heard :], len(self.party.told[self.seat])
        return [msgspec.json.encode(message).decode() for message in told if isinstance(message, Update)]

    def hear(self) -> list[Any]:
        return [self.ask("receive", match="m", update=update) for update in self.news()]


def plain(value: Any) -> Any:
    """As JSON has it."""
    return json.loads(encode(value))


def assert_same(page: Page, picture: Any) -> None:
    table, seat = page.party.table, page.seat
    assert picture["state"] == plain(table.state)
    assert picture["at"] == table.at
    faces = table.faces[seat] if seat >= 0 else {}
    legal = DUEL.legal(table.state, seat, faces) if table.outcome is None and not table.awaited else []
    assert picture["legal"] == plain(legal)
    assert picture["labels"] == [DUEL.label(table.state, seat, action, faces) for action in legal]


@pytest.mark.parametrize("seat", [0, 1, -1])
def test_a_whole_match(seat: Seat) -> None:
    page = Page(seat)
    assert page.opened["checked"]
    assert [told["kind"] for told in page.opened["history"]] == ["opened"]
    page.deal()
    while page.party.table.outcome is None:
        (*_, last) = page.hear()
        assert_same(page, last)
        assert last["checked"]
        page.play(1)
    (last,) = page.hear()
    assert last["steps"][-1]["kind"] == "ended"
    assert last["steps"][-1]["sentence"] == "The match is over, and the dealer opens its books."
    assert last["legal"] == []
    assert page.ask("audit", match="m", log=None)["verdict"] == "unattested"  # nobody here has a key


def test_frames_lead_from_the_state_before_to_the_state_after() -> None:
    page = Page()
    page.deal()
    page.hear()
    before = plain(page.party.table.state)
    page.party.end_turn()
    (happened,) = page.hear()
    (told,) = happened["steps"]
    assert (told["kind"], told["seat"], told["at"]) == ("acted", 1 - page.party.mover, happened["at"] - 1)
    assert [frame["event"]["type"] for frame in told["frames"]] == ["TurnBegan", "CardDrawn"]
    state = msgspec.convert(before, DUEL.state_type)
    for frame in told["frames"]:
        event = msgspec.convert(frame["event"], DUEL.event_type)
        state = DUEL.apply(state, event)
        assert frame["state"] == plain(state)
    assert happened["state"] == plain(state)
    assert told["sentence"] == " ".join(frame["sentence"] for frame in told["frames"])


def test_only_the_owner_is_told_what_was_drawn() -> None:
    told = []
    for seat in (0, 1):
        page = Page(seat, log=True, moves=1)
        told.append("\n".join(step["sentence"] for step in page.opened["history"]))
    assert [text.count("ada draws a card (") for text in told] == [0, 1]
    assert [text.count("bram draws a card (") for text in told] == [1, 0]


def test_what_is_foreseen_is_what_then_happens() -> None:
    page = Page()
    page.deal()
    page.hear()
    compared = 0
    while page.party.table.outcome is None:
        party = page.party
        if party.mover != page.seat:
            page.play(1)
            page.hear()
            continue
        before = page.ask("look", match="m")
        legal = DUEL.legal(party.table.state, 0, party.table.faces[0])
        action = page.choose.choice(legal)
        foreseen = page.ask("foresee", match="m", action=plain(action))
        assert page.ask("look", match="m") == before
        party.act(action)
        (happened,) = page.hear()
        foreseen_frames, frames = foreseen["steps"][0]["frames"], happened["steps"][0]["frames"]
        assert [frame["event"] for frame in foreseen_frames] == [frame["event"] for frame in frames]
        assert [frame["state"] for frame in foreseen_frames] == [frame["state"] for frame in frames]
        # What I shall draw I cannot foresee; without a draw, and if the dealer adds nothing, all is the same.
        if len(happened["steps"]) == 1 and "draws" not in happened["steps"][0]["sentence"]:
            assert foreseen == happened
            compared += 1
    assert compared > 10


def test_what_cannot_be_done_is_refused_and_nothing_changes() -> None:
    page = Page()
    page.deal()
    page.hear()
    while page.party.mover != 0:
        page.play(1)
        page.hear()
    before = page.ask("look", match="m")
    theirs = page.party.table.state.sides[1].hand[0]
    for action, code in (
        ({"type": "play_creature", "card": theirs}, "illegal"),
        ({"type": "attack", "attacker": 999, "target": -2}, "illegal"),
        ({"type": "fly"}, "invalid"),
        ([1, 2], "invalid"),
    ):
        fault = page.refused("foresee", match="m", action=action)
        assert (fault["code"], fault["who"], fault["at"]) == (code, "you", None)
        assert fault["why"]
    assert page.ask("look", match="m") == before
    page.party.end_turn()
    page.hear()
    fault = page.refused("foresee", match="m", action={"type": "end_turn"})
    assert (fault["code"], fault["why"]) == ("illegal", "it is not your turn")


def test_a_spectator_cannot_foresee_anything() -> None:
    page = Page(-1, log=True, moves=3)
    assert page.refused("foresee", match="m", action={"type": "end_turn"})["code"] == "illegal"


def test_opened_late_it_has_read_the_log() -> None:
    page = Page(1, log=True, moves=12)
    assert page.opened["checked"]
    assert [told["at"] for told in page.opened["history"]] == list(range(len(page.party.lines)))
    assert all(told["frames"] == [] for told in page.opened["history"])
    assert_same(page, page.opened)
    page.play(2)
    assert_same(page, page.hear()[-1])


def test_a_log_that_has_gone_on_is_read_up_to_the_snapshot() -> None:
    page = Page(1, log=True, moves=12)
    snapshot = page.snapshot()
    page.play(4)
    opened = page.ask("open", snapshot=snapshot, log=page.party.log.decode())
    assert opened["checked"]
    for update in page.news():
        picture = page.ask("receive", match="m", update=update)
    assert_same(page, picture)


def test_a_log_that_is_older_than_the_snapshot_accuses_nobody() -> None:
    page = Page(1, log=True, moves=12)
    log = page.party.log.decode()
    page.play(1)
    fault = page.refused("open", snapshot=page.snapshot(), log=log)
    assert (fault["code"], "older" in fault["why"]) == ("stale", True)
    happened = page.ask("catch_up", match="m", snapshot=page.snapshot(), log=log)
    assert (happened["checked"], happened["steps"]) == (False, [])  # taken as told, until the log comes
    assert page.ask("mend", match="m", log=page.party.log.decode())["checked"]


def test_without_the_log_it_says_that_it_is_unchecked() -> None:
    page = Page(1, moves=12)
    assert (page.opened["checked"], [told["at"] for told in page.opened["history"]]) == (False, [0])
    page.play(2)
    picture = page.hear()[-1]
    assert not picture["checked"]
    assert_same(page, picture)
    verdict = page.ask("audit", match="m", log=None)
    assert (verdict["verdict"], verdict["report"], verdict["fault"]["who"]) == ("unchecked", None, "server")


def test_back_after_a_break() -> None:
    page = Page(0, log=True, moves=5)
    page.play(6)
    page.news()  # lost with the line
    happened = page.ask("catch_up", match="m", snapshot=page.snapshot(), log=page.party.log.decode())
    assert len(happened["steps"]) >= 6
    assert happened["checked"]
    assert_same(page, happened)


def test_an_undo_sets_the_picture_back() -> None:
    page = Page(0, log=True, moves=4)
    party = page.party
    while not party.table.undoable(party.mover):
        page.play(1)
    page.hear()
    mover = party.mover
    party.say(mover, Offer("undo"))
    party.say(1 - mover, Reply("undo", True))
    (happened,) = page.hear()
    (told,) = happened["steps"]
    assert (told["kind"], told["seat"], told["frames"]) == ("undone", mover, [])
    assert told["sentence"].endswith("takes the last action back.")
    assert_same(page, happened)


def test_a_lie_is_a_fault_with_who_and_where() -> None:
    page = Page(0, log=True, moves=3)
    mover = page.party.mover
    page.party.end_turn()
    (update,) = page.news()
    fault = page.refused(
        "receive",
        match="m",
        update=update.replace(f'"seat":{mover},"action"', f'"seat":{1 - mover},"action"'),
    )
    assert (fault["code"], fault["who"], fault["at"]) == (
        "proof",
        f"seat {1 - mover}",
        page.party.table.at - 1,
    )
    assert fault["why"] == "it is not your turn"


def test_what_is_no_message_is_the_servers_fault() -> None:
    page = Page()
    for text in ("", "{}", "[]", '{"type":"update"}', page.snapshot()):
        fault = page.refused("receive", match="m", update=text)
        assert (fault["code"], fault["who"]) == ("proof", "server")


def test_our_own_mistakes_are_said_to_be_ours() -> None:
    page = Page()
    for ask, fields in (
        ("open_sesame", {}),
        ("look", {"match": "another"}),
        ("look", {}),
        ("_mirrors", {}),
        ("ask", {"fields": "{}"}),
    ):
        assert page.refused(ask, **fields)["code"] == "broken"
    assert json.loads(page.bridge.ask("look", "no json"))["fault"]["code"] == "broken"


def test_a_game_without_anything_to_explain_says_so() -> None:
    page = Page()
    assert page.ask("why", match="m", key=1) == []


def test_a_closed_match_is_forgotten() -> None:
    page = Page()
    assert page.ask("close", match="m") is None
    assert page.ask("close", match="m") is None
    assert page.refused("look", match="m")["code"] == "broken"


def test_verdicts() -> None:
    page = Page(0, log=True, moves=8)
    assert page.ask("verify", log=page.party.log.decode(), head=None)["verdict"] == "unproved"
    page.party.say(1, Concede())
    log = page.party.log
    verdict = page.ask("verify", log=log.decode(), head=page.party.table.head)
    assert verdict == {"verdict": "unattested", "report": plain(verify(log)), "fault": None}
    other = page.ask("verify", log=log.decode(), head="0" * 64)
    assert (other["verdict"], other["report"], other["fault"]["who"]) == ("unfair", None, "log")
    forged = page.ask("verify", log=log.decode().replace('"bram"', '"brem"', 1), head=None)
    assert (forged["verdict"], forged["fault"]["at"]) == ("unfair", 1)


# --- replay ---


def finished() -> Page:
    page = Page(0, log=True, moves=10_000)
    assert page.party.table.outcome is not None
    return page


def test_a_replay_has_every_step_from_every_perspective() -> None:
    page = finished()
    replay = page.ask("replay", log=page.party.log.decode())
    table = page.party.table
    assert (replay["match"], replay["names"], replay["finished"]) == ("m", ["ada", "bram"], True)
    assert replay["outcome"] == plain(table.outcome)
    assert [step["at"] for step in replay["steps"]] == list(range(len(page.party.lines)))
    assert replay["steps"][-1]["state"] == plain(table.state)
    known: list[dict[int, str]] = [{}, {}]
    for step in replay["steps"]:
        assert len(step["sentences"]) == 3
        if step["frames"]:
            assert step["frames"][-1]["state"] == step["state"]
        for faces, shown in zip(known, step["faces"], strict=True):
            assert not set(dict(shown)) & set(faces)
            faces.update(dict(shown))
    assert known == table.faces
    first, second = (result.startswith("You win") for result in replay["results"][:2])
    assert first != second
    winner = replay["names"][replay["outcome"]["winners"][0]]
    assert replay["results"][2].startswith(f"{winner} wins")


def test_each_perspective_is_told_what_it_saw() -> None:
    replay = (page := finished()).ask("replay", log=page.party.log.decode())
    (dealt,) = [step for step in replay["steps"] if "The coin falls" in step["sentences"][0]]
    hidden = [sentence.count("draws a card") for sentence in dealt["sentences"]]
    assert hidden == [1, 1, 0]
    assert dealt["turn"] == 1
    assert [step["turn"] for step in replay["steps"]][:3] == [0, 0, 0]
    turns = [step["turn"] for step in replay["steps"]]
    assert turns == sorted(turns)


def test_a_match_that_has_not_ended_is_replayed_without_its_secrets() -> None:
    page = Page(0, log=True, moves=9)
    replay = page.ask("replay", log=page.party.log.decode())
    assert (replay["finished"], replay["outcome"], replay["results"]) == (False, None, [])
    assert all(shown == [[], []] for shown in (step["faces"] for step in replay["steps"]))


def test_a_replay_of_what_cannot_have_been_is_a_fault() -> None:
    log = finished().party.log.decode()
    fault = Page().refused("replay", log=log.replace('"seat":0,"action"', '"seat":1,"action"', 1))
    assert fault["code"] == "proof"
    assert fault["at"] > 0


def test_pictures_that_have_to_be_worked_out_are_asked_for_when_they_are_wanted() -> None:
    (played,) = matches(find_game("magic"), ["greedy", "greedy"], 1, seed=11)
    page = Page()
    replay = page.ask("replay", log=log_file(played.lines).decode())
    steps, match = replay["steps"], replay["match"]
    assert len(steps) > MOST_AT_ONCE
    assert all(step["state"] is not None for step in steps[:AT_ONCE])
    assert all(step["state"] is None for step in steps[AT_ONCE:])
    reel = Reel(log_file(played.lines))
    for first in range(0, len(steps), MOST_AT_ONCE):
        drawn = page.ask("pictures", match=match, first=first, last=first + MOST_AT_ONCE)
        some = slice(first, first + MOST_AT_ONCE)
        for step, picture, frame in zip(steps[some], drawn, reel.frames[some], strict=True):
            assert picture["state"] == plain(reel.table.game.picture(frame.state))
            assert len(picture["frames"]) == len(step["frames"])
            assert step["state"] in (None, picture["state"])
    page.refused("pictures", match="another", first=0, last=1)
    page.refused("pictures", match=match, first=0, last=MOST_AT_ONCE + 1)
