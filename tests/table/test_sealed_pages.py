"""Two pages at a sealed table: their Python deals, signs and comes back, and the server never gets a say."""

import base64
import json
import random
from typing import Any

import msgspec
import pytest

from facedown.crypto.signing import SessionKey
from facedown.dealers.mental import Bond, Mental
from facedown.games.duel import DUEL
from facedown.kernel import InvalidAction, Seat, encode
from facedown.table import Table, log_file, verify
from facedown.table.bridge import Bridge
from facedown.table.messages import Concede, Offer, Reply, Said, Snapshot, Update
from facedown.table.pocket import Kept, Pocket
from facedown.table.room import Append, Effect, Room, Tell

NAMES = ["ada", "bram"]
SAID = msgspec.json.Decoder(Said)


class Page:
    """A player's page: a bridge, the safe beside it, and a line that can be cut."""

    def __init__(self, game: "Sealed", seat: Seat, deck: str) -> None:
        self.game, self.seat = game, seat
        self.bridge = Bridge()
        self.safe: dict[str, str] = {}
        self.lost = False
        """Whether what we say gets lost on the way."""
        self.sent: list[str] = []
        self.picture: Any = None
        self.key = SessionKey(bytes([seat + 1]) * 32)
        """The lasting one, which the page keeps beside the bridge."""
        key = self.key.public.hex()
        self.bound = self.ask("bind", game="duel", dealer="mental", deck=deck, key=key)
        self.vouch = self.key.sign(bytes.fromhex(self.bound["claim"])).hex()

    @property
    def name(self) -> str:
        return NAMES[self.seat]

    def reply(self, ask: str, **fields: Any) -> Any:
        reply = json.loads(self.bridge.ask(ask, json.dumps(fields)))
        for key, kept in json.loads(self.bridge.unsaved()).items():
            if kept is None:
                del self.safe[key]
            else:
                self.safe[key] = kept
        return reply

    def ask(self, ask: str, **fields: Any) -> Any:
        reply = self.reply(ask, **fields)
        assert "answer" in reply, reply
        return reply["answer"]

    def sit(self, log: bool = False) -> None:
        lines = log_file(self.game.lines).decode() if log else None
        self._take(self.ask("open", snapshot=self.game.snapshot(self.seat), log=lines))

    def hear(self, update: Update) -> None:
        self._take(self.ask("receive", match="m", update=encode(update).decode()))

    def _take(self, picture: Any) -> None:
        self.picture = picture
        for message in picture["sealed"]["say"]:
            self.send(message)

    def send(self, message: str) -> None:
        self.sent.append(message)
        if not self.lost:
            self.game.post.append((self.seat, message))

    def act(self, action: Any) -> None:
        self.send(self.ask("act", match="m", action=action))

    def reload(self) -> None:
        """The tab is closed and opened again: only the safe is left."""
        safe = self.safe
        self.bridge, self.lost = Bridge(), False
        key = self.bridge.key_of(self.game.snapshot(self.seat))
        self.bridge.restore(key, safe[key])
        self.sit(log=True)

    def hand(self) -> dict[int, str]:
        hand = self.picture["state"]["sides"][self.seat]["hand"]
        return {ref: face for ref, face in self.picture["faces"] if ref in hand}


class Sealed:
    """A room that two pages share; `post` is what is on its way to it."""

    def __init__(self) -> None:
        self.pages: list[Page] = []
        self.post: list[tuple[Seat, str]] = []
        self.lines: list[bytes] = []
        self.refused: list[Any] = []
        self.pages = [Page(self, 0, "starter"), Page(self, 1, "")]
        bonds = [_bond(page.bound["bond"]) for page in self.pages]
        table, steps = Table.open(
            DUEL,
            Mental(bonds),
            match="m",
            names=NAMES,
            nonces=[page.bound["commit"] for page in self.pages],
            vouchers=[(page.key.public.hex(), page.vouch) for page in self.pages],
        )
        self.room = Room(table, steps[0].line, bots=frozenset(), now=0)
        self.lines += [step.line for step in steps]
        for seat in (0, 1):
            self.room.join(seat, 0)
        for page in self.pages:
            page.sit()

    @property
    def table(self) -> Table:
        return self.room.table

    @property
    def mover(self) -> Page:
        (seat,) = self.table.active
        return self.pages[seat]

    def snapshot(self, seat: Seat) -> str:
        return encode(self.room.snapshot(seat, 0)).decode()

    def run(self) -> None:
        """Deliver until nothing is on its way."""
        while self.post:
            seat, message = self.post.pop(0)
            self._carry_out(self.room.receive(seat, SAID.decode(message), 0))

    def _carry_out(self, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case Append(lines=lines):
                    self.lines += lines
                case Tell(seat=seat, message=Update() as update) if seat >= 0 and not self.pages[seat].lost:
                    self.pages[seat].hear(update)
                case Tell(seat=seat, message=message) if not isinstance(message, Update | Snapshot):
                    self.refused.append(message)

    def say(self, seat: Seat, message: Said) -> None:
        self._carry_out(self.room.receive(seat, message, 0))


def _bond(said: Any) -> Bond:
    root, key, box = (bytes.fromhex(said[name]) for name in ("deck", "key", "box"))
    return Bond(root, said["cards"], key, box)


@pytest.fixture
def dealt() -> Sealed:
    game = Sealed()
    assert [page.picture["sealed"]["dealing"]["work"] for page in game.pages] == ["stir", "stir"]
    game.run()
    return game


def turn(page: Page) -> Any:
    """Something that changes nothing about whose turn it is, if there is such a thing."""
    return page.picture["legal"][-1]


def test_two_pages_deal_to_each_other_and_play_to_the_end(dealt: Sealed) -> None:
    game, choose = dealt, random.Random(3)
    assert game.refused == []
    for page in game.pages:
        assert len(page.hand()) == len(game.table.state.sides[page.seat].hand) > 0
        assert page.picture["sealed"] == {"keys": True, "dealing": None, "say": []}
        assert not {ref for ref, _ in page.picture["faces"]} & set(game.table.state.sides[1 - page.seat].hand)
    while game.table.outcome is None:
        page = game.mover
        assert page.picture["checked"]
        page.act(choose.choice(page.picture["legal"]))
        game.run()
    assert verify(log_file(game.lines)).verdict == "unattested"
    signs = {end["seat"]: end["sign"] for end in (page.ask("ending", match="m") for page in game.pages)}
    log = log_file(game.lines, signs)
    assert verify(log, players={page.name: page.key.public.hex() for page in game.pages}).verdict == "fair"
    for page in game.pages:
        assert page.ask("audit", match="m", log=None)["verdict"] == "unattested"
        assert page.ask("audit", match="m", log=log.decode())["verdict"] == "fair"
        assert page.safe == {}
        assert page.picture["sealed"]["say"] == []
    assert game.refused == []


def test_progress_counts_up_to_what_it_said() -> None:
    game = Sealed()
    seen = [game.pages[0].picture["sealed"]["dealing"]]
    while game.post:
        seat, message = game.post.pop(0)
        game._carry_out(game.room.receive(seat, SAID.decode(message), 0))
        seen.append(game.pages[0].picture["sealed"]["dealing"])
    *steps, last = seen
    assert last is None
    assert [step["work"] for step in steps] == ["stir"] * 2 + ["mix"] * 4 + ["throw"] * 4 + ["open"] * 2
    assert [step["done"] for step in steps] == list(range(12))
    assert {step["of"] for step in steps} == {12}
    assert [step["owner"] for step in steps if step["work"] == "mix"] == [0, 0, 1, 1]


def test_a_page_that_is_loaded_again_knows_its_hand_and_plays_on(dealt: Sealed) -> None:
    game = dealt
    for page in game.pages:
        before = page.hand()
        page.reload()
        assert page.hand() == before
    game.mover.act(turn(game.mover))
    game.run()
    assert game.refused == []


@pytest.mark.parametrize("cut", [1, 4, 7, 11])
def test_a_page_that_is_loaded_again_amid_the_deal_finishes_it(cut: int) -> None:
    game = Sealed()
    for _ in range(cut):
        seat, message = game.post.pop(0)
        game._carry_out(game.room.receive(seat, SAID.decode(message), 0))
    for page in game.pages:
        page.reload()
    game.run()
    assert game.table.active
    assert all(len(page.hand()) == len(game.table.state.sides[page.seat].hand) for page in game.pages)
    # What was on its way already comes twice, and changes nothing.
    assert {message.refuses for message in game.refused} <= {"contribute", "part"}
    assert {message.code for message in game.refused} <= {"illegal", "invalid", "stale"}


def test_a_part_that_is_made_again_is_the_same_byte_for_byte() -> None:
    game = Sealed()
    game.post.clear()
    for page in game.pages:
        said = list(page.sent)
        page.reload()
        assert page.sent == [*said, *said]


def test_a_move_that_was_lost_with_the_tab_is_said_again_and_no_other(dealt: Sealed) -> None:
    game = dealt
    page = game.mover
    first, other = page.picture["legal"][1], page.picture["legal"][0]
    page.lost = True
    page.act(first)
    word = page.sent[-1]
    fault = page.reply("act", match="m", action=other)["fault"]
    assert (fault["code"], fault["why"]) == (
        "illegal",
        "what you did before is still on its way; wait for it",
    )
    assert page.reply("concede", match="m")["fault"]["code"] == "illegal"
    assert page.ask("act", match="m", action=first) == word
    page.reload()
    assert page.sent[-1] == word
    game.run()
    assert game.refused == []
    assert page.picture["at"] > json.loads(word)["at"]
    page.act(page.picture["legal"][0])


def test_giving_up_is_signed_and_the_lists_are_shown(dealt: Sealed) -> None:
    game = dealt
    loser = game.pages[0]
    loser.send(loser.ask("concede", match="m"))
    game.run()
    assert game.table.outcome is not None
    assert game.table.outcome.winners == (1,)
    assert verify(log_file(game.lines)).finished


def test_whose_keys_are_lost_can_still_leave_for_good(dealt: Sealed) -> None:
    game = dealt
    game.say(0, Concede())
    game.run()
    assert game.table.outcome is not None
    assert (game.table.outcome.winners, game.table.outcome.reason) == ((1,), "abandoned")
    assert "not shown: the list of ada, who had left" in verify(log_file(game.lines)).checks


def test_undo_by_consent(dealt: Sealed) -> None:
    game = dealt
    while not game.table.undoable(game.mover.seat):
        page = game.mover
        attacks = [action for action in page.picture["legal"] if action["type"] == "attack"]
        page.act((attacks or page.picture["legal"])[-1])
        game.run()
    page = game.mover
    other = game.pages[1 - page.seat]
    game.say(page.seat, Offer("undo"))  # nobody has signed that
    game.say(other.seat, Reply("undo", True))
    assert '"undone"' not in game.lines[-1].decode()
    page.send(page.ask("offer", match="m", what="undo"))
    other.send(other.ask("accept", match="m", what="undo"))
    game.run()
    assert '"undone"' in game.lines[-1].decode()
    assert page.picture["state"] == json.loads(encode(game.table.state))
    page.act(page.picture["legal"][-1])
    game.run()
    assert verify(log_file(game.lines)).entries == len(game.lines)


def test_another_history_gets_no_signature(dealt: Sealed) -> None:
    game = dealt
    page = game.mover
    page.act(turn(page))
    game.run()
    cut = next(at for at, line in enumerate(game.lines) if b'"acted"' in line)
    key = page.bridge.key_of(game.snapshot(page.seat))
    fresh = Bridge()
    fresh.restore(key, page.safe[key])
    now = game.room.snapshot(page.seat, 0)
    standing = msgspec.structs.replace(now.standing, at=cut)
    snapshot = encode(msgspec.structs.replace(now, standing=standing)).decode()
    fields = {"snapshot": snapshot, "log": log_file(game.lines[:cut]).decode()}
    fault = json.loads(fresh.ask("open", json.dumps(fields)))["fault"]
    assert (fault["code"], fault["who"]) == ("proof", "server")
    assert fault["why"] == "came back without entries that it had already shown"


@pytest.mark.parametrize("field", ["deck", "box", "nonce", "id"])
def test_a_chair_with_something_else_on_it_is_refused(field: str) -> None:
    game = Sealed()
    page = game.pages[1]
    snapshot = game.snapshot(1)
    mine = page.bound["commit"] if field == "nonce" else page.bound["bond"][field]
    theirs = game.pages[0].bound["commit"] if field == "nonce" else game.pages[0].bound["bond"][field]
    fault = page.reply("open", snapshot=snapshot.replace(mine, theirs), log=None)["fault"]
    assert (fault["code"], fault["who"]) == ("proof", "server")


def test_without_the_keys_one_can_look_but_not_play(dealt: Sealed) -> None:
    game = dealt
    seat = game.mover.seat
    bridge = Bridge()
    fields = {"snapshot": game.snapshot(seat), "log": log_file(game.lines).decode()}
    opened = json.loads(bridge.ask("open", json.dumps(fields)))["answer"]
    assert opened["sealed"] == {"keys": False, "dealing": None, "say": []}
    assert opened["faces"] == []
    fault = json.loads(bridge.ask("act", json.dumps({"match": "m", "action": {"type": "end_turn"}})))["fault"]
    assert fault["why"] == "the keys of this match are not here"


def test_a_spectator_sees_the_deal_and_no_face(dealt: Sealed) -> None:
    game = dealt
    bridge = Bridge()
    fields = {"snapshot": game.snapshot(-1), "log": log_file(game.lines).decode()}
    opened = json.loads(bridge.ask("open", json.dumps(fields)))["answer"]
    assert opened["checked"]
    assert (opened["faces"], opened["legal"]) == ([], [])
    assert bridge.key_of(game.snapshot(-1)) == ""


def test_what_was_proved_can_be_listed(dealt: Sealed) -> None:
    game = dealt
    game.mover.act(game.mover.picture["legal"][1])
    game.run()
    told = game.pages[0].ask("proofs", match="m")
    mixed = [proof for proof in told if proof["what"] == "mixed"]
    deck = len(DUEL.decks()["starter"])
    assert [(proof["seat"], proof["cards"]) for proof in mixed] == [
        (0, deck),
        (1, deck),
        (1, deck),
        (0, deck),
    ]
    assert all(proof["size"] > 32 * 3 * deck for proof in mixed)
    assert [proof["what"] for proof in told if proof["at"] <= 2] == ["stirred", "stirred"]
    assert told[-1]["what"] in ("turned", "stripped")


def test_what_is_kept_says_nothing_of_itself(dealt: Sealed) -> None:
    page = dealt.pages[0]
    key, kept = next(iter(page.safe.items()))
    read = msgspec.json.decode(base64.b64decode(kept), type=Kept)
    said = repr(read) + repr(Pocket.from_bytes(base64.b64decode(kept)))
    assert key in page.safe
    assert read.nonce not in said
    assert len(said) < 120


@pytest.mark.parametrize("kept", ["", "AAAA", base64.b64encode(b'{"dealer":"house"}').decode()])
def test_what_is_no_kept_keys_is_refused(kept: str) -> None:
    with pytest.raises(InvalidAction, match="no kept keys"):
        Bridge().restore("k", kept)
