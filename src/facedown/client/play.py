"""`facedown play`: a person at a table, here or on a server."""

import argparse

from facedown.client import files
from facedown.client.trouble import Trouble


def run(args: argparse.Namespace) -> int:
    """Play one match, and more if the person likes."""
    if args.log:
        files.expect_to_write(args.log)
    if args.judge and (args.lobby is None or args.deck):
        raise Trouble("a judge sits down in a lobby and brings no deck; add --lobby, leave out --deck")
    if args.server is None:
        if args.lobby is not None:
            raise Trouble("a lobby needs a server; add --server URL (`facedown serve` starts one)")
        from facedown.client.here import play_here

        return play_here(args)
    if args.seed is not None:
        raise Trouble("a server deals from its own secret; --seed is for matches without --server")
    from facedown.client.online import play_online

    return play_online(args)
