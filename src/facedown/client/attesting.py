"""Our signature under a match: given if we have checked it to its end, delivered for sure. And the others."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import msgspec

from facedown.client.api import Api
from facedown.client.sessions import Session
from facedown.client.trouble import Trouble
from facedown.kernel import ProofRejected, Seat
from facedown.table.entries import SERVER, Seal
from facedown.table.mirror import Mirror

WAITS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.5)
"""Seconds before each look for the signatures of those who are there."""
PATIENCE = 3.0
"""Seconds for all of them together, however slow the server is."""
FINAL = (404, 422)
"""What a server answers to a signature that it will never take."""


class Attesting:
    """Signs ends, delivers signatures, and collects those of the others."""

    def __init__(self, session: Session, api: Callable[[], Api]) -> None:
        self._session, self._api = session, api
        self._last = "", ""
        """The match that we have signed last, and the signature."""
        self._delivery: asyncio.Task[None] | None = None

    def sign_end(self, mirror: Mirror) -> None:
        """Sign that this is what was played; if and only if every step of it was checked here."""
        over = mirror.standing.outcome is not None
        if not over or mirror.seat < 0 or mirror.hand is None or mirror.match == self._last[0]:
            return
        if sign := mirror.hand.sign_end():
            self._last = mirror.match, sign
            self._session.owe(mirror.match, mirror.seat, sign)
            self.deliver()

    def deliver(self) -> None:
        """Send what the server has not yet, beside everything else; what does not arrive is kept."""
        if self._session.kept.unsent and (self._delivery is None or self._delivery.done()):
            self._delivery = asyncio.create_task(self._deliver())

    async def _deliver(self) -> None:
        for match, (seat, sign) in list(self._session.kept.unsent.items()):
            await self._send(match, seat, sign)

    async def _send(self, match: str, seat: Seat, sign: str) -> Seal | None:
        try:
            seal = await asyncio.to_thread(self._api().sign, match, seat, sign)
        except Trouble as trouble:
            if trouble.status in FINAL:
                self._session.delivered(match)
            return None
        self._session.delivered(match)
        return seal

    async def collect(self, mirror: Mirror) -> dict[Seat, str] | None:
        """Who has signed this match; waits a moment for players who are there. None: we have not."""
        match, mine = self._last
        if match != mirror.match:
            return None
        signs = {mirror.seat: mine}
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                for wait in WAITS:
                    await asyncio.sleep(wait)
                    seal = await self._send(match, mirror.seat, mine)
                    if seal is None:
                        break
                    if seal.head != mirror.standing.head:
                        raise ProofRejected("server", "ends the match with another hash than it had shown")
                    signs |= dict(seal.signs)
                    if not awaited(mirror, signs):
                        break
        return signs

    async def close(self) -> None:
        """Let what is on its way arrive, if that does not take long."""
        if self._delivery is not None:
            await asyncio.wait({self._delivery}, timeout=PATIENCE)
            self._delivery.cancel()


def awaited(mirror: Mirror, signs: dict[Seat, str]) -> set[Seat]:
    """Players with a key of their own who are there and have not signed yet; and the server."""
    opening = mirror.opening
    missing = {SERVER} if opening.server is not msgspec.UNSET else set[Seat]()
    for seat, chair in enumerate(opening.chairs):
        if chair.key is not msgspec.UNSET and chair.lasting != opening.server and mirror.present[seat]:
            missing.add(seat)
    return missing - signs.keys()
