"""A player with a lasting key on a real line: it signs what is to be signed, by the book."""

import json
from typing import Any, Literal

from facedown.crypto.signing import SessionKey
from facedown.table import nonce_commitment
from facedown.table.entries import Contributed, Left, claim, consent, ending_claim, head_of
from server.modern import Player

NONCE = "a nonce of sixteen bytes"


class Signer:
    """Knows its key, and what its line was told."""

    def __init__(self, line: Player, key: SessionKey | None = None) -> None:
        self.line = line
        self.key = key or SessionKey.fresh()
        self.public = self.key.public.hex()
        self.wish = {"key": self.public, "commit": nonce_commitment(NONCE)}
        """What it says of itself when it joins."""

    @property
    def place(self) -> tuple[str, int, str, int]:
        line = self.line
        return line.match, line.standing["at"], line.standing["head"], line.seat

    def sign(self, words: bytes) -> str:
        return self.key.sign(words).hex()

    def contribute(self, snapshot: dict[str, Any]) -> None:
        """Show the randomness, and with it countersign the opening."""
        opening = json.dumps(snapshot["opening"], separators=(",", ":"), ensure_ascii=False).encode()
        words = claim(self.line.match, 0, head_of(opening), Contributed(self.line.seat, NONCE))
        self.line.say("contribute", nonce=NONCE, sign=self.sign(words))

    def consent(self, what: Literal["draw", "undo"]) -> dict[str, Any]:
        """The fields with which a player agrees."""
        match, at, head, seat = self.place
        return {"what": what, "at": at, "sign": self.sign(consent(match, at, head, seat, what))}

    def concede(self) -> None:
        match, at, head, seat = self.place
        self.line.say("concede", sign=self.sign(claim(match, at, head, Left(seat, "conceded"))))

    def end(self) -> dict[str, Any]:
        """What it posts under the finished match."""
        match, _, head, seat = self.place
        return {"seat": seat, "sign": self.sign(ending_claim(match, head, seat))}


def meet(first: Signer, second: Signer, **terms: Any) -> str:
    """Two with keys at one table of the house, dealt."""
    code = first.line.ask("create_lobby", "lobby_opened", **first.wish, **terms)["code"]
    seen = second.line.ask("join_lobby", "snapshot", code=code, **second.wish)
    second.contribute(seen)
    first.contribute(first.line.hear("snapshot"))
    for signer in (first, second):
        while not signer.line.standing["active"]:
            signer.line.hear("update")
    return first.line.match
