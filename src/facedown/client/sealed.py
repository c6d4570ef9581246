"""Our side of a sealed match on a server: the keys, what we owe with them, and whom we see leave."""

import asyncio
from collections.abc import Awaitable, Callable

from facedown.client.sessions import Session
from facedown.client.trouble import Trouble
from facedown.kernel import Face, IllegalAction, Seat
from facedown.server.messages import FromClient
from facedown.table import find_dealer, find_game
from facedown.table.entries import Accusation, Opened
from facedown.table.messages import Act, Concede, Offer, Reply
from facedown.table.mirror import Mirror
from facedown.table.pocket import Pocket

NEARLY = 0.9
"""Of the time that a player has before it counts as gone, so much has to pass here too."""


class SealedSeat:
    """Looks after one pocket at a time; `send` gets what has to be said without being asked."""

    def __init__(self, session: Session, send: Callable[[FromClient], Awaitable[None]]) -> None:
        self._session, self._send = session, send
        self.pocket: Pocket | None = None
        """Our keys, where the match is sealed, or is going to be."""
        self.deck: tuple[Face, ...] = ()
        """What they were made for."""
        self.claimed = False
        """Whether the person says that whoever is away has left."""
        self._signing = asyncio.Lock()
        """One thing at a time is made with the keys."""
        self._quiet: tuple[tuple[int, str], float] = (-1, ""), 0.0
        """Since when nothing has happened: the last entry that counts, and our time."""
        self._waiting: set[asyncio.Task[None]] = set()

    def bind(self, game: str, dealer: str, deck: tuple[Face, ...], options: bytes, *, vouch: bool) -> Pocket:
        """Fresh keys for a match with this deck; `vouch`: our lasting one signs for them."""
        if not deck:
            raise Trouble("at a sealed table everybody deals: bring a deck; judges sit where the house deals")
        rules = find_game(game)
        parts = rules.parts(rules.read_options(options), len(deck))
        key = self._session.key if vouch else None
        self.pocket, self.deck = Pocket.fresh(dealer, deck, parts, key), deck
        self._session.keys.keep(self.pocket, deck)
        return self.pocket

    def drop(self) -> None:
        """No sealed match is wanted."""
        self.pocket, self.deck = None, ()

    def find(self, opening: Opened, seat: Seat) -> None:
        """The keys that belong to our chair, if it has any."""
        if seat < 0 or not is_sealed(opening):
            self.drop()
            return
        key = str(opening.chairs[seat].key)
        if self.pocket is not None and self.pocket.bond.key == key:
            return
        found = self._session.keys.find(key)
        if found is None:
            raise Trouble("the match is sealed, and its keys are not here; play on where you sat down to it")
        self.pocket, self.deck = found

    async def sign(
        self, mirror: Mirror, message: Act | Concede | Offer | Reply
    ) -> Act | Concede | Offer | Reply:
        """What we say ourselves, signed, and kept before it is sent."""
        async with self._signing:
            pocket = self.pocket
            if pocket is None:
                raise IllegalAction("the match is over")
            made: Act | Concede | Offer | Reply
            match message:
                case Act(action=action, wish=wish):
                    made = pocket.act(mirror, mirror.game.read_action(action), wish)
                case Concede():
                    made = pocket.concede(mirror)
                case Offer(what=what):
                    made = pocket.offer(mirror, what)
                case Reply(what=what):
                    made = pocket.accept(mirror, what)
            self._session.keys.keep(pocket, self.deck)
        return made

    async def follow(self, mirror: Mirror) -> Act | None:
        """Do our part. Returns an action of ours that was said again, if one was."""
        pocket = self.pocket
        if pocket is None:
            return None
        async with self._signing:
            pocket.follow(mirror)
            if mirror.hand is not None and mirror.hand.table.anchor != self._quiet[0]:
                self._quiet = mirror.hand.table.anchor, asyncio.get_running_loop().time()
                self.claimed = False
            owed = await asyncio.to_thread(pocket.owed, mirror)
            self._session.keys.keep(pocket, self.deck)
        for message in owed:
            await self._send(message)
        return next((message for message in owed if isinstance(message, Act)), None)

    def erase(self) -> None:
        """The match is over and signed: forget its keys. A rematch takes the same deck."""
        if self.pocket is not None:
            self._session.keys.erase(self.pocket)
            self.pocket = None

    def see_late(self, mirror: Mirror, whom: Seat, why: Accusation) -> None:
        """The server asks us to say that a player is gone: we do when we have waited for it ourselves."""
        if self.pocket is None:
            return
        wait = self.pocket.patience(mirror, whom, why)
        if why == "abandoned" and self.claimed:
            wait = 0
        if wait is not None:
            waited = asyncio.get_running_loop().time() - self._quiet[1]
            task = asyncio.create_task(self._accuse(mirror, whom, why, NEARLY * wait / 1000 - waited))
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)

    async def _accuse(self, mirror: Mirror, whom: Seat, why: Accusation, wait: float) -> None:
        quiet, pocket = self._quiet, self.pocket
        await asyncio.sleep(max(0.0, wait))
        async with self._signing:
            if pocket is None or pocket is not self.pocket or quiet != self._quiet:
                return  # whatever it was, it has happened
            message = pocket.accuse(mirror, whom, why)
        await self._send(message)

    def close(self) -> None:
        """Nothing more is said."""
        for task in self._waiting:
            task.cancel()


def is_sealed(opening: Opened) -> bool:
    """Whether the players deal to each other; a dealer that we do not know is for the mirror to refuse."""
    try:
        return find_dealer(opening.dealer).keyring is not None
    except LookupError:
        return False
