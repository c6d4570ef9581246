"""What we have asked a server for, what we have promised for it, and whether what it opens is that."""

import secrets
from typing import TypeAlias

import msgspec

from facedown.client.sessions import Session
from facedown.server.messages import CreateLobby, JoinLobby, JoinQueue, PlayBot
from facedown.table import nonce_commitment
from facedown.table.asked import Asked
from facedown.table.messages import Rejected, Snapshot
from facedown.table.mirror import opening_of

Wanted: TypeAlias = JoinQueue | CreateLobby | JoinLobby | PlayBot
"""What somebody without a match may ask for."""


class Wishes:
    """The match that we wait for, if we wait for one."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.wish: Wanted | None = None
        """What is said again after a break."""
        self.asked: Asked | None = None
        """What our next match has to be."""
        self.repeated: Rejected | bool = False
        """Whether the wish was said again; and what the server said to that, if it refused."""
        self.found = False
        """Whether we go to a match only because the server says that it is on."""

    def promise(self, asked: Asked, name: str, key: str, commit: str = "") -> Asked:
        """We want this match, and bring our name, our key and randomness, which may be kept elsewhere."""
        nonce = "" if commit else secrets.token_hex(32)
        commit = commit or nonce_commitment(nonce)
        self.asked = msgspec.structs.replace(asked, name=name, key=key, commit=commit)
        self._session.promise(commit, nonce, self.asked)
        return self.asked

    def check(self, snapshot: Snapshot, server: str) -> bool:
        """Our name, keys and randomness are on the chair, in the match that we have asked for.

        False: it is no match of this session, and nobody has asked to go back to it.
        """
        opening = opening_of(snapshot)
        asked = self._session.kept.asked.get(opening.chairs[snapshot.seat].nonce)
        if asked is None and self.found:
            return False
        asked = asked or self.asked
        if asked is not None:
            known = server if snapshot.seat in snapshot.awaited else ""
            msgspec.structs.replace(asked, server=known).check(opening, snapshot.seat)
        return True

    def refused(self, refused: Rejected) -> bool:
        """Whether it is the wish that was refused when it was said again: it may have come true before."""
        if self.repeated is not True or self.wish is None:
            return False
        if refused.refuses != str(self.wish.__struct_config__.tag):
            return False
        self.repeated, self.found = refused, True
        return True

    def clear(self) -> None:
        """It has come true, or is of no interest any more."""
        self.wish, self.asked, self.repeated, self.found = None, None, False, False
