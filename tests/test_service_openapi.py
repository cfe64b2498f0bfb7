"""The description of the service is true: schemathesis asks all that it allows, and more."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance
from serving import Service, serving
from soak import SOAK, soaked
from warehouse import CORPUS

EXAMPLES = soaked(2, 300)
OPERATIONS = 14
OFF_SCHEMA = {
    "GET /v1/games",
    "GET /v1/games/{game_id}/facts",
    "GET /v1/players",
    "GET /v1/reports/{name}",
    "POST /v1/sql",
}
"""What can be asked against the description. A log is judged whatever it is, a name looked up."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Give a service with a few games."""
    with serving(tmp_path_factory.mktemp("described") / "w.duckdb") as made:
        assert [made.post(log).status for log in CORPUS] == [201] * 4
        yield made
        assert made.bugs() == []


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_every_answer_is_as_described(service: Service, mode: GenerationMode) -> None:
    schema = schemathesis.openapi.from_url(f"{service.url}/v1/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) == OPERATIONS
    for operation in operations:
        if mode is GenerationMode.POSITIVE or operation.label in OFF_SCHEMA:
            ask_often(operation, mode)


def ask_often(operation: Any, mode: GenerationMode) -> None:
    """Ask one operation in many ways, each answer held against the description.

    Which logs are legal and which names are known is beyond a schema, so what fits the schema may
    be refused.
    """

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=not SOAK,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Any) -> None:
        case.call_and_validate(timeout=60, excluded_checks=[positive_data_acceptance])

    ask()
