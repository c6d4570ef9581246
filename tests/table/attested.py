"""Matches whose players and server have keys, whole and signed, for the tests of who answers for what."""

from collections.abc import Callable, Sequence
from typing import Any

from facedown.crypto.signing import SessionKey
from facedown.dealers import House
from facedown.dealers.mental import Keyring, Mental
from facedown.games.duel import DUEL, DuelOptions
from facedown.kernel import Seat
from facedown.table import Step, Table, log_file, nonce_commitment
from facedown.table.entries import SERVER, ending_claim
from facedown.table.hand import Hand, bond_of, say
from facedown.table.messages import Offer, Reply
from facedown.table.table import PART_GRACE, AnyGame
from facedown.testing.workshop import WORKSHOP, Do, Use, WorkshopOptions

NAMES = ("Ada", "Bo", "Cleo")
KEYS = [SessionKey(bytes([10 + seat] * 32)) for seat in range(3)]
"""The players' lasting keys."""
SERVER_KEY = SessionKey(bytes([7] * 32))


class Attested:
    """A match in which everybody signs what is to be signed."""

    def __init__(
        self,
        dealer: str,
        seats: int,
        game: AnyGame | None = None,
        *,
        keys: Sequence[SessionKey] = KEYS,
        **terms: Any,
    ) -> None:
        game = game or (DUEL if seats == 2 else WORKSHOP)
        decks = [next(iter(game.decks().values()))] * seats
        options = terms.pop("options", DuelOptions() if game is DUEL else WorkshopOptions())
        nonces = [f"nonce {seat}" for seat in range(seats)]
        rings: list[Any] = [None] * seats
        who: dict[str, Any]
        if dealer == "house":
            who = {"decks": decks, "keys": [key.public.hex() for key in keys[:seats]]}
        else:
            rings = [Keyring.fresh(deck, game.parts(options, len(deck))) for deck in decks]
            bonds = [bond_of(ring, key) for ring, key in zip(rings, keys, strict=False)]
            who = {"vouchers": [(bond.id, bond.vouch) for bond in bonds]}
        self.table, steps = Table.open(
            game,
            House(bytes(range(32)), decks) if dealer == "house" else Mental([ring.bond for ring in rings]),
            match=f"{dealer}-{seats}",
            names=NAMES[:seats],
            options=options,
            nonces=[nonce_commitment(nonce) for nonce in nonces],
            server=SERVER_KEY.public.hex(),
            started=1_700_000_000_000,
            **who,
            **terms,
        )
        self.lines: list[bytes] = []
        self.note(steps)
        self.hands = [Hand(self.table, seat, rings[seat], keys[seat]) for seat in range(seats)]
        for seat, hand in enumerate(self.hands):
            self.say(seat, hand.contribute(nonces[seat]))
        self.settle()

    def note(self, steps: Sequence[Step]) -> None:
        self.lines += [step.line for step in steps]

    @property
    def seat(self) -> Seat:
        """Whose move it is."""
        return self.table.active[0]

    def say(self, seat: Seat, message: Any, *, later: int = 1_000) -> None:
        self.note(say(self.table, seat, message, self.table.time + later))

    def settle(self, *, but: Seat | None = None) -> None:
        """All do their parts, but one."""
        while any(task.seat != but for task in self.table.due):
            for seat, hand in enumerate(self.hands):
                for part in hand.parts() if seat != but else ():
                    self.say(seat, part)

    def act(self, action: Any, *, but: Seat | None = None) -> None:
        """Whoever is to move does this, with a wish where there is something to wish for."""
        seat, table = self.seat, self.table
        hand = self.hands[seat]
        self.say(seat, hand.act(action, table.game.wish(table.state, seat, action, hand.faces())))
        self.settle(but=but)

    def some(self, having: Callable[[Any], bool] = lambda action: True) -> Any:
        """The first legal move of this kind."""
        hand = self.hands[self.seat]
        return next(filter(having, self.table.game.legal(self.table.state, self.seat, hand.faces())))

    def consents(self, asker: Seat, what: Any) -> tuple[str, ...]:
        words: list[Offer | Reply] = [
            hand.offer(what) if seat == asker else hand.accept(what) for seat, hand in enumerate(self.hands)
        ]
        return tuple("" if seat in self.table.gone else word.sign for seat, word in enumerate(words))

    def undo(self) -> None:
        seat, table = self.seat, self.table
        self.note(table.undo(seat, table.time + 1_000, self.consents(seat, "undo")))

    def draw(self) -> None:
        self.note(self.table.agree(self.table.time + 1_000, self.consents(0, "draw")))
        self.settle()

    def concede(self, seat: Seat) -> None:
        self.say(seat, self.hands[seat].concede())
        self.settle()

    def leave(self, seat: Seat, why: Any, *, later: int = 1_000) -> None:
        """The server says that somebody is gone."""
        self.note(self.table.leave(seat, why, self.table.time + later))
        self.settle(but=seat)

    def accuse(self, whom: Seat) -> None:
        """All others say that somebody withholds a part."""
        others = [seat for seat in range(len(self.hands)) if seat != whom]
        for seat in others:
            later = PART_GRACE if seat == others[0] else 0
            self.say(seat, self.hands[seat].accuse(whom, "withheld a part"), later=later)
        self.settle(but=whom)

    def signs(self) -> dict[Seat, str]:
        """Everybody's signature under the end, the server's too."""
        assert self.table.outcome is not None
        claim = ending_claim(self.table.opening.match, self.table.head, SERVER)
        ours = {seat: hand.sign_end() for seat, hand in enumerate(self.hands)}
        return {SERVER: SERVER_KEY.sign(claim).hex(), **ours}

    def log(self, *signers: Seat) -> bytes:
        """The log, signed by these; by all, if none are named."""
        signs = self.signs()
        return log_file(self.lines, {seat: signs[seat] for seat in signers or signs})


CREATURES_FIRST = ("play_creature", "attack")


def taken_back(dealer: str) -> Attested:
    """A duel in which an attack may be taken back."""
    match = Attested(dealer, 2)
    for _ in range(200):
        faces = match.hands[match.seat].faces()
        moves = match.table.game.legal(match.table.state, match.seat, faces)
        kinds = {str(move.__struct_config__.tag): move for move in reversed(moves)}
        match.act(next((kinds[kind] for kind in CREATURES_FIRST if kind in kinds), moves[0]))
        if match.table.active and match.table.undoable(match.seat):
            return match
    raise LookupError("nothing could be taken back")


def drawn(dealer: str) -> Attested:
    """A duel in which an attack is taken back, and that ends in an agreed draw."""
    match = taken_back(dealer)
    match.undo()
    match.act(match.some())
    match.draw()
    return match


def given_up(dealer: str) -> Attested:
    """A duel that one gives up after a few moves."""
    match = Attested(dealer, 2)
    for _ in range(4):
        match.act(match.some())
    match.concede(1)
    return match


def abandoned(dealer: str) -> Attested:
    """A duel of which the server says that one has left it."""
    match = Attested(dealer, 2)
    match.act(match.some())
    match.leave(1, "abandoned")
    if match.table.outcome is None:  # the list of one who has left
        match.leave(1, "withheld its list", later=PART_GRACE)
    return match


def three(dealer: str) -> Attested:
    """Three in the workshop: a card is turned up, a choice is hidden, two leave one after the other."""
    match = Attested(dealer, 3)
    match.act(match.some(lambda action: isinstance(action, Use) and action.what == "play"))
    match.act(Do("return"))
    match.act(Do("roll"))
    if dealer == "mental":
        late = (match.seat + 1) % 3
        match.act(Do("shuffle"), but=late)
        match.accuse(late)
    else:
        late = match.seat
        match.concede(late)
    rest = [seat for seat in range(3) if seat != late]
    match.concede(rest[0])
    if match.table.outcome is None:
        match.leave(late, "withheld its list", later=PART_GRACE)
    return match
