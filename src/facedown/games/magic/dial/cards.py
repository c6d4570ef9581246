"""Cards by hand: moved, drawn, shuffled, looked at, shown, turned over."""

import msgspec

from facedown.games.magic.bounds import check_unknown
from facedown.games.magic.dial.marks import check_size, override
from facedown.games.magic.dial.touch import (
    OPEN,
    distinct,
    hidden,
    lasting,
    permanent,
    room_for,
    somebody,
    touch,
    within,
)
from facedown.games.magic.engine.entering import Entry
from facedown.games.magic.engine.moving import Going, carry, draw, reveal
from facedown.games.magic.engine.run import Run, task
from facedown.games.magic.events import (
    EffectsEnded,
    Kept,
    LibraryChanged,
    Looking,
    Moved,
    Remade,
    Told,
)
from facedown.games.magic.freeform import (
    DrawCards,
    Flip,
    Look,
    MoveCards,
    Mulligan,
    Show,
    ShuffleLibrary,
)
from facedown.games.magic.model import Control
from facedown.games.magic.state import MADE, Effect, MagicState, Obj, Task, index, player
from facedown.games.magic.view import printed_card
from facedown.kernel import Faces, IllegalAction, Ref, Reveal, Seat, Shuffle

_DOWN = ("battlefield", "exile", "stack")


def turned_up(state: MagicState, seat: Seat, cards: tuple[Ref, ...]) -> tuple[Ref, ...]:
    """The hidden ones among these cards, if all of them are this player's own to turn up.

    Otherwise none: a library's or a lender's cards are revealed by the dealer, and the others with them.
    """
    objects, own = index(state.objects), state.players[seat]
    found = []
    for ref in dict.fromkeys(cards):
        obj = objects.get(ref)
        if obj is None and (ref in own.hand or ref in own.sideboard):
            found.append(ref)
        elif obj is None or (hidden(state, ref) and obj.controller != seat):
            return ()
        elif hidden(state, ref):
            found.append(ref)
    return tuple(found)


def move_cards(run: Run, seat: Seat, command: MoveCards) -> None:
    """Any cards to any zone."""
    cards = distinct(command.cards)
    _check(run, command)
    places = [touch(run, seat, key) for key in cards]
    if command.to == "battlefield" and all(zone == "battlefield" for _, zone in places):
        for permanent in [_given(run, key, command) for key in cards]:  # all looked at before any is given
            _give(run, permanent, command)
        return
    if any(zone == command.to != "library" for _, zone in places):
        raise IllegalAction("it is there already")
    under = seat if command.seat < 0 else command.seat
    going = []
    for number, (key, (owner, zone)) in enumerate(zip(cards, places, strict=True)):
        obj = run.obj(key)
        bottom = command.position < 0
        going.append(
            Going(
                key,
                owner,
                zone,
                command.to,
                controller=under,
                face="" if obj is None or command.face_down else obj.face,
                bottom=bottom,
                place=-1 - command.position if bottom else command.position + number,
                tapped=command.tapped,
                face_down=command.face_down and key < MADE,
            )
        )
    expect(run.state, going, run.faces)
    bring(run, going)
    if command.to == "stack":
        for key in cards:
            run.emit(Told("cast", key, under))
    if command.power is not None or command.toughness is not None:
        for key in cards:
            if run.obj(key) is not None:
                override(run, seat, key, command.power, command.toughness)


def expect(state: MagicState, going: list[Going], faces: Faces) -> None:
    """Refuses what might be too much for a table, before the dealer is asked what cards these are."""
    unknown = [card for card in going if not card.face and card.ref < MADE and card.ref not in faces]
    if going and going[0].to in OPEN and unknown:
        check_unknown(state, len(unknown), going[0].to)


def bring(run: Run, going: list[Going]) -> None:
    """Move cards as they are told to, without asking any card."""
    reveal(run, going)
    for card in going:
        if card.to != "library":
            card.place, card.bottom = 0, False
        if card.to == "battlefield":
            card.entry = _loyal(card)
    with run.batch():
        for card in going:
            if card.origin == "battlefield":
                _let_go(run, card.ref)
            if card.to == "library":
                rest = [ref for ref in run.state.players[card.owner].library if ref != card.ref]
                card.place = min(card.place, len(rest))
            carry(run, card)


def _check(run: Run, command: MoveCards) -> None:
    if command.seat >= 0:
        somebody(run.state, command.seat)
        if command.to not in ("battlefield", "stack", "exile"):
            raise IllegalAction("hands, libraries, graveyards and sideboards take only their owner's cards")
    if command.position and command.to != "library":
        raise IllegalAction("only a library has positions")
    if command.face_down and command.to not in _DOWN:
        raise IllegalAction("face down only to the battlefield, the stack or exile")
    sized = command.power is not None or command.toughness is not None
    if (command.tapped or sized) and command.to != "battlefield":
        raise IllegalAction("only permanents are tapped, and have power and toughness")
    within(command.position, -1000, 1000, "position")
    # Before the dealer is asked: whatever is refused after that would leave the table half way.
    check_size(command.power, command.toughness)
    if sized:
        room_for(run.state, len(command.cards))


def _given(run: Run, key: int, command: MoveCards) -> Obj:
    """A permanent that may be given to another player."""
    if command.seat < 0 or command.tapped or command.face_down or command.power is not None:
        raise IllegalAction("it is there already; say for whom, to give it to a player")
    obj, seen = permanent(run, key)
    if seen.controller == command.seat:
        raise IllegalAction("that player controls it already")
    if hidden(run.state, key):
        raise IllegalAction("turn it face up before you give it away")
    return obj


def _give(run: Run, obj: Obj, command: MoveCards) -> None:
    """Under another player's control: one more continuous effect."""
    old = tuple(
        effect.stamp
        for effect in run.state.effects
        if effect.objects == (obj.pointer,) and effect.changes == (Control(),) and effect.source is None
    )
    if old:
        run.emit(EffectsEnded(old))
    effect = Effect(
        run.tick(), command.seat, (obj.pointer,), (Control(),), duration="forever", name="a player's word"
    )
    lasting(run, effect)


def _loyal(card: Going) -> Entry:
    """A planeswalker comes with its counters."""
    loyalty = printed_card(Obj(card.ref, 0, "hand", 0, 0, card.face)).loyalty if card.face else None
    counts = loyalty is not None and loyalty.isdecimal() and len(loyalty) < 4
    return Entry(counters=(("loyalty", int(loyalty)),) if counts and loyalty is not None else ())


def _let_go(run: Run, host: int) -> None:
    """What is attached to a permanent that goes comes off."""
    for obj in run.state.objects:
        if obj.attached == host:
            run.emit(Remade(msgspec.structs.replace(obj, attached=None), "unattached"))


def draw_cards(run: Run, seat: Seat, command: DrawCards) -> None:
    """From the top of the library; or the last ones back onto it."""
    own = run.state.players[seat]
    if command.count < 0:
        within(-command.count, 1, len(own.hand), "cards to put back")
        for ref in reversed(own.hand[command.count :]):
            run.emit(Moved(ref, seat, "hand", "library"))
        return
    if not own.library:
        raise IllegalAction("your library is empty")
    draw(run, seat, within(command.count, 1, len(own.library), "cards to draw"))


def mulligan(run: Run, seat: Seat, command: Mulligan) -> None:
    """The hand into the library, a shuffle, and a new hand."""
    own = run.state.players[seat]
    within(command.cards, 0, min(20, len(own.hand) + len(own.library)), "cards")
    run.emit(Kept(seat, mulligan=True))
    run.push(Task("shuffle", seat), Task("draw by hand", seat, more=(command.cards,)))


@task("draw by hand")
def draw_by_hand(run: Run, task: Task) -> None:
    """A new hand after a mulligan."""
    draw(run, task.seat, task.more[0])


def shuffle_library(run: Run, seat: Seat, command: ShuffleLibrary) -> None:
    """All of the library, or one end of it."""
    library = run.state.players[seat].library
    count = len(library) if not command.count else abs(command.count)
    if not 0 < count <= len(library):
        raise IllegalAction(f"your library has {len(library)} cards")
    top = command.count >= 0
    chosen = library[-count:] if top else library[:count]
    fresh = run.deal(Shuffle(chosen)).refs
    run.emit(LibraryChanged(seat, (*library[:-count], *fresh) if top else (*fresh, *library[count:])))


def look_at(run: Run, seat: Seat, command: Look) -> None:
    """One's own library, in part or whole. Everybody hears of it."""
    library = run.state.players[seat].library
    count = len(library) if not command.count else abs(command.count)
    if not 0 < count <= len(library):
        raise IllegalAction(f"your library has {len(library)} cards")
    refs = tuple(reversed(library[-count:] if command.count >= 0 else library[:count]))
    _let_look(run, seat, refs)
    end = "top" if command.count >= 0 else "bottom"
    run.emit(Told("looked", seat=seat, number=count, text=end, to=refs))


def _let_look(run: Run, seat: Seat, refs: tuple[Ref, ...], lend: bool = False) -> None:
    own = run.state.players[seat]
    secret = {ref for one in run.state.players for ref in one.hidden}
    secret |= {obj.id for obj in run.state.objects if obj.face_down}
    seen = tuple(ref for ref in dict.fromkeys((*own.seen, *refs)) if ref in secret)
    kept = (*own.lent, *refs) if lend else tuple(ref for ref in own.lent if ref not in refs)
    lent = tuple(ref for ref in dict.fromkeys(kept) if ref in secret)
    if (seen, lent) == (own.seen, own.lent):
        raise IllegalAction("that is known already")
    run.emit(Looking(seat, seen, lent))


def show(run: Run, seat: Seat, command: Show) -> None:
    """Hidden cards of one's own, to everybody on the record, or to one player."""
    own = run.state.players[seat]
    refs = command.cards
    if command.zone:
        if refs:
            raise IllegalAction("reveal cards or a zone, not both")
        refs = getattr(own, command.zone)
    refs = distinct(refs)
    for ref in refs:
        obj = run.obj(ref)
        down = obj is not None and hidden(run.state, ref) and obj.controller == seat
        if ref not in own.hidden and not down:
            raise IllegalAction("only hidden cards of your own are yours to show")
    if command.to >= 0:
        if somebody(run.state, command.to) == seat:
            raise IllegalAction("to somebody else, or to all")
        _let_look(run, command.to, refs, command.lend)
        what = "lent" if command.lend else "showed"
        run.emit(Told(what, seat=seat, number=len(refs), to=(player(command.to), *refs)))
        return
    if command.lend:
        raise IllegalAction("lend cards to one player")
    faces = dict(run.deal(Reveal(refs)).faces)
    names = ", ".join(printed_card(Obj(-1, -1, "exile", 0, 0, faces[ref])).name for ref in refs)
    run.emit(Told("revealed", -1, seat, names))


def flip(run: Run, seat: Seat, command: Flip) -> None:
    """A card on the battlefield or in exile is turned over."""
    touch(run, seat, command.card)
    obj = run.obj(command.card)
    if obj is None or obj.id >= MADE or obj.zone not in ("battlefield", "exile"):
        raise IllegalAction("only a card on the battlefield or in exile can be turned over")
    if not obj.face_down:
        new = msgspec.structs.replace(obj, face="", face_down=True, stamp=run.tick())
        run.emit(Remade(new, "face down"))
        return
    face = run.faces.get(obj.id) or dict(run.deal(Reveal((obj.id,))).faces)[obj.id]
    run.emit(Remade(msgspec.structs.replace(obj, face=face, face_down=False, stamp=run.tick()), "face up"))


def public(to: str) -> bool:
    """Whether a zone lies in the open."""
    return to in OPEN
