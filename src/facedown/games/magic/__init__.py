"""Magic: two to four players, from free-form to enforced, with the layers of the comprehensive rules."""
