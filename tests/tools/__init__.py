"""Tools that make the foreign logs of the tests; each plays by itself, without the engine."""
