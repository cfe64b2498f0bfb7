"""The option --rule NAME=VALUE, shared by the commands that replay."""

from typing import Annotated

import typer
from retally.cli.terminal import wrong_usage

RuleOption = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="NAME=VALUE",
        help="Replay under this option over the log's own; may be given again.",
    ),
]


def asked_rules(given: list[str] | None) -> dict[str, str]:
    """Split each NAME=VALUE; anything else is wrong usage."""
    rules = {}
    for rule in given or ():
        name, equals, value = rule.partition("=")
        if not equals or not name:
            wrong_usage(f"--rule takes NAME=VALUE, not {rule!r}")
        rules[name.strip()] = value.strip()
    return rules
