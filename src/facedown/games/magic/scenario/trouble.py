"""Why a scenario does not go through."""


class Failure(Exception):
    """A step could not be carried out as the script has it."""


class Illegal(Failure):
    """The rules do not allow a step."""


class Question(Failure):
    """Something is asked that the script does not answer."""
