"""Questions in SQL, asked of a copy of the warehouse in the sandbox of `retally sql`."""

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from retally.service.answers import VARY, TheHouse, body, respond, told_rows
from retally.service.jobs import Question, answered
from retally.service.negotiation import chosen
from retally.service.problems import Problem
from retally.service.routes.verify import media_of
from retally.service.rows import JSON, ROW_MEDIA
from starlette.requests import Request
from starlette.responses import Response

router = APIRouter(tags=["sql"], default_response_class=Response)


class QuestionDetails(BaseModel):
    """A question in SQL."""

    model_config = ConfigDict(extra="forbid", strict=True)

    query: str = Field(description="One SELECT", max_length=100_000)
    parameters: dict[str, str | int | float | bool | None] = Field(
        default_factory=dict, description="What $names in the query stand for"
    )


DETAILS = (QuestionDetails,)


@router.post(
    "/v1/sql",
    responses=told_rows("The rows of the answer"),
    openapi_extra=body(JSON, schema={"$ref": "#/components/schemas/QuestionDetails"}),
)
async def sql(request: Request, house: TheHouse) -> Response:
    """Ask the warehouse in SQL, read-only, of a copy that is a moment old at most."""
    media_of(request, JSON)
    asked = await _question(request)
    limits = house.limits

    def question(copy: str) -> Question:
        return Question(
            copy=copy,
            query=asked.query,
            parameters=asked.parameters,
            media=media,
            rows=limits.rows,
            seconds=limits.query_seconds,
            memory=limits.query_memory,
            answer_bytes=limits.answer_bytes,
        )

    media = chosen(request.headers.get("accept"), ROW_MEDIA)
    async with house.snapshot.copy() as copy:
        made = await house.askers.call(answered, question(copy.path), 2 * limits.query_seconds)
    return await respond(request, made, {"Vary": VARY})


async def _question(request: Request) -> QuestionDetails:
    try:
        return QuestionDetails.model_validate_json(await request.body())
    except ValidationError as fault:
        wrong: list[dict[str, Any]] = [
            {"where": ".".join(map(str, error["loc"])), "message": error["msg"]}
            for error in fault.errors(include_url=False, include_input=False)
        ]
        raise Problem(400, "this is no question", "parameters", errors=wrong) from None
