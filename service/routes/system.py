"""How the service is, what it counts, and what it can be asked: health, metrics, description."""

from fastapi import APIRouter
from retally.pipeline.safe_text import json_text
from retally.service.answers import NOT_MODIFIED, TheHouse, answer, told
from retally.service.metrics import MEDIA
from retally.service.problems import Problem
from retally.service.rows import JSON, Rendered
from retally.service.writer import gone
from starlette.requests import Request
from starlette.responses import Response

router = APIRouter(tags=["system"], default_response_class=Response)


@router.get("/healthz", responses={200: told("It works", "text/plain")})
async def healthz(house: TheHouse) -> Response:
    """Say whether the service can read and write."""
    if not house.writer.thread.is_alive():
        raise Problem(503, "the warehouse is not open", "closed")
    if not house.writer.is_at_its_place():
        raise gone()
    return Response("ok\n", media_type="text/plain")


@router.get("/metrics", responses={200: told("Counts, for Prometheus", "text/plain")})
async def metrics(house: TheHouse) -> Response:
    """Count requests, posts, batches, and what waits."""
    gauges = {
        "retally_open_requests": ("Requests that are being answered.", house.metrics.open),
        "retally_waiting_writes": ("What waits to be written.", house.writer.waiting.qsize()),
        "retally_batches": ("Transactions committed since the start.", house.writer.batches),
    }
    text = house.metrics.text({name: (what, float(n)) for name, (what, n) in gauges.items()})
    return Response(text, headers={"content-type": MEDIA})


@router.get("/v1/openapi.json", responses={200: told("OpenAPI", JSON), **NOT_MODIFIED})
async def openapi(request: Request, house: TheHouse) -> Response:
    """Describe what can be asked here."""

    async def made(media: str) -> Rendered:
        return Rendered(media, json_text(request.app.openapi()).encode())

    return await answer(request, (JSON,), made, house.life)
