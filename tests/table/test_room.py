"""People around a table: offers, undo, chat, rematch, presence, and that everybody sees the same match."""

import random

import msgspec
import pytest

from facedown.games.duel import CARDS, Attack, DuelOptions, EndTurn, PlayCreature, hero
from facedown.kernel import IllegalAction, encode
from facedown.table import nonce_commitment, verify
from facedown.table.messages import (
    Act,
    Chat,
    Chatted,
    Claim,
    Concede,
    Contribute,
    Mute,
    Offer,
    Offered,
    Presence,
    Rematch,
    RematchWanted,
    Reply,
    Snapshot,
    Sync,
    Update,
)
from facedown.table.room import (
    CHAT_LIMIT,
    CHAT_WINDOW,
    MOST_UNDOS,
    OFFER_GAP,
    WATCHERS,
    Again,
    Append,
)
from table.rooms import Party, Seen

READY = DuelOptions(arrival="ready")


def _creature(party: Party) -> PlayCreature:
    """A creature that the mover can pay for."""
    seat, table = party.mover, party.table
    return next(
        action
        for action in table.game.legal(table.state, seat, table.faces[seat])
        if isinstance(action, PlayCreature) and CARDS[table.faces[seat][action.card]].attack
    )


def test_a_crowd_that_comes_to_look_has_the_table_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    party = Party()
    drawn: list[object] = []
    game = type(party.table.game)

    def picture(_: object, state: object) -> object:
        drawn.append(state)
        return state

    monkeypatch.setattr(game, "picture", picture)
    before = encode(party.table.state)
    for count in (1, 2):
        party.act(EndTurn())
        looks = [party.room.snapshot(seat, party.now) for _ in range(20) for seat in (WATCHERS, 0, 1)]
        assert len(drawn) == count
        assert {bytes(look.state) for look in looks} == {encode(party.table.state)} != {before}


def _attacked(secret: bytes = bytes(32)) -> Party:
    """The mover has played a creature and attacked the enemy hero with it."""
    party = Party(options=READY, secret=secret)
    played = _creature(party)
    party.act(played)
    party.act(Attack(played.card, hero(1 - party.mover)))
    return party


# --- the picture ---


@pytest.mark.parametrize("seed", range(6))
def test_a_client_that_follows_events_is_in_step_with_the_table(seed: int) -> None:
    party = Party(secret=bytes([seed] * 32))
    party.carry_out(party.room.receive(WATCHERS, Sync(), party.now))
    seen = {seat: Seen(party.last(seat, Snapshot)) for seat in (WATCHERS, 0, 1)}
    for seat in seen:
        party.told[seat].clear()
    party.play(400, random.Random(seed))
    for seat, eyes in seen.items():
        for message in party.told[seat]:
            if isinstance(message, Update):
                eyes.follow(message)
        assert eyes.state == party.table.state
        assert eyes.faces == (party.table.faces[seat] if seat >= 0 else {})
        late = Seen(party.room.snapshot(seat, party.now))
        assert (late.state, late.faces) == (eyes.state, eyes.faces)
    assert party.result() is not None
    assert verify(party.log, head=party.last(0, Update).standing.head).finished


def test_a_move_is_written_and_told_to_both_seats_and_to_spectators() -> None:
    party = Party()
    mover = party.mover
    effects = party.end_turn()
    assert isinstance(effects[0], Append)
    updates = {seat: party.last(seat, Update) for seat in (WATCHERS, 0, 1)}
    assert {update.standing.at for update in updates.values()} == {party.table.at}
    assert {update.standing.head for update in updates.values()} == {party.table.head}
    drawn = dict(updates[1 - mover].faces)
    assert drawn, "whoever begins the turn sees the card that was drawn"
    assert not updates[mover].faces
    assert not updates[WATCHERS].faces
    assert updates[1 - mover].standing.legal is not msgspec.UNSET
    assert updates[mover].standing.legal is msgspec.UNSET


def test_an_action_for_another_place_is_stale_and_a_second_copy_changes_nothing() -> None:
    party = Party()
    at, first = party.table.at, party.mover
    end = msgspec.Raw(msgspec.json.encode(EndTurn()))
    for wrong in (at - 1, at + 1, -1, 10**30):
        assert party.refused(first, Act(wrong, end)).code == "stale"
    party.say(first, Act(at, end))
    again = party.refused(first, Act(at, end))
    assert (again.code, again.at, again.refuses) == ("stale", party.table.at, "act")
    assert party.refused(first, Act(party.table.at, end)).code == "illegal", "it is the other's turn"


def test_a_spectator_may_ask_for_the_picture_and_nothing_else() -> None:
    party = Party()
    (tell,) = party.room.receive(WATCHERS, Sync(), party.now)
    assert tell.seat == WATCHERS  # type: ignore[union-attr]
    for message in (Concede(), Chat("hi"), Claim(), Rematch(), Offer("draw"), Act(party.table.at, _end())):
        refused = party.refused(WATCHERS, message)
        assert "watching" in refused.message
        assert refused.refuses == message.__struct_config__.tag


def _end() -> msgspec.Raw:
    return msgspec.Raw(b'{"type":"end_turn"}')


# --- randomness ---


def test_cards_are_dealt_when_the_last_player_has_shown_its_randomness() -> None:
    nonces = ("ada's dice", "bram's dice")
    party = Party(nonces=tuple(map(nonce_commitment, nonces)))
    assert party.last(0, Snapshot).awaited == (0, 1)
    assert party.refused(0, Act(1, _end())).code == "illegal"
    assert party.refused(0, Contribute("something else")).code == "proof"
    party.say(0, Contribute(nonces[0]))
    assert "no randomness" in party.refused(0, Contribute(nonces[0])).message
    assert not party.table.faces[0]
    party.say(1, Contribute(nonces[1]))
    assert all(party.table.faces)
    assert party.room.snapshot(0, party.now).awaited == ()


# --- giving up and agreeing ---


def test_conceding_ends_the_match_once() -> None:
    party = Party()
    party.say(1, Concede())
    assert party.result() == ((0,), "conceded")
    for message in (Concede(), Offer("draw"), Offer("undo"), Claim(), Act(party.table.at, _end())):
        assert "over" in party.refused(0, message).message
    assert verify(party.log).outcome == party.table.outcome


def test_a_draw_needs_both() -> None:
    party = Party()
    party.say(0, Offer("draw"))
    assert party.last(1, Offered) == Offered("draw", 0)
    assert party.room.snapshot(1, party.now).offer == ("draw", 0)
    assert party.refused(0, Reply("draw", True)).code == "illegal", "not one's own offer"
    assert party.refused(1, Reply("undo", True)).code == "illegal", "not what was offered"
    assert party.refused(1, Offer("draw")).code == "illegal", "one offer at a time"
    party.say(1, Reply("draw", False))
    assert party.last(0, Offered) == Offered("draw", None)
    assert party.refused(1, Reply("draw", True)).code == "illegal", "it is off the table"
    assert "play on a little" in party.refused(0, Offer("draw")).message
    party.say(1, Offer("draw"))
    party.say(0, Reply("draw", True))
    assert party.result() == ((), "agreed")
    assert verify(party.log).finished


def test_a_move_takes_an_offer_off_the_table_and_offers_keep_their_distance() -> None:
    party = Party()
    offered_at = party.table.at
    party.say(0, Offer("draw"))
    party.end_turn()
    assert party.last(1, Offered) == Offered("draw", None)
    assert party.room.snapshot(1, party.now).offer is None
    while party.table.at < offered_at + OFFER_GAP:
        party.refused(0, Offer("draw"))
        party.end_turn()
    party.say(0, Offer("draw"))
    assert party.last(1, Offered) == Offered("draw", 0)


def test_a_bot_agrees_to_no_draw_and_the_question_costs_nothing() -> None:
    party = Party(bots=[1], join=[0])
    assert "bot" in party.refused(0, Offer("draw")).message
    assert "bot" in party.refused(0, Offer("draw")).message


# --- undo ---


def test_an_attack_is_taken_back_by_consent() -> None:
    party = _attacked()
    mover, before = party.mover, party.table.state
    assert party.last(mover, Update).standing.undoable
    assert not party.last(1 - mover, Update).standing.undoable
    party.say(mover, Offer("undo"))
    party.say(1 - mover, Reply("undo", True))
    assert party.table.state != before
    assert party.table.state.sides[1 - mover].health == 50
    update = party.last(1 - mover, Update)
    assert msgspec.json.decode(update.state, type=type(before)) == party.table.state
    assert party.last(1 - mover, Offered) == Offered("undo", None)
    party.say(mover, Concede())
    assert verify(party.log).finished


def test_undo_is_refused_across_a_reveal_a_turn_and_by_the_other_player() -> None:
    party = Party(options=READY)
    assert "nothing" in party.refused(party.mover, Offer("undo")).message, "nothing was done yet"
    played = _creature(party)
    party.act(played)
    assert "nothing" in party.refused(party.mover, Offer("undo")).message, "a card was turned up"
    party.act(Attack(played.card, hero(1 - party.mover)))
    assert "nothing" in party.refused(1 - party.mover, Offer("undo")).message, "not the other's action"
    first = party.mover
    party.end_turn()
    assert "nothing" in party.refused(first, Offer("undo")).message, "the turn has passed"


def test_a_refused_undo_leaves_the_action() -> None:
    party = _attacked()
    mover, state = party.mover, party.table.state
    party.say(mover, Offer("undo"))
    party.say(1 - mover, Reply("undo", False))
    assert party.table.state == state
    assert party.refused(mover, Offer("undo")).code == "illegal", "not again at once"


def test_a_bot_does_not_mind_an_undo_but_there_is_an_end_to_it() -> None:
    undone = 0
    party = Party(bots=[1], join=[0], options=DuelOptions(arrival="ready", hero_health=1000, turn_limit=1000))
    party.room.bots = frozenset({0, 1}) - {party.mover}
    me = party.mover
    swift = _creature(party)
    party.act(swift)
    attack = Attack(swift.card, hero(1 - me))
    while undone < MOST_UNDOS:
        party.act(attack)
        while party.table.at - party.room._last_offer[me] < OFFER_GAP:
            party.room._last_offer[me] -= 1  # as if time had passed in other ways
        party.say(me, Offer("undo"))
        assert party.table.state.sides[1 - me].health == 1000
        undone += 1
    party.act(attack)
    party.room._last_offer[me] = 0
    assert "enough" in party.refused(me, Offer("undo")).message


# --- talking ---


def test_chat_reaches_the_players_and_not_the_spectators() -> None:
    party = Party()
    party.say(0, Chat("good \u202egame\n\x07"))
    assert party.last(1, Chatted) == Chatted(0, "good game")
    assert party.last(0, Chatted) == Chatted(0, "good game")
    assert not any(isinstance(message, Chatted) for message in party.told[WATCHERS])
    assert party.refused(0, Chat("\u200b\n ")).code == "illegal"


def test_chat_has_a_limit_for_each_player() -> None:
    party = Party()
    for _ in range(CHAT_LIMIT):
        party.say(0, Chat("x"), after=10)
    assert "too fast" in party.refused(0, Chat("x")).message
    party.say(1, Chat("y"))
    assert party.last(0, Chatted) == Chatted(1, "y")
    party.say(0, Chat("z"), after=CHAT_WINDOW)
    assert party.last(1, Chatted) == Chatted(0, "z")


def test_a_muted_table_is_silent_for_the_one_who_muted_it() -> None:
    party = Party()
    party.say(1, Mute(True))
    party.say(0, Chat("hello?"))
    assert not any(isinstance(message, Chatted) for message in party.told[1])
    party.say(1, Mute(False))
    party.say(0, Chat("hello!"))
    assert party.last(1, Chatted).text == "hello!"


# --- rematch ---


def test_a_rematch_needs_everybody_and_tells_who_wants_it() -> None:
    party = Party()
    assert "not over" in party.refused(0, Rematch()).message
    party.say(0, Concede())
    commit = nonce_commitment("more dice")
    party.say(0, Rematch(commit))
    assert party.last(1, RematchWanted) == RematchWanted((0,))
    assert not party.again
    party.say(1, Rematch())
    assert party.again == [Again((Rematch(commit), Rematch()))]


def test_a_bot_is_always_ready_for_a_rematch() -> None:
    party = Party(bots=[1], join=[0])
    party.say(0, Concede())
    party.say(0, Rematch())
    assert party.again == [Again((Rematch(), Rematch()))]


def test_who_leaves_wants_no_rematch_any_more() -> None:
    party = Party()
    party.say(0, Concede())
    party.say(0, Rematch())
    party.part(0, on_purpose=True)
    party.join(0)
    party.say(1, Rematch())
    assert not party.again


# --- coming and going ---


def test_others_hear_of_coming_and_going_once() -> None:
    party = Party()
    party.part(1)
    assert party.last(0, Presence) == Presence(1, False, 45_000)
    assert not party.room.snapshot(0, party.now).present[1]
    party.join(1)
    assert party.last(0, Presence) == Presence(1, True)
    heard = len(party.told[0])
    party.join(1)
    assert len(party.told[0]) == heard, "one who is here already is no news"


def test_a_room_starts_with_everybody_away_but_the_bots() -> None:
    party = Party(bots=[1], join=[])
    assert party.room.snapshot(0, party.now).present == (False, True)
    assert not party.room.attended
    party.join(0)
    assert party.room.attended


def test_what_is_refused_half_way_is_no_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    party = Party()

    def refuse(*_: object) -> None:
        raise IllegalAction("too late")

    monkeypatch.setattr(party.table, "_follow_through", refuse)
    message = Act(party.table.at, msgspec.Raw(encode(EndTurn())))
    with pytest.raises(RuntimeError, match="after it had begun"):
        party.room.receive(party.mover, message, party.now)
