"""The dial: free-form and assisted play. Players do by hand what they like; the table keeps the record.

What lies in the open anybody may touch, as at a kitchen table. What is hidden is its owner's alone: nobody
else sees or moves it unless the owner shows or lends it. Assisted play has the rules at one's service, too.
"""

from facedown.games.magic.dial.carry_out import decide_freely, dropped, opens_freely
from facedown.games.magic.dial.offers import legal_freely
from facedown.games.magic.dial.parse import parse_command
from facedown.games.magic.dial.rest import leave_freely
from facedown.games.magic.dial.rules import suggestions

__all__ = [
    "decide_freely",
    "dropped",
    "leave_freely",
    "legal_freely",
    "opens_freely",
    "parse_command",
    "suggestions",
]
