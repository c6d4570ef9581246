"""The server's HTTP side: everything that is not played in real time. /openapi.json describes it."""

from facedown.server.http.door import Door
from facedown.server.http.headers import SafeHeaders
from facedown.server.http.routes import ENDPOINTS, routes

__all__ = ["ENDPOINTS", "Door", "SafeHeaders", "routes"]
