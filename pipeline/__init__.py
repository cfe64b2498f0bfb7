"""From a log to facts: sources, replay, verify, store, reports. Prints nothing, exits never."""
