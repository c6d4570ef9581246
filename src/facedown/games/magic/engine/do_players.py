"""Operations on players: cards, life, mana, libraries, turns."""

import msgspec

from facedown.games.magic import model as m
from facedown.games.magic.engine.costs import discard, throw_away
from facedown.games.magic.engine.damage import gain_life, lose_life
from facedown.games.magic.engine.hidden import arrange, passing, take_from_library
from facedown.games.magic.engine.moving import Going, draw, look, move, shuffle
from facedown.games.magic.engine.operations import about, amount, does, seats, source_of
from facedown.games.magic.engine.run import Run
from facedown.games.magic.events import ExtraTurnGained, Made, ManaAdded, Moved, Told
from facedown.games.magic.manas import WUBRG, symbols
from facedown.games.magic.state import MADE, Frame, Obj, Prompt
from facedown.games.magic.view import printed_card
from facedown.kernel import Reveal, Roll


@does(m.Draw)
def draw_op(run: Run, frame: Frame, op: m.Draw) -> Frame:
    """Draw cards."""
    count = amount(run, frame, op.count)
    drawn = 0
    for seat in seats(run, frame, op.who):
        drawn += draw(run, seat, count)
    return msgspec.structs.replace(frame, did=drawn > 0)


@does(m.Discard)
def discard_op(run: Run, frame: Frame, op: m.Discard) -> Frame:
    """Discard: of the player's choice, all, at random, or chosen by you."""
    gone = 0
    for seat in seats(run, frame, op.who):
        hand = run.state.players[seat].hand
        count = min(amount(run, frame, op.count), len(hand))
        if op.how == "hand":
            throw_away(run, seat, list(hand))
            gone += len(hand)
        elif op.how == "random":
            gone += _at_random(run, seat, count)
        elif op.how == "you choose":
            gone += _you_choose(run, frame, op, seat, count)
        else:
            gone += len(discard(run, seat, count, op.filter))
    return msgspec.structs.replace(frame, did=gone > 0, much=gone)


def _at_random(run: Run, seat: int, count: int) -> int:
    left = list(run.state.players[seat].hand)
    chosen = []
    for _ in range(count):
        place = run.deal(Roll(len(left))).value if len(left) > 1 else 0
        chosen.append(left.pop(place))
    throw_away(run, seat, chosen)
    return len(chosen)


def _you_choose(run: Run, frame: Frame, op: m.Discard, seat: int, count: int) -> int:
    """The hand is revealed, and you choose from it."""
    hand = run.state.players[seat].hand
    if not hand:
        return 0
    faces = dict(run.deal(Reveal(hand)).faces)
    names = ", ".join(printed_card(Obj(ref, -1, "hand", seat, seat, faces[ref])).name for ref in hand)
    run.emit(Told("revealed", -1, seat, names))
    able = [ref for ref in hand if op.filter is None or passing(run, frame, op.filter, ref, faces[ref], seat)]
    count = min(count, len(able))
    if not count:
        return 0
    options = tuple((ref,) for ref in able)
    prompt = Prompt(
        frame.controller,
        "card",
        options,
        count,
        count,
        default=tuple(range(count)),
        about="they discard",
        source=frame.source[0],
    )
    chosen = [int(option[0]) for option in run.ask(prompt)]
    throw_away(run, seat, chosen)
    return len(chosen)


@does(m.Mill)
def mill(run: Run, frame: Frame, op: m.Mill) -> Frame:
    """The top cards into the graveyard."""
    count = amount(run, frame, op.count)
    became = []
    for seat in seats(run, frame, op.who):
        library = run.state.players[seat].library
        top = library[max(0, len(library) - count) :] if count > 0 else ()
        became += move(run, [Going(ref, seat, "library", "graveyard") for ref in reversed(top)])
    return about(frame, tuple(became), much=len(became))


@does(m.GainLife)
def gain(run: Run, frame: Frame, op: m.GainLife) -> Frame:
    """Gain life."""
    much = amount(run, frame, op.amount)
    for seat in seats(run, frame, op.who):
        gain_life(run, seat, much)
    return msgspec.structs.replace(frame, much=much)


@does(m.LoseLife)
def lose(run: Run, frame: Frame, op: m.LoseLife) -> Frame:
    """Lose life."""
    much = amount(run, frame, op.amount)
    lost = 0
    for seat in seats(run, frame, op.who):
        lose_life(run, seat, much)
        lost += much
    return msgspec.structs.replace(frame, much=lost)


@does(m.SetLife)
def set_life(run: Run, frame: Frame, op: m.SetLife) -> Frame:
    """A life total becomes a number: that is gaining or losing the difference (119.5)."""
    wanted = amount(run, frame, op.amount)
    for seat in seats(run, frame, op.who):
        by = wanted - run.state.players[seat].life
        if by > 0:
            gain_life(run, seat, by)
        else:
            lose_life(run, seat, -by)
    return frame


@does(m.AddMana)
def add_mana(run: Run, frame: Frame, op: m.AddMana) -> Frame:
    """Mana from a spell or a triggered ability."""
    count = amount(run, frame, op.count)
    for seat in seats(run, frame, op.who):
        made: list[str] = []
        for _ in range(count):
            if op.mana == "any":
                options = tuple((color,) for color in WUBRG)
                made.append(
                    str(run.choose(Prompt(seat, "color", options, about="which mana", default=(0,)))[0])
                )
            else:
                made += symbols(op.mana)
        if made:
            run.emit(ManaAdded(seat, tuple(made)))
    return frame


@does(m.Search)
def search(run: Run, frame: Frame, op: m.Search) -> Frame:
    """Search a library, put what is found somewhere, shuffle."""
    became = []
    found = 0
    for seat in seats(run, frame, op.who):
        taken = take_from_library(run, frame, seat, op)
        found += len(taken)
        if op.to == "top":
            continue
        place = {"hand": "hand", "battlefield": "battlefield", "graveyard": "graveyard"}[op.to]
        cards = [
            Going(ref, seat, "library", place, face=run.faces.get(ref, ""), tapped=op.tapped)  # type: ignore[arg-type]
            for ref in taken
        ]
        became += move(run, cards)
    return about(frame, tuple(became), did=found > 0)


@does(m.Scry)
def scry(run: Run, frame: Frame, op: m.Scry) -> Frame:
    """Look at the top cards and put any of them on the bottom, in any order (701.22)."""
    arrange(run, frame.controller, amount(run, frame, op.count), "scry")
    return frame


@does(m.Surveil)
def surveil(run: Run, frame: Frame, op: m.Surveil) -> Frame:
    """Look at the top cards and put any of them into the graveyard (701.25)."""
    away = arrange(run, frame.controller, amount(run, frame, op.count), "surveil")
    move(run, [Going(ref, frame.controller, "library", "graveyard") for ref in away])
    return frame


@does(m.LookAndTake)
def look_and_take(run: Run, frame: Frame, op: m.LookAndTake) -> Frame:
    """Look at the top cards, take some into the hand, the rest goes where it says."""
    from facedown.games.magic.engine.hidden import look_and_take as take

    take(run, frame, op)
    return frame


@does(m.LookAtHand)
def look_at_hand(run: Run, frame: Frame, op: m.LookAtHand) -> Frame:
    """Look at a hand until the next time somebody looks at something."""
    refs = tuple(ref for seat in seats(run, frame, op.who) for ref in run.state.players[seat].hand)
    look(run, frame.controller, refs)
    return frame


@does(m.ShuffleLibrary)
def shuffle_op(run: Run, frame: Frame, op: m.ShuffleLibrary) -> Frame:
    """Shuffle."""
    for seat in seats(run, frame, op.who):
        shuffle(run, seat)
    return frame


@does(m.ExtraTurn)
def extra_turn(run: Run, frame: Frame, op: m.ExtraTurn) -> Frame:
    """An extra turn."""
    for seat in seats(run, frame, op.who):
        run.emit(ExtraTurnGained(seat))
    return frame


@does(m.ExtraCombat)
def extra_combat(run: Run, frame: Frame, op: m.ExtraCombat) -> Frame:  # noqa: ARG001
    """An extra combat phase."""
    run.emit(ExtraTurnGained(-1))
    return frame


@does(m.Manifest)
def manifest(run: Run, frame: Frame, op: m.Manifest) -> Frame:
    """The top card onto the battlefield face down."""
    became = []
    for seat in seats(run, frame, op.who):
        library = run.state.players[seat].library
        if library:
            became += move(run, [Going(library[-1], seat, "library", "battlefield", face_down=True)])
    return about(frame, tuple(became))


@does(m.Emblem)
def emblem(run: Run, frame: Frame, op: m.Emblem) -> Frame:
    """An emblem in the command zone."""
    born = run.tick()
    seat = frame.controller
    card = m.Card(f"{source_of(run, frame).name} emblem", abilities=op.abilities)
    run.emit(Made(Obj(MADE + born, born, "command", seat, seat, card=card, stamp=born)))
    return frame


@does(m.WinGame)
def win_game(run: Run, frame: Frame, op: m.WinGame) -> Frame:
    """Somebody wins or loses by a card's word."""
    from facedown.games.magic.engine import leaving

    for seat in seats(run, frame, op.who):
        if op.lose:
            leaving.lose(run, [(seat, "lost by an effect")])
        else:
            leaving.win(run, seat, "won by an effect")
            break
    return frame


@does(m.TakeTop)
def take_top(run: Run, frame: Frame, op: m.TakeTop) -> Frame:
    """The top card is revealed; if it passes, it goes to the hand."""
    taken = 0
    for seat in seats(run, frame, op.who):
        library = run.state.players[seat].library
        if not library:
            continue
        ref = library[-1]
        face = dict(run.deal(Reveal((ref,))).faces)[ref]
        run.emit(Told("revealed", -1, seat, printed_card(Obj(-1, -1, "exile", 0, 0, face)).name))
        if passing(run, frame, op.filter, ref, face, seat):
            run.emit(Moved(ref, seat, "library", "hand"))
            taken += 1
    return msgspec.structs.replace(frame, did=taken > 0)
