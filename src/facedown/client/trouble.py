"""What a command ends with when it cannot do its work: one line for people, one number for scripts."""

OK = 0
NOT_SO = 1
"""What was to be checked does not hold: a log is not fair, a deck is not legal."""
BAD_INPUT = 2
"""The command was not understood, or a file or a name is wrong."""
NO_SERVER = 3
"""The server cannot be reached, or does not talk our language."""
INTERRUPTED = 130


class Trouble(Exception):
    """Ends the command with one clear line on stderr, which says what to do next, and an exit code."""

    def __init__(self, message: str, code: int = BAD_INPUT, status: int = 0) -> None:
        """`status`: what a server has answered over HTTP, if it is about that."""
        super().__init__(message)
        self.code, self.status = code, status
