"""The application: its routes, its problems, and a description of both that is true."""

from collections.abc import Iterable
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema
from retally.schemas.findings import Verdict
from retally.service.house import House
from retally.service.problems import MEDIA, Problem, ProblemDetails
from retally.service.routes import DETAILS, ROUTERS
from retally.service.rows import RowsDetails
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route

MODELS: tuple[Any, ...] = (ProblemDetails, RowsDetails, Verdict, *DETAILS)
TITLE = "retally"
TELLS = "Replays recorded card games and re-tallies every score."


def make_app(house: House) -> FastAPI:
    """Make the application of a house."""
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    app.state.house = house
    for router in ROUTERS:
        app.include_router(router)
    app.add_exception_handler(Problem, _of_problem)
    app.add_exception_handler(RequestValidationError, _of_validation)
    app.add_exception_handler(HTTPException, _of_http)
    app.add_exception_handler(Exception, _of_bug)
    described: dict[str, Any] = {}

    def openapi() -> dict[str, Any]:
        if not described:
            described.update(description(app))
        return described

    app.openapi = openapi  # type: ignore[method-assign] # as FastAPI's own pages say
    return app


# Problems ---------------------------------------------------------------------------------


async def _of_problem(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, Problem)
    return fault.response()


async def _of_bug(request: Request, fault: Exception) -> Response:
    """Say nothing of a bug of ours; the gate writes it down."""
    return Problem(500, "something went wrong here", "bug").response()


async def _of_validation(request: Request, fault: Exception) -> Response:
    """Tell which parameters are wrong; what was given is not repeated."""
    assert isinstance(fault, RequestValidationError)
    wrong = [
        {"where": ".".join(map(str, error["loc"])), "message": error["msg"]}
        for error in fault.errors()
    ]
    detail = "; ".join(f"{each['where']}: {each['message']}" for each in wrong)
    return Problem(400, detail, "parameters", errors=wrong).response()


async def _of_http(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, HTTPException)
    if fault.status_code == 405:
        allowed = ", ".join(_allowed(request))
        return Problem(405, f"it takes {allowed}", headers={"Allow": allowed}).response()
    detail = "there is nothing at this address" if fault.status_code == 404 else fault.detail
    return Problem(fault.status_code, detail, headers=fault.headers).response()


def _allowed(request: Request) -> list[str]:
    """List the methods of an address."""
    methods: set[str] = set()
    for route in (route for router in ROUTERS for route in router.routes):
        if isinstance(route, Route) and route.matches(request.scope)[0] is not Match.NONE:
            methods |= route.methods or set()
    if "GET" in methods:
        methods.add("HEAD")  # the gate makes it a GET
    return sorted(methods)


# The description --------------------------------------------------------------------------


def description(app: FastAPI) -> dict[str, Any]:
    """Describe the API as OpenAPI has it."""
    made = get_openapi(title=TITLE, version="1", description=TELLS, routes=app.routes)
    schemas = models_json_schema(
        [(model, "serialization") for model in MODELS], ref_template="#/components/schemas/{model}"
    )[1]["$defs"]
    made["components"] = {
        "schemas": schemas,
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
    }
    made["security"] = [{}, {"token": []}]
    for operation in _operations(made):
        operation["responses"].pop("422" if _of_fastapi(operation) else "", None)
        operation["responses"]["default"] = PROBLEM
    return made


PROBLEM: dict[str, Any] = {
    "description": "Why it was not done",
    "content": {MEDIA: {"schema": {"$ref": "#/components/schemas/ProblemDetails"}}},
}


def _operations(made: dict[str, Any]) -> Iterable[dict[str, Any]]:
    return (operation for path in made["paths"].values() for operation in path.values())


def _of_fastapi(operation: dict[str, Any]) -> bool:
    """Say whether an operation has the answer to wrong parameters that FastAPI thinks of."""
    return "HTTPValidationError" in str(operation["responses"].get("422"))
