"""Writing a page to a file or to stdout, never over what it was made from. Makes no page."""

import os
import sys

from retally.cli.terminal import cannot, wrong_usage


def write_page(text: str, output: str | None, *, made_from: str) -> None:
    """Write a page; ends with status 3 where it cannot be written, with 2 over its source."""
    if output in (None, "-"):
        sys.stdout.write(text)
        return
    path = str(output)
    if all(map(os.path.exists, (path, made_from))) and os.path.samefile(path, made_from):
        wrong_usage(f"{path} is what the page is made from")
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as fault:
        cannot(f"{path}: {fault.strerror}")
