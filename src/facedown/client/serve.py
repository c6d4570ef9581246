"""`facedown serve`: a server with embedded defaults."""

import argparse
from pathlib import Path

from facedown.client import places
from facedown.client.trouble import Trouble


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from facedown.server.run import serve

    data = Path(args.data) if args.data else places.server()
    try:
        return serve(args.host, args.port, data)
    except OSError as error:
        what = (
            f"cannot listen on {args.host}, port {args.port}, with data in {data}: {error.strerror or error}"
        )
        raise Trouble(f"{what}; try another --port, --host or --data") from None
