"""What the service counts of itself, in the text form of Prometheus. Holds no name of a caller."""

import threading
from bisect import bisect_left
from collections import Counter

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
MEDIA = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """Counts of requests by route and status, of posted logs, and how long answers took."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.requests: Counter[tuple[str, str, int]] = Counter()
        self.posts: Counter[str] = Counter()
        self.slots = [0] * (len(BUCKETS) + 1)
        self.seconds = 0.0
        self.open = 0

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered; ``route`` is a pattern of ours or nothing."""
        with self.lock:
            self.requests[method, route, status] += 1
            self.slots[bisect_left(BUCKETS, seconds)] += 1
            self.seconds += seconds

    def posted(self, outcome: str) -> None:
        """Count a posted log by what became of it."""
        with self.lock:
            self.posts[outcome] += 1

    def text(self, gauges: dict[str, tuple[str, float]]) -> str:
        """Write all counts, and these gauges: each with what it is and its value."""
        with self.lock:
            lines = [*self._requests(), *self._durations(), *self._posts()]
        for name, (what, value) in gauges.items():
            lines += [f"# HELP {name} {what}", f"# TYPE {name} gauge", f"{name} {value:g}"]
        return "\n".join(lines) + "\n"

    def _requests(self) -> list[str]:
        name = "retally_requests_total"
        head = [f"# HELP {name} Requests that were answered.", f"# TYPE {name} counter"]
        return head + [
            f'{name}{{method="{method}",route="{route}",status="{status}"}} {count}'
            for (method, route, status), count in sorted(self.requests.items())
        ]

    def _durations(self) -> list[str]:
        name = "retally_request_seconds"
        lines = [f"# HELP {name} Seconds to the end of the answer.", f"# TYPE {name} histogram"]
        total = 0
        for bound, count in zip((*BUCKETS, float("inf")), self.slots, strict=True):
            total += count
            label = "+Inf" if bound == float("inf") else f"{bound:g}"
            lines.append(f'{name}_bucket{{le="{label}"}} {total}')
        return [*lines, f"{name}_sum {self.seconds:g}", f"{name}_count {total}"]

    def _posts(self) -> list[str]:
        name = "retally_posts_total"
        head = [f"# HELP {name} Posted logs by what became of them.", f"# TYPE {name} counter"]
        return head + [f'{name}{{outcome="{each}"}} {n}' for each, n in sorted(self.posts.items())]
