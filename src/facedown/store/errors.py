"""Why the store declines. Nothing was written, whichever it is."""

from facedown.kernel.errors import Refused


class StoreFailed(Exception):
    """The root of what goes wrong between the server and its store, and concerns no player."""


class DatabaseClosed(StoreFailed):
    """The database was closed before this reached it."""


class NewerDatabase(StoreFailed):
    """The file was written by a newer version of Facedown."""


class Conflict(StoreFailed):
    """Somebody else appended first: the log is not as long as the caller believed."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        self.stream, self.expected, self.actual = stream, expected, actual
        super().__init__(f"{stream}: expected {expected} records, found {actual}")


class UnknownMatch(StoreFailed):
    """There is no match with this id."""


class MatchOver(StoreFailed):
    """The match is finished and takes no more records."""


class BadName(Refused):
    """The name breaks the rules for names."""

    code = "name"


class BadPassword(Refused):
    """The password is too short, too long or not text."""

    code = "password"


class NameTaken(Refused):
    """Another account has this name, perhaps in other capitals."""

    code = "taken"


class NotAGuest(Refused):
    """Only a guest can be turned into an account."""

    code = "guest"


class WrongCredentials(Refused):
    """Name and password do not belong together; which of them is wrong is not told."""

    code = "credentials"


class UnknownDeck(Refused):
    """This player has no such deck."""

    code = "unknown"


class BadDeck(Refused):
    """The deck's name or size breaks the rules for saved decks."""

    code = "deck"


class TooManyDecks(Refused):
    """The player has as many decks as one may keep."""

    code = "full"
