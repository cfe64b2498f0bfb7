"""`python -m bench`: every measurement, one after another."""

from bench import batch, serve, startup

startup.main()
batch.main()
serve.main()
