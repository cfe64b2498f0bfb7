"""Foreign logs to this format: a file a form, a model of what comes and a pure conversion."""
