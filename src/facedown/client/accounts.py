"""`facedown register`, `login` and `logout`: who you are on a server."""

import argparse
import sys
from getpass import getpass

from facedown.client import sessions
from facedown.client.address import Address
from facedown.client.api import Api, Login
from facedown.client.saying import say
from facedown.client.trouble import OK, Trouble


def register(args: argparse.Namespace) -> int:
    """Make an account. Whoever played as a guest from here becomes it."""
    address = Address.parse(args.server)
    guest = sessions.guest(address)
    password = _password("Choose a password (8 characters or more): ")
    if sys.stdin.isatty() and password != _password("The same again: "):
        raise Trouble("the passwords differ; nothing was registered, try again")
    _use(address, Api(address, guest.kept.token).register(args.name, password))
    guest.forget()
    return OK


def login(args: argparse.Namespace) -> int:
    """Use an account from here."""
    address = Address.parse(args.server)
    _use(address, Api(address).login(args.name, _password("Password: ")))
    return OK


def logout(args: argparse.Namespace) -> int:
    """Forget the account here, and let the server forget the token."""
    address = Address.parse(args.server)
    account = sessions.account(address)
    if not account.kept.token:
        raise Trouble(f"you are not logged in at {address.http}")
    name, token = account.kept.name, account.kept.token
    account.forget()
    Api(address, token).logout()
    say(f"{name} is logged out of {address.http}.")
    return OK


def _use(address: Address, login: Login) -> None:
    sessions.account(address).remember(name=login.name, token=login.token)
    say(f"You are {login.name} at {address.http} from now on; `facedown logout` ends it.")


def _password(prompt: str) -> str:
    """Typed unseen; from a pipe, the next line of it."""
    try:
        password = getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
        password.encode()  # a terminal or pipe may hand us bytes that are no text
    except UnicodeError:
        raise Trouble("that is no password: it is not a text in UTF-8; give one that is") from None
    if not password:
        raise Trouble("a password is needed; type one, or give it on standard input")
    return password
