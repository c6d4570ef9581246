"""A table of Magic that was set up by hand, shown to a real page: its line leads here and not to the server.

The position is one of a scenario's stage; the rules decide what the page sends, and the other player passes.
The page has no mirror then: it shows the pictures that it is sent.
"""

from typing import Any

import msgspec
from playwright.sync_api import WebSocketRoute

from e2e.visitor import Visitor
from facedown.games.magic.actions import AnyAction, Done, Pass
from facedown.games.magic.decide import STOPS, decide
from facedown.games.magic.game import MAGIC
from facedown.games.magic.scenario.stage import Stage
from facedown.games.magic.scenario.steps import take
from facedown.kernel import Face, Ref, encode

NAMES = ("Ada", "Bea")
CHAIRS = [{"name": name} for name in NAMES]
OPENING = {"at": 0, "time": 0, "prev": "", "body": {"type": "opened", "chairs": CHAIRS}}


class Pose:
    """A position, seen and played by the first player, in whose main phase it begins."""

    def __init__(self, *, commander: bool = False) -> None:
        self.stage = Stage(list(NAMES), {}, commander)
        self.at = 1
        self._put = 0
        self.stage.set_player(0, stops=STOPS[1:], until="")
        self.stage.set_player(1, stops=(), until="")

    def put(self, seat: int, *cards: str, times: int = 1, **more: Any) -> str:
        """Onto the battlefield; returns what the last one is called here."""
        for card in cards * times:
            self._put += 1
            step = {"op": "put", "player": NAMES[seat], "card": card, "id": f"it{self._put}"}
            take(self.stage, {**step, **more})
        return f"it{self._put}"

    def hold(self, *cards: str) -> None:
        """Into our hand."""
        for card in cards:
            self.stage.in_hand(0, card)

    def faces(self) -> dict[Ref, Face]:
        """What we may look at."""
        state = self.stage.state
        sees = state.prompt.sees if state.prompt is not None and state.prompt.seat == 0 else ()
        return {ref: self.stage.faces[ref] for ref in (*state.players[0].hand, *sees)}

    def act(self, action: dict[str, Any]) -> None:
        """What the page wants to do, and what follows until we are asked again."""
        meant = msgspec.convert(action, AnyAction)
        self.stage._apply(decide(self.stage.state, 0, meant, self.faces()))
        self.at += 1
        while self.stage.state.prompt is not None and self.stage.state.prompt.seat == 1:
            legal = MAGIC.legal(self.stage.state, 1, self.stage.faces)
            given = next(one for one in legal if isinstance(one, Pass | Done))
            self.stage._apply(decide(self.stage.state, 1, given, self.stage.faces))

    def show(self, visitor: Visitor) -> None:
        """Open the match in this page."""
        visitor.forgive("ERR_FAILED", "404")
        visitor.context.route("**/worker-*.js", lambda route: route.abort())
        visitor.page.route_web_socket("**/ws*", self._answer)
        with visitor.page.expect_response("**/card-catalog?game=magic"):
            visitor.page.goto("/match/posed")
        visitor.page.locator(".phases").wait_for()

    def _answer(self, line: WebSocketRoute) -> None:
        def hear(text: str | bytes) -> None:
            said = msgspec.json.decode(text)
            if said["type"] == "hello":
                line.send(encode(self._welcome()).decode())
            if said["type"] == "act" and said["at"] != self.at:  # as a server has it
                stale = {"type": "rejected", "code": "stale", "message": "too late", "refuses": "act"}
                line.send(encode({**stale, "at": self.at}).decode())
            elif said["type"] == "act":
                self.act(said["action"])
            if said["type"] in ("resume", "sync", "act"):
                line.send(encode(self._snapshot()).decode())

        line.on_message(hear)

    def _welcome(self) -> dict[str, Any]:
        me = {"player": "ada", "name": NAMES[0], "guest": True, "token": None}
        return {"type": "welcome", "protocol": 1, **me, "match": "posed", "version": "1"}

    def _snapshot(self) -> dict[str, Any]:
        state = self.stage.state
        active = MAGIC.active(state)
        standing: dict[str, Any] = {"at": self.at, "head": f"{self.at:064x}", "active": active, "left": []}
        if 0 in active:
            standing["legal"] = MAGIC.legal(state, 0, self.faces())
        return {
            "type": "snapshot",
            "match": "posed",
            "game": "magic",
            "dealer": "house",
            "seat": 0,
            "names": NAMES,
            "options": {},
            "clock": {"turn": 0, "reserve": 0, "lag": 0},
            "opening": OPENING,
            "state": {},
            "faces": list(self.faces().items()),
            "present": (True, True),
            "awaited": (),
            "offer": None,
            "standing": {**standing, "undoable": False, "outcome": MAGIC.outcome(state)},
            "picture": MAGIC.picture(state),
        }
