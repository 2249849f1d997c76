"""What an operator wants to know, counted: for Prometheus, and for the operator's page.

Nothing here names a table, a person or an address.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, GCCollector, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from parlour.server.store import StoreError

CONTENT_TYPE = CONTENT_TYPE_LATEST
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_BEAT = 0.5  # seconds between two looks at how late the event loop is


class Metrics:
    """The figures of one server process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        GCCollector(registry=registry)
        self.commands = Counter(
            "parlour_commands", "Commands, by what came of them", ["do", "outcome"], registry=registry
        )
        self.command_seconds = Histogram(
            "parlour_command_seconds",
            "From a command's arrival to its answer, storing included",
            buckets=_SECONDS,
            registry=registry,
        )
        self.store_seconds = Histogram(
            "parlour_store_seconds",
            "Waiting for the database",
            ["what"],
            buckets=_SECONDS,
            registry=registry,
        )
        self.store_failures = Counter(
            "parlour_store_failures", "What the database did not do", ["what"], registry=registry
        )
        self.events = Counter("parlour_events", "Events stored", registry=registry)
        self.answers = Counter("parlour_answers", "Answers by HTTP, by status", ["status"], registry=registry)
        self.turned_away = Counter(
            "parlour_connections_turned_away", "Connections that were not let in", registry=registry
        )
        self._queues = Gauge("parlour_waiting", "How many wait for their turn", ["queue"], registry=registry)
        self.opened = Counter("parlour_tables_opened", "Tables opened", registry=registry)
        self.late = Gauge(
            "parlour_loop_late_seconds",
            "By how much the event loop was late, at the most in the last minute",
            registry=registry,
        )
        self._lately: list[float] = []
        self._counters: dict[tuple[str, str], Counter] = {}  # found again without looking at labels
        self._timers: dict[str, Histogram] = {}

    def gauge(self, name: str, words: str, value: Callable[[], float]) -> None:
        """A figure that is looked up when somebody asks."""
        Gauge(name, words, registry=self.registry).set_function(value)

    def queue(self, name: str, length: Callable[[], float]) -> None:
        """A queue whose length is looked up when somebody asks."""
        self._queues.labels(name).set_function(length)

    def did(self, do: str, outcome: str, seconds: float) -> None:
        """A command has been dealt with."""
        counter = self._counters.get((do, outcome))
        if counter is None:
            counter = self._counters[do, outcome] = self.commands.labels(do, outcome)
        counter.inc()
        self.command_seconds.observe(seconds)

    @contextmanager
    def storing(self, what: str) -> Iterator[None]:
        """Times what is asked of the database."""
        began = time.perf_counter()
        try:
            yield
        except StoreError:
            self.store_failures.labels(what).inc()
            raise
        finally:
            timer = self._timers.get(what)
            if timer is None:
                timer = self._timers[what] = self.store_seconds.labels(what)
            timer.observe(time.perf_counter() - began)

    async def watch_the_loop(self) -> None:
        """Nobody is answered while something holds the loop: by how much is it late?"""
        while True:
            due = time.monotonic() + _BEAT
            await asyncio.sleep(_BEAT)
            self._lately = [*self._lately[-119:], max(0.0, time.monotonic() - due)]
            self.late.set(max(self._lately))

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)

    def value(self, name: str, **labels: str) -> float:
        """The sum of a figure over whatever labels are not given."""
        return sum(
            sample.value
            for family in self.registry.collect()
            for sample in family.samples
            if sample.name == name and labels.items() <= sample.labels.items()
        )
