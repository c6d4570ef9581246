"""The server: an HTTP and WebSocket shell around rooms. Asyncio lives here and nowhere below."""
