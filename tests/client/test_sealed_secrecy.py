"""The server orders, stores and checks a sealed match, and cannot read it."""

import asyncio
import base64
import binascii
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from client.between import Between
from client.sealed import dealt, mover, over, table, until
from client.served import Served
from facedown.client.news import Moved
from facedown.client.sdk import Client
from facedown.crypto import BadProof, decklist, dice, group, seeds, transcript
from facedown.crypto.group import SIZE
from facedown.crypto.keys import LayerKey
from facedown.dealers.mental import Keyring, Mental, keyring
from facedown.dealers.mental.ledger import list_context
from facedown.games.duel import DUEL, EndTurn
from facedown.kernel import Face, Ref, Seat, encode
from facedown.server.messages import LobbyOpened
from facedown.table import Table
from facedown.table.follow import Follower
from facedown.table.hand import Hand, say
from facedown.table.messages import Concede

FIRST = tuple(sorted(DUEL.cards()))[:10] * 3
"""Decks without a common card: whatever face turns up, it is clear whose it was."""
SECOND = tuple(sorted(DUEL.cards()))[10:20] * 3


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    """One whose every byte belongs to this match."""
    served = Served(tmp_path)
    yield served
    served.stop()


def everything(server: Served, between: Between) -> bytes:
    """All that the server process was sent, has stored or has written, its database's journal included."""
    heard = [message.encode() for _, message in between.up] + [asked.encode() for asked in between.asked]
    stored = [file.read_bytes() for file in sorted(server.data.rglob("*")) if file.is_file()]
    assert any(b"SQLite" in data for data in stored)
    assert any(b"match opened" in data for data in stored)
    return b"\n".join([*heard, *stored, server.printed.encode()])


def numbers(record: bytes) -> set[bytes]:
    """Every 32 bytes in the record that could be a key, a salt or a card."""
    found: set[bytes] = set()
    for text in re.findall(rb"[A-Za-z0-9+/]{43,}=*", record):
        for decode in (base64.b64decode, bytes.fromhex):
            try:
                data = decode(text.decode())
            except (ValueError, binascii.Error):
                continue
            for start in (0, SIZE // 2):
                found.update(data[at : at + SIZE] for at in range(start, len(data) - SIZE + 1, SIZE))
    return found


def openable(server_side: Mental, refs: Iterable[Ref], keys: Iterable[bytes]) -> dict[Ref, int]:
    """The cards that one of these keys opens, tried on every form in which the server has seen them."""
    ledger, refs = server_side.ledger, list(refs)
    forms = [(ref, form.point) for ref in refs for form in ledger._forms[ref]]
    slots = {point: slot for deck in ledger._slots for point, slot in deck.items()}
    found = {ref: slots[point] for ref, point in forms if point in slots}
    for data in keys:
        try:
            bare = LayerKey.from_bytes(data).strip([point for _, point in forms])
        except (BadProof, ValueError):
            continue
        found.update(
            {ref: slots[point] for (ref, _), point in zip(forms, bare, strict=True) if point in slots}
        )
    return found


def as_the_server(lines: list[bytes]) -> Follower:
    """The server's own copy of the match: it follows the same log."""
    follower = Follower(lines[0])
    for line in lines[1:]:
        follower.feed(line)
    return follower


def test_every_hidden_face_is_absent_from_all_that_the_server_ever_gets(server: Served) -> None:
    async def match() -> None:
        async with Between(server.url) as between, Client(between.url) as ada, Client(between.url) as bram:
            await meet_with(ada, bram)
            await some_turns(ada, bram)
            view = as_the_server(table(ada).lines)
            dealer = view.table.dealer
            assert isinstance(dealer, Mental)
            record = everything(server, between)
            judge_names(dealer, record)
            judge_cards(dealer, record, [ada, bram])
            kept = {seat: table(client).faces.copy() for seat, client in enumerate((ada, bram))}
            keys = {seat: secrets_of(client) for seat, client in enumerate((ada, bram))}
            await ada.say(Concede())
            lines = (await asyncio.gather(over(ada), over(bram)))[0].lines
        # After the end the lists are known, but which card was which is not.
        view = as_the_server(lines)
        dealer = view.table.dealer
        assert isinstance(dealer, Mental)
        assert all(dealer.decks())
        after = everything(server, between)
        never = [ref for seat in (0, 1) for ref in kept[seat] if closed(dealer, ref)]
        assert never
        assert openable(dealer, never[:4], numbers(after)) == {}
        assert openable(dealer, never, keys[0] | keys[1]).keys() == set(never)

    asyncio.run(match())


async def meet_with(ada: Client, bram: Client) -> None:
    await ada.create_lobby("duel", FIRST, dealer="mental")
    await bram.join_lobby((await until(ada, LobbyOpened)).code, SECOND)
    await asyncio.gather(dealt(ada), dealt(bram))


async def some_turns(ada: Client, bram: Client) -> None:
    """Both play cards, and keep some."""
    for _ in range(8):
        one = mover([ada, bram])
        mirror = table(one)
        plays = [action for action in mirror.legal() if DUEL.opens(mirror.state, mirror.seat, action)]
        hand = mirror.state.sides[mirror.seat].hand
        at = mirror.standing.at
        await one.act(plays[0] if plays and len(hand) > 2 else EndTurn())
        await asyncio.gather(*(moved(client, at) for client in (ada, bram)))


async def moved(client: Client, at: int) -> None:
    """The action for this place is through, with all that is dealt for it."""
    while table(client).standing.at <= at or not table(client).standing.active:
        await until(client, Moved)


def closed(dealer: Mental, ref: Ref) -> bool:
    return dealer.ledger.exists(ref) and ref not in dealer.ledger.faces


def judge_names(dealer: Mental, record: bytes) -> None:
    """The faces in the record are those that lie open, and no other."""
    open_to_all = set(dealer.ledger.faces.values())
    assert open_to_all
    named = {face for face in DUEL.cards() if re.search(rb"\b%s\b" % re.escape(face).encode(), record)}
    assert named == open_to_all


def judge_cards(dealer: Mental, record: bytes, clients: list[Client]) -> None:
    """No number in the record opens a hidden card; with the player's keys the same trial opens all."""
    values, ledger = numbers(record), dealer.ledger
    shown = {point for deck in ledger._slots for point in deck if point in values}
    assert len(shown) == len(ledger.faces)  # a card without a layer is in the record only if it lies open
    for seat, client in enumerate(clients):
        mine = {ref: face for ref, face in table(client).faces.items() if closed(dealer, ref)}
        assert len(mine) >= 2
        assert openable(dealer, list(mine)[:3], values) == {}
        ring = ring_of(client)
        opened = openable(dealer, mine, secrets_of(client))
        assert {ref: ring._list.cards[slot] for ref, slot in opened.items()} == mine
        judge_list(dealer, seat, ring, values)


def judge_list(dealer: Mental, seat: Seat, ring: Keyring, values: set[bytes]) -> None:
    """Nor does one show what a slot beside an open one holds; with the player's salt it does."""
    ledger, cards = dealer.ledger, ring._list.cards
    where = list_context(ledger.bonds[seat].key)
    open_slots = {slot for slot in range(len(cards)) if ring._list.salts[slot] in values}
    assert open_slots
    beside = [
        slot ^ 1 for slot in sorted(open_slots) if slot ^ 1 not in open_slots and slot ^ 1 < len(cards)
    ][:2]

    def trial(slot: int, salts: Iterable[bytes]) -> set[Face]:
        return {
            face
            for salt in salts
            for face in DUEL.cards()
            if decklist._leaf(where, slot, face, salt) in values
        }

    for slot in beside:
        assert trial(slot, values) == set()
        assert trial(slot, [ring._list.salts[slot]]) == {cards[slot]}


def ring_of(client: Client) -> Keyring:
    assert client._sealed.pocket is not None
    ring = client._sealed.pocket._ring
    assert isinstance(ring, Keyring)
    return ring


def secrets_of(client: Client) -> set[bytes]:
    return {key.to_bytes() for key in ring_of(client)._keys.values()}


# --- undetermined ---


class World:
    """A duel in which everything but two hidden faces is the same, and all that a server gets of it."""

    def __init__(
        self, deck: tuple[Face, ...], spare: set[Face], monkeypatch: pytest.MonkeyPatch, seed: int
    ) -> None:
        source = random.Random(seed)
        for module in (dice, seeds, transcript, group, decklist):
            monkeypatch.setattr(module, "urandom", source.randbytes)
        monkeypatch.setattr(keyring, "_random", random.Random(8))
        rings = [Keyring.fresh(deck), Keyring.fresh(SECOND)]
        self.dealer = Mental([ring.bond for ring in rings])
        self.table, steps = Table.open(DUEL, self.dealer, match="m", names=["ada", "bram"])
        self.hands = [Hand(self.table, seat, ring) for seat, ring in enumerate(rings)]
        self.heard: list[bytes] = [steps[0].line]
        for _ in range(10):
            self._deal()
            (seat,) = self.table.active
            self._say(seat, self.hands[seat].act(self._choose(seat, spare)))
        self._deal()

    def _choose(self, seat: Seat, spare: set[Face]) -> Any:
        """Something that does not depend on the spared cards: they stay in the hand."""
        state, faces = self.table.state, self.hands[seat].faces()
        for action in DUEL.legal(state, seat, faces):
            opens = DUEL.opens(state, seat, action)
            if opens and faces[opens[0]] not in spare:
                return action
        return EndTurn()

    def _deal(self) -> None:
        while self.table.due:
            for seat, hand in enumerate(self.hands):
                for part in hand.parts():
                    self._say(seat, part)

    def _say(self, seat: Seat, message: Any) -> None:
        self.heard.append(encode(message))
        say(self.table, seat, message, self.table.time)


def test_another_hand_gives_the_server_the_very_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a server gets depends on hidden faces in salted hashes alone.

    A hash with 32 secret random bytes in it tells nothing of the rest (it is a random oracle to whoever has
    not the salt). So let it be a hash of the salt only, for the sake of the argument: then two matches with
    the same keys and different cards in the hand are the same to the server, to the byte.
    """
    one, other = max(FIRST), sorted(DUEL.cards())[20]
    deck = tuple(sorted(FIRST))
    swapped = tuple(other if face == one else face for face in deck)
    spare = {one, other}

    def world(deck: tuple[Face, ...], seed: int) -> World:
        return World(deck, spare, monkeypatch, seed)

    # A match in which the card comes to the hand.
    seed = next(seed for seed in range(99) if one in world(deck, seed).hands[0].faces().values())
    real = world(deck, seed)
    assert world(deck, seed).heard == real.heard  # nothing else is left to chance
    assert world(swapped, seed).heard != real.heard
    monkeypatch.setattr(
        decklist, "_leaf", lambda where, slot, _, salt: decklist._hash(where, salt, b"%d" % slot)
    )
    first, second = world(deck, seed), world(swapped, seed)
    hands = [dealt.hands[0].faces() for dealt in (first, second)]
    assert hands[0] != hands[1]
    assert first.heard == second.heard
