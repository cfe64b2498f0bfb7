"""Writing a page to a file or to stdout, never over what it was made from. Makes no page."""

import os
import sys

from retally.cli.terminal import cannot, wrong_usage


def write_page(text: str, output: str, *, made_from: str) -> None:
    """Write a page; ends with status 3 where it cannot be written, with 2 over its source."""
    if output == "-":
        sys.stdout.write(text)
        return
    if all(map(os.path.exists, (output, made_from))) and os.path.samefile(output, made_from):
        wrong_usage(f"{output} is what the page is made from")
    try:
        with open(output, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as fault:
        cannot(f"{output}: {fault.strerror}")
