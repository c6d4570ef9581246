"""Looking on: everything that everybody may see, and never a card more."""

import json
import random

from facedown.dealers import House
from facedown.games.duel import DuelState
from facedown.kernel import Face, Ref
from facedown.table import Follower
from facedown.table.verify import read_log, revealed_dealer
from server.modern import Player, meet, play
from server.process import ServerProcess


def test_a_spectator_sees_the_match_and_no_hidden_card(shared: ServerProcess) -> None:
    with shared.player() as ada, shared.player() as bram, shared.player() as cleo:
        meet(ada, bram)
        snapshot = cleo.ask("spectate", "snapshot", match=ada.match)
        assert snapshot["seat"] == -1
        assert snapshot["faces"] == []
        assert "legal" not in snapshot["standing"]
        play((ada, bram), 60, random.Random(5))
        ada.ask("sync", "snapshot")
        if not ada.over():
            ada.ask("concede", "update")
        while not cleo.over():
            cleo.hear("update")
        assert cleo.standing["head"] == ada.standing["head"]
        _check_no_face_too_early(cleo, shared.match_log(ada.match))


def _check_no_face_too_early(cleo: Player, log: bytes) -> None:
    """Now that the house has opened its books: was any face told while the rules still hid it?"""
    lines = read_log(log)
    dealer = revealed_dealer(lines)
    assert isinstance(dealer, House)
    follower, fed, checked = Follower(lines[0], dealer), 1, 0
    for text in cleo.transcript:
        message = json.loads(text)
        if message["type"] not in ("snapshot", "update"):
            continue
        for line in lines[fed : message["standing"]["at"]]:
            follower.feed(line)
        fed = message["standing"]["at"]
        if follower.ended:
            break
        for ref, face in _hidden(follower.table.state, dealer).items():
            assert f'[{ref},"{face}"]' not in text
            assert f'"ref":{ref},"card":"{face}"' not in text
            checked += 1
    assert checked > 1_000


def _hidden(state: DuelState, dealer: House) -> dict[Ref, Face]:
    refs = [ref for side in state.sides for ref in (*side.hand, *side.deck)]
    return {ref: face for ref in refs if (face := dealer.face(ref)) is not None}


def test_a_spectator_has_no_say(shared: ServerProcess) -> None:
    with shared.player() as ada, shared.player() as bram, shared.player() as cleo:
        meet(ada, bram)
        cleo.ask("spectate", "snapshot", match=ada.match)
        for words in (
            {"type_": "act", "at": cleo.standing["at"], "action": {"type": "end_turn"}},
            {"type_": "concede"},
            {"type_": "chat", "text": "pick the other one"},
            {"type_": "claim"},
            {"type_": "contribute", "nonce": "x"},
            {"type_": "offer", "what": "draw"},
        ):
            assert "watching" in cleo.refused(**words)["message"]
        assert ada.silent()
        assert cleo.ask("sync", "snapshot")["seat"] == -1
        assert cleo.ask("leave_match", "left")["what"] == "match"
        ada.say("chat", text="just us")
        ada.hear("chatted")
        assert cleo.silent()
        ada.say("concede")


def test_a_failed_wish_to_look_on_leaves_one_where_one_is(shared: ServerProcess) -> None:
    with shared.player() as ada, shared.player() as bram:
        meet(ada, bram)
        assert "no such match" in ada.refused("spectate", match="nothing")["message"]
        assert bram.silent(), "nobody has walked out"
        assert ada.ask("sync", "snapshot")["seat"] == 0
        ada.say("concede")
