"""What went wrong with a request, as RFC 9457 has it: problems, never a stack or a path of ours."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from retally.pipeline.safe_text import json_text
from starlette.responses import Response

MEDIA = "application/problem+json"
EXHAUSTED = "too-much"
"""The kind of what took all that was given to it; a helper that says so is not asked again."""


class ProblemDetails(BaseModel):
    """Why a request was not done (RFC 9457)."""

    model_config = ConfigDict(extra="allow")

    type: str = Field("about:blank", description="What kind of problem, by name")
    title: str = Field(description="The kind in words")
    status: int = Field(description="The HTTP status")
    detail: str | None = Field(None, description="What is wrong with this request")


class Problem(Exception):
    """A request that is not done: its status, why, and members that say more."""

    def __init__(
        self,
        status: int,
        detail: str,
        kind: str | None = None,
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(detail)
        self.status, self.detail, self.kind, self.more = status, detail, kind, more
        self.headers = dict(headers or {})

    def __reduce__(self) -> tuple[Any, ...]:
        """Let a problem come out of another process."""
        return _again, (self.status, self.detail, self.kind, self.headers, self.more)

    def response(self) -> Response:
        """Give the problem as an answer."""
        told = {
            "type": f"urn:retally:problem:{self.kind}" if self.kind else "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
            **self.more,
        }
        return Response(json_text(told), self.status, self.headers, MEDIA)


def _again(
    status: int, detail: str, kind: str | None, headers: dict[str, str], more: dict[str, Any]
) -> Problem:
    return Problem(status, detail, kind, headers, **more)


class TooSlow(Problem):
    """What takes longer than is allowed."""

    def __init__(self, what: str, seconds: float) -> None:
        super().__init__(
            503, f"{what} takes longer than {seconds:g} seconds, the most that is given", "too-slow"
        )


def busy(what: str) -> Problem:
    """Make the problem of a service that has its hands full."""
    return Problem(503, what, "busy", {"Retry-After": "1"})
