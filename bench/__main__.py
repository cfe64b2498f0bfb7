"""`python -m bench`: every measurement, one after another."""

from bench import batch, startup, verify

startup.main()
batch.main()
verify.main()
