"""`python -m bench`: every measurement, one after another."""

from bench import startup

startup.main()
