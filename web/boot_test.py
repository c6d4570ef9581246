"""What the packed Python must do before it is believed: a match, its audit, its replay, a fault."""

import json
import traceback
from typing import Any

from facedown.dealers import House
from facedown.kernel import IllegalAction
from facedown.table import Table, find_game, log_file
from facedown.table.bridge import Bridge

game = find_game("duel")
decks = [next(iter(game.decks().values()))] * 2
table, steps = Table.open(game, House(bytes(32), decks), match="boot", names=["Ada", "Bram"], decks=decks)
while table.outcome is None:
    (seat,) = game.active(table.state)
    steps += table.act(seat, game.legal(table.state, seat, table.faces[seat])[-1], 0)
log = log_file([step.line for step in steps]).decode()


def ask(question: str, **fields: object) -> Any:
    """What the page asks."""
    return json.loads(Bridge().ask(question, json.dumps(fields)))


assert ask("verify", log=log, head=None)["answer"]["verdict"] == "unattested"  # nobody here has a key
assert len(ask("replay", log=log)["answer"]["steps"]) == len(steps)
assert ask("replay", log=log.replace('"seat":0', '"seat":1', 1))["fault"]["at"]
try:
    table.undo(0, 0)
except IllegalAction as error:
    trace = "".join(traceback.format_exception(error))
assert "IllegalAction: the match is over" in trace
