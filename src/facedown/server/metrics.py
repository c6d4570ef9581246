"""Figures for Prometheus, at /metrics."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """What an operator wants to see on a graph. One registry a server, so that tests can have several."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.opened = Counter(
            "facedown_matches_opened", "Matches opened", ["game", "dealer"], registry=self.registry
        )
        self.finished = Counter(
            "facedown_matches_finished", "Matches finished", ["game", "reason"], registry=self.registry
        )
        self.entries = Counter(
            "facedown_log_entries", "Entries written to match logs", registry=self.registry
        )
        self.messages = Counter("facedown_messages_received", "Messages from clients", registry=self.registry)
        self.rejected = Counter(
            "facedown_messages_rejected", "Messages that changed nothing", ["code"], registry=self.registry
        )
        self.cut_off = Counter(
            "facedown_lines_cut", "Connections cut by the server", ["why"], registry=self.registry
        )
        self.requests = Counter(
            "facedown_http_requests",
            "Requests answered over HTTP",
            ["method", "path", "status"],
            registry=self.registry,
        )
        self.connections = Gauge("facedown_connections", "Open WebSocket connections", registry=self.registry)
        self.sockets = Gauge(
            "facedown_sockets", "Open connections of any kind, requests among them", registry=self.registry
        )
        self.refused = Counter(
            "facedown_connections_refused",
            "Connections that were not let in",
            ["why"],
            registry=self.registry,
        )
        self.steps = Histogram(
            "facedown_loop_step_seconds",
            "How long the event loop was held up at a stretch, from 2 ms on (`clock`: docs/operations.md)",
            ["clock"],
            buckets=(0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.075, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
            registry=self.registry,
        )
        self.longest_step = Gauge(
            "facedown_loop_longest_step_seconds",
            "The longest of them, since the start and in the last minute",
            ["clock", "since"],
            registry=self.registry,
        )
        self.in_memory = Gauge("facedown_matches_in_memory", "Matches held in memory", registry=self.registry)
        self.queued = Gauge("facedown_queued", "Players waiting in the queue", registry=self.registry)
        self.written = Histogram(
            "facedown_write_seconds",
            "From an action's arrival until it is on disk",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1),
            registry=self.registry,
        )

    def text(self) -> bytes:
        """The figures in Prometheus' text format."""
        return generate_latest(self.registry)
