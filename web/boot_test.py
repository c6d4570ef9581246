"""What the packed Python has to be able to do before it is believed: a match, its audit, a fault and its trace."""

import traceback

from facedown.dealers import House
from facedown.kernel import ProofRejected
from facedown.table import Table, find_game, log_file, verify

game = find_game("duel")
deck = next(iter(game.decks().values()))
table, steps = Table.open(game, House(bytes(32), [deck, deck]), match="boot", names=["a", "b"], decks=[deck, deck])
while table.outcome is None:
    (seat,) = game.active(table.state)
    steps += table.act(seat, game.legal(table.state, seat, table.faces[seat])[-1], 0)
log = log_file([step.line for step in steps])
assert verify(log).finished
try:
    verify(log.replace(b'"seat":0', b'"seat":1', 1))
except ProofRejected as error:
    assert "entry" in "".join(traceback.format_exception(error))
else:
    raise AssertionError("a forged log was believed")
