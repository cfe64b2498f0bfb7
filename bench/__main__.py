"""`python -m bench`: every measurement, one after another."""

from bench import batch, startup

startup.main()
batch.main()
