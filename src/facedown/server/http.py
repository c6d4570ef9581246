"""The server's HTTP side."""

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route


async def health(request: Request) -> Response:
    """Whether the server is up."""
    return JSONResponse({"status": "ok"})


async def metrics(request: Request) -> Response:
    """Figures for Prometheus."""
    return PlainTextResponse(request.app.state.server.metrics.text())


ROUTES: list[BaseRoute] = [Route("/healthz", health), Route("/metrics", metrics)]
