"""The description of the service is true: schemathesis asks all that it allows, and more."""

import os
from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from serving import Service, serving
from warehouse import CORPUS

SOAK = bool(os.environ.get("RETALLY_SOAK"))
EXAMPLES = 300 if SOAK else 8


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Give a service with a few games."""
    with serving(tmp_path_factory.mktemp("described") / "w.duckdb") as made:
        assert [made.post(log).status for log in CORPUS] == [201] * 4
        yield made
        assert made.bugs() == []


@pytest.fixture(scope="module")
def described(service: Service) -> object:
    return schemathesis.openapi.from_url(f"{service.url}/v1/openapi.json")


schema = schemathesis.pytest.from_fixture("described")


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=not SOAK,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_as_described(case: schemathesis.Case) -> None:
    case.call_and_validate(timeout=60)
