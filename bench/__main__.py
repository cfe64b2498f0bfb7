"""`python -m bench`: every measurement, one after another; with a name, that one alone."""

import sys

from bench import batch, ingest, serve, startup, verify

ALL = {
    "startup": startup.main,
    "batch": batch.main,
    "verify": verify.main,
    "serve": serve.main,
    "ingest": lambda: ingest.main([]),
}

match sys.argv[1:]:
    case []:
        for measurement in ALL.values():
            measurement()
    case ["ingest", *arguments]:
        ingest.main(arguments)
    case [name] if name in ALL:
        ALL[name]()
    case _:
        sys.exit(f"usage: python -m bench [{' | '.join(ALL)} [OPTIONS]]")
