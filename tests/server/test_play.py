"""A match over real lines: moves and their place, offers, chat, rematch, tabs, coming back, claims."""

import random
from typing import Any

import pytest

from server.conftest import StartServer
from server.modern import Player, meet, play
from server.process import ServerProcess


@pytest.fixture
def table(shared: ServerProcess) -> Any:
    """Two players at a table, the one to move first; all that is running is conceded in the end."""
    with shared.player(name="Ada") as ada, shared.player(name="Bram") as bram:
        meet(ada, bram)
        (mover,) = ada.standing["active"]
        yield (ada, bram)[mover], (ada, bram)[1 - mover]


Table = tuple[Player, Player]


def _end(player: Player) -> dict[str, Any]:
    """The action that ends the turn."""
    end: dict[str, Any] = next(action for action in player.standing["legal"] if action["type"] == "end_turn")
    return end


# --- moves ---


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_by_legal_moves(shared: ServerProcess, seed: int) -> None:
    with shared.player(name="Ada") as ada, shared.player(name="Bram") as bram:
        meet(ada, bram)
        play((ada, bram), 2_000, random.Random(seed))
        assert ada.over()
        assert ada.standing["outcome"] == bram.standing["outcome"]
        assert ada.standing["active"] == []
        assert ada.ask("sync", "snapshot")["standing"]["head"] == bram.standing["head"]
        assert ada.ask("join_queue", "queued")["game"] == "duel", "one is free again"


def test_an_action_names_its_place(table: Table) -> None:
    mover, other = table
    at, end = mover.standing["at"], _end(mover)
    before = mover.ask("sync", "snapshot")["state"]
    for wrong in (at - 1, at + 1, 0, -5, 10**18):
        answer = mover.refused("act", at=wrong, action=end)
        assert (answer["code"], answer["at"]) == ("stale", at)
    assert mover.ask("sync", "snapshot")["state"] == before
    mover.ask("act", "update", at=at, action=end)
    assert mover.refused("act", at=at, action=end)["code"] == "stale", "sent twice"
    other.hear("update")
    assert other.standing["at"] > at


def test_two_copies_in_flight_are_one_move(table: Table) -> None:
    mover, other = table
    at, end = mover.standing["at"], _end(mover)
    for _ in range(5):
        mover.say("act", at=at, action=end)
    answers = [mover.hear("update", "rejected") for _ in range(5)]
    assert [answer["type"] for answer in answers] == ["update"] + ["rejected"] * 4
    assert {answer["code"] for answer in answers[1:]} == {"stale"}
    other.hear("update")
    assert other.silent()


def test_concede_ends_it(table: Table) -> None:
    mover, other = table
    mover.say("concede")
    assert other.hear("update")["standing"]["outcome"] == {"winners": [other.seat], "reason": "conceded"}
    assert "over" in other.refused("concede")["message"]


# --- offers ---


def test_a_draw_is_offered_declined_offered_and_agreed(table: Table) -> None:
    mover, other = table
    mover.say("offer", what="draw")
    assert other.hear("offered") == {"type": "offered", "what": "draw", "seat": mover.seat}
    other.say("reply", what="draw", accept=False)
    assert mover.hear("offered")["seat"] == mover.seat
    assert mover.hear("offered")["seat"] is None
    other.say("offer", what="draw")
    mover.hear("offered")
    mover.say("reply", what="draw", accept=True)
    assert other.hear("update")["standing"]["outcome"] == {"winners": [], "reason": "agreed"}


def test_an_attack_is_taken_back_but_not_a_card_that_was_turned_up(shared: ServerProcess) -> None:
    with shared.player() as ada, shared.player() as bram:
        meet(ada, bram, options={"arrival": "ready"})
        (seat,) = ada.standing["active"]
        mover, other = ((ada, bram)[seat], (ada, bram)[1 - seat])
        plays = [action for action in mover.standing["legal"] if action["type"] == "play_creature"]
        mover.ask("act", "update", at=mover.standing["at"], action=plays[0])
        assert not mover.standing["undoable"]
        assert "take back" in mover.refused("offer", what="undo")["message"]
        before = mover.ask("sync", "snapshot")["state"]
        attack = next(action for action in mover.standing["legal"] if action["type"] == "attack")
        mover.ask("act", "update", at=mover.standing["at"], action=attack)
        assert mover.standing["undoable"]
        mover.say("offer", what="undo")
        other.hear("offered")
        other.say("reply", what="undo", accept=True)
        assert mover.hear("update")["state"] == before
        mover.say("concede")


# --- talk ---


def test_chat_with_limits_and_mute(table: Table) -> None:
    mover, other = table
    mover.say("chat", text="hello, <script>")
    assert other.hear("chatted") == {"type": "chatted", "seat": mover.seat, "text": "hello, <script>"}
    for _ in range(5):
        mover.say("chat", text="again")
    assert "too fast" in mover.refused("chat", text="and again")["message"]
    assert mover.refused("chat", text="x" * 301)["code"] == "invalid"
    assert mover.refused("chat", text="")["code"] == "invalid"
    for _ in range(5):
        other.hear("chatted")
    mover.say("mute", muted=True)
    other.say("chat", text="are you there?")
    other.hear("chatted")
    mover.say("sync")
    mover.hear("snapshot")
    assert not any("are you there" in text for text in mover.transcript)


# --- again ---


def test_a_rematch_turns_the_seats_round(table: Table) -> None:
    mover, other = table
    seats, match = (mover.seat, other.seat), mover.match
    mover.say("concede")
    other.hear("update")
    mover.say("rematch")
    assert other.hear("rematch_wanted")["seats"] == [mover.seat]
    other.say("rematch")
    for player in (mover, other):
        player.hear("snapshot")
    assert mover.match == other.match != match
    assert (mover.seat, other.seat) == seats[::-1]
    assert not any('"present":false' in text for text in mover.transcript), "nobody has walked out"


def test_no_rematch_with_one_who_has_gone_elsewhere(shared: ServerProcess) -> None:
    with shared.player() as ada, shared.player() as bram, shared.player() as cleo:
        meet(ada, bram)
        ada.say("concede")
        bram.hear("update")
        ada.say("rematch")
        bram.hear("rematch_wanted")
        ada.ask("join_queue", "queued")
        bram.say("rematch")
        assert bram.hear("rematch_wanted")["seats"] == [bram.seat], "and it takes two"
        cleo.ask("join_queue", "snapshot")
        assert ada.hear("snapshot")["names"][1] == cleo.welcome["name"]
        ada.say("concede")


def test_no_rematch_with_one_who_plays_on_another_tab(shared: ServerProcess) -> None:
    with shared.player() as ada, shared.player(token=ada.token) as tab, shared.player() as bram:
        meet(ada, bram)
        ada.say("concede")
        bram.hear("update")
        ada.say("rematch")
        bram.hear("rematch_wanted")
        tab.ask("play_bot", "snapshot", bot="random")
        assert "plays elsewhere" in bram.refused("rematch")["message"]
        assert tab.ask("sync", "snapshot")["names"][1] == "bot random"
        tab.say("concede")


# --- lines ---


def test_one_who_goes_on_to_another_match_has_left_the_last_one(shared: ServerProcess) -> None:
    with shared.player() as ada, shared.player() as bram:
        meet(ada, bram)
        ada.say("concede")
        bram.hear("update")
        ada.ask("play_bot", "snapshot", bot="random")
        assert bram.hear("presence")["present"] is False
        bram.say("chat", text="are you still there?")
        bram.hear("chatted")
        ada.ask("concede", "update")
        assert not any("still there" in text for text in ada.transcript)


def test_a_second_tab_takes_the_seat_over(shared: ServerProcess, table: Table) -> None:
    mover, other = table
    with shared.player(token=mover.token) as tab:
        assert tab.welcome["match"] == mover.match
        snapshot = tab.ask("resume", "snapshot")
        assert snapshot["standing"]["head"] == mover.standing["head"]
        assert tab.faces == mover.faces
        assert mover.hear("rejected")["code"] == "unseated"
        assert "no table" in mover.refused("act", at=mover.standing["at"], action=_end(tab))["message"]
        tab.ask("act", "update", at=tab.standing["at"], action=_end(tab))
        other.hear("update")
        assert mover.silent()
        mover.close()
        assert other.silent(), "the seat is still taken"
        assert other.ask("sync", "snapshot")["present"] == [True, True]


def test_a_lost_line_is_told_and_the_seat_is_kept(shared: ServerProcess, table: Table) -> None:
    mover, other = table
    mover.vanish()
    assert other.hear("presence") == {
        "type": "presence",
        "seat": mover.seat,
        "present": False,
        "claim_in": 45_000,
    }
    assert "may still come back" in other.refused("claim")["message"]
    with shared.player(token=mover.token) as back:
        snapshot = back.ask("resume", "snapshot", match=other.match)
        assert snapshot["standing"]["at"] == other.standing["at"]
        assert other.hear("presence")["present"] is True
        back.ask("act", "update", at=back.standing["at"], action=_end(back))
        other.hear("update")


def test_one_who_leaves_the_table_can_come_back_to_it(table: Table) -> None:
    mover, other = table
    assert mover.ask("leave_match", "left")["what"] == "match"
    assert other.hear("presence")["claim_in"] == 10_000
    assert "no match" in mover.refused("leave_match")["message"]
    assert "at no table" in mover.refused("sync")["message"]
    assert mover.ask("resume", "snapshot")["seat"] == mover.seat
    assert other.hear("presence")["present"] is True


def test_resuming_again_and_again_is_no_news_to_the_other(table: Table) -> None:
    mover, other = table
    for _ in range(5):
        mover.ask("resume", "snapshot")
    assert other.silent()


def test_the_win_is_claimed_after_the_grace(start_server: StartServer) -> None:
    server = start_server(LEFT_GRACE=300, LOST_GRACE=300)
    with server.player() as ada, server.player() as bram:
        meet(ada, bram)
        bram.vanish()
        claim_in = ada.hear("presence")["claim_in"]
        assert claim_in == 300
        while (answer := ada.ask("claim", "update", "rejected"))["type"] == "rejected":
            assert "may still come back" in answer["message"]
        assert ada.standing["outcome"] == {"winners": [0], "reason": "abandoned"}
    with server.player(token=bram.token) as bram:
        assert bram.welcome["match"] is None
        assert "no match" in bram.refused("resume")["message"]


def test_a_seat_is_only_for_the_one_who_has_it(shared: ServerProcess, table: Table) -> None:
    mover, _ = table
    with shared.player() as stranger:
        assert "no seat" in stranger.refused("resume", match=mover.match)["message"]
        assert "no such match" in stranger.refused("resume", match="0123456789abcdef")["message"]
        assert "no match" in stranger.refused("resume")["message"]


def test_time_runs_out_on_a_real_clock(shared: ServerProcess) -> None:
    with shared.player() as ada, shared.player() as bram:
        meet(ada, bram, clock={"turn": 200, "reserve": 100, "lag": 0})
        (mover,) = ada.standing["active"]
        assert ada.hear("update")["standing"]["outcome"] == {"winners": [1 - mover], "reason": "timed out"}
